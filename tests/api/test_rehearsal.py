"""A rehearsal tells the answers of a set, and which of them nearly any table would give."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from authoring.api.rehearsal import RehearsalChain, RehearsedDrafter
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.compose import compose_context, compose_problem
from authoring.records.draft import DraftWishes
from authoring.records.evidence import Limits
from authoring.records.stage import port_id
from authoring.sandbox.client.local import LocalSandbox

if TYPE_CHECKING:
    from authoring.dseal.model import Json

TABLE = "kind,mass,flat\na,1.5,7\nb,2.5,7\na,4.0,7\nc,0.5,7\nb,3.0,7\n"


@pytest.fixture
def sandbox() -> Iterator[LocalSandbox]:
    """Yield a sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


def answers_to(sandbox: LocalSandbox, folder: Path, *codes: str, **checked: None) -> dict[int, str | None]:
    """Rehearse problems with this reference code about a small table, whose checks are of these variables."""
    path = folder / "t.csv"
    path.write_text(TABLE)
    with closing(RehearsalChain([path], sandbox, Limits())) as chain:
        return chain.rehearse(text_of(*codes, **checked))


def text_of(*codes: str, **checked: None) -> str:
    """Return a set about the small table, whose checks are of these variables."""
    names: dict[str, Json] = dict(checked)
    validator: dict[str, Json] | None = {"namespace_check": names} if names else None
    cells = [compose_context('import pandas as pd\n\ndf = pd.read_csv("inputs/t.csv")')]
    cells += [compose_problem("What?", code, validator=validator) for code in codes]
    return "\n".join(cells)


def test_answers_are_told_as_text(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """What says something of the data is told as it is."""
    assert answers_to(sandbox, tmp_path, "(len(df), 2.5)", 'df["kind"].unique().tolist()') == {
        1: "(5, 2.5)",
        2: "['a', 'b', 'c']",
    }


@pytest.mark.parametrize(
    "code",
    [
        'int((df["mass"] > 9).sum())',
        'df[df["mass"] > 9]',
        'df["mass"].shift(5).max()',
        '(float("nan"), 3)',
        'df["flat"]',
        'df.groupby("flat")["mass"].mean()',
        'df.groupby("kind")["flat"].mean().reindex(list("abcaa"))',
        'df.assign(other=1).loc[:, ["kind", "flat", "other"]]',
        '(df["flat"].min(), df["flat"].max())',
        'df["none"]',
    ],
)
def test_answers_that_any_table_would_give_are_none(sandbox: LocalSandbox, tmp_path: Path, code: str) -> None:
    """Nothing, zero, one row, a missing part, the same throughout, equal parts, and what fails say nothing."""
    assert answers_to(sandbox, tmp_path, code) == {1: None}


def test_variables_are_looked_at(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A table that is stored and compared may be as empty as an answer."""
    assert answers_to(sandbox, tmp_path, 'found = df[df["mass"] > 9]\nlen(df)', found=None) == {1: None}


def test_change_that_changes_nothing_is_none(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A gap that an earlier problem dropped is no gap to fill, whatever is asked about the column afterwards."""
    fill = 'df["mass"] = df["mass"].fillna(0.0)\n\nround(float(df["mass"].mean()), 2)'

    assert answers_to(sandbox, tmp_path, fill, df=None) == {1: None}
    assert answers_to(sandbox, tmp_path, fill.replace("fillna(0.0)", "add(1)"), df=None) == {1: "3.3"}


def test_a_failure_ends_no_rehearsal(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """What comes behind a failed problem is run all the same."""
    assert answers_to(sandbox, tmp_path, "1 / 0", "len(df)") == {1: None, 2: "5"}


def test_journals_know_the_drafter_by_its_first_name(sandbox: LocalSandbox) -> None:
    """A run that was begun when templates drafted without it is gone on with, and not drafted anew."""
    drafter = RehearsedDrafter((), DraftWishes(), files=(), sandbox=sandbox, limits=Limits())
    plain = TemplateDrafter(())
    assert (port_id(drafter), drafter.fingerprint) == (port_id(plain), plain.fingerprint)


CHANCE = "import uuid\n\ntoken = uuid.uuid4().hex\ntoken"
"""Gives another answer each time that it runs."""


@pytest.mark.parametrize(("replay", "is_same"), [(-1.0, True), (1e9, False)])
def test_the_cells_that_sets_begin_with_are_run_once(
    sandbox: LocalSandbox, tmp_path: Path, replay: float, *, is_same: bool
) -> None:
    """Where a state is kept, the next set goes on from it; where bringing it back is quick, its cells run again."""
    (tmp_path / "t.csv").write_text(TABLE)
    with closing(RehearsalChain([tmp_path / "t.csv"], sandbox, Limits(), replay=replay)) as chain:
        first = chain.rehearse(text_of(CHANCE, "1 / 0", "len(df)"))
        second = chain.rehearse(text_of(CHANCE, "token", "df.drop(0, inplace=True)\nlen(df)", "len(df) + 1"))
        third = chain.rehearse(text_of(CHANCE, "token", "len(df)"))
    assert (first[2], first[3]) == (None, "5")
    assert (second[2] == second[1] == first[1]) is is_same
    assert (second[3], second[4]) == ("4", "5")
    # Whatever ran behind it before, a state is what it was.
    assert (third[2], third[3]) == (third[1], "5")
    assert (third[1] == second[1]) is is_same


def test_tables_are_told_as_rows(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A table that is the answer, or that is stored in place of one, is told so that a difference in it can be seen."""
    means = 'df.groupby("kind")["mass"].mean()'
    rows = "[['a', 2.75], ['b', 2.75], ['c', 0.5]]"

    assert answers_to(sandbox, tmp_path, means) == {1: rows}
    assert answers_to(sandbox, tmp_path, f"means = {means}", means=None) == {1: rows}


def test_what_is_needed_later_is_kept(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Variables that no later cell names are let go of, those that a function or a check looks up are not."""
    codes = (
        "limit, unused = 2, 1\ndef above():\n    return int((df['mass'] > limit).sum())",
        "heavy = df.query('mass > 2')\nheavy['mass'].tolist()",
        "kinds = sorted(df['kind'])\n1 / 0",
        "[name in globals() for name in ('unu' + 'sed', 'hea' + 'vy', 'kin' + 'ds')]",
        "above(), 'lim' + 'it' in globals()",
    )
    answers = answers_to(sandbox, tmp_path, *codes)
    assert answers[2] == "[2.5, 4.0, 3.0]"
    assert (answers[4], answers[5]) == ("[False, False, False]", "(3, True)")
