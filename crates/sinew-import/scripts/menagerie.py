#!/usr/bin/env python3
"""Imports robots of mujoco_menagerie, simulates them, and compares their motion with MuJoCo's.

    python3 -m pip install mujoco
    cargo build --release
    python3 crates/sinew-import/scripts/menagerie.py MENAGERIE [--sinew target/release/sinew] [--write docs/import.md]

Both simulations start in the keyframe "home" (or the model's own pose), run for two seconds under gravity, with the actuators as the
keyframe sets them, and without contacts. Sinew takes steps of 1/240 s, MuJoCo of 1/4080 s. The error is the largest distance between the
centres of a body in both, over all bodies and times; `travel` is how far a body moves in MuJoCo at most.

"as stated" is the model as it is. "less losses" is the model without what the importer lists as lost: armatures, actuators that
are no drives, couplings of joints, springs of tendons, and the fluid. "limp" is the mechanism alone, for half a second, as such
motion is chaotic: both are without drives, springs, dampers, friction and ranges as well.
"""

import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import mujoco
import numpy

ROBOTS = [
    "franka_emika_panda/panda.xml",
    "kuka_iiwa_14/iiwa14.xml",
    "kinova_gen3/gen3.xml",
    "flexiv_rizon4/flexiv_rizon4.xml",
    "ufactory_xarm7/xarm7.xml",
    "trs_so_arm100/so_arm100.xml",
    "low_cost_robot_arm/low_cost_robot_arm.xml",
    "trossen_vx300s/vx300s.xml",
    "dynamixel_2r/dynamixel_2r.xml",
    "shadow_hand/right_hand.xml",
    "wonik_allegro/right_hand.xml",
    "robotiq_2f85/2f85.xml",
    "agility_cassie/cassie.xml",
    "anybotics_anymal_c/anymal_c.xml",
    "unitree_h1/h1.xml",
    "unitree_g1/g1.xml",
    "skydio_x2/x2.xml",
    "stanford_tidybot/tidybot.xml",
]
SECONDS = 2.0
LIMP_SECONDS = 0.5
RATE = 240
SUBSTEPS = 17
BEGIN, END = "<!-- menagerie: begin -->", "<!-- menagerie: end -->"


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command[1]}: {done.stderr.strip()[:300]}")
    return done


def without_colliders(path, drives=True):
    gltf = json.loads(path.read_text())
    for joint in gltf.get("extensions", {}).get("KHR_physics_rigid_bodies", {}).get("physicsJoints", []):
        if not drives:
            joint.pop("drives", None)
            joint["limits"] = [limit for limit in joint["limits"] if limit["min"] == limit["max"]]
    for node in gltf["nodes"]:
        node.get("extensions", {}).get("KHR_physics_rigid_bodies", {}).pop("collider", None)
    # Nodes that have nothing of the extension left.
    for node in gltf["nodes"]:
        extensions = node.get("extensions", {})
        if extensions.get("KHR_physics_rigid_bodies") == {}:
            del extensions["KHR_physics_rigid_bodies"]
            if not extensions:
                del node["extensions"]
    path.write_text(json.dumps(gltf))
    return gltf


def rotate(q, v):
    x, y, z, w = q
    u = numpy.array([x, y, z])
    return v + 2 * numpy.cross(u, numpy.cross(u, v) + w * v)


def sinew_tracks(sinew, path, gltf):
    """The centre of mass of every body after every step, by the body's name."""
    trace = path.with_suffix(".jsonl")
    run(sinew, "simulate", path, "--seconds", SECONDS, "--step", f"1/{RATE}", "--trace", trace, "--quiet", "--force")
    centers = {}
    for index, node in enumerate(gltf["nodes"]):
        motion = node.get("extensions", {}).get("KHR_physics_rigid_bodies", {}).get("motion")
        if motion:
            centers[index] = (node["name"], numpy.array(motion.get("centerOfMass", [0, 0, 0])))
    tracks = {name: [] for name, _ in centers.values()}
    for line in trace.read_text().splitlines():
        for body in json.loads(line).get("bodies", []):
            name, center = centers[body["node"]]
            tracks[name].append(numpy.array(body["translation"]) + rotate(body["rotation"], center))
    return {name: numpy.array(track) for name, track in tracks.items()}


def prepare(model, lossless, limp):
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    model.opt.timestep = 1 / (RATE * SUBSTEPS)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    if not lossless:
        return
    model.opt.density = 0
    model.opt.viscosity = 0
    model.dof_armature[:] = 0
    if hasattr(model, "actuator_armature"):
        model.actuator_armature[:] = 0
    for index in range(model.neq):
        if model.eq_type[index] not in (mujoco.mjtEq.mjEQ_CONNECT, mujoco.mjtEq.mjEQ_WELD):
            model.eq_active0[index] = 0
    model.tendon_stiffness[:] = 0
    model.tendon_damping[:] = 0
    model.tendon_limited[:] = 0
    for index in range(model.nu):
        kind = model.actuator_trntype[index]
        single = kind == mujoco.mjtTrn.mjTRN_TENDON and model.tendon_num[model.actuator_trnid[index][0]] == 1
        has_drive = model.actuator_biastype[index] == mujoco.mjtBias.mjBIAS_AFFINE
        if limp or not has_drive or not (kind == mujoco.mjtTrn.mjTRN_JOINT or single):
            model.actuator_gainprm[index][:] = 0
            model.actuator_biasprm[index][:] = 0
    if limp:
        model.jnt_limited[:] = 0
        model.jnt_stiffness[:] = 0
        model.dof_damping[:] = 0
        model.dof_frictionloss[:] = 0


def group_center(model, data, body):
    """The centre of mass of a body and of those that are fixed to it."""
    mass, center = 0.0, numpy.zeros(3)
    for other in range(1, model.nbody):
        if model.body_weldid[other] == body:
            mass += model.body_mass[other]
            center = center + model.body_mass[other] * data.xipos[other]
    return center / mass


def mujoco_tracks(path, lossless, limp=False):
    model = mujoco.MjModel.from_xml_path(str(path))
    # Damping ratios were turned to dampings with the armature; they stay.
    limited = model.jnt_limited.copy()
    prepare(model, lossless, limp)
    data = mujoco.MjData(model)
    home = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_KEY, "home")
    mujoco.mj_resetDataKeyframe(model, data, home) if home >= 0 else mujoco.mj_resetData(model, data)
    for joint in range(model.njnt):
        # The importer puts joints that start outside of their range at its end.
        if limited[joint] and model.jnt_type[joint] in (2, 3):
            address = model.jnt_qposadr[joint]
            data.qpos[address] = numpy.clip(data.qpos[address], *model.jnt_range[joint])
    mujoco.mj_forward(model, data)
    names = {}
    for body in range(1, model.nbody):
        if model.body_weldid[body] == body and model.body_jntnum[body] > 0:
            name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, body)
            names[body] = name or f"body {body}"
    tracks = {name: [] for name in names.values()}
    for _ in range(int(SECONDS * RATE)):
        for _ in range(SUBSTEPS):
            mujoco.mj_step(model, data)
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        for body, name in names.items():
            x, y, z = group_center(model, data, body)
            tracks[name].append([x, z, -y])
    return {name: numpy.array(track) for name, track in tracks.items()}


def compare(robot, menagerie, sinew, folder):
    source = menagerie / robot
    path = folder / (robot.replace("/", "_") + ".gltf")
    answer = json.loads(run(sinew, "import", source, "-o", path, "--json", "--force").stdout)
    report = json.loads(run(sinew, "validate", path, "--json").stdout)
    gltf = without_colliders(path)
    ours = sinew_tracks(sinew, path, gltf)
    row = {
        "robot": robot,
        "bodies": answer["summary"]["bodies"],
        "joints": answer["summary"]["joints"],
        "losses": len(answer["losses"]),
        "findings": report,
    }
    for key, lossless, limp in [("stated", False, False), ("expressed", True, False), ("limp", True, True)]:
        if limp:
            ours = sinew_tracks(sinew, path, without_colliders(path, drives=False))
        theirs = mujoco_tracks(source, lossless, limp)
        worst, travel = 0.0, 0.0
        steps = int((LIMP_SECONDS if limp else SECONDS) * RATE)
        for name, track in theirs.items():
            track = track[:steps]
            worst = max(worst, float(numpy.linalg.norm(track - ours[name][:steps], axis=1).max()))
            travel = max(travel, float(numpy.linalg.norm(track - track[0], axis=1).max()))
        row[key], row["travel_" + key] = worst, travel
    return row


def length(metres):
    if not math.isfinite(metres):
        return "—"
    return f"{metres * 1000:.2g} mm" if metres < 0.1 else f"{metres:.2g} m"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("menagerie", type=pathlib.Path)
    parser.add_argument("--sinew", type=pathlib.Path, default=pathlib.Path("target/release/sinew"))
    parser.add_argument("--write", type=pathlib.Path, help="the page whose table is replaced")
    parser.add_argument("--only", help="robots whose path contains this")
    arguments = parser.parse_args()
    lines = [
        "| robot | bodies | joints | validate | losses | travel | error, as stated | error, less losses | travel, limp | error, limp |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        for robot in ROBOTS:
            if arguments.only and arguments.only not in robot:
                continue
            if not (arguments.menagerie / robot).exists():
                print(f"{robot}: not there, skipped", file=sys.stderr)
                continue
            try:
                row = compare(robot, arguments.menagerie, arguments.sinew, pathlib.Path(folder))
            except (RuntimeError, ValueError, KeyError) as error:
                print(f"{robot}: {error!r}", file=sys.stderr)
                continue
            line = (
                f"| `{row['robot']}` | {row['bodies']} | {row['joints']} | {findings(row['findings'])} | {row['losses']} "
                f"| {length(row['travel_stated'])} | {length(row['stated'])} | {length(row['expressed'])} "
                f"| {length(row['travel_limp'])} | {length(row['limp'])} |"
            )
            print(line, flush=True)
            lines.append(line)
    if arguments.write:
        text = arguments.write.read_text()
        before, rest = text.split(BEGIN)
        _, after = rest.split(END)
        arguments.write.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + after)


def findings(report):
    """Errors and warnings of `sinew validate`."""
    issues = report["issues"]
    errors, warnings = issues["numErrors"], issues["numWarnings"]
    return "clean" if errors + warnings == 0 else f"{errors} errors, {warnings} warnings"


if __name__ == "__main__":
    main()
