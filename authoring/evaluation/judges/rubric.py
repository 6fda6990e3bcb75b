"""A model judges a problem by the criteria of the rubric, quotes it, and proposes nothing."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, Problem
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question
from authoring.errors import UsageError
from authoring.evaluation.judges.codes import RUBRIC_OBJECTION
from authoring.evaluation.judges.text_judge import (
    LONGEST_REASON,
    NO_QUOTE,
    NO_VERDICT,
    NotJudgedError,
    TextJudge,
    bare_quote,
    content_of,
    is_verbatim,
)
from authoring.llm.prompt import cut, fenced
from authoring.records.base import Record, Sha256
from authoring.records.decision import Action, Decision
from authoring.records.pilot.rubric import CriterionAgreement, RubricAgreement, RubricRecord, RubricVerdict
from authoring.records.sketch import Guide, Schema
from authoring.records.wording import short_text

MOST_QUESTION = 8_000
"""Characters of a question, and of a reference, that a judge is shown."""
MOST_CRITERIA = 20
_HEADING = re.compile(r"^## +(?P<name>\S[^\n]*?) *\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class Criterion(NamedTuple):
    """One heading of the rubric, with what stands below it."""

    name: str
    text: str


class _Verdict(Record):
    criterion: str
    quote: str
    reason: str
    holds: bool


class _Reply(Record):
    verdicts: tuple[_Verdict, ...]


def read_criteria(guide: Guide) -> tuple[Criterion, ...]:
    """Return the criteria of a rubric: one for each heading of the second level.

    Raises:
        UsageError: there is none, too many, or two of one name.
    """
    criteria = tuple(Criterion(match["name"], match["text"].strip()) for match in _HEADING.finditer(guide.text))
    names = [criterion.name for criterion in criteria]
    if not criteria or len(criteria) > MOST_CRITERIA or len(set(names)) < len(names):
        raise UsageError(
            f"guides/{guide.name}.md holds no rubric",
            hint=f"a criterion is a heading `## NAME` with its text; up to {MOST_CRITERIA}, each of its own name",
        )
    return criteria


def schema_of(criteria: Sequence[Criterion]) -> Schema:
    """Return the schema of a reply: a verdict for each criterion."""
    properties = {
        "criterion": {"type": "string", "enum": [criterion.name for criterion in criteria]},
        "quote": {"type": "string"},
        "reason": {"type": "string"},
        "holds": {"type": "boolean"},
    }
    item = {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}
    root = {"type": "object", "properties": {"verdicts": {"type": "array", "items": item}}}
    return Schema(name="rubric", text=json.dumps({**root, "required": ["verdicts"], "additionalProperties": False}))


def values_of(cell: Cell, problem: Problem, criteria: Sequence[Criterion]) -> dict[str, str]:
    """Return what the page asks for: the criteria, the question as an agent is shown it, and the reference."""
    rubric = "\n\n".join(f"{criterion.name}\n{criterion.text}" for criterion in criteria)
    return {
        "criteria": rubric,
        "question": fenced("question", cut(problem.whole_question, MOST_QUESTION)),
        "reference": fenced("reference", cut(cell.code, MOST_QUESTION)),
    }


def judge_problem(
    name: str, cell: Cell, problem: Problem, criteria: Sequence[Criterion], judge: TextJudge
) -> tuple[RubricVerdict, ...]:
    """Return a model's verdicts on one problem, one for each criterion.

    Raises:
        BudgetError: the call would have exceeded the budget.
        CallError: the key was refused.
        TemplateError: the page is no template.
    """
    values = values_of(cell, problem, criteria)
    try:
        reply = _Reply.model_validate(judge.verdict(name, schema_of(criteria), values))
    except ValidationError:
        return tuple(_unjudged(problem, criterion, NO_VERDICT) for criterion in criteria)
    except NotJudgedError as error:
        return tuple(_unjudged(problem, criterion, str(error), is_outage=error.is_outage) for criterion in criteria)
    # Of two verdicts by one criterion the first counts.
    verdicts = {verdict.criterion: verdict for verdict in reversed(reply.verdicts)}
    return tuple(_checked(problem, criterion, verdicts.get(criterion.name), values) for criterion in criteria)


def _checked(
    problem: Problem, criterion: Criterion, verdict: _Verdict | None, values: Mapping[str, str]
) -> RubricVerdict:
    if verdict is None:
        return _unjudged(problem, criterion, NO_VERDICT)
    if not is_verbatim(verdict.quote, content_of(values["question"]), content_of(values["reference"])):
        return _unjudged(problem, criterion, NO_QUOTE)
    return RubricVerdict(
        number=problem.number,
        criterion=criterion.name,
        holds=verdict.holds,
        quote=bare_quote(verdict.quote)[:LONGEST_REASON],
        reason=verdict.reason.strip()[:LONGEST_REASON],
    )


def _unjudged(problem: Problem, criterion: Criterion, reason: str, *, is_outage: bool = False) -> RubricVerdict:
    return RubricVerdict(
        number=problem.number, criterion=criterion.name, holds=None, reason=reason, is_outage=is_outage
    )


def rubric_findings(text: str, verdicts: Iterable[RubricVerdict]) -> tuple[Diagnostic, ...]:
    """Return the objections as findings, in the order of the text."""
    problemset = parse(text)
    cells = {problem.number: cell for cell, problem in problemset.problems}
    return tuple(
        at_question(
            problemset,
            cells[verdict.number],
            verdict.quote,
            RUBRIC_OBJECTION,
            f"a model objects: {verdict.criterion}: {short_text(verdict.reason, LONGEST_REASON)}",
            f"It quotes: {short_text(verdict.quote, LONGEST_REASON)}",
        )
        for verdict in verdicts
        if verdict.holds is False and verdict.number in cells
    )


def rubric_agreement(
    records: Iterable[RubricRecord], decisions: Mapping[Sha256, Sequence[Decision]]
) -> RubricAgreement:
    """Return how far verdicts agree with what people decided about the very same texts.

    A person objects to a problem with a comment on it, and takes it as it is by admitting the text without one, or by
    marking it as good. Problems of which a person said neither are in no count.

    Args:
        records: what models said.
        decisions: by the hash of the text.
    """
    counts: dict[str, dict[str, int]] = {}
    texts = undecided = 0
    for record in records:
        words = decisions.get(record.draft, ())
        texts, undecided = texts + bool(words), undecided + (not words)
        for number in dict.fromkeys(verdict.number for verdict in record.verdicts):
            objected = _objected(number, words)
            if objected is None:
                continue
            verdicts = {verdict.criterion: verdict.holds for verdict in record.verdicts if verdict.number == number}
            for criterion, holds in {"": _overall(verdicts.values()), **verdicts}.items():
                cell = counts.setdefault(criterion, {})
                key = _CELLS[holds, objected] if holds is not None else "not_judged"
                cell[key] = cell.get(key, 0) + 1
    total = CriterionAgreement(criterion="", **counts.pop("", {}))
    criteria = tuple(CriterionAgreement(criterion=criterion, **counted) for criterion, counted in counts.items())
    return RubricAgreement(texts=texts, undecided=undecided, total=total, criteria=criteria)


_CELLS = {
    (False, True): "by_both",
    (False, False): "by_model",
    (True, True): "by_person",
    (True, False): "by_nobody",
}
"""Which count a problem is in, by whether a criterion holds and whether a person objects."""


def _overall(verdicts: Iterable[bool | None]) -> bool | None:
    """Return whether a problem is well by all criteria; None where none was judged."""
    judged = [holds for holds in verdicts if holds is not None]
    return all(judged) if judged else None


def _objected(number: int, decisions: Sequence[Decision]) -> bool | None:
    """Return whether a person objects to a problem; None where nobody said."""
    if any(comment.problem == number for decision in decisions for comment in decision.comments):
        return True
    is_taken = any(decision.action is Action.ADMIT or number in decision.accepted for decision in decisions)
    return False if is_taken else None
