"""Two thousand calls and twenty kills: several solvers, and a pilot, lose no answer and pay for none a second time."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from tests.api.evaluation.pilot_scene import with_set
from tests.api.evaluation.test_solvers import limit_concurrency
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player, fenced_code
from tests.llm.wire import Answer, Call

SEED = int(os.environ.get("AUTHORING_SEED", "1"))
PROBLEMS, SAMPLES, KILLS, AT_ONCE = 10, 67, 20, 4
CALLS = 3 * PROBLEMS * SAMPLES
"""One model is asked for each sample once, and repairs it once; the first prompt is the same for two solvers. The other
model is asked once."""
TEXT = "# %%\nx = [3, 1, 2]\n" + "".join(
    f'\n# %%\n"""\nquestion: What is x plus {number}?\nvalidator:\n  result:\n"""\nx[0] + {number}\n'
    for number in range(PROBLEMS)
)
CODES = {f"What is x plus {number}?": f"x[0] + {number}" for number in range(PROBLEMS)}
SOLVERS = ("--solver", "model:m", "--solver", "selfdebug:m", "--solver", "model:w", "--samples", str(SAMPLES))


class Killer:
    """Plays a busy model, and kills its client when the calls of some numbers come in."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.client: subprocess.Popen[str] | None = None
        self._player = Player(CODES, seed=SEED)
        self._numbers = sorted(numbers)
        self._lock = threading.Lock()

    def __call__(self, call: Call) -> Answer:
        """Answer, now and then at the second try, unless the client is to die of this call."""
        with self._lock:
            # Calls of a client that was killed come in for a moment; they kill nobody who comes after it.
            if self.client is not None and self._numbers and call.number >= self._numbers[0]:
                self._numbers.pop(0)
                self.client.kill()
                self.client = None
                return Answer(fault="reset")
        if call.number % 50 == 0:
            return Answer(status=429, headers={"retry-after-ms": "10"})
        if call.body["model"] == "w":
            return self._player.wrong(call)
        try:
            return self._player.repairing(call)
        except KeyError:  # asked without the data, in words that are no key
            return Answer(fenced_code("-1"))

    def watch(self, client: "subprocess.Popen[str]") -> None:
        """Take the next client."""
        with self._lock:
            self.client = client


def killed_until_done(workspace: Workspace, *words: str) -> tuple[list[int], str, LoopbackServer]:
    """Give a command until it ends by itself; return its exit statuses, what the last one printed, and the server."""
    limit_concurrency(workspace, AT_ONCE)
    killer = Killer(random.Random(SEED).sample(range(20, CALLS - 100), KILLS))
    statuses: list[int] = []
    printed = ""
    with LoopbackServer(killer) as server:
        while not statuses or statuses[-1] < 0:
            client = subprocess.Popen(
                [sys.executable, "-m", "authoring", *words, *SOLVERS, "--base-url", server.url, "--json"],
                cwd=workspace.root,
                env=os.environ | {"OPENAI_API_KEY": "sk-none", "OPENAI_BASE_URL": server.url},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            killer.watch(client)
            printed, _ = client.communicate()
            statuses.append(client.returncode)
    return statuses, printed, server


def assert_paid_once(server: LoopbackServer, most: int) -> None:
    """See that no model answers a prompt more often than it has samples, but for calls under way at a kill."""
    answered = Counter((served.call.body["model"], served.call.prompt) for served in server.delivered)
    repeated = sum(max(times - SAMPLES, 0) for times in answered.values())

    assert repeated <= KILLS * AT_ONCE
    assert sum(answered.values()) - repeated <= most


def verdicts_in(file: Path) -> Counter[str]:
    """Return how often each verdict stands in a file of results."""
    evaluation = read_evaluation(file)

    assert evaluation is not None
    problems = [problem for result in evaluation.sets for problem in result.problems]
    return Counter(attempt.verdict.value for problem in problems for attempt in problem.attempts)


@pytest.fixture
def numbers(bare: Workspace) -> Workspace:
    """Return a workspace with a benchmark of one set, and the set as a file."""
    folder = bare.root / "numbers"
    folder.mkdir()
    (folder / "_manifest.yaml").write_text("name: numbers\nversion: 1\n")
    (folder / "plus.py").write_text(TEXT)
    return bare


@pytest.mark.soak
def test_two_thousand_calls_of_three_solvers_and_twenty_kills(numbers: Workspace) -> None:
    """All answers of all are there and judged: who repairs is always right, who does not and who is wrong are never."""
    statuses, printed, server = killed_until_done(numbers, "evaluate", "numbers")
    verdicts = [verdicts_in(Path(numbers.root, report["out"])) for report in json.loads(printed)["reports"]]
    wrong = verdicts.pop()

    assert (statuses.count(-signal.SIGKILL), statuses[-1]) == (KILLS, 0)
    assert len(server.delivered) >= CALLS
    assert_paid_once(server, CALLS)
    assert verdicts == [{"CRASH": PROBLEMS * SAMPLES}, {"CORRECT": PROBLEMS * SAMPLES}]
    assert wrong.total() == PROBLEMS * SAMPLES
    assert {"CORRECT", "CRASH"}.isdisjoint(wrong)


@pytest.mark.soak
def test_two_thousand_calls_of_a_pilot_and_twenty_kills(numbers: Workspace) -> None:
    """All answers of the solvers are counted, and those without the data as well."""
    with_set(numbers, "plus", TEXT)
    statuses, printed, server = killed_until_done(numbers, "pilot", "plus")
    record = json.loads(printed)["record"]

    assert (statuses.count(-signal.SIGKILL), statuses[-1]) == (KILLS, 0)
    # All solvers without the data, by columns and by profile, of which one repairs.
    assert_paid_once(server, CALLS + 8 * PROBLEMS)
    answers = PROBLEMS * SAMPLES
    assert [(solver["right"], solver["answers"]) for solver in record["solvers"]] == [
        (0, answers),
        (answers, answers),
        (0, answers),
    ]
    assert all(len(problem["blind"]) == 6 for problem in record["problems"])
