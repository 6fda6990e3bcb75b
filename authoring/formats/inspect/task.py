"""A benchmark of data-science problems as a task of Inspect AI; see README.md beside this file.

Each sample is one problem of a set whose problems share a Python session. A solver gives one block of code, which runs
in the state that the reference solutions before it left, and is judged by the problem's validators. The reference runs
in the sandbox `judge` where there is one, in which nothing of a solver's ever runs.
"""

import ast
import base64
import json
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import CORRECT, INCORRECT, Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import TaskState, generate
from inspect_ai.util import OutputLimitExceededError, SandboxEnvironment
from inspect_ai.util import sandbox as sandbox_named

FOLDER = Path(__file__).resolve().parent
BENCHMARK = json.loads((FOLDER / "benchmark.json").read_text("utf-8"))
FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+.-]*)[^\n`]*$")
PYTHON = frozenset({"", "python", "python3", "py", "ipython"})
"""Headings of a block of Python."""
OWN_TIME = 600
"""Seconds for starting up and looking at what a cell left behind, beside the time of the cells."""
JUDGING_TIME = 300
"""Seconds after which a judge is given up; it ends itself where comparing an answer takes more than three."""
REPORT = {"outcome": str, "ended": str, "fault": str, "asks": int, "look": float}
"""The content of a report of `judge.pyz run`."""
ATTEMPTS = 2
"""How often an answer is run where its session cannot be set up."""
LONGEST_EXPLANATION = 4_000
"""Characters of an explanation."""
PROMPT = """\
You continue a Python session that analyses data. Its cells share one namespace, as in a notebook.

Data files, below the working directory: {files}
{history}
The task:

{question}

Answer with one block of Python code, fenced with ```python. It runs as the next cell of this session, with all that the
earlier cells defined, and the value of its last expression is the answer. Only the last block of your reply counts. It
may take {seconds:g} seconds.
"""
HISTORY = """
Cells that have run already, in this order:

```python
{code}
```
"""


@task
def problemsets(
    sets: str | list[str] | None = None,
    sandbox: str = "docker",
    history: bool = True,  # noqa: FBT001, FBT002 - Inspect's options are parameters
    python: str | None = None,
    max_time: float = 10.0,
) -> Task:
    """Return the benchmark.

    Args:
        sets: names of problem sets, separated by commas; all if not given.
        sandbox: ``docker`` for the containers of ``compose.yaml``, or another of Inspect's. In ``local`` code runs
            unprotected on this machine.
        history: whether a solver is shown the code of the cells before.
        python: the interpreter in the sandbox, with numpy and pandas; Inspect's own in ``local``, else ``python3``.
        max_time: seconds for an answer to a problem that sets no limit of its own.
    """
    names = set(sets.split(",") if isinstance(sets, str) else sets or ())
    rows = [json.loads(line) for line in (FOLDER / "dataset.jsonl").read_text("utf-8").split("\n") if line]
    unknown = names - {row["metadata"]["set"] for row in rows}
    if unknown:
        raise ValueError(f"there is no set called {', '.join(sorted(unknown))}")
    chosen = [row for row in rows if row["metadata"]["set"] in names or not names]
    return Task(
        dataset=MemoryDataset([_sample(row, history, max_time) for row in chosen], name=BENCHMARK["name"]),
        solver=generate(),
        scorer=validators(python or (sys.executable if sandbox == "local" else "python3"), max_time),
        sandbox=("docker", str(FOLDER / "compose.yaml")) if sandbox == "docker" else sandbox,
        metadata={"benchmark": BENCHMARK["name"], "version": BENCHMARK["version"], "tool": BENCHMARK["tool"]},
    )


def _sample(row: dict[str, Any], history: bool, max_time: float) -> Sample:  # noqa: FBT001 - as its caller's
    about = row["metadata"]
    code = "\n\n".join(cell["code"] for cell in about["cells"])
    names = ", ".join(f"`inputs/{name}`" for name in about["files"]) or "none"
    history_text = HISTORY.format(code=code) if history and code else ""
    seconds = about["max_time"] or max_time
    files = {f"inputs/{name}": str(FOLDER / "data" / about["set"] / name) for name in about["files"]}
    files["session.py"] = "data:text/plain;base64," + base64.b64encode(f"{code}\n".encode()).decode()
    return Sample(
        id=row["id"],
        input=PROMPT.format(files=names, history=history_text, question=row["input"], seconds=seconds),
        target=row["target"],
        metadata=about,
        files=files,
    )


@scorer(
    metrics=[
        accuracy(),
        stderr(),
        grouped(accuracy(), "set", all=False, name_template="set {group_name}"),
        grouped(accuracy(), "level", all=False, name_template="level {group_name}"),
    ]
)
def validators(python: str, max_time: float) -> Scorer:
    """Judge the last block of Python in a reply by the validators of its problem.

    Only what DSEval calls CORRECT counts; what is right but badly presented does not.
    """

    async def score(state: TaskState, target: Target) -> Score:
        code = last_block(state.output.completion if state.output else "")
        if not code:
            return Score(value=INCORRECT, answer="", explanation="The reply has no block of Python code.")
        verdict = await _judged(ProblemJudge(state.metadata, target.text, python, max_time), code)
        right = verdict["verdict"] == "CORRECT"
        explanation = verdict["verdict"] + (
            f"\n\n{verdict['reason'][:LONGEST_EXPLANATION]}" if verdict["reason"] else ""
        )
        metadata = {"verdict": verdict["verdict"], "subverdict": verdict["subverdict"]}
        return Score(value=CORRECT if right else INCORRECT, answer=code, explanation=explanation, metadata=metadata)

    return score  # type: ignore[no-any-return,unused-ignore]  # Inspect is not there where this is checked


def last_block(text: str) -> str:
    """Return the code of the last fenced block that is headed as Python or not at all; empty where there is none."""
    code, opening, lines = "", None, list[str]()
    for line in text.splitlines():
        fence = FENCE.match(line)
        if opening is None:
            opening, lines = fence, []
        elif fence and fence["fence"].startswith(opening["fence"]) and not fence["language"]:
            if opening["language"].lower() in PYTHON and any(map(str.strip, lines)):
                code = "\n".join(lines)
            opening = None
        else:
            lines.append(line)
    return code


@dataclass(frozen=True)
class ProblemJudge:
    """The data that the answers to one problem are judged by."""

    about: dict[str, Any]
    """The `metadata` of a line of dataset.jsonl."""
    reference: str
    python: str
    max_time: float

    @property
    def own_time(self) -> float:
        """Seconds for an answer."""
        return float(self.about["max_time"] or self.max_time)

    def job(self, code: str, validator: dict[str, Any] | None) -> dict[str, Any]:
        """Return what `judge.pyz run` is told; with a validator the code is the reference, and has more time."""
        limits = BENCHMARK["limits"]
        seconds = self.own_time if validator is None else max(self.own_time, limits["max_time"])
        memory = self.about["max_memory"] or limits["max_memory"]
        return {
            "cells": [[cell["code"], cell["forbid_names"]] for cell in self.about["cells"]],
            "code": code,
            "forbid_names": self.about["forbid_names"],
            "validator": validator,
            "dialect": BENCHMARK["dialect"],
            "modules": [*self.about["modules"], *(_imports(code) if validator is None else ())],
            "limits": limits,
            "last_limits": {**limits, "max_time": seconds, "max_memory": memory},
        }


@dataclass(frozen=True)
class ChainRun:
    """The output of `judge.pyz run`: a report in JSON, and evidence in bytes."""

    report: dict[str, Any]
    evidence: bytes


async def _judged(problem: ProblemJudge, code: str) -> dict[str, Any]:
    """Return the verdict on an answer.

    Raises:
        RuntimeError: the reference, its validator or the sandbox is at fault, so that nothing is said of the answer.
    """
    theirs, ours = sandbox_named(), _judging()
    # The reference first, because it says what is to be collected; none of it is left when the answer runs.
    block = problem.about["validator"]
    reference = await _run(ours, problem, problem.job(problem.reference, block), {})
    if reference is None or reference.report["fault"]:
        fault = "it cannot be run" if reference is None else reference.report["fault"]
        raise RuntimeError(f"there is nothing to judge by: {fault}")
    size = reference.report["asks"]
    request = {"validator": problem.about["collecting"], "asks": _text(reference.evidence[:size])}
    # Functions that are called on test cases take their time in both.
    request["look"] = reference.report["look"]
    submission, reason = await _run_answer(theirs, problem, code, request)
    if submission is None:
        return {"verdict": "CRASH", "subverdict": "UNCATEGORIZED", "reason": reason}
    job = {"validator": block, "dialect": BENCHMARK["dialect"], "source": code}
    job |= {"ended": submission.report["ended"], "outcome": submission.report["outcome"]}
    job |= {"reference": _text(reference.evidence[size:]), "submission": _text(submission.evidence)}
    return await _verdict(ours, problem.python, job)


async def _run_answer(
    box: SandboxEnvironment, problem: ProblemJudge, code: str, request: dict[str, Any]
) -> tuple[ChainRun | None, str]:
    """Run an answer where its solver has been; return None and why where there is nothing to judge.

    A solver's tools may have broken whatever is there. Were that an error of the sample, it would leave out of the
    count what it cannot solve; the same cells have just run for the reference.
    """
    reason = ""
    for _ in range(ATTEMPTS):
        try:
            submission = await _run(box, problem, problem.job(code, None), request)
        except Exception as error:  # noqa: BLE001 - what a sandbox raises is its own affair; a cancelled sample ends all the same
            submission, reason = None, f"A solver's sandbox does not work: {error!r}"[:LONGEST_EXPLANATION]
            continue
        if submission is None:
            return None, "There is no evidence: it ended the program that watches it, or left too much behind."
        fault = submission.report["fault"]
        if not fault:
            return submission, ""
        reason = f"The session cannot be set up in the solver's sandbox, as it was for the reference: {fault}"
    return None, reason


def _judging() -> SandboxEnvironment:
    """Return the sandbox `judge`, or the only one there is."""
    try:
        return sandbox_named("judge")
    except ValueError:
        return sandbox_named()


async def _run(
    box: SandboxEnvironment, problem: ProblemJudge, job: dict[str, Any], request: dict[str, Any]
) -> ChainRun | None:
    """Run a chain of cells in a folder of its own, with fresh data; None where the program that watches it failed."""
    seconds = len(job["cells"]) * job["limits"]["max_time"] + job["last_limits"]["max_time"] + OWN_TIME
    async with _folder(box) as folder:
        for name in problem.about["files"]:
            data = (FOLDER / "data" / problem.about["set"] / name).read_bytes()
            await box.write_file(f"{folder}/work/inputs/{name}", data)
        command = [problem.python, f"{folder}/judge.pyz", "run", f"{folder}/out"]
        parts = _part({**job, "root": f"{folder}/work"}) + _part(request)
        failure = ""
        try:
            result = await box.exec(command, input=parts, timeout=int(seconds), timeout_retry=False)
            failure = result.stderr[-LONGEST_EXPLANATION:]
            out = await box.read_file(f"{folder}/out", text=False) if result.success else b""
            head, _, evidence = out.partition(b"\n")
            return ChainRun(_report(head), evidence)
        except (TimeoutError, OSError, ValueError, RecursionError, OutputLimitExceededError) as error:
            if job["validator"] is None:
                return None  # with what a solver did in its sandbox, that is its own doing
            raise RuntimeError(f"judge.pyz fails in the sandbox: {failure or error}") from error


def _report(head: bytes) -> dict[str, Any]:
    """Return the report of a chain; from a solver's sandbox anything may come.

    Raises:
        ValueError: it is none.
    """
    report = json.loads(head)
    if not isinstance(report, dict) or {name: type(report.get(name)) for name in REPORT} != REPORT:
        raise ValueError("it is no report")
    return report


@asynccontextmanager
async def _folder(box: SandboxEnvironment) -> AsyncIterator[str]:
    """Make a folder with ``judge.pyz`` and ``work/inputs/`` in a sandbox, and remove it."""
    result = await box.exec(["mktemp", "-d"], timeout=OWN_TIME)
    folder = result.stdout.strip()
    if not result.success or not folder:
        raise RuntimeError(f"the sandbox gives no folder: {result.stderr[-LONGEST_EXPLANATION:]}")
    try:
        await box.write_file(f"{folder}/judge.pyz", (FOLDER / "judge.pyz").read_bytes())
        await box.exec(["mkdir", "-p", f"{folder}/work/inputs"], timeout=OWN_TIME)
        yield folder
    finally:
        await box.exec(["rm", "-rf", folder], timeout=OWN_TIME)


async def _verdict(box: SandboxEnvironment, python: str, job: dict[str, Any]) -> dict[str, Any]:
    async with _folder(box) as folder:
        try:
            command = [python, f"{folder}/judge.pyz", "judge"]
            result = await box.exec(command, input=_part(job), timeout=JUDGING_TIME, timeout_retry=False)
        except TimeoutError:
            reason = f"What it left behind takes more than {JUDGING_TIME} seconds to judge."
            return {"verdict": "TIMEOUT", "subverdict": "UNCATEGORIZED", "reason": reason}
    if not result.success:
        raise RuntimeError(f"judge.pyz fails in the sandbox: {result.stderr[-LONGEST_EXPLANATION:]}")
    verdict: dict[str, Any] = json.loads(result.stdout)
    if verdict["fault"]:
        raise RuntimeError(f"the validator cannot judge: {verdict['fault']}")
    return verdict


def _part(value: dict[str, Any]) -> bytes:
    """Return what `judge.pyz` reads: a length and as many bytes of JSON."""
    text = json.dumps(value).encode()
    return b"%011d\n" % len(text) + text


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _imports(code: str) -> Iterator[str]:
    """Yield the modules that an answer imports, so that importing them does not count as its time."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
