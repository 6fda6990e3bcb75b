"""The doctor without a terminal: what is done in place of an examination, and its record."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.machine import ContainerRecipe
from authoring.api.upkeep.doctor import DoctorOptions, doctor
from authoring.errors import UsageError
from authoring.records.workspace.repair import RepairReport
from authoring.workspace import Workspace
from tests.api.twins import settled, twin_of


def test_repair_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """A journal with a broken line is mended alike, and a check before says so and mends nothing."""
    path = drafted.journal_path("penguins")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:-1], "no journal\n", lines[-1]]))
    damaged = path.read_bytes()
    twin = twin_of(drafted)
    checked = doctor(DoctorOptions(repair=True, check=True), workspace=drafted.root)
    assert path.read_bytes() == damaged
    report = doctor(DoctorOptions(repair=True), workspace=drafted.root)
    printed = cli("doctor", "--repair", "--workspace", twin.root, "--json").json

    assert isinstance(checked, RepairReport)
    assert isinstance(report, RepairReport)
    assert [file.path for file in checked.files] == [file.path for file in report.files] != []
    assert settled(report, drafted) == settled(printed, twin)
    assert path.read_bytes() == twin.journal_path("penguins").read_bytes() != damaged


def test_recipe_needs_no_workspace() -> None:
    """The recipe of an image is given wherever one stands."""
    assert isinstance(doctor(DoctorOptions(containerfile=True)), ContainerRecipe)


def test_check_is_part_of_a_repair() -> None:
    """A check of nothing is refused, as on the command line."""
    with pytest.raises(UsageError, match="--check goes with --repair"):
        doctor(DoctorOptions(check=True))
