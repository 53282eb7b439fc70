"""Cases of springs on their way: what a drive with stiffness and damping does before it rests.

m·x″ = k·(target − x) + c·(velocityTarget − x′), from rest at 0: the damped oscillator, below, at and above the critical damping.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from build import ALL, DT, Scene, at, case, value
from rig import FRAMES, LOCK_ANGLES, hang, pose, world

M, TARGET = 2.0, 0.4
RAIL = [LOCK_ANGLES, {"linearAxes": [1], "min": 0, "max": 0}, {"linearAxes": [2], "min": 0, "max": 0}]


def place(omega, zeta, t):
    """The part of the way that is left after t, of a damped oscillator that starts at rest."""
    if zeta < 1:
        swing = omega * math.sqrt(1 - zeta * zeta)
        return math.exp(-zeta * omega * t) * (math.cos(swing * t) + zeta * omega / swing * math.sin(swing * t))
    root = math.sqrt(zeta * zeta - 1)
    slow, fast = omega * (zeta - root), omega * (zeta + root)
    return (fast * math.exp(-slow * t) - slow * math.exp(-fast * t)) / (fast - slow)


def on_its_way(name, title, omega, zeta, t, text, mode="force", part=None):
    share = M if mode == "force" else 1.0
    k, c = share * omega * omega, share * 2 * zeta * omega
    x = TARGET * (1 - place(omega, zeta, t))
    # Half a step of the way, which engines begin or end with, at the greatest speed: that of the undamped spring.
    near = max(0.002, TARGET * omega * math.exp(-zeta * omega * t) * DT / 2 * (1 if zeta < 1 else 0.5))
    why = "half a step at the greatest speed that is left"
    if part is not None:
        near = TARGET * math.exp(-zeta * omega * t) * part
        why = f"{part:.0%} of the swing that is left: period and decay are followed over many swings"
    drive = {"type": "linear", "mode": mode, "axis": 0, "positionTarget": TARGET, "stiffness": k, "damping": c}
    scene = Scene([{"limits": RAIL, "drives": [drive]}])
    hang(scene)
    case(
        "joint",
        name,
        title,
        "Joints",
        ["drive.stiffness", "drive.damping", "drive.positionTarget", "drive.mode"],
        scene,
        t,
        [at("Body", pose([x, 0, 0])[0], near)],
        f"""
{FRAMES}

{text} With k = {k:.6g}, c = {c:.6g} and {"m = 2" if mode == "force" else "the mass divided out"} the natural frequency is w = {omega} rad/s and the damping
ratio {zeta} of the critical one. Of the way of {TARGET} m there is left after {t:.4g} s

    {place(omega, zeta, t):.6f}, so that x = {x:.6f} m

Tolerance: {near:.4f} m, {why}.""",
        ALL,
        gravity=(0, 0, 0),
    )


def main():
    on_its_way("a_drive_swings_and_fades", "A drive below its critical damping swings about its target and fades", 4.0, 0.2, 1.5,
               "x = target · (1 − e^(−zwt) · (cos w't + zw/w' · sin w't)), w' = w·√(1 − z²).")
    for zeta, word in ((0.02, "slowly"), (0.06, "sooner")):
        on_its_way(f"a_drive_fades_{word}_over_many_swings", f"A drive with little damping fades {word}, in its own period", 6.0, zeta, 8.2 * 2 * math.pi / 6.0,
                   "x = target · (1 − e^(−zwt) · (cos w't + zw/w' · sin w't)), w' = w·√(1 − z²).", part=0.1)
    on_its_way("a_drive_swings_little", "A drive just below its critical damping hardly swings", 5.0, 0.7, 0.5,
               "x = target · (1 − e^(−zwt) · (cos w't + zw/w' · sin w't)), w' = w·√(1 − z²).")
    on_its_way("a_drive_creeps", "A drive above its critical damping creeps to its target", 4.0, 2.5, 1.0,
               "x = target · (1 − (s₂·e^(−s₁t) − s₁·e^(−s₂t)) / (s₂ − s₁)), s = w·(z ∓ √(z² − 1)).")
    on_its_way("an_acceleration_drive_swings_and_fades", "A drive in acceleration mode swings as one of 1 kg", 4.0, 0.2, 1.5,
               "The mass does not count: x″ = k·(target − x) − c·x′.", "acceleration")
    on_its_way("a_drive_too_stiff_for_a_step_comes_to_its_target", "A spring of two periods a step comes to rest at its target", 250.0, 0.05, 4.0,
               "Its swing is faster than steps can show; after 4 s its damping has ended it.")
    between_two_ends()


def between_two_ends():
    """Sixteen bounces between two soft ends without damping."""
    low, high, k, speed = -0.2, 0.3, 200.0, 1.0
    omega = math.sqrt(k / M)
    period = 2 * (high - low) / speed + 2 * math.pi / omega
    t = 8 * period + 0.15 / speed
    limit = {"linearAxes": [0], "min": low, "max": high, "stiffness": k, "damping": 0.0}
    scene = Scene([{"limits": [*RAIL, limit]}])
    hang(scene)
    start = world([speed, 0, 0])
    case(
        "joint",
        "undamped_soft_ends_keep_the_speed_of_what_bounces_between_them",
        "What bounces between two soft ends without damping keeps its speed",
        "Joints",
        ["limit.stiffness", "limit.damping", "limit.min", "limit.max"],
        scene,
        t,
        [value("Body", "linearVelocity", start, 0.03)],
        f"""
{FRAMES}

A body of {M:g} kg goes at {speed:g} m/s between ends at {low} and {high}, each a spring of {k:g} N/m without damping: half a swing of π/w
= {math.pi / omega:.4f} s beyond the end, and back at the same speed. A period is 2·0.5 m / v + 2π/w = {period:.4f} s. After eight of
them and 0.15 s more it is on its way up at the speed that it had.

Tolerance: 0.03 m/s, 0.2 % for each of sixteen bounces; what enters or leaves a spring in the midst of a step would give or take
v·dt·w/2 = 8 % of it where nothing is done about that.""",
        ALL,
        gravity=(0, 0, 0),
        actions=[{"time": 0, "node": "Body", "linearVelocity": start}],
    )


main()
