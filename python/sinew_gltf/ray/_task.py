"""What runs on a cluster: a task that works on batches of files."""

from __future__ import annotations

import atexit
import hashlib
import json
from collections import Counter
from typing import TYPE_CHECKING, Dict, Optional, Sequence

from .._batch.work import Work
from .._batch.worker import Worker
from ._report import statuses_of, write_part

if TYPE_CHECKING:
    import pyarrow

SKIPPED = "skipped"
"""Of files that were done before."""

_worker: Optional[Worker] = None
"""The process that reads the files of this one: a cluster keeps its processes from task to task, and this one with them."""


def worker_of(timeout: float, memory: int) -> Worker:
    """The process that reads files, with this budget."""
    global _worker
    if _worker is None or (_worker.timeout, _worker.memory) != (timeout, memory):
        if _worker is None:
            atexit.register(close)
        close()
        _worker = Worker(timeout, memory)
    return _worker


def close() -> None:
    """Ends the process that reads files."""
    if _worker is not None:
        _worker.close()


def work_on(batch: pyarrow.Table, work: Work, timeout: float, memory: int) -> pyarrow.Table:
    """Works on a batch of `path` and `known` keys, and writes a part of the report; returns how many files have each `status`.

    A task that is lost is done again. A part is named by what the batch is, so that batches that were whole are found and neither
    repeated nor written twice.
    """
    import pyarrow

    paths, known = batch.column("path").to_pylist(), batch.column("known").to_pylist()
    name = part_name(work, paths, known)
    statuses = statuses_of(work.out, name)
    if statuses is None:
        rows = [row for row in worker_of(timeout, memory).run(work, list(zip(paths, known))) if row is not None]
        if rows:
            write_part(work.out, name, rows)
        statuses = [row["status"] for row in rows]
    counted = Counter({SKIPPED: len(paths) - len(statuses)})
    counted.update(statuses)
    return pyarrow.table({"status": list(counted), "count": list(counted.values())})


def part_name(work: Work, paths: Sequence[str], known: Sequence[Sequence[str]]) -> str:
    """The name of a batch's part: of the work, the files, and what was known of them."""
    named: Dict[str, Sequence[str]] = dict(zip(paths, known))
    return hashlib.sha256(json.dumps([work.words(), named]).encode()).hexdigest()
