"""What is done with one file, as a function of its bytes and some options; no state between files."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Collection, Mapping

import sinew_gltf as sinew

from .files import read_with_buffers

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

Row = dict[str, Any]


@dataclass(frozen=True)
class Work:
    """A verb with its options, for any number of files; `out` is the folder of the report."""

    verb: str
    out: str
    options: Mapping[str, Any]
    version: str

    def read(self, path: str) -> tuple[Row, bytes, dict[str, bytes]]:
        """The columns that name a piece of work, and the file; `OSError` where it cannot be read."""
        content, files, sha256 = read_with_buffers(path)
        size = len(content) + sum(map(len, files.values()))
        return {**self.unread(path, sha256), "sha256": sha256, "bytes": size}, content, files

    def unread(self, path: str, sha256: str = "") -> Row:
        """The same of a file that cannot be read, which its path names."""
        # Bytes of a clip are an option by their digest.
        named = {
            name: hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value
            for name, value in self.options.items()
        }
        key = key_of(sha256 or path, self.verb, named, self.version)
        return {"key": key, "path": path, "verb": self.verb, "version": self.version, "sha256": ""}

    def row(self, path: str, known: Collection[str]) -> Row | None:
        """The row of a file; `None` where its key is known: that work was done."""
        row, content, files = self.read(path)
        if row["key"] in known:
            return None
        done = perform(self.verb, path, content, files, self.options)
        data = done.pop("data", None)
        if data is not None:
            row["output"] = self.keep(row["key"], data)
        return {**row, **done}

    def keep(self, key: str, data: bytes) -> str:
        """Writes a result under its key, whole or not at all. Equal work writes equal bytes."""
        # Readers of Parquet leave out names with an underscore.
        folder = Path(self.out) / "_files" / key[:2]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{key}.glb"
        half = folder / f"{key}.{os.getpid()}.half"
        half.write_bytes(data)
        os.replace(half, path)
        return str(path)


def key_of(sha256: str, verb: str, options: Mapping[str, Any], version: str) -> str:
    """The name of a piece of work: the same file, options and version give the same result."""
    words = json.dumps({"file": sha256, "verb": verb, "options": options, "version": version}, sort_keys=True)
    return hashlib.sha256(words.encode()).hexdigest()


def perform(verb: str, path: str, content: bytes, files: Mapping[str, bytes], options: Mapping[str, Any]) -> Row:
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
    chosen = {name: value for name, value in options.items() if name not in ("limits", "clip")}
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
