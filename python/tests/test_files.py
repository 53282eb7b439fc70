"""Files: read, checked, and made of others; from paths and from bytes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import sinew_gltf as sinew
from conftest import fixture

AVATAR = "fixtures/humanoid/avatar_vrm1.gltf"
BALL = b'{"asset": {"version": "2.0"}, "nodes": [{"name": "ball", "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}'


def test_a_file_is_the_same_from_a_path_and_from_bytes() -> None:
    path = fixture("fixtures/running/heap.gltf")
    by_path, by_bytes = sinew.read(path), sinew.read(path.read_bytes(), name=str(path))
    assert by_path.inspect() == by_bytes.inspect()


def test_buffers_beside_bytes_are_given_by_uri(tmp_path: Path) -> None:
    text = b'{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "a.bin"}]}'
    assert [finding.pointer for finding in sinew.read(text).findings] == ["/buffers/0"]
    assert len(sinew.read(text, files={"a.bin": b"\0" * 4}).findings) == 0
    (tmp_path / "a.gltf").write_bytes(text)
    (tmp_path / "a.bin").write_bytes(b"\0" * 4)
    assert len(sinew.read(tmp_path / "a.gltf").findings) == 0


@pytest.mark.parametrize(
    ("content", "code", "pointer"),
    [
        (b"", "NOT_GLTF", ""),
        (b"{", "JSON_INVALID", ""),
        (b'{"asset": {}}', "NO_VERSION", "/asset/version"),
        (b'{"asset": {"version": "9.0"}}', "UNKNOWN_VERSION", "/asset/version"),
        (b"glTF\x02\0\0\0\xff\xff\xff\xff", "GLB_INVALID", ""),
    ],
)
def test_unreadable_files_raise_with_code_and_pointer(content: bytes, code: str, pointer: str) -> None:
    with pytest.raises(sinew.SinewError) as caught:
        sinew.read(content)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_a_missing_path_raises(tmp_path: Path) -> None:
    with pytest.raises(sinew.SinewError) as caught:
        sinew.read(tmp_path / "none.glb")
    assert caught.value.code == "IO" and "none.glb" in str(caught.value)


def test_limits_and_strictness_refuse_files() -> None:
    with pytest.raises(sinew.SinewError) as caught:
        sinew.read(BALL, limits={"file": 10})
    assert caught.value.code == "FILE_TOO_LARGE"
    required = b'{"asset": {"version": "2.0"}, "extensionsRequired": ["ACME_x"], "extensionsUsed": ["ACME_x"]}'
    assert sinew.read(required)
    with pytest.raises(sinew.SinewError) as caught:
        sinew.read(required, strict=True)
    assert caught.value.code == "UNKNOWN_REQUIRED_EXTENSION"
    with pytest.raises(sinew.SinewError):
        sinew.read(BALL, limits={"nonsense": 1})


def test_answers_are_those_of_the_command_line(command: str) -> None:
    for name in ("fixtures/running/heap.gltf", "fixtures/node_cycle.gltf", AVATAR):
        path = str(fixture(name))
        for verb, answer in (("inspect", sinew.read(path).inspect()), ("validate", sinew.read(path).report())):
            printed = subprocess.run([command, verb, path, "--json"], capture_output=True, check=False).stdout
            assert answer == json.loads(printed), (name, verb)


def test_findings_have_places_and_are_tables() -> None:
    broken = sinew.validate(fixture("fixtures/node_cycle.gltf"))
    assert not broken.is_valid
    codes = [finding.code for finding in broken.findings]
    assert "NODE_CYCLE" in codes and len(codes) >= broken.errors + broken.warnings
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    assert broken.findings.to_pandas()["code"].tolist() == codes
    assert broken.findings.to_arrow().column("code").to_pylist() == codes
    assert sinew.validate(b'{"asset": {"version": "2.0"}}').findings.to_arrow().num_rows == 0
    hushed = sinew.validate(fixture("fixtures/node_cycle.gltf"), severity={"NODE_CYCLE": "off"})
    assert hushed.errors < broken.errors


def test_convert_refuses_losses_unless_they_are_allowed(tmp_path: Path) -> None:
    source = fixture("fixtures/physics_khr/joint_drives.gltf")
    refused = sinew.convert(source, "omi")
    assert refused.data is None and refused.report["losses"] and not refused.report["is_written"]
    made = sinew.convert(source, "omi", tmp_path / "out.gltf", allow_loss=True)
    assert made.files[-1] == tmp_path / "out.gltf" and made.data is None
    assert "OMI_physics_joint" in (tmp_path / "out.gltf").read_text()
    with pytest.raises(sinew.SinewError):
        sinew.convert(source, "omi", tmp_path / "out.gltf", allow_loss=True)
    assert sinew.convert(source, "omi", tmp_path / "out.gltf", allow_loss=True, overwrite=True).files
    with pytest.raises(sinew.SinewError) as caught:
        sinew.convert(source, "esperanto")
    assert caught.value.code == "INVALID_ARGUMENT"


def test_an_input_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.gltf"
    path.write_bytes(fixture("fixtures/hierarchy/rotations.gltf").read_bytes())
    before = path.read_bytes()
    with pytest.raises(sinew.SinewError):
        sinew.fix(path, path, overwrite=True)
    assert path.read_bytes() == before


def test_bytes_are_those_of_the_command_line(command: str, tmp_path: Path) -> None:
    def native(*arguments: str) -> bytes:
        out = tmp_path / f"out{len(list(tmp_path.iterdir()))}.glb"
        words = [str(out) if word == "OUT" else word for word in arguments]
        subprocess.run([command, *words, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        return out.read_bytes()

    heap, avatar = str(fixture("fixtures/running/heap.gltf")), str(fixture(AVATAR))
    rotated, bvh = str(fixture("fixtures/humanoid/avatar_vrm1_rotated.gltf")), str(fixture("fixtures/bvh/mixamo.bvh"))
    pendulum = str(fixture("fixtures/convert/pendulum.gltf"))
    assert sinew.bake(heap, seconds=1).data == native("bake", heap, "OUT", "--seconds", "1")
    assert sinew.convert(pendulum, "omi").data == native("convert", pendulum, "OUT", "--to", "omi")
    assert sinew.normalize(rotated).data == native("normalize", rotated, "OUT")
    assert sinew.fix(heap).data == native("fix", heap, "OUT")
    assert sinew.retarget(bvh, avatar).data == native("retarget", bvh, avatar, "-o", "OUT")


def test_clips_have_bones_and_play_on_avatars() -> None:
    clip = sinew.Clip(fixture("fixtures/bvh/mixamo.bvh"))
    assert "hips" in clip.bones and sinew.Clip(fixture("fixtures/running/smile.gltf")).duration > 0
    with pytest.raises(sinew.SinewError) as caught:
        sinew.Clip(BALL)
    assert caught.value.code in ("NO_HUMANOID", "NO_ANIMATION")
    with pytest.raises(sinew.SinewError) as caught:
        sinew.retarget(clip, BALL)
    assert caught.value.code == "NO_HUMANOID"
    made = sinew.retarget(clip, fixture(AVATAR), as_clip=True)
    assert made.data is not None and sinew.Clip(made.data).bones


def test_baking_nothing_raises() -> None:
    with pytest.raises(sinew.SinewError) as caught:
        sinew.bake(b'{"asset": {"version": "2.0"}, "nodes": [{}]}')
    assert caught.value.code == "BAKE_NOTHING"
    for wrong in ({"seconds": 0}, {"dt": -1}, {"seconds": 1e9}, {"animations": [{"animation": 7}]}):
        with pytest.raises(sinew.SinewError):
            sinew.bake(BALL, **wrong)
