"""uv is found, told where packages come from, kept away from other environments, and quoted where it fails."""

import sys
from pathlib import Path

import pytest

from authoring.errors import PackagesError
from authoring.sandbox.environments.pythons import running_python
from authoring.sandbox.environments.uv import Uv


def test_package_brings_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where uv is on no search path, that of its Python package serves."""
    monkeypatch.setenv("PATH", str(tmp_path))

    assert Path(Uv.locate().path).is_file()


def test_without_uv_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither on the search path nor as a package."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "uv", None)
    with pytest.raises(PackagesError, match="uv is needed") as caught:
        Uv.locate()

    assert "pip install uv" in caught.value.hint


def test_environment_around_is_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What names another environment to uv does not reach it."""
    for name in ("VIRTUAL_ENV", "PYTHONPATH", "UV_PYTHON"):
        monkeypatch.setenv(name, "/elsewhere")

    assert Uv.locate().environment.keys().isdisjoint({"VIRTUAL_ENV", "PYTHONPATH", "UV_PYTHON"})


def test_project_around_is_no_matter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A project's own uv settings, which may name other indexes, are not read, whatever folder the command runs in."""
    (tmp_path / "uv.toml").write_text("this is no setting\n")
    monkeypatch.chdir(tmp_path)
    lines: list[str] = []
    Uv.locate().run("pip", "list", "--python", sys.executable, failure="listing fails", report=lines.append)

    assert any("numpy" in line for line in lines)


@pytest.mark.slow
@pytest.mark.exhaustive
def test_what_cannot_be_is_told_in_words_of_uv(old_text: str) -> None:
    """Versions that do not fit together, and those that cells cannot run with."""
    del old_text
    for requested in (("pandas==2.1.1", "pandas==2.2.0"), ("pandas==2.0.0",)):
        with pytest.raises(PackagesError, match="these packages cannot be locked"):
            Uv.locate().compile(requested, python=running_python().path, preferred_versions=())


@pytest.mark.slow
@pytest.mark.exhaustive
def test_nothing_is_built(old_text: str) -> None:
    """A package without a wheel would run its own code while it is installed; it is refused, with another way."""
    del old_text
    with pytest.raises(PackagesError) as caught:
        Uv.locate().compile(("kaggle==1.5.12",), python=running_python().path, preferred_versions=())

    assert caught.value.hint.startswith("only packages with a wheel are installed")


@pytest.mark.slow
@pytest.mark.exhaustive
def test_versions_are_taken_where_asked(old_text: str) -> None:
    """What is needed comes at the versions that are said."""
    del old_text
    lines = Uv.locate().compile(
        ("pandas",), python=running_python().path, preferred_versions=("pandas==2.1.1", "numpy==1.26.4")
    )

    assert "pandas==2.1.1" in lines
    assert "numpy==1.26.4" in lines
