"""What the models of an evaluation would cost, before one is asked."""

from dataclasses import replace

from authoring import dseal
from authoring.api.evaluation import EvaluationRequest, opened_benchmark
from authoring.api.evaluation.solvers import asks_model, estimate_answers
from authoring.api.workspaces import open_workspace
from authoring.errors import UsageError
from authoring.llm.estimate import Estimate
from authoring.workspace.read_lock import ReadLocks


def estimate_evaluation(request: EvaluationRequest) -> Estimate:
    """Return calls, tokens and money of an evaluation in which a model answers; nothing is asked and nothing runs.

    Raises:
        UsageError: no model answers, or the arguments do not fit together.
        BenchmarkError: there is no such benchmark, or it is not what was admitted or exported.
    """
    if not asks_model(request.solver) or request.submissions is not None:
        raise UsageError(
            "only the answers of a model cost anything: there is nothing to estimate",
            hint="name a solver that asks one, as in --solver model:gpt-5.6-mini",
        )
    with ReadLocks() as locks:
        benchmark = opened_benchmark(request, locks)[0].benchmark
    chosen = tuple(item for item in benchmark.sets if not request.sets or item.name in request.sets)
    return estimate_answers(
        request.solver or "",
        benchmark.model_copy(update={"sets": chosen}),
        open_workspace(request.workspace),
        request.asking,
        samples=request.options.samples,
        attempts=request.max_attempts or 1,
    )


def estimate_models(request: EvaluationRequest) -> tuple[Estimate, ...]:
    """Return what solver and judge of an evaluation would take of their models, if every answer were wrong and open.

    Raises:
        UsageError: there is no judge, or what `estimate_evaluation` raises.
        BenchmarkError: as above.
    """
    if request.judge is None:
        return (estimate_evaluation(request),)
    from authoring.api.evaluation.error_modes import estimate_judge  # noqa: PLC0415 - few evaluations have a judge

    with ReadLocks() as locks:
        benchmark = opened_benchmark(request, locks)[0].benchmark
    chosen = [item for item in benchmark.sets if not request.sets or item.name in request.sets]
    answers = request.options.samples * sum(len(dseal.parse(item.text).problems) for item in chosen)
    access = replace(request.asking.access, model=request.judge)
    judging = estimate_judge(benchmark, open_workspace(request.workspace), access, answers=answers)
    is_asking = asks_model(request.solver) and request.submissions is None
    return (estimate_evaluation(request), judging) if is_asking else (judging,)
