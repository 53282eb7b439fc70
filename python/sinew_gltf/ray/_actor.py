"""What runs on a cluster: an actor that works on batches of files."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import numpy.typing as npt

from .._batch.work import Work
from .._batch.worker import Worker
from ._report import done_keys, write_part


class FileWorker:
    """Works on batches of paths, and writes a part of the report for each.

    A part is named by what is in it. An actor that is lost loses the batch that it was on; the next one finds the parts that are
    there, and neither repeats nor loses a row.
    """

    def __init__(self, work: Work, timeout: float, memory: int) -> None:
        self.out = work.out
        self.done = done_keys(work.out)
        self.worker = Worker(work, timeout, memory)

    def __call__(self, batch: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
        """Works on a batch; returns how many of it were skipped."""
        paths = [str(path) for path in batch["path"]]
        jobs = [(path, self.done.get(path, ())) for path in paths]
        rows = [row for row in self.worker.run(jobs) if row is not None]
        if rows:
            names = json.dumps(sorted((row["key"], row["path"]) for row in rows))
            write_part(self.out, hashlib.sha256(names.encode()).hexdigest(), rows)
            for row in rows:
                self.done.setdefault(row["path"], []).append(row["key"])
        return {"skipped": np.array([len(paths) - len(rows)])}
