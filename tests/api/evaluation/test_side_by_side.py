"""Problems that wait for no answer of their own solver are asked side by side: what comes of it is the same."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.pilot import pilot
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.errors import ModelError
from authoring.llm.ledger import Ledger
from authoring.records.pilot import PilotRecord
from authoring.records.progress import PartialResult, ProgressEvent
from authoring.records.results import Evaluation, EvaluationOptions, ProblemResult
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from tests.api.evaluation.pilot_scene import SIGNS, request_for, with_set
from tests.api.evaluation.test_solvers import limit_concurrency
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, Script, question_of
from tests.llm.wire import Answer, Call

PATIENCE = 60
"""Seconds after which a call that waits for its neighbours fails the test."""
NUMBERS = (1, 2, 3)
TEXT = "# %%\nx = [3, 1, 2]\n" + "".join(
    f'\n# %%\n"""\nquestion: What is x plus {number}?\nvalidator:\n  result:\n"""\nx[0] + {number}\n'
    for number in NUMBERS
)
CODES = {f"What is x plus {number}?": f"x[0] + {number}" for number in NUMBERS}
SAMPLES = 2
TOGETHER = len(NUMBERS) * SAMPLES
VOLATILE = re.compile(r'"(?:seconds|peak_memory|time|size)":[^,}]*')
"""What differs from one evaluation to the next whatever is asked when."""


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with a benchmark of one set."""
    folder = bare.root / "numbers"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: numbers\nversion: 1\n")
    (folder / "plus.py").write_text(TEXT)
    monkeypatch.chdir(bare.root)
    return bare


@dataclass
class Backwards:
    """Answers the first so many calls when all of them are there, the last one first; the others at once."""

    play: Script
    together: int
    _calls: list[Call] = field(default_factory=list)
    _answered: list[Call] = field(default_factory=list)
    _change: threading.Condition = field(default_factory=threading.Condition)

    def __call__(self, call: Call) -> Answer:
        """Answer in turn."""
        with self._change:
            self._calls.append(call)
            place = len(self._calls)
            self._change.notify_all()
            if place <= self.together:
                assert self._change.wait_for(
                    lambda: len(self._calls) >= self.together and len(self._answered) >= self.together - place, PATIENCE
                )
            self._answered.append(call)
            self._change.notify_all()
        return self.play(call)


def evaluated(
    workspace: Workspace, script: Script, concurrency: int
) -> tuple[str, list[int], tuple[Any, ...], LoopbackServer]:
    """Evaluate with selfdebug; return the results but for times, the live table, what it took, and the server."""
    limit_concurrency(workspace, concurrency)
    seen: list[int] = []

    class Table:
        def report(self, event: ProgressEvent, /) -> None:
            if isinstance(event, PartialResult) and isinstance(event.record, ProblemResult):
                seen.append(event.record.index)

    out = workspace.root / f"at-{concurrency}.jsonl"
    with LoopbackServer(script) as server:
        access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
        request = EvaluationRequest(Path("numbers"), None, "selfdebug:m", AskingRequest(access), jobs=1, out=out)
        report = evaluate(replace(request, options=EvaluationOptions(samples=SAMPLES)), reporter=Table())
    evaluation = read_evaluation(out)
    assert evaluation is not None
    assert report.spending is not None
    spending = report.spending
    tokens = (spending.calls, spending.prompt, spending.output, spending.amount, spending.new_calls)
    return comparable(evaluation, server.url), seen, tokens, server


def comparable(record: Evaluation | PilotRecord, address: str) -> str:
    """Return a record without times and without the server's address."""
    return VOLATILE.sub("", record.model_dump_json().replace(address, ""))


@pytest.mark.exhaustive
def test_order_of_replies_changes_nothing(workspace: Workspace, tmp_path: Path) -> None:
    """All first calls of a set are under way at once; results, live table and costs are those of one at a time."""
    script = Backwards(Player(CODES).repairing, TOGETHER)
    side_by_side = evaluated(workspace, script, 8)
    other, _ = Workspace.create(tmp_path / "other")
    one_by_one = evaluated(other, Player(CODES).repairing, 1)

    assert side_by_side[:3] == one_by_one[:3]
    assert side_by_side[1] == list(NUMBERS)
    assert side_by_side[2][0] == 2 * TOGETHER
    assert side_by_side[3].most_at_once == TOGETHER


@pytest.mark.exhaustive
def test_own_answers_are_waited_for(workspace: Workspace) -> None:
    """Where prompts show what the solver answered before, one problem is asked after the other."""
    limit_concurrency(workspace, 8)
    with LoopbackServer(Player(CODES).right) as server:
        access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
        request = EvaluationRequest(Path("numbers"), None, "model:m", AskingRequest(access), jobs=1)
        evaluate(replace(request, options=EvaluationOptions(error_propagation=True)))
    questions = [question_of(served.call) for served in server.calls]

    assert questions == list(CODES)


def test_what_ends_the_command_ends_all(workspace: Workspace) -> None:
    """A key that is refused is told, although other problems are under way, and no answer is made of it."""
    limit_concurrency(workspace, 8)
    with LoopbackServer(Player(CODES).right, key="sk-other") as server:
        access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
        with pytest.raises(ModelError, match="key"):
            evaluate(EvaluationRequest(Path("numbers"), None, "model:m", AskingRequest(access), jobs=1))


def piloted(workspace: Workspace, play: Script, concurrency: int) -> tuple[str, LoopbackServer]:
    """Pilot a set with a model, with and without the data; return the record but for times, and the server."""
    limit_concurrency(workspace, concurrency)
    with LoopbackServer(play) as server:
        report = pilot(request_for(server, with_set(workspace), solvers=("model:m",)))
    return comparable(report.record, server.url), server


@pytest.mark.exhaustive
def test_pilots_are_alike(bare: Workspace, tmp_path: Path) -> None:
    """Samples of a pilot, and answers without the data, are given side by side, and its record is the same."""
    codes = dict(re.findall(r"question: (.*)\n.*\n.*\n\"\"\"\n((?:.+\n)+)", SIGNS))

    def play(call: Call) -> Answer:
        code = codes.get(question_of(call).partition("\n")[0], "-1")
        return Answer(f"```python\n{code}\n```")

    record, server = piloted(bare, Backwards(play, 8), 8)
    other, other_server = piloted(Workspace.create(tmp_path / "other")[0], play, 1)

    assert record == other
    assert len(server.calls) == len(other_server.calls)
    assert server.most_at_once == 8


class KillOnRepair:
    """Plays a model, and kills its client at the first call that repairs, when all others have a reply."""

    def __init__(self, play: Callable[[Call], Answer]) -> None:
        self.client = 0
        self._play = play
        self._lock = threading.Lock()
        self._is_killed = False

    def __call__(self, call: Call) -> Answer:
        """Answer, or kill."""
        with self._lock:
            if "<data observation " in call.prompt and not self._is_killed:
                self._is_killed = True
                os.kill(self.client, signal.SIGKILL)
                return Answer(fault="reset")
        return self._play(call)


@pytest.mark.exhaustive
def test_a_kill_pays_for_nothing_in_the_ledger_again(workspace: Workspace) -> None:
    """Killed while calls are under way and given again, the command asks for what the ledger does not hold alone."""
    limit_concurrency(workspace, 8)
    script, paid = KillOnRepair(Player(CODES).repairing), []
    with LoopbackServer(script) as server:
        command = ["evaluate", "numbers", "--solver", "selfdebug:m", "--base-url", server.url, "--samples", "2"]
        for status in (-signal.SIGKILL, 0):
            process = subprocess.Popen(
                [sys.executable, "-m", "authoring", *command],
                cwd=workspace.root,
                env=os.environ | {"OPENAI_API_KEY": "sk-none", "OPENAI_BASE_URL": server.url},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            script.client = process.pid
            assert process.wait(timeout=PATIENCE) == status
            with Ledger(workspace.root / ".authoring" / "ledger.sqlite") as ledger:
                replies = [entry for entry in ledger.entries() if entry.outcome == "replied"]
            paid.append((len(replies), len(server.delivered)))
    (before, _), (after, _) = paid
    answered = Counter((served.call.prompt, served.call.number) for served in server.delivered[paid[0][1] :])

    assert 0 < before < after == 2 * TOGETHER
    assert len(answered) == after - before
