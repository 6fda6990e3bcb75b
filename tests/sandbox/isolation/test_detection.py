"""Protection is claimed as far as its layers are really there, and no further."""

import sys
from collections.abc import Iterator

import pytest

from authoring.records.protection import Layer, Level
from authoring.sandbox.isolation import detection, seccomp
from authoring.sandbox.isolation.cgroups import NAME
from authoring.sandbox.isolation.detection import MEMORY_BOUND, protection, protection_up_to

LAYERS = (
    *("user namespace", "mount namespace", "process namespace", "network namespace", "IPC namespace"),
    *("host name namespace", "read-only root", "no new privileges", "capabilities dropped"),
)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Have the layers detected anew, and forgotten again."""
    protection.cache_clear()
    yield
    protection.cache_clear()


def given(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Have a machine without some layers."""
    monkeypatch.setattr(detection, "_probe", lambda: {name: "denied" * (name in missing) for name in LAYERS})
    monkeypatch.setattr(seccomp, "reason_unavailable", lambda: "no library" * ("seccomp" in missing))
    monkeypatch.setattr(detection, "_landlock", lambda: Layer(name="Landlock", used="Landlock" not in missing))


@pytest.mark.parametrize(
    ("missing", "level"),
    [
        ((), Level.NAMESPACES),
        *(((name,), Level.LANDLOCK) for name in ("user namespace", "network namespace", "read-only root")),
        *(((name,), Level.LIMITS) for name in ("seccomp", "Landlock")),
        (("user namespace", "seccomp"), Level.LIMITS),
    ],
)
def test_one_missing_layer_lowers_the_claim(
    missing: tuple[str, ...], level: Level, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A level is claimed only where every layer of it works; what is missing says how to get it."""
    given(monkeypatch, *missing)
    layers = {layer.name: layer for layer in protection().layers}

    assert protection().level is level
    assert {name for name, layer in layers.items() if not layer.used} - {NAME} == set(missing)
    assert all(layers[name].hint for name in missing if name.endswith(("space", "root", "seccomp")))


@pytest.mark.parametrize("level", Level)
def test_one_may_stop_at_a_lower_level(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    """Layers above the level are not used, and say that they were not asked for."""
    given(monkeypatch)
    chosen = protection_up_to(level)
    unused = [layer for layer in chosen.layers if not layer.used and layer.name != NAME]

    assert chosen.level is level
    assert bool(unused) is (level is not Level.NAMESPACES)
    assert all("not asked for" in layer.detail for layer in unused)


def test_more_than_there_is_cannot_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for a level gives no layer that the machine lacks."""
    given(monkeypatch, "user namespace")

    assert protection_up_to(Level.NAMESPACES) == protection()


@pytest.mark.parametrize("wall", ["seccomp", "Landlock"])
def test_wall_that_does_not_hold_is_not_claimed(wall: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is there, and was seen not to hold anything back, is no layer; its reason and a hint are given."""
    given(monkeypatch)
    monkeypatch.setattr(detection, "_probe", lambda: {**dict.fromkeys(LAYERS, ""), wall: "it does not hold"})
    layer = next(layer for layer in protection().layers if layer.name == wall)

    assert (protection().level, layer.used, layer.detail) == (Level.LIMITS, False, "it does not hold")
    assert "pyseccomp and landlockpy" in layer.hint


def test_package_that_cannot_be_imported_is_a_missing_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without landlockpy there is a lower level with a reason, and no traceback."""
    monkeypatch.setitem(sys.modules, "landlockpy", None)
    layer = next(layer for layer in protection().layers if layer.name == "Landlock")

    assert not layer.used
    assert "landlockpy" in layer.detail


def test_bound_of_memory_is_told() -> None:
    """What bounds the memory of many processes together is a layer of its own, in force at every level."""
    layers = [layer for level in Level for layer in protection_up_to(level).layers if layer.name == MEMORY_BOUND]

    assert [layer.used for layer in layers] == [sys.platform == "linux"] * len(Level)


def test_a_failed_probe_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing can be tried has limits alone."""
    monkeypatch.setattr(sys, "executable", "/no/such/python")

    assert protection().level is Level.LIMITS
