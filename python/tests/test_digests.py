"""The wheel and the command line give the same digest after every step."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import sinew_gltf as sinew
from conftest import fixture

STEPS = 300

SCENES = [
    "fixtures/running/heap.gltf",
    "fixtures/running/joints.gltf",
    "fixtures/running/machine.gltf",
    "fixtures/running/puppet.gltf",
    "crates/sinew-cli/demo/demo.gltf",
    "fixtures/physics_khr/body_without_collider.gltf",
    "fixtures/physics_khr/compound_trigger_parts.gltf",
    "fixtures/physics_khr/inertia_orientation.gltf",
    "fixtures/physics_khr/joint_drives.gltf",
    "fixtures/physics_khr/joint_limits.gltf",
    "fixtures/physics_khr/meshes.gltf",
    "fixtures/constraint/every_kind.gltf",
    "conformance/spring_bone/springs_of_vrm_0_x/figure.gltf",
]


@pytest.mark.parametrize("scene", SCENES)
def test_digests_are_the_command_lines(scene: str, command: str, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    run = [command, "simulate", str(fixture(scene)), "--seconds", str(STEPS / 60), "--record", str(log), "--quiet"]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    steps = [json.loads(line) for line in log.read_text().splitlines()]
    expected = [step["digest"] for step in steps if "digest" in step and "step" in step]
    assert len(expected) == STEPS
    world = sinew.World()
    world.spawn(fixture(scene))
    for step, digest in enumerate(expected):
        world.step()
        assert f"{world.digest:016x}" == f"{int(digest, 16) if isinstance(digest, str) else digest:016x}", step


def test_worlds_side_by_side_have_the_digests_of_one_alone() -> None:
    model = sinew.read(fixture("fixtures/running/joints.gltf"))
    alone = sinew.World(sleeping=False)
    alone.spawn(model)
    together = sinew.Worlds(model, 5, threads=2)
    for _ in range(60):
        alone.step()
        together.step()
    assert together.digests == [alone.digest] * 5
