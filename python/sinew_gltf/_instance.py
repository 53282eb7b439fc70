"""Instances: their state as arrays, and what is done to them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np
import numpy.typing as npt

from . import _native
from ._trace import Trace, bodies_of
from ._trace import BODY, DRIVE, LIMIT, LOCAL, Bodies

if TYPE_CHECKING:
    from ._clip import Clip
    from ._model import Model
    from ._world import World

Floats = npt.NDArray[np.float32]


class Instance:
    """A model in a world.

    Arrays are allocated once and filled in place when a property is read: the object is the same every time, and what it holds
    is the state at the last read. Copy what is to be kept.

    >>> import sinew_gltf as sinew
    >>> world = sinew.World(gravity=(0, -10, 0))
    >>> ball = world.spawn(b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}}]}')
    >>> ball.apply_impulse(0, (4, 0, 0))
    >>> world.step()
    >>> [round(float(number), 3) for number in ball.bodies.linear_velocity[0]]
    [2.0, -0.167, 0.0]
    >>> ball.bodies is ball.bodies
    True
    """

    def __init__(self, world: World, raw: _native.RawWorld, model: Model, number: int) -> None:
        self._raw = raw
        self.world = world
        self.model = model
        self.number = number
        self._locals: Floats | None = None
        self._matrices: Floats | None = None
        self._weights: Floats | None = None
        self._bodies: Bodies | None = None
        self._joints: tuple[Floats, Floats] | None = None

    def __repr__(self) -> str:
        return f"Instance({self.number}, {self.model!r})"

    @property
    def locals(self) -> Floats:
        """A row for each node, relative to its parent: translation (3), rotation (x, y, z, w), scale (3)."""
        if self._locals is None:
            self._locals = np.zeros((self.model.node_count, LOCAL), np.float32)
        self._raw.read_locals(self.number, self._locals)
        return self._locals

    @property
    def matrices(self) -> Floats:
        """A matrix for each node that takes a column of its space to the model's: `matrices[node] @ (x, y, z, 1)`."""
        if self._matrices is None:
            self._matrices = np.zeros((self.model.node_count, 4, 4), np.float32)
        self._raw.read_matrices(self.number, self._matrices)
        return self._matrices

    @property
    def weights(self) -> Floats:
        """The weights of all morph targets."""
        if self._weights is None:
            self._weights = np.zeros(self.model._raw.weight_count(), np.float32)
        self._raw.read_weights(self.number, self._weights)
        return self._weights

    @property
    def bodies(self) -> Bodies:
        """A row for each body (`Model.body_nodes`), in the world; its fields are views of `bodies.array`."""
        if self._bodies is None:
            self._bodies = bodies_of(np.zeros((self.model.body_count, BODY), np.float32))
        self._raw.read_bodies(self.number, self._bodies.array)
        return self._bodies

    @property
    def drives(self) -> Floats:
        """Position, velocity and force of each drive (`Model.drives`); not numbers where a joint holds nothing."""
        return self._read_joints()[0]

    @property
    def limits(self) -> Floats:
        """Metric and violation of each limit; not numbers where a joint holds nothing."""
        return self._read_joints()[1]

    def trace(
        self,
        n: int,
        *,
        bodies: bool | Floats = True,
        drives: bool | Floats = True,
        limits: bool | Floats = False,
        locals: bool | Floats = False,
        out: Trace | None = None,
    ) -> Trace:
        """Runs steps of the world, and keeps the state of this instance behind each.

        Arrays that are given are filled: `bodies` (n, bodies, 15), `drives` (n, drives, 3), `limits` (n, limits, 2), `locals`
        (n, nodes, 10), 32-bit; `True` allocates one. `out` fills the arrays of an earlier trace of as many steps again.

        >>> import sinew_gltf as sinew
        >>> world = sinew.World(gravity=(0, -10, 0), dt=0.1)
        >>> ball = world.spawn(b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}}]}')
        >>> trace = ball.trace(3)
        >>> trace.bodies.linear_velocity[:, 0, 1].round(3).tolist()
        [-1.0, -2.0, -3.0]
        """
        if out is not None:
            parts = (out.bodies.array if out.bodies is not None else None, out.drives, out.limits, out.locals)
            self._raw.trace(self.number, n, out.time, *parts)
            return out
        drive_rows, limit_rows = self._raw.joint_rows(self.number)

        def array(given: bool | Floats, rows: int, width: int) -> Floats | None:
            if isinstance(given, np.ndarray):
                return given
            return np.zeros((n, rows, width), np.float32) if given else None

        body_rows = array(bodies, self.model.body_count, BODY)
        trace = Trace(
            self.model,
            np.zeros(n, np.float64),
            None if body_rows is None else bodies_of(body_rows),
            array(drives, drive_rows, DRIVE),
            array(limits, limit_rows, LIMIT),
            array(locals, self.model.node_count, LOCAL),
        )
        self._raw.trace(self.number, n, trace.time, body_rows, trace.drives, trace.limits, trace.locals)
        return trace

    def __getitem__(self, pointer: str) -> Any:
        """The value of a property by its JSON pointer: a number, a flag, or an array.

        >>> import sinew_gltf as sinew
        >>> world = sinew.World()
        >>> node = world.spawn(b'{"asset": {"version": "2.0"}, "nodes": [{"translation": [1, 2, 3]}]}')
        >>> node["/nodes/0/translation"].tolist()
        [1.0, 2.0, 3.0]
        """
        kind, _ = self._raw.property(self.number, pointer)
        numbers = self._raw.value(self.number, pointer)
        if kind == "bool":
            return numbers[0] != 0.0
        if kind == "int":
            return int(numbers[0])
        return numbers[0] if kind == "float" else np.array(numbers, np.float32)

    def __setitem__(self, pointer: str, value: Any) -> None:
        """Sets a property by its JSON pointer; it counts from the next step."""
        numbers = np.atleast_1d(np.asarray(value, np.float32)).ravel()
        self._raw.set_value(self.number, pointer, numbers.tolist())

    @property
    def changed_properties(self) -> list[dict[str, Any]]:
        """What was set or animated: pointers, types and values."""
        changed: list[dict[str, Any]] = json.loads(self._raw.changed_properties(self.number))
        return changed

    def perform(self, do: str, **arguments: Any) -> None:
        """Performs an input by its name, as recordings and scripts write it: `perform("wind", wind=[1, 0, 0])`.

        `docs/steering.md` and `docs/playing.md` have them all.
        """
        self._raw.perform(self.number, json.dumps({"do": do, "instance": self.number, **arguments}))

    def node(self, name: int | str) -> int:
        """The index of a node, by index or name."""
        return name if isinstance(name, int) else self.model.find_node(name)

    def apply_impulse(
        self, node: int | str, impulse: Sequence[float], point: Sequence[float] | None = None
    ) -> None:
        """Applies an impulse (N·s) to a body, at its centre of mass or at a point of the world."""
        extra = {} if point is None else {"point": list(point)}
        self.perform("impulse", node=self.node(node), impulse=list(impulse), **extra)

    def apply_angular_impulse(self, node: int | str, impulse: Sequence[float]) -> None:
        """Applies an angular impulse (N·m·s) to a body."""
        self.perform("angularImpulse", node=self.node(node), impulse=list(impulse))

    def set_velocity(self, node: int | str, linear: Sequence[float], angular: Sequence[float]) -> None:
        """Sets the velocity of a dynamic body."""
        self.perform("velocity", node=self.node(node), linear=list(linear), angular=list(angular))

    def teleport(
        self, node: int | str, translation: Sequence[float], rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0)
    ) -> None:
        """Moves a body at once."""
        at = {"translation": list(translation), "rotation": list(rotation)}
        self.perform("teleport", node=self.node(node), at=at)

    def set_root(
        self, translation: Sequence[float], rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0)
    ) -> None:
        """Moves the root of the instance."""
        self._raw.set_world_from_model(self.number, list(translation), list(rotation))

    def play(self, animation: int, *, time: float = 0.0, speed: float = 1.0, repeat: str = "hold") -> None:
        """Plays an animation, or changes its playback."""
        self.perform("play", playing={"animation": animation, "time": time, "speed": speed, "repeat": repeat})

    def stop(self, animation: int) -> None:
        """Stops an animation."""
        self.perform("stop", animation=animation)

    @property
    def playing(self) -> list[dict[str, Any]]:
        """The animations that play."""
        states: list[dict[str, Any]] = json.loads(self._raw.playing(self.number))
        return states

    def play_clip(self, clip: Clip, *, hips: str = "height", look_at: bool = True, repeat: str = "hold") -> None:
        """Plays a clip on the humanoid."""
        self._raw.play_clip(self.number, clip._raw, json.dumps(hips), look_at, json.dumps(repeat))

    def stop_clip(self) -> None:
        """Stops the clip."""
        self.perform("stopClip")

    def _read_joints(self) -> tuple[Floats, Floats]:
        if self._joints is None:
            drives, limits = self._raw.joint_rows(self.number)
            self._joints = (np.zeros((drives, DRIVE), np.float32), np.zeros((limits, LIMIT), np.float32))
        self._raw.read_joints(self.number, *self._joints)
        return self._joints
