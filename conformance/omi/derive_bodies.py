"""Cases of OMI_physics_body, OMI_collider and OMI_physics_shape: what they have of their own, in both revisions."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import DT, G, SLOP, Scene, at, box, case, rod, sphere, value

FREE = (0, 0, 0)
EARLY, LATE = ["omi-seed"], ["omi"]
STAY = {"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]}
BODY = "OMI_physics_body"


def typed(kind, **more):
    return {BODY: {"type": kind, **more}}


def early_types():
    t = 0.6
    fall = G * t * t / 2
    scene, expect = Scene(), []
    for n, kind in enumerate(("static", "kinematic", "character", "rigid", "vehicle")):
        name = kind.capitalize()
        scene.node(name, [2.0 * n, 5.0, 0.3], ext=typed(kind))
        scene.node(f"{name}Shape", [0, 0, 0], parent=name, collider={"shape": box(0.5, 0.5, 0.5)})
        falls = kind in ("rigid", "vehicle")
        expect.append(
            at(name, [2.0 * n, 5.0 - (fall if falls else 0.0), 0.3], G * t * DT / 2 * 1.05 if falls else 1e-3)
        )
    case(
        "omi",
        "the_early_types_of_bodies",
        "Rigid and vehicle bodies fall; static, kinematic and character ones stay",
        "Physics Body Types",
        [f"{BODY}/node.type"],
        scene,
        t,
        expect,
        f"""
A vehicle is rigid to an engine that knows no vehicles, and character as kinematic. After {t} s rigid and vehicle are
g t²/2 = {fall:.4f} m lower; nobody moves the others.

Tolerance: g·t·dt/2 = {G * t * DT / 2:.4f} m for first-order integrators.""",
        EARLY,
    )
    scene = Scene()
    for n, kind in enumerate(("static", "kinematic", "character")):
        name = kind.capitalize()
        scene.node(name, [2.0 * n, 0.0, 0.0], ext=typed(kind))
        scene.node(f"{name}Shape", [0.2, 0.1, 0], parent=name, collider={"shape": box(1.0, 0.2, 1.0)})
        scene.node(f"Ball{n}", [2.0 * n + 0.2, 0.5, 0.0], motion={"mass": 3.0}, collider={"shape": sphere(0.15)})
    case(
        "omi",
        "early_bodies_that_stay_are_solid",
        "Static, kinematic and character bodies are collided with and do not give way",
        "Physics Body Types",
        [f"{BODY}/node.type"],
        scene,
        1.0,
        [value(f"Ball{n}", "model.translation.y", 0.35, SLOP) for n in range(3)]
        + [at(k, [2.0 * n, 0, 0], 1e-3) for n, k in enumerate(("Static", "Kinematic", "Character"))],
        """
A ball of radius 0.15 falls on each of their colliders, whose top is at 0.1 + 0.1: it rests at 0.35, and the body
stays where it is.

Tolerance: 5 mm of contact slop.""",
        EARLY,
    )


def early_triggers():
    scene = Scene()
    scene.root["OMI_collider"] = {"colliders": [{"type": "box", "size": [1.0, 0.4, 1.0], "isTrigger": True}]}
    scene.node("Goal", [0.0, 0.0, 0.0], ext=typed("trigger"))
    scene.node("GoalShape", [0.0, 0.0, 0.0], parent="Goal", ext={"OMI_collider": {"collider": 0}})
    scene.node("Ball", [0.1, 1.5, 0.0], motion={"mass": 1.0}, ext={})
    scene.root["OMI_collider"]["colliders"].append({"type": "sphere", "radius": 0.2})
    scene.node("BallShape", [0, 0, 0], parent="Ball", ext={"OMI_collider": {"collider": 1}})
    enter = math.sqrt(2 * (1.5 - 0.4) / G)
    leave = math.sqrt(2 * (1.5 + 0.4) / G)
    t = 0.8
    case(
        "omi",
        "an_early_trigger_body_tells_and_does_not_push",
        "A trigger body lets a ball fall through and reports it",
        "Trigger",
        [f"{BODY}/node.type", "OMI_collider/colliders[].isTrigger"],
        scene,
        t,
        [
            {
                "is": "events",
                "value": [
                    {
                        "kind": "triggerEnter",
                        "a": "Goal",
                        "b": "BallShape",
                        "between": [enter - 2 * DT, enter + 3 * DT],
                    },
                    {"kind": "triggerExit", "a": "Goal", "b": "BallShape", "between": [leave - 2 * DT, leave + 3 * DT]},
                ],
            },
            value("Ball", "model.translation.y", 1.5 - G * t * t / 2, G * t * DT / 2 * 1.05),
        ],
        f"""
The ball of radius 0.2 touches the goal, whose top is at 0.2, when its centre is at 0.4: √(2·1.1/g) = {enter:.4f} s,
and leaves at -0.4: {leave:.4f} s. It is reported the trigger body's node and of the node of the collider. The fall
goes on.

Tolerance: overlaps are looked for once a step: two steps early, three late.""",
        EARLY,
    )
    scene = Scene()
    scene.root["OMI_collider"] = {
        "colliders": [
            {"type": "box", "size": [1.0, 0.2, 1.0], "isTrigger": False},
            {"type": "box", "size": [1.0, 0.4, 1.0], "isTrigger": True},
            {"type": "sphere", "radius": 0.1},
        ]
    }
    scene.node("Mixed", [0.0, 0.0, 0.0], ext=typed("static"))
    scene.node("Solid", [0.0, -0.1, 0.0], parent="Mixed", ext={"OMI_collider": {"collider": 0}})
    scene.node("Soft", [0.0, 0.6, 0.0], parent="Mixed", ext={"OMI_collider": {"collider": 1}})
    scene.node("Ball", [0.1, 1.2, 0.0], motion={"mass": 1.0})
    scene.node("BallShape", parent="Ball", ext={"OMI_collider": {"collider": 2}})
    case(
        "omi",
        "each_early_collider_says_whether_it_is_a_trigger",
        "isTrigger counts for each collider, whatever its body is",
        "Trigger",
        ["OMI_collider/colliders[].isTrigger"],
        scene,
        1.5,
        [value("Ball", "model.translation.y", 0.1, SLOP)],
        """
What a collider says of itself counts, whatever the type of its body. The static body has a solid collider with its
top at 0 and a trigger between 0.4 and 0.8: the ball falls through the trigger and rests on the solid one, at 0.1.

Tolerance: 5 mm of contact slop.""",
        EARLY,
    )


def early_inertia():
    tensor = [[0.6, 0.12, -0.08], [0.12, 0.9, 0.15], [-0.08, 0.15, 0.7]]
    spin, own = [0.3, -0.2, 0.4], v.turn([1, 2, -1], 0.9)
    twist = v.rotate(own, v.apply(tensor, spin))
    scene = Scene()
    scene.node(
        "Stone", [0.4, 0.2, -0.3], own, ext=typed("rigid", mass=2.0, inertiaTensor=[x for row in tensor for x in row])
    )
    scene.node("StoneShape", parent="Stone", collider={"shape": sphere(0.3)})
    off = v.dot(spin, spin) * DT * 1.6
    case(
        "omi",
        "an_early_inertia_tensor_has_couplings",
        "inertiaTensor is a whole symmetric matrix about the body's axes",
        "Inertia Tensor",
        [f"{BODY}/node.inertiaTensor"],
        scene,
        DT,
        [value("Stone", "angularVelocity", v.rotate(own, spin), off)],
        f"""
The angular impulse R I w with w = {spin} gives the angular velocity R w:

    I w = {[round(x, 4) for x in v.apply(tensor, spin)]} in the body's axes

Without the couplings the first component alone would be {v.apply(tensor, spin)[0] / 0.6:.3f} instead of {spin[0]}.
(The text allows engines to discard them; those fail here.)

Tolerance: the gyroscopic term of one step, {off:.4f} rad/s.""",
        EARLY,
        gravity=FREE,
        actions=[{"time": 0, "node": "Stone", "angularImpulse": [round(x, 7) for x in twist]}],
    )


def masses():
    for dialects, extension in ((EARLY, {BODY: {"type": "rigid"}}), (LATE, {BODY: {"motion": {"type": "dynamic"}}})):
        scene = Scene()
        scene.node("Puck", [0, 0, 0], ext=extension)
        scene.node("PuckShape", parent="Puck", collider={"shape": box(0.5, 0.5, 0.5)})
        which = "early" if dialects == EARLY else "later"
        shows = [f"{BODY}/node.mass"] if dialects == EARLY else [f"{BODY}/node.motion.mass"]
        case(
            "omi",
            f"the_{which}_mass_is_1_kg_where_not_given",
            "A body without mass has 1 kg, whatever its volume",
            "Mass",
            shows,
            scene,
            0.5,
            [value("Puck", "linearVelocity", [0.4, -0.3, 0.9], 1e-3)],
            """
The default is 1 kg. J = [0.4, -0.3, 0.9] N·s gives as many m/s. (By its volume of 0.125 m³ it would hardly move.)

Tolerance: rounding.""",
            dialects,
            gravity=FREE,
            actions=[{"time": 0, "node": "Puck", "impulse": [0.4, -0.3, 0.9]}],
        )


def direct_children():
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Body", [0, 1.0, 0], ext=typed("rigid", mass=2.0, inertiaTensor=[1e4, 0, 0, 0, 1e4, 0, 0, 0, 1e4]))
    scene.node("Near", [0, 0, 0], parent="Body", collider={"shape": sphere(0.2)})
    scene.node("Between", [1.2, 0, 0], parent="Body")
    scene.node("Deep", [0, -0.4, 0], parent="Between", collider={"shape": sphere(0.2)})
    case(
        "omi",
        "an_early_collider_belongs_to_the_body_right_above",
        "Colliders further down are not the body's",
        "Overview",
        ["OMI_collider/node.collider"],
        scene,
        1.5,
        [value("Body", "model.translation.y", 0.2, SLOP)],
        """
Only direct children of a body are its colliders. The direct child is a ball of 0.2, and the body rests on it at 0.2;
the other one, two nodes down, reaches 0.6 below the body's node and does not carry it.

Tolerance: 5 mm of contact slop.""",
        EARLY,
    )


def defaults():
    lie = v.turn([0, 0, 1], math.pi / 2)
    for dialects, name, text, pill in (
        (
            EARLY,
            "the_early_defaults_of_shapes",
            (
                "OMI_collider: box [1, 1, 1], sphere 0.5, capsule and cylinder of radius 0.5 and height 2, from end to"
                " end."
            ),
            1.0,
        ),
        (
            LATE,
            "the_later_defaults_of_shapes",
            (
                "OMI_physics_shape: box [1, 1, 1], sphere 0.5, capsule of radii 0.5 and a height of 1 between the"
                " centres, cylinder of radii 0.5 and height 2."
            ),
            1.0,
        ),
    ):
        scene, expect = Scene(), []
        kinds = [
            ("sphere", 0.5, None),
            ("box", 0.5, None),
            ("capsule", pill, None),
            ("capsule", 0.5, lie),
            ("cylinder", 1.0, None),
            ("cylinder", 0.5, lie),
        ]
        for n, (kind, height, turn) in enumerate(kinds):
            scene.node(f"Shape{n}", [3.0 * n, 0, 0], turn, collider={"shape": {"type": kind}})
            scene.node(
                f"Plate{n}",
                [3.0 * n, height + 0.05 + 0.06, 0],
                motion=dict(STAY),
                collider={"shape": box(0.3, 0.1, 0.3)},
            )
            expect.append(value(f"Plate{n}", "model.translation.y", height + 0.05, SLOP))
        home = "OMI_collider/colliders[]" if dialects == EARLY else "OMI_physics_shape/shapes[]"
        shows = (
            [f"{home}.{x}" for x in ("type", "size", "radius", "height")]
            if dialects == EARLY
            else [
                f"{home}.{x}"
                for x in (
                    "type",
                    "box.size",
                    "sphere.radius",
                    "capsule.height",
                    "capsule.radiusTop",
                    "capsule.radiusBottom",
                    "cylinder.height",
                    "cylinder.radiusTop",
                    "cylinder.radiusBottom",
                )
            ]
        )
        case(
            "omi",
            name,
            "Shapes without numbers have the defaults of the text",
            "Property Summary",
            shows,
            scene,
            1.0,
            expect,
            f"""
{text} Plates, of which 0.05 m are half the thickness, rest on the sphere and the box at 0.5, on the standing capsule
and cylinder at 1 and on the lying ones at 0.5.

Tolerance: 5 mm of contact slop.""",
            dialects,
            extension="OMI_collider" if dialects == EARLY else "OMI_physics_shape",
        )


def later_types():
    t = 0.6
    fall = G * t * t / 2
    scene, expect = Scene(), []
    for n, kind in enumerate(("static", "kinematic", "dynamic")):
        name = kind.capitalize()
        scene.node(name, [2.0 * n, 5.0, 0.3], ext={BODY: {"motion": {"type": kind}}})
        scene.node(f"{name}Shape", [0, 0, 0], parent=name, collider={"shape": box(0.5, 0.5, 0.5)})
        expect.append(
            at(
                name,
                [2.0 * n, 5.0 - (fall if kind == "dynamic" else 0.0), 0.3],
                G * t * DT / 2 * 1.05 if kind == "dynamic" else 1e-3,
            )
        )
    case(
        "omi",
        "the_later_types_of_motion",
        "Dynamic bodies fall; static and kinematic ones stay",
        "Motion Types",
        [f"{BODY}/node.motion.type"],
        scene,
        t,
        expect,
        f"""
After {t} s the dynamic one is g t²/2 = {fall:.4f} m lower; nobody moves the others.

Tolerance: g·t·dt/2 = {G * t * DT / 2:.4f} m for first-order integrators.""",
        LATE,
    )


def later_centre():
    scene = Scene()
    scene.node("Body", [0.3, 0.2, 0.1], ext={BODY: {"motion": {"type": "dynamic", "mass": 2.0}}})
    scene.node("Side", [0.8, 0.0, 0.0], parent="Body", collider={"shape": box(0.4, 0.4, 0.4)})
    case(
        "omi",
        "the_later_centre_of_mass_is_zero_where_not_given",
        "Without centerOfMass it is the node's origin, wherever the colliders are",
        "Center of Mass",
        [f"{BODY}/node.motion.centerOfMass"],
        scene,
        0.5,
        [value("Body", "angularVelocity", [0, 0, 0], 1e-3), at("Body", [0.3 + 0.5 * 0.5, 0.2 + 1.5 * 0.5, 0.1], 2e-3)],
        """
The default is zero. The collider is 0.8 m off; an impulse [1, 3, 0] through the node's origin does not rotate the body,
and moves it by J/m = [0.5, 1.5, 0] m/s for 0.5 s.

Tolerance: rounding.""",
        LATE,
        gravity=FREE,
        actions=[{"time": 0, "node": "Body", "impulse": [1, 3, 0], "point": [0.3, 0.2, 0.1]}],
    )
    mass, size, spin = 3.0, [0.8, 0.5, 0.3], [0.3, -0.25, 0.2]
    inertia = [
        mass * (size[1] ** 2 + size[2] ** 2) / 12,
        mass * (size[0] ** 2 + size[2] ** 2) / 12,
        mass * (size[0] ** 2 + size[1] ** 2) / 12,
    ]
    scene = Scene()
    scene.node(
        "Body",
        [0, 0, 0],
        ext={
            BODY: {
                "motion": {
                    "type": "dynamic",
                    "mass": mass,
                    "inertiaDiagonal": [0.0, 0.0, 0.0],
                    "inertiaOrientation": [0.0, 0.0, 0.0, 1.0],
                }
            }
        },
    )
    scene.node("Shape", parent="Body", collider={"shape": box(*size)})
    off = v.dot(spin, spin) * DT * max(inertia) / min(inertia)
    case(
        "omi",
        "a_later_inertia_of_zero_is_that_of_the_shapes",
        "inertiaDiagonal of zeros is computed from the shapes",
        "Inertia Diagonal",
        [f"{BODY}/node.motion.inertiaDiagonal", f"{BODY}/node.motion.inertiaOrientation"],
        scene,
        DT,
        [value("Body", "angularVelocity", spin, off)],
        f"""
Zeros leave the inertia to the engine: that of a cuboid of 3 kg, m (b² + c²)/12 = {[round(x, 4) for x in inertia]}.
(In KHR_physics_rigid_bodies zeros are infinite.) The angular impulse I w gives w = {spin}.

Tolerance: the gyroscopic term of one step, {off:.4f} rad/s.""",
        LATE,
        gravity=FREE,
        actions=[{"time": 0, "node": "Body", "angularImpulse": [round(inertia[i] * spin[i], 7) for i in range(3)]}],
    )


def later_materials():
    t = 0.32
    scene = Scene()
    scene.node(
        "Wall",
        [0.0, 5.0, 0],
        collider={"shape": box(0.4, 1.0, 1.0), "material": {"restitution": 0.5, "restitutionCombine": "maximum"}},
    )
    scene.node(
        "Ball",
        [-0.8, 5.0, 0],
        motion={"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [2.0, 0, 0]},
        collider={"shape": sphere(0.2), "material": {"restitution": 0.9}},
    )
    scene.node(
        "Floor",
        [0.0, -0.5, 0],
        collider={
            "shape": box(8.0, 1.0, 1.0),
            "material": {"dynamicFriction": 0.6, "staticFriction": 0.6, "frictionCombine": "multiply"},
        },
    )
    scene.node(
        "Brick",
        [-1.0, 0.1, 0],
        motion={**STAY, "linearVelocity": [2.0, 0, 0]},
        collider={"shape": box(0.4, 0.2, 0.3), "material": {"dynamicFriction": 0.2, "staticFriction": 0.2}},
    )
    slide = 2.0 - 0.4 * G * t
    case(
        "omi",
        "a_later_material_without_policy_asks_for_the_average",
        "Combine policies are average where not given, which decides over all others",
        "Physics Material Properties",
        [f"{BODY}/physicsMaterials[].frictionCombine", f"{BODY}/physicsMaterials[].restitutionCombine"],
        scene,
        t,
        [value("Ball", "linearVelocity.x", -1.4, 0.1), value("Brick", "linearVelocity.x", slide, 0.08)],
        f"""
Restitutions 0.9 (no policy, so average) and 0.5 (maximum): average decides, 0.7, and the ball leaves at -1.4 m/s (as
the maximum it would be -1.8). Frictions 0.2 (average) and 0.6 (multiply): 0.4, and the brick slows to {slide:.4f} m/s
in {t} s (multiplied, it would have {2 - 0.12 * G * t:.3f}).

Tolerance: 0.1 and 0.08 m/s, for impacts and the first contact in fixed steps.""",
        LATE,
    )


def later_filters():
    scene = Scene()
    ground = {"collisionSystems": ["ground"], "collideWithSystems": []}
    for n, (name, mine) in enumerate(
        (
            ("Member", {"collisionSystems": ["ball"]}),
            ("Stranger", None),
            ("Open", {"collisionSystems": ["ball"], "notCollideWithSystems": []}),
        )
    ):
        scene.node(f"Floor{n}", [2.0 * n, 0, 0], collider={"shape": box(1, 0.4, 1), "filter": ground})
        scene.node(
            name,
            [2.0 * n, 0.5, 0],
            motion={"mass": 1.0},
            collider={"shape": sphere(0.2), **({"filter": mine} if mine else {})},
        )
    case(
        "omi",
        "a_later_empty_list_keeps_nothing_out",
        "An empty collideWithSystems is none at all",
        "Collision Filter Properties",
        [f"{BODY}/collisionFilters[].collideWithSystems", f"{BODY}/collisionFilters[].notCollideWithSystems"],
        scene,
        1.0,
        [value(n, "model.translation.y", 0.4, SLOP) for n in ("Member", "Stranger", "Open")],
        """
A list that is not given is empty, and only one that is not empty keeps anything out. Empty lists are the defaults,
and everything meets: the balls rest on their floors at 0.2 + 0.2.

Tolerance: 5 mm of contact slop.""",
        LATE,
    )


def later_parts():
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Body", [0, 0.8, 0], motion=dict(STAY))
    scene.node("Between", [0.3, 0, 0], v.turn([0, 0, 1], math.pi / 2), parent="Body")
    scene.node("Leg", [-0.2, 0, 0], parent="Between", collider={"shape": rod("capsule", 0.3, 0.1)})
    case(
        "omi",
        "a_later_collider_belongs_to_the_nearest_motion_above",
        "Colliders at any depth belong to the nearest motion above them",
        "Motion",
        [f"{BODY}/node.collider.shape"],
        scene,
        1.2,
        [value("Body", "model.translation.y", 0.3, SLOP)],
        """
What is below a motion is part of that body, at any depth. Two nodes down, rotated by 90° about Z, the leg's node is at
[0.3, -0.2] of the body and the capsule lies along X: it reaches 0.2 + 0.1 below the body's node, which rests at 0.3.

Tolerance: 5 mm of contact slop.""",
        LATE,
    )
    scene = Scene()
    scene.node("Bottom", [0.0, 0.0, 0.0], ext={BODY: {"collider": {"shape": 0}}})
    scene.root["OMI_physics_shape"] = {
        "shapes": [{"type": "box", "box": {"size": [1.0, 0.4, 1.0]}}, {"type": "capsule", "radius": 0.2, "height": 0.9}]
    }
    scene.node("Plate", [0.0, 0.95, 0.0], ext={BODY: {"motion": {"type": "dynamic", **STAY}, "collider": {"shape": 1}}})
    case(
        "omi",
        "a_later_capsule_with_one_radius_counts_from_end_to_end",
        "A capsule with a single radius has its height from end to end, as before",
        "Capsule",
        ["OMI_physics_shape/shapes[].capsule.height"],
        scene,
        1.0,
        [value("Plate", "model.translation.y", 0.2 + 0.45, SLOP)],
        """
Before September 2024 OMI_physics_shape gave a capsule one `radius`, beside its `type`, and a `height` from end to
end; files of the last revision still carry it. A height of 0.9 reaches 0.45 below the node: on the box, whose top is
at 0.2, it rests at 0.65 (as a height between the centres it would be at 0.85).

Tolerance: 5 mm of contact slop.""",
        LATE,
        extension="OMI_physics_shape",
    )


for write in (
    early_types,
    early_triggers,
    early_inertia,
    masses,
    direct_children,
    defaults,
    later_types,
    later_centre,
    later_materials,
    later_filters,
    later_parts,
):
    write()
