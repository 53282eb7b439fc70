"""A job of many files on Ray, killed in the middle and resumed, beside one process and the command line.

`python batch.py FOLDER` writes 20,000 files, of which 50 poison whoever reads them, kills a worker and then the driver in the middle of
validating and converting them, resumes the job and counts; then runs it by one process and by Ray, in turns. `--command sinew` has the
command line validate the same folder.

What a cluster takes to start its processes and their imports, once, is measured by a job of a few files and printed beside the rates.
On a machine that others use, seconds of processors say more than those of the clock: both are printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

JOB = """
import os, sys, json, time, ray
ray.init(num_cpus=int(sys.argv[3]), log_to_driver=False, include_dashboard=False)
import sinew_gltf.ray as batches
from sinew_gltf._batch.files import list_files
sys.path.insert(0, sys.argv[5])
from batch import processors_below
files = [path for path in list_files(sys.argv[1]) if sys.argv[4] == "all" or "poison" not in path]
ray.data.DataContext.get_current().enable_progress_bars = False
times = [time.perf_counter()]
# One file a task: every process is started.
batches.validate([path for path in files if "poison" not in path][:16], sys.argv[2] + "/first", timeout=3, batch_size=1)
before = processors_below(os.getpid())
times.append(time.perf_counter())
first = batches.validate(files, sys.argv[2] + "/validated", timeout=3)
times.append(time.perf_counter())
second = batches.convert(files, sys.argv[2] + "/converted", "omi", allow_loss=True, timeout=3)
times.append(time.perf_counter())
spent = processors_below(os.getpid()) - before
start, *seconds = [end - begin for begin, end in zip(times, times[1:])]
print(json.dumps({"validate": first, "convert": second, "start": start, "seconds": seconds, "processors": spent}), flush=True)
"""

# The same work without Ray and without a process for each worker. A poisonous file would end it: rates are of the others alone.
ALONE = """
import sys, json, time
import sinew_gltf as sinew
from sinew_gltf._batch.files import list_files
from sinew_gltf._batch.work import Prepared, Work
from sinew_gltf._batch.worker import answer
from sinew_gltf.ray._report import write_part
files = [path for path in list_files(sys.argv[1]) if "poison" not in path]
seconds, before = [], time.process_time()
for name, verb, options in (("validated", "validate", {"severity": {}}), ("converted", "convert", {"to": "omi", "allow_loss": True})):
    start = time.perf_counter()
    work = Work(verb, sys.argv[2] + "/" + name, options, sinew.__version__)
    prepared = Prepared(work)
    for at in range(0, len(files), 256):
        write_part(work.out, str(at), [answer(prepared, path, (), 0) for path in files[at : at + 256]])
    seconds.append(time.perf_counter() - start)
print(json.dumps({"start": 0.0, "seconds": seconds, "processors": time.process_time() - before}), flush=True)
"""

POISON = Path(__file__).parents[1] / "tests/poison"


def write(folder: Path, files: int, poison: int, bodies: int) -> None:
    """Robots of so many bodies, all different, and files that end, hang or fill the process that reads them."""
    numbers = random.Random(1)
    folder.mkdir(parents=True)
    used = '"extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"]'
    for at in range(files - poison):
        nodes = ", ".join(
            f'{{"name": "part {node}", "translation": [{numbers.random():.4f}, {node}, 0], "extensions": {{"KHR_physics_rigid_bodies": '
            f'{{"motion": {{"mass": {1 + numbers.random():.4f}}}, "collider": {{"geometry": {{"shape": {node % 3}}}}}}}}}}}'
            for node in range(bodies)
        )
        shapes = ", ".join(f'{{"type": "sphere", "sphere": {{"radius": 0.{shape + 1}}}}}' for shape in range(3))
        text = f'{{"asset": {{"version": "2.0"}}, {used}, "extensions": {{"KHR_implicit_shapes": {{"shapes": [{shapes}]}}}}, "nodes": [{nodes}]}}'
        (folder / f"{at:06}.gltf").write_text(text)
    for at in range(poison):
        place = at * files // poison
        (folder / f"{place:06}poison.glb").write_bytes((b"CRASH", b"HANG", b"FILL", b"glTF\x02", b"{")[at % 5])


def start(folder: Path, out: Path, cpus: int, which: str) -> subprocess.Popen[str]:
    """A driver in a process of its own, for `all` files or for those that are `clean`."""
    # Ray's workers give way to everything else by default, which one process does not.
    environment = {**os.environ, "PYTHONPATH": str(POISON), "RAY_worker_niceness": "0"}
    here = str(Path(__file__).parent)
    arguments = [sys.executable, "-c", JOB, str(folder), str(out), str(cpus), which, here]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)


def measured(folder: Path, out: Path, cpus: int) -> list[float]:
    """Seconds of the start, of validating, of converting, and of processors: with Ray, or with one plain process for no processors."""
    shutil.rmtree(out, ignore_errors=True)
    plain = [sys.executable, "-c", ALONE, str(folder), str(out)]
    job = start(folder, out, cpus, "clean") if cpus else subprocess.Popen(plain, stdout=subprocess.PIPE, text=True)
    most = 0.0
    while job.poll() is None:
        most = max(most, memory_below(job.pid))
        # To look takes a tenth of a second of a processor.
        time.sleep(2.0)
    printed = json.loads(job.communicate()[0])
    name = f"Ray with {cpus} processors" if cpus else "one process"
    print(f"{name}: {printed}; at most {most / 2**20:.0f} MiB", flush=True)
    return [printed["start"], *printed["seconds"], printed["processors"]]


def processors_below(pid: int) -> float:
    """Seconds of processors that a process and all below it have taken."""
    ticks = 0
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or str(pid) not in (process.name, *ancestors(int(process.name))):
            continue
        try:
            user, system = (process / "stat").read_text().rsplit(")", 1)[1].split()[11:13]
            ticks += int(user) + int(system)
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_below(pid: int) -> float:
    """Bytes of a process and of all below it; pages that they share count once."""
    total = 0.0
    for process in Path("/proc").iterdir():
        if not process.name.isdigit() or str(pid) not in (process.name, *ancestors(int(process.name))):
            continue
        try:
            lines = (process / "smaps_rollup").read_text().splitlines()
            total += 1024 * sum(float(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except OSError:
            continue
    return total


def rows(out: Path) -> int:
    """Whole rows of both reports."""
    from sinew_gltf.ray import read_report

    return sum(len(read_report(out / part)) for part in ("validated", "converted") if (out / part).is_dir())


def parts(out: Path) -> int:
    """Whole parts of both reports."""
    return len(list(out.glob("*/part-*.parquet")))


def compare(source: Path, folder: Path, rounds: int) -> None:
    """Runs the job by one process and by Ray, in turns; the quickest rounds count."""
    times: dict[int, list[list[float]]] = {0: [], 1: [], 2: []}
    for _ in range(rounds):
        for cpus, seconds in times.items():
            seconds.append(measured(source, folder / f"run{cpus}", cpus))
    best = {cpus: [min(column) for column in zip(*seconds)] for cpus, seconds in times.items()}
    for at, verb in ((1, "validate"), (2, "convert")):
        one, ray, two = (best[cpus][at] for cpus in (0, 1, 2))
        print(f"{verb}: {one:.1f} s by one process, {ray:.1f} and {two:.1f} s by Ray with one and two processors: {one / two:.2f} and {ray / two:.2f} times")
    one, ray, two = (sum(best[cpus][1:3]) for cpus in (0, 1, 2))
    print(f"both: {one / two:.2f} times as fast as one process, {ray / two:.2f} as Ray with one processor; with the start {one / (two + best[2][0]):.2f} times")
    print(f"processors: {best[0][3]:.1f} s of one process, {best[2][3]:.1f} s of Ray: at most {2 * best[0][3] / best[2][3]:.2f} times on two")


def kill_and_resume(source: Path, out: Path, files: int) -> None:
    """Kills a worker and then the driver in the middle of a job, starts it again, and counts."""
    shutil.rmtree(out, ignore_errors=True)
    driver = start(source, out, 2, "all")
    total = 2 * files // 256
    await_parts(out, total // 4, driver)
    found = subprocess.run(["pgrep", "-f", "ray::MapBatches"], capture_output=True, text=True, check=False).stdout.split()
    below = [int(pid) for pid in found if str(driver.pid) in ancestors(int(pid))]
    if below:
        os.kill(below[0], signal.SIGKILL)
    print(f"killed worker {below[:1]} of {len(below)} after {parts(out)} parts", flush=True)
    await_parts(out, total * 5 // 8, driver)
    driver.kill()
    driver.wait()
    time.sleep(2)
    print(f"killed the driver with {rows(out)} rows", flush=True)
    printed, _ = start(source, out, 2, "all").communicate()
    print("resumed:", printed.strip())
    from sinew_gltf.ray import read_report

    for part in ("validated", "converted"):
        report = read_report(out / part)
        assert len(report) == files and report["path"].is_unique and report["key"].notna().all(), part
        print(part, report["status"].value_counts().to_dict())
    outputs = read_report(out / "converted")["output"].dropna()
    assert all(Path(path).stat().st_size > 0 for path in outputs)
    print(f"{len(outputs)} results, each of which is there")


def await_parts(out: Path, count: int, driver: subprocess.Popen[str]) -> None:
    """Waits until so many parts of reports are there."""
    while parts(out) < count and driver.poll() is None:
        time.sleep(0.05)


def main() -> None:
    """Runs it all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--poison", type=int, default=50)
    parser.add_argument("--bodies", type=int, default=24, help="of each file: some 300 bytes each")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--command", help="the command line, for `sinew validate FOLDER` side by side")
    arguments = parser.parse_args()
    source = arguments.folder / "in"
    if not source.is_dir():
        write(source, arguments.files, arguments.poison, arguments.bodies)
    kill_and_resume(source, arguments.folder / "killed", arguments.files)
    if arguments.rounds:
        compare(source, arguments.folder, arguments.rounds)
    if arguments.command:
        for _ in range(arguments.rounds):
            begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([arguments.command, "validate", str(source), "--json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"sinew validate: {time.perf_counter() - begun:.1f} s, {spent:.1f} s of processors")


def ancestors(pid: int) -> list[str]:
    """The processes above one, nearest first."""
    above: list[str] = []
    while pid > 1:
        try:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            break
        above.append(str(pid))
    return above


if __name__ == "__main__":
    main()
