"""Cases of springs on their way: what a drive with stiffness and damping does before it rests.

m·x″ = k·(target − x) + c·(velocityTarget − x′), from rest at 0: the damped oscillator, below, at and above the critical damping.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
from build import ALL, DT, Scene, at, case
from rig import FRAMES, LOCK_ANGLES, hang, pose

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


def on_its_way(name, title, omega, zeta, t, text, mode="force"):
    share = M if mode == "force" else 1.0
    k, c = share * omega * omega, share * 2 * zeta * omega
    x = TARGET * (1 - place(omega, zeta, t))
    # Half a step of the way, which engines begin or end with, at the greatest speed: that of the undamped spring.
    near = max(0.002, TARGET * omega * math.exp(-zeta * omega * t) * DT / 2 * (1 if zeta < 1 else 0.5))
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

Tolerance: {near:.4f} m, half a step at the greatest speed that is left.""",
        ALL,
        gravity=(0, 0, 0),
    )


def main():
    on_its_way("a_drive_swings_and_fades", "A drive below its critical damping swings about its target and fades", 4.0, 0.2, 1.5,
               "x = target · (1 − e^(−zwt) · (cos w't + zw/w' · sin w't)), w' = w·√(1 − z²).")
    on_its_way("a_drive_swings_little", "A drive just below its critical damping hardly swings", 5.0, 0.7, 0.5,
               "x = target · (1 − e^(−zwt) · (cos w't + zw/w' · sin w't)), w' = w·√(1 − z²).")
    on_its_way("a_drive_creeps", "A drive above its critical damping creeps to its target", 4.0, 2.5, 1.0,
               "x = target · (1 − (s₂·e^(−s₁t) − s₁·e^(−s₂t)) / (s₂ − s₁)), s = w·(z ∓ √(z² − 1)).")
    on_its_way("an_acceleration_drive_swings_and_fades", "A drive in acceleration mode swings as one of 1 kg", 4.0, 0.2, 1.5,
               "The mass does not count: x″ = k·(target − x) − c·x′.", "acceleration")
    on_its_way("a_drive_too_stiff_for_a_step_comes_to_its_target", "A spring of two periods a step comes to rest at its target", 250.0, 0.05, 4.0,
               "Its swing is faster than steps can show; after 4 s its damping has ended it.")


main()
