"""Batches of files on Ray Data."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np
import ray.data

import sinew_gltf as sinew

from .._batch.files import Sources, list_files
from .._batch.work import Work
from ._actor import FileWorker
from ._cluster import connect, cpus
from ._report import read_report

Path = Union[str, "os.PathLike[str]"]
Summary = Dict[str, int]
"""How many files have each status, in the whole report; `skipped` were done before."""


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
    batch_size: int = 128,
    concurrency: Optional[int] = None,
    ray_options: Optional[Mapping[str, Any]] = None,
) -> Summary:
    """Runs a verb over files, and waits for the last."""
    connect()
    files = list_files(source)
    chosen: Dict[str, Any] = {**options, **({"limits": dict(limits)} if limits else {})}
    several = concurrency or cpus()
    folder = os.path.abspath(os.fspath(out))
    work = Work(verb, folder, chosen, sinew.__version__)
    blocks = max(several, -(-len(files) // batch_size)) if files else 1
    rows: List[Dict[str, str]] = [{"path": path} for path in files]
    counted: Summary = {"skipped": 0}
    if rows:
        done = ray.data.from_items(rows, override_num_blocks=min(blocks, len(rows))).map_batches(
            FileWorker,
            fn_constructor_kwargs={"work": work, "timeout": timeout, "memory": memory},
            batch_size=batch_size,
            concurrency=several,
            **(ray_options or {}),
        )
        for batch in done.iter_batches(batch_format="numpy"):
            counted["skipped"] += int(np.sum(batch["skipped"]))
    report = read_report(folder)
    for status, count in report["status"].value_counts().items():
        counted[str(status)] = int(count)
    return counted
