"""The bench of the dictionary prints what is found of labelled tables; its labels are about columns that are there."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.dictionary.__main__ import Matcher, claims_of
from bench.dictionary.tables import Claim, labelled_tables, package_folders, paths_of, profiled

ROOT = Path(__file__).parents[1]


def test_there_are_enough_tables_in_two_halves() -> None:
    """At least forty, about half of which nobody tuned rules on."""
    tables = labelled_tables()

    assert len({table.name for table in tables}) == len(tables) >= 40
    assert 0.3 <= sum(table.part == "tuning" for table in tables) / len(tables) <= 0.7


def test_what_follows_counts_as_found() -> None:
    """Twins stand for each other, nesting goes through a third, and a formula has no preferred result."""
    found = Matcher(
        [
            Claim("same", ("code",), ("name",)),
            Claim("key", ("code", "year")),
            Claim("nested", ("town",), ("country",)),
            Claim("nested", ("country",), ("continent",)),
            Claim("derived", ("c",), ("a", "b")),
        ]
    )

    assert all(
        found.follows(claim)
        for claim in (
            Claim("key", ("name", "year")),
            Claim("nested", ("town",), ("continent",)),
            Claim("derived", ("a",), ("c", "b")),
        )
    )
    assert not found.follows(Claim("nested", ("continent",), ("town",)))
    assert not found.follows(Claim("key", ("town", "year")))


@pytest.mark.parametrize("name", ["statsmodels/grunfeld", "vega/us-employment", "statsmodels/modechoice"])
def test_documented_relations_are_found(name: str) -> None:
    """A panel, totals, and attributes of persons, as their documentation has them, with nothing false."""
    [table] = [table for table in labelled_tables() if table.name == name]
    with tempfile.TemporaryDirectory() as scratch:
        claims = claims_of(profiled(paths_of(table, package_folders()), Path(scratch)))
    known = Matcher((*table.documented, *table.also))

    assert [claim for claim in table.documented if not Matcher(claims).follows(claim)] == []
    assert [claim for claim in claims if not known.follows(claim)] == []


@pytest.mark.exhaustive
def test_figures_are_printed() -> None:
    """Recall and the share of false ones, by relation, with the tables that are not installed."""
    command = [sys.executable, "-m", "bench.dictionary", "--table", "statsmodels/"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "all: 28 tables" in done.stdout
    assert done.stdout.splitlines()[-2].split()[0] == "all"
