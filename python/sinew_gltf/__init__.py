"""Sinew makes glTF move: reads, validates, converts, simulates, bakes and retargets what an asset *does*.

>>> import sinew_gltf as sinew
>>> world = sinew.World()
>>> ball = world.spawn(b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}')
>>> world.step(60)
>>> ball.bodies.translation.shape
(1, 3)

Axes, units and orders are glTF's: right-handed, +Y up, metres, seconds, radians, kilograms; quaternions are x, y, z, w. Nodes are
named by their index in the file. Every failure is a `SinewError` with a `code` and a JSON `pointer`. The interpreter is released in
everything that reads, steps or writes.

`sinew_gltf.gym` makes vector environments for learning, `sinew_gltf.ray` runs batches of files and sweeps.
"""

import json as _json

from . import _native
from ._clip import Clip
from ._files import bake, convert, fix, inspect, normalize, retarget, validate
from ._instance import Instance
from ._model import Model, read
from ._native import SinewError, dialects, human_bones
from ._recorder import Recorder
from ._results import Finding, Findings, Made, Validation
from ._trace import Bodies, Trace
from ._world import Event, Hit, World
from ._worlds import Worlds

_versions = _json.loads(_native.version())

__version__: str = _versions["sinew"]
engine: str = f"{_versions['engine']} {_versions['engine_version']}"
"""The engine that simulates, and its version."""

__all__ = [
    "Bodies",
    "Clip",
    "Event",
    "Finding",
    "Findings",
    "Hit",
    "Instance",
    "Made",
    "Model",
    "Recorder",
    "SinewError",
    "Trace",
    "Validation",
    "World",
    "Worlds",
    "bake",
    "convert",
    "dialects",
    "engine",
    "fix",
    "human_bones",
    "inspect",
    "normalize",
    "read",
    "retarget",
    "validate",
]
