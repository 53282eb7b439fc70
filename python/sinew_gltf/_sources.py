"""Files, given as a path or as bytes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Mapping, Optional, Tuple, Union

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
"""A path, or the bytes of a file."""

Given = Tuple[str, Optional[Path], Optional[bytes], "dict[str, bytes]"]


def given(source: Source, files: Mapping[str, bytes] | None, name: str | None) -> Given:
    """The name, the path, the bytes and the files beside them, as the extension takes them."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        beside = {uri: bytes(content) for uri, content in (files or {}).items()}
        return name or "bytes", None, bytes(source), beside
    path = Path(os.fspath(source))
    if files:
        raise ValueError("files are beside bytes; those of a path are in its folder")
    return name or str(path), path, None, {}
