"""Motions for humanoids."""

from __future__ import annotations

import json
from typing import Mapping

from . import _native
from ._results import Findings
from ._sources import Source, given


class Clip:
    """A motion for humanoids: a `.vrma`, a `.bvh`, or an animation of any file with human bones.

    Bones of files without avatar data are found by their names. `bones` maps joints of a BVH to human bones.
    """

    def __init__(
        self,
        source: Source,
        *,
        files: Mapping[str, bytes] | None = None,
        animation: int | None = None,
        metres_per_unit: float | None = None,
        first_frame: bool = False,
        bones: Mapping[str, str] | None = None,
    ) -> None:
        options = {
            "animation": animation,
            "metres_per_unit": metres_per_unit,
            "first_frame": first_frame,
            "bones": None if bones is None else json.dumps(dict(bones)),
        }
        self.name, path, content, beside = given(source, files, None)
        self._raw = _native.RawClip.read(path, content, beside, json.dumps(options))

    def __repr__(self) -> str:
        return f"Clip({self.name!r}, duration={self.duration:.3f}, bones={len(self.bones)})"

    @property
    def duration(self) -> float:
        """Seconds."""
        return self._raw.duration()

    @property
    def bones(self) -> list[str]:
        """The human bones of its humanoid."""
        return self._raw.bones()

    @property
    def expressions(self) -> list[str]:
        """The expressions that it animates."""
        return self._raw.expressions()

    @property
    def findings(self) -> Findings:
        """The problems that were met on reading."""
        return Findings.of(json.loads(self._raw.diagnostics()))
