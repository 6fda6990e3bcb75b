"""A pilot over the real client: the findings, what is asked and paid, outages, kills, and what is refused."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.checks import check_sets
from authoring.api.decisions import admit_draft_of_run
from authoring.api.evaluation.pilot import PilotRequest, estimate_pilot, pilot
from authoring.api.evaluation.pilot_report import PilotReport
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.review.session import Recheck, ReviewSession, examine_draft
from authoring.api.review.state_machine import Rewrite
from authoring.api.runs.lifecycle import open_run
from authoring.api.statistics import measure_statistics
from authoring.api.status import status
from authoring.dseal.diagnostic import Severity
from authoring.errors import BudgetError, UsageError
from authoring.records.base import sha256_of
from authoring.records.decision import Waiting
from authoring.records.pilot import AnswerOutcome
from authoring.records.provenance import read_provenance
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.pilots import read_pilot
from tests.api.evaluation.pilot_scene import CODES, EXPECTED, NOTE, Cohort, record_answers, request_for, with_set
from tests.api.twins import settled, twin_of
from tests.cli.conftest import TWO_PROBLEMS, Answer
from tests.llm.server import LoopbackServer
from tests.llm.solver_models import Player
from tests.llm.wire import Answer as LoopbackAnswer
from tests.llm.wire import Call

Cli = Callable[..., Answer]
ANSWERS = {"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}
RIGHT = (
    "len(penguins)",
    'round(penguins["mass"].mean(), 1)',
    'penguins.sort_values("mass").groupby("species").tail(1).sort_values("species")',
)
OTHER_MEAN = 'round(penguins["mass"].median(), 1)'


@pytest.fixture(scope="module")
def signs(tmp_path_factory: pytest.TempPathFactory) -> tuple[PilotReport, LoopbackServer, Workspace]:
    """Return what a pilot of the set of signs came to, its server, and the workspace."""
    workspace = with_set(Workspace.create(tmp_path_factory.mktemp("signs") / "bench")[0])
    with LoopbackServer(Cohort(CODES, {"How many kinds of `species` are there?": "3"})) as server:
        return pilot(request_for(server, workspace)), server, workspace


@pytest.fixture
def tiny(bare: Workspace) -> Workspace:
    """Return a workspace with a set that costs little, in which a failed call is tried once."""
    settings = bare.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^tries = \d+", "tries = 1", settings.read_text()))
    return with_set(bare, "tiny", TWO_PROBLEMS)


def tiny_request(server: LoopbackServer, workspace: Workspace, **changes: Any) -> PilotRequest:
    """Return a request in which one model answers the small set."""
    return request_for(server, workspace, "tiny", solvers=("model:m",), blind=False, **changes)


def test_each_sign_is_found_where_it_is(signs: tuple[PilotReport, LoopbackServer, Workspace]) -> None:
    """Solvers of known strength give exactly the expected findings, one a problem; what is too easy is a note."""
    record = signs[0].record

    assert {finding.problem: finding.code for finding in record.findings} == EXPECTED
    assert [finding.code for finding in record.findings if finding.severity is Severity.NOTE] == ["DS976"]
    assert all(solver.setup and "blind/question" in dict(solver.setup.prompts) for solver in record.solvers)
    assert {finding.severity for finding in record.findings if finding.code != "DS976"} == {Severity.WARNING}
    assert [len(problem.answers) for problem in record.problems] == [6] * 7
    assert [cluster.answers for cluster in record.problems[3].clusters] == [3, 3]
    assert {answer.outcome for answer in record.problems[2].answers} == {AnswerOutcome.FORM}
    assert [(answer.variant.value, answer.is_right) for answer in record.problems[5].blind] == [
        ("columns", True),
        ("profile", True),
    ] * 3


def test_what_a_pilot_took_adds_up(signs: tuple[PilotReport, LoopbackServer, Workspace]) -> None:
    """Tokens and calls of solvers, with the data and without, are those of the problems, and those of this command."""
    report = signs[0]
    solvers, problems = report.record.solvers, report.record.problems

    assert sum(solver.tokens + solver.blind_tokens for solver in solvers) == sum(problem.tokens for problem in problems)
    assert sum(solver.calls + solver.blind_calls for solver in solvers) == report.new_calls
    assert all(solver.blind_calls for solver in solvers)


def test_figures_of_items(signs: tuple[PilotReport, LoopbackServer, Workspace]) -> None:
    """Solved by all, by none and by half: pass@k for both samples, and a level that follows."""
    items = signs[0].record.items

    assert [items[number].level for number in (1, 2, 4)] == ["easy", "hard", "medium"]
    assert [round(entry.rate, 2) for entry in items[4].pass_at] == [0.5, 0.8]
    assert (items[1].solvers, items[1].is_hint) == (3, True)


def test_the_record_stands_in_the_workspace(signs: tuple[PilotReport, LoopbackServer, Workspace]) -> None:
    """What the function returns is what stands on disk, and statistics show its figures."""
    report, _, workspace = signs
    (measured,) = measure_statistics(run=False, workspace=workspace.root)

    assert read_pilot(workspace.root, "signs") == report.record
    assert [problem.item for problem in measured.sets[0].problems] == list(report.record.items.values())


def test_no_prompt_holds_what_may_not_be_seen(signs: tuple[PilotReport, LoopbackServer, Workspace]) -> None:
    """No reference of its own problem, and without the data no value of a row."""
    bodies = [str(served.call.body) for served in signs[1].calls]
    about_heaviest = [body for body in bodies if "What is the heaviest `mass`?" in body]
    blind = [body for body in bodies if NOTE[:40] in body and "rows are hidden" in body]

    assert about_heaviest
    assert blind
    assert [body for body in about_heaviest if 'df["mass"].min()' in body.replace('\\"', '"')] == []
    assert [body for body in blind if "4775" in body] == []


def test_a_folder_that_is_called_like_the_set_is_not_meant(tiny: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a command is given in a folder that holds one of that name, the set is piloted."""
    monkeypatch.chdir(tiny.root)
    (tiny.root / "tiny").mkdir()
    with LoopbackServer(Player(ANSWERS).right) as server:
        report = pilot(tiny_request(server, tiny, samples=1))

    assert [len(problem.answers) for problem in report.record.problems] == [1, 1]


def test_nothing_is_paid_twice(tiny: Workspace) -> None:
    """The same command again asks nothing; a further sample asks for that one alone."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        first, again = pilot(tiny_request(server, tiny)), pilot(tiny_request(server, tiny))
        paid = len(server.calls)
        more = pilot(tiny_request(server, tiny, samples=3))

        assert (first.new_calls, again.new_calls, paid) == (4, 0, 4)
        assert (more.new_calls, len(server.calls)) == (2, 6)
    assert again.record.problems == first.record.problems
    assert (first.record.solvers[0].calls, first.record.solvers[0].right) == (4, 4)


def test_an_outage_is_no_wrong_answer(tiny: Workspace) -> None:
    """It is counted apart, is in no figure, makes the command fail, and is asked for again by the same one."""
    player, down = Player(ANSWERS), {"Sort `x` into `y`."}

    def script(call: Call) -> LoopbackAnswer:
        is_down = any(question in call.prompt.rpartition("which you answer now:")[2] for question in down)
        return player.unreachable(call) if is_down else player.right(call)

    with LoopbackServer(script) as server:
        broken = pilot(tiny_request(server, tiny))
        down.clear()
        calls_before = len(server.calls)
        whole = pilot(tiny_request(server, tiny))

        assert len(server.calls) - calls_before == 2
    assert (broken.record.outages, broken.exit_code(strict=False)) == (2, 1)
    assert (broken.record.problems[1].statistics, broken.record.findings) == (None, ())
    assert (whole.record.outages, whole.exit_code(strict=True)) == (0, 0)


def test_an_outage_of_all_models_leaves_the_earlier_record(tiny: Workspace) -> None:
    """What solvers did is not lost to a command that came to no answer at all."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        first = pilot(tiny_request(server, tiny))
    record = Path(first.path).read_bytes()
    with LoopbackServer(Player(ANSWERS).unreachable) as server:
        second = pilot(request_for(server, tiny, "tiny", solvers=("react:m",), blind=False))

    assert second.record.outages
    assert (second.path, second.exit_code(strict=False)) == (first.path, 1)
    assert Path(first.path).read_bytes() == record


def test_one_budget_for_all_solvers(tiny: Workspace) -> None:
    """What each could pay for alone is too much for all: they stop before it is exceeded."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        request = request_for(server, tiny, "tiny", samples=1, blind=False, jobs=1)
        access = replace(request.asking.access, budget="10000")
        with pytest.raises(BudgetError):
            pilot(replace(request, asking=AskingRequest(access)))

        assert 2 < len(server.delivered) < 6


def test_estimate_asks_nothing(tiny: Workspace) -> None:
    """A line for each model, and one for each way in which it is asked without the data."""
    with LoopbackServer(Player(ANSWERS).right) as server:
        estimates = estimate_pilot(request_for(server, tiny, "tiny", solvers=("model:m", "recorded:x")))

        assert [(entry.variant, entry.estimate.calls_most) for entry in estimates] == [
            ("", 4),
            ("columns", 2),
            ("profile", 2),
        ]
        assert list(server.calls) == []
    with pytest.raises(UsageError, match="nothing to estimate"):
        estimate_pilot(PilotRequest("tiny", ("recorded:x",), workspace=tiny.root))


@pytest.mark.parametrize(
    ("solvers", "name", "message"),
    [
        ((), "tiny", "who answers"),
        (("reference",), "tiny", "the answer itself"),
        (("recorded:",), "tiny", "which file"),
        (("model:m", "person"), "tiny", "a pilot asks nobody at the terminal"),
        (("model:m", "model:m"), "tiny", "given twice"),
        (("mode:m",), "tiny", "no solver is called mode:m"),
        (("model:m",), "tinny", "no such draft"),
        (("model:m",), "problemsets/tiny.py", "is no draft or admitted set"),
    ],
)
def test_what_does_not_fit_is_refused(
    solvers: tuple[str, ...], name: str, message: str, tiny: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything runs."""
    monkeypatch.chdir(tiny.root)
    with pytest.raises(UsageError, match=message):
        pilot(PilotRequest(name, solvers, workspace=tiny.root))


@pytest.mark.exhaustive
def test_a_program_and_recorded_answers(tiny: Workspace, tmp_path: Path) -> None:
    """Both are solvers of a pilot; a program is asked for nothing that it answered before."""
    log = tmp_path / "log"
    program = tmp_path / "agent.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(log)!r}, 'a').write('.')\n"
        "    print(json.dumps({'code': 'len(x)' if json.loads(line)['index'] == 1 else 'y = sorted(x)'}), flush=True)\n"
    )
    recorded = record_answers(tmp_path / "a.jsonl", ("3", "y = x"), attempts=2, name="tiny")
    solvers = (f"command:{sys.executable} {program}", recorded)
    request = PilotRequest("tiny", solvers, 2, blind=False, workspace=tiny.root)
    report = pilot(request)
    pilot(request)

    assert [(solver.right, solver.answers) for solver in report.record.solvers] == [(4, 4), (2, 4)]
    assert log.read_text() == "...."


def test_an_edited_program_is_asked_anew(tiny: Workspace, tmp_path: Path) -> None:
    """Its answers of before are not those that it gives now."""
    program, rights = tmp_path / "agent.py", []
    for answer in ("y = x", "len(x)"):
        program.write_text(
            f"import json, sys\nfor line in sys.stdin:\n    print(json.dumps({{'code': {answer!r}}}), flush=True)\n"
        )
        solver = f"command:{sys.executable} {program}"
        report = pilot(PilotRequest("tiny", (solver,), 1, blind=False, workspace=tiny.root))
        rights.append([problem.answers[0].outcome for problem in report.record.problems])

    assert rights[0][0] is not AnswerOutcome.RIGHT
    assert rights[1][0] is AnswerOutcome.RIGHT


def pilot_draft(workspace: Workspace, folder: Path) -> PilotReport:
    """Pilot the draft of penguins by two files of answers, which agree with each other on another mean."""
    codes = (RIGHT[0], OTHER_MEAN, RIGHT[2])
    solvers = [record_answers(folder / f"{name}.jsonl", codes, attempts=2) for name in ("one", "two")]
    return pilot(PilotRequest("penguins", tuple(solvers), 2, blind=False, workspace=workspace.root))


def test_the_record_says_how_models_were_asked(tiny: Workspace) -> None:
    """Server, temperature, seed, context, turns and versions of prompts, and the settings that the server refused."""
    player = Player(ANSWERS)

    def refusing(call: Call) -> LoopbackAnswer:
        is_refused = "temperature" in call.body
        return (
            LoopbackAnswer(status=400, message="Unsupported parameter: temperature")
            if is_refused
            else player.right(call)
        )

    with LoopbackServer(refusing) as server:
        request = tiny_request(server, tiny, samples=2)
        pilot(replace(request, asking=replace(request.asking, temperature=0.3, seed=5)))
    record = read_pilot(tiny.root, "tiny")
    assert record is not None
    (solver,) = record.solvers

    assert solver.setup is not None
    assert (solver.setup.server, solver.setup.temperature, solver.setup.seed) == (server.url, 0.3, 5)
    assert (solver.setup.context, solver.setup.turns) == (("code", "variables"), 1)
    assert {"model", "rules", "task"} <= {name for name, version in solver.setup.prompts if version}
    assert solver.left_out == ("temperature",)
    assert {served.call.body.get("seed") for served in server.calls} == {5, 6}


@pytest.mark.exhaustive
def test_a_draft_is_reviewed_with_its_findings(drafted: Workspace, tmp_path: Path) -> None:
    """Its findings stand among the others, need a reason on admission, and its figures go into the set's record."""
    report = pilot_draft(drafted, tmp_path)
    state = examine_draft(drafted, "penguins")
    assert isinstance(state, Waiting)
    with_reason: list[str] = []
    sandbox = LocalSandbox()
    try:
        for reason in ("", "the mean is meant"):
            result = admit_draft_of_run(
                drafted,
                "penguins",
                reviewer="Ada",
                consent=lambda _: True,
                sandbox=sandbox,
                reason=reason,
                tries_answers=False,
            )
            with_reason += [reason] if result.admitted else []
    finally:
        sandbox.close()
    provenance = read_provenance((drafted.root / "problemsets" / "_meta" / "penguins.yaml").read_text())

    assert report.is_draft
    assert [(finding.code, finding.problem) for finding in state.evidence.objections] == [("DS971", 2)]
    assert with_reason == ["the mean is meant"]
    assert {problem.number: problem.item for problem in provenance.problems} == report.record.items
    assert report.record.items[2].solvers == 2
    assert [problem.pilot.codes for problem in provenance.problems if problem.pilot] == [(), ("DS971",), ()]


@pytest.mark.exhaustive
def test_an_edit_voids_what_a_pilot_found(drafted: Workspace, tmp_path: Path) -> None:
    """Review, check and status say what solvers did on each problem; an edit takes that away for what hangs on it."""
    pilot_draft(drafted, tmp_path)
    with open_run(drafted, "penguins") as run:
        state = run.advance()
        assert isinstance(state, Waiting)
        with closing(Recheck(run)) as recheck:
            session = ReviewSession(run, "Ada", recheck, state)
            review = session.start()
            piloted = [problem.pilot for problem in review.certificate.problems] if review.certificate else []
            text = review.draft.text.replace("What is the mean of", "Which is the mean of")
            edited, _ = session.rewrite(review, Rewrite(text, review.cells[0]))
    answers = [problem.number for problem in (review.pilot.problems if review.pilot else ())]
    left_answers = [problem.number for problem in (edited.pilot.problems if edited.pilot else ())]
    left = [problem.pilot for problem in edited.certificate.problems] if edited.certificate else []
    (line,) = status(drafted).drafts

    assert text != state.draft.text
    assert [trials.counts for trials in piloted if trials] == [
        "4 of 4 answers right (2 solvers)",
        "0 of 4 answers right (2 solvers): DS971",
        "4 of 4 answers right (2 solvers)",
    ]
    assert [finding.code for finding in edited.evidence.diagnostics if finding.code.startswith("DS97")] == ["DS970"]
    assert (answers, left_answers) == ([1, 2, 3], [1])
    assert edited.evidence.objections == ()
    assert [trials.counts for trials in left if trials] == ["4 of 4 answers right (2 solvers)"]
    assert (line.piloted, line.problems) == (1, 3)


@pytest.mark.exhaustive
def test_other_data_void_what_a_pilot_found(drafted: Workspace, tmp_path: Path) -> None:
    """Once the files of the seed are others, status counts nothing of a pilot; with the old ones again it does."""
    pilot_draft(drafted, tmp_path)
    file = drafted.root / "seeds" / "penguins" / "data" / "penguins.csv"
    content = file.read_bytes()
    lines = []
    for data in (content, content.replace(b"3750", b"3751"), content):
        file.write_bytes(data)
        lines.append(status(drafted).drafts[0])
    file.unlink()
    lines.append(status(drafted).drafts[0])

    assert [(line.piloted, line.warnings) for line in lines] == [(3, 1), (0, 0), (3, 1), (0, 0)]
    assert [line.waiting_for for line in lines] == [
        lines[0].waiting_for,
        "its seed: penguins.csv: has changed since the seed was added",
        lines[0].waiting_for,
        "its seed: penguins.csv: missing",
    ]


@pytest.mark.exhaustive
def test_a_seed_that_is_replaced_voids_what_a_pilot_found(drafted: Workspace, tmp_path: Path) -> None:
    """The draft stays in the table, counts as piloted no more, and says that its seed has other data."""
    pilot_draft(drafted, tmp_path)
    seed = drafted.read_seed("penguins")
    before = status(drafted).drafts[0].piloted
    other = tmp_path / "penguins.csv"
    other.write_text("species,mass\nAdelie,1\n")
    file = seed.files[0].model_copy(update={"sha256": sha256_of(other.read_text()), "rows": 1})
    drafted.write_seed(seed.model_copy(update={"files": (file,)}), [(file, other)], replace=True)
    (line,) = status(drafted).drafts

    assert (before, line.piloted) == (3, 0)
    assert line.waiting_for == "its seed: penguins has other data by now"


def test_a_check_shows_and_records_what_solvers_did(tiny: Workspace, tmp_path: Path) -> None:
    """Of an admitted set that was piloted after its admission as well: beside what was tried, and in its record."""
    recorded = record_answers(tmp_path / "a.jsonl", ("len(x)", "y = x"), attempts=4, name="tiny")
    pilot(PilotRequest("tiny", (recorded,), 4, workspace=tiny.root))
    (checked,) = check_sets(["tiny"], quick=True, workspace=tiny.root)

    assert checked.certificate is not None
    assert [problem.pilot.right for problem in checked.certificate.problems if problem.pilot] == [4, 0]
    assert {"DS971"} == {finding.code for finding in checked.findings if finding.code.startswith("DS97")}


def test_verb_and_function_say_the_same(tiny: Workspace, tmp_path: Path, cli: Cli) -> None:
    """The record of the function is the document of the verb."""
    recorded = record_answers(tmp_path / "a.jsonl", ("len(x)", "y = x"), attempts=4, name="tiny")
    twin = twin_of(tiny)
    report = pilot(PilotRequest("tiny", (recorded,), 4, workspace=tiny.root))
    document = cli("pilot", "tiny", "--solver", recorded, "--samples", "4", "--workspace", twin.root, "--json").json

    assert settled(report, tiny) == settled(document, twin)
    assert report.record.findings


@pytest.mark.exhaustive
def test_a_kill_loses_no_answer(tiny: Workspace, tmp_path: Path) -> None:
    """Killed in the middle, the same command goes on from the answers that were given."""
    log = tmp_path / "log"
    program = tmp_path / "agent.py"
    program.write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        f"    open({str(log)!r}, 'a').write('.')\n"
        f"    time.sleep(600 if len(open({str(log)!r}).read()) == 3 else 0)\n"
        "    print(json.dumps({'code': 'len(x)' if json.loads(line)['index'] == 1 else 'y = sorted(x)'}), flush=True)\n"
    )
    words: Sequence[str] = ("pilot", "tiny", "--solver", f"command:{sys.executable} {program}", "--samples", "2")
    command = [sys.executable, "-m", "authoring", *words, "--no-blind", "--workspace", str(tiny.root), "--json"]
    killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    limit = time.monotonic() + 120
    while not log.exists() or len(log.read_text()) < 3:
        assert time.monotonic() < limit
        time.sleep(0.05)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)["record"]["solvers"][0]["right"] == 4
    # Two answers before the kill, the one under way, which is asked for again, and the last.
    assert len(log.read_text()) == 5
