"""What is done with one file, as a function of its bytes and some options; no state between files."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Mapping

import sinew_gltf as sinew

SCHEMA = (
    ("key", "string"),
    ("path", "string"),
    ("sha256", "string"),
    ("verb", "string"),
    ("version", "string"),
    ("status", "string"),
    ("code", "string"),
    ("pointer", "string"),
    ("message", "string"),
    ("errors", "int64"),
    ("warnings", "int64"),
    ("bytes", "int64"),
    ("seconds", "double"),
    ("output", "string"),
    ("report", "string"),
)
"""The columns of a report. `status` is `ok`, `findings`, `refused`, `error`, `timeout`, `crash` or `budget`."""


def key_of(sha256: str, verb: str, options: Mapping[str, Any], version: str) -> str:
    """The name of a piece of work: the same file, options and version give the same result."""
    words = json.dumps({"file": sha256, "verb": verb, "options": options, "version": version}, sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()


def perform(verb: str, path: str, content: bytes, files: Mapping[str, bytes], options: Mapping[str, Any]) -> dict[str, Any]:
    """Does one piece of work, and returns the columns that it decides; `data` has the bytes of a new file."""
    limits = options.get("limits")
    model = sinew.read(content, files=files, name=path, limits=limits)
    if verb == "validate":
        found = model.validate(options.get("severity"))
        report = json.dumps(found.findings.rows())
        status = "ok" if found.is_valid else "findings"
        return {"status": status, "errors": found.errors, "warnings": found.warnings, "report": report}
    if verb == "inspect":
        return {"status": "ok", "report": json.dumps(model.inspect())}
    chosen = {name: value for name, value in options.items() if name not in ("limits", "clip", "clip_sha256", "out")}
    if verb == "convert":
        made = model.convert(**chosen)
        if made.data is None:
            losses = made.report["losses"]
            message = f"{len(losses)} properties would be lost"
            return {"status": "refused", "code": "LOSS", "message": message, "report": json.dumps(made.report)}
    elif verb == "bake":
        made = model.bake(**chosen)
    elif verb == "retarget":
        made = model.retarget(sinew.Clip(options["clip"]), **chosen)
    else:
        raise ValueError(f"there is no {verb!r}")
    return {"status": "ok", "report": json.dumps(made.report), "data": made.data}
