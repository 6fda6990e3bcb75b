"""Choosing the templates of a set: as many stages as possible, in order, with what later problems need."""

from collections.abc import Iterable, Sequence
from random import Random

from authoring.drafting.templates.filling import Filled, fill
from authoring.drafting.templates.format import ProblemTemplate
from authoring.drafting.templates.header import STAGES
from authoring.drafting.templates.state import State

FEWEST, MOST = 10, 15
"""Problems of a set."""
_LINKED = 0.5
"""How much nearer the front a template that links problems is drawn; 1 would be no nearer."""


class Selection:
    """Chooses among templates for one beginning state; the same arguments give the same choice."""

    def __init__(self, templates: Sequence[ProblemTemplate], state: State, *, random_seed: int, title: str) -> None:
        self.templates = in_order(templates)
        self.state = state
        self.random_seed = random_seed
        self.title = title

    def walk(self, templates: Iterable[ProblemTemplate]) -> tuple[list[Filled], list[tuple[ProblemTemplate, str]]]:
        """Fill templates one after another; return those that fit and, with the reason, those that do not."""
        state, filled, refused = self.state, [], []
        for template in templates:
            seed = f"{self.random_seed}:{template.name}"
            found = fill(template, state, random_seed=seed, title=self.title)
            if isinstance(found, str):
                refused.append((template, found))
            else:
                state = found.after
                filled.append(found)
        return filled, refused

    def choose(self) -> list[Filled]:
        """Return the set: at most `MOST` problems, as many as fit if there are fewer than `FEWEST`."""
        fitting = [filled.template for filled in self.walk(self.templates)[0]]
        chosen: list[ProblemTemplate] = []
        best: list[Filled] = []
        for template in self.by_priority(fitting):
            if template in chosen:
                continue
            tried = self.with_needs(template, chosen, fitting)
            if alike(tried):
                continue
            filled, refused = self.walk(tried)
            if not refused and size(filled) <= MOST:
                chosen, best = tried, filled
        return best

    def by_priority(self, templates: Sequence[ProblemTemplate]) -> list[ProblemTemplate]:
        """Return templates in random order, but one of each stage before a second of any.

        Those that link problems come early more often, so that most sets are a chain.
        """
        rng = Random(self.random_seed)  # noqa: S311 - a choice, no secret
        shuffled = sorted(templates, key=lambda template: rng.random() * (_LINKED if template.links else 1))
        stages = rng.sample(STAGES, len(STAGES))
        seen = dict.fromkeys(stages, 0)
        ranked = []
        for template in shuffled:
            stage = template.header.stage
            ranked.append((not template.header.always, seen[stage], stages.index(stage), template))
            seen[stage] += 1
        ranked.sort(key=lambda item: item[:3])
        return [template for *_, template in ranked]

    def with_needs(
        self, template: ProblemTemplate, chosen: Sequence[ProblemTemplate], fitting: Sequence[ProblemTemplate]
    ) -> list[ProblemTemplate]:
        """Return the chosen templates, this one, and those that make what it needs, in the order of a set."""
        wanted = [template]
        for one in wanted:
            for need in one.header.needs:
                if not any(need in other.header.gives for other in (*chosen, *wanted)):
                    wanted += [other for other in fitting if need in other.header.gives][:1]
        names = {one.name for one in (*chosen, *wanted)}
        return [one for one in self.templates if one.name in names]


def in_order(templates: Iterable[ProblemTemplate]) -> list[ProblemTemplate]:
    """Sort by stage, level and name, but never put a template before one that makes what it needs."""
    waiting = sorted(templates, key=lambda template: template.order)
    ordered: list[ProblemTemplate] = []
    while waiting:
        unmade = {thing for template in waiting for thing in template.header.gives}
        # A circle of needs cannot be ordered; its first template then simply does not fit.
        following = next((one for one in waiting if not unmade & set(one.header.needs)), waiting[0])
        waiting.remove(following)
        ordered.append(following)
    return ordered


def alike(templates: Sequence[ProblemTemplate]) -> bool:
    """Return whether two of the templates must not stand in one set."""
    names = {template.name for template in templates}
    return any(names & set(template.header.unlike) for template in templates)


def size(filled: Iterable[Filled]) -> int:
    """Return the number of problems."""
    return sum(len(one.template.parts) for one in filled)
