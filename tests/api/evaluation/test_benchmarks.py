"""ML-Benchmark's tasks and DABench's questions are evaluated as they stand, by every solver, and labels stay away."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.evaluation.benchmarks import open_benchmark, read_tasks
from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.models import ModelAccess
from authoring.api.results import select_results
from authoring.api.scores import score_mlbench
from authoring.errors import BenchmarkError, ResultsError, UsageError
from authoring.workspace import Workspace
from authoring.workspace.read_lock import ReadLocks
from tests.formats.mlbench.task_files import ANALYSING, PREDICTING
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import fenced_code, observations_in
from tests.llm.wire import Answer, Call

Cli = Callable[..., Any]
LABELS = [f"secret-{number % 2}-label" for number in range(6)]
# A pattern that does not hold the words it looks for, or the search itself would be found. The decoy stands in a table
# that the session has, so it shows that the search finds what is there.
SCAN = r"""
import gc, os, re
pattern = re.compile(r"secret-[01]-labe[l]|decoy-in-tabl[e]")
texts, places = [], set()
for folder, _, files in os.walk("."):
    for name in files:
        with open(os.path.join(folder, name), errors="replace") as file:
            texts.append(file.read())
        places |= {(word, name) for word in pattern.findall(texts[-1])}
gc.unfreeze()
for item in gc.get_objects():
    if isinstance(item, (str, list, dict, tuple)):
        places |= {(word, "objects") for word in pattern.findall(str(item))}
places |= {(word, "environment") for value in os.environ.values() for word in pattern.findall(value)}
try:
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb") as memory:
        for line in maps:
            span, rights = line.split()[:2]
            if rights.startswith("rw"):
                start, end = (int(part, 16) for part in span.split("-"))
                memory.seek(start)
                words = re.findall(pattern.pattern.encode(), memory.read(end - start))
                places |= {(word.decode(), "memory") for word in words}
except PermissionError:  # A wall that hides a process's own memory hides labels in it, too.
    places |= {("decoy-in-table", "memory")}
print("seen:", sorted({word for word, _ in places}), sorted({place for _, place in places}), os.listdir("inputs"))
"""
SOLUTION = """import pandas as pd
train = pd.read_csv("inputs/train.csv")
evaluation = pd.read_csv("inputs/eval.csv")
print(train.describe())
model = DummyModel().fit(train)
predictions = ["secret-" + str(number % 2) + "-" + "label" for number in range(4)] + ["a", "b"]
"""
MODEL = """class DummyModel:
    def fit(self, table):
        return self
"""
QUESTIONS = [
    {
        "id": 3,
        "question": "How many birds?",
        "concepts": ["Summary Statistics"],
        "format": "@birds[n]",
        "level": "easy",
    },
    {"id": 8, "question": "Mean and longest?", "concepts": ["Summary Statistics"], "format": "@mean[m] @longest[name]"},
]
ANSWERS = [
    {"id": 3, "common_answers": [["birds", "2"]]},
    {"id": 8, "common_answers": [["mean", "2.5"], ["longest", "owl"]]},
]


def write_tasks(folder: Path) -> Path:
    """Write a folder with a task that predicts and one that analyses; return it."""
    (folder / "birds").mkdir(parents=True)
    (folder / "birds.yaml").write_text(PREDICTING)
    (folder / "weights.yaml").write_text(ANALYSING)
    for name in ("train", "all"):
        (folder / "birds" / f"{name}.csv").write_text(
            "mass,migrates\n" + "".join(f"{n},decoy-in-table\n" for n in range(9))
        )
    (folder / "birds" / "eval.csv").write_text("mass\n" + "".join(f"{number}\n" for number in range(6)))
    (folder / "birds" / "labels.csv").write_text("\n".join(["migrates", *LABELS]) + "\n")
    return folder


def write_questions(folder: Path) -> Path:
    """Write DABench's three parts; return the folder."""
    (folder / "da-dev-tables").mkdir(parents=True)
    (folder / "da-dev-tables" / "birds.csv").write_text("name,mass\nowl,3\ntit,2\n")
    for name, rows in (("questions", [{**row, "file_name": "birds.csv"} for row in QUESTIONS]), ("labels", ANSWERS)):
        (folder / f"da-dev-{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


@pytest.fixture
def workspace(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace that is the current folder."""
    monkeypatch.chdir(bare.root)
    return bare


def react_request(server: LoopbackServer, benchmark: Path, **more: Any) -> EvaluationRequest:
    """Return a request in which a model of a server looks at the session before it answers."""
    access = ModelAccess(base_url=server.url, default_key="sk-none", default_base_url=server.url)
    return replace(EvaluationRequest(benchmark, None, "react:m", AskingRequest(access), jobs=1), **more)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_a_model_solves_a_task_and_never_meets_its_labels(tmp_path: Path) -> None:
    """Neither prompt nor session holds a held-out label: files, objects, environment and memory are searched.

    By hand: 4 of 6 predictions are right, steps have 2 and 2 of 4, so CS is (1 + 2/3) / 2; a question is asked whole.
    """

    def script(call: Call) -> Answer:
        if observations_in(call):
            return Answer(f"Final answer:\n{fenced_code(MODEL + SOLUTION)}")
        return Answer(fenced_code(SCAN))

    with LoopbackServer(script) as server:
        report = evaluate(react_request(server, write_tasks(tmp_path / "ml"), sets=("birds",)))
    prompts = [served.call.prompt for served in server.calls]

    assert report.scores is not None
    assert report.scores.mlbench is not None
    [birds] = report.scores.mlbench.tasks
    assert "seen: ['decoy-in-table'] ['memory', 'objects', 'train.csv'] ['" in prompts[-1]
    assert not any(label in prompt for prompt in prompts for label in LABELS)
    assert "Predict which birds migrate." in prompts[0]
    assert birds.figure == pytest.approx(2 / 3)
    assert [step.score for step in birds.steps] == [2, 2, 2]
    assert birds.comprehensive == pytest.approx((1 + 2 / 3) / 2)
    assert (report.metrics.pass_rate, report.findings, report.dialect) == (1.0, (), "strict")
    shown = select_results(Path(report.out)).record
    assert isinstance(shown, EvaluationReport)
    assert shown.scores == report.scores


@pytest.mark.usefixtures("workspace")
def test_questions_of_dabench_are_answered(cli: Cli, tmp_path: Path) -> None:
    """One command: verdicts by question, and InfiAgent's figures. By hand: 2 of 3 names, 1 of 2 questions.

    The figures are shown again, and compared, from the file of results and its evidence alone.
    """
    agent = tmp_path / "agent.py"
    codes = {
        "birds": "'@birds[' + str(len(__import__('pandas').read_csv('inputs/birds.csv'))) + ']'",
        "Mean": "print('@longest[tit]')\n'@mean[2.50]'",
    }
    agent.write_text(
        f"import json, sys\ncodes = {codes!r}\nfor line in sys.stdin:\n"
        "    question = json.loads(line)['question']\n"
        "    code = next(code for word, code in codes.items() if word in question.split('Constraints')[0])\n"
        "    print(json.dumps({'code': code}), flush=True)\n"
    )
    folder = write_questions(tmp_path / "da")
    report = evaluate(EvaluationRequest(folder, None, f"command:{sys.executable} {agent}"))

    assert report.scores is not None
    assert report.scores.dabench is not None
    assert (report.scores.dabench.by_question, report.scores.dabench.by_sub_question) == (0.5, 0.6667)
    assert [rate.name for rate in report.scores.dabench.levels] == ["easy"]
    assert [problem.verdict for problem in report.problems] == ["CORRECT", "WRONG_OUTPUT"]
    assert report.problems[1].reason == "The value is wrong: not right: longest"
    out = Path(report.out)
    assert cli("results", "show", out, "--json").json["scores"] == report.scores.model_dump(mode="json")
    shown = cli("results", "show", out).out
    assert "InfiAgent-DABench, percent" in shown
    assert "correct is a question whose answer is the value of the code" in shown
    again = shutil.copy(out, out.with_name("again.jsonl"))
    shutil.copy(report.evidence, out.with_name("again.evidence.jsonl"))
    assert "proportional 2 75.0 75.0 +0.0" in " ".join(cli("results", "compare", out, again).out.split())


@pytest.mark.exhaustive
@pytest.mark.usefixtures("workspace")
def test_the_verb_shows_the_figures(cli: Cli, tmp_path: Path) -> None:
    """`evaluate` ends with them, `score mlbench` makes them again from the evidence, with a person's grades."""
    folder = write_tasks(tmp_path / "ml")
    answer = cli("evaluate", folder, "--solver", "reference")
    out = "results/ml/reference.jsonl"
    grades = tmp_path / "grades.jsonl"
    grades.write_text('{"task": "birds", "step": "load", "score": 2}\n')
    scored = cli("score", "mlbench", out, "--tasks", folder, "--grades", grades)
    printed = cli("score", "mlbench", out, "--tasks", folder, "--json").json
    document = cli("evaluate", folder, "--solver", "reference", "--json").json

    assert answer.code == 0
    assert "ML-Benchmark" in answer.out
    assert "birds    accuracy  1.0000  1.0000" in answer.out
    assert "load 2* look 0 train 0" in scored.out
    assert document["scores"]["mlbench"] == printed == score_mlbench(Path(out), folder).model_dump(mode="json")
    assert printed["performance"] == 1.0
    assert cli("evaluate", write_questions(tmp_path / "da"), "--solver", "reference").code == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("solver", ["model", "selfdebug", "taskgraph"])
@pytest.mark.usefixtures("workspace")
def test_every_solver_works_on_a_task(solver: str, tmp_path: Path) -> None:
    """One reply, repairs, or a plan: the same port, and the same figures."""
    plan = '```json\n[{"task_id": "1", "dependent_task_ids": [], "instruction": "Do it.", "task_type": "other"}]\n```'

    def script(call: Call) -> Answer:
        is_plan = solver == "taskgraph" and "<data instruction " not in call.prompt
        return Answer(plan if is_plan else fenced_code(MODEL + SOLUTION))

    with LoopbackServer(script) as server:
        request = react_request(server, write_tasks(tmp_path / "ml"), sets=("birds",), solver=f"{solver}:m")
        report = evaluate(request)

    assert report.scores is not None
    assert report.scores.mlbench is not None
    assert report.scores.mlbench.comprehensive == pytest.approx((1 + 2 / 3) / 2)


def opened(path: Path, *names: str) -> list[str]:
    """Return the names of the sets of a benchmark."""
    with ReadLocks() as locks:
        return [problemset.name for problemset in open_benchmark(path, names, locks).benchmark.sets]


def test_what_a_path_means(tmp_path: Path) -> None:
    """A folder of tasks or one of them, DABench's folder or its questions; sets in DSEAL come before tasks."""
    tasks, questions = write_tasks(tmp_path / "ml"), write_questions(tmp_path / "da")
    (tasks / "_manifest.yaml").write_text("name: mine\nversion: 2\n")

    assert opened(tasks) == ["birds", "weights"]
    assert opened(tasks / "weights.yaml") == ["weights"]
    assert opened(questions) == opened(questions / "da-dev-questions.jsonl") == ["question-3", "question-8"]
    with ReadLocks() as locks:
        assert open_benchmark(tasks, (), locks).benchmark.name == "mine"
        assert open_benchmark(questions, (), locks).benchmark.name == "da"
    (tasks / "a.py").write_text('# %%\n"""\nquestion: How many?\n"""\n3\n')
    assert opened(tasks) == ["a"]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("ml/birds/eval.csv", "birds/eval.csv: is missing"),
        ("ml/birds/labels.csv", "birds/labels.csv: No such file"),
        ("da/da-dev-labels.jsonl", "da-dev-labels.jsonl: No such file"),
        ("da/da-dev-tables/birds.csv", "birds.csv: is missing"),
    ],
)
def test_what_is_not_there_is_named(broken: str, message: str, tmp_path: Path) -> None:
    """Before anything is run or asked."""
    write_tasks(tmp_path / "ml")
    write_questions(tmp_path / "da")
    (tmp_path / broken).unlink()

    with pytest.raises(BenchmarkError, match=message):
        opened(tmp_path / broken.partition("/")[0])


def test_strangers_folders(tmp_path: Path) -> None:
    """Links that lead out, lines that are no questions, and names that are not there are refused."""
    tasks, questions = write_tasks(tmp_path / "ml"), write_questions(tmp_path / "da")
    (tmp_path / "private").write_text("secret\n")
    with pytest.raises(UsageError, match="ml has no set called bird"):
        opened(tasks, "bird")
    (tasks / "birds" / "eval.csv").write_text("mass,migrates\n1,x\n")
    with pytest.raises(BenchmarkError, match=r"eval\.csv: holds the target migrates"):
        opened(tasks)
    (tasks / "birds" / "eval.csv").unlink()
    (tasks / "birds" / "eval.csv").symlink_to(tmp_path / "private")
    with pytest.raises(BenchmarkError, match="is a link that leads out"):
        opened(tasks)
    (questions / "da-dev-questions.jsonl").write_text('{"id": 3, "question": "?", "file_name": "../private"}\n')
    with pytest.raises(BenchmarkError, match=r"da-dev-questions\.jsonl:1: file_name"):
        opened(questions)
    (tmp_path / "other.jsonl").write_text("{}\n")
    with pytest.raises(BenchmarkError, match="does not say questions in its name"):
        opened(tmp_path / "other.jsonl")
    with pytest.raises(BenchmarkError, match="holds no tasks"):
        read_tasks(tmp_path)
    with pytest.raises(ResultsError, match="has no evidence beside it"):
        score_mlbench(tmp_path / "other.jsonl", tasks)
