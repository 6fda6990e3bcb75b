"""InfiAgent's closed-form rules: the answers to DABench's questions, as its evaluator judges them.

The rules are those of `eval_closed_form.py` in InfiAgent's repository, tried on the real code (shared/spec/cibench.md,
section 5.1).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from pydantic import ConfigDict, StrictFloat, StrictInt, StrictStr, ValidationError

from authoring.errors import ResultsError
from authoring.records.base import Record

NAMED_ANSWER: Final = re.compile(r"@(\w+)\[(.*?)\]")
NEAR: Final = 1e-6
PLACES: Final = 4
LEVELS: Final = ("easy", "medium", "hard")
Id = StrictInt | StrictFloat | StrictStr
"""Numbers and texts differ: a response "7" answers no question 7."""
_Line = TypeVar("_Line", bound=Record)


class _Lenient(Record):
    """A line of a file of others, which may hold more than is looked at."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Label(_Lenient):
    """What is right for one question."""

    id: Id
    common_answers: tuple[tuple[StrictStr, Any], ...]
    """Names and values; of a name that stands twice the last value counts."""


class Question(_Lenient):
    """What kind of question it is."""

    id: Id
    concepts: tuple[str, ...] = ()
    level: str = ""


class Response(_Lenient):
    """What an agent said to one question."""

    id: Id | None = None
    response: str | None


class QuestionScore(Record):
    """How one question was answered."""

    id: Id
    correct: tuple[tuple[str, bool], ...]
    """By name that is labelled."""

    @property
    def all_correct(self) -> bool:
        """Whether nothing is wrong; a question without labels cannot be answered wrong."""
        return all(right for _, right in self.correct)


class Rate(Record):
    """How many of some questions were answered right."""

    name: str
    questions: int
    """Of the kind, that were answered."""
    rate: float
    """0 to 1, to four places."""


class DABenchScores(Record):
    """InfiAgent's figures; rates are 0 to 1, to four places, and 0 where nothing was answered."""

    questions: int
    """That are labelled."""
    answered: int
    """Of these. What was not answered is in no rate but `by_question_of_all`."""
    by_question: float
    """Questions all of whose names are right."""
    proportional: float
    """The mean over questions of the share of names that are right."""
    by_sub_question: float
    """Names that are right, of all questions together."""
    by_question_of_all: float
    """Ours: as `by_question`, with what was not answered taken as wrong."""
    concepts: tuple[Rate, ...] = ()
    """By concept; a question counts for each of its own."""
    concept_counts: tuple[Rate, ...] = ()
    """By number of concepts."""
    several_concepts: float | None = None
    """Of questions with two concepts and more; None where none was answered."""
    levels: tuple[Rate, ...] = ()
    """Ours: by level, as the questions say it."""
    scores: tuple[QuestionScore, ...]
    notes: tuple[str, ...] = ()
    """What was left out."""


def read_labels(text: str, *, where: str) -> tuple[Label, ...]:
    """Read ``da-dev-labels.jsonl`` or a file like it.

    Raises:
        ResultsError: a line is no label.
    """
    return _lines(text, Label, where)


def read_questions(text: str, *, where: str) -> tuple[Question, ...]:
    """Read ``da-dev-questions.jsonl`` or a file like it.

    Raises:
        ResultsError: a line is no question.
    """
    return _lines(text, Question, where)


def read_responses(text: str, *, where: str) -> tuple[Response, ...]:
    """Read responses, a line with `id` and `response` each.

    Raises:
        ResultsError: a line is no response.
    """
    return _lines(text, Response, where)


def score_dabench(
    labels: Sequence[Label], responses: Sequence[Response], *, questions: Sequence[Question] = ()
) -> DABenchScores:
    """Return the figures of InfiAgent's evaluator for these responses.

    Args:
        labels: what is right.
        responses: of two that answer one question the first counts; those without an id are left out.
        questions: their concepts and levels; none for the three figures alone.
    """
    said: dict[Id, str] = {}
    for response in responses:
        if response.id is not None and response.response:
            said.setdefault(response.id, response.response)
    scores = tuple(_score(label, said[label.id]) for label in labels if label.id in said)
    kinds = {question.id: question for question in questions}
    known = [(score, kinds[score.id]) for score in scores if score.id in kinds]
    several = [score for score, kind in known if len(kind.concepts) > 1]
    right = sum(score.all_correct for score in scores)
    return DABenchScores(
        questions=len(labels),
        answered=len(scores),
        by_question=_share(right, len(scores)),
        proportional=_proportional(scores),
        by_sub_question=_by_sub_question(scores),
        by_question_of_all=_share(right, len(labels)),
        concepts=_rates([(concept, score) for score, kind in known for concept in kind.concepts]),
        concept_counts=_rates([(str(len(kind.concepts)), score) for score, kind in known]),
        several_concepts=_share(sum(score.all_correct for score in several), len(several)) if several else None,
        levels=_rates([(kind.level, score) for score, kind in known if kind.level], order=LEVELS),
        scores=scores,
        notes=tuple(_notes(labels, responses, scores, kinds)),
    )


def answers_in(response: str) -> Mapping[str, str]:
    """Return the answers that a response names as ``@name[answer]``; of a name that stands twice the last counts."""
    return {found[1]: found[2] for found in NAMED_ANSWER.finditer(response)}


def is_right(said: str | None, label: Any) -> bool:
    """Return whether an answer is the label to the letter, or both are numbers that are nearly the same."""
    if said == label:
        return True
    try:
        return said is not None and abs(float(said) - float(label)) < NEAR
    except (ValueError, TypeError, OverflowError):
        return False


def _score(label: Label, response: str) -> QuestionScore:
    said, wanted = answers_in(response), dict(label.common_answers)
    return QuestionScore(id=label.id, correct=tuple((name, is_right(said.get(name), wanted[name])) for name in wanted))


def _proportional(scores: Sequence[QuestionScore]) -> float:
    """Return the mean share; a question without labels has none right."""
    total = 0.0
    for one in scores:
        # Multiplied out and added one by one, as the evaluator does it, because the last place tells.
        total += sum(right for _, right in one.correct) * (1 / len(one.correct)) if one.correct else 0
    return round(total / len(scores), PLACES) if scores else 0.0


def _by_sub_question(scores: Sequence[QuestionScore]) -> float:
    return _share(sum(right for one in scores for _, right in one.correct), sum(len(one.correct) for one in scores))


def _share(part: int, whole: int) -> float:
    return round(part / whole, PLACES) if whole else 0.0


def _rates(named: Sequence[tuple[str, QuestionScore]], *, order: Sequence[str] = ()) -> tuple[Rate, ...]:
    """Return a rate for each name: first those that have an order, then the others sorted."""
    groups: dict[str, list[QuestionScore]] = {}
    for name, score in named:
        groups.setdefault(name, []).append(score)
    names = dict.fromkeys((*order, *sorted(groups)))
    return tuple(
        Rate(name=name, questions=len(group), rate=_share(sum(one.all_correct for one in group), len(group)))
        for name in names
        if (group := groups.get(name))
    )


def _notes(
    labels: Sequence[Label],
    responses: Sequence[Response],
    scores: Sequence[QuestionScore],
    kinds: Mapping[Id, Question],
) -> Iterator[str]:
    """Give what weighs on the figures and does not show in them."""
    there = {label.id for label in labels}
    strange = sum(response.id is not None and response.id not in there for response in responses)
    nameless = sum(response.id is None for response in responses)
    lost = sum(score.id not in kinds for score in scores) if kinds else 0
    if len(scores) < len(labels):
        silent = len(labels) - len(scores)
        yield f"not answered, and so left out by InfiAgent: {silent} of {len(labels)} questions"
    if strange:
        yield f'of no question that is labelled: {strange} of {len(responses)} responses; an id "7" is not 7'
    if nameless:
        yield f"without an id: {nameless} of {len(responses)} responses"
    if lost:
        yield f"not in the file of questions, and so in no rate by concept or level: {lost} of {len(scores)} answered"


def _lines(text: str, record: type[_Line], where: str) -> tuple[_Line, ...]:
    hint = "name a file of JSON lines as InfiAgent-DABench has them; see guides/scoring.md"
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(record.model_validate(_object(line)))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"])) or "the line"
            raise ResultsError(f"{where}:{number}: {place}: {first['msg'].lower()}", hint=hint) from None
        except ValueError as error:
            raise ResultsError(f"{where}:{number}: {error}", hint=hint) from None
    if not found:
        raise ResultsError(f"{where}: holds no lines", hint=hint)
    return tuple(found)


def _object(line: str) -> object:
    """Return what a line of JSON says.

    Raises:
        ValueError: it is none.
    """
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"is no JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError("is nested too deep") from None
