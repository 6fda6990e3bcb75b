"""Trials: a reference's evidence with one value rewritten, judged as if a submission had left it."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypeAlias

from authoring.extensions import members
from authoring.validators.base import CollectedItems, Opaque, Validator, ValidatorError, Verdict, type_name
from authoring.validators.checks.model import ModelValidator
from authoring.validators.checks.namespace_check import TYPE, NamespaceCheckValidator
from authoring.validators.checks.result import ResultValidator
from authoring.validators.checks.table_test import TableTestValidator
from authoring.validators.combinators import And, Or
from authoring.validators.display import short_repr
from authoring.validators.foreign_code import quiet
from authoring.validators.rewriting import operators
from authoring.validators.rewriting.base import ReferenceValue, RewriteOperator, Role
from authoring.validators.rewriting.elements import TINY, length_of, size_of, with_zeros
from authoring.validators.rewriting.equality import is_same
from authoring.validators.rewriting.matters import AnswerForm, Side
from authoring.validators.rewriting.origins import Origins, labels_of
from authoring.validators.rewriting.repetition import Repetition, repetition_of
from authoring.validators.shallow_code import shallow_looks

TrialJudgement: TypeAlias = Literal["accepted", "refused", "undecided"]
MAX_TRIALS: Mapping[Side, int] = {"wrong": 44, "right": 24}
"""Trials of a problem, by side."""
MAX_TRIALS_QUICK: Mapping[Side, int] = {"wrong": 8, "right": 4}
MAX_SECONDS = 2.0
"""Seconds of processor time that rewriting and judging may take together, looked at between trials."""
MAX_SIZE = 1_000_000
"""Elements of a value that is rewritten."""
MAX_OUTPUTS = 5
"""Outputs of a function that are rewritten, those of its first test cases; the others stay right."""
MAX_COMPARED = 300
"""Elements of a value that is compared with those tried before."""
LIMIT = "limit"
"""Stands in the place of an operator's name in a trial that says what was left out."""
_COMBINING = frozenset({"and", "or"})

_ROLES: Mapping[tuple[str, str], tuple[Role, type]] = {
    ("result", "value"): ("value", object),
    ("stream", "stream"): ("stream", str),
    ("model", "predictions"): ("predictions", object),
    ("vis", "figures"): ("figures", list),
}
"""Items by validator and name, the role of each, and the type that it has."""

OPERATORS: Sequence[RewriteOperator] = sorted(
    (operator for family in members(operators.__name__).values() for operator in family.OPERATORS),
    key=lambda operator: (operator.rank, operator.name),
)
"""Every operator, the most telling first."""


@dataclass(frozen=True, slots=True)
class ValueTrial:
    """A rewritten value, and what the validator says of it."""

    side: Side
    operator: str
    subject: str
    """``value``, the name of a variable, ``output``, ``stream``, ``predictions`` or ``figures``."""
    description: str
    text: str
    """The rewritten value as short text."""
    judgement: TrialJudgement
    """Refused counts whatever is not fully right."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Values that are rewritten together, because a submission would have them all alike."""

    name: str
    subjects: tuple[tuple[tuple[str, ...], ReferenceValue], ...]
    """The names of the items that hold a value, and the value."""
    is_whole: bool = True
    """Whether a rewriting has to reach all of the values; of a function's outputs it may reach some."""
    repetitions: tuple[Repetition, ...] = ()
    """Items that hold a model's predictions once more, and so change with them."""


Candidate: TypeAlias = tuple[RewriteOperator, Target]
Rewritten: TypeAlias = tuple[str, Any, dict[str, Any]]
"""Description, the first rewritten value, and all rewritten items."""


@dataclass(slots=True)
class TrialBudget:
    """What may still be tried."""

    seconds: float = MAX_SECONDS
    clock: Callable[[], float] = time.process_time
    most: Mapping[Side, int] = field(default_factory=lambda: MAX_TRIALS)
    counts: dict[Side, int] = field(default_factory=lambda: {"wrong": 0, "right": 0})
    start: float = field(default=0.0, init=False)

    @classmethod
    def quick(cls) -> Self:
        """Return what allows the most telling trials alone."""
        return cls(most=MAX_TRIALS_QUICK)

    def begin(self) -> None:
        """Start the clock."""
        self.start = self.clock()

    def allows(self, side: Side) -> bool:
        """Return whether another trial of a side may begin."""
        return self.counts[side] < self.most[side] and self.clock() - self.start < self.seconds


def try_values(
    validator: Validator,
    reference: CollectedItems,
    *,
    form: AnswerForm,
    origins: Origins,
    budget: TrialBudget | None = None,
) -> list[ValueTrial]:
    """Rewrite the values of a reference's evidence and judge each by its own validator.

    Nothing in the evidence changes. What the limits left out is told by one undecided trial for each side, whose
    operator is ``limit``. Where the validator does not accept the reference itself, nothing is tried.
    """
    budget = TrialBudget() if budget is None else budget
    verdict, reason = _judged(validator, reference, CollectedItems(_without_sources(reference.items)))
    if verdict != "accepted":
        return [_limit_trial("wrong", f"the validator does not accept the reference's own value: {reason}")]
    # Only now, because the first judgement may import what measures models, and the judge has it from then on.
    budget.begin()
    targets = targets_of(reference, form, origins)
    oversized = [target for target in targets if _size(target) > MAX_SIZE]
    results = [_limit_trial("wrong", f"{target.name} has more than {MAX_SIZE} elements") for target in oversized]
    untried: dict[Side, int] = {"wrong": 0, "right": 0}
    quick, coded = brief(validator), compared_by_code(validator)
    tried: dict[tuple[Side, str], list[Any]] = {}
    # Operators first and targets within, so that want of time leaves out the least telling of all targets.
    for operator, target in _candidates([target for target in targets if target not in oversized]):
        if not budget.allows(operator.side):
            untried[operator.side] += 1
            continue
        for description, value, items in _rewritings(operator, target):
            if _is_repeated(value, tried.setdefault((operator.side, target.name), [])):
                continue
            submission = CollectedItems({**_without_sources(reference.items), **items})
            judgement, reason = _judged(quick, reference, submission)
            if operator.side == "right" and judgement == "refused":
                # Once more, because why a right value is refused is what its author has to read.
                judgement, reason = _judged(validator, reference, submission)
            if operator.side == "wrong" and judgement == "accepted":
                doubt = _doubt(operator, target, value, form, items.keys() & coded)
                judgement, reason = ("undecided", doubt) if doubt else (judgement, reason)
            budget.counts[operator.side] += 1
            text = short_repr(value)
            results.append(ValueTrial(operator.side, operator.name, target.name, description, text, judgement, reason))
    results += [
        _limit_trial(side, f"{count} kinds of {side} values were left out") for side, count in untried.items() if count
    ]
    return results


def _doubt(operator: RewriteOperator, target: Target, value: Any, form: AnswerForm, coded: Collection[str]) -> str:
    """Return why an accepted value may be right after all, or an empty text.

    Code that compares tables and containers most often stands there because several answers are right.
    """
    open_words = sorted(matter.value for matter in operator.unless & form.open)
    if open_words:
        return f"it is accepted, and the question leaves open: {', '.join(open_words)}"
    if is_same(with_zeros(value), with_zeros(target.subjects[0][1].value)):
        return f"it is accepted, and its numbers differ by less than {TINY:g}"
    is_manifold = any(length_of(subject.value) for _, subject in target.subjects)
    if coded and is_manifold and not operator.gross:
        return "it is accepted by the problem's own code, which may know of other right answers"
    return ""


def compared_by_code(validator: Validator, prefix: str = "") -> frozenset[str]:
    """Return the names of the items that a validator compares by a text of the problem's own.

    A text that compares no more than sums or lengths knows of no other right answers.
    """
    names: set[str] = set()
    match validator:
        case And() | Or():
            for alias, member in validator.members.items():
                names |= compared_by_code(member, f"{prefix}{alias}.")
        case ResultValidator() if _compares_contents(validator.comparison.text):
            names.add(f"{prefix}value")
        case NamespaceCheckValidator():
            comparisons = validator.comparisons.items()
            names |= {f"{prefix}{name}" for name, comparison in comparisons if _compares_contents(comparison.text)}
        case TableTestValidator() if _compares_contents(validator.outputs.text):
            names |= {f"{prefix}output {number}" for number in range(len(validator.test_cases))}
    return frozenset(names)


def _compares_contents(text: str | None) -> bool:
    return text is not None and not shallow_looks(text)


def _is_repeated(value: Any, tried: list[Any]) -> bool:
    """Return whether a small value was tried already, and note it; two operators may come to the same."""
    if size_of(value) > MAX_COMPARED:
        return False
    if any(is_same(value, earlier) for earlier in tried):
        return True
    tried.append(value)
    return False


def _limit_trial(side: Side, reason: str) -> ValueTrial:
    return ValueTrial(side, LIMIT, "value", "", "", "undecided", reason)


def _size(target: Target) -> int:
    return sum(size_of(subject.value) for _, subject in target.subjects)


def _candidates(targets: Sequence[Target]) -> Iterator[Candidate]:
    for operator in OPERATORS:
        for target in targets:
            if any(operator.fits(subject) for _, subject in target.subjects):
                yield operator, target


def _rewritings(operator: RewriteOperator, target: Target) -> Iterator[Rewritten]:
    """Yield what an operator makes of a target; nothing where it does not reach all that it has to."""
    items: dict[str, Any] = {}
    first: tuple[str, Any] | None = None
    for names, subject in target.subjects:
        # Strange dtypes warn when they are edited.
        with quiet():
            variant = _variant(operator, subject)
        if variant is None:
            if target.is_whole:
                return
            continue
        first = first or variant
        for name in names:
            items[name] = variant[1]
            holder, _, variable = name.rpartition("namespace_check.")
            if subject.role == "variable" and variable:
                items[f"{holder}namespace_check.{TYPE}{variable}"] = Opaque(type_name(variant[1]))
    if first is not None:
        # What is right in another container stands for itself; a model that predicts otherwise answers otherwise, too.
        repeated = target.repetitions if operator.side == "wrong" else ()
        changes = ((repetition.name, repetition.rewritten(first[1])) for repetition in repeated)
        items |= {name: value for name, value in changes if value is not None}
        yield first[0], first[1], items


def _variant(operator: RewriteOperator, subject: ReferenceValue) -> tuple[str, Any] | None:
    if not operator.fits(subject):
        return None
    try:
        for description, value in operator.rewrite(subject):
            if not is_same(subject.value, value):
                return description, value
    except Exception:  # noqa: BLE001 - extension types and objects in columns refuse edits in ways of their own
        return None
    return None


def brief(validator: Validator) -> Validator:
    """Return a validator that says yes where this one does, without grading or explaining what it refuses."""
    match validator:
        case And() | Or():
            return replace(validator, members={alias: brief(member) for alias, member in validator.members.items()})
        case ResultValidator():
            return replace(validator, comparison=validator.comparison.brief())
        case NamespaceCheckValidator():
            comparisons = {name: comparison.brief() for name, comparison in validator.comparisons.items()}
            return replace(validator, comparisons=comparisons)
        case TableTestValidator():
            inputs = None if validator.inputs is None else validator.inputs.brief()
            return replace(validator, inputs=inputs, outputs=validator.outputs.brief())
    return validator


def _judged(validator: Validator, reference: CollectedItems, submission: CollectedItems) -> tuple[TrialJudgement, str]:
    try:
        verdict = validator.judge(reference, submission)
    except ValidatorError as error:
        return "undecided", str(error)
    return ("accepted" if verdict.correct == "yes" else "refused"), _reason(verdict)


def _reason(verdict: Verdict) -> str:
    """Return the scores of an accepted model, or else the reason of the first part that makes a verdict what it is."""
    if verdict.correct == "yes" and (scores := _scores(verdict)):
        return scores
    while verdict.parts:
        verdict = next((part for part in verdict.parts if part.correct == verdict.correct), verdict.parts[0])
    return verdict.reason


def _scores(verdict: Verdict) -> str:
    """Return what the first model that was measured reaches; empty where none was."""
    own = verdict.reason if verdict.category == ModelValidator.alias else ""
    return own or next(filter(None, map(_scores, verdict.parts)), "")


def _without_sources(items: Mapping[str, Any]) -> dict[str, Any]:
    """Return items with no source text, so that no answer counts as written out in the reference's own code."""
    return {name: "" if name.rpartition(".")[2] == "source" else value for name, value in items.items()}


def targets_of(reference: CollectedItems, form: AnswerForm, origins: Origins) -> list[Target]:
    """Return what can be rewritten in a reference's evidence, the cell's value first.

    Items that hold one object belong together, and so do all members of an ``or``, any of which would accept what is
    still right in it.
    """
    inputs = [value for name, value in reference.items.items() if _item(name)[1].startswith("inputs ")]
    given = labels_of([part for case in inputs for part in _arguments(case)])
    groups: dict[object, list[tuple[str, ReferenceValue]]] = {}
    for name, value in reference.items.items():
        role = _role(name, value)
        if role is None:
            continue
        carried = given if role == "output" else origins.carried
        existed = (role == "variable" and _item(name)[1] not in origins.added) or (
            role == "value" and origins.has_old_value
        )
        key: object = _group(name, role, value)
        groups.setdefault(key, []).append((name, ReferenceValue(value, role, form, carried, existed)))
    groups = {key: group[:MAX_OUTPUTS] if key == "output" else group for key, group in groups.items()}
    targets = [_with_repetitions(_target(group), groups.values()) for group in groups.values()]
    return sorted(targets, key=lambda target: target.name != "value")


def _with_repetitions(target: Target, groups: Iterable[Sequence[tuple[str, ReferenceValue]]]) -> Target:
    """Return a target of predictions with the values and variables that repeat them; any other target as it is."""
    if target.name != "predictions":
        return target
    predictions = target.subjects[0][1].value
    answers = [item for group in groups for item in group if item[1].role in {"value", "variable"}]
    repetitions = (repetition_of(name, subject.value, predictions) for name, subject in answers)
    return replace(target, repetitions=tuple(repetition for repetition in repetitions if repetition is not None))


def _target(group: Sequence[tuple[str, ReferenceValue]]) -> Target:
    by_object: dict[int, tuple[list[str], ReferenceValue]] = {}
    for name, subject in group:
        names, first = by_object.setdefault(id(subject.value), ([], subject))
        names.append(name)
        if subject.existed and not first.existed:
            by_object[id(subject.value)] = (names, replace(first, existed=True))
    roles = {subject.role for _, subject in group}
    label = "value" if "value" in roles else _label(*group[0])
    subjects = tuple((tuple(names), subject) for names, subject in by_object.values())
    return Target(label, subjects, is_whole=roles != {"output"})


def _label(name: str, subject: ReferenceValue) -> str:
    return _item(name)[1] if subject.role == "variable" else subject.role


def _group(name: str, role: Role, value: Any) -> object:
    """Return what names the group that an item is rewritten in."""
    parts = name.split(".")
    depth = next((number for number, part in enumerate(parts) if part not in _COMBINING), 0)
    if "or" in parts[:depth]:
        return ".".join(parts[: parts.index("or") + 1])
    return "output" if role == "output" else id(value)


def _item(name: str) -> tuple[str, str]:
    """Return the alias of the validator that an item belongs to, and the item's own name."""
    parts = name.split(".")
    while len(parts) > 1 and parts[0] in _COMBINING:
        del parts[0]
    return parts[0], ".".join(parts[1:])


def _role(name: str, value: Any) -> Role | None:
    """Return where a validator looks at an item, or None for what is not rewritten."""
    if value is None or isinstance(value, Opaque):
        return None
    alias, item = _item(name)
    if alias == "namespace_check":
        return None if item.startswith(TYPE) else "variable"
    if alias == "table_test":
        return "output" if item.startswith("output ") else None
    role, kind = _ROLES.get((alias, item), (None, object))
    return role if isinstance(value, kind) else None


def _arguments(case: object) -> list[object]:
    if isinstance(case, Mapping):
        return list(case.values())
    return list(case) if isinstance(case, (list, tuple)) else []
