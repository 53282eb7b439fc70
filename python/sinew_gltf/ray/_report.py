"""Reports: Parquet parts in a folder, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable

from .._batch.work import SCHEMA

if TYPE_CHECKING:
    import pandas
    import pyarrow


def schema() -> pyarrow.Schema:
    """The columns of a report."""
    import pyarrow

    kinds = {"string": pyarrow.string(), "int64": pyarrow.int64(), "double": pyarrow.float64()}
    return pyarrow.schema([(name, kinds[kind]) for name, kind in SCHEMA])


def write_part(out: str, name: str, rows: Iterable[dict[str, Any]]) -> None:
    """Writes rows as one part. It has its name only when it is whole: a crash leaves no half of it."""
    import pyarrow
    import pyarrow.parquet

    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name, _ in SCHEMA]
    table = pyarrow.Table.from_pylist([{name: row.get(name) for name in names} for row in rows], schema=schema())
    part = folder / f"part-{name}.parquet"
    half = folder / f"_{name}.{os.getpid()}.half"
    pyarrow.parquet.write_table(table, half)
    os.replace(half, part)


def parts(out: str | os.PathLike[str]) -> list[Path]:
    """The whole parts of a report."""
    return sorted(Path(out).glob("part-*.parquet"))


def done_keys(out: str | os.PathLike[str]) -> dict[str, list[str]]:
    """The keys of what was done, by path."""
    import pyarrow.parquet

    done: dict[str, list[str]] = {}
    for part in parts(out):
        table = pyarrow.parquet.read_table(part, columns=["key", "path"])
        for key, path in zip(table.column("key").to_pylist(), table.column("path").to_pylist()):
            done.setdefault(path, []).append(key)
    return done


def read_report(out: str | os.PathLike[str]) -> pandas.DataFrame:
    """A report as a pandas table: a row for each file, by path."""
    import pandas
    import pyarrow.parquet

    tables = [pyarrow.parquet.read_table(part).to_pandas() for part in parts(out)]
    if not tables:
        return schema().empty_table().to_pandas()
    return pandas.concat(tables, ignore_index=True).sort_values("path", ignore_index=True)
