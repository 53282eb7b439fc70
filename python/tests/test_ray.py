"""Batches on Ray: reports, what is skipped, and files that poison their process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("ray")
pytest.importorskip("pyarrow")

import sinew_gltf.ray as batches  # noqa: E402
from conftest import fixture  # noqa: E402
from sinew_gltf._batch.work import Work, key_of  # noqa: E402
from sinew_gltf._batch.worker import Rows, Worker, frame  # noqa: E402
from sinew_gltf.ray import _task  # noqa: E402

FILES = 40


def write_files(folder: Path, count: int, poison: int = 0) -> None:
    """Files that are all different, and some that end, hang or fill the process that reads them."""
    folder.mkdir()
    for at in range(count):
        name, word = folder / f"{at:05}.gltf", '"KHR_physics_rigid_bodies"'
        body = f'{{"motion": {{"mass": {at + 1}}}}}'
        name.write_text(
            f'{{"asset": {{"version": "2.0"}}, "extensionsUsed": [{word}], "nodes": [{{"extensions": {{{word}: {body}}}}}]}}'
        )
    for at in range(poison):
        (folder / f"poison{at}.glb").write_bytes([b"CRASH", b"HANG", b"FILL", b"glTF\x02", b"{"][at % 5])


@pytest.fixture()
def poison(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bytes of a file decide what becomes of the process; `sitecustomize` runs in every one."""
    folder = Path(__file__).parent / "poison"
    monkeypatch.setenv("PYTHONPATH", str(folder))


@pytest.fixture(scope="module", autouse=True)
def cluster() -> None:
    import ray

    if not ray.is_initialized():
        ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)


def test_every_file_is_a_row_and_done_work_is_skipped(tmp_path: Path) -> None:
    write_files(tmp_path / "in", FILES)
    out = tmp_path / "report"
    first = batches.validate(tmp_path / "in", out, batch_size=8)
    assert first == {"skipped": 0, "ok": FILES}
    assert batches.validate(tmp_path / "in", out, batch_size=8) == {"skipped": FILES, "ok": FILES}
    # Another file, and other options, are other work.
    (tmp_path / "in/00000.gltf").write_text('{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0, 2]}]}')
    changed = batches.validate(tmp_path / "in", out, batch_size=8)
    assert changed == {"skipped": FILES - 1, "ok": FILES, "findings": 1}
    again = batches.validate(tmp_path / "in", tmp_path / "report", severity={"ROTATION_NON_UNIT": "off"})
    assert again["skipped"] == 0
    report = batches.read_report(out)
    assert len(report) == 2 * FILES + 1 and report["sha256"].str.len().eq(64).all()


def test_results_are_files_and_the_same_as_those_of_one_process(tmp_path: Path) -> None:
    import sinew_gltf as sinew

    write_files(tmp_path / "in", 6)
    assert batches.convert(tmp_path / "in", tmp_path / "out", "omi", batch_size=2)["ok"] == 6
    for row in batches.read_report(tmp_path / "out").to_dict("records"):
        assert Path(row["output"]).read_bytes() == sinew.convert(row["path"], "omi").data
    # Tools that know nothing of this find the report alone, and not the results beside it.
    import pandas

    assert len(pandas.read_parquet(tmp_path / "out")) == 6
    baked = batches.bake(tmp_path / "in", tmp_path / "baked", options={"seconds": 0.1}, batch_size=3)
    assert baked == {"skipped": 0, "ok": 6}
    clip, avatar = fixture("fixtures/bvh/mixamo.bvh"), fixture("fixtures/humanoid/avatar_vrm1.gltf")
    assert batches.retarget(clip, [avatar], tmp_path / "moved") == {"skipped": 0, "ok": 1}
    assert batches.inspect([avatar, tmp_path / "none.glb"], tmp_path / "seen") == {"skipped": 0, "ok": 1, "error": 1}


def test_losses_are_refused_in_a_row(tmp_path: Path) -> None:
    source = fixture("fixtures/physics_khr/joint_drives.gltf")
    assert batches.convert(source, tmp_path / "out", "omi") == {"skipped": 0, "refused": 1}
    report = batches.read_report(tmp_path / "out")
    assert report["code"].tolist() == ["LOSS"] and report["output"].isna().all()


def test_buffers_beside_a_file_are_part_of_its_key(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    text = '{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 4, "uri": "a.bin"}]}'
    (tmp_path / "in/a.gltf").write_text(text)
    (tmp_path / "in/a.bin").write_bytes(b"1234")
    out = tmp_path / "report"
    batches.validate(tmp_path / "in", out)
    assert batches.validate(tmp_path / "in", out)["skipped"] == 1
    (tmp_path / "in/a.bin").write_bytes(b"5678")
    assert batches.validate(tmp_path / "in", out)["skipped"] == 0


def test_poisonous_files_are_rows(tmp_path: Path, poison: None) -> None:
    write_files(tmp_path / "in", 10, poison=10)
    worker, work = Worker(timeout=3.0, memory=256 << 20), Work("validate", str(tmp_path / "out"), {}, "1")
    paths = sorted((tmp_path / "in").iterdir())
    rows = worker.run(work, [(str(path), ()) for path in paths])
    assert all(row is not None and row["path"] == str(path) for row, path in zip(rows, paths))
    statuses = [(path.read_bytes()[:5], row["status"]) for row, path in zip(rows, paths) if row]
    # What was done is skipped, whatever became of it.
    known = [(row["path"], [row["key"]]) for row in rows if row]
    assert worker.run(work, known) == [None] * len(paths)
    worker.close()
    by_kind = {kind: {status for of, status in statuses if of == kind} for kind, _ in statuses}
    assert by_kind[b"CRASH"] == {"crash"} and by_kind[b"HANG"] == {"timeout"} and by_kind[b"FILL"] == {"budget"}
    assert by_kind[b"glTF\x02"] == {"error"} and by_kind[b"{"] == {"error"}
    assert sum(status == "ok" for _, status in statuses) == 10


def test_a_process_that_dies_repeats_nothing_that_was_done(tmp_path: Path, poison: None) -> None:
    write_files(tmp_path / "in", 6)
    paths = sorted((tmp_path / "in").iterdir())
    paths[3].write_bytes(b"CRASH")
    worker, work = Worker(timeout=3.0, memory=256 << 20), Work("convert", str(tmp_path / "out"), {"to": "omi", "allow_loss": True}, "1")
    rows = worker.run(work, [(str(path), ()) for path in paths])
    worker.close()
    assert [row["status"] for row in rows if row] == ["ok", "ok", "ok", "crash", "ok", "ok"]
    # The process that was started behind the crash has another id in the names of halves; every result was written once and is whole.
    written = sorted((tmp_path / "out/_files").glob("*/*"))
    assert len(written) == 5 and all(path.suffix == ".glb" for path in written)
    times = [os.stat(row["output"]).st_mtime_ns for row in rows if row and row.get("output")]
    assert times == sorted(times), "the first three were not written again behind the crash"


def test_a_row_that_a_process_did_not_finish_is_none() -> None:
    rows = Rows()
    os.write(rows.descriptor, frame({"path": "a"}) + frame(None) + frame({"path": "c"})[:-1])
    assert rows.read() == [{"path": "a"}, None]
    rows.clear()
    assert rows.read() == []


def test_a_batch_that_was_whole_is_found_when_its_task_is_done_again(tmp_path: Path) -> None:
    import pyarrow

    write_files(tmp_path / "in", 4)
    paths = [str(path) for path in sorted((tmp_path / "in").iterdir())]
    known = pyarrow.array([[] for _ in paths], pyarrow.list_(pyarrow.string()))
    batch, work = pyarrow.table({"path": paths, "known": known}), Work("validate", str(tmp_path / "out"), {}, "1")
    first = _task.work_on(batch, work, 60.0, 1 << 30)
    seconds = batches.read_report(tmp_path / "out")["seconds"].tolist()
    again = _task.work_on(batch, work, 60.0, 1 << 30)
    _task.close()
    assert first.to_pydict() == again.to_pydict() == {"status": ["skipped", "ok"], "count": [0, 4]}
    assert batches.read_report(tmp_path / "out")["seconds"].tolist() == seconds, "nothing was done twice"


PARENT = """
import os, subprocess, sys, tempfile
rows = tempfile.TemporaryFile()
command = [sys.executable, "-m", "sinew_gltf._batch.worker", str(1 << 30), str(rows.fileno())]
hold, other = os.pipe()
process = subprocess.Popen(command, stdin=hold, stdout=subprocess.PIPE, pass_fds=[rows.fileno(), other])
process.stdout.read(1)
print(process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_process_ends_with_the_one_that_started_it() -> None:
    # It holds the other end of its own pipe open: nothing but the end of its parent can end it.
    parent = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, check=False)
    pid = int(parent.stdout)
    begun = time.monotonic()
    while is_running(pid) and time.monotonic() - begun < 30:
        time.sleep(0.1)
    assert not is_running(pid)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_file_above_its_budget_is_a_row(tmp_path: Path) -> None:
    write_files(tmp_path / "in", 2)
    summary = batches.validate(tmp_path / "in", tmp_path / "out", limits={"file": 20})
    assert summary == {"skipped": 0, "budget": 2}


DRIVER = """
import sys, ray
ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
import sinew_gltf.ray as batches
print(batches.bake(sys.argv[1], sys.argv[2], options={"seconds": 1.0}, batch_size=4), flush=True)
"""


def test_a_job_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    write_files(tmp_path / "in", FILES)
    out = tmp_path / "out"

    def start() -> subprocess.Popen[str]:
        arguments = [sys.executable, "-c", DRIVER, str(tmp_path / "in"), str(out)]
        return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)

    driver = start()
    begun = time.monotonic()
    while len(list(out.glob("part-*.parquet"))) < 2 and time.monotonic() - begun < 120 and driver.poll() is None:
        time.sleep(0.02)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    time.sleep(1.0)
    done = len(batches.read_report(out))
    assert done > 0
    driver = start()
    printed, _ = driver.communicate(timeout=240)
    report = batches.read_report(out)
    assert len(report) == FILES and report["path"].is_unique and (report["status"] == "ok").all(), printed
    assert f"'skipped': {done}" in printed


def test_keys_are_of_file_options_and_version() -> None:
    keys = {
        key_of(*arguments)
        for arguments in [
            ("a", "bake", {"seconds": 1}, "1"),
            ("b", "bake", {"seconds": 1}, "1"),
            ("a", "convert", {"seconds": 1}, "1"),
            ("a", "bake", {"seconds": 2}, "1"),
            ("a", "bake", {"seconds": 1}, "2"),
        ]
    }
    assert len(keys) == 5
    assert key_of("a", "v", {"x": 1, "y": 2}, "1") == key_of("a", "v", {"y": 2, "x": 1}, "1")


def test_sweeps_report_what_a_world_refuses() -> None:
    ball = b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}'
    mass = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor"
    table = batches.sweep(ball, [{mass: 0.0}, {mass: 1.0}, {mass: 2.0}, {"/nodes/7/scale": 1.0}], 60)
    falls = table["body/0/linear_velocity.y"].to_numpy()
    # v = -9.81 m/s² · factor · 1 s.
    assert np.allclose(falls[:3], [0, -9.81, -19.62], atol=1e-3) and np.isnan(falls[3])
    assert table["error"].tolist()[:3] == ["", "", ""] and table["error"][3]


def test_threads_of_the_driver_are_not_needed(tmp_path: Path) -> None:
    write_files(tmp_path / "in", 3)
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(batches.validate(tmp_path / "in", tmp_path / "out")))
    thread.start()
    thread.join()
    assert found == [{"skipped": 0, "ok": 3}] and os.listdir(tmp_path / "out")
