"""Why a verdict of ours is not the published one: each pair that differs is judged again, with one thing changed.

What is changed when the pair comes out otherwise is its cause, and nothing else is called one.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from authoring.records.results import BenchmarkSet
from authoring.sandbox.client.local import LocalSandbox
from bench.dseval.checkout import Answers, Part
from bench.dseval.compare import TIMEOUT, Disagreement, agreement
from bench.dseval.events import Judged, Key, Word
from bench.dseval.ours import judge_by_us

MORE_TIME = 20
"""How many times its limit an answer gets that was late."""
STABLE_SORTS = """# %%
def _sort_stably():
    import functools
    import pandas
    def stable(method):
        @functools.wraps(method)
        def sort(*arguments, **options):
            options["kind"] = "stable"
            return method(*arguments, **options)
        return sort
    for owner in (pandas.DataFrame, pandas.Series):
        for name in ("sort_values", "sort_index"):
            setattr(owner, name, stable(getattr(owner, name)))
_sort_stably()
del _sort_stably

"""
"""A cell after which pandas leaves ties in the order in which they stand. By itself it leaves that to numpy, which
sorts by other instructions on other processors; `nlargest` always takes the first of them."""
_MAX_TIME = re.compile(r"^(\s*max_time:\s*)([\d.]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Trial:
    """One way of judging a pair again."""

    name: str
    cause: str
    """What is the cause where the pair comes out otherwise."""
    changed: Callable[[BenchmarkSet], BenchmarkSet]
    concerns: Callable[[Word], bool]
    """Whether it can be the cause of a verdict of ours."""
    time_factor: float = 1.0
    """How many times the time of problems that set none an answer gets."""


def _with_stable_sorts(problemset: BenchmarkSet) -> BenchmarkSet:
    return problemset.model_copy(update={"text": STABLE_SORTS + problemset.text})


def _with_more_time(problemset: BenchmarkSet) -> BenchmarkSet:
    text = _MAX_TIME.sub(lambda match: f"{match[1]}{float(match[2]) * MORE_TIME:.0f}", problemset.text)
    return problemset.model_copy(update={"text": text})


def _unchanged(problemset: BenchmarkSet) -> BenchmarkSet:
    return problemset


TRIALS = (
    Trial("again", "chance, or how busy the machine was: judged again it came out otherwise", _unchanged, bool),
    Trial(
        "stable",
        "the order of ties: with stable sorts it came out otherwise",
        _with_stable_sorts,
        lambda word: word.verdict != TIMEOUT,
    ),
    Trial(
        "time",
        "the speed of this machine: with more time it came out otherwise",
        _with_more_time,
        lambda word: word.verdict == TIMEOUT,
        MORE_TIME,
    ),
)


def explained(
    part: Part, ours: Mapping[Key, Word], theirs: Mapping[Key, Word], *, python: Path, folder: Path
) -> list[dict[str, object]]:
    """Return every pair of ours that is not the published one, with its cause.

    Args:
        part: the benchmark.
        ours: our words.
        theirs: DSEval's words in the same environment.
        python: the interpreter of the environment.
        folder: where the events of the trials are kept.
    """
    differing = agreement(part.published, ours).disagreements
    causes: dict[Key, tuple[str, Word]] = {}
    for trial in TRIALS:
        left = [
            disagreement
            for disagreement in differing
            if disagreement.where not in causes and trial.concerns(disagreement.other)
        ]
        words = _judged_again(part, left, trial, python, folder / trial.name).words if left else {}
        for disagreement in left:
            again = words.get(disagreement.where, disagreement.other)
            if again.pair != disagreement.other.pair:
                causes[disagreement.where] = trial.cause, again
    return [
        _plain(disagreement, theirs.get(disagreement.where), *causes.get(disagreement.where, ("", None)))
        for disagreement in differing
    ]


def _judged_again(part: Part, left: list[Disagreement], trial: Trial, python: Path, folder: Path) -> Judged:
    answers: Answers = {}
    for disagreement in left:
        name, number = disagreement.where.set, str(disagreement.where.problem)
        answers.setdefault(name, {})[number] = part.submissions[name][number][:1]
    with closing(LocalSandbox(python)) as sandbox:
        return judge_by_us(
            part,
            answers,
            mutants=False,
            folder=folder,
            sandbox=sandbox,
            changed=trial.changed,
            time_factor=trial.time_factor,
        )


def _plain(disagreement: Disagreement, theirs: Word | None, cause: str, again: Word | None) -> dict[str, object]:
    if not cause:
        same = theirs is not None and theirs.pair == disagreement.other.pair
        cause = "the environment: DSEval's own judge says the same here" if same else "none was found"
    return {
        **disagreement.plain(),
        "cause": cause,
        "again": None if again is None else again._asdict(),
        "again as published": again is not None and again.pair == disagreement.one.pair,
    }
