"""Choosing the templates of a set: as many stages as possible, in order, each with the templates that it depends on."""

from collections.abc import Iterable, Sequence
from random import Random

from authoring.drafting.templates.filling import FilledTemplate, fill
from authoring.drafting.templates.format import ProblemTemplate
from authoring.drafting.templates.header import STAGES
from authoring.drafting.templates.state import State

FEWEST_PROBLEMS, MOST_PROBLEMS = 10, 15
"""Problems of a set."""
# How much nearer the front a template that links problems is drawn; 1 would be no nearer.
_LINKED = 0.5


class Selection:
    """Chooses among templates for one beginning state; the same arguments give the same choice."""

    def __init__(self, templates: Sequence[ProblemTemplate], state: State, *, random_seed: int, title: str) -> None:
        self.templates = in_order(templates)
        self.state = state
        self.random_seed = random_seed
        self.title = title

    def walk(
        self, templates: Iterable[ProblemTemplate]
    ) -> tuple[list[FilledTemplate], list[tuple[ProblemTemplate, str]]]:
        """Fill templates one after another; return those that fit and, with the reason, those that do not."""
        state, filled, refused = self.state, [], []
        for template in templates:
            seed = f"{self.random_seed}:{template.name}"
            result = fill(template, state, random_seed=seed, title=self.title)
            if isinstance(result, str):
                refused.append((template, result))
            else:
                state = result.after
                filled.append(result)
        return filled, refused

    def choose(self) -> list[FilledTemplate]:
        """Return the set: at most `MOST_PROBLEMS` problems, as many as fit if there are fewer than `FEWEST_PROBLEMS`."""
        fitting = [filled.template for filled in self.walk(self.templates)[0]]
        chosen: list[ProblemTemplate] = []
        best: list[FilledTemplate] = []
        for template in self.by_priority(fitting):
            if template in chosen:
                continue
            tried = self.with_needs(template, chosen, fitting)
            if alike(tried):
                continue
            # All are filled anew: a template that comes between others changes the table for those behind it.
            filled, refused = self.walk(tried)
            if not refused and size(filled) <= MOST_PROBLEMS:
                chosen, best = tried, filled
        return best

    def by_priority(self, templates: Sequence[ProblemTemplate]) -> list[ProblemTemplate]:
        """Return templates in random order, but one of each stage before a second of any."""
        rng = Random(self.random_seed)  # noqa: S311 - a choice, no secret
        # Those that link problems come early more often, so that most sets are a chain.
        shuffled = sorted(templates, key=lambda template: rng.random() * (_LINKED if template.links else 1))
        stages = rng.sample(STAGES, len(STAGES))
        counts = dict.fromkeys(stages, 0)
        ranked = []
        for template in shuffled:
            stage = template.header.stage
            ranked.append((not template.header.always, counts[stage], stages.index(stage), template))
            counts[stage] += 1
        ranked.sort(key=lambda item: item[:3])
        return [template for *_, template in ranked]

    def with_needs(
        self, template: ProblemTemplate, chosen: Sequence[ProblemTemplate], fitting: Sequence[ProblemTemplate]
    ) -> list[ProblemTemplate]:
        """Return the chosen templates, this one, and those that make what it needs, in the order of a set."""
        required = [template]
        # The list grows while it is walked: what makes an output may need others itself.
        for needing in required:
            for output in needing.header.needs:
                if not any(output in candidate.header.gives for candidate in (*chosen, *required)):
                    required += [candidate for candidate in fitting if output in candidate.header.gives][:1]
        names = {needing.name for needing in (*chosen, *required)}
        return [needing for needing in self.templates if needing.name in names]


def in_order(templates: Iterable[ProblemTemplate]) -> list[ProblemTemplate]:
    """Sort by stage, level and name, but never put a template before one that makes what it needs."""
    waiting = sorted(templates, key=lambda template: template.order)
    ordered: list[ProblemTemplate] = []
    while waiting:
        unmade = {output for template in waiting for output in template.header.gives}
        # A circle of needs cannot be ordered; its first template then simply does not fit.
        following = next((template for template in waiting if not unmade & set(template.header.needs)), waiting[0])
        waiting.remove(following)
        ordered.append(following)
    return ordered


def alike(templates: Sequence[ProblemTemplate]) -> bool:
    """Return whether two of the templates must not stand in one set."""
    names = {template.name for template in templates}
    return any(names & set(template.header.unlike) for template in templates)


def size(filled: Iterable[FilledTemplate]) -> int:
    """Return the number of problems."""
    return sum(len(filling.template.parts) for filling in filled)
