"""Reports: Parquet parts in a folder, written whole or not at all."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Sequence

from .._batch.work import SCHEMA

if TYPE_CHECKING:
    import pandas
    import pyarrow


def schema() -> pyarrow.Schema:
    """The columns of a report."""
    import pyarrow

    kinds = {"string": pyarrow.string(), "int64": pyarrow.int64(), "double": pyarrow.float64()}
    return pyarrow.schema([(name, kinds[kind]) for name, kind in SCHEMA])


def write_part(out: str, name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Writes rows as one part. It has its name only when it is whole: a crash leaves no half of it."""
    import pyarrow
    import pyarrow.parquet

    part = part_of(out, name)
    part.parent.mkdir(parents=True, exist_ok=True)
    columns = {column: [row.get(column) for row in rows] for column, _ in SCHEMA}
    half = part.with_name(f"_{name}.{os.getpid()}.half")
    pyarrow.parquet.write_table(pyarrow.table(columns, schema=schema()), half)
    os.replace(half, part)


def statuses_of(out: str, name: str) -> list[str] | None:
    """The status of each row of a part; `None` where it is not there."""
    import pyarrow.parquet

    part = part_of(out, name)
    if not part.exists():
        return None
    statuses: list[str] = pyarrow.parquet.read_table(part, columns=["status"]).column("status").to_pylist()
    return statuses


def part_of(out: str, name: str) -> Path:
    """Where a part is."""
    return Path(out) / f"part-{name}.parquet"


def parts(out: str | os.PathLike[str]) -> list[Path]:
    """The whole parts of a report."""
    return sorted(Path(out).glob("part-*.parquet"))


def done_before(out: str | os.PathLike[str]) -> tuple[dict[str, list[str]], Counter[str]]:
    """The keys of what was done, by path, and how many rows have each status."""
    import pyarrow.parquet

    done: dict[str, list[str]] = {}
    statuses: Counter[str] = Counter()
    for part in parts(out):
        table = pyarrow.parquet.read_table(part, columns=["key", "path", "status"])
        for key, path in zip(table.column("key").to_pylist(), table.column("path").to_pylist()):
            done.setdefault(path, []).append(key)
        statuses.update(table.column("status").to_pylist())
    return done, statuses


def read_report(out: str | os.PathLike[str]) -> pandas.DataFrame:
    """A report as a pandas table: a row for each file, by path."""
    import pandas
    import pyarrow.parquet

    tables = [pyarrow.parquet.read_table(part).to_pandas() for part in parts(out)]
    if not tables:
        return schema().empty_table().to_pandas()
    return pandas.concat(tables, ignore_index=True).sort_values("path", ignore_index=True)
