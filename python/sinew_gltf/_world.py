"""Worlds that step."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence

from . import _native
from ._files import ModelSource, model_of
from ._instance import Instance

Vector = Sequence[float]
"""Three numbers."""

IDENTITY = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Hit:
    """A collider that a ray or a shape met."""

    instance: int
    node: int
    distance: float
    point: tuple[float, float, float]
    normal: tuple[float, float, float]


@dataclass(frozen=True)
class Event:
    """Something that happened in a step. `a` and `b` are pairs of instance and node."""

    time: float
    kind: str
    a: tuple[int, int]
    b: tuple[int, int]
    contact: dict[str, Any] | None


class World:
    """Instances of models that step together: animated, constrained and simulated.

    The interpreter is released while a world works; one world is used by one thread at a time.

    >>> import sinew_gltf as sinew
    >>> ball = b'{"asset": {"version": "2.0"}, "nodes": [{"name": "ball", "translation": [0, 10, 0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}'
    >>> world = sinew.World()
    >>> instance = world.spawn(ball)
    >>> world.step(60)
    >>> world.time
    1.0
    >>> abs(float(instance.bodies.translation[0, 1]) - (10 - 9.81 / 2)) < 0.03
    True
    """

    def __init__(
        self,
        *,
        dt: float = 1 / 60,
        gravity: Vector | None = None,
        density: float | None = None,
        max_steps: int | None = None,
        sleeping: bool = True,
        subset_filters: bool = False,
    ) -> None:
        self._raw = _native.RawWorld(options(dt, gravity, density, max_steps, sleeping, subset_filters))
        self._instances: dict[int, Instance] = {}

    def __repr__(self) -> str:
        return f"World(steps={self.steps}, instances={len(self._instances)})"

    @property
    def dt(self) -> float:
        """Seconds of a step."""
        return self._raw.dt()

    @property
    def steps(self) -> int:
        """The number of steps that were run."""
        return self._raw.steps()

    @property
    def time(self) -> float:
        """Simulated seconds."""
        return self._raw.time()

    @property
    def digest(self) -> int:
        """A number over the whole state: equal on every platform, and equal to the command line's."""
        return self._raw.digest()

    @property
    def physics_digest(self) -> int:
        """A number over the state of the bodies."""
        return self._raw.physics_digest()

    @property
    def instances(self) -> list[Instance]:
        """The instances, in the order of spawning."""
        return list(self._instances.values())

    def spawn(
        self,
        model: ModelSource,
        *,
        translation: Vector = (0.0, 0.0, 0.0),
        rotation: Vector = IDENTITY,
        animations: Any = "first",
        repeat: str = "hold",
        springs: bool = True,
        graphs: bool = True,
    ) -> Instance:
        """Spawns an instance of a model with its root at a pose.

        `animations` is `first`, `all`, `none`, or a list of states such as `{"animation": 0, "time": 0, "speed": 1,
        "repeat": "loop"}`; `repeat` is `hold`, `loop`, `release` or `pingPong`.
        """
        model = model_of(model)
        beginning = {
            "translation": list(translation),
            "rotation": list(rotation),
            "animations": animations,
            "wrap_mode": repeat,
            "springs": springs,
            "graphs": graphs,
        }
        number = self._raw.spawn(model._raw, json.dumps(beginning))
        instance = Instance(self, self._raw, model, number)
        self._instances[number] = instance
        return instance

    def despawn(self, instance: Instance) -> None:
        """Removes an instance."""
        self._raw.despawn(instance.number)
        self._instances.pop(instance.number, None)

    def step(self, n: int = 1) -> None:
        """Runs steps. Ctrl-C ends a long run between two of them."""
        self._raw.step(n)

    def advance(self, seconds: float) -> tuple[int, float]:
        """Runs the steps of passed time, and returns their number and the seconds that were dropped."""
        return self._raw.advance(seconds)

    def snapshot(self) -> bytes:
        """The whole state; stepping on after `restore` gives the same to the bit.

        Take snapshots from strangers only behind a signature: what is forged can end the process.
        """
        return self._raw.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Goes back to a snapshot of this world, or of another in which the same was spawned."""
        self._raw.restore(snapshot)

    @property
    def gravity(self) -> tuple[float, float, float]:
        """m/s²."""
        x, y, z = self._raw.gravity()
        return x, y, z

    @gravity.setter
    def gravity(self, gravity: Vector) -> None:
        self._raw.set_gravity(list(gravity))

    @property
    def events(self) -> list[Event]:
        """The events of all steps of the last `step`, `advance` or `trace`."""

        def pair(node: dict[str, int]) -> tuple[int, int]:
            return node["instance"], node["node"]

        return [
            Event(event["time"], event["kind"], pair(event["a"]), pair(event["b"]), event["contact"])
            for event in json.loads(self._raw.read_events())
        ]

    @property
    def contacts(self) -> list[dict[str, Any]]:
        """The points where colliders touch after the last step."""
        points: list[dict[str, Any]] = json.loads(self._raw.contacts())
        return points

    @property
    def stopped(self) -> list[tuple[int, int]]:
        """Instances and nodes of bodies that became non-finite in the last step and were stopped."""
        return self._raw.stopped()

    def ray_cast(
        self, origin: Vector, direction: Vector, max_distance: float = 1e6, *, without: Mapping[str, Any] | None = None
    ) -> Hit | None:
        """The first collider that a ray hits. `without` excludes `kinds`, `instances`, or `nodes` (pairs)."""
        text = self._raw.ray_cast(list(origin), list(direction), max_distance, excluded(without))
        return None if text is None else hit(json.loads(text))

    def ray_cast_all(
        self, origin: Vector, direction: Vector, max_distance: float = 1e6, *, without: Mapping[str, Any] | None = None
    ) -> list[Hit]:
        """The first hit of a ray with each collider, nearest first."""
        text = self._raw.ray_cast_all(list(origin), list(direction), max_distance, excluded(without))
        return [hit(found) for found in json.loads(text)]

    def shape_cast(
        self,
        shape: Mapping[str, Any],
        translation: Vector,
        direction: Vector,
        max_distance: float = 1e6,
        *,
        rotation: Vector = IDENTITY,
        without: Mapping[str, Any] | None = None,
    ) -> Hit | None:
        """The first collider that a shape touches when it is moved.

        A shape is `{"kind": "box", "size": [x, y, z]}`, `{"kind": "sphere", "radius": r}`, or a `capsule` or `cylinder` with
        `height`, `radius_bottom` and `radius_top`.
        """
        arguments = (list(translation), list(rotation), list(direction))
        text = self._raw.shape_cast(json.dumps(dict(shape)), *arguments, max_distance, excluded(without))
        return None if text is None else hit(json.loads(text))

    def closest_point(
        self, point: Vector, max_distance: float = 1e6, *, without: Mapping[str, Any] | None = None
    ) -> dict[str, Any] | None:
        """The nearest point of any collider: `instance`, `node`, `point`, `distance`."""
        text = self._raw.closest_point(list(point), max_distance, excluded(without))
        return None if text is None else dict(json.loads(text))

    def overlap_point(self, point: Vector) -> list[tuple[int, int]]:
        """Instances and nodes of the colliders that contain a point."""
        return self._raw.overlap(None, list(point), list(IDENTITY))

    def overlap_shape(
        self, shape: Mapping[str, Any], translation: Vector, rotation: Vector = IDENTITY
    ) -> list[tuple[int, int]]:
        """Instances and nodes of the colliders that a shape touches."""
        return self._raw.overlap(json.dumps(dict(shape)), list(translation), list(rotation))


def options(
    dt: float,
    gravity: Iterable[float] | None,
    density: float | None,
    max_steps: int | None,
    sleeping: bool,
    subset_filters: bool,
) -> str:
    """The options of a world, as the extension takes them."""
    return json.dumps(
        {
            "dt": dt,
            "gravity": None if gravity is None else list(gravity),
            "density": density,
            "max_steps": max_steps,
            "sleeping": sleeping,
            "subset_filters": subset_filters,
        }
    )


def excluded(without: Mapping[str, Any] | None) -> str:
    """What a query does not see, as the extension takes it."""
    return json.dumps({key: list(value) for key, value in (without or {}).items()})


def hit(found: dict[str, Any]) -> Hit:
    """A hit of the extension's JSON."""
    return Hit(found["instance"], found["node"], found["distance"], tuple(found["point"]), tuple(found["normal"]))
