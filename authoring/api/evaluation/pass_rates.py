"""How often solvers are right over all problems of a pilot or a benchmark, with intervals."""

from collections.abc import Mapping

from authoring.evaluation.clustered_rates import ProblemKey, pass_rates, rate_of_problems
from authoring.records.pilot import AnswerOutcome, PilotRecord
from authoring.records.pilot.item import ItemStatistics
from authoring.records.results import PassAt, RateEstimate


def passes_of_items(items: Mapping[ProblemKey, ItemStatistics]) -> tuple[PassAt, ...]:
    """Return pass@k over problems, of all solvers and samples together, for each k."""
    return pass_rates((key, {entry.k: entry.rate for entry in item.pass_at}) for key, item in items.items())


def passes_of_pilot(record: PilotRecord) -> tuple[PassAt, ...]:
    """Return pass@k over the problems of a pilot, as above."""
    return passes_of_items({(record.name, number): item for number, item in record.items.items()})


def rate_of_solver(record: PilotRecord, solver: str) -> RateEstimate | None:
    """Return the share of right answers of one solver of a pilot, with its interval; None where it gave none."""
    return rate_of_problems(
        ((record.name, problem.number), float(answer.outcome is AnswerOutcome.RIGHT))
        for problem in record.problems
        for answer in problem.answers
        if answer.solver == solver
    )
