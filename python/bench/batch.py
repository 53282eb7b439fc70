"""A job of many files on Ray, killed in the middle and resumed, beside one process and the command line.

`python batch.py FOLDER [--files 20000] [--poison 50]` writes the files, validates and converts them with one process and with Ray, kills a
worker and then the driver in the middle of another run, resumes it, and prints what came of it.
"""

from __future__ import annotations

import argparse
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
import sys, json, time, ray
ray.init(num_cpus=int(sys.argv[3]), log_to_driver=False, include_dashboard=False)
import sinew_gltf.ray as batches
start = time.perf_counter()
first = batches.validate(sys.argv[1], sys.argv[2] + "/validated", timeout=5, batch_size=256)
middle = time.perf_counter()
second = batches.convert(sys.argv[1], sys.argv[2] + "/converted", "omi", allow_loss=True, timeout=5, batch_size=256)
print(json.dumps({"validate": first, "convert": second, "seconds": [middle - start, time.perf_counter() - middle]}), flush=True)
"""

POISON = Path(__file__).parents[1] / "tests/poison"


def write(folder: Path, files: int, poison: int) -> None:
    """Small robots, all different, and files that end, hang or fill the process that reads them."""
    numbers = random.Random(1)
    folder.mkdir(parents=True)
    used = '"extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"]'
    for at in range(files - poison):
        nodes = ", ".join(
            f'{{"name": "part {node}", "translation": [{numbers.random():.4f}, {node}, 0], "extensions": {{"KHR_physics_rigid_bodies": '
            f'{{"motion": {{"mass": {1 + numbers.random():.4f}}}, "collider": {{"geometry": {{"shape": {node % 3}}}}}}}}}}}'
            for node in range(24)
        )
        shapes = ", ".join(f'{{"type": "sphere", "sphere": {{"radius": 0.{shape + 1}}}}}' for shape in range(3))
        text = f'{{"asset": {{"version": "2.0"}}, {used}, "extensions": {{"KHR_implicit_shapes": {{"shapes": [{shapes}]}}}}, "nodes": [{nodes}]}}'
        (folder / f"{at:06}.gltf").write_text(text)
    for at in range(poison):
        (folder / f"poison{at:03}.glb").write_bytes((b"CRASH", b"HANG", b"FILL", b"glTF\x02", b"{")[at % 5] + b"")


def start(folder: Path, out: Path, cpus: int) -> subprocess.Popen[str]:
    """A driver in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(POISON)}
    arguments = [sys.executable, "-c", JOB, str(folder), str(out), str(cpus)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)


def rows(out: Path) -> int:
    """Whole rows of both reports."""
    from sinew_gltf.ray import read_report

    return sum(len(read_report(out / part)) for part in ("validated", "converted") if (out / part).is_dir())


def parts(out: Path) -> int:
    """Whole parts of both reports."""
    return len(list(out.glob("*/part-*.parquet")))


def main() -> None:
    """Runs it all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--poison", type=int, default=50)
    parser.add_argument("--cpus", type=int, nargs="*", default=[1, 2])
    arguments = parser.parse_args()
    source = arguments.folder / "in"
    if not source.is_dir():
        write(source, arguments.files, arguments.poison)
    for cpus in arguments.cpus:
        out = arguments.folder / f"ray{cpus}"
        shutil.rmtree(out, ignore_errors=True)
        printed, _ = start(source, out, cpus).communicate()
        print(f"Ray with {cpus} processors:", printed.strip(), flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"the largest process took {peak:.0f} MiB")
    out = arguments.folder / "killed"
    shutil.rmtree(out, ignore_errors=True)
    driver = start(source, out, 2)
    total = 2 * arguments.files // 256
    while parts(out) < total // 4 and driver.poll() is None:
        time.sleep(0.05)
    found = subprocess.run(["pgrep", "-f", "ray::MapWorker"], capture_output=True, text=True, check=False).stdout.split()
    below = [int(pid) for pid in found if str(driver.pid) in ancestors(int(pid))]
    if below:
        os.kill(below[0], signal.SIGKILL)
    print(f"killed worker {below[:1]} after {parts(out)} parts", flush=True)
    while parts(out) < total // 2 and driver.poll() is None:
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    time.sleep(2)
    done = rows(out)
    print(f"killed the driver with {done} rows", flush=True)
    printed, _ = start(source, out, 2).communicate()
    print("resumed:", printed.strip())
    from sinew_gltf.ray import read_report

    for part in ("validated", "converted"):
        report = read_report(out / part)
        assert len(report) == arguments.files and report["path"].is_unique, part
        print(part, report["status"].value_counts().to_dict())


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
