"""Makes the bytes of a file decide what becomes of the process that reads it, for the tests of batches."""

import builtins
import sys


def poisoned(content: bytes) -> None:
    """Ends, hangs or fills the process."""
    import ctypes
    import time

    if content == b"CRASH":
        ctypes.string_at(0)
    if content == b"HANG":
        time.sleep(600)
    if content == b"FILL":
        bytearray(64 << 30)


if "sinew_gltf._batch.worker" in sys.orig_argv:
    original = builtins.__import__

    def patched(name, globals=None, locals=None, fromlist=(), level=0):  # type: ignore[no-untyped-def]
        module = original(name, globals, locals, fromlist, level)
        work = sys.modules.get("sinew_gltf._batch.work")
        if hasattr(work, "perform") and not hasattr(work, "is_poisoned"):
            perform, work.is_poisoned = work.perform, True

            def with_poison(prepared, path, content, files):  # type: ignore[no-untyped-def]
                poisoned(content)
                return perform(prepared, path, content, files)

            work.perform = with_poison
        return module

    builtins.__import__ = patched
