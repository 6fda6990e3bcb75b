"""``authoring run``: drafts, sets and files are proved, side by side, only when changed, and ^C loses nothing."""

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

from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path, problem_text: str) -> Path:
    """Return a problem set beside its data, outside any workspace."""
    (tmp_path / "sets" / "_inputs" / "penguins").mkdir(parents=True)
    (tmp_path / "sets" / "_inputs" / "penguins" / "penguins.csv").write_text("species,mass\nAdelie,3750\nGentoo,5000\n")
    path = tmp_path / "sets" / "penguins.py"
    path.write_text(problem_text)
    return path


@pytest.mark.exhaustive
def test_file_needs_no_workspace(cli: Cli, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any DSEAL file with its data beside it can be proved."""
    monkeypatch.chdir(file.parent)
    answer = cli("run", "penguins.py")

    assert answer.code == 0
    assert answer.out.startswith("penguins.py: ran in ")
    assert answer.out.count("correct") == 3


def test_failing_reference_fails_the_command(cli: Cli, file: Path) -> None:
    """A reference that raises is shown with its finding and makes the exit code 1."""
    file.write_text(file.read_text().replace('penguins["mass"].mean()', 'penguins["mass"].mean() / 0 * int("x")'))
    answer = cli("run", file)

    assert answer.code == 1
    assert " error " in answer.out
    assert "not run" in answer.out
    assert answer.out.splitlines()[-1].startswith("next: authoring explain DS4")


@pytest.mark.exhaustive
def test_draft_is_proved(cli: Cli, drafted: Workspace) -> None:
    """A draft is run afresh with its seed's data."""
    proofs = cli("run", "penguins", "--workspace", drafted.root, "--json").json

    assert [proof["name"] for proof in proofs] == ["penguins"]
    assert [cell["judgement"]["correct"] for cell in proofs[0]["evidence"]["dry_run"]["cells"][1:]] == ["yes"] * 3


@pytest.mark.exhaustive
def test_admitted_draft_is_one_text(cli: Cli, drafted: Workspace) -> None:
    """--all proves a draft and the set it became once, because they are the same text."""
    cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root)

    assert len(cli("run", "--all", "--workspace", drafted.root, "--json").json) == 1


def test_lint_errors_are_not_run(cli: Cli, file: Path) -> None:
    """A text with lint errors is shown with them and is not run."""
    file.write_text(file.read_text().replace("question:", "questoin:", 1))
    answer = cli("run", file)

    assert answer.code == 1
    assert "not run: lint found errors" in answer.out


def test_name_of_nothing(cli: Cli, drafted: Workspace) -> None:
    """A misspelt name is answered with the one that is there."""
    answer = cli("run", "penguin", "--workspace", drafted.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (2, "hint: did you mean penguins?")


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(("manifest", "code"), [("", 1), ("dialect: strict\n", 0)])
def test_manifest_chooses_the_dialect(cli: Cli, file: Path, manifest: str, code: int) -> None:
    """NaN does not equal itself for DSEval, so its reference refuses itself; in the strict dialect it does."""
    file.write_text(file.read_text().replace('penguins["mass"].mean()', 'float("nan")'))
    (file.parent / "_manifest.yaml").write_text(f"name: birds\nversion: 1\n{manifest}")

    assert cli("run", file).code == code


def test_inputs_in_a_folder_are_inputs(cli: Cli, file: Path) -> None:
    """A set's input files may stand in folders, as one of DSEval's published sets has them; none is left out."""
    data = file.parent / "_inputs" / file.stem / "by year" / "first half.csv"
    data.parent.mkdir(parents=True)
    data.write_text("a,b\n1,2\n3,4\n")
    file.write_text(
        '# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: How many rows has the table?\nvalidator:\n  result:\n"""\n'
        'len(pd.read_csv("inputs/by year/first half.csv"))\n'
    )

    answer = cli("run", file, "--json")

    assert answer.code == 0, answer
    inputs = answer.json[0]["evidence"]["dry_run"]["inputs"]
    assert [each["name"] for each in inputs] == ["by year/first half.csv", "penguins.csv"]


SET = '''# %%
import time
time.sleep(SECONDS)
name, x = "NAME", [3, 1, 2]

# %%
"""
question: How many?
validator:
  result:
"""
len(x)
'''

BROKEN = SET.replace("len(x)", 'len(x) + int("no")')

ODD = SET.replace("How many?", "How many does `nowhere` hold?")


@pytest.fixture
def sets(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of three sets in a workspace, which is where commands run."""
    monkeypatch.chdir(bare.root)
    folder = bare.root / "problemsets"
    for name in "abc":
        write(folder, name)
    return folder


def write(folder: Path, name: str, text: str = SET, seconds: float = 0) -> None:
    """Write a set."""
    (folder / f"{name}.py").write_text(text.replace("NAME", name).replace("SECONDS", str(seconds)))


@pytest.mark.exhaustive
def test_run_without_a_draft_is_left_out_and_named(cli: Cli, drafted: Workspace) -> None:
    """A run that was killed before its first draft keeps nothing else from running, and is told of."""
    whole = drafted.journal_path("penguins")
    begun = drafted.journal_path("begun")
    begun.parent.mkdir()
    begun.write_text(whole.read_text().splitlines(keepends=True)[0])

    done = cli("run", "--all", "--workspace", drafted.root)
    named = cli("run", "begun", "--workspace", drafted.root)

    assert done.code == 0
    assert "left out, for there is no draft yet: begun" in done.err
    assert "penguins" in done.out
    assert named.code != 0
    assert "begun has no draft yet" in named.err


@pytest.mark.exhaustive
def test_unchanged_benchmark_is_one_line(cli: Cli, sets: Path) -> None:
    """The second run does nothing and says so, in one line; --fresh runs all; a changed set runs alone."""
    first, second = cli("run", "--all"), cli("run", "--all")
    fresh = cli("run", "--all", "--fresh")
    write(sets, "b", SET.replace("[3, 1, 2]", "[3, 1]"))
    changed = cli("run", "--all")

    assert [line.split()[0] for line in first.out.splitlines()] == ["a", "b", "c", "3", "next:"]
    assert len(second.out.splitlines()) == 2
    assert second.out.startswith("all 3 sets unchanged since 2")
    assert "not run again (--fresh runs all); no findings" in second.out
    assert fresh.out.splitlines()[3] == "3 sets run; no findings"
    assert [line.split()[0] for line in changed.out.splitlines()] == ["b", "1", "next:"]
    assert "1 set run; 2 sets unchanged since" in changed.out
    assert {answer.code for answer in (first, second, fresh, changed)} == {0}


@pytest.mark.exhaustive
def test_findings_are_said_though_nothing_ran(cli: Cli, sets: Path) -> None:
    """The exit code is what the findings demand, and they are shown, whether anything ran or not."""
    write(sets, "b", BROKEN)
    first, second = cli("run", "--all"), cli("run", "--all")

    assert (first.code, second.code) == (1, 1)
    assert "error DS401" in first.out
    assert "error DS401" in second.out
    assert "b: unchanged since" in second.out
    assert second.out.splitlines()[-2].endswith("not run again (--fresh runs all); 1 error")
    assert second.out.splitlines()[-1] == "next: authoring explain DS401"


def test_findings_of_lint_are_not_kept(cli: Cli, sets: Path) -> None:
    """A question that goes wrong is found, though the code is as it was."""
    cli("run", "--all")
    write(sets, "c", SET.replace("question: How many?", "question: ''"))
    answer = cli("run", "--all")

    assert answer.code == 1
    assert "c: not run: lint found errors" in answer.out
    assert "2 sets unchanged" in answer.out


def test_single_set_is_shown_whole_though_unchanged(cli: Cli, sets: Path) -> None:
    """Its problems are listed as they came out when it ran."""
    assert sets
    cli("run", "a")
    answer = cli("run", "a")

    assert answer.out.startswith("a: unchanged since 2")
    assert "not run again (--fresh runs it), no findings" in answer.out
    assert answer.out.count("correct") == 1


@pytest.mark.exhaustive
def test_json_tells_what_is_unchanged(cli: Cli, sets: Path) -> None:
    """One document, sets as they are named, whoever was done first; `since` where nothing ran."""
    write(sets, "a", SET, seconds=0.5)
    cli("run", "b")
    proofs = cli("run", "--all", "--jobs", "3", "--json").json

    assert [proof["name"] for proof in proofs] == list("abc")
    assert [proof["since"] is not None for proof in proofs] == [False, True, False]
    assert {proof["failure"] for proof in proofs} == {""}


@pytest.mark.exhaustive
def test_cache_may_be_deleted(cli: Cli, sets: Path) -> None:
    """Or spoilt: everything runs again."""
    cli("run", "--all")
    kept = sets.parent / ".authoring" / "cache" / "run"
    for path in kept.rglob("*.json"):
        path.write_text("{")
    spoilt = cli("run", "--all")
    assert "3 sets run" in spoilt.out
    assert "all 3 sets unchanged" in cli("run", "--all").out
    for path in kept.rglob("*.json"):
        path.unlink()

    assert "3 sets run" in cli("run", "--all").out


def test_cache_that_cannot_be_written_is_told(cli: Cli, sets: Path) -> None:
    """And stops nothing."""
    (sets.parent / ".authoring").mkdir(exist_ok=True)
    (sets.parent / ".authoring" / "cache").write_text("in the way")
    answer = cli("run", "--all")

    assert answer.code == 0
    assert "results cannot be kept for the next run: " in answer.out


@pytest.mark.exhaustive
def test_of_many_only_some_are_shown_in_full(cli: Cli, sets: Path) -> None:
    """Those with errors come first; how many there are besides is said."""
    for number in range(12):
        write(sets, f"odd-{number:02}", ODD)
    write(sets, "z-broken", BROKEN)
    answer = cli("run", "--all", "--jobs", "2")

    assert answer.code == 1
    assert "z-broken: ran in" in answer.out
    assert answer.out.count(": ran in ") == 10
    assert "… and 3 more with findings" in answer.out
    assert "16 sets run; " in answer.out


def start(*arguments: str) -> "subprocess.Popen[str]":
    """Start a run whose output is read line by line."""
    command = [sys.executable, "-m", "authoring", "run", "--all", "--jobs", "1", *arguments]
    # A shell without job control starts programs that it puts aside with ^C turned off.
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - nothing else runs
    )


def children(process: int) -> set[int]:
    """Return what a process has started, and what that has started, and so on."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    descendants, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        descendants |= new
    return descendants


def gone(processes: set[int]) -> bool:
    """Wait for processes to end, a minute at most."""
    limit = time.monotonic() + 60
    while any(Path(f"/proc/{process}").exists() for process in processes) and time.monotonic() < limit:
        time.sleep(0.05)
    return not any(Path(f"/proc/{process}").exists() for process in processes)


def wait_for_session(process: int) -> None:
    """Wait until the first set of a run is at work."""
    limit = time.monotonic() + 60
    while len(children(process)) < 4:
        assert time.monotonic() < limit
        time.sleep(0.05)
    time.sleep(0.5)


@pytest.mark.own_zygotes
@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_failure_of_the_sandbox_is_one_sets_own(cli: Cli, sets: Path, options: list[str]) -> None:
    """A set whose data vanish meanwhile is told at the end with exit code 7; the others have their results."""
    data = sets / "_inputs" / "b" / "table.csv"
    data.parent.mkdir(parents=True)
    data.write_text("a\n1\n")
    write(sets, "a", SET, seconds=10)
    write(sets, "b", SET.replace("x = ", 'table = open("inputs/table.csv").read()\nx = '))
    program = start(*options)
    wait_for_session(program.pid)
    data.unlink()
    out, err = program.communicate(timeout=180)

    assert program.returncode == 7
    if options:
        told = {proof["name"]: (proof["evidence"] is not None, bool(proof["failure"])) for proof in json.loads(out)}
        assert told == {"a": (True, False), "b": (False, True), "c": (True, False)}
    else:
        assert "2 sets run; 1 set could not be run; no findings" in out
        assert "error: b: not run: " in err
        assert "hint: " in err
    data.write_text("a\n1\n")
    assert "1 set run; 2 sets unchanged" in cli("run", "--all").out


@pytest.mark.own_zygotes
@pytest.mark.exhaustive
def test_interrupt_finishes_what_is_under_way(cli: Cli, sets: Path) -> None:
    """^C: the set at work is told and kept, the next is not begun; the same command goes on from there."""
    write(sets, "b", SET, seconds=10)
    program = start()
    assert program.stdout is not None
    assert program.stdout.readline().startswith("a ")
    time.sleep(0.5)
    left = children(program.pid)
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=180)

    assert program.returncode == 130
    assert [line.split()[0] for line in out.splitlines()] == ["b", "stopped"]
    assert "stopped after 2 of 3 sets; 2 sets run; no findings" in out
    assert "stopping: waiting for 1 set under way, ^C again stops at once" in err
    assert "the same command goes on from there" in err
    assert left
    assert gone(left)
    assert "1 set run; 2 sets unchanged" in cli("run", "--all").out


@pytest.mark.own_zygotes
@pytest.mark.exhaustive
def test_second_interrupt_stops_at_once(cli: Cli, sets: Path) -> None:
    """^C twice: nothing is waited for, nothing is left behind, and what was done before is kept."""
    write(sets, "b", SET, seconds=50)
    program = start()
    assert program.stdout is not None
    assert program.stderr is not None
    assert program.stdout.readline().startswith("a ")
    time.sleep(0.5)
    left = children(program.pid)
    program.send_signal(signal.SIGINT)
    assert "waiting for 1 set" in program.stderr.readline()
    program.send_signal(signal.SIGINT)
    program.communicate(timeout=180)

    assert program.returncode == 130
    assert left
    assert gone(left)
    write(sets, "b", SET)
    assert "2 sets run; 1 set unchanged" in cli("run", "--all").out


@pytest.mark.exhaustive
def test_terminal_shows_one_table_and_stops(sets: Path) -> None:
    """On a real terminal: sets at work, redrawn in place; ^C from the keyboard; a table of what is done."""
    write(sets, "b", SET, seconds=10)
    environment = {**os.environ, "COLUMNS": "80", "LINES": "30", "TERM": "xterm", "NO_COLOR": "1"}
    program = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "run", "--all", "--jobs", "1"],
        env=environment,
        dimensions=(30, 80),
        encoding="utf-8",
        timeout=180,
    )
    program.expect(r"b[^\n]* 0 of \? cells")
    program.expect(r"1 of 3 sets")
    left = children(program.pid or 0)
    program.sendintr()
    program.expect("waiting for 1 set under way")
    program.expect("stopped after 2 of 3 sets; 2 sets run; no findings")
    program.expect("the same command goes on from there")
    program.expect(pexpect.EOF)
    program.close()

    assert program.exitstatus == 130
    assert left
    assert gone(left)


@pytest.mark.exhaustive
def test_interrupted_document_is_none(sets: Path) -> None:
    """With --json a run that was stopped prints no half of a document."""
    write(sets, "a", SET, seconds=50)
    program = start("--json")
    wait_for_session(program.pid)
    program.send_signal(signal.SIGINT)
    assert program.stderr is not None
    assert "waiting for 1 set" in program.stderr.readline()
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=180)

    assert (program.returncode, out) == (130, "")
    assert json.loads(err[err.index("{") :])["error"]["exit_code"] == 130
