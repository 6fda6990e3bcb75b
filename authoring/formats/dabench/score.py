"""InfiAgent's closed-form rules: the answers to DABench's questions, as its evaluator judges them.

The rules are those of `eval_closed_form.py` in InfiAgent's repository, held against the real code's figures in
tests/cases/scoring/dabench.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ConfigDict, StrictFloat, StrictInt, StrictStr

from authoring.formats.base.json_lines import read_json_lines
from authoring.records.base import Record
from authoring.validators.named_answers import wrong_names

PLACES: Final = 4
LEVELS: Final = ("easy", "medium", "hard")
Id = StrictInt | StrictFloat | StrictStr
"""Numbers and texts differ: a response "7" answers no question 7."""
HINT: Final = "name a file of JSON lines as InfiAgent-DABench has them; see guides/scoring.md"


class LenientLine(Record):
    """A line of a foreign file, which may hold more keys than are read."""

    # Records of ours forbid unknown keys; files of others have some.
    model_config = ConfigDict(frozen=True, extra="ignore")


class Label(LenientLine):
    """The right answers to one question: one line of the file of labels."""

    id: Id
    common_answers: tuple[tuple[StrictStr, Any], ...]
    """Pairs of name and value; of a name that stands twice the last value counts."""


class Question(LenientLine):
    """Concepts and level of one question: one line of the file of questions."""

    id: Id
    concepts: tuple[str, ...] = ()
    level: str = ""


class Response(LenientLine):
    """An agent's reply to one question."""

    id: Id | None = None
    response: str | None


class QuestionScore(Record):
    """The score of one question."""

    id: Id
    correct: tuple[tuple[str, bool], ...]
    """Whether the answer is right, for each labelled name."""

    @property
    def all_correct(self) -> bool:
        """Whether nothing is wrong; a question without labels cannot be answered wrong."""
        return all(right for _, right in self.correct)


class Rate(Record):
    """The share of some questions that were answered right."""

    name: str
    questions: int
    """The number of questions of the kind that were answered."""
    rate: float
    """0 to 1, to four places."""


class DABenchScores(Record):
    """InfiAgent's figures; rates are 0 to 1, to four places, and 0 where nothing was answered."""

    questions: int
    """The number of labelled questions."""
    answered: int
    """The number of labelled questions with an answer; others are in no rate but `by_question_of_all`."""
    by_question: float
    """The share of questions all of whose names are right."""
    proportional: float
    """The mean over questions of the share of names that are right."""
    by_sub_question: float
    """The share of names that are right, of all questions together."""
    by_question_of_all: float
    """Ours: as `by_question`, with what was not answered taken as wrong."""
    concepts: tuple[Rate, ...] = ()
    """Rates by concept; a question counts for each of its concepts."""
    concept_counts: tuple[Rate, ...] = ()
    """Rates by the number of a question's concepts."""
    several_concepts: float | None = None
    """The rate of questions with two or more concepts; None where none was answered."""
    levels: tuple[Rate, ...] = ()
    """Ours: by level, as the questions say it."""
    scores: tuple[QuestionScore, ...]
    notes: tuple[str, ...] = ()
    """Notes about what was left out."""


def read_labels(text: str, *, location: str) -> tuple[Label, ...]:
    """Read ``da-dev-labels.jsonl`` or a file like it.

    Raises:
        ResultsError: a line is no label.
    """
    return read_json_lines(text, Label, location=location, hint=HINT)


def read_questions(text: str, *, location: str) -> tuple[Question, ...]:
    """Read ``da-dev-questions.jsonl`` or a file like it.

    Raises:
        ResultsError: a line is no question.
    """
    return read_json_lines(text, Question, location=location, hint=HINT)


def read_responses(text: str, *, location: str) -> tuple[Response, ...]:
    """Read responses, a line with `id` and `response` each.

    Raises:
        ResultsError: a line is no response.
    """
    return read_json_lines(text, Response, location=location, hint=HINT)


def score_dabench(
    labels: Sequence[Label], responses: Sequence[Response], *, questions: Sequence[Question] = ()
) -> DABenchScores:
    """Return the figures of InfiAgent's evaluator for these responses.

    Args:
        labels: the right answers.
        responses: the replies. The first to a question counts, and those without an id are left out.
        questions: their concepts and levels; none for the three figures alone.
    """
    texts: dict[Id, str] = {}
    for response in responses:
        # `setdefault`: the first response to a question counts.
        if response.id is not None and response.response:
            texts.setdefault(response.id, response.response)
    scores = tuple(_score(label, texts[label.id]) for label in labels if label.id in texts)
    kinds = {question.id: question for question in questions}
    scored_kinds = [(score, kinds[score.id]) for score in scores if score.id in kinds]
    several = [score for score, kind in scored_kinds if len(kind.concepts) > 1]
    right = sum(score.all_correct for score in scores)
    return DABenchScores(
        questions=len(labels),
        answered=len(scores),
        by_question=_share(right, len(scores)),
        proportional=_proportional(scores),
        by_sub_question=_by_sub_question(scores),
        by_question_of_all=_share(right, len(labels)),
        concepts=_rates([(concept, score) for score, kind in scored_kinds for concept in kind.concepts]),
        concept_counts=_rates([(str(len(kind.concepts)), score) for score, kind in scored_kinds]),
        several_concepts=_share(sum(score.all_correct for score in several), len(several)) if several else None,
        levels=_rates([(kind.level, score) for score, kind in scored_kinds if kind.level], order=LEVELS),
        scores=scores,
        notes=tuple(_notes(labels, responses, scores, kinds)),
    )


def _score(label: Label, response: str) -> QuestionScore:
    labels = dict(label.common_answers)
    wrong = wrong_names(response, labels)
    return QuestionScore(id=label.id, correct=tuple((name, name not in wrong) for name in labels))


def _proportional(scores: Sequence[QuestionScore]) -> float:
    """Return the mean share; a question without labels has none right."""
    total = 0.0
    for score in scores:
        # Multiplied out and added one by one, as the evaluator does it, because the last place tells.
        total += sum(right for _, right in score.correct) * (1 / len(score.correct)) if score.correct else 0
    return round(total / len(scores), PLACES) if scores else 0.0


def _by_sub_question(scores: Sequence[QuestionScore]) -> float:
    return _share(
        sum(right for score in scores for _, right in score.correct), sum(len(score.correct) for score in scores)
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, PLACES) if whole else 0.0


def _rates(named_scores: Sequence[tuple[str, QuestionScore]], *, order: Sequence[str] = ()) -> tuple[Rate, ...]:
    """Return a rate for each name: first those that have an order, then the others sorted."""
    groups: dict[str, list[QuestionScore]] = {}
    for name, score in named_scores:
        groups.setdefault(name, []).append(score)
    names = dict.fromkeys((*order, *sorted(groups)))
    return tuple(
        Rate(
            name=name,
            questions=len(group),
            rate=_share(sum(score_of_name.all_correct for score_of_name in group), len(group)),
        )
        for name in names
        if (group := groups.get(name))
    )


def _notes(
    labels: Sequence[Label],
    responses: Sequence[Response],
    scores: Sequence[QuestionScore],
    kinds: Mapping[Id, Question],
) -> Iterator[str]:
    """Yield notes about what weighs on the figures and does not show in them."""
    labelled = {label.id for label in labels}
    strange = sum(response.id is not None and response.id not in labelled for response in responses)
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
