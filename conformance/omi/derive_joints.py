"""Cases of OMI_physics_joint: the constraints of its first stage, and what its later revision has of its own.

In stage 1 a joint is a node of its own that names two bodies. Both frames are where that node rests: frame a on
nodeA, frame b on nodeB.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import DT, Scene, at, case, sphere, turned, value

BODY, JOINT = "OMI_physics_body", "OMI_physics_joint"
TURN = v.turn([1.0, -2.0, 0.7], 0.8)
PLACE = [0.6, 1.4, -0.5]
AXES = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
MASS, INERTIA = 2.0, 0.5
FIX_PLACE, FIX_ANGLES = {"linearAxes": [0, 1, 2]}, {"angularAxes": [0, 1, 2]}
WHERE = """The joint's node is at {p}, rotated; both frames are there at rest. nodeA is a static body, nodeB a rigid one. Numbers are of b seen from a, along the joint's axes."""
WHERE = WHERE.format(p=PLACE)
HOLD = "Tolerance: 1 cm and 0.02 rad, for hard limits that solvers let give way a little under load."
WORDS = [f"{JOINT}/constraints[].{x}" for x in ("linearAxes", "angularAxes", "lowerLimit", "upperLimit")]


def world(vector):
    return v.rotate(TURN, vector)


def rigid(scene, name, place, turn=None, mass=MASS, inertia=INERTIA):
    scene.node(
        name,
        place,
        turn,
        ext={BODY: {"type": "rigid", "mass": mass, "inertiaTensor": [inertia, 0, 0, 0, inertia, 0, 0, 0, inertia]}},
    )
    scene.node(f"{name}Shape", parent=name, collider={"shape": sphere(0.05)})


def hang(constraints, arm=(0.0, 0.0, 0.0), use=None, swapped=False):
    """A rigid body whose centre is off the joint by `arm` (along the joint's axes), and a static one."""
    scene = Scene()
    scene.root[JOINT] = {"constraints": constraints}
    own = v.turn([0.2, 1.0, -0.5], 0.6)
    scene.node("Wall", v.add(PLACE, [0.0, 0.9, 0.4]), v.turn([0, 1, 0], 0.3), ext={BODY: {"type": "static"}})
    rigid(scene, "Body", v.add(PLACE, world(arm)), own)
    ends = ("@Body", "@Wall") if swapped else ("@Wall", "@Body")
    scene.node(
        "Joint",
        PLACE,
        TURN,
        ext={JOINT: {"constraints": use or list(range(len(constraints))), "nodeA": ends[0], "nodeB": ends[1]}},
    )
    return scene, own


def pose(own, place=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0, 1.0), arm=(0.0, 0.0, 0.0)):
    """Where the body is when frame b is at `place` and rotated by `turn`, seen from a."""
    at_joint = v.add(PLACE, world(place))
    roll = v.qmul(TURN, list(turn), v.inverse(TURN))
    return v.add(at_joint, v.rotate(roll, world(arm))), v.qmul(roll, own)


def rests(
    name,
    title,
    constraints,
    push,
    text,
    place=(0.0, 0.0, 0.0),
    turn=(0.0, 0.0, 0.0, 1.0),
    arm=(0.0, 0.0, 0.0),
    use=None,
    swapped=False,
    shows=(),
    seconds=3.0,
    tolerance=(0.01, 0.02),
    section="Joint Constraint Property Summary",
):
    scene, own = hang(constraints, arm, use, swapped)
    end, rotation = pose(own, place, turn, arm)
    case(
        "omi",
        name,
        title,
        section,
        WORDS + list(shows),
        scene,
        seconds,
        [at("Body", end, tolerance[0]), turned("Body", rotation, tolerance[1])],
        f"""
{WHERE} Gravity is {[round(x, 3) for x in push]} along the joint's axes.

{text}

    the body at [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}]

{HOLD}""",
        ["omi-seed"],
        JOINT,
        gravity=[round(x, 6) for x in world(push)],
    )


def limits():
    rests(
        "early_axes_alone_are_fixed",
        "Limits are 0 where not given: axes that are named are fixed",
        [FIX_PLACE, FIX_ANGLES],
        [4.0, -6.0, 5.0],
        "Limits are 0 where not given, for both ends: all axes are fixed, a weld. The body stays,"
        " though its centre is off the joint.",
        arm=[0.4, 0.2, -0.3],
    )
    rests(
        "an_early_slider_has_signed_ends",
        "lowerLimit and upperLimit are signed distances of nodeB from nodeA",
        [FIX_ANGLES, {"linearAxes": [1, 2]}, {"linearAxes": [0], "lowerLimit": -0.2, "upperLimit": 0.35}],
        [5.0, -3.0, 2.0],
        "A slider along X: pushed along +X it stops at the upper end.",
        place=[0.35, 0, 0],
        arm=[0.2, 0.1, 0.3],
    )
    rests(
        "an_early_slider_pushed_back_stops_at_its_lower_end",
        "The lower end holds the other way",
        [FIX_ANGLES, {"linearAxes": [0, 1]}, {"linearAxes": [2], "lowerLimit": -0.2, "upperLimit": 0.35}],
        [1.0, -3.0, -5.0],
        "A slider along Z: pushed along -Z it stops at the lower end.",
        place=[0, 0, -0.2],
        arm=[0.2, 0.1, 0.3],
    )
    rests(
        "an_early_range_of_two_axes_is_a_box",
        "A range over several axes holds for each of them on its own",
        [FIX_ANGLES, {"linearAxes": [2]}, {"linearAxes": [0, 1], "lowerLimit": -0.3, "upperLimit": 0.2}],
        [4.0, -5.0, 1.0],
        '"The axes to constrain", each between the lower and the upper limit: the body goes into the corner, 0.2 along'
        " X and -0.3 along Y. (As a distance from a line, a range from -0.3 to 0.2 would end at 0.2 along the pull.)",
        place=[0.2, -0.3, 0.0],
        arm=[0.1, 0.3, 0.2],
    )
    rests(
        "an_early_range_of_three_axes_is_a_box",
        "A range over three axes is a box",
        [FIX_ANGLES, {"linearAxes": [0, 1, 2], "lowerLimit": -0.15, "upperLimit": 0.25}],
        [4.0, -5.0, 3.0],
        "Each axis on its own: the corner [0.25, -0.15, 0.25].",
        place=[0.25, -0.15, 0.25],
        arm=[0.1, 0.3, 0.2],
    )
    rests(
        "early_limits_may_fix_a_value",
        "Equal ends fix an axis at that value",
        [FIX_ANGLES, {"linearAxes": [1, 2]}, {"linearAxes": [0], "lowerLimit": 0.15, "upperLimit": 0.15}],
        [-4.0, 1.0, 3.0],
        "Equal limits fix a value. The joint rests at 0, so that the body is pulled to 0.15.",
        place=[0.15, 0, 0],
        arm=[0.1, 0.3, 0.2],
        seconds=4.0,
    )
    rests(
        "an_early_joint_sees_node_b_from_node_a",
        "Exchanging nodeA and nodeB reverses the signs",
        [FIX_ANGLES, {"linearAxes": [1, 2]}, {"linearAxes": [0], "lowerLimit": -0.2, "upperLimit": 0.35}],
        [5.0, -3.0, 2.0],
        "nodeA is the rigid body here, and nodeB the static one. b - a is minus the body's way: pushed along +X, the"
        " body stops at 0.2, where b - a = -0.2.",
        place=[0.2, 0, 0],
        swapped=True,
        shows=[f"{JOINT}/node.nodeA", f"{JOINT}/node.nodeB"],
        section="Node A and Node B",
    )


def hinges():
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        name = "XYZ"[k]
        rests(
            f"an_early_hinge_about_{name.lower()}",
            f"A hinge about {name} rotates between its signed limits",
            [FIX_PLACE, {"angularAxes": [i, j]}, {"angularAxes": [k], "lowerLimit": -0.4, "upperLimit": 0.7}],
            v.add(v.mul(AXES[j], 6.0), v.mul(AXES[k], 3.0)),
            f"The centre of mass is 0.5 m along {'XYZ'[i]}; gravity along {'XYZ'[j]} (and some along {name}, which the"
            f" fixed axes take) rotates it from {'XYZ'[i]} towards {'XYZ'[j]}, positive about {name}, to the upper limit"
            " of 0.7 rad.",
            turn=v.turn(AXES[k], 0.7),
            arm=v.mul(AXES[i], 0.5),
        )
    rests(
        "an_early_hinge_turned_back",
        "A hinge rotated the other way stops at its lower limit",
        [FIX_PLACE, {"angularAxes": [0, 1]}, {"angularAxes": [2], "lowerLimit": -0.4, "upperLimit": 0.7}],
        [0.0, -6.0, 3.0],
        "The centre of mass is 0.5 m along X; gravity along -Y (and some along Z, which the fixed axes take) rotates it"
        " to -0.4 rad about Z.",
        turn=v.turn(AXES[2], -0.4),
        arm=[0.5, 0, 0],
    )


def overrides():
    fixed = {"linearAxes": [0, 1, 2], "angularAxes": [0, 1, 2]}
    free = {"linearAxes": [0], "lowerLimit": -0.2, "upperLimit": 0.3}
    rests(
        "of_early_constraints_the_later_one_counts",
        "Of constraints that overlap, the later one counts, axis by axis",
        [fixed, free],
        [5.0, -3.0, 2.0],
        "Where constraints of a joint overlap, the later one counts. All axes are fixed, then X gets a range: the body"
        " slides to 0.3, and everything else stays fixed.",
        place=[0.3, 0, 0],
        arm=[0.1, 0.2, 0.1],
        shows=[f"{JOINT}/node.constraints"],
        section="Constraints",
    )
    rests(
        "the_nodes_list_orders_early_constraints",
        "The order in the node's list decides, not that in the document's",
        [fixed, free],
        [5.0, -3.0, 2.0],
        "The node lists the range first and the fixed axes second: X is fixed as well.",
        place=[0, 0, 0],
        arm=[0.1, 0.2, 0.1],
        use=[1, 0],
        shows=[f"{JOINT}/node.constraints"],
        section="Constraints",
    )


def springs():
    rail = [FIX_ANGLES, {"linearAxes": [1, 2]}]
    shows = [f"{JOINT}/constraints[].stiffness", f"{JOINT}/constraints[].damping"]
    rests(
        "an_early_soft_limit_gives_by_force_over_stiffness",
        "A finite stiffness is a spring beyond the limit",
        rail + [{"linearAxes": [0], "lowerLimit": -0.3, "upperLimit": 0.1, "stiffness": 50.0, "damping": 20.0}],
        [5.0, 2.0, -1.0],
        "Along X 2 kg at 5 m/s² are 10 N; k (x - 0.1) = 10 with k = 50 N/m: x = 0.3. The other axes are fixed, and the"
        " centre of mass is off the joint.",
        place=[0.3, 0, 0],
        arm=[0.2, 0.1, -0.3],
        shows=shows,
        seconds=4.0,
        section="Stiffness",
    )
    # Damping of 1 where not given: an oscillation that dies away.
    mass, w, start = 0.5, 4.0, 0.3
    decay = 1.0 / (2 * mass)
    swing = math.sqrt(w * w - decay * decay)
    t = round(2 * math.pi / swing * 60) / 60
    x = start * math.exp(-decay * t) * (math.cos(swing * t) + decay / swing * math.sin(swing * t))
    scene = Scene()
    scene.root[JOINT] = {
        "constraints": [
            FIX_ANGLES,
            {"linearAxes": [1, 2]},
            {"linearAxes": [0], "lowerLimit": -start, "upperLimit": -start, "stiffness": mass * w * w},
        ]
    }
    scene.node("Wall", [0, 2.0, 0], ext={BODY: {"type": "static"}})
    rigid(scene, "Body", [0, 0.5, 0], mass=mass)
    scene.node("Joint", [0, 0.5, 0], ext={JOINT: {"constraints": [0, 1, 2], "nodeA": "@Wall", "nodeB": "@Body"}})
    case(
        "omi",
        "early_damping_is_1_where_not_given",
        "A soft limit has a damping of 1 where none is given",
        "Damping",
        shows,
        scene,
        t,
        [at("Body", [-start + x, 0.5, 0], 0.03)],
        f"""
A spring of {mass * w * w:g} N/m holds 0.5 kg at -{start} along X, and the body starts at 0. Damping is 1 where not
given: m x'' = -k x - 1·x', so x = {start} e^(-βt) (cos ω't + β/ω' sin ω't) about its target, with β = 1/(2m) =
{decay:g}, ω' = {swing:.4f}. After {t:.4f} s, one swing, {x:.4f} are left: {-start + x:.4f}. (Without damping it would
be at 0.)

Tolerance: 0.03 m: integrators of first order damp by exp(-ω² dt t/2) = {math.exp(-w * w * DT * t / 2):.2f} more.""",
        ["omi-seed"],
        JOINT,
        gravity=(0, 0, 0),
    )
    t = 0.5
    scene = Scene()
    scene.root[JOINT] = {
        "constraints": [
            FIX_ANGLES,
            {"linearAxes": [1, 2]},
            {"linearAxes": [0], "lowerLimit": -0.5, "upperLimit": 0.5, "stiffness": 400.0, "damping": 50.0},
        ]
    }
    scene.node("Wall", [0, 2.0, 0], ext={BODY: {"type": "static"}})
    rigid(scene, "Body", [0, 0.5, 0])
    scene.node("Joint", [0, 0.5, 0], ext={JOINT: {"constraints": [0, 1, 2], "nodeA": "@Wall", "nodeB": "@Body"}})
    case(
        "omi",
        "early_damping_is_for_beyond_the_limits",
        "Within the limits nothing is damped",
        "Damping",
        shows,
        scene,
        t,
        [at("Body", [0.3, 0.5, 0], 0.006), value("Body", "linearVelocity", [0.6, 0, 0], 0.02)],
        """
Damping is for what is beyond the limits alone. An impulse of 1.2 N·s gives 2 kg 0.6 m/s; after 0.5 s they are at 0.3,
within ±0.5, at the same speed.

Tolerance: 2 % of the way.""",
        ["omi-seed"],
        JOINT,
        gravity=(0, 0, 0),
        actions=[{"time": 0, "node": "Body", "impulse": [1.2, 0, 0]}],
    )


def pairs():
    """Two rigid bodies on a pin, and two that overlap."""
    m1, m2 = 1.0, 3.0
    scene = Scene()
    scene.root[JOINT] = {"constraints": [FIX_PLACE, FIX_ANGLES]}
    rigid(scene, "Left", [-0.3, 1.0, 0.1], mass=m1)
    rigid(scene, "Right", [0.5, 1.0, 0.1], mass=m2)
    scene.node(
        "Joint", [0.1, 1.2, 0.0], TURN, ext={JOINT: {"constraints": [0, 1], "nodeA": "@Left", "nodeB": "@Right"}}
    )
    push = [0.0, 0.0, 2.0]
    centre = (m1 * -0.3 + m2 * 0.5) / (m1 + m2)
    inertia = 2 * INERTIA + m1 * m2 / (m1 + m2) * 0.8**2
    twist = -(-0.3 - centre) * push[2]  # r x J about Y for r along X and J along Z is -r J
    t = 0.8
    angle = twist / inertia * t
    move = push[2] / (m1 + m2) * t
    roll = v.turn([0, 1, 0], angle)
    where = lambda x: v.add([centre, 1.0, 0.1 + move], v.rotate(roll, [x - centre, 0, 0]))
    case(
        "omi",
        "an_early_weld_of_two_rigid_bodies",
        "Two rigid bodies that are welded move as one",
        "Special Cases",
        [f"{JOINT}/node.nodeA", f"{JOINT}/node.nodeB"] + WORDS[:2],
        scene,
        t,
        [
            at("Left", where(-0.3), 0.03),
            at("Right", where(0.5), 0.03),
            turned("Left", roll, 0.04),
            turned("Right", roll, 0.04),
        ],
        f"""
1 and 3 kg, 0.8 m apart along X: common centre at {centre:.2f}, I = 2·{INERTIA} + µ·0.8² = {inertia:.3f} kg·m² about Y
with µ = 0.75. An impulse of 2 N·s along Z on the lighter one moves the whole by J/m = {push[2] / (m1 + m2)} m/s and
rotates it by r×J/I = {twist / inertia:.4f} rad/s about Y: {angle:.4f} rad after {t} s.

Tolerance: the impulse on one body is shared out by the solver over some steps: 3 cm and 0.04 rad.""",
        ["omi-seed"],
        JOINT,
        gravity=(0, 0, 0),
        actions=[{"time": 0, "node": "Left", "impulse": push}],
    )
    scene = Scene()
    scene.root[JOINT] = {
        "constraints": [FIX_ANGLES, {"linearAxes": [1, 2]}, {"linearAxes": [0], "lowerLimit": -0.9, "upperLimit": 0.5}]
    }
    scene.node("Post", [0, 1.0, 0], ext={BODY: {"type": "static"}})
    scene.node("PostShape", parent="Post", collider={"shape": sphere(0.3)})
    scene.node(
        "Body",
        [1.0, 1.0, 0],
        ext={BODY: {"type": "rigid", "mass": 2.0, "inertiaTensor": [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]}},
    )
    scene.node("BodyShape", parent="Body", collider={"shape": sphere(0.3)})
    scene.node("Joint", [1.0, 1.0, 0], ext={JOINT: {"constraints": [0, 1, 2], "nodeA": "@Post", "nodeB": "@Body"}})
    case(
        "omi",
        "early_bodies_that_are_joined_do_not_collide",
        "Bodies that are joined pass through each other",
        "Node A and Node B",
        [f"{JOINT}/node.nodeA"],
        scene,
        2.0,
        [at("Body", [0.1, 1.0, 0], 0.01)],
        """
What is joined does not collide. The body slides along X towards the post, pulled by 4 m/s², and is stopped by its
lower limit of -0.9, at 0.1, well inside of the post (their spheres of 0.3 would meet at 0.6).

Tolerance: 1 cm for the give of the limit.""",
        ["omi-seed"],
        JOINT,
        gravity=[-4.0, 0.0, 0.0],
    )


def later():
    scene = Scene([{"limits": [{"linearAxes": [0, 1, 2], "angularAxes": [0, 1, 2], "min": 0.0, "max": 0.0}]}])
    scene.node("Wall", [0, 2.0, 0], static=True)
    scene.node("Eye", [0.3, -0.5, 0.1], TURN, parent="Wall")
    own = v.turn([0, 1, 0], 0.4)
    end = [0.5, 1.3, 0.3]
    scene.node("Body", end, own, motion={"mass": 2.0, "inertiaDiagonal": [0.5] * 3})
    to_joint = v.rotate(v.inverse(own), v.sub([0.3, 1.5, 0.1], end))
    scene.node("Hook", to_joint, v.qmul(v.inverse(own), TURN), parent="Body", joint={"to": "Eye"})
    case(
        "omi",
        "a_later_limit_may_have_both_kinds_of_axes",
        "One limit may hold linear and angular axes: a weld",
        "Example: Fixed/Weld Joint",
        [f"{JOINT}/physicsJoints[].limits[].linearAxes", f"{JOINT}/physicsJoints[].limits[].angularAxes"],
        scene,
        2.0,
        [at("Body", end, 0.01), turned("Body", own, 0.02)],
        f"""
One limit that names all linear and all angular axes, with both ends at 0, is a weld. The body's centre is off the
joint, gravity pulls, and it stays where it is.

{HOLD}""",
        ["omi"],
        JOINT,
    )


for write in (limits, hinges, overrides, springs, pairs, later):
    write()
