"""What the sandbox costs is measured: every step does its work and says what its figures are."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.dseval.cost import Cost
from bench.sandbox.figures import Figure
from bench.sandbox.one_set import slope
from bench.sandbox.whole import checked, sampled

ROOT = Path(__file__).parents[1]
CHECKOUT = ROOT / "tests" / "cases" / "bench_dseval"
WORK = "import time\nbegan = time.process_time()\nwhile time.process_time() < began + 0.5:\n    pass"
BURN = "import time\nwhile time.process_time() < {seconds}:\n    pass"


def measure(folder: Path, *arguments: str) -> tuple[dict[str, Any], str]:
    """Measure briefly; return the file of ``--json``, and what was printed."""
    file = folder / "found.json"
    command = [sys.executable, "-m", "bench.sandbox", "--brief", "--json", str(file), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(file.read_text("utf-8")), done.stdout


def counted(code: str) -> list[float]:
    """Run code in a process of its own, which has no other children; return what it prints."""
    head = "import os, subprocess, sys\nfrom bench.processes import Counter, adopt_orphans, descendants\n"
    head += "counter = Counter()\n"
    done = subprocess.run([sys.executable, "-c", head + code], cwd=ROOT, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def test_time_of_the_dead_is_counted() -> None:
    """What a process used that a process below us started is counted once, wherever it was waited for."""
    inner = f"[sys.executable, '-c', {BURN.format(seconds=0.3)!r}]"
    middle = f"import subprocess, sys\nsubprocess.run({inner})\nsubprocess.run({inner})\nprint(flush=True)\ninput()"
    living, dead = counted(
        f"middle = subprocess.Popen([sys.executable, '-c', {middle!r}], stdin=-1, stdout=-1)\n"
        "middle.stdout.readline()\n"
        "print(counter.settled())\n"
        "middle.communicate(b'\\n')\n"
        "print(counter.below())"
    )

    assert 0.6 <= living <= dead + 0.04  # two ticks, twice, where ticks are all there is
    assert dead < 1.2


@pytest.mark.exhaustive
def test_time_of_a_killed_session_is_counted() -> None:
    """What a session used is not lost when it is killed with its namespace; what this process uses is left out."""
    if not any(counted("print(int(counter.exact))")):
        pytest.skip("the kernel refuses performance counters here")
    used, own = counted(
        "import time\nfrom authoring.records.evidence import Limits\n"
        "from authoring.sandbox.client.local import LocalSandbox\n"
        "sandbox = LocalSandbox()\nsandbox.session().close()\nbefore = counter.settled()\n"
        f"with sandbox.session() as session: session.run({WORK!r}, limits=Limits())\n"
        "used = counter.settled() - before\n"
        f"exec({BURN.format(seconds=0.5)!r})\nown = counter.settled() - before - used\n"
        "print(used, own)\nsandbox.close()"
    )

    assert used > 0.5
    assert own < 0.4


def test_orphans_stay_in_the_tree() -> None:
    """A process whose parent ended is still below whoever adopts orphans, and so is its time."""
    orphan = f"import os\nif os.fork() == 0:\n    exec({BURN.format(seconds=0.2)!r})"
    used, below = counted(
        f"adopt_orphans()\nsubprocess.run([sys.executable, '-c', {orphan!r}], check=True)\n"
        "while counter.below() < 0.2: pass\n"
        "print(counter.below(), len(descendants(os.getpid())))"
    )

    assert used < 0.8
    assert below == 1


def test_aims_are_held_against_figures() -> None:
    """An aim is a bound on one side; a figure without one reached nothing and missed nothing."""
    below, above, free = Figure("a", 2, "ms", "", most=2), Figure("b", 2, "x", "", least=3), Figure("c", 2, "x", "")

    assert [(one.aim, one.reached) for one in (below, above, free)] == [
        ("at most 2", True),
        ("at least 3", False),
        ("", None),
    ]


def test_slope_is_that_of_the_best_line() -> None:
    """What a further problem costs is not what a set costs."""
    assert slope([1, 5, 15, 30], [10 + 2 * size for size in (1, 5, 15, 30)]) == pytest.approx(2)


def test_samples_do_not_depend_on_what_stands_beside() -> None:
    """A smaller sample is part of a larger one, and without a bound all are taken."""
    names = [f"set-{number}" for number in range(20)]

    assert sampled(names, None) == sorted(names)
    assert {*sampled(names, 3)} < {*sampled(names, 7)}
    assert {*sampled(names[5:], 20)} == {*names[5:]}


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize(
    ("step", "figures"),
    [
        ("branch", ["branch, 98 MB of objects", "a new session"]),
        ("set", ["tiny: isolation", "scikit-learn: fresh over isolation", "a problem of a dry run"]),
        ("wait", ["rested, tiny", "in a row, scikit-learn", "a fresh python with pandas"]),
        ("edit", ["sized-15: edit over a plain dry run", "sized-15: keeping the states"]),
        ("many", ["a set of 40", "time per set, flat within", "client memory"]),
    ],
)
def test_each_step_gives_its_figures(step: str, figures: list[str], tmp_path: Path) -> None:
    """A brief run of a step gives all its figures, each with what it is, in the file and in the table."""
    found, shown = measure(tmp_path, "--only", step)
    given = {figure["name"]: figure for figure in found["steps"][step]["figures"]}

    assert {*figures} <= {*given}
    assert all(figure["what"] and isinstance(figure["value"], float | int) for figure in given.values())
    assert all(math.isfinite(figure["value"]) for figure in given.values())
    assert all(name in " ".join(shown.split()) for name in figures)


@pytest.mark.exhaustive
def test_whole_benchmarks_are_compared(dseval_python: Path, tmp_path: Path) -> None:
    """Our dry run, DSEval's loop and the bare floor go through the same sets, as far as the references run."""
    found, _ = measure(tmp_path, "--only", "dseval", "--dseval", str(CHECKOUT), "--then-python", str(dseval_python))
    tiny = found["steps"]["dseval"]["measured"]["Tiny"]

    assert tiny["sets"] == 2
    assert tiny["problems"]["dseval"] == 4
    assert tiny["problems"]["ours"]["agreed with themselves"] == 4
    assert [*tiny["problems"]["bare"]["stopped"]] == ["stops"]
    assert all(tiny[way][0]["wall"] > 0 for way in ("dseval", "ours", "bare"))


def test_a_way_that_fails_says_why(tmp_path: Path) -> None:
    """The last words of its log are in the message: the folder of the log is removed at the end."""
    (tmp_path / "dseval.log").write_text("begun\n" * 9 + "ModuleNotFoundError: No module named 'dseval'\n")
    cost = Cost(wall=1.0, cpu=1.0, largest=1, together=1, status=1)

    with pytest.raises(SystemExit, match=r"dseval ended with exit status 1.*\n(.*\n){4}ModuleNotFoundError"):
        checked("dseval", cost, tmp_path)
