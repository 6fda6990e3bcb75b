"""The questions of a set as an export shows them: in which language, and which of them cannot be read at all."""

from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity, errors_in
from authoring.dseal.model import Cell, CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.records.bundle import ORIGINAL, AdmittedSet, TranslatedQuestion

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
"""The kinds of finding about questions in another language, by code."""
UNREADABLE_HINT = "Mend it as authoring lint says. Let pass, it is left out, and its code runs nowhere."


def exported_question(
    problemset: AdmittedSet, number: int, language: str, *, is_alone: bool = True
) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return the text of a question for an export, and an error where it has no reviewed translation.

    The conventions of the set stand behind it, because translations hold both.

    With an error, the text is what stands in the export if a person lets the error pass: a translation that fits the
    question though nobody looked at it, else the original.

    Args:
        problemset: an admitted set with its translations.
        number: the number of the problem, from 1.
        language: ``en``, or a key of `authoring.records.bundle.LANGUAGES`.
        is_alone: whether it has to hold the conventions; else they are left out in English, where the format says them
            once, see `conventions_once`.

    Returns:
        The stripped text; and no finding, or one that names the set's file, the question's line and the problem.

    Raises:
        IndexError: the set has no such problem.
    """
    cell, problem = parse(problemset.text).problems[number - 1]
    original = problem.whole_question.strip()
    if language == ORIGINAL:
        return original if is_alone else problem.question.strip(), ()
    translation = _translation_of(problemset, number, language)
    fits = translation is not None and translation.original.strip() == original
    if translation is not None and fits and translation.reviewer:
        return translation.text.strip(), ()
    # The order decides: a translation that is out of date is not worth a review.
    if translation is None:
        info, lack, passing = UNTRANSLATED, "has no translation", "stays in English"
    elif not fits:
        info, lack, passing = STALE, "was changed since it was translated", "stays in English"
    else:
        info, lack, passing = UNREVIEWED, "has a translation that nobody looked at", "is used as it is"
    command = f"authoring translate {problemset.name} --language {language}"
    # Where the parser does not know the place of the key, the whole block of YAML is named.
    span = problem.positions.get((problem.question_key,), problem.yaml_span)
    finding = info.diagnostic(
        f"the question of problem {number} {lack} ({language})",
        hint=f"Translate it: {command}. Let pass, it {passing}.",
        line=span.line,
        column=span.column,
        source_line=cell.source.splitlines()[span.line - cell.span.line],
        problem=number,
    ).model_copy(update={"path": f"{problemset.name}.py"})
    return translation.text.strip() if translation is not None and fits else original, (finding,)


def conventions_once(problemset: ProblemSet, language: str) -> tuple[str, ...]:
    """Return the conventions that an export says once; none in another language, where each question holds them."""
    return problemset.conventions if language == ORIGINAL else ()


def _translation_of(problemset: AdmittedSet, number: int, language: str) -> TranslatedQuestion | None:
    """Return the stored translation of a question, be it reviewed, stale or neither; None where there is no text."""
    questions = (
        question
        for translation in problemset.translations
        if translation.language == language
        for question in translation.questions
    )
    return next((question for question in questions if question.number == number and question.text.strip()), None)


def unreadable(parsed: ProblemSet, info: RuleInfo) -> Iterator[Diagnostic]:
    """Yield a finding for every cell that is meant as a problem and cannot be read as one.

    Errors of the parser about the whole text, for example that it holds no problem, are yielded as they are: nobody
    lets them pass.
    """
    errors = errors_in(parsed.diagnostics)
    problem_cells = [cell for cell in parsed.cells if cell.kind in {CellKind.BROKEN, CellKind.PROBLEM}]
    # About the whole text is what lies in no cell that is meant as a problem.
    for error in errors:
        if error.problem is None and not any(_covers(cell, error) for cell in problem_cells):
            yield error
    for cell in problem_cells:
        if cell.kind is CellKind.BROKEN:
            cause = next((error for error in errors if _covers(cell, error)), None)
            message = "this problem cannot be read" + (f": {cause.message}" if cause is not None else "")
            line = cause.line if cause is not None else cell.span.line
            yield info.diagnostic(message, hint=UNREADABLE_HINT, line=line)


def _covers(cell: Cell, finding: Diagnostic) -> bool:
    """Return whether a finding is about a line of a cell."""
    return cell.span.line <= finding.line <= cell.span.line + cell.source.count("\n")
