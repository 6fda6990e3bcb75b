"""Kinds of wrong answers: of several solvers in one table, of one answer with who says so."""

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console, Group, RenderableType

from authoring.api.evaluation.report import EvaluationReport, report_of
from authoring.api.results import ExplainedProblem
from authoring.cli.views.evaluation.error_modes import kinds_view, modes_of_solvers
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict, JudgedModes
from tests.cli.views.evaluation.test_solvers import evaluation, problem


def drawn(parts: Iterable[RenderableType]) -> str:
    """Return what a person sees of it."""
    console = Console(width=80)
    with console.capture() as capture:
        console.print(Group(*parts))
    return "\n".join(" ".join(line.split()) for line in capture.get().splitlines())


def verdict(index: int, mode: ErrorMode | None, quote: str = "") -> ErrorModeVerdict:
    """Return what was said of an answer that the rules took for wrong reasoning and left open."""
    rule, reason = ErrorMode.REASONING, "One too many."
    return ErrorModeVerdict(
        problemset="pens", index=index, attempt=1, mode=mode, rule=rule, is_open=True, quote=quote, reason=reason
    )


def report(solver: str, marks: str, *verdicts: ErrorModeVerdict) -> EvaluationReport:
    """Return the report of a solver; a judge was asked where there are verdicts."""
    judged = JudgedModes(model="j", verdicts=verdicts) if verdicts else None
    return report_of(evaluation(solver, marks), Path(f"{solver}.jsonl"), judged=judged)


def test_solvers_stand_as_columns() -> None:
    """Each kind is a line with the number of each solver; a solver without such answers has none there."""
    text = drawn(modes_of_solvers([report("first", "+--"), report("second", "---"), report("third", "+++")]))

    assert text.splitlines()[:2] == ["wrong for first second third", "not what was asked 2 3"]


def test_what_a_judge_said_is_told_apart() -> None:
    """Rules and judge have lines of their own, what nobody says anything of comes last; long names have numbers."""
    judged = (verdict(1, ErrorMode.CODE, "len(x)"), verdict(2, None), verdict(3, ErrorMode.CODE))
    text = drawn(modes_of_solvers([report("selfdebug:a-long-name", "---", *judged), report("b", "+-+")]))

    assert text.splitlines() == [
        "1 selfdebug:a-long-name",
        "2 b",
        "wrong for by 1 2",
        "not what was asked rules 1",
        "broken code rules 1",
        "broken code judge 1",
        "not judged 1",
    ]


def test_one_answer_says_who_says_so() -> None:
    """A model's verdict stands with its reason and its quote, a rule's as such, a missing one with the rules' guess."""
    wrong = problem(1, is_right=False)
    cases = (
        (
            verdict(1, ErrorMode.CODE, "len(\x1b[31mx)"),
            "broken code, says j: One too many.\nby the words: len(\\x1b[31mx)",
        ),
        (verdict(1, ErrorMode.REASONING), "wrong reasoning, by the rules, a guess that --judge MODEL may decide"),
        (verdict(1, None), "not judged by j: One too many.; the rules guess wrong reasoning"),
    )
    for said, text in cases:
        assert text in drawn(kinds_view(ExplainedProblem(**dict(wrong), kinds=(said,), judge="j")))
    twice = ExplainedProblem(**{**dict(wrong), "attempts": wrong.attempts * 2}, kinds=(cases[0][0],), judge="j")
    assert "attempt 1\n" in drawn(kinds_view(twice))
    assert not drawn(kinds_view(ExplainedProblem(**dict(problem(1, is_right=True)))))
