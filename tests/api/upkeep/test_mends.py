"""Mends where sets come from: a file is written, a draft is revised, a set is admitted anew, and nothing is lost."""

from pathlib import Path

import pytest

from authoring.api.checks import CheckedSet, check_sets
from authoring.api.upkeep.mends import write_mended
from authoring.api.upkeep.sets import reopen_set
from authoring.errors import UsageError
from authoring.records.decision import Action
from authoring.records.draft import PERSON
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import provenance_of
from authoring.workspace.journal import read_decisions, read_drafts
from tests.admitted_sets import put_set

CONTEXT = "# %%\nrows = list(range(40))\n\n"
QUESTION = '# %%\n"""\nquestion: How many `rows` are there, as an integer?\n'
TEXT = CONTEXT + QUESTION + 'validator:\n  result:\n    atol: 10\n"""\n\nlen(rows)\n'
MENDED = TEXT.replace("validator:\n  result:\n    atol: 10\n", "")


def fixed(*names: str, workspace: Path | None, parts: tuple[str, ...] = ("answers", "alignment")) -> CheckedSet:
    """Check one set and mend it."""
    (result,) = check_sets(names, parts=parts, fix_as="Ann", workspace=workspace)
    return result


def test_a_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told is about the mended text, which is checked no more."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.py"
    path.write_text(TEXT)
    result, again = fixed("rows.py", workspace=None), fixed("rows.py", workspace=None)

    assert path.read_text() == MENDED
    assert ([mend.number for mend in result.mends], result.unmended, result.written_to) == ([1], (), "file")
    assert not result.fails(strict=True)
    assert (again.mends, again.written_to) == ((), None)


@pytest.mark.exhaustive
def test_a_file_that_changes_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody wrote while the set was checked is not written over."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.py"
    path.write_text(TEXT)

    def meanwhile(*arguments: object, **options: object) -> object:
        path.write_text("# mine\n")
        return write_mended(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("authoring.api.upkeep.mends.write_mended", meanwhile)
    result = fixed("rows.py", workspace=None)

    assert path.read_text() == "# mine\n"
    assert "was changed while it was checked" in result.failure
    assert result.fails(strict=False)


@pytest.mark.exhaustive
def test_an_admitted_set_is_admitted_anew(bare: Workspace) -> None:
    """Its record says who mended it and why, and what its validators refuse now."""
    put_set(bare, "rows", TEXT)
    result = fixed("rows", workspace=bare.root)
    record = provenance_of(bare, "rows")

    assert result.written_to == "set"
    assert bare.read_problemset("rows").text == MENDED
    assert record is not None
    assert record.problems[0].trials is not None
    decisions = read_decisions(bare.journal_path("rows"))
    assert any("check --fix" in decision.reason for decision in decisions)
    assert decisions[-1].action is Action.ADMIT
    assert [decision.made_by for decision in record.decisions][-2:] == ["rule: check --fix", ""]
    assert record.problems[0].origin != PERSON


def test_a_draft_gets_a_revision(bare: Workspace) -> None:
    """The earlier text stays in the journal, and the draft waits for its reviewer."""
    put_set(bare, "rows", TEXT)
    reopen_set(bare, "rows", who="Ann")
    bare.problemset_path("rows").unlink()
    result = fixed("rows", workspace=bare.root)

    assert result.written_to == "draft"
    assert [draft.text for draft in read_drafts(bare.journal_path("rows"))][-1] == MENDED


@pytest.mark.parametrize(("quick", "parts"), [(True, ("answers",)), (False, ("alignment",))])
def test_mends_need_answers(quick: bool, parts: tuple[str, ...], bare: Workspace) -> None:  # noqa: FBT001
    """Without trials nothing proves a mend."""
    put_set(bare, "rows", TEXT)
    with pytest.raises(UsageError, match="--fix needs all answers"):
        check_sets(["rows"], quick=quick, parts=parts, fix_as="Ann", workspace=bare.root)
