"""Cases of springs and drives that pull on a lever, with either frame on it: torques in balance, from the least energy."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, DT, KHR, Scene, at, case, turned, value
from rig import AXES, LOCK_ANGLES, LOCK_PLACE, SOCKET_TURN, hang, pose, world

SECTION = "Joints"
HINGE, ARM = [0.2, 1.0, 0.1], 0.4  # the centre of mass is this far along the lever
END, END_TURN = [0.7, 0.05, 0.0], 0.3  # where the spring is fixed, from the hinge
PEG, PEG_TURN = [0.8, 1.8, 0.1], -0.2
MASS, PULL = 2.0, 5.0


def spot(angle):
    """The spring's end on the lever, and how it is rotated, for an angle of the lever."""
    return v.add(HINGE, v.rotate(v.turn([0, 0, 1], angle), END)), angle + END_TURN


def measures(on_body):
    """Frame a and frame b for an angle of the lever."""

    def frames(angle):
        end, peg = spot(angle), (PEG, PEG_TURN)
        return (end, peg) if on_body else (peg, end)

    return frames


def along(axis):
    def metric(a, b):
        way = v.sub(b[0], a[0])
        return v.dot(v.rotate(v.turn([0, 0, 1], a[1]), AXES[axis]), way)

    return metric


def from_line(axis):
    def metric(a, b):
        way = v.sub(b[0], a[0])
        line = v.rotate(v.turn([0, 0, 1], a[1]), AXES[axis])
        return v.length(v.sub(way, v.mul(line, v.dot(way, line))))

    return metric


def distance(a, b):
    return v.length(v.sub(b[0], a[0]))


def rest(metric, frames, stiffness, low, high):
    """The angle of least energy: ½ k (beyond the range)² + m g y, found where its slope changes its sign."""

    def energy(angle):
        x = metric(*frames(angle))
        beyond = max(0.0, x - high, low - x)
        return stiffness * beyond * beyond / 2 + MASS * PULL * ARM * math.sin(angle)

    def slope(angle):
        return (energy(angle + 1e-5) - energy(angle - 1e-5)) / 2e-5

    steps = [-1.3 + 0.01 * n for n in range(260)]
    for one, two in zip(steps, steps[1:]):
        if slope(one) < 0 < slope(two):
            return v.solve(slope, one, two)
    raise ValueError("no balance")


def balance(name, title, description, metric, on_body, stiffness, low, high, text, shows):
    angle = rest(metric, measures(on_body), stiffness, low, high)
    assert abs(angle) > 0.05, name
    scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": [0, 1], "min": 0, "max": 0}]}, description])
    scene.node("Hinge", HINGE, static=True, joint={"to": "Root"})
    scene.node("Lever", v.add(HINGE, [ARM, 0, 0]), motion={"mass": MASS, "inertiaDiagonal": [0.1] * 3})
    scene.node("Root", [-ARM, 0, 0], parent="Lever")
    joint = {"joint": 1}
    scene.node(
        "End",
        v.sub(END, [ARM, 0, 0]),
        v.turn([0, 0, 1], END_TURN),
        parent="Lever",
        **({"joint": {"to": "Peg", **joint}} if on_body else {}),
    )
    scene.node(
        "Peg", PEG, v.turn([0, 0, 1], PEG_TURN), static=True, **({} if on_body else {"joint": {"to": "End", **joint}})
    )
    turn = v.turn([0, 0, 1], angle)
    case(
        "joint",
        name,
        title,
        SECTION,
        shows,
        scene,
        5.0,
        [turned("Lever", turn, 0.02), at("Lever", v.add(HINGE, v.rotate(turn, [ARM, 0, 0])), 0.012)],
        f"""
A lever of {MASS:g} kg hangs on a hinge about Z, its centre of mass {ARM} m along X, under {PULL:g} m/s². At {END}
from the hinge, rotated by {END_TURN} rad, a spring of {stiffness:g} N/m is fixed to it, whose other end is a peg at
{PEG}, rotated by {PEG_TURN} rad.
{'The joint is on the lever: frame a rotates with it, and b is the peg.' if on_body else 'The joint is on the peg: frame a is fixed, and b is on the lever.'}
{text}

At rest the energy ½ k (x - end of the range)² + m g y is least; its slope, by differences of the angle, changes its
sign at θ = {angle:.4f} rad. (A torque on frame a that is left out or reversed moves the balance.)

Tolerance: 0.02 rad, which a moment of 0.02·k·0.7² = {0.02 * stiffness * 0.49:.2f} N·m would make.""",
        ALL,
        gravity=[0.0, -PULL, 0.0],
    )


NEVER = {"linearAxes": [0, 1, 2], "max": 10.0}
for on_body, where in ((False, "on_the_peg"), (True, "on_the_lever")):
    for axis in (0, 1):
        target = 0.1 if axis == 0 else (0.4 if on_body else -0.4)
        drive = {
            "type": "linear",
            "mode": "force",
            "axis": axis,
            "positionTarget": target,
            "stiffness": 60.0,
            "damping": 10.0,
        }
        balance(
            f"a_drive_along_{'xy'[axis]}_{where}_balances_a_lever",
            f"A linear drive along {'XY'[axis]} of frame a balances a lever, the joint {where.replace('_', ' ')}",
            {"limits": [NEVER], "drives": [drive]},
            along(axis),
            on_body,
            60.0,
            target,
            target,
            f"A drive pulls x = e_{'xy'[axis]}·(t_b - t_a) to {target}.",
            ["drive.axis", "drive.positionTarget", "drive.stiffness", "joint.connectedNode"],
        )
    balance(
        f"a_soft_line_{where}_balances_a_lever",
        f"A soft distance from a line of frame a balances a lever, the joint {where.replace('_', ' ')}",
        {"limits": [{"linearAxes": [1, 2], "max": 0.15, "stiffness": 60.0, "damping": 10.0}]},
        from_line(0),
        on_body,
        60.0,
        0.0,
        0.15,
        "Beyond 0.15 m from the line along frame a's X, the spring pulls back.",
        ["limit.linearAxes", "limit.stiffness"],
    )
    balance(
        f"a_rubber_band_{where}_balances_a_lever",
        f"A soft distance balances a lever, the joint {where.replace('_', ' ')}",
        {"limits": [{"linearAxes": [0, 1, 2], "max": 0.5, "stiffness": 60.0, "damping": 10.0}]},
        distance,
        on_body,
        60.0,
        0.0,
        0.5,
        "Beyond 0.5 m the spring pulls the ends together.",
        ["limit.linearAxes", "limit.stiffness"],
    )


def turned_round():
    """Soft angles with the joint on the body."""
    pull, k, top, mass = 6.0, 20.0, 0.3, 2.0
    angle = v.solve(lambda x: k * (x - top) - mass * pull * 0.5 * math.cos(x), top, 1.5)
    oblique = v.unit([1.0, 2.0, -1.0])
    out = v.unit(v.cross(oblique, [0.0, 0.0, 1.0]))
    side = [0.6, -0.8, 0.0]
    kinds = {
        "a_soft_cone_on_the_body": ("cone", [0, 1], AXES[2], v.cross(AXES[2], side), side),
        "a_soft_whole_angle_on_the_body": ("whole angle", [0, 1, 2], out, oblique, v.cross(oblique, out)),
    }
    for name, (what, axes, arm, axis, push) in kinds.items():
        socket = v.rotate(SOCKET_TURN, v.mul(arm, -0.5))
        scene = Scene([{"limits": [LOCK_PLACE, {"angularAxes": axes, "max": top, "stiffness": k, "damping": 6.0}]}])
        hang(scene, socket=socket, swapped=True)
        place, _ = pose([0, 0, 0], v.turn(axis, angle), socket=socket)
        case(
            "joint",
            name,
            f"A soft {what} is the same with the joint on the body",
            SECTION,
            ["limit.angularAxes", "limit.stiffness"],
            scene,
            5.0,
            [at("Body", place, 0.02)],
            f"""
The joint is on the body, so that its socket is frame a and the fixed node frame b. The angle has no sign, and is the
same both ways: beyond {top} rad a spring of {k:g} N·m/rad, against {mass * pull * 0.5:g} cos θ N·m of gravity: θ =
{angle:.4f} rad.

Tolerance: 2 cm at 0.5 m.""",
            ALL,
            gravity=[round(x, 6) for x in world(v.mul(push, pull))],
        )
    socket = v.rotate(SOCKET_TURN, v.mul(AXES[0], -0.5))
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_PLACE,
                    {"angularAxes": [0, 1], "min": 0, "max": 0},
                    {"angularAxes": [2], "min": -top, "max": 0.1, "stiffness": k, "damping": 6.0},
                ]
            }
        ]
    )
    hang(scene, socket=socket, swapped=True)
    place, rotation = pose([0, 0, 0], v.turn(AXES[2], angle), socket=socket)
    case(
        "joint",
        "a_soft_angle_on_the_body",
        "A soft angle counts the other way with the joint on the body",
        SECTION,
        ["limit.angularAxes", "limit.stiffness", "limit.min"],
        scene,
        5.0,
        [turned("Body", rotation, 0.02), at("Body", place, 0.015)],
        f"""
The joint is on the body: the angle is minus that of the body. Gravity rotates the body positively about Z, the angle
goes below its min of -{top}, and the spring holds at k (θ - {top}) = {mass * pull * 0.5:g} cos θ: θ = {angle:.4f}
rad.

Tolerance: 0.02 rad, 8 % of what it gives.""",
        ALL,
        gravity=[round(x, 6) for x in world([0.0, pull, 0.0])],
    )


def two_bodies():
    """A spring between two free bodies: each swings about the common centre."""
    m1, m2, k, rest_length, apart = 1.0, 3.0, 6.75, 0.5, 0.9
    w = math.sqrt(k * (m1 + m2) / (m1 * m2))
    t = round(math.pi / w / 2 * 2 * 60) / 60
    way = v.unit([2.0, -1.0, 2.0])
    first = [0.1, 0.2, 0.3]
    second = v.add(first, v.mul(way, apart))
    centre = v.mul(v.add(v.mul(first, m1), v.mul(second, m2)), 1 / (m1 + m2))
    # Stretched by 0.4 beyond its length, it comes back to 0.5 after a quarter of a period and flies on: the limit has no min.
    quarter = math.pi / 2 / w
    speed = (apart - rest_length) * w
    length = rest_length - speed * (t - quarter)
    scene = Scene([{"limits": [{"linearAxes": [0, 1, 2], "max": rest_length, "stiffness": k}]}])
    scene.node("Left", first, motion={"mass": m1, "inertiaDiagonal": [0.1] * 3}, joint={"to": "Right"})
    scene.node("Right", second, motion={"mass": m2, "inertiaDiagonal": [0.1] * 3})
    case(
        "joint",
        "a_rubber_band_pulls_two_bodies_by_mass",
        "A soft distance pulls two free bodies together, by the reduced mass",
        SECTION,
        ["limit.stiffness", "limit.max", "joint.connectedNode"],
        scene,
        t,
        [
            at("Left", v.sub(centre, v.mul(way, length * m2 / (m1 + m2))), 0.03),
            at("Right", v.add(centre, v.mul(way, length * m1 / (m1 + m2))), 0.03),
            value("Left", "linearVelocity", v.mul(way, speed * m2 / (m1 + m2)), 0.08),
            value("Right", "linearVelocity", v.mul(way, -speed * m1 / (m1 + m2)), 0.04),
        ],
        f"""
1 and 3 kg, {apart} m apart; beyond {rest_length} m a spring of {k} N/m pulls: ω = √(k/µ) = {w:g} rad/s with µ = 0.75
kg. After a quarter of a period, {quarter:.4f} s, they are {rest_length} m apart and approach at 0.4·ω = {speed:.3f}
m/s; within the range nothing acts, and they go on. At {t:.4f} s they are {length:.4f} m apart. The common centre
stays, and each has its share: 3/4 of it the lighter one, 1/4 the heavier one.

Tolerance: 10 % of the speed for integrators of first order that damp (exp(-ω² dt t/2) =
{math.exp(-w * w * DT * quarter / 2):.3f}), 3 cm.""",
        ALL,
        gravity=(0, 0, 0),
    )


def readings():
    pull, k, target = 3.0, 60.0, 0.2
    x = target + 2.0 * pull / k
    scene = Scene(
        [
            {
                "limits": [
                    LOCK_ANGLES,
                    {"linearAxes": [1], "min": 0, "max": 0},
                    {"linearAxes": [2], "min": 0, "max": 0},
                ],
                "drives": [
                    {
                        "type": "linear",
                        "mode": "force",
                        "axis": 0,
                        "positionTarget": target,
                        "stiffness": k,
                        "damping": 20.0,
                    }
                ],
            }
        ]
    )
    hang(scene)
    case(
        "joint",
        "a_joint_tells_what_its_drive_does",
        "Position, velocity and force of a drive are those of b in a's frame",
        SECTION,
        ["drive.positionTarget", "drive.stiffness"],
        scene,
        4.0,
        [
            value("BodyAnchor", "drives.0.position", x, 0.01),
            value("BodyAnchor", "drives.0.velocity", 0.0, 0.01),
            value("BodyAnchor", "drives.0.force", -2.0 * pull, 0.6),
            value("BodyAnchor", "maxViolation", 0.0, 0.005),
        ],
        f"""
At rest under gravity of {pull:g} m/s² along X on 2 kg: x = {target} + 6/{k:g} = {x:.3f} m, at rest, and the drive
pushes with k (target - x) = -6 N along a's X. What is held hard is violated by less than 5 mm.

Tolerance: 1 cm and 0.01 m/s, and what 1 cm makes of the force, 0.6 N.""",
        KHR,
        gravity=[round(c, 6) for c in world([pull, 0.0, 0.0])],
    )


for write in (turned_round, two_bodies, readings):
    write()
