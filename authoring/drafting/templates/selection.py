"""Planning a set: which templates, in which order, so that it is varied, linked, and rises from easy to hard."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from authoring.drafting.measured_levels import SessionDepths, level_of
from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.filling import NOTHING_REHEARSED, FilledTemplate, RehearsedFillings, fill
from authoring.drafting.templates.format import ProblemTemplate
from authoring.drafting.templates.language import render_code
from authoring.drafting.templates.state import State
from authoring.records.draft import DraftWishes

_Member = TypeVar("_Member")
FEWEST_PROBLEMS, USUAL_PROBLEMS, MOST_PROBLEMS = 10, 13, 15
"""Problems of a set: below which it is short, up to which it is filled, and at most."""
SHARED = frozenset({"df", "tables"})
"""What nearly every template needs, and what therefore links none to another."""
# Shares of the levels in a set that rises.
_SHARES = {"easy": 0.3, "medium": 0.4, "hard": 0.3}
# What speaks for a template, in points of a common scale on which chance has up to 6.
_CHANCE, _NEW_STAGE, _SAME_STAGE, _THREAD, _GIVES = 6.0, 2.0, 10.0, 1.2, 0.2
_UNMET = 1.5
_PRESUMED = 9.0
_ABOUT, _RARE_LEVEL, _POINT, _USED_POINT = 5.0, 1.5, 3.0, 0.1
# Several problems of a kind tell agents apart, and one does not: what other sets began is welcome up to this share of
# the sets, and less and less beyond it, down to a limit; what no set has yet is less welcome.
_SHARE_OF_SETS, _BEGUN, _UNUSED, _USED_MUCH, _MOST_BEYOND = 1 / 5, 9.0, 15.0, 6.0, 10.0
# Fitting templates of a stage beyond which further ones do not make it more welcome.
_LARGE_STAGE = 4
# Uses in other sets beyond which a knowledge point is no less welcome.
_MOST_USES = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A template that fits the table, with what the planner weighs."""

    filled: FilledTemplate
    points: tuple[float, ...]
    """How hard each of its problems is."""

    @property
    def template(self) -> ProblemTemplate:
        """The template."""
        return self.filled.template

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each problem."""
        return tuple(map(level_of, self.points))


@dataclass(slots=True)
class Selection:
    """Chooses among templates for one beginning state; the same fields give the same choice."""

    templates: Sequence[ProblemTemplate]
    state: State
    random_seed: str
    """What chance depends on, beside the names of templates: where one is added or left out, others stay as likely."""
    title: str
    wishes: DraftWishes = DraftWishes()  # noqa: RUF009 - frozen
    rehearsed: RehearsedFillings = NOTHING_REHEARSED
    refused: list[tuple[ProblemTemplate, str]] = field(default_factory=list, init=False)
    """Templates that do not fit, and why."""

    def __post_init__(self) -> None:
        self.templates = in_order(self.templates)

    def walk(
        self, templates: Iterable[ProblemTemplate], *, sparing: bool = False
    ) -> tuple[list[Candidate], list[tuple[ProblemTemplate, str]]]:
        """Fill templates one after another; return those that fit and, with the reason, those that do not.

        Those of one set are filled `sparing`: none takes a column that enough others are about.
        """
        state, candidates, refused = self.state, [], []
        session = SessionDepths()
        for template in templates:
            seed = f"{self.random_seed}:{template.name}"
            result = fill(
                template, state, random_seed=seed, title=self.title, rehearsed=self.rehearsed, sparing=sparing
            )
            if isinstance(result, str):
                refused.append((template, result))
                continue
            points: list[float] = []
            for part in template.parts:
                code = render_code(part.code, result.context)
                points.append(session.points(code))
                session = session.after(code)
            candidates.append(Candidate(result, tuple(points)))
            state = result.after
        return candidates, refused

    def fitting(self, names: Collection[str]) -> list[Candidate]:
        """Return those of the named templates that fit, in the order of a set, behind all that others may build on."""
        templates = (
            template
            for template in self.templates
            if template.name in names or template.prepares or template.header.gives
        )
        return self.walk(candidate.template for candidate in rising(self.walk(templates)[0]))[0]

    def choose(self) -> list[Candidate]:
        """Return the set: about `USUAL_PROBLEMS` problems, fewer where fewer fit."""
        fitting, self.refused = self.walk(self.templates)
        by_name = {candidate.template.name: candidate for candidate in fitting}
        planner = _Planner(fitting, self.wishes, self.random_seed)
        chosen = self.filled_up([], planner, by_name, fitting, up_to=USUAL_PROBLEMS, sparing=True)
        if (without_idle := self.without_idle(chosen)) != chosen:
            planner.forget({entry.template.name for entry in chosen} - {entry.template.name for entry in without_idle})
            chosen = self.filled_up(without_idle, planner, by_name, fitting, up_to=USUAL_PROBLEMS, sparing=True)
        fewest = max(FEWEST_PROBLEMS, self.wishes.at_least or 0)
        if size(chosen) < fewest:
            # Better more about one column than a set that is short.
            planner.restart(chosen)
            chosen = self.filled_up(chosen, planner, by_name, fitting, up_to=fewest, sparing=False)
        return chosen

    def without_idle(self, chosen: list[Candidate]) -> list[Candidate]:
        """Return a set without problems that leave rows out because an amount is missing that no other is about."""
        about = Counter(name for candidate in chosen for name in columns_of(candidate))
        useful = [
            candidate
            for candidate in chosen
            if not candidate.template.header.effects.drop_rows_missing
            or any(about[name] > 1 for name in candidate.filled.columns)
        ]
        return chosen if len(useful) == len(chosen) else self.together(useful, (), (), sparing=False) or chosen

    def filled_up(
        self,
        chosen: list[Candidate],
        planner: "_Planner",
        by_name: Mapping[str, Candidate],
        fitting: Sequence[Candidate],
        *,
        up_to: int,
        sparing: bool,
    ) -> list[Candidate]:
        """Return a set with further templates, as long as it has fewer problems than it may and any is left."""
        while size(chosen) < up_to and (best := planner.best(chosen)) is not None:
            planner.left.remove(best)
            names = self.with_needs(best, chosen, fitting)
            together = [by_name[name] for name in names]
            if alike([candidate.template for candidate in together]):
                continue
            new = [by_name[name] for name in self.with_needs(best, (), fitting)]
            tried = self.together(together, new, fitting, sparing=sparing)
            if tried and size(tried) <= MOST_PROBLEMS:
                chosen = tried
                names = frozenset(candidate.template.name for candidate in chosen)
                planner.left = [candidate for candidate in planner.left if candidate.template.name not in names]
        return chosen

    def together(
        self, candidates: Sequence[Candidate], new: Sequence[Candidate], fitting: Sequence[Candidate], *, sparing: bool
    ) -> list[Candidate]:
        """Fill templates anew, with one that prepares the table where they fit only then; nothing if they never do.

        Args:
            candidates: all of them.
            new: those that are not chosen yet.
            fitting: the templates that fit the table, one after the other.
            sparing: whether no column is taken that enough of them are about.
        """
        # All are filled anew: a template that comes between others changes the table for those behind it.
        tried, refused = self.walk((entry.template for entry in rising(candidates)), sparing=sparing)
        if not refused:
            return tried
        for preparing in fitting:
            if preparing in candidates or not (preparing.template.prepares and preparing.template.changes_table):
                continue
            # Tried with few templates first, because each takes a search through the columns.
            for members in ([*(entry for entry in new if entry != preparing), preparing], [*candidates, preparing]):
                tried, refused = self.walk((entry.template for entry in rising(members)), sparing=sparing)
                if refused:
                    break
            else:
                if not alike([entry.template for entry in members]):
                    return tried
        return []

    def with_needs(self, best: Candidate, chosen: Sequence[Candidate], fitting: Sequence[Candidate]) -> frozenset[str]:
        """Return the names of the chosen templates, of this one, and of those that make what it needs."""
        required, present = [best.template], [candidate.template for candidate in chosen]
        # The list grows while it is walked: what makes an output may need others itself.
        for needing in required:
            for output in needing.header.needs:
                if not any(output in template.header.gives for template in (*present, *required)):
                    givers = (entry.template for entry in fitting if output in entry.template.header.gives)
                    required += list(givers)[:1]
        return frozenset(template.name for template in (*present, *required))


@dataclass(slots=True)
class _Planner:
    """Weighs the templates that are left against those that were chosen."""

    fitting: Sequence[Candidate]
    wishes: DraftWishes
    random_seed: str
    left: list[Candidate] = field(init=False)
    chances: Mapping[str, float] = field(init=False)
    carried: Mapping[str, int] = field(init=False)
    """How many of the fitting problems are about a knowledge point: what this seed can carry."""
    carried_stages: Mapping[str, int] = field(init=False)
    """The same of stages; one that has many templates does not crowd out the others."""

    def __post_init__(self) -> None:
        names = [candidate.template.name for candidate in self.fitting]
        self.chances = {name: _CHANCE * Random(f"{self.random_seed}:{name}").random() for name in names}  # noqa: S311 - a choice, no secret
        self.carried = Counter(point for entry in self.fitting for point in entry.template.header.knowledge)
        stages = Counter(entry.template.header.stage for entry in self.fitting)
        self.carried_stages = {stage: min(count, _LARGE_STAGE) for stage, count in stages.items()}
        self.left = [candidate for candidate in self.fitting if self.is_wanted(candidate)]

    def restart(self, chosen: Sequence[Candidate]) -> None:
        """Weigh all again that fit and were not chosen."""
        names = {candidate.template.name for candidate in chosen}
        self.left = [entry for entry in self.fitting if entry.template.name not in names and self.is_wanted(entry)]

    def forget(self, names: Collection[str]) -> None:
        """Choose none of these templates any more."""
        self.left = [entry for entry in self.left if entry.template.name not in names]
        self.fitting = [entry for entry in self.fitting if entry.template.name not in names]

    def is_wanted(self, candidate: Candidate) -> bool:
        """Return whether a template is of the levels and knowledge points that somebody chose."""
        header = candidate.template.header
        if header.always:
            return True
        levels, points = self.wishes.levels, self.wishes.points
        has_level = not levels or any(level in levels for level in candidate.levels)
        return has_level and (not points or not set(points).isdisjoint(header.knowledge))

    def best(self, chosen: Sequence[Candidate]) -> Candidate | None:
        """Return what the set lacks most; None where nothing is left that it has to have."""
        return max(self.left, key=lambda candidate: self.weight(candidate, chosen), default=None)

    def weight(self, candidate: Candidate, chosen: Sequence[Candidate]) -> float:
        """Return what speaks for a template as the next one."""
        header = candidate.template.header
        if header.always:
            return 100.0
        stages = Counter(entry.template.header.stage for entry in chosen)
        outputs = {name for entry in chosen for name in entry.template.header.gives}
        needs = set(header.needs) - SHARED
        weight = self.chances[candidate.template.name]
        weight += _NEW_STAGE if not stages[header.stage] else 0
        weight -= _SAME_STAGE * stages[header.stage] / self.carried_stages[header.stage]
        # What needs another template first comes by its own weight, and not because its stage is rare.
        weight += (_THREAD if needs <= outputs else -_UNMET) if needs else 0
        weight += _GIVES if header.gives else 0
        weight -= _PRESUMED if header.presumes else 0
        weight += _ABOUT if set(self.wishes.about) & set(columns_of(candidate)) else 0
        return weight + self.by_level(candidate, chosen) - self.repetition(candidate, chosen)

    def by_level(self, candidate: Candidate, chosen: Sequence[Candidate]) -> float:
        """Return what speaks for a template's levels: those that the set has too few of."""
        counts = Counter(level for entry in chosen for level in entry.levels)
        total = max(sum(counts.values()), 1)
        lacking = [_SHARES[level] - counts[level] / total for level in candidate.levels]
        return _RARE_LEVEL * 2 * sum(lacking) / len(lacking)

    def repetition(self, candidate: Candidate, chosen: Sequence[Candidate]) -> float:
        """Return what speaks against a template: its knowledge points in this set, and its use in other sets."""
        points = candidate.template.header.knowledge
        counts = Counter(point for entry in chosen for point in entry.template.header.knowledge)
        here = sum(counts[point] / self.carried[point] for point in points) / len(points)
        elsewhere = dict(self.wishes.used_points)
        taught = sum(min(elsewhere.get(point, 0), _MOST_USES) for point in points) / len(points)
        return _POINT * here + _USED_POINT * taught + self.use_elsewhere(candidate.template.name)

    def use_elsewhere(self, name: str) -> float:
        """Return what speaks against a template for its use in the other sets of the benchmark."""
        templates = dict(self.wishes.used_templates)
        uses = templates.get(name, 0)
        # The opening stands in every set, so that its uses tell how many there are.
        beyond = uses - _SHARE_OF_SETS * max(templates.values(), default=0)
        if beyond <= 0:
            return -_BEGUN if uses else _UNUSED
        return _USED_MUCH * min(beyond, _MOST_BEYOND)


def columns_of(candidate: Candidate) -> tuple[str, ...]:
    """Return the columns that a filled template is about, those included that it takes over from another one."""
    context, header = candidate.filled.context, candidate.template.header
    further = [value for name in header.needs for value in context[name].values() if isinstance(value, Column)]
    return (*candidate.filled.columns, *(column.name for column in further))


def rising(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Sort as a set: what prepares the table in the order of its stages, the rest from easy to hard.

    None comes before one that makes what it needs.
    """

    def place(candidate: Candidate) -> tuple[int, float, tuple[int, str]]:
        template = candidate.template
        # Problems that prepare the table find it as the stage before left it.
        return (0, 0, template.order) if template.prepares else (1, candidate.points[0], template.order)

    return _after_needs(sorted(candidates, key=place), lambda candidate: candidate.template)


def in_order(templates: Iterable[ProblemTemplate]) -> list[ProblemTemplate]:
    """Sort by stage and name, but never put a template before one that makes what it needs."""
    return _after_needs(sorted(templates, key=lambda template: template.order), lambda template: template)


def _after_needs(waiting: list[_Member], template_of: Callable[[_Member], ProblemTemplate]) -> list[_Member]:
    ordered: list[_Member] = []
    while waiting:
        unmade = Counter(output for member in waiting for output in template_of(member).header.gives)
        # A circle of needs cannot be ordered; its first template then simply does not fit.
        ready = (member for member in waiting if not unmade.keys() & set(template_of(member).header.needs))
        following = next(ready, waiting[0])
        waiting.remove(following)
        ordered.append(following)
    return ordered


def alike(templates: Sequence[ProblemTemplate]) -> bool:
    """Return whether two of the templates must not stand in one set."""
    names = {template.name for template in templates}
    families = Counter(template.header.family for template in templates if template.header.family)
    return any(names & set(template.header.unlike) for template in templates) or max(families.values(), default=0) > 1


def size(candidates: Iterable[Candidate]) -> int:
    """Return the number of problems."""
    return sum(len(candidate.template.parts) for candidate in candidates)
