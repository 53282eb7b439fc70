"""Cases of soft limits: springs and dampers beyond the ends."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, DT, Scene, at, case, turned, value
from rig import ANCHOR, AXES, FRAMES, LOCK_ANGLES, LOCK_PLACE, SOCKET_TURN, SOFT, hang, pose, world

SECTION = "Joints"
M, I = 2.0, 0.5  # of the body
SHOWS = ["limit.stiffness", "limit.damping"]
HELD = [{"linearAxes": [1], "min": 0, "max": 0}, {"linearAxes": [2], "min": 0, "max": 0}]


def gravity(vector):
    return [round(x, 6) for x in world(vector)]


def settles(name, title, limits, push, start, end, text, shows):
    scene = Scene([{"limits": [LOCK_ANGLES] + limits}])
    hang(scene, place=start)
    place, _ = pose(end)
    case(
        "joint",
        name,
        title,
        SECTION,
        SHOWS + shows,
        scene,
        4.0,
        [at("Body", place, 0.01)],
        f"""
{FRAMES}

{text}

    p = {[round(x, 4) for x in end]}

Tolerance: 1 cm, 5 % of the stretch of 0.2 m and the give of what is held hard.""",
        ALL,
        gravity=gravity(push),
    )


def stretch():
    spring = {"stiffness": 50.0, "damping": 20.0}
    settles(
        "a_soft_end_gives_by_force_over_stiffness",
        "A soft upper end is passed by F/k",
        [{"linearAxes": [0], "min": -0.3, "max": 0.1, **spring}] + HELD,
        [5.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [0.3, 0.0, 0.0],
        "Gravity of 5 m/s² along X on 2 kg is 10 N; the limit's spring of 50 N/m begins at its max, 0.1: at rest k (x -"
        " max) = F, x = 0.1 + 10/50.",
        ["limit.max"],
    )
    settles(
        "a_soft_lower_end_gives_the_other_way",
        "A soft lower end is passed by F/k",
        [{"linearAxes": [0], "min": -0.15, "max": 0.4, **spring}] + HELD,
        [-5.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
        [-0.35, 0.0, 0.0],
        "Gravity of -5 m/s² along X: x = min - 10/50 = -0.15 - 0.2.",
        ["limit.min"],
    )
    side = [0.6, -0.8, 0.0]
    settles(
        "a_soft_distance_from_a_line",
        "A soft limit of two axes gives along the pull",
        [{"linearAxes": [0, 1], "max": 0.1, **spring}, {"linearAxes": [2], "min": 0, "max": 0}],
        v.mul(side, 5.0),
        v.mul(side, 0.05),
        v.mul(side, 0.3),
        "10 N across the line along Z, in the direction [0.6, -0.8]: the distance is 0.1 + 10/50 = 0.3.",
        ["limit.linearAxes"],
    )
    down = v.unit([1.0, -2.0, 2.0])
    settles(
        "a_soft_distance_is_a_rubber_band",
        "A soft limit of three axes gives along the pull",
        [{"linearAxes": [0, 1, 2], "max": 0.1, **spring}],
        v.mul(down, 5.0),
        v.mul(down, 0.05),
        v.mul(down, 0.3),
        "10 N along [1, -2, 2]/3: the distance is 0.1 + 10/50 = 0.3.",
        ["limit.linearAxes"],
    )


def period():
    t = 94 * DT
    start = 0.2
    scene = Scene(
        [
            {"limits": [LOCK_ANGLES, {"linearAxes": [0], "min": 0.0, "max": 0.0, "stiffness": k}] + HELD}
            for k in (M * 4.0, M * 12.25)
        ]
    )
    far = v.add(ANCHOR, [3.0, 0.0, 0.0])
    hang(scene, "Slow", place=[start, 0, 0])
    hang(scene, "Quick", place=[start, 0, 0], joint=1, anchor=far)
    slow, quick = start * math.cos(2 * t), start * math.cos(3.5 * t)
    case(
        "joint",
        "a_soft_limit_swings_in_its_period",
        "A soft limit without damping is a spring of period 2π √(m/k)",
        SECTION,
        ["limit.stiffness"],
        scene,
        t,
        [at("Slow", pose([slow, 0, 0])[0], 0.02), at("Quick", pose([quick, 0, 0], anchor=far)[0], 0.02)],
        f"""
{FRAMES}

min = max = 0 on X with k = 8 and 24.5 N/m, no damping, 2 kg: ω = √(k/m) = 2 and 3.5 rad/s. From 0.2 m at rest, x =
0.2 cos ωt. After {t:.4f} s (94 steps, next to π/2) the slow one is at its other end, {slow:.4f}, and the quick one on
its way back, at {quick:.4f}.

Tolerance: integrators of first order that damp (implicit Euler) keep exp(-ω² dt t/2) =
{math.exp(-4 * DT * t / 2):.3f} of the swing; 0.02 m are 10 % of the swing, or a period 3 % off at the quick one.""",
        ALL,
        gravity=(0, 0, 0),
    )
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_PLACE,
                    {"angularAxes": [1, 2], "min": 0, "max": 0},
                    {"angularAxes": [0], "min": 0.0, "max": 0.0, "stiffness": k},
                ]
            }
            for k in (I * 4.0, I * 12.25)
        ]
    )
    for name, joint, anchor in (("Slow", 0, ANCHOR), ("Quick", 1, far)):
        hang(scene, name, turn=v.turn(AXES[0], start), joint=joint, anchor=anchor, socket=[0.0, 0.0, 0.0])
    case(
        "joint",
        "a_soft_angle_swings_in_its_period",
        "A soft angle without damping swings in 2π √(I/k)",
        SECTION,
        ["limit.stiffness", "limit.angularAxes"],
        scene,
        t,
        [
            turned("Slow", pose([0, 0, 0], v.turn(AXES[0], slow))[1], 0.02),
            turned("Quick", pose([0, 0, 0], v.turn(AXES[0], quick))[1], 0.02),
        ],
        f"""
{FRAMES} (Here s = 0.)

min = max = 0 about X with k = 2 and 6.125 N·m/rad, I = 0.5: ω = 2 and 3.5 rad/s. From 0.2 rad at rest: {slow:.4f} and
{quick:.4f} rad after {t:.4f} s.

Tolerance: as for the linear one, 10 % of the swing.""",
        ALL,
        gravity=(0, 0, 0),
    )


def damped():
    t, w, start = 0.4, 4.0, 0.3
    x = start * (1 + w * t) * math.exp(-w * t)
    speed = start * w * w * t * math.exp(-w * t)
    scene = Scene(
        [
            {
                "limits": (
                    [
                        LOCK_ANGLES,
                        {"linearAxes": [0], "min": 0.0, "max": 0.0, "stiffness": M * w * w, "damping": 2 * M * w},
                    ]
                    + HELD
                )
            }
        ]
    )
    hang(scene, place=[start, 0, 0])
    tolerance = speed * DT * 1.5 + 0.003
    case(
        "joint",
        "a_soft_limit_is_damped",
        "A soft limit creeps back by its damping",
        SECTION,
        SHOWS,
        scene,
        t,
        [at("Body", pose([x, 0, 0])[0], tolerance)],
        f"""
{FRAMES}

min = max = 0 on X, k = {M * w * w:g} N/m, c = {2 * M * w:g} N·s/m, 2 kg: c = 2 √(k m), critical. From {start} m at
rest x = {start} (1 + ωt) e^(-ωt) with ω = 4: {x:.4f} m at {t} s. (Without damping it would be at
{start * math.cos(w * t):.4f}.)

Tolerance: a step and a half of its speed there, {speed:.3f} m/s, and 3 mm: {tolerance:.4f} m.""",
        ALL,
        gravity=(0, 0, 0),
    )
    t = 0.5
    scene = Scene(
        [
            {
                "limits": (
                    [LOCK_ANGLES, {"linearAxes": [0], "min": -0.5, "max": 0.5, "stiffness": 400.0, "damping": 50.0}]
                    + HELD
                )
            }
        ]
    )
    axis = v.rotate(v.inverse(pose([0, 0, 0])[1]), world([0.6, 0, 0]))
    hang(scene, motion={**SOFT, "linearVelocity": axis})
    case(
        "joint",
        "within_its_range_a_limit_does_nothing",
        "Within the range neither spring nor damper acts",
        SECTION,
        SHOWS + ["limit.min", "limit.max"],
        scene,
        t,
        [at("Body", pose([0.3, 0, 0])[0], 0.006), value("Body", "linearVelocity", world([0.6, 0, 0]), 0.02)],
        f"""
{FRAMES}

Nothing corrects what is within the range. X may be within ±0.5, with a spring of 400 N/m and a damper of 50 N·s/m
outside. At 0.6 m/s, {t} s take b to 0.3, at the same speed. (Damped all along, it would stop after 0.6·m/c = 0.024
m.)

Tolerance: 2 % of the way and some rounding.""",
        ALL,
        gravity=(0, 0, 0),
    )


def returned():
    t, w, speed, end = 1.2, 5.0, 0.8, 0.2
    into, inside = end / speed, math.pi / w
    x = end - speed * (t - into - inside)
    scene = Scene(
        [{"limits": [LOCK_ANGLES, {"linearAxes": [0], "min": -1.0, "max": end, "stiffness": M * w * w}] + HELD}]
    )
    hang(scene, motion={**SOFT, "linearVelocity": v.rotate(v.inverse(pose([0, 0, 0])[1]), world([speed, 0, 0]))})
    lost = math.exp(-w * w * DT * inside / 2)
    case(
        "joint",
        "an_undamped_soft_limit_returns_what_runs_into_it",
        "A soft limit without damping gives back the speed",
        SECTION,
        ["limit.stiffness", "limit.damping", "limit.max"],
        scene,
        t,
        [value("Body", "linearVelocity", world([-speed, 0, 0]), speed * 0.16), at("Body", pose([x, 0, 0])[0], 0.09)],
        f"""
{FRAMES}

At {speed} m/s along X b reaches the end, {end}, after {into} s; beyond it k = {M * w * w:g} N/m on 2 kg, ω = {w:g}
rad/s, rotates it round in half a period, {inside:.4f} s (damping is 0 where not given), and it leaves at -{speed} m/s.
After {t} s it is at {end} - {speed}·{t - into - inside:.4f} = {x:.4f} m.

Tolerance: a damping integrator of first order keeps exp(-ω² dt t/2) = {lost:.3f} of the speed; 16 % of it, and of the
way since.""",
        ALL,
        gravity=(0, 0, 0),
    )


def angles():
    socket = v.rotate(SOCKET_TURN, v.mul(AXES[0], -0.5))
    pull, k, top = 6.0, 20.0, 0.3
    angle = v.solve(lambda x: k * (x - top) - M * pull * 0.5 * math.cos(x), top, 1.5)
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_PLACE,
                    {"angularAxes": [0, 1], "min": 0, "max": 0},
                    {"angularAxes": [2], "min": -0.2, "max": top, "stiffness": k, "damping": 6.0},
                ]
            }
        ]
    )
    hang(scene, socket=socket)
    place, rotation = pose([0, 0, 0], v.turn(AXES[2], angle), socket=socket)
    case(
        "joint",
        "a_soft_angle_gives_by_torque_over_stiffness",
        "A soft hinge is passed until its spring balances the torque",
        SECTION,
        SHOWS + ["limit.angularAxes"],
        scene,
        5.0,
        [turned("Body", rotation, 0.02), at("Body", place, 0.015)],
        f"""
{FRAMES}

A hinge about Z up to {top}, and a spring of {k:g} N·m/rad beyond. The centre of mass is 0.5 m along X, gravity
{pull:g} m/s² along Y: at rest k (θ - {top}) = m g a cos θ = {M * pull * 0.5:g} cos θ, solved by halving: θ =
{angle:.4f} rad.

Tolerance: 0.02 rad, 8 % of what it gives.""",
        ALL,
        gravity=gravity([0.0, pull, 0.0]),
    )
    side = [0.6, -0.8, 0.0]
    socket = v.rotate(SOCKET_TURN, v.mul(AXES[2], -0.5))
    turn = v.turn(v.cross(AXES[2], side), angle)
    scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [0, 1], "max": top, "stiffness": k, "damping": 6.0}]}])
    hang(scene, socket=socket)
    place, rotation = pose([0, 0, 0], turn, socket=socket)
    case(
        "joint",
        "a_soft_cone_gives_by_torque_over_stiffness",
        "A soft cone is passed until its spring balances the torque",
        SECTION,
        SHOWS + ["limit.angularAxes"],
        scene,
        5.0,
        [at("Body", place, 0.02)],
        f"""
{FRAMES}

A cone about Z of {top} rad, and a spring of {k:g} N·m/rad beyond. The centre of mass is 0.5 m along Z, gravity
{pull:g} m/s² across it, along [0.6, -0.8, 0]: as in the case of the hinge it leans by {angle:.4f} rad, that way.

Tolerance: 2 cm at 0.5 m.""",
        ALL,
        gravity=gravity(v.mul(side, pull)),
    )
    axis = v.unit([1.0, 2.0, -1.0])
    out = v.unit(v.cross(axis, [0.0, 0.0, 1.0]))
    socket = v.rotate(SOCKET_TURN, v.mul(out, -0.5))
    scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [0, 1, 2], "max": top, "stiffness": k, "damping": 6.0}]}])
    hang(scene, socket=socket)
    place, rotation = pose([0, 0, 0], v.turn(axis, angle), socket=socket)
    case(
        "joint",
        "a_soft_whole_angle_gives_by_torque_over_stiffness",
        "A soft limit of three angles is passed until its spring balances the torque",
        SECTION,
        SHOWS + ["limit.angularAxes"],
        scene,
        5.0,
        [at("Body", place, 0.02)],
        f"""
{FRAMES}

The whole angle up to {top} rad, and a spring of {k:g} N·m/rad beyond. Gravity rotates the centre of mass, 0.5 m out,
about n = [1, 2, -1]/√6: it rests at {angle:.4f} rad about n, as in the case of the hinge.

Tolerance: 2 cm at 0.5 m.""",
        ALL,
        gravity=gravity(v.mul(v.cross(axis, out), pull)),
    )


for write in (stretch, period, damped, returned, angles):
    write()
