"""A zygote starts with an environment of its own: what is pinned, where it may write, and nothing of a person's."""

from dataclasses import replace
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Pins
from authoring.records.protection import Level
from authoring.sandbox.client.interpreter import PASSED_VARIABLES, running_interpreter
from authoring.sandbox.client.launch import WITHOUT_PROC, ZygoteSite, environment, start_zygote
from authoring.sandbox.inside.isolation.workdir import SANDBOX_ROOT


def site_of(level: Level, folder: Path = Path("/folder")) -> ZygoteSite:
    """Return a place of work at a level."""
    return ZygoteSite(folder, level, "")


@pytest.mark.parametrize("level", Level)
def test_nothing_of_the_callers_environment_comes_along(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and homes stay outside; search paths are all that is passed on."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("HOME", "/home/ada")
    variables = environment(running_interpreter(), site_of(level), Pins())

    assert "OPENAI_API_KEY" not in variables
    assert "/home/ada" not in variables.values()
    assert {"PATH"} <= variables.keys() & set(PASSED_VARIABLES)


@pytest.mark.parametrize("level", Level)
def test_libraries_write_where_they_may(level: Level) -> None:
    """Home and temporary files lie in the sandbox root, which is the client's folder where there is no rootfs."""
    site = site_of(level)
    variables = environment(running_interpreter(), site, Pins())
    root = SANDBOX_ROOT if level is Level.NAMESPACES else str(site.folder)

    assert all(variables[name].startswith(root) for name in ("HOME", "MPLCONFIGDIR", "TMPDIR"))
    assert (site.isolated, site.restricted) == (level is Level.NAMESPACES, level is not Level.LIMITS)
    assert (WITHOUT_PROC.items() <= variables.items()) is (level is Level.LANDLOCK)


def test_pins_decide() -> None:
    """What a run pins is what its processes see, whatever the machine's own settings are."""
    pins = Pins(hash_seed=7, timezone="Asia/Tokyo")
    variables = environment(running_interpreter(), site_of(Level.LIMITS), pins)

    assert (variables["PYTHONHASHSEED"], variables["TZ"]) == ("7", "Asia/Tokyo")
    assert variables == environment(running_interpreter(), site_of(Level.LIMITS), pins)


def test_interpreter_that_no_session_sees_is_refused(tmp_path: Path) -> None:
    """In namespaces the machine's shared memory is out of sight, and with it an environment that was made there."""
    python = replace(running_interpreter(), folders=("/dev/shm/venv", "/usr"))  # noqa: S108 - nothing is written there

    with pytest.raises(SandboxError, match="code in the sandbox has a"):
        start_zygote(python, site_of(Level.NAMESPACES, tmp_path), Pins(), tmp_path / "log")
