"""Answers the questions of the conformance suite with MuJoCo: `python3 run.py simulate FILE --json …`, or `python3 run.py serve` for many, a
line each. What has to be printed stands in ../../README.md. Needs `pip install -r requirements.txt`."""

import json
import sys
import traceback

from scene import Unsupported, read
from simulate import simulate


def answer(words):
    verb, files, options = words[0], [], {}
    for word in words[1:]:
        if word.startswith("--"):
            name, _, value = word[2:].partition("=")
            options[name] = value
        else:
            files.append(word)
    try:
        if verb != "simulate":
            raise Unsupported(f"an engine alone has no verb {verb}")
        for refused in ("clip", "animation", "loop", "input", "omi-stiffness"):
            if refused in options:
                raise Unsupported(f"the adapter has no {refused}")
        return simulate(read(files[0]), options)
    except Unsupported as reason:
        return {"unsupported": str(reason)}


def main():
    words = sys.argv[1:]
    if words[:1] != ["serve"]:
        print(json.dumps(answer(words)))
        return
    for line in sys.stdin:
        try:
            found = answer(json.loads(line)["arguments"])
        except Exception:
            found = {"error": traceback.format_exc()}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
