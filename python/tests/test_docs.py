"""Examples in docstrings run, and so does the page of the documentation."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
import sinew_gltf
from conftest import ROOT

MODULES = [name for _, name, _ in pkgutil.iter_modules(sinew_gltf.__path__, "sinew_gltf.")]


@pytest.mark.parametrize("name", ["sinew_gltf", *(name for name in MODULES if not name.endswith("_native"))])
def test_examples_of_docstrings_run(name: str) -> None:
    if name in ("sinew_gltf.gym", "sinew_gltf.ray"):
        # Examples of the package itself need neither.
        pytest.importorskip({"gym": "gymnasium", "ray": "ray"}[name.rsplit(".", 1)[1]])
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


def test_most_of_the_package_has_examples() -> None:
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(name) for name in MODULES if not name.endswith(("_native", "gym", "ray"))]
    count = sum(len(test.examples) for module in modules for test in finder.find(module))
    assert count >= 40


def test_every_public_name_has_a_docstring() -> None:
    for name in sinew_gltf.__all__:
        value = getattr(sinew_gltf, name)
        if not isinstance(value, str):
            assert (value.__doc__ or "").strip(), name


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of `docs/python.md` runs, one behind the other, and prints what the page says."""
    for module in ("matplotlib", "pandas", "pyarrow", "ray"):
        pytest.importorskip(module)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    page = (ROOT / "docs/python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", page, re.M | re.S)
    assert len(blocks) >= 7
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    names: dict[str, object] = {}
    for code, expected in blocks:
        printed: list[str] = []
        names["print"] = lambda *words: printed.append(" ".join(map(str, words)))
        exec(compile(code, "docs/python.md", "exec"), names)  # noqa: S102: the project's own page
        if expected:
            assert "\n".join(printed).strip() == expected.strip(), code
    assert (tmp_path / "fall.png").stat().st_size > 1000
