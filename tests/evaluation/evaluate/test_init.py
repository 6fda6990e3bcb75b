"""A set is judged problem by problem in the state of the references, and nothing in it ends it."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from authoring.dseal import parse
from authoring.errors import BenchmarkError, SandboxError
from authoring.evaluation.evaluate import evaluate_set, failure_of, unreadable
from authoring.records.evidence import CellRun, ErrorView, Judgement, Limits, Outcome
from authoring.records.protection import Level
from authoring.records.results import BenchmarkSet, EvaluationOptions, RootCause
from authoring.sandbox.fake import FakeSandbox, FakeSession
from tests.evaluation.evaluate.conftest import Listed

if TYPE_CHECKING:
    from authoring.sandbox.port import Session
    from tests.evaluation.evaluate.conftest import Evaluate, Sandboxes

TEXT = '''# %%
a = 1
import b
def f():
    return 1 / 0
c = f()

# %%
"""
question: q
validator: {namespace_check: {x: , y: }, or: {table_test: {function_name: g, test_cases: [[1]]}}}
"""
1
'''
SET = BenchmarkSet(name="s", path=Path("bench/s.py"), text=TEXT, inputs=())
CHECK = "||| validator: {namespace_check: {a: }}"


def causes(found: tuple[RootCause, ...]) -> list[tuple[int, int | None, int, tuple[int, ...]]]:
    """Return each cause's cell, problem and line, and what it blocks."""
    return [(cause.cell, cause.number, cause.line, cause.blocked) for cause in found]


def test_oracle_passes_every_problem(evaluated: "Evaluate", tmp_path: Path) -> None:
    """References against themselves are correct, with what is known of each problem."""
    table = tmp_path / "t.csv"
    table.write_text("x\n1\n2\n")
    judged = evaluated(
        "import pandas as pd\nt = pd.read_csv('inputs/t.csv')",
        "t['x'].sum()|||",
        f"a = t.assign(y=1){CHECK}",
        inputs=[table],
    )

    assert judged.verdicts == ["CORRECT", "CORRECT"]
    assert [(p.index, p.difficulty, p.validators) for p in judged.result.problems] == [
        (1, 12.0, ("crash", "namespace_intact", "result")),
        (2, 8.0, ("crash", "namespace_intact", "result", "namespace_check")),
    ]
    assert list(judged.result.problems) == judged.heard
    assert judged.result.root_causes == ()


def test_state_is_always_the_references(evaluated: "Evaluate") -> None:
    """What a submission does to the session is gone before the next problem, whatever it did."""
    judged = evaluated(
        "a = [1]", "a.append(2)\na|||", "len(a)|||", answers={1: ["a.clear()\nimport os; os._exit(0)"], 2: ["len(a)"]}
    )

    assert judged.verdicts == ["CRASH", "CORRECT"]


SHARED = """
from multiprocessing.shared_memory import SharedMemory
memory = SharedMemory(name="of-the-set", create=True, size=500_000)
memory.close()
memory.unlink()
a|||"""
"""A reference that fails where its name is taken, or the shared memory full."""
HOARDING = """
from pathlib import Path
Path("/dev/shm/of-the-set").write_text("x")
if Path("/dev/shm").is_symlink():
    for number in range(2_000):
        Path(f"/dev/shm/{number}").write_bytes(bytes(100_000))
"""


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("level", Level)
def test_no_answer_takes_a_problem_out_of_the_denominator(level: Level, sandboxes: "Sandboxes") -> None:
    """All references run before the first answer, so that what it leaves lying about breaks none of them."""
    evaluated = sandboxes(level)
    cells = ("a = 1|||", SHARED, "a + 1|||")
    try:
        before, after = (evaluated(*cells, answers={1: [code], 3: ["a + 1"]}) for code in ("2", HOARDING))
    finally:
        # Where nothing parts code from the machine, the file is the machine's.
        Path("/dev/shm/of-the-set").unlink(missing_ok=True)  # noqa: S108 - as above

    assert [problem.blocked_by for problem in after.result.problems] == [
        problem.blocked_by for problem in before.result.problems
    ]
    assert after.verdicts[-1] == "CORRECT"


KILLING = """
import os, signal
mine, parent = os.getpid(), os.getppid()
for name in os.listdir("/proc"):
    try:
        words = open(f"/proc/{name}/stat").read().rpartition(")")[2].split()
    except OSError:
        continue
    if name.isdigit() and int(words[1]) == parent and int(name) != mine:
        os.kill(int(name), signal.SIGKILL)
"""


@pytest.mark.exhaustive
def test_state_that_an_answer_destroyed_is_an_incident(sandboxes: "Sandboxes") -> None:
    """Where nothing parts the sessions, an answer that kills the next one's state ends the evaluation."""
    evaluated = sandboxes(Level.LIMITS)
    with pytest.raises(SandboxError, match="is gone"):
        evaluated("1|||", "2|||", "3|||", answers={1: [KILLING], 2: ["2"], 3: ["3"]})


class Turncoat(FakeSession):
    """A reference that passes its own validator until something was answered."""

    def branch(self) -> "Turncoat":
        """Fork; see `Session.branch`."""
        return Turncoat(self.sandbox, self.hash_seed, [*self.history], self.last)

    def judge(self, submission: "Session") -> Judgement:
        """Pass while nothing was answered."""
        answered = any(code == "answer" for _, code in self.sandbox.ran)
        del submission
        return Judgement(correct="no", category="validator_error", reason="it broke") if answered else RIGHT


RIGHT = Judgement(correct="yes", category="and")


def test_reference_that_fails_later_is_an_incident() -> None:
    """A reference that passed its validator before the answers, and does not afterwards, never leaves the count."""
    fake = FakeSandbox()
    opened = SimpleNamespace(session=lambda **_: Turncoat(fake, 0))
    text = '# %%\n"""\nquestion: q\n"""\n\n1\n'
    with pytest.raises(SandboxError, match="judged itself right before the answers ran, and no longer does: it broke"):
        evaluate_set(
            SET.model_copy(update={"text": text}),
            dialect="strict",
            solver=Listed({1: ["answer"]}),
            options=EvaluationOptions(),
            sandbox=opened,
        )


def test_submission_without_an_answer_is_unanswered(evaluated: "Evaluate") -> None:
    """A solver may say nothing; the problem is then neither judged nor blocked."""
    assert evaluated("1|||", "2|||", answers={2: ["2"]}).verdicts == ["-", "CORRECT"]


@pytest.mark.parametrize(
    ("culprit", "verdicts", "found"),
    [
        pytest.param("a = 1 / 0", ["blocked by 0", "CORRECT", "CORRECT"], [(0, None, 2, (1,))], id="raises"),
        pytest.param(
            "a = 1 / 0|||", ["blocked by 0", "blocked by 0", "CORRECT", "CORRECT"], [(0, 1, 7, (1, 2))], id="problem"
        ),
        pytest.param(
            "import os\na = os._exit(1)", ["blocked by 0", "CORRECT", "CORRECT"], [(0, None, 2, (1,))], id="dies"
        ),
        pytest.param(
            "import math\na = math.sqrt(-1)", ["blocked by 0", "CORRECT", "CORRECT"], [(0, None, 3, (1,))], id="line"
        ),
    ],
)
def test_failed_cell_blocks_what_depends_on_it(
    evaluated: "Evaluate", culprit: str, verdicts: list[str], found: list[tuple[int, int | None, int, tuple[int, ...]]]
) -> None:
    """The cause is told once, with its line; dependent problems name it, the others are judged."""
    judged = evaluated(culprit, "a + 1|||", "1 + 1|||", "a = 5\na|||")

    assert judged.verdicts == verdicts
    assert causes(judged.result.root_causes) == found


@pytest.mark.exhaustive
def test_slow_reference_ends_its_session_and_nothing_else(evaluated: "Evaluate") -> None:
    """A reference over its time is a cause; the state before it goes on."""
    limits = Limits(max_time=5)
    judged = evaluated(
        "a = 1\nb = [2]",
        "import time\na = time.sleep(30)|||",
        "a|||",
        "b|||",
        options=EvaluationOptions(max_time=3, limits=limits),
    )

    assert judged.verdicts == ["blocked by 1", "blocked by 1", "CORRECT"]
    assert "did not end within max_time = 5" in judged.result.root_causes[0].message


def test_imports_of_a_failed_cell_are_done(evaluated: "Evaluate") -> None:
    """Imports need nothing and later cells rely on them, whether they stand before or behind the failure."""
    judged = evaluated("import math\na = 1 / 0\nimport statistics", "math.pi|||", "statistics.mean([1])|||", "a|||")

    assert judged.verdicts == ["CORRECT", "CORRECT", "blocked by 0"]


def test_what_ran_before_the_failure_stands(evaluated: "Evaluate") -> None:
    """Statements before the one that raised did what they should."""
    assert evaluated("a = 1\nb = 1 / 0", "a|||", "b|||").verdicts == ["CORRECT", "blocked by 0"]


@pytest.mark.parametrize("answer", ["a", "exec('1')", "if 0: a\n2", "def f(): return a\n2"])
def test_answer_does_not_choose_whether_its_problem_counts(evaluated: "Evaluate", answer: str) -> None:
    """A problem whose reference is right counts, whatever failed cell an answer names or may be using."""
    judged = evaluated("a = 1 / 0", "b = 2", "1|||", "b|||", answers={1: [answer], 2: ["b"]})

    assert judged.verdicts[0] not in {"CORRECT", "-", "blocked by 0"}
    assert judged.verdicts[1] == "CORRECT"


def test_long_answer_is_not_read_before_it_runs(evaluated: "Evaluate") -> None:
    """Code is not analysed by whoever judges, where it would take minutes and no limit of the answer holds."""
    code = "if 0:\n" + "\n".join(f" a{number + 1} = a{number}" for number in range(15_000)) + "\n2"
    began = time.process_time()
    judged = evaluated("a = 1 / 0", "2|||", answers={1: [code]})

    assert judged.verdicts == ["CORRECT"]
    assert time.process_time() - began < 10


def test_faulty_validator_blocks_its_own_problem_only(evaluated: "Evaluate") -> None:
    """The reference ran, so the state is what it should be."""
    judged = evaluated("a = 1|||validator:\n  namespace_check: {gone: }", "a|||")

    assert judged.verdicts == ["blocked by 0", "CORRECT"]
    assert causes(judged.result.root_causes) == [(0, 1, 4, (1,))]
    assert "gone" in judged.result.root_causes[0].message


def test_unreadable_problem_is_a_cause(evaluated: "Evaluate") -> None:
    """A docstring that cannot be read whole is no problem to judge by what is left of it."""
    judged = evaluated("a = 1|||validater: {}", "a|||", "a = 2 ||| validator: [", "a|||", "3|||")

    assert judged.verdicts == ["blocked by 0", "CORRECT", "blocked by 2", "CORRECT"]
    assert [(cause.cell, cause.number) for cause in judged.result.root_causes] == [(0, 1), (2, None)]


def test_missing_input_is_named(evaluated: "Evaluate", tmp_path: Path) -> None:
    """The message says which file, where it comes from and where it goes; what does not need it is judged."""
    table = tmp_path / "_inputs" / "t.csv"
    table.parent.mkdir()
    table.write_text("x\n1\n")
    judged = evaluated(
        "import pandas as pd\nt = pd.read_csv('inputs/t.csv')",
        "u = pd.read_csv('inputs/u.csv')||| data: {u.csv: 'https://example.org/u.csv'}",
        "t|||",
        inputs=[table],
    )

    assert judged.verdicts == ["blocked by 1", "CORRECT"]
    assert judged.result.root_causes[0].message == (
        f"the input file u.csv is missing: put it into {table.parent}, from https://example.org/u.csv"
    )


def test_references_may_change_inputs(evaluated: "Evaluate", tmp_path: Path) -> None:
    """As in DSEval, later problems see what a reference wrote, answers see their own only, and the writing is found."""
    table = tmp_path / "_inputs" / "t.csv"
    table.parent.mkdir()
    table.write_text("1")
    read = "int(open('inputs/t.csv').read())"
    judged = evaluated(
        f"{read}|||",
        f"open('inputs/t.csv', 'w').write('2')\n{read}|||",
        f"{read}|||",
        answers={1: ["open('inputs/t.csv', 'w').write('7')\n3 - 2"], 2: [f"1 + {read}"], 3: [read]},
        inputs=[table],
    )

    assert judged.verdicts == ["CORRECT"] * 3
    assert [(each.code, each.problem) for each in judged.result.findings] == [("DS409", 2)]
    assert table.read_text() == "1"


def test_weak_validators_are_found(evaluated: "Evaluate") -> None:
    """A problem that accepts everything that runs is a finding, with its file."""
    found = evaluated("a = 1|||").result.findings

    assert [(each.path, each.problem) for each in found] == [("bench/s.py", 1)]


def test_twice_is_the_same(evaluated: "Evaluate") -> None:
    """But for times and memory, two evaluations are equal, hash order and randomness included."""
    cells = ("import random, numpy as np", "{'b', 'a', random.random()}|||", "np.random.rand()|||")
    first, second = (
        evaluated(*cells, answers={1: ["{'a', 'b'}"], 2: ["np.random.rand()"]}).result.model_dump_json(
            exclude={
                "seconds": True,
                "problems": {"__all__": {"attempts": {"__all__": {"run": {"seconds", "peak_memory"}}}}},
            }
        )
        for _ in range(2)
    )

    assert first == second


def ended(
    outcome: Outcome = Outcome.ERROR, kind: str = "ZeroDivisionError", line: int | None = 4, **more: str
) -> CellRun:
    """Return how a cell ended."""
    error = ErrorView(type=kind, message=more.pop("message", ""), traceback="", line=line)
    return CellRun(outcome=outcome, seconds=0, peak_memory=0, error=error if outcome is Outcome.ERROR else None, **more)


@pytest.mark.parametrize(
    ("run", "message", "line"),
    [
        (ended(message="division by zero\nand more"), "the context raises ZeroDivisionError: division by zero", 5),
        (ended(kind="E", line=None), "the context raises E", 2),
        (ended(Outcome.KILLED, detail="ended by SIGKILL"), "the context ended by SIGKILL", 2),
        (
            ended(kind="FileNotFoundError", line=1, message="[Errno 2] No such file: 'inputs/t.csv'"),
            "the input file t.csv is missing: put it into bench/_inputs/s",
            2,
        ),
        (
            ended(kind="FileNotFoundError", line=1, message="[Errno 2] No such file: 'out/t.csv'"),
            "the context raises FileNotFoundError: [Errno 2] No such file: 'out/t.csv'",
            2,
        ),
    ],
)
def test_failure_in_words(run: CellRun, message: str, line: int) -> None:
    """Who failed, how, and on which line of the file."""
    parsed = parse(TEXT)

    assert failure_of(SET, parsed, parsed.cells[0], run) == (message, line)


def test_readable_problem_has_no_failure() -> None:
    """What the parser has nothing against gives no message."""
    parsed = parse(TEXT)

    assert unreadable(parsed, parsed.cells[1]).message == ""


MODEL = "||| validator: {template: basic, model: {model_name: m, inputs_name: X, labels_name: y, metric_type: rmse}}"
GUESS = "class Guess:\n    def __init__(self, predict): self.predict = predict"
LABELLED = (GUESS, "X = [[1.0], [2.0]]", "y = [10.0, 20.5]", f"m = Guess(lambda X: [x * 10 for x, in X]){MODEL}")
LOOK_UPS = (
    "m = Guess(lambda X: y)",
    "m = Guess(lambda X: globals()['y'])",
    "import __main__\nm = Guess(lambda X: __main__.y)",
    "import gc\nm = Guess(lambda X: next(v for v in (gc.unfreeze() or gc.get_objects()) if v == [10.0, 20.5]))",
    "import linecache as c\nt = [v for key in c.cache for v in c.getlines(key)]\nm = Guess(lambda X: eval(t[-1][4:]))",
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("look_up", LOOK_UPS)
def test_labels_of_a_reference_cell_are_in_no_answers_process(evaluated: "Evaluate", look_up: str) -> None:
    """Strictly a cell that `_meta` names runs beside the reference alone, and no `predict` finds its labels."""
    alike = LABELLED[3].partition("|||")[0]
    for answer, right in ((look_up, False), (alike, True)):
        judged = evaluated(*LABELLED, answers={1: [answer]}, dialect="strict", reference_cells=[3])
        assert (judged.verdicts == ["CORRECT"]) is right
        assert judged.result.root_causes == ()


def test_history_and_variables_know_no_reference_cell(evaluated: "Evaluate") -> None:
    """A solver is shown neither the code of such a cell nor what it binds; later problems start without it too."""
    judged = evaluated(
        *LABELLED, "len(X)|||", answers={1: ["m = None"], 2: ["y"]}, dialect="strict", reference_cells=[3], looks=True
    )

    assert judged.verdicts == ["BAD_MODEL", "CRASH"]
    assert all("20.5" not in "".join((*task.history, *task.outputs)) for task in judged.tasks)
    assert all("y" not in {variable.name for variable in task.variables} for task in judged.tasks)
    assert "X" in {variable.name for variable in judged.tasks[0].variables}


def test_reference_that_needs_a_reference_cell_is_at_fault(evaluated: "Evaluate") -> None:
    """Answers start from a state that the references reach without it, else no answer could be right."""
    judged = evaluated("a = 1", "b = 2", "a + b|||", answers={1: ["3"]}, dialect="strict", reference_cells=[2])

    assert judged.verdicts == ["blocked by 2"]
    assert "without the cells in `reference_cells`" in judged.result.root_causes[0].message


def test_reference_cells_are_context(evaluated: "Evaluate") -> None:
    """A number of no context cell is refused with what to correct; DSEval's dialect runs such cells like others."""
    with pytest.raises(BenchmarkError, match="names cell 2, which is no context cell"):
        evaluated("a = 1", "a|||", dialect="strict", reference_cells=[2])
    assert evaluated("a = 1", "a|||", reference_cells=[1]).verdicts == ["CORRECT"]
