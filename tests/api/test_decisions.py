"""Decisions are carried out; what a reviewer said stays with the problems it was said of."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.api.decisions import admit, carry_over, parse_comment, revise, unchanged_problems
from authoring.dseal import ProblemSet, drop_cell, parse, replace_cell
from authoring.errors import UsageError
from authoring.records.decision import Comment
from authoring.records.draft import Draft
from authoring.workspace import Workspace
from tests.api.twins import settled, twin_of
from tests.cli.played import REPLIES
from tests.trusting import allow_all

Cli = Callable[..., Any]


def problems(*questions: str) -> ProblemSet:
    """Return a problem set that asks these questions."""
    cells = [f'# %%\n"""\nquestion: {question}\n"""\n\nlen({question!r})\n' for question in questions]
    return parse("\n".join(cells))


def test_edit_takes_the_mark_and_keeps_the_comment() -> None:
    """An edited problem has to be accepted again; a comment on it still stands."""
    old = problems("one", "two", "three")
    new = parse(replace_cell(old, 1, old.cells[1].source.replace("two", "deux")))
    comment = Comment(problem=2, text="in English please")

    assert carry_over(old, new, {1, 2, 3}, [comment]) == (frozenset({1, 3}), (comment,))


def test_drop_renumbers() -> None:
    """What stood behind a dropped problem moves up, comments too; those on the dropped one go."""
    old = problems("one", "two", "three")
    new = parse(drop_cell(old, 1))
    comments = [Comment(problem=2, text="gone"), Comment(problem=3, text="stays"), Comment(problem=None, text="set")]

    assert carry_over(old, new, {3}, comments) == (
        frozenset({2}),
        (Comment(problem=2, text="stays"), Comment(problem=None, text="set")),
    )


@given(st.permutations(["one", "two", "three", "four"]))
def test_order_does_not_matter(order: list[str]) -> None:
    """Every problem is found again wherever it moved."""
    old, new = problems("one", "two", "three", "four"), problems(*order)
    names = {problem.number: problem.question for _, problem in new.problems}

    assert {problem.question: names[unchanged_problems(old, new)[problem.number]] for _, problem in old.problems} == {
        name: name for name in order
    }


def test_twins_are_two() -> None:
    """Two problems with the same text are matched one to one."""
    assert unchanged_problems(problems("one", "one"), problems("one", "one")) == {1: 1, 2: 2}


@pytest.mark.exhaustive
def test_admission_is_what_the_command_prints(cli: Cli, drafted: Workspace) -> None:
    """Without consent nothing is admitted; with it the set stands in the benchmark."""
    refused = admit(drafted, ["penguins"], reviewer="ada", consent=lambda _: False)
    admitted = admit(drafted, ["penguins"], reviewer="ada", consent=lambda _: True, reason="good")
    printed = cli("admit", "penguins", "--yes", "--reviewer", "ada", "--json", "--workspace", drafted.root).json

    assert [(result.admitted, result.path) for result in refused] == [(False, "")]
    assert [result.model_dump(mode="json") for result in admitted] == printed
    assert drafted.problemsets() == ("penguins",)


def test_drafts_of_templates_are_not_revised_by_a_model(drafted: Workspace) -> None:
    """No model belongs to them."""
    with pytest.raises(UsageError, match="drafted from templates"):
        revise(drafted, "penguins", ["harder"], reviewer="ada")


def test_comment_names_its_problem(draft: Draft) -> None:
    """A number before a colon names a problem; one that is not there is refused."""
    assert parse_comment(" 3: which order? ", draft) == Comment(problem=3, text="which order?")
    assert parse_comment("too easy", draft) == Comment(problem=None, text="too easy")
    with pytest.raises(UsageError, match="no problem 4"):
        parse_comment("4: harder", draft)


@pytest.mark.exhaustive
def test_revision_is_what_the_command_prints(cli: Cli, seeded: Workspace, tmp_path: Path) -> None:
    """What the model made of a comment is the document of --json."""
    folder = tmp_path / "replies"
    folder.mkdir()
    for stage, reply in REPLIES.items():
        (folder / f"{stage}-1.md").write_text(reply)
    model = ("--model", f"scripted:{folder}", "--no-try-answers")
    assert cli("draft", "penguins", *model, "--workspace", seeded.root).code == 0
    # A model that a journal names is allowed to a folder.
    twin = allow_all(twin_of(seeded))
    state = revise(seeded, "penguins", ["3: in which order?"], reviewer="ada")
    options = ("--comment", "3: in which order?", "--reviewer", "ada", "--workspace", twin.root, "--json")

    assert settled(state, seeded) == settled(cli("revise", "penguins", *options).json, twin)
