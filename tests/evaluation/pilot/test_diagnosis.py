"""Signs are read from answers: each from what shows it, and none from what one weak solver does."""

from collections.abc import Sequence

import pytest

from authoring.dseal.diagnostic import Severity
from authoring.evaluation.pilot.diagnosis import LONGEST_EVIDENCE, diagnose, differing_words, signs_of
from authoring.records.pilot import (
    AnswerCluster,
    AnswerOutcome,
    BlindAnswer,
    BlindVariant,
    PilotAnswer,
    PilotProblem,
)
from authoring.validators.base import Difference
from authoring.validators.verdicts import SubverdictName, VerdictName

TEXT = '# %%\n"""\nquestion: How many?\n"""\n\n1\n'
OUTCOMES = {
    "r": AnswerOutcome.RIGHT,
    "f": AnswerOutcome.FORM,
    "e": AnswerOutcome.FAILED,
    "-": AnswerOutcome.NO_CODE,
}
"""One letter an answer; any other one is a wrong answer, and equal letters are one cluster."""
VARIANTS = {"c": BlindVariant.COLUMNS, "p": BlindVariant.PROFILE}
"""One letter an answer without the data, a capital one where it is right."""


def problem_of(*solvers: str, level: str = "", error: str = "NameError: x", blind: str = "") -> PilotProblem:
    """Return a problem with the answers of solvers, a word for each."""
    answers: list[PilotAnswer] = []
    members: dict[str, list[str]] = {}
    for number, word in enumerate(solvers):
        for sample, letter in enumerate(word, start=1):
            outcome = OUTCOMES.get(letter, AnswerOutcome.WRONG)
            answers.append(
                PilotAnswer(
                    solver=f"s{number}",
                    sample=sample,
                    outcome=outcome,
                    verdict=VerdictName.UNKNOWN,
                    subverdict=SubverdictName.UNCATEGORIZED,
                    error=error if letter == "e" else "",
                    code=letter,
                )
            )
            if letter not in "e-":
                members.setdefault(letter, []).append(f"s{number}")
    clusters = [
        AnswerCluster(
            outcome=OUTCOMES.get(letter, AnswerOutcome.WRONG),
            answers=len(names),
            solvers=tuple(dict.fromkeys(names)),
            code=letter,
            value=letter,
            differences=(Difference("value", "1", letter),),
        )
        for letter, names in members.items()
    ]
    return PilotProblem(
        number=1,
        question="How many?",
        reference="1",
        value="1",
        level=level,
        answers=tuple(answers),
        clusters=tuple(sorted(clusters, key=lambda cluster: -cluster.answers)),
        blind=tuple(
            BlindAnswer(solver="s", variant=VARIANTS[mark.lower()], is_right=mark.isupper(), code=mark)
            for mark in blind
        ),
    )


@pytest.mark.parametrize(
    ("solvers", "codes"),
    [
        (("rrr", "rrr", "rrr"), ["DS976"]),
        (("aaa", "aaa", "rrb"), ["DS971"]),
        (("aaa", "rrr", "rrr"), []),
        (("fff", "fff", "rrr"), ["DS972"]),
        (("rrr", "rrr", "fff"), []),
        (("raa", "rar", "arr"), ["DS973"]),
        (("rrr", "rrr", "aaa"), []),
        (("rrr", "rrr", "rra", "raa"), []),
        (("rrr", "rrr", "rra"), []),
        (("abc", "def", "ghi"), ["DS973"]),
        (("eee", "eee", "eee"), ["DS974"]),
        (("eee", "eee", "eer"), []),
        (("eee", "eee", "eef"), ["DS977"]),
        (("eee", "eee", "abc"), ["DS974"]),
        (("eee", "eea", "abc"), ["DS977"]),
        (("---", "---", "---"), ["DS977"]),
        (("eee", "eee", "--a"), ["DS974"]),
    ],
)
def test_signs(solvers: Sequence[str], codes: Sequence[str]) -> None:
    """Agreement against the reference, refused form, scatter, one failure of most; and no sign where one is weak."""
    assert [sign.info.code for sign in signs_of(problem_of(*solvers))] == codes


def test_an_outage_is_in_no_sign() -> None:
    """Two solvers that differ are scattered where no third was to answer, and nothing is known where one was."""
    problem = problem_of("rrr", "aaa")

    assert [sign.info.code for sign in signs_of(problem)] == ["DS973"]
    assert list(signs_of(problem.model_copy(update={"outages": 3}))) == []


@pytest.mark.parametrize(
    ("solvers", "level", "codes"),
    [
        (("rrr", "rrr", "rrr"), "hard", ["DS976"]),
        (("rrr", "rrr", "rrr"), "easy", []),
        (("rrr",), "hard", ["DS976"]),
        (("rrrrrr",) * 4, "medium", ["DS976"]),
        (("rrr", "rrr"), "medium", ["DS976"]),
        (("rr", "rrr"), "medium", []),
        (("rrrrrr",), "medium", []),
        (("rrr", "rra"), "medium", []),
        (("rrr", "rrr"), "", ["DS976"]),
        (("rrrrrr",), "", []),
        (("rrr", "rr"), "", []),
        (("---", "---"), "hard", []),
        (("---", "---"), "easy", ["DS977"]),
    ],
)
def test_levels(solvers: Sequence[str], level: str, codes: Sequence[str]) -> None:
    """Six right answers of two solvers dispute every claim but easy, and that none is made; three dispute hard.

    A hard problem may be solved by none.
    """
    assert [sign.info.code for sign in signs_of(problem_of(*solvers, level=level))] == codes


@pytest.mark.parametrize(
    ("blind", "parts"),
    [
        ("CC", "2 of 2 from the names of columns"),
        ("CccPpp", ""),
        ("c", ""),
        ("cccP", "1 of 1 from the profile alone"),
        ("cccPPp", "2 of 3 from the profile alone"),
        ("CCcPPp", "2 of 3 from the names of columns, 2 of 3 from the profile alone"),
    ],
)
def test_guessable(blind: str, parts: str) -> None:
    """Right as often as not in one of the two ways without the data, whatever the other one gives."""
    signs = list(signs_of(problem_of("rrrr", blind=blind)))

    assert [sign.info.code for sign in signs] == (["DS975"] if parts else [])
    assert not signs or signs[0].message == f"answers are right without the data: {parts}"


def test_guesses_explain_why_everybody_is_right() -> None:
    """A problem that is guessed is not called too easy as well, and the first right code is shown."""
    (sign,) = signs_of(problem_of("rrr", "rrr", blind="cPp"))

    assert sign.info.code == "DS975"
    assert sign.hint.endswith("The first: `P`")


def test_what_needs_no_data_is_not_guessed() -> None:
    """A function can be written without a table, and a blocked problem says nothing."""
    problem = problem_of("rrrr", blind="CP")

    assert list(signs_of(problem.model_copy(update={"needs_data": False}))) == []
    assert list(signs_of(problem.model_copy(update={"is_blocked": True}))) == []


def test_few_answers_are_a_hint() -> None:
    """Below four answers, and where one solver alone stands behind them, a finding is a note that says so."""
    (many,) = diagnose(TEXT, [problem_of("aa", "aa")])
    (few,) = diagnose(TEXT, [problem_of("a", "a")])
    (single,) = diagnose(TEXT, [problem_of("aaaa")])

    assert (many.severity, many.problem, many.line) == (Severity.WARNING, 1, 3)
    assert (few.severity, few.message.endswith("(2 answers: a hint)")) == (Severity.NOTE, True)
    assert (single.severity, single.message.endswith("(1 solver: a hint)")) == (Severity.NOTE, True)
    assert [finding.code for finding in diagnose(TEXT, [problem_of("a")])] == ["DS971"]


def test_evidence_stands_side_by_side() -> None:
    """What the reference gives, what they give, and where they first differ."""
    (finding,) = diagnose(TEXT, [problem_of("aaa", "aaa")])

    assert finding.message == "6 of 6 answers agree with each other, and not with the reference"
    assert "reference: 1; 6 answers: a by `a`; first difference at value: 1 and a" in finding.hint


def test_code_of_an_answer_stands_in_the_finding() -> None:
    """On one line, cut, and with what steers a terminal made visible, so that a prompt and a list can hold it."""
    problem = problem_of("aaa", "aaa")
    code = "x = '\x1b[31m'\n" + "y" * LONGEST_EVIDENCE
    cluster = problem.clusters[0].model_copy(update={"code": code, "value": "\x1b[0m"})
    (finding,) = diagnose(TEXT, [problem.model_copy(update={"clusters": (cluster,)})])

    assert "6 answers: \\x1b[0m by `x = '\\x1b[31m' yyy" in finding.hint
    assert "y…`;" in finding.hint


def test_words_that_clusters_differ_in() -> None:
    """Those of one that the other lacks, each once."""
    assert differing_words("df.x.std(ddof=0)", "df.x.std(ddof=1)") == "`0` against `1`"
    assert differing_words("a >= b", "a > b") == "`>=` against `>`"
    assert differing_words("a", "a") == "nothing against nothing"
