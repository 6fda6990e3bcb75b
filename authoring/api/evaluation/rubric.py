"""Has a model judge the problems of a set by the rubric, and holds its verdicts against people's decisions."""

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from authoring.api.executors.threads import StoppedError, run_all_or_none
from authoring.api.models import ModelAccess, ModelPool, price_table
from authoring.api.runs.history import read_each_run
from authoring.api.workspaces import open_workspace
from authoring.drafting.replies.json_reply import read_json
from authoring.dseal.model import Cell, Problem
from authoring.dseal.parse import parse
from authoring.evaluation.judges.rubric import (
    Criterion,
    judge_problem,
    read_criteria,
    rubric_agreement,
    schema_of,
    values_of,
)
from authoring.evaluation.judges.text_judge import TRIES, TextJudge
from authoring.llm.estimate import Estimate, estimate, planned_calls
from authoring.llm.models.registry import LazyModel, open_model
from authoring.records.base import Sha256, sha256_of
from authoring.records.model_config import ModelChoice
from authoring.records.pilot.rubric import RubricAgreement, RubricRecord, RubricVerdict
from authoring.records.progress import Reporter, reporting
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_guide, read_judge_prompt
from authoring.workspace.journal import read_decisions
from authoring.workspace.pilots import read_rubrics, write_rubric

if TYPE_CHECKING:
    from authoring.records.decision import Decision

PAGE = "rubric"
USUAL_VERDICT = (30, 90)
"""Tokens of one verdict, few and many; a reply holds one for each criterion."""


def judge_rubric(
    name: str,
    text: str,
    workspace: Workspace,
    config: ModelChoice,
    *,
    pool: ModelPool,
    jobs: int,
    reporter: Reporter,
) -> RubricRecord:
    """Have a model judge each problem of a text by guides/rubric.md, and keep what it says.

    Raises:
        UsageError: the guide holds no rubric.
        WorkspaceError: the guide or the page is missing.
        BudgetError: a call would have exceeded the budget; what was judged is in the ledger.
        CallError: the model does not take the key.
    """
    criteria = _criteria(workspace)
    problems = parse(text).problems
    stopped, lock, verdicts = threading.Event(), threading.Lock(), dict[int, tuple[RubricVerdict, ...]]()
    with reporting(reporter, "judging by the rubric") as progress:
        judge = TextJudge(pool.required_model(config), read_judge_prompt(workspace.root, PAGE), read_json)

        def work(item: tuple[Cell, Problem]) -> None:
            if stopped.is_set():
                raise StoppedError
            cell, problem = item
            judged = judge_problem(name, cell, problem, criteria, judge)
            with lock:
                verdicts[problem.number] = judged
                progress(len(verdicts), len(problems))

        run_all_or_none(problems, work, jobs=jobs, stopped=stopped)
    record = RubricRecord(
        name=name,
        draft=sha256_of(text),
        time=datetime.now(UTC).replace(microsecond=0),
        model=config.name,
        criteria=tuple(criterion.name for criterion in criteria),
        verdicts=tuple(verdict for number in sorted(verdicts) for verdict in verdicts[number]),
    )
    write_rubric(workspace.root, record)
    return record


def _criteria(workspace: Workspace) -> tuple[Criterion, ...]:
    return read_criteria(read_guide(workspace.root, PAGE))


def estimate_rubric(text: str, workspace: Workspace, access: ModelAccess, model: str) -> Estimate:
    """Return what judging a text by the rubric would cost; nothing is asked.

    Raises:
        UsageError: the guide holds no rubric.
        WorkspaceError: the guide or the page is missing.
    """
    criteria = _criteria(workspace)
    chosen = ModelAccess(model=model, base_url=access.base_url, budget=access.budget)
    config = chosen.required_config(workspace)
    judge = TextJudge(
        LazyModel(config, lambda: open_model(config, key=None)), read_judge_prompt(workspace.root, PAGE), read_json
    )
    low, high = USUAL_VERDICT
    calls = [
        planned_calls(
            judge.request("set", schema_of(criteria), values_of(cell, problem, criteria)),
            maximum=TRIES,
            usual=(low * len(criteria), high * len(criteria)),
        )
        for cell, problem in parse(text).problems
    ]
    return estimate(calls, model=config.name, prices=price_table(workspace))


def report_rubric(*, workspace: Path | None = None) -> RubricAgreement:
    """Return how far the rubric's verdicts agree with what people decided about the very same texts.

    Raises:
        WorkspaceError: what was judged cannot be read.
    """
    enclosing = open_workspace(workspace)
    decisions: dict[Sha256, list[Decision]] = {}
    troubles: list[str] = []
    for of_run in read_each_run(enclosing, lambda run: read_decisions(run.path), troubles):
        for decision in of_run:
            decisions.setdefault(decision.draft, []).append(decision)
    return rubric_agreement(read_rubrics(enclosing.root), decisions)
