"""Code that means harm does none: the hostile list, at every level, as root and as an ordinary user."""

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest

from authoring.records.protection import Level
from tests.sandbox.hostile_cases import Case, Who, expected, load, once
from tests.sandbox.hostile_runs import Run, run_shared
from tests.sandbox.hostile_scene import ABSENT

CASES = load()
PLAYED = tuple(Who) if os.getuid() == 0 else (Who.USER,)
Runs = Callable[..., Run]
SLOW = ("--slow",)
ONCE = ("--once", ",".join(PLAYED))
"""Every case in one place of those where it is due."""


@pytest.fixture(scope="session")
def runs(common_folder: Path) -> Runs:
    """Run the list once for each level and user, when the first of its cases is asked for by any worker."""
    return cache(partial(run_shared, common_folder))


def due(*levels: Level | None) -> list[object]:
    """Return level, user and case for one place of each case."""
    return [
        pytest.param(level, account, case, id=f"{level or 'bare'}-{account}-{case.id}")
        for (level, account), share in once(CASES, PLAYED, *levels).items()
        for case in share
        if not case.slow
    ]


def check(found: Run, case: Case) -> tuple[str, ...]:
    """Return a case's breaches; skip where this machine cannot say."""
    if found.skipped:
        pytest.skip(found.skipped)
    assert case.id in found.results, found.errors
    return tuple(found.results[case.id]["breaches"])


@pytest.mark.exhaustive(most=70)
@pytest.mark.parametrize(("level", "who", "case"), due(None))
def test_attack_works_where_nothing_stands_in_its_way(level: None, who: Who, case: Case, runs: Runs) -> None:
    """A snippet proves something only if it does harm in a bare Python."""
    finished_run = runs(level, who, ONCE)
    breaches = check(finished_run, case)
    if ABSENT in finished_run.results[case.id]["detail"]:
        pytest.skip(ABSENT)

    assert breaches != ()


@pytest.mark.exhaustive
@pytest.mark.parametrize(("level", "who", "case"), due(*Level))
def test_attack_is_contained(level: Level, who: Who, case: Case, runs: Runs) -> None:
    """Nothing outside changes or comes out, nothing is left, nobody else is hurt, and the next session works."""
    assert check(runs(level, who, ONCE), case) == ()


@pytest.mark.soak
@pytest.mark.parametrize("who", PLAYED)
@pytest.mark.parametrize("level", Level)
def test_attack_is_contained_everywhere(level: Level, who: Who, runs: Runs) -> None:
    """Each case at every level and for every user where it is due."""
    finished_run = runs(level, who)
    cases = [case for case in expected(CASES, who, level) if not case.slow]

    assert {case.id: breaches for case in cases if (breaches := check(finished_run, case))} == {}


@pytest.mark.exhaustive(most=4)
@pytest.mark.parametrize("case", [case for case in CASES if case.slow], ids=lambda case: case.id)
def test_object_that_is_looked_at_for_ever_ends(case: Case, runs: Runs) -> None:
    """A value whose own methods never end takes no more than the time for looking; at one level, for that is long."""
    assert check(runs(Level.NAMESPACES, PLAYED[-1], SLOW), case) == ()


@pytest.mark.exhaustive
@pytest.mark.parametrize("who", PLAYED)
@pytest.mark.parametrize("level", Level)
def test_closing_leaves_nothing(level: Level, who: Who, runs: Runs) -> None:
    """Once the sandbox is closed no process, no folder and no word of complaint of its cases is left."""
    finished_run = runs(level, who, ONCE)
    if finished_run.skipped:
        pytest.skip(finished_run.skipped)

    assert (finished_run.left, finished_run.errors) == ((), "")
