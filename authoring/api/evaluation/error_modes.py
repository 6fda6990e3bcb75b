"""Why answers are wrong: by rules, and by a model where these leave it open."""

import threading

from authoring.api.evaluation.spending import new_spending
from authoring.api.executors.threads import StoppedError, run_all_or_none
from authoring.api.models import ModelAccess, open_model_pool, price_table
from authoring.drafting.replies.json_reply import read_json
from authoring.evaluation.error_modes import ruled
from authoring.evaluation.judges.error_mode_judge import SCHEMA, judge_error_mode
from authoring.evaluation.judges.text_judge import TRIES, TextJudge
from authoring.evaluation.metrics import counted_answers
from authoring.llm.budget import Budget
from authoring.llm.estimate import Estimate, estimate, planned_calls
from authoring.llm.models.registry import LazyModel, open_model
from authoring.llm.prompt import fenced
from authoring.records.progress import Reporter, reporting
from authoring.records.results import Benchmark, Evaluation, ProblemResult
from authoring.records.solvers.error_modes import JudgedModes
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_judge_prompt

PAGE = "error_mode"
USUAL_CODE = "result = table.groupby('name')['value'].mean()\n" * 8


def judge_modes(
    evaluation: Evaluation,
    workspace: Workspace,
    access: ModelAccess,
    *,
    budget: Budget | None,
    jobs: int,
    reporter: Reporter,
) -> JudgedModes:
    """Return why answers are wrong; a model is asked about those that the rules leave open, and has to quote them.

    Raises:
        UsageError: no model is named.
        WorkspaceError: its page is missing, or the ledger cannot be read.
        BudgetError: a call would have exceeded the budget; verdicts that came are in the ledger.
        CallError: the model does not take the key.
    """
    config = access.required_config(workspace)
    page = read_judge_prompt(workspace.root, PAGE)
    answers = [problem for problem in counted_answers(evaluation) if problem.attempts]
    rulings = [ruled(problem, problem.attempts[-1]) for problem in answers]
    verdicts = {position: ruling for position, ruling in enumerate(rulings) if ruling is not None}
    open_ones = [(position, answers[position]) for position, verdict in verdicts.items() if verdict.is_open]
    stopped, count = threading.Event(), 0
    with (
        open_model_pool(workspace, access, budget=budget, reporter=reporter) as pool,
        reporting(reporter, "judging wrong answers") as progress,
    ):
        judge = TextJudge(pool.required_model(config), page, read_json)
        lock = threading.Lock()

        def work(item: tuple[int, ProblemResult]) -> None:
            nonlocal count
            if stopped.is_set():
                raise StoppedError
            position, problem = item
            verdict = judge_error_mode(verdicts[position], problem, problem.attempts[-1], judge)
            with lock:
                verdicts[position] = verdict
                count += 1
                progress(count, len(open_ones))

        run_all_or_none(open_ones, work, jobs=jobs, stopped=stopped)
        calls, amount = new_spending(workspace, [pool.ledger], "judge")
    ordered = tuple(verdicts[position] for position in sorted(verdicts))
    return JudgedModes(model=config.name, verdicts=ordered, new_calls=calls, new_amount=amount)


def estimate_judge(benchmark: Benchmark, workspace: Workspace, access: ModelAccess, *, answers: int) -> Estimate:
    """Return what judging so many wrong answers would cost at most; nothing is asked.

    Raises:
        UsageError: no model is named.
    """
    config = access.required_config(workspace)
    model = LazyModel(config, lambda: open_model(config, key=None))
    judge = TextJudge(model, read_judge_prompt(workspace.root, PAGE), read_json)
    values = {name: fenced(name, USUAL_CODE) for name in ("question", "reply", "output", "finding")}
    request = judge.request(benchmark.name, SCHEMA, values)
    calls = planned_calls(request, minimum=0, maximum=answers * TRIES)
    return estimate([calls], model=config.name, prices=price_table(workspace))
