"""What is found in files, and what is made of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterator, Sequence

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a file, and where."""

    code: str
    severity: str
    pointer: str
    message: str
    node: int | None

    def __str__(self) -> str:
        return f"{self.severity}: {self.pointer}: {self.message} [{self.code}]"


class Findings(Sequence[Finding]):
    """A list of findings, and the same as a table.

    >>> import sinew_gltf as sinew
    >>> found = sinew.validate(b'{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0, 2]}]}')
    >>> found.findings[0].code, found.findings[0].pointer
    ('ROTATION_NON_UNIT', '/nodes/0/rotation')
    """

    def __init__(self, findings: Sequence[Finding]) -> None:
        self._findings = tuple(findings)

    @classmethod
    def of(cls, rows: Sequence[dict[str, Any]]) -> Findings:
        """Findings of rows with the same names."""
        return cls([Finding(**row) for row in rows])

    def __len__(self) -> int:
        return len(self._findings)

    def __getitem__(self, at: Any) -> Any:
        return self._findings[at]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings)

    def __repr__(self) -> str:
        return f"Findings({list(self._findings)!r})"

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each."""
        return [asdict(finding) for finding in self._findings]

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each, as a pandas table."""
        import pandas

        return pandas.DataFrame(self.rows(), columns=["code", "severity", "pointer", "message", "node"])

    def to_arrow(self) -> pyarrow.Table:
        """A row for each, as an Arrow table."""
        import pyarrow

        text = pyarrow.string()
        names = ["code", "severity", "pointer", "message"]
        schema = pyarrow.schema([(name, text) for name in names] + [("node", pyarrow.int64())])
        return pyarrow.Table.from_pylist(self.rows(), schema=schema)


@dataclass(frozen=True)
class Validation:
    """The findings of all rules.

    Files are usable where `errors` is 0; warnings are about what is likely not meant.
    """

    errors: int
    warnings: int
    suppressed: int
    findings: Findings

    @property
    def is_valid(self) -> bool:
        """Whether there is no error."""
        return self.errors == 0


@dataclass(frozen=True)
class Made:
    """A file that was made of another, and the report about it.

    `data` has the bytes where no path was given, and is `None` otherwise; `files` lists what was written.
    """

    data: bytes | None
    files: list[Path]
    report: dict[str, Any]

    @classmethod
    def of(cls, made: tuple[bytes | None, str]) -> Made:
        """What the extension returns."""
        data, text = made
        report: dict[str, Any] = json.loads(text)
        files = [Path(file) for file in report.pop("files", [])]
        return cls(data, files, report)
