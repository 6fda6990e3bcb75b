"""What a pilot found counts for the problems that solvers would meet unchanged, and for no other."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.evaluation.pilot.diagnosis import diagnose
from authoring.evaluation.pilot.validity import pilot_trials, problem_contents, valid_pilot, with_pilot_trials
from authoring.records.base import sha256_of
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.pilot import AnswerOutcome, PilotAnswer, PilotProblem, PilotRecord, PilotSolver
from authoring.records.pilot.rubric import RubricRecord, RubricVerdict
from authoring.validators.verdicts import SubverdictName, VerdictName

TEXT = '''# %%
x = [3, 1, 2]

# %%
"""
question: How many?
validator:
  result:
"""
len(x)

# %%
"""
question: Which is the first?
validator:
  result:
"""
x[0]

# %%
"""
question: Which is the last?
validator:
  result:
"""
x[-1]
'''
OUTCOMES = (AnswerOutcome.NO_CODE, AnswerOutcome.RIGHT, AnswerOutcome.FORM)
"""What all answers to the first, second and third problem are."""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return an input file."""
    path = tmp_path / "birds.csv"
    path.write_text("a\n1\n")
    return path


@pytest.fixture
def record(table: Path) -> PilotRecord:
    """Return a pilot of two solvers that answered twice, with a finding about the first problem."""
    contents = problem_contents(TEXT, [table], "dseval")
    answers = {
        outcome: tuple(
            PilotAnswer(
                solver=solver,
                sample=sample,
                outcome=outcome,
                verdict=VerdictName.WRONG_OUTPUT,
                subverdict=SubverdictName.UNCATEGORIZED,
            )
            for solver in ("a", "b")
            for sample in (1, 2)
        )
        for outcome in OUTCOMES
    }
    problems = tuple(
        PilotProblem(
            number=number, question="q", reference="r", answers=answers[outcome], content=contents[number], level="easy"
        )
        for number, outcome in enumerate(OUTCOMES, start=1)
    )
    return PilotRecord(
        name="birds",
        draft=sha256_of(TEXT),
        time=datetime(2026, 1, 2, tzinfo=UTC),
        samples=2,
        solvers=(PilotSolver(name="a"), PilotSolver(name="b")),
        problems=problems,
        findings=diagnose(TEXT, problems),
    )


def test_the_very_text_keeps_all(record: PilotRecord, table: Path) -> None:
    """A pilot of a text that nobody changed stands as it is."""
    assert valid_pilot(record, TEXT, [table], "dseval") == record
    assert valid_pilot(None, TEXT, [table], "dseval") is None
    assert [finding.code for finding in record.findings] == ["DS977", "DS977"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Which is the first?", "Which one is the first?"),
        ("x[0]", "next(iter(x))"),
        ('first?\nvalidator:\n  result:\n"""', 'first?\nvalidator:\n  result:\n    atol: 1\n"""'),
        ("x[0]\n", 'x[0]\n\n# %%\n"""\nquestion: More?\nvalidator:\n  result:\n"""\nlen(x) > 1\n'),
    ],
)
def test_an_edit_voids_what_hangs_on_it(record: PilotRecord, table: Path, old: str, new: str) -> None:
    """Question, reference, validator or a further problem: what stands before it still counts, the rest is named."""
    is_further = "More?" in new
    part = valid_pilot(record, TEXT.replace(old, new), [table], "dseval")

    assert part is not None
    assert [problem.number for problem in part.problems] == ([1, 2] if is_further else [1])
    assert [(finding.code, finding.problem) for finding in part.findings] == [
        ("DS977", 1),
        ("DS970", 3 if is_further else 2),
    ]
    assert part.findings[-1].message.endswith("problem 3" if is_further else "problems 2, 3")
    assert pilot_trials(part).keys() == ({1, 2} if is_further else {1})


def test_what_all_hang_on_voids_all(record: PilotRecord, table: Path) -> None:
    """Another first cell, other data or another dialect leave nothing."""
    assert valid_pilot(record, TEXT.replace("[3, 1, 2]", "[3, 2]"), [table], "dseval") is None
    assert valid_pilot(record, TEXT, [table], "strict") is None
    table.write_text("a\n2\n")
    assert valid_pilot(record, TEXT, [table], "dseval") is None


def test_pilots_of_earlier_versions_hold_for_their_text(record: PilotRecord, table: Path) -> None:
    """They say nothing of single problems, so an edit voids all of them."""
    problems = tuple(problem.model_copy(update={"content": ""}) for problem in record.problems)
    earlier = record.model_copy(update={"problems": problems})

    assert valid_pilot(earlier, TEXT, [table], "dseval") == earlier
    assert valid_pilot(earlier, TEXT + "\n", [table], "dseval") is None


def test_objections_by_the_rubric_go_with_their_problem(record: PilotRecord, table: Path) -> None:
    """What a model said of a problem that was edited is no finding any more."""
    verdicts = tuple(
        RubricVerdict(number=number, criterion="natural", holds=False, quote=quote, reason="r")
        for number, quote in ((1, "How many?"), (2, "Which is the first?"))
    )
    rubric = RubricRecord(
        name="birds", draft=record.draft, time=record.time, model="m", criteria=("natural",), verdicts=verdicts
    )
    part = valid_pilot(record.model_copy(update={"rubric": rubric}), TEXT.replace("x[0]", "min(x)"), [table], "dseval")

    assert part is not None
    assert [(finding.code, finding.problem) for finding in part.findings] == [
        ("DS977", 1),
        ("DS978", 1),
        ("DS970", 2),
    ]


def test_certificates_say_what_solvers_did(record: PilotRecord) -> None:
    """Beside what was tried of a problem, and alone where nothing was; codes are those of answers."""
    trial = Trial(side="wrong", operator="o", description="w", outcome="refused")
    certificate = Certificate(
        draft=record.draft, problems=(ProblemCertificate(number=1, cell=1, trials=(trial,)),), parts=("answers",)
    )
    joined = with_pilot_trials(certificate, TEXT, record)
    alone = with_pilot_trials(None, TEXT, record)

    assert joined is not None
    assert alone is not None
    assert joined.problems[0].trials == (trial,)
    assert [(problem.number, problem.cell) for problem in alone.problems] == [(1, 1), (2, 2), (3, 3)]
    assert [problem.pilot.counts for problem in joined.problems if problem.pilot] == [
        "0 of 4 answers right (2 solvers): DS977",
        "4 of 4 answers right (2 solvers)",
        "0 of 4 answers right, 4 refused for their form (2 solvers): DS977",
    ]
    assert with_pilot_trials(certificate, TEXT, None) is certificate
    assert "pilot" not in certificate.model_dump()["problems"][0]


def test_no_path_of_a_machine_is_published(record: PilotRecord) -> None:
    """Programs and files of answers bear the names that they may have anywhere; a model keeps its own."""
    names = (
        "command:python /home/ada/agent.py",
        "recorded:/home/ada/a.jsonl",
        "recorded:C:\\ada\\a.jsonl",
        "model:org/m",
    )
    answer = record.problems[0].answers[0]
    problem = record.problems[0].model_copy(
        update={"answers": tuple(answer.model_copy(update={"solver": name}) for name in names)}
    )
    trials = pilot_trials(record.model_copy(update={"problems": (problem,)}))

    assert trials[1].solvers == ("command", "recorded:a.jsonl", "recorded:a.jsonl", "model:org/m")
