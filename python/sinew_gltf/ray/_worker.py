"""A process that works on files one by one, so that what ends it ends nothing else.

A poisonous file may exceed its memory, its time, or end the process. The process is started once and serves many files; it is
replaced when it dies or when its time is up. Frames on its pipes are a length (8 bytes, little endian) and a pickle.
"""

from __future__ import annotations

import pickle
import resource
import select
import struct
import subprocess
import sys
import time
from typing import IO, Any

HEADER = struct.Struct("<Q")

ADDRESS_SPACE = 2 << 30
"""Bytes of the interpreter and its libraries, which the budget comes on top of."""


def send(pipe: IO[bytes], value: Any) -> None:
    """Writes a frame."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(HEADER.pack(len(data)))
    pipe.write(data)
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


class Worker:
    """The process, from the outside."""

    def __init__(self, timeout: float, memory: int) -> None:
        self.timeout = timeout
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, job: dict[str, Any]) -> dict[str, Any]:
        """Works on a file; what goes wrong is a status."""
        process = self._start()
        assert process.stdin is not None and process.stdout is not None
        try:
            send(process.stdin, job)
            ready, _, _ = select.select([process.stdout], [], [], self.timeout)
            if not ready:
                self.close()
                message = f"not done after {self.timeout} s"
                return {"status": "timeout", "code": "TIMEOUT", "message": message}
            answer: dict[str, Any] = receive(process.stdout)
            return answer
        except (EOFError, BrokenPipeError):
            process.wait()
            code = process.returncode
            self._process = None
            return {"status": "crash", "code": "CRASH", "message": f"the process ended with {code}"}

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "sinew_gltf.ray._worker", str(self.memory)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process


def serve(memory: int) -> None:
    """The process, from the inside: a frame in, a frame out, until its pipe ends."""
    import os

    # What a library prints is not an answer.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from sinew_gltf import SinewError
    from sinew_gltf.ray._work import perform

    limit = memory + ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    jobs = sys.stdin.buffer
    while True:
        try:
            job = receive(jobs)
        except EOFError:
            return
        start = time.perf_counter()
        try:
            answer = perform(**job)
        except SinewError as error:
            status = "budget" if error.code == "FILE_TOO_LARGE" else "error"
            answer = {"status": status, "code": error.code, "pointer": error.pointer, "message": str(error)}
        except MemoryError:
            answer = {"status": "budget", "code": "MEMORY", "message": f"more than {memory} bytes"}
        except Exception as error:  # noqa: BLE001: whatever it is, it is this file's
            answer = {"status": "error", "code": type(error).__name__, "message": str(error)}
        answer["seconds"] = time.perf_counter() - start
        send(answers, answer)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
