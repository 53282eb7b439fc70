"""Bodies as named views of one array, and the states of many steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ._model import Model

Floats = npt.NDArray[np.float32]

LOCAL = 10
BODY = 15
DRIVE = 3
LIMIT = 2

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Bodies:
    """States of bodies. Every field is a view of `array`: no number is copied."""

    array: Floats
    translation: Floats
    rotation: Floats
    linear_velocity: Floats
    angular_velocity: Floats
    is_animated: Floats
    is_sleeping: Floats


def bodies_of(array: Floats) -> Bodies:
    """The fields of rows of bodies."""
    return Bodies(
        array,
        array[..., 0:3],
        array[..., 3:7],
        array[..., 7:10],
        array[..., 10:13],
        array[..., 13],
        array[..., 14],
    )


@dataclass(frozen=True)
class Trace:
    """The states of an instance behind each of many steps. Parts that were not asked for are `None`."""

    model: Model
    time: npt.NDArray[np.float64]
    bodies: Bodies | None
    drives: Floats | None
    limits: Floats | None
    locals: Floats | None

    def __len__(self) -> int:
        return len(self.time)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """A column for each number: `time`, `body/NODE/translation.x`, `drive/NODE/0/position`, and so on."""
        columns: dict[str, npt.NDArray[Any]] = {"time": self.time}
        columns.update(self._columns())
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each step, as a pandas table."""
        import pandas

        return pandas.DataFrame(self.columns())

    def to_arrow(self) -> pyarrow.Table:
        """A row for each step, as an Arrow table."""
        import pyarrow

        return pyarrow.table(self.columns())

    def _columns(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        names = self.model.node_names

        def label(node: int) -> str:
            return names[node] or str(node)

        if self.bodies is not None:
            parts = [("translation", AXES), ("rotation", (*AXES, "w")), ("linear_velocity", AXES), ("angular_velocity", AXES)]
            for row, node in enumerate(self.model.body_nodes):
                for part, axes in parts:
                    numbers: Floats = getattr(self.bodies, part)
                    for at, axis in enumerate(axes):
                        yield f"body/{label(node)}/{part}.{axis}", numbers[:, row, at]
        if self.drives is not None:
            for row, drive in enumerate(self.model.drives):
                for at, part in enumerate(("position", "velocity", "force")):
                    yield f"drive/{label(drive['node'])}/{drive['drive']}/{part}", self.drives[:, row, at]
        if self.limits is not None:
            for row in range(self.limits.shape[1]):
                for at, part in enumerate(("metric", "violation")):
                    yield f"limit/{row}/{part}", self.limits[:, row, at]
        if self.locals is not None:
            fields = [f"translation.{axis}" for axis in AXES] + [f"rotation.{axis}" for axis in (*AXES, "w")]
            fields += [f"scale.{axis}" for axis in AXES]
            for row in range(self.model.node_count):
                for at, part in enumerate(fields):
                    yield f"node/{label(row)}/{part}", self.locals[:, row, at]
