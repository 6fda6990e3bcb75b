"""``authoring evaluate``: answers are judged, kept set by set, and gone on with; what cannot be meant is said."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.api.evaluation import EvaluationRequest
from authoring.api.evaluation.solver_comparison import compare_solvers
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import evidence_of
from tests.llm.server import Answer as LoopbackAnswer
from tests.llm.server import Call, LoopbackServer
from tests.llm.solver_models import Player

Cli = Callable[..., Any]


BROKEN = '''# %%
"""
question: Read it.
"""
text = open("inputs/missing.txt").read()

# %%
"""
question: How long is it?
"""
len(text)
'''
"""A reference that fails, and a problem that needs it."""


OUT = Path("results/tiny/agent.jsonl")


def test_judges_recorded_answers(cli: Cli, folder: Path) -> None:
    """Verdicts, rates, agreement with the recorded ones, DSEval's lines and the evidence, and what to look at next."""
    answer = cli("evaluate", "tiny", "--submissions", "agent.jsonl")
    lines = [json.loads(line) for line in (folder / OUT).read_text().splitlines()]

    assert (answer.code, answer.err) == (0, "")
    assert "pass rate                             2/4  50.0 %" in answer.out
    assert "3 of 4 verdicts agree with what was recorded" in answer.out
    assert answer.out.splitlines()[-1] == f"next: authoring results show {OUT} a-first 2"
    assert [line["verdict"] for line in lines] == ["CORRECT", "WRONG_VARIABLES", "CRASH", "CORRECT"]
    assert evidence_of(folder / OUT).is_file()


@pytest.mark.exhaustive
def test_json(cli: Cli, folder: Path) -> None:
    """With --json there is one document: figures, every verdict with its reason, and the whole agreement."""
    answer = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--json")

    assert answer.err == ""
    assert answer.json["metrics"]["pass_rate"] == 0.5
    assert [problem["verdict"] for problem in answer.json["problems"]][1:3] == ["WRONG_VARIABLES", "CRASH"]
    assert answer.json["problems"][2]["reason"]
    assert [(c["index"], c["old"][0], c["new"][0]) for c in answer.json["agreement"]["changes"]] == [
        (2, "CRASH", "WRONG_VARIABLES")
    ]
    assert not Path(answer.json["out"]).is_absolute() or str(folder) in answer.json["out"]


@pytest.mark.exhaustive
def test_the_oracle_passes(cli: Cli, folder: Path) -> None:
    """The references, judged by their own validators, are all correct."""
    answer = cli("evaluate", "tiny", "--solver", "reference", "--fail-under", "100")

    assert answer.code == 0
    assert (folder / "results/tiny/reference.jsonl").is_file()


@pytest.mark.exhaustive
def test_a_program_answers(cli: Cli, folder: Path) -> None:
    """A program reads one question a line and answers with code."""
    (folder / "agent.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'code': 'len(x)' if json.loads(line)['index'] == 1 else 'y = sorted(x)'}), flush=True)\n"
    )
    answer = cli(
        "evaluate", "tiny", "--solver", f"command:{sys.executable} agent.py", "--out", "program.jsonl", "--json"
    )

    assert answer.json["metrics"]["pass_rate"] == 1.0


def test_chosen_sets_and_going_on(cli: Cli, folder: Path) -> None:
    """Sets that were judged are kept: the whole benchmark after one set judges the other, and nothing is lost."""
    one = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--set", "b-second", "--json").json
    two = cli("evaluate", "tiny", "--submissions", "agent.jsonl")
    again = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--json").json

    assert (one["sets"], again["sets"]) == (1, 2)
    assert "1 set had been judged before" in two.out
    assert len((folder / OUT).read_text().splitlines()) == 4
    assert again["metrics"]["judged"] == 4


@pytest.mark.exhaustive
def test_other_options_begin_anew_only_if_asked(cli: Cli, folder: Path, two_problems: str) -> None:
    """A file holds verdicts of one kind; other options, answers or benchmark need --fresh."""
    cli("evaluate", "tiny", "--submissions", "agent.jsonl")
    before = (folder / OUT).read_bytes()
    (folder / "tiny" / "a-first.py").write_text(two_problems.replace("How many?", "How many are there?"))
    refused = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--dialect", "strict")

    assert refused.code == 11
    assert "the benchmark's files and --dialect changed since" in refused.err
    assert (folder / OUT).read_bytes() == before
    assert cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--dialect", "strict", "--fresh").code == 0


def test_root_cause_is_named_once(cli: Cli, folder: Path) -> None:
    """A reference that fails blocks what needs it, is named once with its place, and the other sets go on."""
    (folder / "tiny" / "b-second.py").write_text(BROKEN)
    answer = cli("evaluate", "tiny", "--submissions", "agent.jsonl")

    assert answer.code == 0
    assert answer.out.count("b-second.py:") == 1
    assert "blocks 2 problems" in answer.out
    assert "cannot be judged                        2" in answer.out


@pytest.mark.exhaustive
def test_nothing_judged_fails(cli: Cli, folder: Path) -> None:
    """When nothing can be judged the command fails and says so."""
    for name in ("a-first", "b-second"):
        (folder / "tiny" / f"{name}.py").write_text(BROKEN)
    answer = cli("evaluate", "tiny", "--submissions", "agent.jsonl")

    assert answer.code == 1
    assert "nothing could be judged" in answer.out


@pytest.mark.exhaustive
def test_too_low_a_rate_fails_if_asked(cli: Cli, folder: Path) -> None:
    """A build can ask for a pass rate."""
    assert folder
    assert cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--fail-under", "50").code == 0
    assert cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--fail-under", "51").code == 1


def test_answers_to_nothing_are_remarked(cli: Cli, folder: Path) -> None:
    """Answers to a set or a problem that is not there are not passed over in silence."""
    with (folder / "agent.jsonl").open("a") as file:
        file.write('{"problemset": "c-third", "index": 1, "code": "1"}\n')
        file.write('{"problemset": "a-first", "index": 7, "code": "1"}\n')
    (folder / "agent.jsonl").write_text((folder / "agent.jsonl").read_text().replace('"verdict"', '"was"'))
    remarks = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--json").json["remarks"]

    assert {"c-third", "a-first #7"} <= {remark["place"] for remark in remarks}


def test_byte_order_mark(cli: Cli, folder: Path) -> None:
    """A byte order mark before the answers is no part of them."""
    (folder / "agent.jsonl").write_bytes(b"\xef\xbb\xbf" + (folder / "agent.jsonl").read_bytes())

    assert cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--json").json["agreement"]["same"] == 3


def test_workspace_is_the_default(
    cli: Cli, bare: Workspace, two_problems: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a name, the workspace's own benchmark is judged, and results stand in the workspace."""
    (bare.root / "problemsets" / "_manifest.yaml").write_text("name: own\nversion: 1\n")
    (bare.root / "problemsets" / "a-first.py").write_text(two_problems)
    monkeypatch.chdir(bare.root / "seeds")
    answer = cli("evaluate", "--solver", "reference", "--json")

    assert answer.code == 0
    assert (bare.root / "results" / "own" / "reference.jsonl").is_file()


def test_no_benchmark_outside_a_workspace(cli: Cli, folder: Path) -> None:
    """Without a name and without a workspace there is nothing to judge."""
    assert folder
    assert cli("evaluate", "--solver", "reference").code == 3


def test_one_file_is_a_benchmark(cli: Cli, folder: Path) -> None:
    """A single problem set can be judged alone."""
    assert cli("evaluate", folder / "tiny/a-first.py", "--solver", "reference", "--json").json["sets"] == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_stopped_midway(sent: signal.Signals, cli: Cli, folder: Path, two_problems: str) -> None:
    """^C and even a kill lose one set at most; the same command goes on from there."""
    slow = two_problems.replace("x = [3, 1, 2]", "import time\ntime.sleep(50)")
    (folder / "tiny" / "b-second.py").write_text(slow)
    command = [sys.executable, "-m", "authoring", "evaluate", "tiny", "--solver", "reference"]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    results = folder / "results/tiny/reference.jsonl"
    limit = time.monotonic() + 60
    while not results.exists():
        assert time.monotonic() < limit
        time.sleep(0.05)
    program.send_signal(sent)
    _, err = program.communicate(timeout=180)
    lines = results.read_text().splitlines()

    assert [json.loads(line)["problemset"] for line in lines] == ["a-first", "a-first"]
    if sent is signal.SIGINT:
        assert program.returncode == 130
        assert "the same command goes on from there" in err
    answer = cli("evaluate", "tiny", "--solver", "reference", "--set", "a-first")
    assert "1 set had been judged before" in answer.out


@pytest.mark.exhaustive
def test_terminal_shows_a_table_and_leaves_a_report(folder: Path) -> None:
    """On a terminal the table is redrawn in place and gone at the end; the report stays, and fits 80 columns."""
    environment = {**os.environ, "COLUMNS": "80", "LINES": "30", "TERM": "xterm", "NO_COLOR": "1"}
    program = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "evaluate", "tiny", "--submissions", "agent.jsonl"],
        cwd=str(folder),
        env=environment,
        dimensions=(30, 80),
        encoding="utf-8",
        timeout=120,
    )
    program.expect("of 2 sets")
    program.expect("next: ")
    program.expect(pexpect.EOF)
    program.close()

    assert program.exitstatus == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        ([], 2, "who answers?", "--submissions FILE"),
        (["--submissions", "agent.jsonl", "--solver", "reference"], 2, "who answers?", "--submissions FILE"),
        (["--solver", "referenc"], 2, "no solver is called referenc", "did you mean reference?"),
        (["--solver", "recorded"], 2, "no solver is called recorded", "selfdebug:MODEL, reference, react:MODEL"),
        (["--solver", "command"], 2, "no solver is called command", 'did you mean "command:PROGRAM ARGUMENTS"?'),
        (["--solver", "command:"], 2, "there is no program ''", ""),
        (["--solver", "command:no-such-program x"], 2, "there is no program 'no-such-program'", ""),
        (["--solver", "command:'x"], 2, "'x: No closing quotation", "quote it as for a shell"),
        (["--solver", "reference", "--set", "a-frist"], 2, "tiny has no set called a-frist", "did you mean a-first?"),
        (["--submissions", "none.jsonl"], 11, "none.jsonl: cannot be read", ""),
        (["--submissions", "tiny/a-first.py"], 11, "tiny/a-first.py:1:1: is no JSON", ""),
        (["--submissions", "agent.jsonl", "--out", "agent.jsonl"], 2, "agent.jsonl: holds the submissions", "--out"),
        (["--submissions", "agent.jsonl", "--out", "tiny/_manifest.yaml"], 11, "no evaluation wrote", "--overwrite"),
        (["--solver", "reference", "--max-time", "nan"], 2, "", ""),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], code: int, message: str, hint: str, cli: Cli, folder: Path) -> None:
    """Arguments that do not fit, and files that are not there, are named with what to do; nothing is written."""
    before = sorted(folder.rglob("*"))
    answer = cli("evaluate", "tiny", *arguments)

    assert (answer.code, answer.out) == (code, "")
    assert message in answer.err.splitlines()[0]
    assert hint in answer.err.splitlines()[1]
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda folder: (folder / "tiny/_manifest.yaml").write_text("name: [\n"), "is no YAML"),
        (lambda folder: (folder / "tiny/_manifest.yaml").unlink(), "is missing"),
        (lambda folder: (folder / "tiny/_manifest.yaml").write_text("name: x\nversion: 1\ndialect: no\n"), "dialect"),
        (lambda folder: [path.unlink() for path in (folder / "tiny").glob("*.py")], "holds no problem sets"),
        (lambda folder: (folder / "tiny").rename(folder / "other"), "no such file or folder"),
        (lambda folder: (folder / "tiny/a-first.py").write_bytes(b"\xff"), "is no UTF-8"),
    ],
)
def test_broken_benchmark(spoil: Callable[[Path], object], message: str, cli: Cli, folder: Path) -> None:
    """A benchmark that cannot be read is said to be so, whatever is wrong with it."""
    spoil(folder)
    answer = cli("evaluate", "tiny", "--solver", "reference")

    assert (answer.code, answer.out) == (10, "")
    assert message in answer.err.splitlines()[0]


@pytest.fixture
def with_model(bare: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workspace with the benchmark of two sets in it."""
    (folder / "tiny").rename(bare.root / "tiny")
    settings = bare.root / "authoring.toml"
    settings.write_text(settings.read_text().replace("tries = 6", "tries = 1"))
    monkeypatch.chdir(bare.root)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    return bare.root


def test_a_model_answers(cli: Cli, with_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What did not come is said with the command that asks again, which asks for nothing else."""
    player, replies = Player({"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}), []

    def script(call: Call) -> LoopbackAnswer:
        replies.append(call)
        return LoopbackAnswer(status=503) if len(replies) == 2 else player.right(call)

    with LoopbackServer(script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        command = ("evaluate", "tiny", "--solver", "model:m", "--set", "a-first")
        broken, whole = cli(*command), cli(*command, "--json")
        estimate = cli(*command, "--estimate")

    assert (broken.code, whole.code, len(replies)) == (1, 0, 3)
    assert "1 answer did not come" in broken.out
    assert broken.out.splitlines()[-1] == "next: authoring evaluate tiny --solver model:m --set a-first"
    assert whole.json["metrics"]["pass_rate"] == 1
    assert whole.json["setup"]["context"] == ["code", "variables"]
    assert estimate.out.startswith("m: 2 calls, ")
    assert (with_model / "results/tiny/model-m.jsonl").is_file()


def test_several_solvers_stand_side_by_side(cli: Cli, folder: Path) -> None:
    """Each has its file, and one report holds them against the first; with --json it is the record of api."""
    command = ("evaluate", "tiny", "--solver", "reference", "--solver", "command:cat")
    shown, document = cli(*command), cli(*command, "--json")
    record = compare_solvers(EvaluationRequest(Path("tiny")), ("reference", "command:cat"))

    assert (shown.code, shown.err) == (0, "")
    assert "2 runs over the 4 problems that all were asked" in shown.out
    assert shown.out.splitlines()[-1].startswith("next: authoring results show results/tiny/cat.jsonl ")
    assert document.json == record.model_dump(mode="json")
    assert (folder / "results/tiny/reference.jsonl").is_file()
