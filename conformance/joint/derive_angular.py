"""Cases of angular limits: their metrics (appendix of the text) with their signs.

They are felt by a body that gravity rotates against them.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, Scene, at, case, turned
from rig import ANCHOR, AXES, FRAMES, LOCK_ANGLES, LOCK_PLACE, SOCKET_TURN, SOFT, TURN, hang, pose, world

SECTION = "Joints"
NAMES = "XYZ"
WHY = "Tolerance: 0.02 rad and 1 cm, for hard limits that solvers let give way a little under load."
SHOWS = ["limit.angularAxes", "limit.min", "limit.max"]


def arm(direction, length=0.5):
    """A socket this far from the body's centre: the centre is along a direction of frame b (and of a, unturned)."""
    return v.rotate(SOCKET_TURN, v.mul(direction, -length))


def hinge(k, low=None, high=None, **more):
    ends = {**({} if low is None else {"min": low}), **({} if high is None else {"max": high}), **more}
    return [
        LOCK_PLACE,
        {"angularAxes": [i for i in range(3) if i != k], "min": 0, "max": 0},
        {"angularAxes": [k], **ends},
    ]


def seen(name, angle_or_turn, socket, axis=None, anchor=ANCHOR, rad=0.02, m=0.01):
    turn = v.turn(axis, angle_or_turn) if axis else angle_or_turn
    place, rotation = pose([0, 0, 0], turn, anchor, socket)
    return [turned(name, rotation, rad), at(name, place, m)]


def hinges():
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        socket, far = arm(AXES[i]), v.add(ANCHOR, [4.0, 0.0, 0.0])
        scene = Scene([{"limits": hinge(k, -0.4, 0.7)}])
        hang(scene, "Up", socket=socket)
        hang(scene, "Down", socket=socket, anchor=far, motion={**SOFT, "gravityFactor": -1.0})
        push = world(v.add(v.mul(AXES[j], 6.0), v.mul(AXES[k], 3.0)))
        case(
            "joint",
            f"one_angular_axis_{NAMES[k].lower()}_is_a_signed_angle",
            f"A limit of one angular axis is the signed angle about {NAMES[k]}, of b from a",
            SECTION,
            SHOWS,
            scene,
            3.0,
            seen("Up", 0.7, socket, AXES[k]) + seen("Down", -0.4, socket, AXES[k], far),
            f"""
{FRAMES}

A hinge about {NAMES[k]}: points together, no rotation about {NAMES[i]} and {NAMES[j]}, and the twist of q_a* q_b about
{NAMES[k]} within (-0.4, 0.7). The centre of mass is 0.5 m from the hinge along {NAMES[i]}. Gravity along {NAMES[j]}
(and half as much along {NAMES[k]}, which the hinge takes) rotates it from {NAMES[i]} towards {NAMES[j]}, which is
positive about {NAMES[k]}: it rests at 0.7 rad. The other body has gravityFactor -1 and rests at -0.4 rad.

{WHY}""",
            ALL,
            gravity=[round(x, 6) for x in push],
        )


def on_the_body():
    k, i, j = 1, 2, 0
    socket = arm(AXES[i])
    scene = Scene([{"limits": hinge(k, -0.4, 0.7)}])
    hang(scene, socket=socket, swapped=True)
    case(
        "joint",
        "an_angle_is_of_the_connected_node_seen_from_the_joint",
        "Where the body carries the joint, its own turn counts negative",
        SECTION,
        SHOWS + ["joint.connectedNode"],
        scene,
        3.0,
        seen("Body", 0.4, socket, AXES[k]),
        f"""
The same hinge about Y with a range (-0.4, 0.7), but the joint is on the body: q_a is the body's frame and q_b the
fixed one, so that q_a* q_b is the inverse of the body's rotation. Gravity rotates the body positively about Y, from Z
towards X; it stops where minus its angle is -0.4, at 0.4 rad.

{WHY}""",
        ALL,
        gravity=[round(x, 6) for x in world(v.mul(AXES[j], 6.0))],
    )


def open_ended():
    k, i, j = 2, 0, 1
    socket, t = arm(AXES[i]), 2.0
    places = [v.add(ANCHOR, [3.0 * n, 0.0, 0.0]) for n in range(4)]
    scene = Scene([{"limits": hinge(k, low=-0.4)}, {"limits": hinge(k, high=0.7)}])
    # A free one rotates about the pin with the speed it is given: v = w x r for its centre.
    hang(scene, "MinHit", socket=socket, anchor=places[0], motion={**SOFT, "gravityFactor": -1.0})
    hang(scene, "MaxHit", socket=socket, anchor=places[1], joint=1)
    for name, joint, spin, place in (("MinFree", 0, 0.6, places[2]), ("MaxFree", 1, -0.6, places[3])):
        axis = v.rotate(v.inverse(v.qmul(TURN, v.inverse(SOCKET_TURN))), world(v.mul(AXES[k], spin)))
        hang(
            scene,
            name,
            socket=socket,
            anchor=place,
            joint=joint,
            motion={
                **SOFT,
                "gravityFactor": 0.0,
                "angularVelocity": axis,
                "linearVelocity": v.cross(axis, v.mul(socket, -1)),
            },
        )
    case(
        "joint",
        "an_angle_without_an_end_is_free_on_that_side",
        "Without min or max an angle has no end on that side",
        SECTION,
        ["limit.min", "limit.max"],
        scene,
        t,
        seen("MinHit", -0.4, socket, AXES[k], places[0])
        + seen("MaxHit", 0.7, socket, AXES[k], places[1])
        + seen("MinFree", 1.2, socket, AXES[k], places[2], 0.06, 0.04)
        + seen("MaxFree", -1.2, socket, AXES[k], places[3], 0.06, 0.04),
        f"""
{FRAMES}

Hinges about Z, one kind with a min of -0.4 alone, the other with a max of 0.7 alone; centres of mass are 0.5 m along
X. Gravity along ±Y holds two of them at the end they have. The others have no gravity and start at ±0.6 rad/s away
from it (their centres at w×r): after {t:g} s they are at ±1.2 rad.

{WHY} The free ones: 0.06 rad, 5 % of the way, for solvers that lose some speed.""",
        ALL,
        gravity=[round(x, 6) for x in world(v.mul(AXES[j], 6.0))],
    )


def wide():
    for name, title, low, high, text in (
        (
            "a_range_wider_than_half_a_turn",
            "An angle may go beyond half a revolution",
            -0.5,
            4.0,
            "4 rad is beyond π: read as an angle within ±π it would be -2.28, below min.",
        ),
        (
            "a_range_wider_than_a_turn",
            "An angle may go beyond a whole revolution",
            -1.0,
            7.0,
            "7 rad is beyond 2π: the same orientation as 0.7168, which it passes long before.",
        ),
    ):
        scene = Scene(
            [
                {
                    "limits": hinge(1, low, high),
                    "drives": [{"type": "angular", "mode": "force", "axis": 1, "velocityTarget": 2.5, "damping": 1.0}],
                }
            ]
        )
        hang(scene, socket=[0.0, 0.0, 0.0])
        t = 5.0
        case(
            "joint",
            name,
            title,
            SECTION,
            SHOWS,
            scene,
            t,
            seen("Body", high, [0.0, 0.0, 0.0], AXES[1], rad=0.03),
            f"""
{FRAMES} (Here s = 0.)

A hinge about Y with a range of ({low}, {high}), rotated by a drive of 2.5 rad/s with 1 N·m·s of damping: I w' = 1·(2.5
- w) reaches its speed within a second (I = 0.5), would be at {2.5 * t - 1.25:.1f} rad after {t:g} s, and is held at
{high:g} rad, against 2.5 N·m. {text}

Tolerance: 0.03 rad under that load, 1 cm.""",
            ALL,
            gravity=(0, 0, 0),
        )


def cones():
    for i, j, k in ((0, 1, 2), (1, 2, 0), (0, 2, 1)):
        socket = arm(AXES[k])
        side = v.add(v.mul(AXES[i], 0.6), v.mul(AXES[j], -0.8))
        scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [i, j], "max": 0.6}]}])
        hang(scene, socket=socket)
        turn = v.turn(v.cross(AXES[k], side), 0.6)
        case(
            "joint",
            f"two_angular_axes_{NAMES[i].lower()}{NAMES[j].lower()}_are_a_cone",
            f"A limit of {NAMES[i]} and {NAMES[j]} is a cone about {NAMES[k]}",
            SECTION,
            SHOWS,
            scene,
            3.0,
            seen("Body", turn, socket),
            f"""
{FRAMES}

arccos(q_a e_k · q_b e_k) ≤ 0.6 with k = {NAMES[k]}. The centre of mass is 0.5 m from the pin along {NAMES[k]}, and
gravity is across it, along 0.6 {NAMES[i]} - 0.8 {NAMES[j]}: the body leans that way by 0.6 rad, as far as any other
way (a range for each axis would let it lean further, to where the larger of both angles is 0.6).

{WHY}""",
            ALL,
            gravity=[round(x, 6) for x in world(v.mul(side, 6.0))],
        )
    # A cone with a hole: held at least 0.3 rad off its axis, in the plane of a hinge.
    socket = arm(AXES[2])
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_PLACE,
                    {"angularAxes": [1], "min": 0, "max": 0},
                    {"angularAxes": [0, 1], "min": 0.3, "max": 1.2},
                ]
            }
        ]
    )
    hang(scene, socket=socket, turn=v.turn(AXES[0], -0.9))
    case(
        "joint",
        "a_cone_may_have_a_smallest_angle",
        "A limit of two angular axes may keep b away from the axis",
        SECTION,
        SHOWS,
        scene,
        3.0,
        seen("Body", v.turn(AXES[0], -0.3), socket),
        f"""
{FRAMES}

The angle between the Z axes is at least 0.3 rad, and the twist about Y none. The body starts rotated by -0.9 rad about
X, its centre of mass 0.5 m along Z of its frame; gravity, [0, -5, 1] along the axes of a frame that is rotated by -0.3
rad about X, rotates it back towards 0, and it rests at -0.3 rad; the part along the arm keeps it from leaning sideways.

{WHY}""",
        ALL,
        gravity=[round(x, 6) for x in world(v.mul(v.rotate(v.turn(AXES[0], -0.3), [0.0, -5.0, 1.0]), 1.0))],
    )


def whole_angle():
    axis = v.unit([1.0, 2.0, -1.0])
    out = v.unit(v.cross(axis, [0.0, 0.0, 1.0]))
    socket = arm(out)
    scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [0, 1, 2], "max": 0.5}]}])
    hang(scene, socket=socket)
    case(
        "joint",
        "three_angular_axes_are_the_whole_angle",
        "A limit of three angular axes is the angle of the whole revolution",
        SECTION,
        SHOWS,
        scene,
        3.0,
        seen("Body", 0.5, socket, axis),
        f"""
{FRAMES}

2 arccos(Re(q_a* q_b)) ≤ 0.5. The centre of mass is 0.5 m from the pin, across an oblique axis n = [1, 2, -1]/√6, and
gravity rotates it about that axis (the inertia is the same about all): it stops at 0.5 rad about n. (Limits for each
axis would let it go to 0.5·√6/2 = 0.61 rad.)

{WHY}""",
        ALL,
        gravity=[round(x, 6) for x in world(v.mul(v.cross(axis, out), 6.0))],
    )


def weld():
    """Two bodies welded in mid-air act as one."""
    m1, m2 = 2.0, 1.0
    i1, i2 = 0.3, 0.2
    turn = v.turn([1, 1, -0.5], 0.9)
    pin, pin_turn = [0.4, 0.1, 0.0], v.turn([0, 1, 0], 0.5)
    plug, plug_turn = [-0.3, 0.0, 0.2], v.turn([0, 0, 1], -0.7)
    first = [0.2, 0.5, -0.1]
    second_turn = v.qmul(turn, pin_turn, v.inverse(plug_turn))
    joint_at = v.add(first, v.rotate(turn, pin))
    second = v.sub(joint_at, v.rotate(second_turn, plug))
    scene = Scene([{"limits": [LOCK_PLACE, LOCK_ANGLES]}])
    scene.node("First", first, turn, motion={"mass": m1, "inertiaDiagonal": [i1] * 3})
    scene.node("Pin", pin, pin_turn, parent="First", joint={"to": "Plug"})
    scene.node("Second", second, second_turn, motion={"mass": m2, "inertiaDiagonal": [i2] * 3})
    scene.node("Plug", plug, plug_turn, parent="Second")
    total = m1 + m2
    centre = v.mul(v.add(v.mul(first, m1), v.mul(second, m2)), 1 / total)
    reduced = m1 * m2 / total
    apart = v.sub(second, first)
    # A dumbbell: I across the line of centres is i1 + i2 + µ d², along it i1 + i2.
    across = v.unit(v.cross(apart, [0.3, 1.0, 0.2]))
    inertia = i1 + i2 + reduced * v.dot(apart, apart)
    spin = v.mul(across, 0.8)
    twist = v.mul(spin, inertia)
    push = [0.6, -0.3, 0.9]
    t = 1.0
    move = v.mul(push, t / total)
    roll = v.turn_by(v.mul(spin, t))
    where = lambda p: v.add(centre, move, v.rotate(roll, v.sub(p, centre)))
    # The push on the first body's centre also rotates about the common centre; it is countered, so that the whole
    # rotates by `spin` alone.
    counter = v.cross(v.sub(first, centre), push)
    case(
        "joint",
        "a_weld_makes_one_body_of_two",
        "Two bodies without any freedom between them move as one",
        SECTION,
        ["limit.linearAxes", "limit.angularAxes", "joint.connectedNode"],
        scene,
        t,
        [
            at("First", where(first), 0.03),
            at("Second", where(second), 0.03),
            turned("First", v.qmul(roll, turn), 0.05),
            turned("Second", v.qmul(roll, second_turn), 0.05),
        ],
        f"""
Pin (frame a, on the first body) and plug (frame b, on the second) start in the same place and orientation, and every
axis is held at 0.

Together: m = {total:g} kg, and about an axis across the line of centres I = I1 + I2 + µ d² = {inertia:.4f} kg·m² with
µ = m1 m2/m = {reduced:.4f}, d = {v.length(apart):.4f} m. The first body gets the impulse J = {push} at its centre and
an angular impulse I w - r×J, with r from the common centre to the first body's, so that the whole moves at J/m and
rotates at w = {[round(x, 4) for x in spin]}.

    after {t:g} s: centre + J t/m, everything rotated by w t about it

Tolerance: the pair is set going by an impulse on one of them, which solvers share out over some steps: 3 cm and 0.05
rad, 6 % of the rotation.""",
        ALL,
        gravity=(0, 0, 0),
        actions=[
            {"time": 0, "node": "First", "impulse": push},
            {"time": 0, "node": "First", "angularImpulse": [round(a - b, 7) for a, b in zip(twist, counter)]},
        ],
    )


def align():
    scene = Scene([{"limits": [LOCK_PLACE, LOCK_ANGLES]}])
    off = v.turn([1.0, 0.4, -0.3], 0.35)
    hang(scene, place=[0.1, -0.05, 0.08], turn=off)
    place, rotation = pose([0, 0, 0])
    case(
        "joint",
        "a_joint_without_freedom_aligns_its_nodes",
        "Nodes of a joint without freedom are brought together",
        SECTION,
        ["limit.linearAxes", "limit.angularAxes"],
        scene,
        4.0,
        [
            at("Body", place, 0.01),
            turned("Body", rotation, 0.02),
            at("BodySocket", ANCHOR, 0.01),
            turned("BodySocket", TURN, 0.02),
        ],
        f"""
{FRAMES}

Where a joint leaves no freedom, the text wants bodies moved until its two nodes coincide. The socket starts 0.14 m
and 0.35 rad off; after four seconds it is where the anchor is.

Tolerance: 1 cm and 0.02 rad; how fast it gets there is the engine's affair.""",
        ALL,
        gravity=(0, 0, 0),
    )


for write in (hinges, on_the_body, open_ended, wide, cones, whole_angle, weld, align):
    write()
