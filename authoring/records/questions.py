"""Questions in the language of an export: the original, or a translation that a person has looked at."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.parse import parse
from authoring.records.bundle import AdmittedSet
from authoring.records.translation import TranslatedQuestion

ORIGINAL = "en"
"""The language that questions are written in."""
LANGUAGES: Mapping[str, str] = {"zh": "Simplified Chinese"}
"""What questions can be translated into; the name is for models and people."""

UNTRANSLATED = RuleInfo(
    code="DS771",
    name="untranslated-question",
    severity=Severity.ERROR,
    what="An export in another language meets a question that has no translation.",
    why="A file that mixes languages measures neither. Let pass, the question stays in English.",
    bad="authoring export cibench DIR --language zh, and nobody ran authoring translate",
    good="authoring translate NAME --language zh",
)
UNREVIEWED = RuleInfo(
    code="DS772",
    name="unreviewed-translation",
    severity=Severity.ERROR,
    what="An export in another language meets a translation that nobody has looked at.",
    why="A model's translation may ask for something else than the reference does. Let pass, it is used as it is.",
    bad="reviewer: ''",
    good="reviewer: Ada",
)
STALE = RuleInfo(
    code="DS773",
    name="stale-translation",
    severity=Severity.ERROR,
    what="A question was changed after it had been translated.",
    why="The translation asks for what the reference no longer does. Let pass, the question stays in English.",
    bad="original: Count the rows. (and the set now asks to count the columns)",
    good="original: Count the columns.",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (UNTRANSLATED, UNREVIEWED, STALE)}
"""What is to be said of questions in another language, by code."""


def question_in(problemset: AdmittedSet, number: int, language: str) -> str | Diagnostic:
    """Return the question of a problem in a language, or why it cannot be had.

    Args:
        problemset: with its translations.
        number: of the problem, from 1.
        language: `ORIGINAL`, or a key of `LANGUAGES`.

    Returns:
        The question, stripped; or an error that names the set's file, the question's line and the problem. An exporter
        that goes on all the same, because a person lets the error pass, writes `question_if_let_pass`.

    Raises:
        IndexError: the set has no such problem.
    """
    cell, problem = parse(problemset.text).problems[number - 1]
    original = problem.question.strip()
    if language == ORIGINAL:
        return original
    found = translated(problemset, number, language)
    if found is not None and found.reviewer and found.original.strip() == original:
        return found.text.strip()
    command = f"authoring translate {problemset.name} --language {language}"
    if found is None:
        info, told, passing = UNTRANSLATED, "has no translation", "stays in English"
    elif found.original.strip() != original:
        info, told, passing = STALE, "was changed since it was translated", "stays in English"
    else:
        info, told, passing = UNREVIEWED, "has a translation that nobody looked at", "is used as it is"
    span = problem.positions.get((problem.question_key,), problem.yaml_span)
    return info.diagnostic(
        f"the question of problem {number} {told} ({language})",
        hint=f"Translate it: {command}. Let pass, it {passing}.",
        line=span.line,
        column=span.column,
        source_line=cell.source.splitlines()[span.line - cell.span.line],
        problem=number,
    ).model_copy(update={"path": f"{problemset.name}.py"})


def question_if_let_pass(problemset: AdmittedSet, number: int, language: str) -> str:
    """Return what stands in an export where a person lets pass that a question has no reviewed translation.

    That is a translation that fits the question though nobody looked at it, else the original.
    """
    original = parse(problemset.text).problems[number - 1][1].question.strip()
    found = translated(problemset, number, language)
    return found.text.strip() if found is not None and found.original.strip() == original else original


def translated(problemset: AdmittedSet, number: int, language: str) -> TranslatedQuestion | None:
    """Return what is kept of a question in a language, be it reviewed, stale or neither."""
    kept = (one for one in problemset.translations if one.language == language)
    questions = (question for one in kept for question in one.questions)
    return next((question for question in questions if question.number == number and question.text.strip()), None)
