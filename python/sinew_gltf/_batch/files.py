"""Where files are: folders and object stores, by pyarrow's file systems."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
from typing import Any, Sequence, Union
from urllib.parse import unquote

ENDINGS = (".glb", ".gltf", ".vrm", ".vrma")

Sources = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]
"""A folder, a file, an address, or several."""


def file_system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path in it."""
    import pyarrow.fs

    if "://" in address:
        system, path = pyarrow.fs.FileSystem.from_uri(address)
        return system, path
    return pyarrow.fs.LocalFileSystem(), os.path.abspath(address)


def local_files(path: str) -> list[str]:
    """The files of a folder and of those below, in order; a path that is none is itself: what cannot be read is a row of the report."""
    # Lists of files by the million are not asked what they are.
    if path.lower().endswith(ENDINGS) or not os.path.isdir(path):
        return [path]
    below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
    return sorted(name for name in below if name.lower().endswith(ENDINGS))


def list_files(sources: Sources) -> list[str]:
    """The files of folders (with those below) and of addresses, in order, each once."""
    several = [sources] if isinstance(sources, (str, os.PathLike)) else list(sources)
    found: dict[str, None] = {}
    for source in several:
        address = os.fspath(source)
        if "://" not in address:
            found.update((path, None) for path in local_files(os.path.abspath(address)))
            continue
        system, path = file_system(address)
        scheme = address.split("://")[0] + "://"
        import pyarrow.fs

        info = system.get_file_info(path)
        if info.type == pyarrow.fs.FileType.Directory:
            below = system.get_file_info(pyarrow.fs.FileSelector(path, recursive=True))
            names = sorted(entry.path for entry in below if entry.type == pyarrow.fs.FileType.File)
            found.update((scheme + name, None) for name in names if name.lower().endswith(ENDINGS))
        else:
            # What cannot be read is a row of the report.
            found[scheme + path] = None
    return list(found)


def read_bytes(address: str) -> bytes:
    """The bytes of a file."""
    if "://" not in address:
        with open(address, "rb", buffering=0) as file:
            return file.readall()
    system, path = file_system(address)
    with system.open_input_stream(path) as stream:
        content: bytes = stream.read()
    return content


def read_with_buffers(address: str) -> tuple[bytes, dict[str, bytes], str]:
    """The bytes of a file, the buffers beside it by their URI, and the SHA-256 of all."""
    content = read_bytes(address)
    digest = hashlib.sha256(content)
    files: dict[str, bytes] = {}
    for uri in buffers_of(content):
        try:
            files[uri] = read_bytes(posixpath.join(posixpath.dirname(address), unquote(uri)))
        except OSError:
            continue  # Reported by the reader of glTF, with its pointer.
        digest.update(uri.encode() + b"\0" + hashlib.sha256(files[uri]).digest())
    return content, files, digest.hexdigest()


def buffers_of(content: bytes) -> list[str]:
    """The relative URIs of buffers. Images are not read: nothing here looks at them."""
    if content[:4] == b"glTF":
        length = int.from_bytes(content[12:16], "little")
        content = content[20 : 20 + length]
    if b'"uri"' not in content:
        return []
    try:
        listed = json.loads(content).get("buffers", [])
        uris = [buffer.get("uri") for buffer in listed]
    except (ValueError, AttributeError, RecursionError, TypeError):
        return []
    return [uri for uri in uris if isinstance(uri, str) and is_beside(uri)]


def is_beside(uri: str) -> bool:
    """Whether a URI is of a file in the same folder or below."""
    return ":" not in uri and not uri.startswith("/") and ".." not in uri
