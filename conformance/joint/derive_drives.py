"""Cases of drives: force = stiffness·(positionTarget - position) + damping·(velocityTarget - velocity)."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, DT, Scene, at, case, turned, value
from rig import ANCHOR, AXES, FRAMES, LOCK_ANGLES, LOCK_PLACE, SOCKET_TURN, hang, pose, world

SECTION = "Joints"
M, I = 2.0, 0.5
FREE = (0, 0, 0)
FORCE = (
    "F = stiffness·(positionTarget - position) + damping·(velocityTarget - velocity), position and velocity being those"
    " of b in a's frame."
)
RAIL = [LOCK_ANGLES, {"linearAxes": [1], "min": 0, "max": 0}, {"linearAxes": [2], "min": 0, "max": 0}]


def drive(kind, axis, mode="force", **more):
    return {"type": kind, "mode": mode, "axis": axis, **more}


def gravity(vector):
    return [round(x, 6) for x in world(vector)]


def apart(n):
    return v.add(ANCHOR, [3.0 * n, 0.0, 0.0])


def hinge(k):
    return [LOCK_PLACE, {"angularAxes": [i for i in range(3) if i != k], "min": 0, "max": 0}]


def positions():
    pull, k, target = [3.0, -4.0, 2.0], [60.0, 80.0, 50.0], [0.2, -0.1, 0.3]
    drives = [drive("linear", i, positionTarget=target[i], stiffness=k[i], damping=20.0) for i in range(3)]
    end = [target[i] + M * pull[i] / k[i] for i in range(3)]
    scene = Scene([{"limits": [LOCK_ANGLES], "drives": drives}])
    hang(scene)
    case(
        "joint",
        "linear_drives_pull_to_their_targets",
        "A linear drive pulls b to its positionTarget along its axis",
        SECTION,
        ["drive.type", "drive.axis", "drive.positionTarget", "drive.stiffness", "drive.mode"],
        scene,
        4.0,
        [at("Body", pose(end)[0], 0.01)],
        f"""
{FRAMES}

{FORCE} At rest k (target - x) + m g = 0, so that x = target + m g/k on each axis, with m = 2 and gravity {pull} along
a's axes:

    x = 0.2 + 6/60, y = -0.1 - 8/80, z = 0.3 + 4/50: {[round(x, 4) for x in end]}

Tolerance: 1 cm; a sign or an axis that is mistaken costs 0.2 m and more.""",
        ALL,
        gravity=gravity(pull),
    )


def speeds():
    t, c, target, pull = 0.8, 4.0, 0.7, 1.5
    final = target + M * pull / c
    fade = math.exp(-c * t / M)
    scene = Scene([{"limits": RAIL, "drives": [drive("linear", 0, velocityTarget=target, damping=c)]}])
    hang(scene)
    speed = final * (1 - fade)
    way = final * (t - M / c * (1 - fade))
    case(
        "joint",
        "a_linear_drive_reaches_its_speed",
        "A linear drive of a velocityTarget approaches it by its damping",
        SECTION,
        ["drive.velocityTarget", "drive.damping"],
        scene,
        t,
        [value("Body", "linearVelocity", world([speed, 0, 0]), 0.04), at("Body", pose([way, 0, 0])[0], 0.03)],
        f"""
{FRAMES}

A rail along X. m v' = c (target - v) + m g with c = {c:g}, target {target} and gravity {pull} along X: v = v∞ (1 -
e^(-ct/m)), v∞ = target + m g/c = {final:.3f}; x = v∞ (t - m/c (1 - e^(-ct/m))).

    after {t} s: v = {speed:.4f} m/s, x = {way:.4f} m

Tolerance: first order in c·dt/m = {c * DT / M:.3f} of the rest of the way.""",
        ALL,
        gravity=gravity([pull, 0, 0]),
    )
    limits = [
        {
            "limits": [LOCK_ANGLES] + [{"linearAxes": [i], "min": 0, "max": 0} for i in range(3) if i != k],
            "drives": [drive("linear", k, velocityTarget=0.5 + 0.1 * k, damping=40.0)],
        }
        for k in range(3)
    ]
    scene, expect, t = Scene(limits), [], 1.0
    for k in range(3):
        hang(scene, f"Along{'XYZ'[k]}", joint=k, anchor=apart(k))
        expect.append(value(f"Along{'XYZ'[k]}", "linearVelocity", world(v.mul(AXES[k], 0.5 + 0.1 * k)), 0.01))
    case(
        "joint",
        "a_linear_drive_goes_along_its_axis",
        "The axis of a linear drive is one of frame a's",
        SECTION,
        ["drive.axis", "drive.type"],
        scene,
        t,
        expect,
        f"""
{FRAMES}

Rails along X, Y and Z with speeds of 0.5, 0.6 and 0.7 m/s; with c/m = 20 per second they are there after a second
(e^-20). The velocities in the world are those along a's axes.

Tolerance: 0.01 m/s.""",
        ALL,
        gravity=FREE,
    )


def both_targets():
    scene = Scene(
        [
            {
                "limits": RAIL,
                "drives": [drive("linear", 0, positionTarget=0.1, velocityTarget=0.3, stiffness=40.0, damping=20.0)],
            }
        ]
    )
    hang(scene)
    end = 0.1 + 20.0 * 0.3 / 40.0
    case(
        "joint",
        "a_drive_may_have_both_targets",
        "Both targets of a drive add up",
        SECTION,
        ["drive.positionTarget", "drive.velocityTarget", "drive.stiffness", "drive.damping"],
        scene,
        4.0,
        [at("Body", pose([end, 0, 0])[0], 0.008)],
        f"""
{FRAMES}

{FORCE} At rest, k (0.1 - x) + c·0.3 = 0: x = 0.1 + 20·0.3/40 = {end:.3f} m.

Tolerance: 8 mm.""",
        ALL,
        gravity=FREE,
    )


def modes():
    names, masses = ("Light", "Heavy"), (1.0, 6.0)
    pull = 4.0
    scene = Scene(
        [
            {
                "limits": RAIL,
                "drives": [drive("linear", 0, "acceleration", positionTarget=0.2, stiffness=16.0, damping=8.0)],
            }
        ]
    )
    end = 0.2 + pull / 16.0
    expect = []
    for n, (name, mass) in enumerate(zip(names, masses)):
        hang(scene, name, motion={"mass": mass, "inertiaDiagonal": [0.5] * 3}, anchor=apart(n))
        expect.append(at(name, pose([end, 0, 0], anchor=apart(n))[0], 0.012))
    case(
        "joint",
        "an_acceleration_drive_takes_no_heed_of_mass",
        "In acceleration mode stiffness is per kilogram",
        SECTION,
        ["drive.mode", "drive.stiffness"],
        scene,
        4.0,
        expect,
        f"""
{FRAMES}

In this mode the force is multiplied by the effective mass of what is driven: k (target - x) is an acceleration. At
rest against gravity of 4 m/s² along X: x = 0.2 + 4/16 = {end:.3f} for 1 kg as for 6 kg. (As forces, 0.45 and 1.7.)

Tolerance: 1.2 cm, 5 % of what it gives.""",
        ALL,
        gravity=gravity([pull, 0, 0]),
    )
    t, c, target = 0.5, 3.0, 0.8
    speed = target * (1 - math.exp(-c * t))
    scene = Scene([{"limits": RAIL, "drives": [drive("linear", 0, "acceleration", velocityTarget=target, damping=c)]}])
    expect = []
    for n, (name, mass) in enumerate(zip(names, masses)):
        hang(scene, name, motion={"mass": mass, "inertiaDiagonal": [0.5] * 3}, anchor=apart(n))
        expect.append(value(name, "linearVelocity", world([speed, 0, 0]), 0.025))
    case(
        "joint",
        "an_acceleration_drive_speeds_up_all_masses_alike",
        "In acceleration mode damping is per kilogram",
        SECTION,
        ["drive.mode", "drive.damping", "drive.velocityTarget"],
        scene,
        t,
        expect,
        f"""
v' = c (target - v) for every mass: v = {target} (1 - e^(-{c:g}·{t})) = {speed:.4f} m/s, for 1 kg as for 6 kg.

Tolerance: c·dt = {c * DT:.3f} of what is left.""",
        ALL,
        gravity=FREE,
    )
    speed, inertias = 1.2 * (1 - math.exp(-c * t)), (0.2, 1.5)
    scene = Scene(
        [{"limits": hinge(1), "drives": [drive("angular", 1, "acceleration", velocityTarget=1.2, damping=c)]}]
    )
    expect = []
    for n, (name, inertia) in enumerate(zip(names, inertias)):
        hang(
            scene, name, motion={"mass": 2.0, "inertiaDiagonal": [inertia] * 3}, anchor=apart(n), socket=[0.0, 0.0, 0.0]
        )
        expect.append(value(name, "angularVelocity", world([0, speed, 0]), 0.04))
    case(
        "joint",
        "an_angular_acceleration_drive_takes_no_heed_of_inertia",
        "In acceleration mode an angular drive's damping is per unit of inertia",
        SECTION,
        ["drive.mode", "drive.type"],
        scene,
        t,
        expect,
        f"""
A hinge about Y through the centre of mass; w' = c (target - w): w = 1.2 (1 - e^(-{c:g}·{t})) = {speed:.4f} rad/s
about Y, for I = 0.2 as for 1.5 kg·m².

Tolerance: c·dt = {c * DT:.3f} of what is left.""",
        ALL,
        gravity=FREE,
    )


def strength():
    t = 0.6
    a = 3.0 / M
    scene = Scene(
        [
            {"limits": RAIL, "drives": [drive("linear", 0, mode, velocityTarget=50.0, damping=1000.0, maxForce=3.0)]}
            for mode in ("force", "acceleration")
        ]
    )
    names = ("ByForce", "ByAcceleration")
    expect = []
    for n, name in enumerate(names):
        hang(scene, name, joint=n, anchor=apart(n))
        expect += [
            value(name, "linearVelocity", world([a * t, 0, 0]), 0.04),
            at(name, pose([a * t * t / 2, 0, 0], anchor=apart(n))[0], 0.02),
        ]
    case(
        "joint",
        "max_force_bounds_a_linear_drive",
        "A drive pushes with no more than maxForce, in newtons in both modes",
        SECTION,
        ["drive.maxForce"],
        scene,
        t,
        expect,
        f"""
A drive that is far from its target (50 m/s) pushes with its maxForce of 3 N: a = 3/2 = {a} m/s², v = {a * t:.2f} m/s
and x = {a * t * t / 2:.3f} m after {t} s. The bound is on a force, or on a torque where the drive is angular: also in
acceleration mode it is the force that is bounded.

Tolerance: a·t·dt/2 = {a * t * DT / 2:.4f} m and a step of speed, {a * DT:.3f} m/s.""",
        ALL,
        gravity=FREE,
    )
    scene = Scene(
        [
            {
                "limits": RAIL,
                "drives": [drive("linear", 0, positionTarget=0.0, stiffness=5000.0, damping=100.0, maxForce=3.0)],
            }
        ]
    )
    hang(scene)
    fall = (8.0 - 3.0) / M
    case(
        "joint",
        "a_drive_that_is_too_weak_gives_way",
        "A drive that may not push harder than its load is dragged along",
        SECTION,
        ["drive.maxForce", "drive.stiffness"],
        scene,
        t,
        [
            value("Body", "linearVelocity", world([fall * t, 0, 0]), 0.08),
            at("Body", pose([fall * t * t / 2, 0, 0])[0], 0.03),
        ],
        f"""
Gravity of 4 m/s² along X pulls 2 kg with 8 N, the drive holds with at most 3 N: a = 5/2, v = {fall * t:.3f} m/s, x =
{fall * t * t / 2:.3f} m after {t} s.

Tolerance: a·t·dt/2 = {fall * t * DT / 2:.4f} m, a step of speed {fall * DT:.3f} m/s, and the start, where the stiff
drive still holds.""",
        ALL,
        gravity=gravity([4.0, 0, 0]),
    )
    scene = Scene(
        [{"limits": hinge(2), "drives": [drive("angular", 2, velocityTarget=-80.0, damping=500.0, maxForce=0.9)]}]
    )
    hang(scene, socket=[0.0, 0.0, 0.0])
    alpha = -0.9 / I
    case(
        "joint",
        "max_force_bounds_an_angular_drive",
        "An angular drive rotates with no more than maxForce, in newton metres",
        SECTION,
        ["drive.maxForce"],
        scene,
        t,
        [
            value("Body", "angularVelocity", world([0, 0, alpha * t]), 0.05),
            turned("Body", pose([0, 0, 0], v.turn(AXES[2], alpha * t * t / 2))[1], 0.03),
        ],
        f"""
A torque of -0.9 N·m on I = 0.5 about Z: α = {alpha} rad/s², w = {alpha * t:.3f} rad/s, θ = {alpha * t * t / 2:.4f}
rad after {t} s.

Tolerance: α·t·dt/2 = {abs(alpha) * t * DT / 2:.4f} rad and a step of speed, {abs(alpha) * DT:.3f} rad/s.""",
        ALL,
        gravity=FREE,
    )


def angles():
    pull, k, target = 6.0, 15.0, -0.4
    torque = M * pull * 0.5
    angle = v.solve(lambda x: k * (x - target) - torque * math.cos(x), -1.5, 1.5)
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        socket = v.rotate(SOCKET_TURN, v.mul(AXES[i], -0.5))
        scene = Scene(
            [
                {
                    "limits": hinge(axis),
                    "drives": [drive("angular", axis, positionTarget=target, stiffness=k, damping=6.0)],
                }
            ]
        )
        hang(scene, socket=socket)
        place, rotation = pose([0, 0, 0], v.turn(AXES[axis], angle), socket=socket)
        name = "XYZ"[axis]
        case(
            "joint",
            f"an_angular_drive_about_{name.lower()}_holds_its_target",
            f"An angular drive rotates b about {name} to its positionTarget",
            SECTION,
            ["drive.type", "drive.axis", "drive.positionTarget", "drive.stiffness"],
            scene,
            5.0,
            [turned("Body", rotation, 0.02), at("Body", place, 0.015)],
            f"""
{FRAMES}

A hinge about {name} with a drive to {target} rad of {k:g} N·m/rad. The centre of mass is 0.5 m along {'XYZ'[i]} and
gravity {pull:g} m/s² along {'XYZ'[j]}, a torque of {torque:g} cos θ about {name}: at rest k (target - θ) + {torque:g}
cos θ = 0, solved by halving: θ = {angle:.4f} rad.

Tolerance: 0.02 rad, 5 % of what gravity takes.""",
            ALL,
            gravity=gravity(v.mul(AXES[j], pull)),
        )
    t, c = 0.7, 1.0
    speeds = (1.1, -0.8, 1.6)
    scene, expect = (
        Scene(
            [
                {"limits": hinge(n), "drives": [drive("angular", n, velocityTarget=speeds[n], damping=c)]}
                for n in range(3)
            ]
        ),
        [],
    )
    for n in range(3):
        speed = speeds[n] * (1 - math.exp(-c * t / I))
        hang(scene, f"About{'XYZ'[n]}", joint=n, anchor=apart(n), socket=[0.0, 0.0, 0.0])
        expect.append(value(f"About{'XYZ'[n]}", "angularVelocity", world(v.mul(AXES[n], speed)), 0.04))
    case(
        "joint",
        "an_angular_drive_reaches_its_speed",
        "An angular drive of a velocityTarget approaches it, about a's axis and right-handed",
        SECTION,
        ["drive.velocityTarget", "drive.damping", "drive.axis"],
        scene,
        t,
        expect,
        f"""
{FRAMES} (Here s = 0.)

Hinges about X, Y and Z with targets of {speeds} rad/s: I w' = c (target - w), w = target (1 - e^(-ct/I)) with I =
0.5, c = 1: {1 - math.exp(-c * t / I):.4f} of each after {t} s.

Tolerance: c·dt/I = {c * DT / I:.3f} of what is left, 0.04 rad/s at the most.""",
        ALL,
        gravity=FREE,
    )


def swings():
    t = 94 * DT
    w, target = 2.0, 0.15
    x = target * (1 - math.cos(w * t))
    scene = Scene([{"limits": RAIL, "drives": [drive("linear", 0, positionTarget=target, stiffness=M * w * w)]}])
    hang(scene)
    case(
        "joint",
        "a_drive_without_damping_swings_about_its_target",
        "A drive without damping is a spring about its target",
        SECTION,
        ["drive.stiffness", "drive.damping"],
        scene,
        t,
        [at("Body", pose([x, 0, 0])[0], 0.02)],
        f"""
k = 8 N/m on 2 kg, ω = 2 rad/s; damping is 0 where not given. From 0 at rest x = {target} (1 - cos ωt): {x:.4f} m,
twice the target, after {t:.4f} s (next to half a period).

Tolerance: a damping integrator of first order keeps exp(-ω² dt t/2) = {math.exp(-w * w * DT * t / 2):.3f} of the
swing: 0.02 m.""",
        ALL,
        gravity=FREE,
    )
    scene = Scene(
        [
            {"limits": RAIL, "drives": [drive("linear", 0, positionTarget=0.5, damping=0.0)]},
            {"limits": RAIL, "drives": [drive("linear", 0, velocityTarget=2.0, stiffness=0.0)]},
        ]
    )
    hang(scene, "NoStiffness")
    hang(scene, "NoDamping", joint=1, anchor=apart(1))
    case(
        "joint",
        "a_drive_without_stiffness_or_damping_does_nothing",
        "Stiffness and damping are 0 where not given",
        SECTION,
        ["drive.stiffness", "drive.damping"],
        scene,
        1.0,
        [at("NoStiffness", pose([0, 0, 0])[0], 2e-3), at("NoDamping", pose([0, 0, 0], anchor=apart(1))[0], 2e-3)],
        f"""
{FORCE} With a target of 0.5 m and no stiffness, and with one of 2 m/s and no damping, the force is 0: both stay.

Tolerance: rounding and the give of the rails, 2 mm.""",
        ALL,
        gravity=FREE,
    )


def ends():
    scene = Scene([{"limits": RAIL, "drives": [drive("linear", 0, positionTarget=0.3, stiffness=60.0, damping=25.0)]}])
    hang(scene, swapped=True)
    case(
        "joint",
        "a_drive_on_the_body_moves_it_the_other_way",
        "Where the body carries the joint, a positive target moves it backwards",
        SECTION,
        ["drive.positionTarget", "joint.connectedNode"],
        scene,
        3.0,
        [at("Body", pose([-0.3, 0, 0])[0], 0.006)],
        """
The joint is on the body (frame a), the connected node is in the fixed world (frame b). The position is that of b seen
from a: to be at +0.3, the body has to go to -0.3.

Tolerance: 6 mm.""",
        ALL,
        gravity=FREE,
    )
    m1, m2 = 1.0, 3.0
    scene = Scene([{"limits": RAIL, "drives": [drive("linear", 0, positionTarget=0.8, stiffness=30.0, damping=15.0)]}])
    turn = v.turn([0.2, 1.0, -0.4], 0.7)
    first, second = [0.1, 0.4, 0.2], [0.1, 0.4, 0.2]
    scene.node("Left", first, turn, motion={"mass": m1, "inertiaDiagonal": [0.3] * 3}, joint={"to": "Right"})
    scene.node("Right", second, turn, motion={"mass": m2, "inertiaDiagonal": [0.5] * 3})
    along = v.rotate(turn, [1, 0, 0])
    case(
        "joint",
        "a_drive_pushes_two_bodies_apart_by_mass",
        "A drive between two bodies moves both, momentum kept",
        SECTION,
        ["drive.positionTarget", "joint.connectedNode"],
        scene,
        3.0,
        [
            at("Left", v.add(first, v.mul(along, -0.8 * m2 / (m1 + m2))), 0.01),
            at("Right", v.add(second, v.mul(along, 0.8 * m1 / (m1 + m2))), 0.01),
        ],
        f"""
Two free bodies of {m1:g} and {m2:g} kg start in one place; the drive has the second 0.8 m along the X of the first.
Their common centre stays: the first goes -0.8·3/4 = -0.6, the second 0.8·1/4 = 0.2 along X.

Tolerance: 1 cm.""",
        ALL,
        gravity=FREE,
    )
    scene = Scene(
        [
            {
                "limits": RAIL + [{"linearAxes": [0], "min": -0.1, "max": 0.25}],
                "drives": [drive("linear", 0, positionTarget=1.0, stiffness=20.0, damping=10.0)],
            }
        ]
    )
    hang(scene)
    case(
        "joint",
        "a_drive_stops_at_a_limit",
        "A hard limit stops a drive",
        SECTION,
        ["drive.positionTarget", "limit.max"],
        scene,
        3.0,
        [at("Body", pose([0.25, 0, 0])[0], 0.01)],
        f"""
{FRAMES}

A drive to 1 m along X, and a limit at 0.25: the drive pushes with 20·0.75 = 15 N in vain.

Tolerance: 1 cm for the give of the limit.""",
        ALL,
        gravity=FREE,
    )


for write in (positions, speeds, both_targets, modes, strength, angles, swings, ends):
    write()
