"""A process that works on files, so that what ends it ends nothing else.

A poisonous file may exceed its memory, its time, or end the process. The process is started once and gets lists of files; it is replaced
when it dies or when its time is up. Rows are appended to a file of both processes, where they stay whatever becomes of the process: who waits
is woken once for a list, and where the process ends, the file behind the last row is the poisonous one.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import struct
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO, Any, Collection, Sequence

from .work import Prepared, Row, Work

HEADER = struct.Struct("<Q")

ADDRESS_SPACE = 2 << 30
"""Bytes of the interpreter and its libraries, which the budget comes on top of."""

START = 120.0
"""Seconds in which the process is ready. They do not count for a file: a machine may be busy with other work."""

LOOKS = 8
"""How often the rows are counted in the time of one file."""

Job = tuple[str, Collection[str]]
"""A path, and the keys of what was done with it before."""


def frame(value: Any) -> bytes:
    """A length (8 bytes, little endian) and a pickle."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(data)) + data


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


class Rows:
    """A file of rows that another process writes."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()
        self.descriptor = self._file.fileno()

    def clear(self) -> None:
        """Forgets all. Both processes share the place at which is written."""
        os.ftruncate(self.descriptor, 0)
        os.lseek(self.descriptor, 0, os.SEEK_SET)

    def size(self) -> int:
        """Bytes so far."""
        return os.fstat(self.descriptor).st_size

    def read(self) -> list[Row | None]:
        """The whole rows. A process that ends while it writes one leaves a part of it."""
        content, size = memoryview(os.pread(self.descriptor, self.size(), 0)), self.size()
        rows: list[Row | None] = []
        at = 0
        while at + HEADER.size <= size:
            (length,) = HEADER.unpack_from(content, at)
            at += HEADER.size
            if at + length > size:
                break
            rows.append(pickle.loads(content[at : at + length]))
            at += length
        return rows


class Worker:
    """The process, from the outside."""

    def __init__(self, timeout: float, memory: int) -> None:
        self.timeout = timeout
        self.memory = memory
        self._rows = Rows()
        self._process: subprocess.Popen[bytes] | None = None
        self._work: Work | None = None

    def run(self, work: Work, jobs: Sequence[Job]) -> list[Row | None]:
        """Works on files one behind the other: a row for each, whatever becomes of it; `None` where it was done before."""
        rows: list[Row | None] = []
        while len(rows) < len(jobs):
            failure = self._attempt(work, jobs[len(rows) :])
            rows += self._rows.read()
            if failure is not None and len(rows) < len(jobs):
                rows.append({**named(Prepared(work), jobs[len(rows)][0]), **failure})
        return rows

    def _attempt(self, work: Work, jobs: Sequence[Job]) -> Row | None:
        """Works on a list as far as it gets; returns what ended it."""
        self._rows.clear()
        process = self._start()
        assert process.stdin is not None
        try:
            if work != self._work:
                process.stdin.write(frame(work))
                self._work = work
            process.stdin.write(frame(list(jobs)))
            process.stdin.flush()
            self._wait(process, self.timeout)
        except TimeoutError:
            self.close()
            return {"status": "timeout", "code": "TIMEOUT", "message": f"not done after {self.timeout} s"}
        except (EOFError, BrokenPipeError):
            code = process.wait()
            self.close()
            return {"status": "crash", "code": "CRASH", "message": f"the process ended with {code}"}
        return None

    def _wait(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        """Waits for the process; `TimeoutError` where it writes no row for so long, `EOFError` where it has ended."""
        assert process.stdout is not None
        size, since = 0, time.monotonic()
        while not select.select([process.stdout], [], [], seconds / LOOKS)[0]:
            now, written = time.monotonic(), self._rows.size()
            if written != size:
                size, since = written, now
            elif now - since >= seconds:
                raise TimeoutError
        if not os.read(process.stdout.fileno(), 1):
            raise EOFError

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

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        shared = self._rows.descriptor
        command = [sys.executable, "-m", "sinew_gltf._batch.worker", str(self.memory), str(shared)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[shared])
        self._process, self._work = process, None
        self._wait(process, START)
        return process


def named(prepared: Prepared, path: str) -> Row:
    """The columns that name a piece of work, of a file that may not be readable."""
    try:
        return prepared.read(path)[0]
    except (OSError, MemoryError):
        return prepared.unread(path)


def serve(memory: int, rows: int) -> None:
    """The process, from the inside: lists of files in, rows into the shared file, until its pipe ends."""
    # What a library prints is not an answer.
    answers = os.dup(1)
    os.dup2(2, 1)
    limit = memory + ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    jobs = sys.stdin.buffer
    prepared: Prepared | None = None
    try:
        os.write(answers, b"\n")
        while True:
            given = receive(jobs)
            if isinstance(given, Work):
                prepared = Prepared(given)
                continue
            assert prepared is not None
            for path, known in given:
                write(rows, frame(answer(prepared, path, known, memory)))
            os.write(answers, b"\n")
    except (EOFError, BrokenPipeError):
        return


def write(descriptor: int, data: bytes) -> None:
    """Writes all of it."""
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def end_with(parent: int) -> None:
    """Ends the process when its parent is gone: a file that hangs would keep it for ever."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def answer(prepared: Prepared, path: str, known: Collection[str], memory: int) -> Row | None:
    """The row of a file, with what it raised as its status."""
    from sinew_gltf import SinewError

    start = time.perf_counter()
    failure: Row
    try:
        row = prepared.row(path, known)
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
    columns = named(prepared, path)
    return None if columns["key"] in known else {**columns, **failure}


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]))
