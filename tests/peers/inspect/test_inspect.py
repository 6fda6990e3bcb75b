"""The exported task package, run by Inspect AI itself: references are right, and nothing else is."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from authoring.records.bundle import AdmittedSet, FileContent
from authoring.workspace import Workspace
from authoring.workspace.exports import write_export
from tests.exports import exported
from tests.peers.conftest import Peer

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]
CASES = yaml.safe_load((ROOT / "tests/cases/exporters/inspect/replies.yml").read_text("utf-8"))
pytestmark = pytest.mark.slow
START = '# %%\nimport pandas as pd\n\nt = pd.read_csv("inputs/t.csv")\nsecret = 5\n\n'
PUBLISHED = ("penguins", "penguins-plots")
"""Two of this repository's sets, in which all kinds of answers occur; a sample takes seconds."""
Report: TypeAlias = dict[str, Any]


def problem(number: int, case: Mapping[str, Any]) -> str:
    """Return a case as a problem of DSEAL."""
    head = {"question": f"Case {number:03d}: {case['what']}.", "validator": case.get("validator", {"result": None})}
    head |= {"execution": case["execution"]} if "execution" in case else {}
    return f'# %%\n"""\n{yaml.safe_dump(head, sort_keys=False)}"""\n\n{case["reference"]}\n\n'


def packed(folder: Path, *problemsets: AdmittedSet) -> Path:
    """Export sets into a folder, and return it."""
    bundle = exported("inspect", problemsets, name="cases")
    write_export(folder, bundle)
    return folder


def cases_set(name: str, text: str) -> AdmittedSet:
    """Return a set over a small table."""
    return AdmittedSet(name=name, text=text, inputs=(FileContent(path="t.csv", content=b"x,y\n1,a\n2,b\n3,b\n"),))


def evaluated(python: Path, folder: Path, replies: Mapping[str, str], **options: str) -> Report:
    """Have Inspect evaluate a package with its mock model; what has no reply is answered with the reference."""
    place = folder.parent / "replies.json"
    place.write_text(json.dumps(replies))
    command: list[str | Path] = [python, FOLDER / "evaluate.py", folder, sys.executable, folder.parent / "logs", place]
    command.append(json.dumps(options))
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder.parent)
    assert process.returncode == 0, process.stderr[-2_000:]
    report: Report = json.loads(process.stdout[process.stdout.index("{") :])
    assert (report["status"], report["error"]) == ("success", "")
    return report


@pytest.fixture(scope="module")
def judged(peer: Peer, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """Return what Inspect says of all replies of the cases."""
    text = START + "".join(problem(number, case) for number, case in enumerate(CASES, 1))
    folder = packed(tmp_path_factory.mktemp("inspect") / "package", cases_set("cases", text))
    return evaluated(
        peer("inspect"), folder, {f"cases/{number}": case["reply"] for number, case in enumerate(CASES, 1)}
    )


@pytest.mark.parametrize("number", range(1, len(CASES) + 1), ids=[case["what"] for case in CASES])
def test_reply_is_scored(number: int, judged: Report) -> None:
    """A reply that gives what the reference gives is right, however it is written; any other scores 0, and says why."""
    case, sample = CASES[number - 1], judged["samples"][f"cases/{number}"]

    assert (sample["score"], sample["error"]) == (case["score"], ""), sample
    assert case.get("said", "") in sample["said"]


def test_metrics(judged: Report) -> None:
    """Accuracy is the share of right answers, over all and for each set."""
    right = sum(case["score"] == "C" for case in CASES) / len(CASES)

    assert judged["metrics"]["accuracy"] == pytest.approx(right)
    assert judged["metrics"]["set cases"] == pytest.approx(right)
    assert judged["metrics"]["stderr"] > 0


def test_references_are_right(peer: Peer, tmp_path: Path) -> None:
    """The mock model that replies with the references scores 1 on what this repository publishes."""
    workspace = Workspace(ROOT)
    folder = packed(tmp_path / "package", *(workspace.read_problemset(name) for name in PUBLISHED))

    report = evaluated(peer("inspect"), folder, {})

    assert {name: sample for name, sample in report["samples"].items() if sample["score"] != "C"} == {}
    assert report["metrics"]["accuracy"] == 1


@pytest.mark.parametrize(("solver", "accuracy"), [("reference", 1.0), ("silent", 0.0)])
def test_inspect_eval(solver: str, accuracy: float, peer: Peer, tmp_path: Path) -> None:
    """``inspect eval`` takes any solver in the place of the task's own."""
    text = START + "".join(problem(number, case) for number, case in enumerate(CASES[:2], 1))
    folder = packed(tmp_path / "package", cases_set("cases", text))
    program = str(peer("inspect").with_name("inspect"))
    command = [program, "eval", "task.py", "--solver", f"{FOLDER / 'solvers.py'}@{solver}"]
    options = [
        "-T",
        "sandbox=local",
        "-T",
        f"python={sys.executable}",
        "--model",
        "mockllm/model",
        "--display",
        "plain",
    ]
    process = subprocess.run(
        [*command, *options], capture_output=True, text=True, check=False, cwd=folder, env=_bare(tmp_path)
    )

    match = re.search(r"^accuracy:? +([\d.]+)", process.stdout, re.MULTILINE)
    assert match, process.stdout + process.stderr
    assert float(match[1]) == accuracy


def test_broken_reference_is_no_score(peer: Peer, tmp_path: Path) -> None:
    """Where the reference or what comes before it fails, nothing is said of an answer."""
    cases = [{"what": "fails", "reference": "1 / 0"}, {"what": "behind it", "reference": "5"}]
    text = START + "".join(problem(number, case) for number, case in enumerate(cases, 1))
    folder = packed(tmp_path / "package", cases_set("cases", text))

    report = evaluated(peer("inspect"), folder, {"cases/1": "```python\n5\n```", "cases/2": "```python\n5\n```"})

    assert [sample["score"] for sample in report["samples"].values()] == [None, None]
    assert "the reference raises ZeroDivisionError" in report["samples"]["cases/1"]["error"]
    assert "cell 2 of the session raises ZeroDivisionError" in report["samples"]["cases/2"]["error"]


@pytest.mark.parametrize("tampering", ["nested", "a list", "a fault", "no folder"])
def test_broken_sandbox_of_a_solver_is_no_way_out(
    tampering: str, peer: Peer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver whose tools break its sandbox is wrong; the problem is not left out of the count as an error."""
    monkeypatch.setenv("TAMPERING", tampering)
    folder = packed(
        tmp_path / "package", cases_set("cases", START + problem(1, {"what": "a number", "reference": "5"}))
    )

    report = evaluated(peer("inspect"), folder, {}, sandbox="tampered")

    assert (report["samples"]["cases/1"]["score"], report["samples"]["cases/1"]["error"]) == ("I", "")


def test_reference_stays_with_the_judge(peer: Peer, tmp_path: Path) -> None:
    """Where there are two containers, only the judge's hears of the reference, and only a solver's runs the answer."""
    case = {"what": "a secret", "reference": "4815162342 + 0"}
    folder = packed(tmp_path / "package", cases_set("cases", START + problem(1, case)))

    report = evaluated(peer("inspect"), folder, {"cases/1": "```python\n7 * 31\n```"}, sandbox="pair")

    assert report["samples"]["cases/1"]["score"] == "I"
    assert report["services"] == ["default", "judge"]
    lines = [json.loads(line) for line in (tmp_path / "told.jsonl").read_text().splitlines()]
    assert {place for place, _, text in lines if "4815162342" in text} == {"judge"}
    assert {place for place, _, text in lines if "7 * 31" in text and "cells" in text} == {"default"}
    assert {place for place, kind, _ in lines if kind.endswith("judge.pyz judge")} == {"judge"}


def _bare(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "INSPECT_LOG_DIR": str(home / "logs")}
