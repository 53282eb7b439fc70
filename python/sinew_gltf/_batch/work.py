"""What is done with one file, as a function of its bytes and some options; no state between files."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any, Collection, Mapping

import sinew_gltf as sinew

from .. import _native
from .._model import Model, levels
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

FILE = '{"file": '
"""How the words of a key begin: names are sorted."""


@dataclass(frozen=True)
class Work:
    """A verb with its options, for any number of files; `out` is the folder of the report."""

    verb: str
    out: str
    options: Mapping[str, Any]
    version: str

    def words(self) -> str:
        """What a key is made of, behind the file."""
        # Bytes of a clip are an option by their digest.
        named = {
            name: hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value
            for name, value in self.options.items()
        }
        return words_of(self.verb, named, self.version)


class Prepared:
    """Work of which everything that is the same for all files was done."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.words = work.words()
        self.read_options = json.dumps({"limits": dict(work.options.get("limits") or {})})
        self.levels = levels(work.options.get("severity"))
        self.chosen = {name: value for name, value in work.options.items() if name not in ("limits", "clip")}
        self._clip: sinew.Clip | None = None
        self._folders: set[str] = set()

    def clip(self) -> sinew.Clip:
        """The clip that is retargeted, read once; where it cannot be, every row says so."""
        if self._clip is None:
            self._clip = sinew.Clip(self.work.options["clip"])
        return self._clip

    def read(self, path: str) -> tuple[Row, bytes, dict[str, bytes]]:
        """The columns that name a piece of work, and the file; `OSError` where it cannot be read."""
        content, files, sha256 = read_with_buffers(path)
        size = len(content) + sum(map(len, files.values()))
        return {**self.unread(path, sha256), "sha256": sha256, "bytes": size}, content, files

    def unread(self, path: str, sha256: str = "") -> Row:
        """The same of a file that cannot be read, which its path names."""
        key = key_with(self.words, sha256 or path)
        return {"key": key, "path": path, "verb": self.work.verb, "version": self.work.version, "sha256": ""}

    def row(self, path: str, known: Collection[str]) -> Row | None:
        """The row of a file; `None` where its key is known: that work was done."""
        row, content, files = self.read(path)
        if row["key"] in known:
            return None
        done = perform(self, path, content, files)
        data = done.pop("data", None)
        if data is not None:
            row["output"] = self.keep(row["key"], data)
        return {**row, **done}

    def keep(self, key: str, data: bytes) -> str:
        """Writes a result under its key, whole or not at all. Equal work writes equal bytes."""
        # Readers of Parquet leave out names with an underscore.
        folder = os.path.join(self.work.out, "_files", key[:2])
        if folder not in self._folders:
            os.makedirs(folder, exist_ok=True)
            self._folders.add(folder)
        path = os.path.join(folder, f"{key}.glb")
        half = os.path.join(folder, f"{key}.{os.getpid()}.half")
        with open(half, "wb", buffering=0) as file:
            file.write(data)
        os.replace(half, path)
        return path


def words_of(verb: str, options: Mapping[str, Any], version: str) -> str:
    """What a key is made of, behind the file."""
    words = json.dumps({"file": 0, "verb": verb, "options": options, "version": version}, sort_keys=True)
    return words[len(FILE) + 1 :]


def key_with(words: str, file: str) -> str:
    """The key of a file with such words."""
    return hashlib.sha256(f"{FILE}{json.dumps(file)}{words}".encode()).hexdigest()


def key_of(sha256: str, verb: str, options: Mapping[str, Any], version: str) -> str:
    """The name of a piece of work: the same file, options and version give the same result."""
    return key_with(words_of(verb, options, version), sha256)


def perform(prepared: Prepared, path: str, content: bytes, files: Mapping[str, bytes]) -> Row:
    """Does one piece of work, and returns the columns that it decides; `data` has the bytes of a new file.

    Reports go from the extension to the table as the text that they are.
    """
    verb, chosen = prepared.work.verb, prepared.chosen
    # Rules and conversions do without the model.
    is_of_model = verb not in ("validate", "convert")
    raw = _native.RawModel.read(path, None, content, files, prepared.read_options, is_of_model)
    if verb == "validate":
        errors, warnings, _, report = raw.validate(prepared.levels)
        return {"status": "findings" if errors else "ok", "errors": errors, "warnings": warnings, "report": report}
    if verb == "inspect":
        return {"status": "ok", "report": raw.inspect()}
    if verb == "convert":
        data, report = raw.convert(chosen["to"], chosen["allow_loss"], "glb", None, False, False)
        if data is None:
            message = f"{len(json.loads(report)['losses'])} properties would be lost"
            return {"status": "refused", "code": "LOSS", "message": message, "report": report}
        return {"status": "ok", "report": report, "data": data}
    model = Model(raw, path)
    if verb == "bake":
        made = model.bake(**chosen)
    elif verb == "retarget":
        made = model.retarget(prepared.clip(), **chosen)
    else:
        raise ValueError(f"there is no {verb!r}")
    return {"status": "ok", "report": json.dumps(made.report), "data": made.data}
