"""Cases of the order within a step: animations, human poses, constraints, simulation, what bodies feed, virtual transforms."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import DT, G, KHR, SLOP, Scene, Writer, at, box, case, dumps, sphere, tidy, turned, value

FREE = (0, 0, 0)
ICE = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
SECTION = "Motions"
ANIMATED = "What an animation moves is the animation's: it goes before the simulation."


def aim(source, axis="PositiveZ"):
    return {
        "VRMC_node_constraint": {
            "specVersion": "1.0",
            "constraint": {"aim": {"source": f"@{source}", "aimAxis": axis, "weight": 1.0}},
        }
    }


def virtual(name, parent, translation):
    return {
        "KHR_virtual_transform": {
            "virtualTransforms": [{"name": name, "parent": f"@{parent}", "translation": translation}]
        }
    }


def looks(eye, target, axis=(0.0, 0.0, 1.0)):
    """The rotation of an unturned node at `eye` that has its axis point at `target` the shortest way."""
    return v.between(list(axis), v.sub(target, eye))


def chain():
    """Everything at once: an animated piston pushes a load whose flag is looked at by an eye that carries a lamp."""
    t = 1.0
    scene = Scene()
    scene.animations.append([("Piston", "translation", [0.0, 2.0], [[-0.5, 0.0, 0.0], [1.1, 0.0, 0.0]])])
    scene.node(
        "Piston", [-0.5, 0, 0], motion={"isKinematic": True}, collider={"shape": box(0.4, 0.5, 0.5), "material": ICE}
    )
    scene.node("Load", [0.2, 0, 0], motion={"mass": 5.0}, collider={"shape": box(0.2, 0.3, 0.4), "material": ICE})
    scene.node("Flag", [0.0, 0.6, 0.1], parent="Load")
    scene.node("Eye", [0.3, 0.2, -1.0], ext=aim("Flag"))
    scene.root.update(virtual("Lamp", "Eye", [0.0, 0.0, 0.5]))
    load = [0.6, 0.0, 0.0]
    flag = v.add(load, [0.0, 0.6, 0.1])
    eye = looks([0.3, 0.2, -1.0], flag)
    lamp = v.add([0.3, 0.2, -1.0], v.rotate(eye, [0, 0, 0.5]))
    case(
        "order",
        "an_animation_a_push_an_aim_and_a_virtual_transform_in_one_step",
        "An animation moves a kinematic body that pushes a dynamic one whose child feeds an aim that feeds a virtual"
        " transform",
        SECTION,
        ["VRMC_node_constraint/constraint.aim.source", "KHR_virtual_transform/virtualTransforms[].parent"],
        scene,
        t,
        [
            at("Piston", [0.3, 0, 0], 2e-3),
            value("Load", "model.translation.x", 0.6, 0.02),
            at("Flag", flag, 0.02),
            turned("Eye", eye, 0.02),
            {"virtualTransform": "Lamp", "node": "Eye", "is": "translation", "value": lamp, "tolerance": 0.012},
        ],
        f"""
The animation has the piston at -0.5 + 0.8·1 = 0.3 m after a second. Its front is at 0.5, and the load of half width
0.1 is pushed along at 0.8 m/s, centre at 0.6. The flag is on it, at {flag}. The eye, at [0.3, 0.2, -1], rotates its +Z
the shortest way to the flag, and the lamp is 0.5 m ahead of it: [{lamp[0]:.4f}, {lamp[1]:.4f}, {lamp[2]:.4f}].

Tolerance: the load is off by at most the way of one step, 0.8/60 = 0.013 m, and 5 mm of slop; seen from 1.2 m that is
0.016 rad.""",
        gravity=FREE,
    )


def same_step():
    """A fast body, so that a constraint that is a step behind is seen."""
    t, speed = 0.5, [3.0, 0.6, -0.8]
    scene = Scene()
    scene.node("Bird", [-1.0, 0.5, 1.0], motion={"mass": 1.0, "inertiaDiagonal": [0.1] * 3, "linearVelocity": speed})
    scene.node("Beak", [0.1, 0.0, 0.2], parent="Bird")
    scene.node("Tower", [0.2, 0.3, -0.4], v.turn([0, 1, 0], 0.4))
    scene.node("Eye", [0.0, 0.2, 0.0], parent="Tower", ext=aim("Beak", "PositiveX"))
    scene.root.update(virtual("Spot", "Eye", [0.7, 0.0, 0.1]))
    beak = v.add([-1.0, 0.5, 1.0], v.mul(speed, t), [0.1, 0.0, 0.2])
    eye_at = v.add([0.2, 0.3, -0.4], [0.0, 0.2, 0.0])
    parent = v.turn([0, 1, 0], 0.4)
    start = v.rotate(parent, [1, 0, 0])
    model = v.qmul(v.between(start, v.sub(beak, eye_at)), parent)
    spot = v.add(eye_at, v.rotate(model, [0.7, 0.0, 0.1]))
    lag = v.length(speed) * DT / v.length(v.sub(beak, eye_at))
    case(
        "order",
        "constraints_see_where_bodies_are_after_the_step",
        "A constraint that depends on a body, and a virtual transform on it, are of the same step",
        SECTION,
        ["VRMC_node_constraint/constraint.aim.source", "KHR_virtual_transform/virtualTransforms[].parent"],
        scene,
        t,
        [
            at("Beak", beak, 1e-3),
            turned("Eye", model, 0.004),
            {"virtualTransform": "Spot", "node": "Eye", "is": "translation", "value": spot, "tolerance": 0.004},
        ],
        f"""
The bird flies at {speed} m/s without gravity: its beak is at {[round(x, 4) for x in beak]} after {t} s. The eye's +X
is rotated the shortest way from where it is at rest (its parent is rotated by 0.4 rad about Y) to the beak; the spot is
at [0.7, 0, 0.1] of the eye.

Tolerance: the flight is exact, and what follows is geometry: 0.004 rad and 4 mm. A constraint that sees the body a
step late would be off by {lag:.3f} rad.""",
        gravity=FREE,
    )


def animated_body():
    t = 0.5
    scene = Scene()
    turn = v.turn([0, 0, 1], 1.0)
    scene.animations.append(
        [
            ("Puppet", "translation", [0.0, 1.0], [[0.0, 1.0, 0.0], [2.0, 1.5, -1.0]]),
            ("Puppet", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], turn]),
        ]
    )
    scene.node(
        "Puppet", [0.0, 1.0, 0.0], motion={"mass": 1.0, "linearVelocity": [0, 5.0, 0]}, collider={"shape": sphere(0.2)}
    )
    case(
        "order",
        "an_animation_takes_priority_over_the_simulation",
        "A dynamic body that an animation moves follows the animation",
        SECTION,
        ["motion.isKinematic"],
        scene,
        t,
        [at("Puppet", [1.0, 1.25, -0.5], 2e-3), turned("Puppet", v.turn([0, 0, 1], 0.5), 2e-3)],
        f"""
{ANIMATED} Halfway through its keys the body is halfway: [1, 1.25, -0.5], rotated by 0.5 rad about Z, whatever gravity
and its own velocity of 5 m/s say.

Tolerance: rounding; nothing is integrated.""",
        KHR + ["omi"],
    )


def animated_static():
    t = 1.2
    scene = Scene()
    scene.animations.append([("Lift", "translation", [0.0, 2.0], [[0.0, 0.0, 0.0], [0.0, 1.2, 0.0]])])
    scene.node("Lift", [0, 0, 0], collider={"shape": box(1, 0.4, 1)})
    scene.node("Ball", [0.1, 0.35, 0.1], motion={"mass": 1.0}, collider={"shape": sphere(0.15)})
    case(
        "order",
        "a_static_collider_goes_where_its_animation_takes_it",
        "An animated node moves its static collider, which lifts what lies on it",
        "Colliders",
        ["collider.shape"],
        scene,
        t,
        [
            at("Lift", [0, 0.72, 0], 1e-3),
            value("Ball", "model.translation.y", 0.72 + 0.35, 0.02),
            value("Ball", "linearVelocity.y", 0.6, 0.12),
        ],
        """
Colliders stay with their nodes, static ones too. The lift rises at 0.6 m/s: 0.72 m after 1.2 s; the ball lies on it,
0.2 + 0.15 above its node, and moves along.

Tolerance: one step of the lift, 0.01 m, and 1 cm of contact; 0.12 m/s for engines that teleport it and push the ball
out.""",
        KHR + ["omi"],
    )


def animated_parent():
    t = 0.8
    scene = Scene()
    scene.animations.append([("Carousel", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], v.turn([0, 1, 0], 1.5)])])
    scene.node("Carousel", [0.2, 0, 0])
    scene.node("Seat", [1.0, 0.5, 0], parent="Carousel", motion={"isKinematic": True}, collider={"shape": sphere(0.1)})
    scene.node("Zone", [0.2 + math.cos(0.8), 0.5, -math.sin(0.8)], trigger={"shape": sphere(0.15)})
    angle = 1.5 * t
    seat = [0.2 + math.cos(angle), 0.5, -math.sin(angle)]
    half = 2 * math.asin(0.125)
    want = [
        {
            "kind": "triggerEnter",
            "a": "Zone",
            "b": "Seat",
            "between": [(0.8 - half) / 1.5 - DT, (0.8 - half) / 1.5 + 2.5 * DT],
        },
        {
            "kind": "triggerExit",
            "a": "Zone",
            "b": "Seat",
            "between": [(0.8 + half) / 1.5 - DT, (0.8 + half) / 1.5 + 2.5 * DT],
        },
    ]
    case(
        "order",
        "what_an_animation_carries_meets_triggers",
        "A kinematic body below an animated node is carried, and triggers report it",
        SECTION,
        ["motion.isKinematic", "trigger.shape"],
        scene,
        t,
        [at("Seat", seat, 3e-3), {"is": "events", "value": want}],
        f"""
The carousel rotates at 1.5 rad/s about Y; the seat is 1 m out, on a circle from +X towards -Z: at {t} s it is at
{[round(x, 4) for x in seat]}. The zone is on the circle at 0.8 rad: they overlap while the chord 2 sin(δ/2) is below
0.15 + 0.1, δ = 2 asin 0.125 = {half:.4f} rad, that is from {(0.8 - half) / 1.5:.4f} to {(0.8 + half) / 1.5:.4f} s.

Tolerance: positions are those of the keys; events a step early or two and a half late.""",
        KHR + ["omi"],
        gravity=FREE,
    )


def nested():
    t = 0.7
    turn = v.turn([0, 1, 0], 0.6)
    scene = Scene()
    scene.node(
        "Ship",
        [1.0, 2.0, 0.5],
        turn,
        motion={
            "mass": 5.0,
            "inertiaDiagonal": [1.0] * 3,
            "gravityFactor": 0.0,
            "linearVelocity": [2.0, 0, 0],
            "angularVelocity": [0, 0.9, 0],
        },
    )
    scene.node("Deck", [0.0, 0.3, 0.0], parent="Ship")
    scene.node("Crate", [0.5, 0.4, 0.2], parent="Deck", motion={"mass": 1.0, "inertiaDiagonal": [1.0] * 3})
    start = v.add([1.0, 2.0, 0.5], v.rotate(turn, [0.5, 0.7, 0.2]))
    end = v.add(start, [0, -G * t * t / 2, 0])
    ship = v.add([1.0, 2.0, 0.5], v.mul(v.rotate(turn, [2.0, 0, 0]), t))
    roll = v.qmul(turn, v.turn([0, 1, 0], 0.9 * t))
    local = v.sub(v.rotate(v.inverse(roll), v.sub(end, ship)), [0.0, 0.3, 0.0])
    off = G * t * DT / 2 * 1.05 + 0.01
    case(
        "order",
        "a_body_below_a_body_does_not_follow_it",
        "A body below another one moves on its own",
        SECTION,
        ["motion.linearVelocity", "KHR_physics_rigid_bodies/which-body-a-node-is-part-of"],
        scene,
        t,
        [
            at("Ship", ship, 3e-3),
            at("Crate", end, off),
            turned("Crate", turn, 0.01),
            value("Crate", "local.translation", local, off + 0.01),
            value("Crate", "local.rotation", v.qmul(v.inverse(roll), turn), 0.02),
        ],
        f"""
A node with a motion of its own is a body of its own, and does not follow the body above it. The ship flies and rotates
without gravity, the crate falls from where it starts, [{start[0]:.4f}, {start[1]:.4f}, {start[2]:.4f}], by g t²/2.
Its local transform is what takes it there from its moving parent: Rs(t)⁻¹ (crate - ship) - [0, 0.3, 0].

Tolerance: g·t·dt/2 = {G * t * DT / 2:.4f} m, and 1 cm for the rotation of the ship.""",
        KHR + ["omi"],
    )
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(9, 1, 9)})
    scene.node("Outer", [0, 1.0, 0], motion={"mass": 2.0, "inertiaDiagonal": [1e5] * 3})
    scene.node("Inner", [1.5, 0, 0], parent="Outer", motion={"mass": 2.0, "inertiaDiagonal": [1e5] * 3})
    scene.node("InnerFoot", [0, -0.6, 0], parent="Inner", collider={"shape": sphere(0.1)})
    scene.node("OuterFoot", [0, -0.2, 0], parent="Outer", collider={"shape": sphere(0.1)})
    case(
        "order",
        "a_collider_belongs_to_the_nearest_body",
        "A collider below two bodies is the lower one's",
        SECTION,
        ["collider.shape", "KHR_physics_rigid_bodies/which-body-a-node-is-part-of"],
        scene,
        1.5,
        [value("Outer", "model.translation.y", 0.3, SLOP), value("Inner", "model.translation.y", 0.7, SLOP)],
        """
The inner body stands on its own foot, which reaches 0.6 + 0.1 below it, and the outer one on its foot, 0.2 + 0.1
below. (Were the inner foot the outer body's, that would stand at 0.7.)

Tolerance: 5 mm of contact slop.""",
        KHR + ["omi"],
    )


def moving_parent():
    t = 0.6
    scene = Scene()
    scene.animations.append(
        [
            ("Wagon", "translation", [0.0, 1.0], [[0.0, 0.0, 0.0], [3.0, 1.0, -2.0]]),
            ("Wagon", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], v.turn([0, 1, 0], 1.4)]),
        ]
    )
    scene.node("Wagon", [0, 0, 0])
    scene.node("Stone", [0.5, 4.0, 0.2], parent="Wagon", motion={"mass": 1.0, "inertiaDiagonal": [0.2] * 3})
    end = [0.5, 4.0 - G * t * t / 2, 0.2]
    wagon, roll = v.mul([3.0, 1.0, -2.0], t), v.turn([0, 1, 0], 1.4 * t)
    off = G * t * DT / 2 * 1.05
    case(
        "order",
        "a_dynamic_body_below_an_animated_node_is_not_carried",
        "A dynamic body below an animated node falls as if there were none",
        SECTION,
        ["motion.gravityFactor"],
        scene,
        t,
        [
            at("Stone", end, off),
            value("Stone", "local.translation", v.rotate(v.inverse(roll), v.sub(end, wagon)), off + 2e-3),
            value("Stone", "local.rotation", v.inverse(roll), 5e-3),
        ],
        f"""
Local transforms are written back after each step: the stone is a body of the world, and falls straight down by g
t²/2, while its parent drives away under it. Its local transform is what takes it there: Rw⁻¹ (stone - wagon), and
Rw⁻¹.

Tolerance: g·t·dt/2 = {G * t * DT / 2:.4f} m for first-order integrators.""",
        KHR + ["omi"],
    )


def constrained_body():
    """A rotation constraint rotates a node with a body; the body pushes nothing here, but is where the constraint has it."""
    t = 0.6
    scene = Scene()
    scene.animations.append([("Crank", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], v.turn([0, 0, 1], 1.2)])])
    scene.node("Crank", [2.0, 0, 0])
    scene.node(
        "Wheel",
        [0.0, 0.5, 0.0],
        motion={"mass": 1.0},
        collider={"shape": sphere(0.1)},
        ext={
            "VRMC_node_constraint": {
                "specVersion": "1.0",
                "constraint": {"rotation": {"source": "@Crank", "weight": 0.5}},
            }
        },
    )
    scene.node("Paddle", [0.8, 0.0, 0.0], parent="Wheel")
    angle = 1.2 * t * 0.5
    paddle = [0.8 * math.cos(angle), 0.5 + 0.8 * math.sin(angle), 0.0]
    case(
        "order",
        "a_constraint_moves_a_body",
        "A body whose node a constraint rotates is where the constraint has it",
        SECTION,
        ["VRMC_node_constraint/constraint.rotation.source"],
        scene,
        t,
        [at("Wheel", [0, 0.5, 0], 1e-3), turned("Wheel", v.turn([0, 0, 1], angle), 2e-3), at("Paddle", paddle, 3e-3)],
        f"""
The crank rotates to 1.2·{t} rad about Z, and half of that, {angle:.3f} rad, is handed to the wheel. As with animations,
what moves a node takes priority over the simulation: the wheel does not fall. Its paddle, 0.8 m out, is at
{[round(x, 4) for x in paddle]}.

Tolerance: rounding; nothing is integrated.""",
    )


def virtual_on_body():
    t, spin = 0.9, [0.3, 1.1, -0.5]
    own = v.turn([1, 0, 1], 0.5)
    scene = Scene()
    scene.node(
        "Sword",
        [0.2, 1.0, 0.3],
        own,
        motion={"mass": 1.0, "inertiaDiagonal": [0.2] * 3, "linearVelocity": [0.5, 0.2, 0.0], "angularVelocity": spin},
    )
    scene.root.update(virtual("Tip", "Sword", [0.0, 0.9, 0.1]))
    after = v.qmul(own, v.turn_by(v.mul(spin, t)))
    end = v.add([0.2, 1.0, 0.3], v.mul(v.rotate(own, [0.5, 0.2, 0.0]), t))
    tip = v.add(end, v.rotate(after, [0.0, 0.9, 0.1]))
    case(
        "order",
        "a_virtual_transform_moves_with_a_body",
        "A virtual transform on a simulated body is where the body is after the step",
        SECTION,
        ["KHR_virtual_transform/virtualTransforms[].parent"],
        scene,
        t,
        [{"virtualTransform": "Tip", "node": "Sword", "is": "translation", "value": tip, "tolerance": 0.01}],
        f"""
The sword flies and rotates (the same inertia about all axes, so steadily): R(t) = R exp(w t), p(t) = p0 + R v t, and
its tip is p + R(t) [0, 0.9, 0.1] = [{tip[0]:.4f}, {tip[1]:.4f}, {tip[2]:.4f}].

Tolerance: 0.01 rad of a first-order update at 0.9 m.""",
        gravity=FREE,
    )


BONES = {
    "hips": (None, [0, 1.0, 0]),
    "spine": ("hips", [0, 0.2, 0]),
    "head": ("spine", [0, 0.5, 0]),
    "leftUpperLeg": ("hips", [0.1, 0, 0]),
    "leftLowerLeg": ("leftUpperLeg", [0, -0.45, 0]),
    "leftFoot": ("leftLowerLeg", [0, -0.45, 0]),
    "rightUpperLeg": ("hips", [-0.1, 0, 0]),
    "rightLowerLeg": ("rightUpperLeg", [0, -0.45, 0]),
    "rightFoot": ("rightLowerLeg", [0, -0.45, 0]),
    "leftUpperArm": ("spine", [0.2, 0.35, 0]),
    "leftLowerArm": ("leftUpperArm", [0.3, 0, 0]),
    "leftHand": ("leftLowerArm", [0.25, 0, 0]),
    "rightUpperArm": ("spine", [-0.2, 0.35, 0]),
    "rightLowerArm": ("rightUpperArm", [-0.3, 0, 0]),
    "rightHand": ("rightLowerArm", [-0.25, 0, 0]),
}


def figure(scene, extension):
    for bone, (parent, place) in BONES.items():
        scene.node(bone, list(map(float, place)), parent=parent)
    scene.root[extension] = {
        "specVersion": "1.0",
        "humanoid": {"humanBones": {bone: {"node": f"@{bone}"} for bone in BONES}},
    }


def human():
    """A clip lowers the left arm; a glove on the hand is a kinematic body that enters a zone and knocks a puck away."""
    t = 0.8
    scene = Scene()
    figure(scene, "VRMC_vrm")
    scene.root["VRMC_vrm"]["meta"] = {
        "name": "Figure",
        "version": "1",
        "authors": ["Sinew"],
        "licenseUrl": "https://vrm.dev/licenses/1.0/",
    }
    scene.node(
        "Glove",
        [0.1, 0.0, 0.0],
        parent="leftHand",
        motion={"isKinematic": True},
        collider={"shape": sphere(0.08), "material": ICE},
    )
    shoulder = [0.2, 1.55, 0.0]
    arm = 0.65
    turned_by = lambda angle: v.add(shoulder, v.rotate(v.turn([0, 0, 1], angle), [arm, 0, 0]))
    scene.node("Zone", turned_by(-0.5), trigger={"shape": sphere(0.05)})
    clip = Scene()
    figure(clip, "VRMC_vrm_animation")
    clip.animations.append([("leftUpperArm", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], v.turn([0, 0, 1], -1.2)])])
    half = 2 * math.asin(0.13 / 2 / arm)
    enter, leave = (0.5 - half) / 1.2, (0.5 + half) / 1.2
    want = [
        {"kind": "triggerEnter", "a": "Zone", "b": "Glove", "between": [enter - DT, enter + 2.5 * DT]},
        {"kind": "triggerExit", "a": "Zone", "b": "Glove", "between": [leave - DT, leave + 2.5 * DT]},
    ]
    end = turned_by(-1.2 * t)
    case(
        "order",
        "a_human_clip_carries_bodies_on_bones",
        "A clip on a humanoid moves a kinematic body below a bone, and triggers report it",
        SECTION,
        ["motion.isKinematic", "trigger.shape", "VRMC_vrm_animation/humanoid.humanBones"],
        scene,
        t,
        [
            at("Glove", end, 3e-3),
            value("leftUpperArm", "local.rotation", v.turn([0, 0, 1], -1.2 * t), 2e-3),
            {"is": "events", "value": want},
        ],
        f"""
The clip lowers the left arm by 1.2 rad about Z in a second; both humanoids rest in a T-pose without rotations, so that
the bone rotates as in the clip. The glove, 0.3 + 0.25 + 0.1 m from the shoulder at {shoulder}, is at
{[round(x, 4) for x in end]} after {t} s. The zone is on its way at -0.5 rad: they overlap while the chord is below
0.05 + 0.08: δ = 2 asin(0.13/2/0.65) = {half:.4f} rad, from {enter:.4f} to {leave:.4f} s.

Tolerance: positions are those of the keys; events a step early or two and a half late.""",
        run={"verb": "simulate", "seconds": t, "gravity": [0, 0, 0], "clip": "clip.vrma"},
        extra={"clip.vrma": dumps(tidy(Writer(clip, "latest").file())) + "\n"},
    )


def pushed_by_hand():
    t = 0.5
    scene = Scene()
    scene.animations.append([("Arm", "rotation", [0.0, 1.0], [[0.0, 0.0, 0.0, 1.0], v.turn([0, 1, 0], -1.0)])])
    scene.node("Arm", [0, 0, 0])
    scene.node(
        "Bat",
        [0.5, 0, 0],
        parent="Arm",
        motion={"isKinematic": True},
        collider={"shape": box(1.0, 0.1, 0.1), "material": {**ICE, "restitution": 0.0}},
    )
    scene.node(
        "Puck",
        [0.8, 0, 0.15],
        motion={"mass": 0.2},
        collider={"shape": sphere(0.05), "material": {**ICE, "restitution": 0.0}},
    )
    # In the axes of the bat, s along it and n across: the puck is met where n = 0.1 and stays there; without
    # friction s'' = w² s, w = 1.
    reach, ahead = math.hypot(0.8, 0.15), math.atan2(0.15, 0.8)
    met = ahead - math.asin(0.1 / reach)
    first, since = reach * math.cos(ahead - met), t - met
    s = first * math.cosh(since) + 0.1 * math.sinh(since)
    along, across = first * math.sinh(since) + 0.1 * math.cosh(since) - 0.1, s
    place = [s * math.cos(t) - 0.1 * math.sin(t), 0.0, s * math.sin(t) + 0.1 * math.cos(t)]
    speed = [along * math.cos(t) - across * math.sin(t), 0.0, along * math.sin(t) + across * math.cos(t)]
    case(
        "order",
        "what_an_animation_carries_pushes",
        "A kinematic body that an animation carries pushes with the speed of the animation",
        SECTION,
        ["motion.isKinematic"],
        scene,
        t,
        [at("Puck", place, 0.03), value("Puck", "linearVelocity", speed, 0.12)],
        f"""
The bat rotates about the origin at -1 rad/s about Y, from +X towards +Z; its front face is 0.05 m ahead of its axis,
and the puck's radius is 0.05. In the bat's axes, s along it and n across, the puck is met at n = 0.1: at {met:.4f}
rad and as many seconds, with s = {first:.4f}. From then on it is pushed without restitution, n = 0.1, and without
friction: s'' = w² s with w = 1 rad/s and s' = w n = 0.1 at first (the impact is along n alone):

    s = {first:.4f} cosh τ + 0.1 sinh τ, τ = {since:.4f} s: {s:.4f} m
    place [{place[0]:.4f}, 0, {place[2]:.4f}], velocity [{speed[0]:.4f}, 0, {speed[2]:.4f}] m/s after {t} s

Tolerance: the impact is rounded to a step, 0.8/60 = 0.013 m, and as much again for overlaps that are pushed out; 0.12
m/s. A bat that is set in place without speed leaves the puck slower or overlapping, one that is not carried leaves it
at 0.15.""",
        gravity=FREE,
    )


for write in (
    chain,
    same_step,
    animated_body,
    animated_static,
    animated_parent,
    nested,
    moving_parent,
    constrained_body,
    virtual_on_body,
    human,
    pushed_by_hand,
):
    write()
