"""Environments are shown with what stands against them."""

from rich.console import Console, RenderableType

from authoring.api.environments import EnvironmentCheck
from authoring.cli.views.environments import DRIFT_PHRASES, DRIFT_STYLES, check_view, environments_table
from authoring.records.environment import DriftKind, EnvironmentDiagnostic


def text_of(*parts: RenderableType) -> str:
    """Return what is shown on a wide screen."""
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        console.print(*parts, sep="\n")
    return caught.get()


def test_every_fault_is_shown_with_what_needs_it() -> None:
    """The sets that depend on what is missing, and the hint, stand beside the fault."""
    fault = EnvironmentDiagnostic(message="scipy is missing", hint="install it", sets=("wine", "penguins"))
    packages = (("numpy", "2.1.0"), ("pandas", ""))
    check = EnvironmentCheck(name="old", python="3.11.7", packages=packages, faults=(fault,))
    shown = text_of(*check_view(check))

    assert "old: 1 fault" in shown
    assert "scipy is missing; needed by wine, penguins" in shown
    assert "hint: install it" in shown
    assert "python 3.11.7, numpy 2.1.0\n" in shown
    assert "is what it should be" in text_of(*check_view(check.model_copy(update={"faults": ()})))


def test_nothing_is_said_to_be_nothing() -> None:
    """A workspace without environments shows no empty table."""
    assert "no lock and no environment" in text_of(environments_table([]))


def test_every_kind_of_drift_has_words() -> None:
    """No difference between environments is shown without a name and a colour."""
    assert DRIFT_STYLES.keys() == set(DriftKind)
    assert DRIFT_PHRASES.keys() == set(DriftKind) - {DriftKind.BREAKS}
