"""Planned problems that the reply of a model does not hold: a finding names them, and a repair asks for them again."""

from collections.abc import Collection, Iterator, Sequence

from authoring.drafting.codes import LEFT_OUT
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.llm.prompt import cut, make_visible
from authoring.records.draft import Draft, LeftOutProblem, ProblemOrigin
from authoring.records.sketch import PlannedProblem

MOST_TASK = 200
"""Characters of a task that a finding shows."""
_HINT = "write it in a review, or let it be where the set is whole without it"


def left_out_problems(
    planned: Sequence[PlannedProblem], plans: Sequence[PlannedProblem | None], *, model: str
) -> tuple[LeftOutProblem, ...]:
    """Return the planned problems that are behind none of the written ones, whose plans are given in their order."""
    left_out: list[LeftOutProblem] = []
    last = unplanned = 0
    for follows, plan in enumerate((*plans, None)):
        is_end = follows == len(plans)
        if plan is None and not is_end:
            unplanned += 1
            continue
        number = len(planned) + 1 if plan is None else planned.index(plan) + 1
        # A written problem that resembles no plan may be the one planned in its place, in other words.
        gap = range(last + 1, number)[unplanned:]
        left_out += [_left_out(absent, planned[absent - 1], follows, model) for absent in gap]
        last, unplanned = number, 0
    return tuple(left_out)


def _left_out(number: int, plan: PlannedProblem, follows: int, model: str) -> LeftOutProblem:
    origin = ProblemOrigin(origin=f"model:{model}", knowledge=plan.knowledge, level=plan.level)
    return LeftOutProblem(
        number=number, follows=follows, task=plan.task, needs=plan.needs, gives=plan.gives, origin=origin
    )


def left_out_findings(draft: Draft) -> Iterator[Diagnostic]:
    """Yield what the plan of a draft has and its text has not, at the cells behind which that belongs."""
    if not draft.left_out:
        return
    problemset = parse(draft.text)
    for problem in draft.left_out:
        task = cut(make_visible(problem.task, lines=False), MOST_TASK).removesuffix(".")
        message = f"problem {problem.number} of the plan was not written: {task}"
        place = place_of(problem, problemset)
        yield LEFT_OUT.diagnostic(message, hint=_HINT, line=problemset.cells[place].span.line if place >= 0 else 1)


def place_of(problem: LeftOutProblem, problemset: ProblemSet) -> int:
    """Return the index of the cell behind which a planned problem belongs; -1 where it belongs before all cells."""
    places = [index for index, cell in enumerate(problemset.cells) if cell.problem is not None]
    if problem.follows > 0:
        return places[min(problem.follows, len(places)) - 1] if places else len(problemset.cells) - 1
    # Imports and conventions stand above the first problem, and are needed there.
    return (places[0] if places else len(problemset.cells)) - 1


def numbered(left_out: Sequence[LeftOutProblem], cell_numbers: Collection[int]) -> dict[int, LeftOutProblem]:
    """Return planned problems by the numbers by which prompts refer to them: beyond those that cells have."""
    return dict(enumerate(left_out, max(cell_numbers, default=0) + 1))


def still_left_out(left_out: Sequence[LeftOutProblem], written: Sequence[LeftOutProblem]) -> tuple[LeftOutProblem, ...]:
    """Return planned problems without those that were written since, at the places that they have beside these."""
    return tuple(
        problem.model_copy(
            update={"follows": problem.follows + sum(earlier.number < problem.number for earlier in written)}
        )
        for problem in left_out
        if problem not in written
    )


def plan_of(problem: LeftOutProblem) -> PlannedProblem:
    """Return the problem as the plan had it."""
    origin = problem.origin
    return PlannedProblem(
        task=problem.task,
        knowledge=origin.knowledge,
        level=origin.level or "medium",
        needs=problem.needs,
        gives=problem.gives,
    )
