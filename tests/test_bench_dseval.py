"""The proof against a checkout of DSEval's repository, on a checkout of two small sets."""

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from authoring.sandbox.client.local import LocalSandbox
from bench.dseval.checkout import Part
from bench.dseval.differences import explained
from bench.dseval.events import Key, Word
from bench.dseval.ours import judge_by_us

ROOT = Path(__file__).parents[1]
CHECKOUT = ROOT / "tests" / "cases" / "bench_dseval"

pytestmark = pytest.mark.slow


def prove(
    folder: Path, dseval: Path, *steps: str, checkout: Path = CHECKOUT, budget: float = 60
) -> tuple[dict[str, Any], str]:
    """Do steps of the proof; return the report's file, and what was printed."""
    # Tests do not install today's packages anew: those that run the tests are today's.
    environments = ["--then-python", str(dseval), "--today-python", sys.executable]
    command = [sys.executable, "-m", "bench.dseval", str(checkout), "--folder", str(folder), *environments]
    command += ["--budget", str(budget), "--steps", *steps]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads((folder / "report.json").read_text()), done.stdout


@pytest.mark.exhaustive
def test_what_dseval_judged_before_a_set_ended_is_kept(dseval_python: Path, tmp_path: Path) -> None:
    """A reference that fails ends DSEval's set: what it judged before counts, and we judge what comes after, too."""
    found, _ = prove(tmp_path, dseval_python, "replay")
    tiny = found["replay"]["Tiny"]

    assert [(end["set"], end["how"]) for end in tiny["dseval's ends"]] == [("stops", "stopped")]
    assert (tiny["dseval judged"], tiny["dseval reproduces"]) == (4, 4)
    assert tiny["of dseval's reproduced"]["pairs"] == 4
    assert (tiny["ours judged"], tiny["ours reproduces"]) == (5, 5)


@pytest.mark.soak
def test_every_step_gives_its_findings(dseval_python: Path, tmp_path: Path) -> None:
    """Files come back unchanged, correct references are found correct, and both judges agree on spoiled ones."""
    found, shown = prove(tmp_path, dseval_python, "round-trip", "oracle", "spoiled", "costs", "today")
    oracle, spoiled, costs = (found[step]["Tiny"] for step in ("oracle", "spoiled", "costs"))

    assert found["round-trip"] == {"files": 2, "equal": 2, "broken": []}
    assert (oracle["dseval correct"], oracle["of dseval's correct"]["pairs"], oracle["ours correct"]) == (4, 4, 5)
    assert spoiled["all"]["pairs"] == spoiled["all"]["both"] >= 10
    assert spoiled["all"]["disagreements"] == []
    assert spoiled["operators"]["print_instead"]["ours lets pass"] == 0
    assert [(costs[who]["status"], costs[who]["cpu"] > 0) for who in ("dseval", "ours")] == [(0, True), (0, True)]
    assert found["today"]["Tiny"]["replay"]["disagreements"] == []
    assert "Round trip: 2 of 2 files" in shown


@pytest.mark.exhaustive
def test_a_finished_set_is_not_judged_again(dseval_python: Path, tmp_path: Path) -> None:
    """A run that was interrupted goes on where it stopped: what is in the events counts, and is read back."""
    events = tmp_path / "then" / "replay" / "Tiny" / "dseval" / "events.jsonl"
    prove(tmp_path, dseval_python, "replay")
    before = events.read_text().splitlines(keepends=True)
    [last] = [number for number, line in enumerate(before) if json.loads(line) == {"set": "stops", "start": True}]
    marked = [line.replace('"WRONG_OUTPUT"', '"UNKNOWN"') for line in before[: last + 2]]
    events.write_text("".join(marked) + '{"set": "st')

    found, _ = prove(tmp_path, dseval_python, "replay")

    assert found["replay"]["Tiny"]["dseval judged"] == 4
    assert found["replay"]["Tiny"]["dseval reproduces"] == 3


@pytest.mark.exhaustive
def test_a_set_that_hangs_is_given_up(dseval_python: Path, tmp_path: Path) -> None:
    """What DSEval's own limit cannot end costs its set's time budget, and only that set."""
    checkout = tmp_path / "checkout"
    folder = checkout / "benchmarks" / "hangs"
    folder.mkdir(parents=True)
    (folder / "_manifest.yaml").write_text("name: Hangs\nversion: 1\n")
    (folder / "a.py").write_text(
        "# %%\nimport signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\nsignal.pause()\n"
    )
    (folder / "b.py").write_text('# %%\n"""\nquestion: One?\n"""\n1\n')
    found, _ = prove(tmp_path / "out", dseval_python, "oracle", checkout=checkout, budget=8)
    oracle = found["oracle"]["Hangs"]

    assert [(end["set"], end["how"]) for end in oracle["dseval's ends"]] == [("a", "hung")]
    assert oracle["dseval correct"] == 1


@pytest.mark.soak
def test_each_difference_has_a_cause_that_was_measured(tmp_path: Path) -> None:
    """What hangs on ties, on time or on the environment is told as such, and no other cause is made up."""
    frame = "t = pd.DataFrame({'name': range(600), 'value': [number % 3 for number in range(600)]})"
    work = "import time\nstart = time.process_time()\nwhile time.process_time() < start + 1.5:\n    pass\n1 + 1"
    cells = [f"import pandas as pd\n{frame}"]
    cells += [
        f'"""\nquestion: Which?\n"""\n{code}'
        for code in ("list(t.sort_values('value', ascending=False).head(9)['name'])", "2", "3", "4")
    ]
    (tmp_path / "_manifest.yaml").write_text("name: Few\nversion: 1\n")
    (tmp_path / "few.py").write_text("".join(f"# %%\n{cell}\n\n" for cell in cells))
    answers = ["list(t.nlargest(9, 'value')['name'])", work, "30", "40"]
    submissions = {"few": {str(number): [code] for number, code in enumerate(answers, start=1)}}
    published = {Key("few", number, 1): Word("CORRECT", "UNCATEGORIZED", "") for number in range(1, 5)}
    part = Part("Few", tmp_path, ("few",), submissions, published)
    with closing(LocalSandbox()) as sandbox:
        ours = judge_by_us(part, submissions, mutants=False, folder=tmp_path / "ours", sandbox=sandbox).words
    theirs = {Key("few", 3, 1): ours[Key("few", 3, 1)]}
    pairs = explained(part, ours, theirs, python=Path(sys.executable), folder=tmp_path / "trials")

    assert [pair["problem"] for pair in pairs] == [1, 2, 3, 4]
    assert [str(pair["cause"]).partition(":")[0] for pair in pairs] == [
        "the order of ties",
        "the speed of this machine",
        "the environment",
        "none was found",
    ]
    assert [pair["again as published"] for pair in pairs] == [True, True, False, False]
