"""DSEval's file of results, one JSON object a line."""

import json
from collections.abc import Iterable

from pydantic import JsonValue

from authoring.records.evidence import Judgement
from authoring.records.results import Attempt, Evaluation, ProblemResult

COMBINED = frozenset({"and", "or", "namespace_check"})
"""What has a list of results as its reason, even an empty one."""


def lines(evaluation: Evaluation) -> str:
    """Return one line per judged attempt, with the keys of DSEval's `EvaluationDetail`, in the benchmark's order."""
    return _written(
        _detail(evaluation, problem, attempt)
        for found in evaluation.sets
        for problem in found.problems
        for attempt in problem.attempts
    )


def validation(judgement: Judgement) -> dict[str, JsonValue]:
    """Return a judgement as DSEval's result tree: correct, category, variable where it is about one, reason."""
    tree: dict[str, JsonValue] = {"correct": judgement.correct, "category": judgement.category}
    if judgement.subject:
        tree["variable"] = judgement.subject
    combined = judgement.parts or (judgement.category in COMBINED and not judgement.reason)
    tree["reason"] = [validation(part) for part in judgement.parts] if combined else judgement.reason
    return tree


def _detail(evaluation: Evaluation, problem: ProblemResult, attempt: Attempt) -> dict[str, JsonValue]:
    submission = attempt.submission
    return {
        "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        "problemset": problem.problemset,
        "index": problem.index,
        "attempt": submission.attempt,
        "verdict": attempt.verdict.value,
        "subverdict": attempt.subverdict.value,
        "extended_verdict": attempt.reason,
        "question": problem.question,
        "agent_exception": submission.agent_exception,
        "validation": validation(attempt.judgement),
        "code": submission.code,
        "agent_stats": submission.agent_stats,
    }


def _written(objects: Iterable[dict[str, JsonValue]]) -> str:
    return "".join(json.dumps(each) + "\n" for each in objects)
