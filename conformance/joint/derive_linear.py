"""Cases of linear limits: their metrics (appendix of the text) with their signs.

They are felt by a body that gravity pushes against them.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, DT, KHR, Scene, at, case, turned
from rig import ANCHOR, FRAMES, LOCK_ANGLES, LOCK_PLACE, SOFT, hang, pose, world

SECTION = "Joints"
HOLD = 0.01  # m
WHY = "Tolerance: 1 cm and 0.02 rad, for hard limits that solvers let give way a little under load."
SHOWS = ["limit.linearAxes", "limit.min", "limit.max", "joint.connectedNode", "joint.joint"]


def rests(name, title, limits, push, start, end, text, shows=SHOWS, dialects=ALL, seconds=2.0, back=None, **more):
    """Gravity is `push` along a's axes; b goes from `start` to `end` as seen from a."""
    scene = Scene([{"limits": limits}])
    hang(scene, place=start, **more)
    place, rotation = pose(end)
    expect = [at("Body", place, HOLD), turned("Body", rotation, 0.02)]
    if back:  # a second body, that gravity pushes the other way
        far = v.add(ANCHOR, [4.0, 0.0, 0.0])
        hang(scene, "Back", place=start, anchor=far, motion={**SOFT, "gravityFactor": -1.0}, **more)
        expect += [at("Back", pose(back, anchor=far)[0], HOLD), turned("Back", rotation, 0.02)]
        text += f" The second body has gravityFactor -1 and goes to the other ends, {back}."
    case(
        "joint",
        name,
        title,
        SECTION,
        shows,
        scene,
        seconds,
        expect,
        f"""
{FRAMES}

{text}

    p = {[round(x, 4) for x in end]}: the body at [{place[0]:.4f}, {place[1]:.4f}, {place[2]:.4f}]

{WHY}""",
        dialects,
        gravity=[round(x, 6) for x in world(push)],
    )


def one_axis():
    rests(
        "one_linear_axis_is_a_signed_distance",
        "A limit of one linear axis is the signed distance along it, of b from a",
        [
            LOCK_ANGLES,
            {"linearAxes": [0], "min": -0.2, "max": 0.35},
            {"linearAxes": [1], "min": -0.15, "max": 0.4},
            {"linearAxes": [2], "min": -0.3, "max": 0.25},
        ],
        [3.0, -7.0, 4.0],
        [0.0, 0.0, 0.0],
        [0.35, -0.15, 0.25],
        "Three limits, one for each axis: e_i·(t_b - t_a) within (min, max). Gravity is [3, -7, 4] along a's axes, and"
        " pushes b to the upper end of X, the lower one of Y, the upper one of Z.",
        back=[-0.2, 0.4, -0.3],
    )
    rests(
        "equal_ends_fix_an_axis_there",
        "A range of no width holds b at that distance",
        [
            LOCK_ANGLES,
            {"linearAxes": [0], "min": 0.22, "max": 0.22},
            {"linearAxes": [1], "min": -0.31, "max": -0.31},
            {"linearAxes": [2], "min": 0.0, "max": 0.0},
        ],
        [-5.0, 6.0, 2.0],
        [0.22, -0.31, 0.0],
        [0.22, -0.31, 0.0],
        "min = max on each axis: b stays there, whatever pushes.",
    )


def open_ended():
    t = 0.5
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [0], "min": -0.2},
                    {"linearAxes": [1], "max": 0.3},
                    {"linearAxes": [2], "min": 0.0, "max": 0.0},
                ]
            }
        ]
    )
    push = [-8.0, 9.0, 1.0]
    hang(scene, "Against")
    far = v.add(ANCHOR, [4.0, 0.0, 0.0])
    hang(scene, "Away", anchor=far, motion={**SOFT, "gravityFactor": -1.0})
    held = pose([-0.2, 0.3, 0.0])[0]
    free = [8.0 * t * t / 2, -9.0 * t * t / 2, 0.0]
    gone = pose(free, anchor=far)[0]
    case(
        "joint",
        "an_end_that_is_not_given_is_open",
        "Without min or max a range has no end on that side",
        SECTION,
        ["limit.min", "limit.max"],
        scene,
        t,
        [at("Against", held, HOLD), at("Away", gone, 12.0 * t * DT / 2 + 0.01)],
        f"""
{FRAMES}

Without `min` a range has no lower end, and likewise for `max`. X has a min of -0.2 alone, Y a max of 0.3 alone, Z is
fixed. Gravity is {push} along a's axes. One body is pushed against both ends and rests at [-0.2, 0.3, 0]; it gets
there in √(2·0.3/9) = {math.sqrt(0.6 / 9):.2f} s. The other has gravityFactor -1 and moves freely the other way: g
t²/2 = {[round(x, 4) for x in free]} after {t} s.

{WHY} The free one: |g|·t·dt/2 = {12.0 * t * DT / 2:.3f} m for first-order integrators.""",
        ALL,
        gravity=[round(x, 6) for x in world(push)],
    )


def two_axes():
    for i, j, k in ((0, 1, 2), (1, 2, 0), (0, 2, 1)):
        push = [0.0] * 3
        push[i], push[j], push[k] = 4.0, -3.0, 6.0
        end, start = [0.0] * 3, [0.0] * 3
        end[i], end[j], end[k] = 0.8 * 0.4, -0.6 * 0.4, 0.25
        start[i], start[j] = 0.08, -0.06
        axes = "XYZ"
        rests(
            f"two_linear_axes_{axes[i].lower()}{axes[j].lower()}_are_a_distance_from_a_line",
            f"A limit of {axes[i]} and {axes[j]} is the distance from the line along {axes[k]}",
            [LOCK_ANGLES, {"linearAxes": [i, j], "max": 0.4}, {"linearAxes": [k], "min": -0.2, "max": 0.25}],
            push,
            start,
            end,
            f"|d - (e_k·d) e_k| ≤ 0.4 with k = {axes[k]}. Gravity is {push} along a's axes: across the line it points"
            " along (0.8, -0.6), and so b ends at 0.4·(0.8, -0.6) from the line (a range for each axis would let it go"
            f" to (0.4, -0.4)), and at the upper end along {axes[k]}.",
        )
    rests(
        "two_linear_axes_may_have_a_smallest_distance",
        "A limit of two axes may keep b away from the line",
        [
            LOCK_ANGLES,
            {"linearAxes": [0, 1], "min": 0.25, "max": 0.6},
            {"linearAxes": [1], "min": 0.0, "max": 0.0},
            {"linearAxes": [2], "min": 0.0, "max": 0.0},
        ],
        [-6.0, 2.0, 3.0],
        [0.5, 0.0, 0.0],
        [0.25, 0.0, 0.0],
        "√(x² + y²) ≥ 0.25, with Y and Z held at 0 against some pull of their own: pushed along -X from 0.5, b stops at"
        " 0.25.",
    )


def three_axes():
    push = [3.0, -5.0, 2.0]
    down = v.unit(push)
    rests(
        "three_linear_axes_are_a_distance",
        "A limit of three axes is the distance of the two points: a rope",
        [LOCK_ANGLES, {"linearAxes": [0, 1, 2], "max": 0.5}],
        push,
        v.mul(down, 0.1),
        v.mul(down, 0.5),
        "|t_b - t_a| ≤ 0.5. Gravity is [3, -5, 2] along a's axes, and b falls along it from 0.1 to 0.5 m.",
    )
    rests(
        "three_linear_axes_may_have_a_smallest_distance",
        "A limit of three axes may keep two points apart",
        [
            LOCK_ANGLES,
            {"linearAxes": [0, 1, 2], "min": 0.3},
            {"linearAxes": [1], "min": 0.0, "max": 0.0},
            {"linearAxes": [2], "min": 0.0, "max": 0.0},
        ],
        [7.0, 2.0, -3.0],
        [-0.55, 0.0, 0.0],
        [-0.3, 0.0, 0.0],
        "|t_b - t_a| ≥ 0.3, with Y and Z held at 0 against some pull of their own: pushed along +X from -0.55, b stops"
        " at -0.3.",
    )


def swapped():
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [0], "min": -0.2, "max": 0.35},
                    {"linearAxes": [1], "min": -0.15, "max": 0.4},
                    {"linearAxes": [2], "min": -0.3, "max": 0.25},
                ]
            }
        ]
    )
    push = [3.0, -7.0, 4.0]
    hang(scene, swapped=True)
    far = v.add(ANCHOR, [4.0, 0.0, 0.0])
    hang(scene, "Back", anchor=far, swapped=True, motion={**SOFT, "gravityFactor": -1.0})
    moved = [0.2, -0.4, 0.3]  # of the body's frame, along the anchor's axes
    place, rotation = pose(moved)
    case(
        "joint",
        "the_joints_node_is_frame_a_also_on_the_body",
        "Where the body carries the joint, distances are of the fixed node seen from the body",
        SECTION,
        SHOWS,
        scene,
        2.0,
        [
            at("Body", place, HOLD),
            turned("Body", rotation, 0.02),
            at("Back", pose([-0.35, 0.15, -0.25], anchor=far)[0], HOLD),
        ],
        f"""
The joint is on the socket below the body, so that the socket is frame a, and the node in the fixed world is frame b.
Limits as in the case of signed distances: X (-0.2, 0.35), Y (-0.15, 0.4), Z (-0.3, 0.25).

t_b - t_a is minus the way of the body: gravity [3, -7, 4] moves the body by m with -m_x ≥ -0.2, -m_y ≤ 0.4, -m_z ≥
-0.3, so that m = [0.2, -0.4, 0.3] (the other way round it would be [0.35, -0.15, 0.25]). The second body has
gravityFactor -1, and goes to m = [-0.35, 0.15, -0.25].

{WHY}""",
        ALL,
        gravity=[round(x, 6) for x in world(push)],
    )


def pendulum():
    """A ball on a pin, small swings."""
    mass, inertia, arm, start, g = 1.5, 0.03, 0.8, 0.12, 9.81
    period = 2 * math.pi * math.sqrt((inertia + mass * arm * arm) / (mass * g * arm))
    steps = round(period / 2 * 240)
    t = steps / 240
    angle = start * math.cos(2 * math.pi / period * t)
    scene = Scene([{"limits": [LOCK_PLACE]}])
    scene.node("Hook", [0.3, 2.0, 0.1], static=True, joint={"to": "Top"})
    swing = v.turn([0, 0, 1], start)
    scene.node(
        "Bob",
        v.add([0.3, 2.0, 0.1], v.rotate(swing, [0, -arm, 0])),
        swing,
        motion={"mass": mass, "inertiaDiagonal": [inertia] * 3},
    )
    scene.node("Top", [0, arm, 0], parent="Bob")
    end = v.turn([0, 0, 1], angle)
    case(
        "joint",
        "a_pin_lets_a_pendulum_swing",
        "Three linear axes at zero are a pin: a pendulum swings in its period",
        SECTION,
        ["limit.linearAxes", "limit.max"],
        scene,
        t,
        [
            at("Bob", v.add([0.3, 2.0, 0.1], v.rotate(end, [0, -arm, 0])), 0.015),
            turned("Bob", end, 0.018),
            at("Top", [0.3, 2.0, 0.1], 0.005),
        ],
        f"""
A physical pendulum of m = {mass} kg, I = {inertia} kg·m² about its centre, {arm} m from the pin: T = 2π √((I + m
a²)/(m g a)) = {period:.4f} s. From {start} rad at rest, θ = {start}·cos(2π t/T) (the error of the small angle is
below 0.1 % of T). After half a period, {t:.4f} s, it is on the other side: {angle:.4f} rad.

Tolerance: the cosine is flat there, so that a period 3 % off costs 0.5 % of the swing; 15 % of the swing, 0.018 rad,
are left to the damping of solvers. The pin holds within 5 mm.""",
        ALL,
        step="1/240",
    )


def metres():
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [0], "min": 0.0, "max": 0.4},
                    {"linearAxes": [1, 2], "min": 0.0, "max": 0.0},
                ]
            }
        ]
    )
    scene.node("Giant", [0.2, 0.1, 0.0], s=[2.0, 2.0, 2.0])
    scene.node("Rail", [0.5, 1.0, 0.0], parent="Giant", static=True, joint={"to": "Grip"})
    scene.node("Small", [0.0, 0.0, 0.3], s=[0.5, 0.5, 0.5])
    scene.node("Slider", [2.2, 3.9, -0.5], parent="Small", motion=dict(SOFT))
    scene.node("Grip", [0.2, 0.3, -0.1], parent="Slider")
    # Rail in the world: [0.2 + 1, 0.1 + 2, 0]; grip: 0.5·([2.2, 3.9, -0.5] + [0.2, 0.3, -0.1]) + [0, 0, 0.3] = [1.2, 2.1, 0].
    end = [1.1 + 0.4, 1.95, 0.05]
    case(
        "joint",
        "distances_are_in_metres_of_the_world",
        "Scales of the nodes do not scale limits",
        SECTION,
        SHOWS,
        scene,
        1.5,
        [at("Slider", end, HOLD), at("Grip", [1.6, 2.1, 0.0], HOLD)],
        f"""
Limits are about places in the world: distances are in metres, though the rail is below a node that scales by 2 and
the slider below one that scales by 0.5. Rail and grip start at [1.2, 2.1, 0]; gravity along +X pushes the grip 0.4 m,
to 1.6, and the slider's node from [1.1, 1.95, 0.05] as far.

{WHY}""",
        KHR,
        gravity=[5.0, 0.0, 0.0],
    )


for write in (one_axis, open_ended, two_axes, three_axes, swapped, pendulum, metres):
    write()
