"""Worlds whose inputs are kept, and replayed."""

from __future__ import annotations

import json
from typing import Any, Mapping, Sequence

from . import _native
from ._clip import Clip
from ._files import ModelSource, model_of
from ._world import Vector, options


class Recorder:
    """A world to which everything is done through inputs, which are kept with the digest of each step.

    Inputs name models and clips of the two dictionaries; instances are counted in the order of spawning.

    >>> import sinew_gltf as sinew
    >>> ball = sinew.read(b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}')
    >>> recorder = sinew.Recorder({"ball": ball})
    >>> recorder.apply("spawn", model="ball")
    >>> recorder.apply("impulse", instance=0, node=0, impulse=[0, 2, 0])
    >>> steps = recorder.step(60)
    >>> sinew.Recorder({"ball": ball}).replay(steps) is None
    True
    """

    def __init__(
        self,
        models: Mapping[str, ModelSource],
        clips: Mapping[str, Clip] | None = None,
        *,
        dt: float = 1 / 60,
        gravity: Vector | None = None,
        density: float | None = None,
        sleeping: bool = True,
        subset_filters: bool = False,
    ) -> None:
        named = {name: model_of(model)._raw for name, model in models.items()}
        played = {name: clip._raw for name, clip in (clips or {}).items()}
        text = options(dt, gravity, density, None, sleeping, subset_filters)
        self._raw = _native.RawRecorder(text, named, played)

    def apply(self, do: str, **arguments: Any) -> None:
        """Performs an input by its name, and keeps it."""
        self._raw.apply(json.dumps({"do": do, **arguments}))

    def step(self, n: int = 1) -> list[dict[str, Any]]:
        """Runs steps, and returns each with its number, its digest and the inputs before it."""
        steps: list[dict[str, Any]] = json.loads(self._raw.step(n))
        return steps

    def replay(self, steps: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
        """Does what was recorded; returns the first step that came out otherwise, as it came out here."""
        text = self._raw.replay(json.dumps([dict(step) for step in steps]))
        return None if text is None else dict(json.loads(text))

    @property
    def digest(self) -> int:
        """A number over the whole state."""
        return self._raw.digest()

    @property
    def steps(self) -> int:
        """The number of steps that were run."""
        return self._raw.steps()

    def snapshot(self) -> bytes:
        """The whole state."""
        return self._raw.snapshot()
