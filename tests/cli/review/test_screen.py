"""How a problem looks under review: everything a decision needs, and nothing that steers the terminal."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.console import Console, RenderableType

from authoring.api.review.state_machine import KEYS, Review, start_review
from authoring.cli.review.screen import (
    PROMPT,
    cell_view,
    heading_view,
    keys_view,
    output_parts,
    prompt,
    validator_lines,
)
from authoring.dseal import parse
from authoring.evaluation.pilot.codes import DISPUTED_REFERENCE
from authoring.records.certificate.problem import PARTS, Certificate, ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.decision import Comment
from authoring.records.draft import Draft
from authoring.records.evidence import CellRun, ErrorView, Evidence, Outcome, TableView, ValueView
from authoring.records.pilot import AnswerCluster, AnswerOutcome, PilotProblem
from tests.workspace.test_pilots import RECORD


def text_of(*parts: RenderableType) -> str:
    """Return what is shown on a screen of a hundred columns."""
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(*parts, sep="\n")
    return caught.get()


def test_problem_is_shown_whole(
    draft: Draft, evidence_of: Callable[..., Evidence], golden: Callable[[str, str], None]
) -> None:
    """Number, level, origin, question, code, output as a table, time and memory, findings, comments."""
    review = start_review(draft, evidence_of(draft.text, errors=(3,)), None)
    review = replace(review, position=3, comments=(Comment(problem=3, text="ties?"),))

    golden("cli/review-problem.txt", text_of(cell_view(review)))


def test_what_was_tried_stands_beside_the_validator(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A problem says how its validator stood up to wrong and right answers, and nothing where none were tried."""
    trial = Trial(side="wrong", operator="zero", description="0", outcome="refused")
    trials = (trial, trial.model_copy(update={"outcome": "accepted"}), trial.model_copy(update={"side": "right"}))
    certificate = Certificate(
        draft=draft.sha256, problems=(ProblemCertificate(number=1, cell=1, trials=trials),), parts=PARTS
    )
    review = replace(start_review(draft, evidence_of(draft.text), None), position=1)

    assert "answer" not in text_of(cell_view(review))
    shown = text_of(cell_view(replace(review, certificate=certificate)))
    assert "it refuses 1 of 2 wrong answers, accepts 0 of 1 right one" in shown


def test_answers_stand_below_the_findings_that_they_show(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """Code and value beside the reference, at the problem that they are about; without a finding, none."""
    cluster = AnswerCluster(outcome=AnswerOutcome.WRONG, answers=3, solvers=("m",), code="a()", value="4")
    problem = PilotProblem(number=1, question="q", reference="ref()", value="3", clusters=(cluster,))
    evidence = evidence_of(draft.text)
    finding = DISPUTED_REFERENCE.diagnostic("all agree", problem=1)
    review = start_review(draft, evidence.model_copy(update={"diagnostics": (finding,)}), None)
    review = replace(review, position=1, pilot=RECORD.model_copy(update={"problems": (problem,)}))
    text = text_of(cell_view(review))

    assert all(words in text for words in ("3 wrong", "ref()", "a()"))
    assert "3 wrong" not in text_of(cell_view(replace(review, position=0)))
    assert "3 wrong" not in text_of(cell_view(replace(review, evidence=evidence)))


def test_context_is_shown_as_such(review: Review) -> None:
    """Code that is never asked says so, with what it printed and changed."""
    shown = text_of(cell_view(review))

    assert "context: runs, is not asked" in shown
    assert "read 344 rows" in shown
    assert "added penguins (DataFrame)" in shown


def test_unread_cell_can_be_seen(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A cell that is broken by an edit is shown as it stands, so that it can be mended."""
    text = draft.text.replace("question: |\n  What", "question: [\n  What")
    evidence = evidence_of(draft.text).model_copy(update={"dry_run": None, "diagnostics": parse(text).diagnostics})
    review = replace(start_review(draft.model_copy(update={"text": text}), evidence, None), position=2)
    shown = text_of(cell_view(review))

    assert "not readable as a problem" in shown
    assert "question: [" in shown
    assert "not run: lint found errors" in shown


@pytest.mark.parametrize(
    "hostile", ["\x1b[2J\x1b]0;title\x07", "\u202egnp", "[bold]x[/bold]", "[link=http://e]x[/link]"]
)
def test_values_cannot_steer(hostile: str) -> None:
    """Whatever a value, a column name, a message or output holds, it is shown and not obeyed."""
    view = TableView(rows=1, columns=1, header=(hostile,), index=(hostile,), cells=((hostile,),))
    run = CellRun(
        outcome=Outcome.ERROR,
        seconds=0.1,
        peak_memory=1,
        stream=hostile,
        value=ValueView(type="x", text=hostile, table=view),
        error=ErrorView(type="E", message=hostile, traceback=hostile),
    )
    plain_value = run.model_copy(update={"value": ValueView(type="x", text=hostile)})
    shown = text_of(*output_parts(run), *output_parts(plain_value))

    assert {"\x1b", "\x07", "\u202e"} & set(shown) == set()
    assert not hostile.startswith("[") or hostile in shown


def test_limit_is_named() -> None:
    """A cell that hit a limit shows which one."""
    run = CellRun(outcome=Outcome.TIMEOUT, seconds=60.0, peak_memory=1, detail="max_time of 60 s")

    assert "max_time of 60 s" in text_of(*output_parts(run))


def test_heading_repeats_comments_on_the_set(review: Review) -> None:
    """Who comes back sees how far they were and what they said of the whole."""
    said = replace(review, accepted=frozenset({1}), comments=(Comment(problem=None, text="too easy"),))
    shown = text_of(*heading_view(said))

    assert "penguins, revision 1: 3 problems, 1 accepted" in shown
    assert "comment on the set: too easy" in shown


def test_every_key_is_on_the_screen() -> None:
    """The help shows every key, and the prompt reminds of each."""
    assert [does for does in KEYS.values() if does not in text_of(keys_view(KEYS))] == []
    assert {word[0] for word in prompt(PROMPT).plain.split()} >= set(KEYS)


def test_results_are_shown_as_they_come(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """While the dry run is under way a card says so, until its own cell has run."""
    evidence = evidence_of(draft.text)
    assert evidence.dry_run is not None
    review = start_review(draft, evidence.model_copy(update={"dry_run": None}), None)
    ran = replace(review, early=evidence.dry_run.cells[:1])

    assert "running; the result follows" in text_of(cell_view(review))
    assert "read 344 rows" in text_of(cell_view(ran))
    assert "running; the result follows" in text_of(cell_view(replace(ran, position=1)))


def test_code_of_a_validator_is_shown_as_code() -> None:
    """Lines of a `compare_fn` stand as they are written, and not between quotes with escapes."""
    shown = "\n".join(
        line.plain for line in validator_lines({"result": 'def f(a, b):\n    return {"match": a == b}\n'})
    )

    assert '      return {"match": a == b}' in shown
    assert "\\n" not in shown
