"""A process that works on files one by one, so that what ends it ends nothing else.

A poisonous file may exceed its memory, its time, or end the process. The process is started once and serves many files; it is
replaced when it dies or when its time is up. Frames on its pipes are a length (8 bytes, little endian) and a pickle: one frame in for a
list of files, and one out for each of them.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import struct
import subprocess
import sys
import time
from typing import IO, Any, Collection, Iterator, Sequence

from .work import Row, Work

HEADER = struct.Struct("<Q")

ADDRESS_SPACE = 2 << 30
"""Bytes of the interpreter and its libraries, which the budget comes on top of."""

START = 120.0
"""Seconds in which the process is ready. They do not count for a file: a machine may be busy with other work."""

Job = tuple[str, Collection[str]]
"""A path, and the keys of what was done with it before."""


def send(pipe: IO[bytes], value: Any) -> None:
    """Writes a frame."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(HEADER.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Reads a frame; `EOFError` where the other end is gone."""
    header = pipe.read(HEADER.size)
    if len(header) < HEADER.size:
        raise EOFError
    (length,) = HEADER.unpack(header)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


class Frames:
    """Frames of a pipe, each awaited for some seconds at most."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._buffer = bytearray()

    def next(self, seconds: float) -> Any:
        """The next frame; `TimeoutError` or `EOFError` where none comes."""
        end = time.monotonic() + seconds
        (length,) = HEADER.unpack(self._take(HEADER.size, end))
        return pickle.loads(self._take(length, end))

    def _take(self, count: int, end: float) -> bytes:
        while len(self._buffer) < count:
            ready, _, _ = select.select([self._pipe], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError
            chunk = os.read(self._pipe.fileno(), 1 << 20)
            if not chunk:
                raise EOFError
            self._buffer += chunk
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken


class Worker:
    """The process, from the outside."""

    def __init__(self, work: Work, timeout: float, memory: int) -> None:
        self.work = work
        self.timeout = timeout
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None
        self._frames: Frames | None = None

    def run(self, jobs: Sequence[Job]) -> Iterator[Row | None]:
        """Works on files one behind the other: a row for each, whatever becomes of it; `None` where it was done before."""
        left = list(jobs)
        while left:
            process, frames = self._start()
            assert process.stdin is not None
            failure: Row = {}
            try:
                send(process.stdin, left)
                while left:
                    row = frames.next(self.timeout)
                    del left[0]
                    yield row
            except TimeoutError:
                self.close()
                failure = {"status": "timeout", "code": "TIMEOUT", "message": f"not done after {self.timeout} s"}
            except (EOFError, BrokenPipeError):
                code = process.wait()
                self.close()
                failure = {"status": "crash", "code": "CRASH", "message": f"the process ended with {code}"}
            if failure:
                path, _ = left.pop(0)
                yield {**self._named(path), **failure}

    def _named(self, path: str) -> Row:
        try:
            return self.work.read(path)[0]
        except OSError:
            return self.work.unread(path)

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                try:
                    if pipe is not None:
                        pipe.close()
                except BrokenPipeError:
                    pass
            self._process = None

    def _start(self) -> tuple[subprocess.Popen[bytes], Frames]:
        if self._process is not None and self._frames is not None and self._process.poll() is None:
            return self._process, self._frames
        self.close()
        command = [sys.executable, "-m", "sinew_gltf._batch.worker", str(self.memory)]
        # Without a buffer here: whether there is something to read is asked of the pipe.
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert process.stdin is not None and process.stdout is not None
        self._process, self._frames = process, Frames(process.stdout)
        send(process.stdin, self.work)
        self._frames.next(START)
        return self._process, self._frames


def serve(memory: int) -> None:
    """The process, from the inside: a list of files in, a row for each out, until its pipe ends."""
    # What a library prints is not an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit = memory + ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    files = sys.stdin.buffer
    try:
        work: Work = receive(files)
        send(answers, "ready")
        while True:
            for path, known in receive(files):
                send(answers, answer(work, path, known, memory))
    except EOFError:
        return


def answer(work: Work, path: str, known: Collection[str], memory: int) -> Row | None:
    """The row of a file, with what it raised as its status."""
    from sinew_gltf import SinewError

    start = time.perf_counter()
    failure: Row
    try:
        row = work.row(path, known)
        return None if row is None else {**row, "seconds": time.perf_counter() - start}
    except SinewError as error:
        status = "budget" if error.code == "FILE_TOO_LARGE" else "error"
        failure = {"status": status, "code": error.code, "pointer": error.pointer, "message": str(error)}
    except MemoryError:
        failure = {"status": "budget", "code": "MEMORY", "message": f"more than {memory} bytes"}
    except OSError as error:
        failure = {"status": "error", "code": "IO", "message": str(error)}
    except Exception as error:  # noqa: BLE001: whatever it is, it is this file's
        failure = {"status": "error", "code": type(error).__name__, "message": str(error)}
    failure["seconds"] = time.perf_counter() - start
    try:
        named = work.read(path)[0]
    except (OSError, MemoryError):
        named = work.unread(path)
    return None if named["key"] in known else {**named, **failure}


if __name__ == "__main__":
    serve(int(sys.argv[1]))
