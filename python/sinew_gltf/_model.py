"""Files as they are meant."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Mapping

from . import _native
from ._native import SinewError
from ._results import Findings, Made, Validation
from ._sources import Source, given

if TYPE_CHECKING:
    import os

    from ._clip import Clip



class Model:
    """A file that was read: resolved, checked and immutable. Any number of worlds share it.

    >>> import sinew_gltf as sinew
    >>> model = sinew.read(b'{"asset": {"version": "2.0"}, "nodes": [{"name": "arm"}, {"name": "hand"}]}')
    >>> model
    Model('bytes', nodes=2, bodies=0)
    >>> model.find_node("hand")
    1
    """

    def __init__(self, raw: _native.RawModel, name: str) -> None:
        self._raw = raw
        self._drives: list[dict[str, Any]] | None = None
        self.name = name

    def __repr__(self) -> str:
        return f"Model({self.name!r}, nodes={self.node_count}, bodies={self.body_count})"

    @property
    def node_count(self) -> int:
        """The number of nodes of the file."""
        return self._raw.node_count()

    @property
    def body_count(self) -> int:
        """The number of bodies, static ones included."""
        return self._raw.body_count()

    @property
    def node_names(self) -> list[str | None]:
        """The names of the nodes, in the order of the file."""
        return self._raw.node_names()

    @property
    def body_nodes(self) -> list[int]:
        """The node of each body, in the order of the rows of `Instance.bodies`."""
        return self._raw.body_nodes()

    @property
    def drives(self) -> list[dict[str, Any]]:
        """The drives of the joints, in the order of the rows of `Instance.drives`.

        Each has its `node`, its `name`, its `pointer` in the file, `kind` (linear or angular), `axis`, and what the file sets.
        """
        if self._drives is None:
            self._drives = json.loads(self._raw.drives())
        return self._drives

    @property
    def findings(self) -> Findings:
        """The problems that were met on reading; the rest of the file is used."""
        return Findings.of(json.loads(self._raw.diagnostics()))

    def find_node(self, name: str) -> int:
        """The index of the first node of a name. Raises `SinewError` with `UNKNOWN_NODE` where no node has it."""
        node = self._raw.find_node(name)
        if node is None:
            error = SinewError(f"there is no node {name!r}")
            error.code, error.pointer = "UNKNOWN_NODE", "/nodes"
            raise error
        return node

    def inspect(self) -> dict[str, Any]:
        """The contents of the file: what `sinew inspect --json` prints.

        >>> import sinew_gltf as sinew
        >>> sinew.inspect(b'{"asset": {"version": "2.0", "generator": "hand"}, "nodes": [{}]}')["asset"]["generator"]
        'hand'
        """
        answer: dict[str, Any] = json.loads(self._raw.inspect())
        return answer

    def validate(self, severity: Mapping[str, str] | None = None) -> Validation:
        """Checks every rule. `severity` changes rules: a code to `error`, `warning`, `info`, `hint` or `off`."""
        errors, warnings, suppressed, findings = self._raw.validate(levels(severity))
        return Validation(errors, warnings, suppressed, Findings.of(json.loads(findings)))

    def report(self, severity: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The report of `sinew validate --json`, in the shape of Khronos's validator."""
        report: dict[str, Any] = json.loads(self._raw.report(levels(severity)))
        return report

    def save(
        self,
        out: str | os.PathLike[str] | None = None,
        *,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Writes the file: to a path, whose ending decides the format, or as bytes of `glb` or `gltf`."""
        return Made.of(self._raw.save(format, out, overwrite, embed))

    def convert(
        self,
        to: str,
        out: str | os.PathLike[str] | None = None,
        *,
        allow_loss: bool = False,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Converts physics, constraints, springs or virtual transforms to another dialect (`sinew_gltf.dialects()`).

        Where properties would be lost and `allow_loss` is not set, nothing is written: `report["losses"]` lists them.
        """
        return Made.of(self._raw.convert(to, allow_loss, format, out, overwrite, embed))

    def fix(
        self,
        out: str | os.PathLike[str] | None = None,
        *,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Repairs what is unambiguous; `report["changes"]` lists the repairs.

        >>> import sinew_gltf as sinew
        >>> made = sinew.fix(b'{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0, 2]}]}', format="gltf")
        >>> made.data
        b'{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0.0,0.0,0.0,1.0]}]}'
        """
        return Made.of(self._raw.fix(format, out, overwrite, embed))

    def normalize(
        self,
        out: str | os.PathLike[str] | None = None,
        *,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Removes the rest rotations; nothing looks or moves differently."""
        return Made.of(self._raw.normalize(format, out, overwrite, embed))

    def bake(
        self,
        out: str | os.PathLike[str] | None = None,
        *,
        seconds: float = 5.0,
        dt: float = 1 / 60,
        gravity: tuple[float, float, float] | None = None,
        fps: float | None = None,
        degrees: float = 0.1,
        millimetres: float = 1.0,
        strip: bool = False,
        virtual_transforms: bool = False,
        animations: Any = "first",
        repeat: str = "hold",
        springs: bool = True,
        clip: Clip | None = None,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Simulates the file and writes the motion as an animation that every viewer plays.

        `report["changed"]` has the number of keys, and the largest error that was measured by playing the result.
        """
        options = {
            "seconds": seconds,
            "dt": dt,
            "gravity": gravity,
            "fps": fps,
            "degrees": degrees,
            "millimetres": millimetres,
            "strip": strip,
            "virtual_transforms": virtual_transforms,
            "animations": animations,
            "wrap_mode": repeat,
            "springs": springs,
        }
        raw = clip._raw if clip is not None else None
        return Made.of(self._raw.bake(json.dumps(options), raw, format, out, overwrite, embed))

    def retarget(
        self,
        clip: Clip,
        out: str | os.PathLike[str] | None = None,
        *,
        hips: str = "height",
        look_at: bool = True,
        degrees: float = 0.1,
        as_clip: bool = False,
        format: str = "glb",
        overwrite: bool = False,
        embed: bool = False,
    ) -> Made:
        """Writes a clip as an animation of this avatar, or (`as_clip`) as a `.vrma`.

        `hips` scales the motion of the hips by the ratio of their heights (`height`), of the legs (`legs`), or not (`none`).
        """
        made = self._raw.retarget(clip._raw, hips, look_at, degrees, as_clip, format, out, overwrite, embed)
        return Made.of(made)


def levels(severity: Mapping[str, str] | None) -> list[str]:
    """Severities as the extension takes them."""
    return [f"{code}={level}" for code, level in (severity or {}).items()]


def read(
    source: Source,
    *,
    files: Mapping[str, bytes] | None = None,
    name: str | None = None,
    strict: bool = False,
    limits: Mapping[str, int] | None = None,
    omi_stiffness: str = "auto",
    uninherited: str = "identity",
    look_at_virtual_transform: bool = False,
) -> Model:
    """Reads a `.glb`, `.gltf`, `.vrm` or `.vrma`: a path, or bytes with the `files` that they refer to by URI.

    A file that cannot be read raises `SinewError` with a code and a JSON pointer; other problems are `Model.findings`.
    `strict` refuses files that require an unknown extension. `limits` bounds what a file may ask for: `file`, `buffers`,
    `accessor`, `decompressed` (bytes), `depth`, `bodies`, `colliders`, `joints`.

    >>> import sinew_gltf as sinew
    >>> try:
    ...     sinew.read(b'{"asset": {"version": "1.0"}}')
    ... except sinew.SinewError as error:
    ...     print(error.code, error.pointer)
    UNKNOWN_VERSION /asset/version
    """
    options = {
        "strict": strict,
        "limits": dict(limits or {}),
        "omi_stiffness": omi_stiffness,
        "uninherited": uninherited,
        "look_at_virtual_transform": look_at_virtual_transform,
    }
    called, path, content, beside = given(source, files, name)
    return Model(_native.RawModel.read(called, path, content, beside, json.dumps(options), True), called)


def read_alone(source: Source) -> Model:
    """A file whose model is made when it is asked for: rules, conversions and repairs do without."""
    called, path, content, beside = given(source, None, None)
    return Model(_native.RawModel.read(called, path, content, beside, "{}", False), called)
