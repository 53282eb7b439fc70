"""What runs on a cluster: an actor that works on batches of files."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Mapping

import numpy as np
import numpy.typing as npt

from ._files import read_with_buffers
from ._report import done_rows, write_part
from ._work import key_of
from ._worker import Worker


class FileWorker:
    """Works on batches of paths, and writes a part of the report for each.

    A part is named by what is in it. An actor that is lost loses the batch that it was on; the next one finds the parts that are
    there, and neither repeats nor loses a row.
    """

    def __init__(
        self, verb: str, out: str, options: Mapping[str, Any], version: str, timeout: float, memory: int
    ) -> None:
        self.verb = verb
        self.out = out
        self.options = options
        self.version = version
        self.done = done_rows(out)
        self.worker = Worker(timeout, memory)
        # Bytes of a clip are an option by their digest.
        self.named = {
            name: hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else value
            for name, value in options.items()
        }

    def __call__(self, batch: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
        """Works on a batch; returns how many of it were skipped."""
        paths = [str(path) for path in batch["path"]]
        rows = [row for row in map(self.row, paths) if row is not None]
        if rows:
            names = json.dumps(sorted((row["key"], row["path"]) for row in rows))
            write_part(self.out, hashlib.sha256(names.encode()).hexdigest(), rows)
            self.done.update((row["key"], row["path"]) for row in rows)
        return {"skipped": np.array([len(paths) - len(rows)])}

    def row(self, path: str) -> dict[str, Any] | None:
        """The row of a file; `None` where it was done before."""
        row: dict[str, Any] = {"path": path, "verb": self.verb, "version": self.version, "sha256": ""}
        try:
            content, files, sha256 = read_with_buffers(path)
        except OSError as error:
            row["key"] = key_of(path, self.verb, self.named, self.version)
            return {**row, "status": "error", "code": "IO", "message": str(error)}
        row.update(sha256=sha256, bytes=len(content) + sum(map(len, files.values())))
        row["key"] = key_of(sha256, self.verb, self.named, self.version)
        if (row["key"], path) in self.done:
            return None
        job = {"verb": self.verb, "path": path, "content": content, "files": files, "options": dict(self.options)}
        answer = self.worker.run(job)
        data = answer.pop("data", None)
        if data is not None:
            row["output"] = self.keep(row["key"], data)
        return {**row, **answer}

    def keep(self, key: str, data: bytes) -> str:
        """Writes a result under its key, whole or not at all. Equal work writes equal bytes."""
        folder = Path(self.out) / "files" / key[:2]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{key}.glb"
        half = folder / f"{key}.{os.getpid()}.half"
        half.write_bytes(data)
        os.replace(half, path)
        return str(path)
