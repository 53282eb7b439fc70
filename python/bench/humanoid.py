"""The same humanoid in Sinew, MuJoCo and (where it is installed) Rapier's wheel: steps a second of processor time.

Eleven capsules and spheres on ball joints and hinges with limits and no drives, written from one table as glTF and as MJCF, fall from
a metre onto a plane. `python humanoid.py` prints a table; `pip install sinew-gltf mujoco rapier3d` brings what it measures.
"""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import sinew_gltf as sinew

DT = 1 / 240
STEPS = 2400

# Name, parent, place of the joint in the world, the body's centre, half length along Y (0: a sphere), radius, mass.
PARTS = [
    ("pelvis", None, (0, 1.0, 0), (0, 1.0, 0), 0.0, 0.12, 11.0),
    ("chest", "pelvis", (0, 1.15, 0), (0, 1.33, 0), 0.08, 0.13, 20.0),
    ("head", "chest", (0, 1.56, 0), (0, 1.70, 0), 0.0, 0.11, 5.0),
    ("arm_l", "chest", (0.2, 1.45, 0), (0.2, 1.31, 0), 0.10, 0.04, 2.2),
    ("hand_l", "arm_l", (0.2, 1.17, 0), (0.2, 1.03, 0), 0.10, 0.035, 1.6),
    ("arm_r", "chest", (-0.2, 1.45, 0), (-0.2, 1.31, 0), 0.10, 0.04, 2.2),
    ("hand_r", "arm_r", (-0.2, 1.17, 0), (-0.2, 1.03, 0), 0.10, 0.035, 1.6),
    ("thigh_l", "pelvis", (0.1, 0.92, 0), (0.1, 0.72, 0), 0.14, 0.06, 8.0),
    ("shin_l", "thigh_l", (0.1, 0.5, 0), (0.1, 0.29, 0), 0.15, 0.045, 4.0),
    ("thigh_r", "pelvis", (-0.1, 0.92, 0), (-0.1, 0.72, 0), 0.14, 0.06, 8.0),
    ("shin_r", "thigh_r", (-0.1, 0.5, 0), (-0.1, 0.29, 0), 0.15, 0.045, 4.0),
]
HINGES = ("hand_l", "hand_r", "shin_l", "shin_r")
CONE = 1.0
DROP = 1.0


def gltf(drives: bool = False) -> bytes:
    """The humanoid as glTF; with a drive towards an angle on every joint, or without."""
    shapes: list[dict[str, Any]] = [{"type": "box", "box": {"size": [40, 1, 40]}}]
    nodes: list[dict[str, Any]] = []
    cone = [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0], "min": -CONE, "max": CONE}]
    cone += [{"angularAxes": [1], "min": -CONE, "max": CONE}, {"angularAxes": [2], "min": -CONE, "max": CONE}]
    hinge = [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [1, 2], "min": 0, "max": 0}]
    hinge += [{"angularAxes": [0], "min": 0.0, "max": 2.2}]
    joints: list[dict[str, Any]] = [{"limits": cone}, {"limits": hinge}]
    spring = {"type": "angular", "mode": "force", "axis": 0, "positionTarget": 0, "stiffness": 100, "damping": 10}
    ground = {"collider": {"geometry": {"shape": 0}}}
    nodes.append({"name": "ground", "translation": [0, -0.5, 0], "extensions": {"KHR_physics_rigid_bodies": ground}})
    index = {}
    for name, _, _, centre, half, radius, mass in PARTS:
        kind = "capsule" if half else "sphere"
        size = {"height": 2 * half, "radiusBottom": radius, "radiusTop": radius} if half else {"radius": radius}
        shapes.append({"type": kind, kind: size})
        body = {"motion": {"mass": mass}, "collider": {"geometry": {"shape": len(shapes) - 1}}}
        index[name] = len(nodes)
        place = [centre[0], centre[1] + DROP, centre[2]]
        nodes.append({"name": name, "translation": place, "children": [], "extensions": {"KHR_physics_rigid_bodies": body}})
    for name, parent, joint, centre, *_ in PARTS:
        if parent is None:
            continue
        owner = next(part for part in PARTS if part[0] == parent)
        # Frame a is on the parent, frame b on the body.
        frame_b = len(nodes)
        nodes.append({"translation": [joint[axis] - centre[axis] for axis in range(3)]})
        nodes[index[name]]["children"].append(frame_b)
        kind = int(name in HINGES)
        if drives:
            # A description of its own, so that each joint is an action.
            kind = len(joints)
            joints.append({**joints[int(name in HINGES)], "drives": [spring]})
        described = {"connectedNode": frame_b, "joint": kind, "enableCollision": False}
        held = {"KHR_physics_rigid_bodies": {"joint": described}}
        nodes[index[parent]]["children"].append(len(nodes))
        nodes.append({"translation": [joint[axis] - owner[3][axis] for axis in range(3)], "extensions": held})
    for node in nodes:
        if not node.get("children", True):
            del node["children"]
    roots = list(range(len(PARTS) + 1))
    used = ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"]
    extensions = {"KHR_implicit_shapes": {"shapes": shapes}, "KHR_physics_rigid_bodies": {"physicsJoints": joints}}
    file = {"asset": {"version": "2.0"}, "extensionsUsed": used, "extensions": extensions, "scene": 0}
    return json.dumps({**file, "scenes": [{"nodes": roots}], "nodes": nodes}).encode()


def mjcf() -> str:
    """The humanoid as MJCF, with Z up."""

    def below(parent: str | None, origin: tuple[float, float, float]) -> str:
        text = ""
        for name, of, joint, centre, half, radius, mass in PARTS:
            if of != parent:
                continue
            at = joint if parent else (joint[0], joint[1] + DROP, joint[2])
            place = [at[axis] - origin[axis] for axis in range(3)]
            offset = [centre[axis] - joint[axis] for axis in range(3)]
            text += f'<body name="{name}" pos="{place[0]} {-place[2]} {place[1]}">'
            if parent is None:
                text += "<freejoint/>"
            elif name in HINGES:
                text += '<joint type="hinge" axis="1 0 0" range="0 126.05"/>'
            else:
                for axis in ("1 0 0", "0 0 1", "0 1 0"):
                    text += f'<joint type="hinge" axis="{axis}" range="-57.3 57.3"/>'
            spot = f'pos="{offset[0]} {-offset[2]} {offset[1]}" mass="{mass}"'
            size = f'type="capsule" size="{radius} {half}"' if half else f'type="sphere" size="{radius}"'
            text += f"<geom {spot} {size}/>" + below(name, at if parent else at) + "</body>"
        return text

    return f"""<mujoco><option timestep="{DT}"/><worldbody><geom type="plane" size="20 20 1"/>
        {below(None, (0, 0, 0))}</worldbody></mujoco>"""


def rapier(engine: Any, sleeping: bool) -> tuple[Any, Any]:
    """The humanoid in Rapier's own wheel, and the handle of the pelvis."""
    world = engine.PhysicsWorld(gravity=(0.0, -9.81, 0.0))
    world.integration_parameters.dt = DT
    world.add_collider(engine.Collider.cuboid(20, 0.5, 20).translation((0, -0.5, 0)))
    bodies = {}
    for name, _, _, centre, half, radius, mass in PARTS:
        shape = engine.Collider.capsule_y(half, radius) if half else engine.Collider.ball(radius)
        place = (centre[0], centre[1] + DROP, centre[2])
        body = engine.RigidBody.dynamic().translation(place).can_sleep(sleeping)
        bodies[name] = world.add_body(body, [shape.mass(mass)])
    locked = engine.JointAxesMask.LOCKED_SPHERICAL_AXES
    for name, parent, joint, centre, *_ in PARTS:
        if parent is None:
            continue
        owner = next(part for part in PARTS if part[0] == parent)
        axes = engine.JointAxesMask(locked.bits | engine.JointAxesMask.ANG_Y.bits | engine.JointAxesMask.ANG_Z.bits)
        held = engine.GenericJoint.builder(axes if name in HINGES else locked)
        held = held.local_anchor1(tuple(joint[axis] - owner[3][axis] for axis in range(3)))
        held = held.local_anchor2(tuple(joint[axis] - centre[axis] for axis in range(3))).contacts_enabled(False)
        if name in HINGES:
            held = held.limits(engine.JointAxis.ANG_X, 0.0, 2.2)
        else:
            for axis in (engine.JointAxis.ANG_X, engine.JointAxis.ANG_Y, engine.JointAxis.ANG_Z):
                held = held.limits(axis, -CONE, CONE)
        world.impulse_joints.insert(bodies[parent], bodies[name], held.build())
    return world, bodies["pelvis"]


def measure(title: str, step: object, height: object, rounds: int = 3) -> None:
    """Runs the fall some times from its beginning, and prints the best."""
    best = 0.0
    for _ in range(rounds):
        begin, run = step  # type: ignore[misc]
        begin()
        start = time.process_time()
        run(STEPS)
        best = max(best, STEPS / (time.process_time() - start))
    print(f"| {title} | {best:,.0f} | {height():.2f} m |")  # type: ignore[operator]


def main() -> None:
    """Prints the table."""
    print(f"| {len(PARTS)} bodies, {STEPS} steps of 1/240 s | steps a CPU second | the pelvis ends at |\n|---|---|---|")
    for sleeping in (False, True):
        world = sinew.World(dt=DT, sleeping=sleeping)
        body = world.spawn(gltf())
        beginning = world.snapshot()
        row = body.model.body_nodes.index(body.model.find_node("pelvis"))
        title = f"Sinew {sinew.__version__}, {'with' if sleeping else 'without'} sleep"
        measure(title, (lambda: world.restore(beginning), world.step), lambda: float(body.bodies.translation[row, 1]))
    try:
        import mujoco
    except ImportError:
        print("| MuJoCo is not installed | | |")
    else:
        model = mujoco.MjModel.from_xml_string(mjcf())
        data = mujoco.MjData(model)

        def run(count: int) -> None:
            mujoco.mj_step(model, data, nstep=count)

        begin = lambda: mujoco.mj_resetData(model, data)  # noqa: E731
        measure(f"MuJoCo {mujoco.__version__}", (begin, run), lambda: float(data.body("pelvis").xpos[2]))
    try:
        import rapier3d
    except ImportError:
        print("| rapier3d is not installed | | |")
    else:
        for sleeping in (False, True):
            world_of = lambda: rapier(rapier3d, sleeping)  # noqa: E731, B023
            state = [world_of()]

            def fall(count: int) -> None:
                for _ in range(count):
                    state[0][0].step()  # noqa: B023

            begin = lambda: state.__setitem__(0, world_of())  # noqa: E731, B023
            title = f"rapier3d {rapier3d.__version__ if hasattr(rapier3d, '__version__') else ''}, {'with' if sleeping else 'without'} sleep"
            measure(title, (begin, fall), lambda: float(state[0][0].rigid_bodies[state[0][1]].translation[1]))  # noqa: B023
    mass = sum(part[-1] for part in PARTS)
    assert np.isclose(mass, 67.6)


if __name__ == "__main__":
    main()
