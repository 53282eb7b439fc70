"""Cases of soft angular limits on a joint that is swung and twisted at once: the torque is the gradient of the metric.

A body with equal moments of inertia, held at its centre of mass. The spring's energy is ½·k·φ², so that I·w′ = −k·φ·∇φ, with φ the metric of the
text and ∇φ how it grows as b rotates about each axis. Both are taken from the metric's own formula here, ∇φ by differences, and integrated by the
midpoint rule in steps of 0.1 ms.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, Scene, case, turned, value
from rig import ANCHOR, AXES, FRAMES, LOCK_PLACE, hang, pose, world

INERTIA, STIFFNESS = 0.5, 6.0
START = v.qmul(v.turn([0.2, 1.0, -0.6], 0.9), v.turn([1, 0, 0], 0.6))


def twist(axis):
    """2·atan2(q·e, w): the rotation about one axis."""
    return lambda q: 2 * math.atan2(q[axis], q[3]) if q[3] >= 0 else 2 * math.atan2(-q[axis], -q[3])


def cone(axis):
    """The angle between an axis of a and the same of b."""
    return lambda q: math.acos(v.dot(AXES[axis], v.rotate(q, AXES[axis])))


def whole(q):
    return 2 * math.acos(min(1.0, abs(q[3])))


def run(metric, seconds):
    """Turn of b from a and its angular velocity, both along a's axes."""
    turn, spin = list(START), [0.0, 0.0, 0.0]

    def torque(q):
        slope = [(metric(v.qmul(v.turn(axis, 1e-6), q)) - metric(v.qmul(v.turn(axis, -1e-6), q))) / 2e-6 for axis in AXES]
        return v.mul(slope, -STIFFNESS * metric(q) / INERTIA)

    dt = 1e-4
    for _ in range(round(seconds / dt)):
        half = v.qmul(v.turn_by(v.mul(spin, dt / 2)), turn)
        middle = v.add(spin, v.mul(torque(turn), dt / 2))
        spin = v.add(spin, v.mul(torque(half), dt))
        turn = v.unit(v.qmul(v.turn_by(v.mul(middle, dt)), turn))
    return turn, spin


def swung(name, title, axes, metric, text):
    t = 0.4
    turn, spin = run(metric, t)
    limit = {"angularAxes": axes, "min": 0.0, "max": 0.0, "stiffness": STIFFNESS, "damping": 0.0}
    scene = Scene([{"limits": [LOCK_PLACE, limit]}])
    hang(scene, turn=START, socket=[0.0, 0.0, 0.0], motion={"mass": 2.0, "inertiaDiagonal": [INERTIA] * 3})
    case(
        "joint",
        name,
        title,
        "Joints",
        ["limit.angularAxes", "limit.stiffness"],
        scene,
        t,
        [turned("Body", pose([0, 0, 0], turn, ANCHOR, [0.0, 0.0, 0.0])[1], 0.02), value("Body", "angularVelocity", world(spin), 0.06)],
        f"""
{FRAMES}

{text} At first b is rotated by 0.6 rad about X and then by 0.9 rad about [0.2, 1, -0.6] (to unit length), so that the metric is {metric(START):.4f} rad, and
the spring of {STIFFNESS:g} N·m/rad rotates the body of {INERTIA} kg·m² about ∇φ. After {t} s b is rotated by

    {[round(x, 5) for x in turn]}

and rotates by {[round(x, 4) for x in spin]} rad/s along a's axes.

Tolerance: 0.02 rad and 0.06 rad/s, half a step of what the torque changes at the greatest, k·φ/I·dt/2 = 0.06 rad/s.""",
        ALL,
        gravity=(0, 0, 0),
    )


for at, letter in enumerate("xyz"):
    swung(f"a_soft_twist_about_{letter}_of_a_swung_joint", f"A soft limit about {letter.upper()} rotates a body that is swung as well about the gradient of its angle",
          [at], twist(at), f"The metric of one angular axis is the twist about {letter.upper()}.")
    others = [axis for axis in range(3) if axis != at]
    swung(f"a_soft_cone_about_{letter}_of_a_twisted_joint", f"A soft cone about {letter.upper()} rotates a body that is twisted as well across the axis", others, cone(at),
          f"The metric of two angular axes is the angle between the {letter.upper()} axes of both frames.")
swung("a_soft_whole_angle_of_a_turned_joint", "A soft limit of all angular axes rotates a body straight back", [0, 1, 2], whole,
      "The metric of three angular axes is the whole angle.")
