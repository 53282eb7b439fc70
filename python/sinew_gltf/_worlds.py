"""Many equal worlds for learning and sweeps."""

from __future__ import annotations

import json
from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

from . import _native
from ._files import ModelSource, model_of
from ._trace import BODY, Bodies, bodies_of
from ._world import IDENTITY, Vector, options

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


class Worlds:
    """`n` worlds with one instance of a model each, stepped together on `threads` threads (one for each core by default).

    Actions are numbers of live properties, by pointer: by default the target of every drive of the file (its position target, or
    the velocity target where it has no other). Observations are 32-bit rows, one a world: position and velocity of every drive
    (`drives`), the metric of every limit (`limits`), and translation, rotation, linear and angular velocity of every body
    (`bodies`). `observations` is allocated once and filled in place by `step` and `reset`.

    Every world has the digests that it has alone; which thread steps it makes no difference.

    >>> import numpy as np, sinew_gltf as sinew
    >>> ball = b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}'
    >>> worlds = sinew.Worlds(ball, 4, observe=["bodies"])
    >>> worlds.apply_impulse(0, np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]], np.float32))
    >>> worlds.step().shape
    (4, 13)
    >>> worlds.observations[:, 7].tolist()
    [0.0, 1.0, 2.0, 3.0]
    >>> worlds.reset(np.array([False, True, False, False]))[:, 7].tolist()
    [0.0, 0.0, 2.0, 3.0]
    """

    def __init__(
        self,
        model: ModelSource,
        n: int,
        threads: int | None = None,
        *,
        actions: Sequence[str] | None = None,
        observe: Sequence[str] = ("drives", "bodies"),
        dt: float = 1 / 60,
        gravity: Vector | None = None,
        density: float | None = None,
        sleeping: bool = False,
        translation: Vector = (0.0, 0.0, 0.0),
        rotation: Vector = IDENTITY,
        animations: Any = "first",
        repeat: str = "hold",
    ) -> None:
        self.model = model_of(model)
        self.actions = drive_targets(self.model.drives) if actions is None else list(actions)
        self.observe = tuple(observe)
        beginning = {
            "translation": list(translation),
            "rotation": list(rotation),
            "animations": animations,
            "wrap_mode": repeat,
        }
        text = options(dt, gravity, density, None, sleeping, False)
        words = json.dumps(beginning)
        self._raw = _native.RawWorlds(self.model._raw, n, threads, text, words, self.actions, list(observe))
        self.dt = dt
        self._count = n
        self.observations: Floats = np.zeros((n, self._raw.observation_width()), np.float32)
        self._bodies: Bodies | None = None
        # Every episode begins with a reset, the first one too: a world that was restored before its first step and one that was
        # not can differ in the last bit once a property is set.
        self.reset()

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"Worlds({self.model!r}, {self._count}, actions={len(self.actions)}, observations={self.observations.shape[1]})"

    @property
    def observation_names(self) -> list[str]:
        """What each number of an observation is."""
        names: list[str] = []
        label = self.model.node_names
        if "drives" in self.observe:
            for drive in self.model.drives:
                name = f"drive/{drive['name'] or drive['node']}/{drive['drive']}"
                names += [f"{name}/position", f"{name}/velocity"]
        if "limits" in self.observe:
            width = 13 * self.model.body_count if "bodies" in self.observe else 0
            names += [f"limit/{at}" for at in range(self.observations.shape[1] - len(names) - width)]
        if "bodies" in self.observe:
            fields = [("translation", "xyz"), ("rotation", "xyzw"), ("linear_velocity", "xyz"), ("angular_velocity", "xyz")]
            for node in self.model.body_nodes:
                names += [f"body/{label[node] or node}/{field}.{axis}" for field, axes in fields for axis in axes]
        return names

    def step(self, actions: npt.ArrayLike | None = None, n: int = 1) -> Floats:
        """Sets the actions of all worlds (worlds × actions), runs `n` steps of each, and returns the observations."""
        given = None if actions is None else np.ascontiguousarray(actions, np.float32)
        self._raw.step(given, n, self.observations)
        return self.observations

    def reset(self, mask: npt.ArrayLike | None = None) -> Floats:
        """Puts worlds back to their beginning, all or those of a mask, and returns the observations."""
        self._raw.reset(flags(mask), self.observations)
        return self.observations

    def set_beginning(self, world: int = 0) -> None:
        """Makes the state of one world now what `reset` puts worlds back to."""
        self._raw.set_beginning(world)

    def set(self, pointer: str, values: npt.ArrayLike, mask: npt.ArrayLike | None = None) -> None:
        """Sets a property of each world to its value: one number or one row a world."""
        rows = np.ascontiguousarray(values, np.float32)
        rows = rows.reshape(self._count, -1) if rows.size else rows.reshape(self._count, 0)
        self._raw.set_value(pointer, rows, flags(mask))

    def apply_impulse(self, node: int | str, impulses: npt.ArrayLike, mask: npt.ArrayLike | None = None) -> None:
        """Applies an impulse (N·s) to a body of each world, at its centre of mass."""
        index = node if isinstance(node, int) else self.model.find_node(node)
        self._raw.apply_impulse(index, np.ascontiguousarray(impulses, np.float32), flags(mask))

    @property
    def bodies(self) -> Bodies:
        """The bodies of all worlds (worlds × bodies × 15), with its fields as views; filled in place on every read."""
        if self._bodies is None:
            self._bodies = bodies_of(np.zeros((self._count, self.model.body_count, BODY), np.float32))
        self._raw.read_bodies(self._bodies.array)
        return self._bodies

    @property
    def digests(self) -> list[int]:
        """A number over the whole state of each world."""
        return self._raw.digests()


def drive_targets(drives: Sequence[dict[str, Any]]) -> list[str]:
    """The pointers of the targets of drives; drives that joints share are one."""
    targets: list[str] = []
    for drive in drives:
        for name, key in (("position_target", "positionTarget"), ("velocity_target", "velocityTarget")):
            if drive["pointer"] is not None and drive[name] is not None:
                pointer = f"{drive['pointer']}/{key}"
                if pointer not in targets:
                    targets.append(pointer)
                break
    return targets


def flags(mask: npt.ArrayLike | None) -> Flags | None:
    """A mask as the extension takes it."""
    return None if mask is None else np.ascontiguousarray(mask, np.bool_)
