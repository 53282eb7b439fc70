"""Writes the positions that src/dynamics/mujoco.rs compares with: python reference.py > ../src/dynamics/mujoco.tsv

MuJoCo 3 or 4 (pip install mujoco), its Runge-Kutta integrator of fourth order in steps of 20 microseconds, in double precision.
The scenes are those of src/dynamics/mujoco.rs: rods along their local X axis, each joined to the end of the one before.
Every line: scene, time in seconds, number of the body, and its centre of mass in metres.
"""

import math

import mujoco

STEP = 2e-5
GRAVITY = 9.81


def rod(mass, length, radius):
    along = mass * radius * radius / 2
    across = mass * (length * length / 12 + radius * radius / 4)
    return dict(mass=mass, length=length, center=length / 2, moments=(along, across, across))


def ball(mass, radius):
    """A ball joined at its surface."""
    return dict(mass=mass, length=2 * radius, center=radius, moments=(0.4 * mass * radius * radius,) * 3)


def model(links, angle, joint):
    """A chain from the origin in the plane z = 0, at an angle from hanging down."""
    text, close, at = "", "", 0.0
    for number, link in enumerate(links):
        half = (angle - math.pi / 2) / 2
        turn = f'quat="{math.cos(half)!r} 0 0 {math.sin(half)!r}"' if number == 0 else ""
        moments = " ".join(repr(moment) for moment in link["moments"])
        text += (
            f'<body name="b{number}" pos="{at!r} 0 0" {turn}>{joint(number)}'
            f'<inertial pos="{link["center"]!r} 0 0" mass="{link["mass"]!r}" diaginertia="{moments}"/>'
        )
        close += "</body>"
        at = link["length"]
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option timestep="{STEP}" integrator="RK4" gravity="0 {-GRAVITY} 0"/>'
        f"<worldbody>{text}{close}</worldbody></mujoco>"
    )


def hinge(_):
    return '<joint type="hinge" axis="0 0 1"/>'


def pin(_):
    return '<joint type="ball"/>'


def spring(stiffness, damping, targets):
    def joint(number):
        return (
            f'<joint type="hinge" axis="0 0 1" stiffness="{stiffness[number]}" '
            f'damping="{damping[number]}" springref="{targets[number]}"/>'
        )

    return joint


def run(name, model, times, velocities=()):
    data = mujoco.MjData(model)
    for at, velocity in enumerate(velocities):
        data.qvel[at] = velocity
    step = 0
    for time in times:
        while step < round(time / STEP):
            mujoco.mj_step(model, data)
            step += 1
        mujoco.mj_kinematics(model, data)
        for body in range(1, model.nbody):
            x, y, z = data.xipos[body]
            print(f"{name}\t{time}\t{body - 1}\t{x:.9f}\t{y:.9f}\t{z:.9f}")


# The rods are along their own X axis; a spin about the world's Y axis in the axes of a rod at an angle from hanging.
def spin_about_up(angle, speed):
    turn = angle - math.pi / 2
    return (math.sin(turn) * speed, math.cos(turn) * speed, 0.0)


run("double pendulum", model([rod(1, 1, 0.05)] * 2, math.pi / 2, hinge), [0.5, 1])
run("double pendulum, unequal", model([rod(1, 0.5, 0.05), rod(5, 1, 0.05)], 2.0, hinge), [0.5, 1])
run("double pendulum, whirled", model([rod(1, 1, 0.05)] * 2, 1.0, pin), [0.5, 1], spin_about_up(1.0, 2.0))
run("rope of 20", model([rod(0.1, 0.1, 0.01)] * 20, math.pi / 2, pin), [0.5, 1])
run("chain of 10 with 100 kg", model([rod(1, 0.2, 0.02)] * 10 + [ball(100, 0.1)], 0.4, pin), [0.5, 1])
run("chain of 5 with 100 kg", model([rod(1, 0.2, 0.02)] * 5 + [ball(100, 0.1)], 0.4, pin), [0.5, 1])
run("chain of 16 with 2000 kg", model([rod(0.5, 0.2, 0.02)] * 16 + [ball(2000, 0.2)], 0.4, pin), [0.5, 1])
run(
    "arm of 3 with drives",
    model([rod(2, 0.5, 0.05), rod(1, 0.4, 0.04), rod(0.5, 0.3, 0.03)], math.pi / 2,
          spring([200, 100, 30], [8, 4, 1], [0.8, -1.2, 0.9])),
    [0.1, 0.5, 1, 3],
)
