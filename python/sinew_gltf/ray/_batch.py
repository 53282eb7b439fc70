"""Batches of files on Ray Data."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union, cast

import pyarrow
import ray.data

import sinew_gltf as sinew

from .._batch.files import Sources, list_files
from .._batch.work import Work
from ._cluster import connect, cpus
from ._report import done_before
from ._task import SKIPPED, work_on

Path = Union[str, "os.PathLike[str]"]
Summary = Dict[str, int]
"""How many files have each status, in the whole report; `skipped` were done before."""

TASKS = 4
"""How many tasks a processor gets at most: each costs some 30 ms, and the last ones of a job do not end together."""


def validate(source: Sources, out: Path, *, severity: Optional[Mapping[str, str]] = None, **settings: Any) -> Summary:
    """Validates files; `out` is the folder of the report.

    Settings: `limits` as for `sinew_gltf.read`; `timeout` (seconds a file) and `memory` (bytes a file); `batch_size`,
    `concurrency`, and `ray_options` (`num_cpus`, `memory`, …) as Ray Data takes them.
    """
    return run("validate", source, out, {"severity": dict(severity or {})}, **settings)


def inspect(source: Sources, out: Path, **settings: Any) -> Summary:
    """Inspects files; the column `report` has what `sinew inspect --json` prints."""
    return run("inspect", source, out, {}, **settings)


def convert(source: Sources, out: Path, to: str, *, allow_loss: bool = False, **settings: Any) -> Summary:
    """Converts files to a dialect. Results are `_files/KEY.glb` below `out`; the column `output` has their names."""
    return run("convert", source, out, {"to": to, "allow_loss": allow_loss}, **settings)


def bake(source: Sources, out: Path, *, options: Optional[Mapping[str, Any]] = None, **settings: Any) -> Summary:
    """Bakes files, with the options of `Model.bake`. Results are as those of `convert`."""
    return run("bake", source, out, dict(options or {}), **settings)


def retarget(
    clip: Path, source: Sources, out: Path, *, options: Optional[Mapping[str, Any]] = None, **settings: Any
) -> Summary:
    """Retargets one clip to many avatars, with the options of `Model.retarget`. Results are as those of `convert`."""
    with open(clip, "rb") as file:
        content = file.read()
    return run("retarget", source, out, {**(options or {}), "clip": content}, **settings)


def run(
    verb: str,
    source: Sources,
    out: Path,
    options: Mapping[str, Any],
    *,
    limits: Optional[Mapping[str, int]] = None,
    timeout: float = 60.0,
    memory: int = 1 << 30,
    batch_size: int = 256,
    concurrency: Optional[int] = None,
    ray_options: Optional[Mapping[str, Any]] = None,
) -> Summary:
    """Runs a verb over files, and waits for the last."""
    connect()
    files = list_files(source)
    chosen: Dict[str, Any] = {**options, **({"limits": dict(limits)} if limits else {})}
    folder = os.path.abspath(os.fspath(out))
    work = Work(verb, folder, chosen, sinew.__version__)
    done, statuses = done_before(folder)
    counted = Counter({SKIPPED: 0, **statuses})
    if files:
        given: Dict[str, Any] = dict(ray_options or {})
        if concurrency is not None:
            given["concurrency"] = concurrency
        counts = ray.data.from_arrow(blocks(files, done, batch_size, concurrency or cpus())).map_batches(
            cast(Any, work_on),
            fn_kwargs={"work": work, "timeout": timeout, "memory": memory},
            batch_size=batch_size,
            batch_format="pyarrow",
            **given,
        )
        for counted_here in counts.iter_rows():
            counted[counted_here["status"]] += counted_here["count"]
    return dict(counted)


def blocks(files: Sequence[str], done: Mapping[str, Sequence[str]], batch_size: int, several: int) -> List[pyarrow.Table]:
    """The files with the keys of what was done with them, divided into tasks of whole batches."""
    known = pyarrow.array([done.get(path, ()) for path in files], pyarrow.list_(pyarrow.string()))
    table = pyarrow.table({"path": pyarrow.array(files, pyarrow.string()), "known": known})
    batches = -(-len(files) // batch_size)
    size = batch_size * -(-batches // (several * TASKS))
    return [table.slice(at, size) for at in range(0, len(files), size)]
