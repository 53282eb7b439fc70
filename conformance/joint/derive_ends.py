"""Cases of what joints connect: frames, kinematic and fixed ends, shared descriptions, collisions between what is joined."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, KHR, Scene, at, box, case, sphere, turned, value
from rig import LOCK_ANGLES, LOCK_PLACE

SECTION = "Joints"
WELD = {"limits": [LOCK_PLACE, LOCK_ANGLES]}
HEAVY = {"mass": 2.0, "inertiaDiagonal": [0.4, 0.4, 0.4]}
ICE = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}


def carried():
    """A body welded to a kinematic one that moves and rotates."""
    t = 1.2
    turn, spin, speed = v.turn([0, 0, 1], 0.4), [0.0, 0.7, 0.0], [0.3, 0.0, -0.2]
    scene = Scene([WELD])
    scene.node(
        "Truck", [0.5, 1.0, 0.2], turn, motion={"isKinematic": True, "linearVelocity": speed, "angularVelocity": spin}
    )
    hook, hook_turn = [0.6, 0.1, -0.2], v.turn([1, 0, 0], 0.5)
    eye, eye_turn = [-0.2, 0.3, 0.1], v.turn([0, 1, 1], 0.8)
    load_turn = v.qmul(turn, hook_turn, v.inverse(eye_turn))
    load = v.sub(v.add([0.5, 1.0, 0.2], v.rotate(turn, hook)), v.rotate(load_turn, eye))
    scene.node("Arm", [0.4, 0.1, 0.0], hook_turn, parent="Truck")
    scene.node("Hook", v.rotate(v.inverse(hook_turn), [0.2, 0.0, -0.2]), parent="Arm", joint={"to": "Eye"})
    scene.node("Load", load, load_turn, motion=dict(HEAVY))
    scene.node("Eye", eye, eye_turn, parent="Load")
    world_spin = v.rotate(turn, spin)
    roll = v.turn_by(v.mul(world_spin, t))
    move = v.mul(v.rotate(turn, speed), t)
    end = v.add([0.5, 1.0, 0.2], move, v.rotate(roll, v.sub(load, [0.5, 1.0, 0.2])))
    case(
        "joint",
        "a_kinematic_body_carries_what_is_welded_to_it",
        "Frames far below two bodies hold them together, and a kinematic one leads",
        SECTION,
        ["joint.connectedNode", "joint.joint", "motion.isKinematic"],
        scene,
        t,
        [at("Load", end, 0.03), turned("Load", v.qmul(roll, load_turn), 0.04)],
        f"""
A frame is where its node is, seen from the nearest body above it: the hook is two nodes below the truck, the eye one
below the load. Both frames start together, and nothing may move between them, so that the load follows the truck:
moved by R v t and rotated by R w t about the truck's place.

    load at [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}] after {t} s

Tolerance: 3 cm and 0.04 rad: the load starts at rest and is pulled along by hard limits.""",
        KHR,
        gravity=(0, 0, 0),
    )


def shared():
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [0, 2], "min": 0, "max": 0},
                    {"linearAxes": [1], "min": -0.3, "max": 0.1},
                ]
            },
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [0, 2], "min": 0, "max": 0},
                    {"linearAxes": [1], "min": -0.6, "max": 0.1},
                ]
            },
        ]
    )
    expect = []
    for n, (name, joint, drop) in enumerate((("First", 0, 0.3), ("Second", 1, 0.6), ("Third", 0, 0.3))):
        scene.node(f"{name}Rail", [1.5 * n, 2.0, 0], static=True, joint={"to": name, "joint": joint})
        scene.node(name, [1.5 * n, 2.0, 0], motion={**HEAVY, "mass": 1.0 + n})
        expect.append(at(name, [1.5 * n, 2.0 - drop, 0], 0.01))
    case(
        "joint",
        "joints_share_descriptions",
        "Several joints may use one description, each by its index",
        SECTION,
        ["joint.joint"],
        scene,
        1.5,
        expect,
        """
The first and the third joint use description 0, with a lower end of -0.3 along Y, the second one description 1, with
-0.6. Under gravity the bodies hang that far below their rails at 2 m.

Tolerance: 1 cm for the give of hard limits.""",
        ALL,
    )


def same_node():
    scene = Scene([{"limits": [LOCK_ANGLES, {"linearAxes": [0, 1, 2], "max": 0.7}]}])
    scene.node("Beam", [0.4, 3.0, -0.2], static=True, collider={"shape": box(0.1, 0.1, 0.1)})
    scene.node("Lamp", [0.4, 2.6, -0.2], motion=dict(HEAVY), collider={"shape": sphere(0.1)}, joint={"to": "Beam"})
    case(
        "joint",
        "a_joint_may_stand_on_the_bodys_own_node",
        "The body's own node may be the joint's, and a static collider's node the other",
        SECTION,
        ["joint.connectedNode"],
        scene,
        1.5,
        [at("Lamp", [0.4, 2.3, -0.2], 0.01)],
        """
The lamp's node is frame a, the beam's frame b. They may be 0.7 m apart: the lamp hangs at 3 - 0.7.

Tolerance: 1 cm for the give of the hard limit.""",
        KHR,
    )


def collisions():
    for enabled in (None, False, True):
        scene = Scene(
            [
                {
                    "limits": [
                        LOCK_ANGLES,
                        {"linearAxes": [1, 2], "min": 0, "max": 0},
                        {"linearAxes": [0], "min": 0.1, "max": 2.0},
                    ]
                }
            ]
        )
        more = {} if enabled is None else {"enableCollision": enabled}
        scene.node(
            "Left", [-0.7, 0, 0], motion={"isKinematic": True}, collider={"shape": box(0.4, 0.4, 0.4), "material": ICE}
        )
        scene.node("LeftEnd", [0, 0, 0], parent="Left", joint={"to": "Right", **more})
        scene.node("Right", [0.3, 0, 0], motion=dict(HEAVY), collider={"shape": box(0.6, 0.3, 0.3), "material": ICE})
        gap = 0.5 if enabled else 0.1
        name = {
            None: "what_is_joined_does_not_collide",
            False: "enable_collision_false_is_the_default",
            True: "enable_collision_lets_what_is_joined_collide",
        }[enabled]
        title = {
            None: "Joined bodies do not collide where nothing is said",
            False: "enableCollision false: joined bodies do not collide",
            True: "enableCollision true: joined bodies collide",
        }[enabled]
        case(
            "joint",
            name,
            title,
            SECTION,
            ["joint.enableCollision"],
            scene,
            2.0,
            [value("Right", "model.translation.x", -0.7 + gap, 0.012)],
            f"""
Two boxes on a common rail along X: the left one is kinematic and stays, the right one is pulled against it by 5 m/s².
They may be 0.1 to 2 m apart, and their faces meet at 0.2 + 0.3 = 0.5.
{'They collide, and rest at 0.5' if enabled else 'They do not collide, and the limit holds them 0.1'} m apart: the
right one at {-0.7 + gap:.1f}.

Tolerance: 1.2 cm, for 5 mm of slop or the give of a hard limit.""",
            ALL,
            gravity=[-5.0, 0.0, 0.0],
        )


def rod():
    """A bead on a rod that is swung round: s'' = w² s."""
    t, w, start = 0.9, 1.3, 0.4
    turn = v.turn([1, 0, 0.3], 0.5)
    scene = Scene(
        [{"limits": [LOCK_ANGLES, {"linearAxes": [1], "min": 0, "max": 0}, {"linearAxes": [2], "min": 0, "max": 0}]}]
    )
    scene.node("Hub", [0.2, 1.0, -0.1], turn, motion={"isKinematic": True, "angularVelocity": [0, w, 0]})
    scene.node("Rod", [0, 0, 0], parent="Hub", joint={"to": "Bead"})
    speed = v.rotate(turn, v.cross([0, w, 0], [start, 0, 0]))
    place = v.add([0.2, 1.0, -0.1], v.rotate(turn, [start, 0, 0]))
    # Velocities are in node space: the bead's node is rotated like the hub's.
    scene.node(
        "Bead",
        place,
        turn,
        motion={
            "mass": 0.5,
            "inertiaDiagonal": [0.05] * 3,
            "linearVelocity": v.rotate(v.inverse(turn), speed),
            "angularVelocity": [0, w, 0],
        },
    )
    s, out = start * math.cosh(w * t), start * w * math.sinh(w * t)
    roll = v.qmul(turn, v.turn([0, 1, 0], w * t))
    case(
        "joint",
        "a_bead_slides_out_on_a_rod_that_is_swung",
        "A slider on a rotating body feels its rotating",
        SECTION,
        ["limit.linearAxes", "joint.connectedNode", "motion.isKinematic"],
        scene,
        t,
        [
            at("Bead", v.add([0.2, 1.0, -0.1], v.rotate(roll, [s, 0, 0])), 0.03),
            value("Bead", "linearVelocity", v.rotate(roll, v.add([out, 0, 0], v.cross([0, w, 0], [s, 0, 0]))), 0.06),
            turned("Bead", roll, 0.03),
        ],
        f"""
The rod is X of a kinematic hub that rotates at {w} rad/s about its Y; the bead is held on it, rotated like it, and free
along it. No force acts along the rod: s'' = w² s, and from {start} m at rest on the rod s = {start} cosh wt = {s:.4f}
m, s' = {out:.4f} m/s after {t} s.

Tolerance: first order: 2.5 steps of w in angle would be 0.05 rad; 3 cm and 0.06 m/s are 4 % of the way and of the
speed.""",
        KHR,
        gravity=(0, 0, 0),
    )


def chain():
    """Three links hang on each other."""
    scene = Scene([{"limits": [LOCK_PLACE]}])
    scene.node("Nail", [0.2, 3.0, 0.1], static=True)
    above, expect = "Nail", []
    for n in range(3):
        y = 3.0 - 0.25 - 0.5 * n
        scene.node(f"Link{n}", [0.2, y, 0.1], motion={"mass": 1.0 + n, "inertiaDiagonal": [0.05] * 3})
        scene.node(f"Top{n}", [0, 0.25, 0], parent=f"Link{n}", joint={"to": above})
        scene.node(f"End{n}", [0, -0.25, 0], parent=f"Link{n}")
        above = f"End{n}"
        expect.append(at(f"Link{n}", [0.2, y, 0.1], 0.01))
    case(
        "joint",
        "a_chain_hangs",
        "Pins hold a chain under its own weight",
        SECTION,
        ["joint.connectedNode", "limit.linearAxes"],
        scene,
        2.0,
        expect,
        """
Three links of 0.5 m, 1, 2 and 3 kg, hang straight down from a nail: in balance from the start, they stay. The upper
pin holds 6 g.

Tolerance: 1 cm for the give of hard limits.""",
        ALL,
    )


def universal():
    """One angular axis held, the other two free."""
    scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [0], "min": 0, "max": 0}]}])
    # The second post is rotated by 90° about Y, so that its X is along the world's -Z.
    for n, (name, turn) in enumerate((("Free", None), ("Held", v.turn([0, 1, 0], math.pi / 2)))):
        scene.node(f"{name}Post", [2.0 * n, 2.0, 0], turn, static=True, joint={"to": f"{name}Top"})
        scene.node(name, [2.0 * n, 1.5, 0], turn, motion={"mass": 1.0, "inertiaDiagonal": [0.1] * 3})
        scene.node(f"{name}Top", [0, 0.5, 0], parent=name)
    angle = angle_after(0.4)
    case(
        "joint",
        "one_angular_axis_holds_and_the_others_are_free",
        "A limit of one angular axis leaves the others free",
        SECTION,
        ["limit.angularAxes"],
        scene,
        0.4,
        [
            turned("Free", v.turn([0, 0, 1], angle), 0.02),
            at("Held", [2.0, 1.5, 0.0], 0.01),
            turned("Held", v.turn([0, 1, 0], math.pi / 2), 0.02),
        ],
        f"""
Pins with no twist about X. Gravity of 4 m/s² along the world's X rotates both bobs, which hang 0.5 m below, about the
world's Z. For the first that is its own Z, which is free: (I + m a²) θ'' = m g a cos θ with I = 0.1, m = 1, a = 0.5,
integrated in steps of 1e-5 s: {angle:.4f} rad after 0.4 s. The second post is rotated by 90° about Y: the world's Z is
its -X, and the bob is held.

Tolerance: 0.02 rad and 1 cm; first order in dt is {4 * 0.5 / 0.35 * 0.4 / 60 / 2:.4f} rad.""",
        ALL,
        gravity=[4.0, 0.0, 0.0],
    )


def angle_after(t):
    angle, speed, dt = 0.0, 0.0, 1e-5
    for _ in range(round(t / dt)):
        speed += 1.0 * 4.0 * 0.5 * math.cos(angle) / (0.1 + 0.25) * dt
        angle += speed * dt
    return angle


for write in (carried, shared, same_node, collisions, rod, chain, universal):
    write()
