"""Where the fixtures and the command line are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Ray's workers give way to everything else by default, and stand still on a machine that other tests keep busy.
os.environ.setdefault("RAY_worker_niceness", "0")

ROOT = Path(__file__).resolve().parents[2]


def fixture(name: str) -> Path:
    """A file of the project, relative to its root."""
    return ROOT / name


@pytest.fixture(scope="session")
def command() -> str:
    """The command line, which `SINEW` names or `cargo build` has made."""
    named = os.environ.get("SINEW")
    built = [ROOT / "target" / profile / "sinew" for profile in ("debug", "release")]
    found = named or next((str(path) for path in built if path.is_file()), None)
    if found is None:
        pytest.skip("there is no command line to compare with: cargo build -p sinew-cli")
    return found
