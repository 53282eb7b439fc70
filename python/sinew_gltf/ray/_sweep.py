"""Simulations with other values, on Ray Data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence

import numpy as np
import numpy.typing as npt
import ray.data

import sinew_gltf as sinew

from ._cluster import connect, cpus

if TYPE_CHECKING:
    import os

    import pandas

Measure = Callable[[sinew.Trace], Mapping[str, float]]
"""From the trace of a run to named numbers."""


def sweep(
    model: bytes | str | os.PathLike[str],
    variations: Sequence[Mapping[str, float]],
    steps: int,
    *,
    measure: Optional[Measure] = None,
    out: str | os.PathLike[str] | None = None,
    dt: float = 1 / 60,
    batch_size: int = 16,
    concurrency: Optional[int] = None,
    ray_options: Optional[Mapping[str, Any]] = None,
) -> pandas.DataFrame:
    """Simulates a file once for each variation: a value for each pointer of live properties.

    `measure` makes the columns of a row out of its trace; without it they are the last state of bodies and drives. A variation that a
    world refuses is a row with its `error`. `out` is a Parquet file to write.
    """
    connect()
    files: Dict[str, bytes] = {}
    if isinstance(model, bytes):
        content = model
    else:
        from .._batch.files import read_with_buffers

        content, files, _ = read_with_buffers(str(model))
    items = [{"variation": at, "set": dict(variation)} for at, variation in enumerate(variations)]
    several = concurrency or cpus()
    rows = ray.data.from_items(items, override_num_blocks=max(1, min(len(items), several * 4))).map_batches(
        Simulator,
        fn_constructor_kwargs={"content": content, "files": files, "steps": steps, "dt": dt, "measure": measure},
        batch_size=batch_size,
        concurrency=several,
        **(ray_options or {}),
    )
    table: pandas.DataFrame = rows.to_pandas().sort_values("variation", ignore_index=True)
    if out is not None:
        table.to_parquet(out)
    return table


class Simulator:
    """Runs variations of one file."""

    def __init__(
        self, content: bytes, files: Mapping[str, bytes], steps: int, dt: float, measure: Optional[Measure]
    ) -> None:
        self.model = sinew.read(content, files=files)
        self.steps = steps
        self.dt = dt
        self.measure = measure or last_state

    def __call__(self, batch: Dict[str, npt.NDArray[Any]]) -> Dict[str, npt.NDArray[Any]]:
        """Rows of variations; columns that one lacks are not numbers."""
        rows = [self.run(int(at), given) for at, given in zip(batch["variation"], batch["set"])]
        names = list(dict.fromkeys(name for row in rows for name in row))
        return {name: np.array([row.get(name, "" if name == "error" else np.nan) for row in rows]) for name in names}

    def run(self, at: int, given: Mapping[str, float]) -> Dict[str, Any]:
        """The row of a variation."""
        # Values of a pointer that other variations set are absent here.
        values = {pointer: value for pointer, value in given.items() if value is not None}
        row: Dict[str, Any] = {"variation": at, "error": "", **values}
        world = sinew.World(dt=self.dt)
        instance = world.spawn(self.model)
        try:
            for pointer, value in values.items():
                instance[pointer] = value
        except sinew.SinewError as error:
            return {**row, "error": f"{error.code}: {error}"}
        row.update(self.measure(instance.trace(self.steps)))
        return row


def last_state(trace: sinew.Trace) -> Dict[str, float]:
    """The last number of every column."""
    return {name: float(column[-1]) for name, column in trace.columns().items()}
