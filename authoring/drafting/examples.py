"""What the benchmark gives the next draft: examples, rejected and mended problems, and points that it lacks."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Literal

from authoring.drafting.knowledge import canonical_point, names_skill
from authoring.dseal import parse
from authoring.dseal.model import Cell, Problem
from authoring.llm.tokens import estimate_tokens
from authoring.records.base import Record
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft, Example
from authoring.records.profile import Profile
from authoring.records.provenance import Provenance
from authoring.records.seed import Seed
from authoring.records.sketch import KnowledgeCount, RejectedProblem

MOST_EXAMPLES = 5
"""As in the DSEval paper, section 4.2: all admitted sets up to five, a random five of more."""
FEWEST_SHOWN = 3
"""Problems that an example cut to a budget must keep: fewer show no chain, and are left out."""

Strategy = Literal["random", "similar", "diverse"]


class DataShape(Record):
    """The shape of a seed's data: sizes and kinds of columns."""

    tables: int
    rows: int
    """Number of rows of all tables together."""
    columns: int
    """Number of columns of all tables together."""
    kinds: tuple[tuple[str, int], ...] = ()
    """Kinds of columns with the number of each; empty where the values are unknown."""


class SetFacts(Record):
    """Facts about an admitted set beside its text."""

    name: str
    knowledge: tuple[str, ...] = ()
    shape: DataShape | None = None


def shape_of(data: Profile | Seed) -> DataShape:
    """Return the shape of data: with kinds of columns for a profile, sizes alone for a seed."""
    if isinstance(data, Seed):
        columns = sum(len(file.columns) for file in data.files)
        return DataShape(tables=len(data.files), rows=sum(file.rows for file in data.files), columns=columns)
    kinds = [column.kind.value for table in data.tables for column in table.columns]
    return DataShape(
        tables=len(data.tables),
        rows=sum(table.rows for table in data.tables),
        columns=len(kinds),
        kinds=tuple((kind, kinds.count(kind)) for kind in sorted(set(kinds))),
    )


def pick_examples(
    admitted: Sequence[Example],
    *,
    random_seed: int,
    leave_out: str = "",
    strategy: Strategy = "random",
    budget: int | None = None,
    profile: Profile | Seed | None = None,
    knowledge: Sequence[str] = (),
    facts: Sequence[SetFacts] = (),
) -> tuple[Example, ...]:
    """Choose at most five examples for a draft; the same arguments give the same choice.

    Args:
        admitted: every admitted problem set.
        random_seed: chooses among more than five, and between equals.
        leave_out: the name of the set that is drafted, which is no example for itself.
        strategy: ``random`` as in the paper; ``similar`` for sets about data of the same shape that ask for the same
            knowledge; ``diverse`` for sets that together ask for as many knowledge points as possible.
        budget: tokens that all of them may take; longer ones lose whole problems from their end. None for no limit.
        profile: the data of the draft, for ``similar``.
        knowledge: points that the draft is to ask for, for ``similar``.
        facts: what is known of the admitted sets; one without an entry counts as like nothing.
    """
    # By name, so that the choice does not depend on the order in which a workspace lists its sets.
    pool = sorted((example for example in admitted if example.name != leave_out), key=lambda example: example.name)
    chance = random.Random(random_seed)  # noqa: S311 - a choice, not a secret
    facts_by_name = {fact.name: fact for fact in facts}
    pool_facts = [facts_by_name.get(example.name, SetFacts(name=example.name)) for example in pool]
    if strategy == "similar":
        shape = shape_of(profile) if profile is not None else None
        target = SetFacts(name="wanted", knowledge=tuple(knowledge), shape=shape)
        chosen = _most_similar(pool, target, pool_facts, chance)
    elif strategy == "diverse":
        chosen = _most_diverse(pool, pool_facts, chance)
    else:
        chosen = tuple(pool) if len(pool) <= MOST_EXAMPLES else tuple(chance.sample(pool, MOST_EXAMPLES))
    return chosen if budget is None else fit_examples(chosen, budget)


def fit_examples(chosen: Sequence[Example], budget: int) -> tuple[Example, ...]:
    """Return the examples cut so that they take no more tokens than `budget` together, in their order.

    A cut one keeps its first problems, and the code before them, so that it still runs; one of fewer than three
    problems is left out.
    """
    left = budget
    fitted: dict[str, Example] = {}
    # The shortest first: each has an equal part of what is left, so what it does not take goes to the longer ones.
    by_size = sorted(chosen, key=lambda sample: (estimate_tokens(sample.text), sample.name))
    for position, example in enumerate(by_size):
        cut = _cut(example, left // (len(by_size) - position))
        if cut is not None:
            fitted[example.name] = cut
            left -= estimate_tokens(cut.text)
    return tuple(fitted[sample.name] for sample in chosen if sample.name in fitted)


def rejected_examples(decisions: Sequence[Decision], drafts: Sequence[Draft]) -> tuple[RejectedProblem, ...]:
    """Return the problems of one run that a person rejected or sent back, each with the comment, the oldest first.

    A problem counts as rejected when it was commented on and the set was rejected, or nothing stands in its place in
    the text that was admitted, or in the newest where none was. Where it was admitted with another question or other
    code it comes with these; one that was changed and not decided on is left out. Decisions and revisions come the
    oldest first.
    """
    texts = {draft.sha256: draft.text for draft in drafts}
    ends = [decision for decision in decisions if decision.action is not Action.REVISE]
    rejected = bool(ends) and ends[-1].action is Action.REJECT
    final = texts.get(ends[-1].draft, "") if ends else (drafts[-1].text if drafts else "")
    # Keys of a dict, which keep their order and drop a problem that two reviews rejected with the same words.
    rejected_problems: dict[RejectedProblem, None] = {}
    for decision in decisions:
        text = texts.get(decision.draft, "")
        problems = {problem.number: (cell, problem) for cell, problem in parse(text).problems}
        successors = {} if rejected else _successors(text, final)
        for comment in decision.comments:
            if comment.problem not in problems or not comment.text.strip():
                continue
            cell, problem = problems[comment.problem]
            after = successors.get(problem.number)
            # Examples show question and code alone: one whose validator was mended would be word for word the same.
            if after is not None and (not ends or _visible_part(*after) == _visible_part(cell, problem)):
                continue
            example = RejectedProblem(
                question=problem.question.strip(),
                code=cell.code,
                reason=comment.text.strip(),
                question_after=after[1].question.strip() if after else "",
                code_after=after[0].code if after else "",
            )
            rejected_problems[example] = None
    return tuple(rejected_problems)


def _visible_part(cell: Cell, problem: Problem) -> tuple[str, str]:
    return problem.question.strip(), cell.code.strip()


def _successors(text: str, final: str) -> Mapping[int, tuple[Cell, Problem]]:
    """Return the problem of the final text that stands for each of an earlier one: itself, or in its place."""
    before, after = parse(text).problems, parse(final).problems
    first, second = ([cell.source.strip() for cell, _ in problems] for problems in (before, after))
    places = {source: number for number, source in enumerate(second)}
    successors = {at: places[source] for at, source in enumerate(first) if source in places}
    for operation, start, end, new_start, new_end in SequenceMatcher(a=first, b=second, autojunk=False).get_opcodes():
        # Between the same neighbours, as many as there were.
        if operation == "replace" and end - start == new_end - new_start:
            successors |= {
                old: new
                for old, new in zip(range(start, end), range(new_start, new_end), strict=True)
                if old not in successors and second[new] not in first
            }
    return {before[old][1].number: after[new] for old, new in successors.items()}


def _most_similar(
    pool: Sequence[Example], target: SetFacts, facts: Sequence[SetFacts], chance: random.Random
) -> tuple[Example, ...]:
    order = {example.name: chance.random() for example in pool}
    scored = sorted(
        zip(pool, facts, strict=True), key=lambda pair: (-_similarity(target, pair[1]), order[pair[0].name])
    )
    return tuple(example for example, _ in scored[:MOST_EXAMPLES])


def _similarity(target: SetFacts, candidate: SetFacts) -> float:
    """Return the mean similarity of shapes and of knowledge, from 0 to 1, as far as the target has both."""
    parts = []
    if target.shape is not None:
        parts.append(0.0 if candidate.shape is None else _shape_similarity(target.shape, candidate.shape))
    if target.knowledge:
        target_points, candidate_points = _points(target.knowledge), _points(candidate.knowledge)
        parts.append(len(target_points & candidate_points) / len(target_points | candidate_points))
    return sum(parts) / len(parts) if parts else 0.0


def _shape_similarity(first: DataShape, second: DataShape) -> float:
    # Ten times the rows is another kind of data; ten more rows are not.
    parts = [1 / (1 + abs(math.log10((first.rows + 1) / (second.rows + 1))))]
    parts += [_ratio(first.tables, second.tables), _ratio(first.columns, second.columns)]
    if first.kinds and second.kinds:
        first_kinds, second_kinds = dict(first.kinds), dict(second.kinds)
        # Shares rather than counts, so that a narrow table can be like a wide one: a weighted Jaccard index.
        shares = [
            (first_kinds.get(kind, 0) / first.columns, second_kinds.get(kind, 0) / second.columns)
            for kind in first_kinds | second_kinds
        ]
        parts.append(sum(min(pair) for pair in shares) / sum(max(pair) for pair in shares))
    return sum(parts) / len(parts)


def _ratio(first: int, second: int) -> float:
    return min(first, second) / max(first, second) if max(first, second) else 1.0


def _most_diverse(pool: Sequence[Example], facts: Sequence[SetFacts], chance: random.Random) -> tuple[Example, ...]:
    """Take the set with the most points that none taken before asks for, again and again."""
    waiting = list(zip(pool, facts, strict=True))
    # `max` takes the first of equals, so the shuffled order is what decides ties.
    chance.shuffle(waiting)
    chosen: list[Example] = []
    covered: set[str] = set()
    while waiting and len(chosen) < MOST_EXAMPLES:
        best = max(waiting, key=lambda pair: len(_points(pair[1].knowledge) - covered))
        waiting.remove(best)
        covered |= _points(best[1].knowledge)
        chosen.append(best[0])
    return tuple(chosen)


def coverage(sets: Iterable[Provenance]) -> tuple[KnowledgeCount, ...]:
    """Count the problems that ask for each knowledge point, the most frequent first, ties by name.

    Points that mean the same are one, under the most frequent of their names.
    """
    counts: Counter[str] = Counter()
    names: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for problem in (problem for provenance in sets for problem in provenance.problems):
        spellings = {point: canonical_point(point) for point in _points(problem.knowledge) if point}
        # A set of points for each problem, because one that names a point twice counts once.
        counts.update(set(spellings.values()))
        for point, point_name in spellings.items():
            names[point_name][point] += 1
    frequencies = [
        (min(names[point_name].items(), key=lambda item: (-item[1], item[0]))[0], count)
        for point_name, count in counts.items()
    ]
    ordered = sorted(frequencies, key=lambda item: (-item[1], item[0]))
    return tuple(KnowledgeCount(knowledge=point, problems=count) for point, count in ordered)


def missing_points(covered: Sequence[KnowledgeCount], all_points: Sequence[str]) -> tuple[str, ...]:
    """Return those of `all_points` that no problem asks for, then those with less than half of the mean count.

    Words that name no skill, such as `cleaning`, are left out: nobody can plan a problem by them. Points that mean the
    same are one, under the first of their names in the order of the alphabet.
    """
    counts: Counter[str] = Counter()
    for point in covered:
        counts[canonical_point(point.knowledge)] += point.problems
    # Backwards, so that the first name of a point is the one that stays.
    names = {
        canonical_point(point): point for point in sorted(filter(names_skill, _points(all_points) - {""}), reverse=True)
    }
    # Points that no problem asks for count in the mean as well.
    mean = sum(counts.values()) / max(len(counts.keys() | names.keys()), 1)
    rare = [point for point in names if counts[point] < max(mean / 2, 1)]
    return tuple(names[point] for point in sorted(rare, key=lambda point: (counts[point], names[point])))


def _points(knowledge: Iterable[str]) -> set[str]:
    return {" ".join(point.casefold().split()) for point in knowledge}


def _cut(example: Example, limit: int) -> Example | None:
    """Return an example of at most so many tokens, whole or without its last problems; None where too few are left."""
    if estimate_tokens(example.text) <= limit:
        return example
    cells = parse(example.text).cells
    ends = [index + 1 for index, cell in enumerate(cells) if cell.problem is not None]
    for end in reversed(ends[FEWEST_SHOWN - 1 :]):
        text = "".join(cell.source for cell in cells[:end]).rstrip() + "\n"
        if estimate_tokens(text) <= limit:
            return Example(name=example.name, text=text)
    return None
