"""Runs every adapter against the suite and writes who passes what: `python3 conformance/scoreboard.py [--sinew PATH] [--only NAME]`.

Writes docs/scoreboard.json, the verdict of every case for every runner with the reasons, and docs/scoreboard.md, the tables. Needs Node,
Python and Git; installs what the adapters need below target/scoreboard/. `--babylon-loader` names a clone of the loader for Babylon.js,
where GitHub cannot be reached. Python without packages."""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ADAPTERS = ROOT / "conformance/adapters"
WORK = ROOT / "target/scoreboard"
LOADER = "https://github.com/eoineoineoin/glTF_Physics_Babylon"
LOADER_COMMIT = "a920d07b977ac4a3f89f2f1c0233225e6713f2f9"


def node(folder, *words):
    """A runner in Node, with its packages installed beside a copy of it."""
    copy = WORK / folder
    shutil.copytree(ADAPTERS / folder, copy, dirs_exist_ok=True)
    if not (copy / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=copy, check=True, stdout=sys.stderr)
    return f'node "{copy / "run.mjs"}" {" ".join(words)}'.strip()


def python(folder):
    """A runner in Python, with an environment of its own."""
    environment = WORK / f"{folder}-environment"
    interpreter = environment / "bin/python3"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", environment], check=True, stdout=sys.stderr)
        wanted = ["install", "--quiet", "-r", ADAPTERS / folder / "requirements.txt"]
        subprocess.run([interpreter, "-m", "pip", *wanted], check=True, stdout=sys.stderr)
    return f'"{interpreter}" -B "{ADAPTERS / folder / "run.py"}"'


def babylon(origin):
    """The runner for Babylon.js, with the loader of the extension's author checked out beside it: no package has it."""
    command = node("babylon")
    loader = WORK / "babylon/loader"
    if not loader.exists():
        subprocess.run(["git", "clone", "--quiet", origin, loader], check=True, stdout=sys.stderr)
    subprocess.run(["git", "-C", loader, "checkout", "--quiet", LOADER_COMMIT], check=True, stdout=sys.stderr)
    return command


def version(folder, package):
    lock = json.loads((ADAPTERS / folder / "package-lock.json").read_text())
    return lock["packages"][f"node_modules/{package}"]["version"]


def runners(loader):
    """Name, how it is called, and what its adapter cannot say."""
    yield "Sinew", None, ""
    three = version("three-vrm", "@pixiv/three-vrm")
    yield f"three-vrm {three}", lambda: node("three-vrm"), "reads VRM and its animations; no physics"
    engine = "built by hand from the file: bodies, simple shapes"
    rapier = version("engines", "@dimforge/rapier3d-simd-compat")
    yield f"rapier {rapier}", lambda: node("engines", "rapier"), f"{engine}, materials with one friction, welds, pins, hinges and sliders"
    jolt = version("engines", "jolt-physics")
    yield f"Jolt (jolt-physics {jolt})", lambda: node("engines", "jolt"), f"{engine}, hard joints of single axes; no materials; stock settings, so what rests lies up to 0.02 m deep"
    core, havok = version("babylon", "@babylonjs/core"), version("babylon", "@babylonjs/havok")
    yield f"Babylon.js {core} with Havok {havok}", lambda: babylon(loader), f"loaded by the extension's author's own loader (commit {LOADER_COMMIT[:7]}), which has no triggers, planes, older revisions, or joints whose own node is below no body; stock settings; the adapter plays no animations and reads no events or joints"
    core, loaders = version("babylon-graphs", "@babylonjs/core"), version("babylon-graphs", "@babylonjs/loaders")
    yield f"Babylon-graphs (Babylon.js {core}, loaders {loaders})", lambda: node("babylon-graphs"), "behaviour graphs alone, by Babylon.js's own loader; the adapter picks nothing and has no rigid bodies"
    mujoco = (ADAPTERS / "mujoco/requirements.txt").read_text().split("==")[1].strip()
    yield f"MuJoCo {mujoco}", lambda: python("mujoco"), f"{engine}, pins and welds; no materials, kinematic bodies or inputs"


def run(sinew, name, command):
    report = WORK / "report.json"
    words = [sinew, "conformance", "--report", report, "--force", "--quiet"]
    if command:
        words += ["--runner", command(), "--persistent"]
    print(f"==> {name}", file=sys.stderr)
    ended = subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL)
    if ended.returncode not in (0, 1):
        sys.exit(f"{name}: exit code {ended.returncode}")
    return json.loads(report.read_text())


def reason(case):
    """Why a case has no number: the first file that says so."""
    return next((file["reason"] for file in case["files"].values() if "reason" in file), None)


def worst(case):
    """The judgement that is farthest off."""
    judgements = [one for file in case["files"].values() for one in file.get("judgements", []) if not one["met"]]
    return max(judgements, key=lambda one: one["error"] if one["error"] is not None else float("inf"), default=None)


def condensed(name, limits, report):
    cases = {}
    for case in report["cases"]:
        entry = {"verdict": case["verdict"], "error": case["error"]}
        if case["verdict"] == "unsupported":
            entry["reason"] = reason(case)
        if case["verdict"] == "failed":
            off = worst(case)
            entry["reason"] = f'{off["of"]}: expected {off["expected"]}, measured {off["measured"]}' if off else reason(case)
        cases[case["name"]] = entry
    counts = {key: report[key] for key in ("passed", "failed", "unsupported")}
    return {"runner": name, "limits": limits, **counts, "cases": cases}


def tables(results, sections):
    lines = ["# Who does what", "", "Written by `python3 conformance/scoreboard.py`, with every verdict and its reason in [scoreboard.json](scoreboard.json).",
             "What an adapter cannot say to its engine, or the engine does not have, is *unsupported*, not failed.", ""]
    lines += ["| runner | passed | failed | unsupported | what its adapter says |", "|---|--:|--:|--:|---|"]
    for one in results:
        lines.append(f'| {one["runner"]} | {one["passed"]} | {one["failed"]} | {one["unsupported"]} | {one["limits"]} |')
    lines += ["", "Cases passed of those that a runner supports, by extension and section. The error is the worst of the section's cases for the first",
              "runner, as a part of what they tolerate.", ""]
    names = [one["runner"].split()[0] for one in results]
    lines += [f'| extension | section | cases | {" | ".join(names)} | worst error |', "|---|---|--:|" + "--:|" * (len(names) + 1)]
    for (extension, section), cases in sorted(sections.items()):
        cells = []
        for one in results:
            verdicts = collections.Counter(one["cases"][case]["verdict"] for case in cases if case in one["cases"])
            supported = verdicts["passed"] + verdicts["failed"]
            cells.append(f'{verdicts["passed"]} of {supported}' if supported else "—")
        errors = [results[0]["cases"][case]["error"] or 0 for case in cases]
        lines.append(f'| {extension} | {section} | {len(cases)} | {" | ".join(cells)} | {max(errors):.2f} |')
    lines += ["", "## What fails", ""]
    for one in results:
        failed = {name: case for name, case in one["cases"].items() if case["verdict"] == "failed"}
        if failed:
            lines += [f'### {one["runner"]}', "", "| case | |", "|---|---|"]
            for name, case in sorted(failed.items()):
                text = " ".join(str(case["reason"]).split()).replace("|", "\\|")
                lines.append(f"| `{name}` | {text[:160]} |")
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--sinew", default=str(ROOT / "target/release/sinew"))
    arguments.add_argument("--babylon-loader", default=LOADER, help="a clone of the loader for Babylon.js")
    arguments.add_argument("--only", help="a runner whose name begins with this; writes nothing")
    given = arguments.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    results, sections = [], collections.defaultdict(list)
    for name, command, limits in runners(given.babylon_loader):
        if given.only and not name.lower().startswith(given.only.lower()):
            continue
        report = run(given.sinew, name, command)
        results.append(condensed(name, limits, report))
        if not sections:
            for case in report["cases"]:
                sections[case["extension"], case["section"]].append(case["name"])
    if given.only:
        print(tables(results, sections))
        return
    (ROOT / "docs/scoreboard.json").write_text(json.dumps({"runners": results}, indent=1, ensure_ascii=False) + "\n")
    (ROOT / "docs/scoreboard.md").write_text(tables(results, sections))


if __name__ == "__main__":
    main()
