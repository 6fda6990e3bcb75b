"""No answer is judged right unsolved, spoils the verdict of another, or leaves the problems that count."""

import os

import pytest

from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect
from tests.evaluation.evaluate.forging import DIALECTS, IDEAS, KINDS, LIMIT, Idea, attacks_of, filled, once, outcomes
from tests.evaluation.evaluate.forging_driver import run
from tests.sandbox.hostile_cases import Who

PLAYED = tuple(Who) if os.getuid() == 0 else (Who.USER,)
FAMILIES = sorted({idea.family for idea in IDEAS})
SLOW_KIND = "figure"
"""Drawing takes as long as all other kinds together."""
WAITS = {"more evidence than a frame may hold is claimed"}
"""Ideas that end at their limit."""
QUICK = [
    idea for idea in IDEAS if idea.limit == LIMIT and idea.family not in {"sizes", "figures"} and idea.idea not in WAITS
]
SHORT = [QUICK[position * len(QUICK) // 20] for position in range(20)]
"""The twenty that are tried most often."""
SEED = int(os.environ.get("AUTHORING_SEED", "1"))


def forged(ideas: list[Idea], sandbox: LocalSandbox, dialect: Dialect) -> dict[str, list[str]]:
    """Try each idea on one kind of problem; return the breaches by attack."""
    results = outcomes(once(ideas, without=SLOW_KIND), sandbox, dialect)
    return {name: outcome.breaches for name, outcome in results.items() if outcome.breaches}


def test_ideas_and_kinds_are_many() -> None:
    """At least 150 ideas on at least 15 kinds of problem, each kind with its own answer for each number."""
    assert len(IDEAS) >= 150
    assert len(KINDS) >= 15
    assert {kind.name for idea in IDEAS for kind in (attack.kind for attack in attacks_of(idea))} == {
        kind.name for kind in KINDS
    }
    assert all(filled(kind.reference, {"n": "2"}) != filled(kind.reference, {"n": "3"}) for kind in KINDS)


@pytest.mark.parametrize(("dialect", "half"), [("strict", 0), ("dseval", 1)])
def test_forging_fails(sandbox: LocalSandbox, dialect: Dialect, half: int) -> None:
    """Twenty ideas, each between two honest answers, which are judged right; the judge waits as long as it may."""
    assert forged(SHORT[half::2], sandbox, dialect) == {}


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", FAMILIES)
def test_every_idea_fails(family: str) -> None:
    """Each idea once; families take turns at levels, users and dialects."""
    combinations = [(level, who) for level in Level for who in PLAYED]
    number = FAMILIES.index(family)
    level, who = combinations[number % len(combinations)]
    assert run(level, who, DIALECTS[number % 2], family, seed=0) == {}


@pytest.mark.soak
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("who", PLAYED)
@pytest.mark.parametrize("level", Level)
def test_forging_fails_at_every_level(level: Level, who: Who, family: str) -> None:
    """Each idea once, at each level and as each user, in either dialect by turns."""
    dialect = DIALECTS[([*Level].index(level) + [*Who].index(who)) % 2]
    assert run(level, who, dialect, family, seed=0) == {}


@pytest.mark.soak
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("dialect", DIALECTS)
def test_forging_fails_on_every_kind(dialect: Dialect, family: str) -> None:
    """Each idea on each kind of problem on which it is meaningful, at the best level."""
    assert run(Level.NAMESPACES, PLAYED[0], dialect, family) == {}


@pytest.mark.soak
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("who", PLAYED)
@pytest.mark.parametrize("level", Level)
def test_forging_fails_on_other_kinds(level: Level, who: Who, dialect: Dialect, family: str) -> None:
    """Each idea on a kind that the seed chooses, at each level and as each user, in both dialects."""
    assert run(level, who, dialect, family, seed=SEED) == {}
