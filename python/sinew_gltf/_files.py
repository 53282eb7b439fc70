"""The toolkit as functions of files: each reads a path, bytes or a `Model`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Union

from ._clip import Clip
from ._model import Model, read, read_alone
from ._results import Made, Validation
from ._sources import Source

if TYPE_CHECKING:
    import os

ModelSource = Union[Model, Source]
ClipSource = Union[Clip, Source]


def model_of(source: ModelSource) -> Model:
    """The model of a source, which may be one."""
    return source if isinstance(source, Model) else read(source)


def file_of(source: ModelSource) -> Model:
    """The same for what is done with the file alone."""
    return source if isinstance(source, Model) else read_alone(source)


def clip_of(source: ClipSource) -> Clip:
    """The clip of a source, which may be one."""
    return source if isinstance(source, Clip) else Clip(source)


def validate(source: ModelSource, *, severity: Mapping[str, str] | None = None) -> Validation:
    """Checks every rule: see `Model.validate`.

    >>> import sinew_gltf as sinew
    >>> sinew.validate(b'{"asset": {"version": "2.0"}}').is_valid
    True
    """
    return file_of(source).validate(severity)


def inspect(source: ModelSource) -> dict[str, Any]:
    """The contents of a file: see `Model.inspect`."""
    return model_of(source).inspect()


def convert(source: ModelSource, to: str, out: str | os.PathLike[str] | None = None, **options: Any) -> Made:
    """Converts to a dialect: see `Model.convert`.

    >>> import sinew_gltf as sinew
    >>> body = '{"motion": {"type": "kinematic", "linearVelocity": [0, 1.5, 0]}}'
    >>> file = '{"asset": {"version": "2.0"}, "extensionsUsed": ["OMI_physics_body"], "nodes": [{"extensions": {"OMI_physics_body": %s}}]}'
    >>> made = sinew.convert((file % body).encode(), "khr", format="gltf")
    >>> b"KHR_physics_rigid_bodies" in made.data, made.report["losses"]
    (True, [])
    """
    return file_of(source).convert(to, out, **options)


def bake(source: ModelSource, out: str | os.PathLike[str] | None = None, **options: Any) -> Made:
    """Writes a simulation as an animation: see `Model.bake`.

    >>> import sinew_gltf as sinew
    >>> ball = b'{"asset": {"version": "2.0"}, "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}'
    >>> made = sinew.bake(ball, seconds=1)
    >>> made.report["changed"]["isWithinTolerance"]
    True
    """
    return model_of(source).bake(out, **options)


def retarget(clip: ClipSource, model: ModelSource, out: str | os.PathLike[str] | None = None, **options: Any) -> Made:
    """Writes a clip as an animation of an avatar: see `Model.retarget`."""
    return model_of(model).retarget(clip_of(clip), out, **options)


def normalize(source: ModelSource, out: str | os.PathLike[str] | None = None, **options: Any) -> Made:
    """Removes rest rotations: see `Model.normalize`.

    >>> import sinew_gltf as sinew
    >>> file = b'{"asset": {"version": "2.0"}, "nodes": [{"children": [1], "rotation": [0, 0, 1, 0]}, {"translation": [1.5, 2, 0]}]}'
    >>> sinew.normalize(file, format="gltf").data
    b'{"asset": {"version": "2.0"}, "nodes": [{"children": [1]}, {"translation": [-1.5,-2.0,0.0]}]}'
    """
    return model_of(source).normalize(out, **options)


def fix(source: ModelSource, out: str | os.PathLike[str] | None = None, **options: Any) -> Made:
    """Repairs what is unambiguous: see `Model.fix`."""
    return file_of(source).fix(out, **options)
