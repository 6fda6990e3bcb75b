"""Every verb that hands a benchmark on refuses one that is not what was admitted, and says the way out, which works."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.workspace import Workspace
from tests.admitted_sets import put_set

Cli = Callable[..., Any]
TEXT = '# %%\n"""\nquestion: How many lines has `inputs/t.csv`?\n"""\nlen(open("inputs/t.csv").readlines())\n'


@pytest.fixture
def bench(bare: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with one admitted set, in which commands run."""
    (tmp_path / "t.csv").write_text("a\n1\n2\n")
    put_set(bare, "lines", TEXT, [tmp_path / "t.csv"])
    monkeypatch.chdir(bare.root)
    return bare


def cut_input(folder: Path) -> None:
    """Leave half of an input."""
    (folder / "_inputs" / "lines" / "t.csv").write_text("a\n")


def other_reference(folder: Path) -> None:
    """Change a reference."""
    path = folder / "lines.py"
    path.write_text(path.read_text().replace("len(", "1 + len("))


def half_of_meta(folder: Path) -> None:
    """Leave half of what says what was admitted."""
    path = folder / "_meta" / "lines.yaml"
    path.write_text(path.read_text()[: path.stat().st_size // 2])


def no_meta(folder: Path) -> None:
    """Remove what says what was admitted."""
    (folder / "_meta" / "lines.yaml").unlink()


def stray_input(folder: Path) -> None:
    """Add an input."""
    (folder / "_inputs" / "lines" / "answers.csv").write_text("3\n")


CHANGES = [cut_input, other_reference, half_of_meta, no_meta, stray_input]
VERBS = [
    ("export", "dseval", "out"),
    ("export", "jupyter", "out"),
    ("evaluate", "--solver", "reference", "--out", "out/r.jsonl"),
    ("evaluate", "problemsets", "--solver", "reference", "--out", "out/r.jsonl"),
    ("evaluate", "problemsets/lines.py", "--solver", "reference", "--out", "out/r.jsonl"),
    ("run", "lines"),
    ("run", "--all"),
    ("run", "problemsets/lines.py"),
    ("run", "problemsets"),
    ("check", "lines", "--part", "surroundings"),
    ("stats", "--no-run"),
    ("stats", "problemsets", "--no-run"),
]


@pytest.mark.exhaustive(sample=8, most=26)
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_set_is_not_handed_on(
    cli: Cli, bench: Workspace, change: Callable[[Path], None], verb: tuple[str, ...]
) -> None:
    """By no verb, however the set is named: what differs and the way out are said, and nothing is written."""
    change(bench.root / "problemsets")
    answer = cli(*verb)

    assert answer.code == 10
    assert "lines.py: is not what was admitted: " in answer.err
    assert "authoring admit lines" in answer.err
    assert not (bench.root / "out").exists()


@pytest.mark.parametrize("verb", [VERBS[0], VERBS[2], VERBS[5], VERBS[10]], ids=" ".join)
def test_a_manifest_that_disagrees_hands_nothing_on(cli: Cli, bench: Workspace, verb: tuple[str, ...]) -> None:
    """What the manifest says is what the settings say."""
    manifest = bench.root / "problemsets" / "_manifest.yaml"
    manifest.write_text(manifest.read_text().replace("0.1.0", "0.2.0"))
    answer = cli(*verb)

    assert answer.code == 10
    assert "says version 0.2.0, and [benchmark] of" in answer.err


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", [cut_input, other_reference, half_of_meta, stray_input])
def test_a_changed_export_is_not_evaluated(
    cli: Cli, bench: Workspace, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """An export of which anything was changed that is read is refused where it is evaluated, run or measured."""
    assert cli("export", "dseval", tmp_path / "out", "--workspace", bench.root).code == 0
    assert cli("evaluate", tmp_path / "out", "--solver", "reference", "--out", tmp_path / "r.jsonl").code == 0
    change(tmp_path / "out")

    for verb in (("run",), ("stats", "--no-run"), ("evaluate", "--solver", "reference", "--out", tmp_path / "s.jsonl")):
        answer = cli(*verb, tmp_path / "out")
        assert answer.code == 10
        assert "export" in answer.err


@pytest.mark.exhaustive
def test_changed_labels_score_nothing(cli: Cli, bench: Workspace, tmp_path: Path) -> None:
    """Labels that stand in an export are those that were exported."""
    assert cli("export", "dabench", tmp_path / "out", "--workspace", bench.root).code == 0
    (labels,) = (tmp_path / "out").glob("*labels*.jsonl")
    (tmp_path / "responses.jsonl").write_text('{"id": 0, "response": "@answer[3]"}\n')
    labels.write_text(labels.read_text().replace("3", "4"))
    answer = cli("score", "dabench", tmp_path / "responses.jsonl", "--labels", labels)

    assert answer.code == 10
    assert "was changed since it was exported" in answer.err


@pytest.mark.exhaustive
def test_an_export_for_dabench_is_evaluated(cli: Cli, bench: Workspace, tmp_path: Path) -> None:
    """References answer each question with its label, in verdicts and in DABench's figures, until one is changed."""
    folder = tmp_path / "out"
    assert cli("export", "dabench", folder, "--workspace", bench.root).code == 0
    report = cli("evaluate", folder, "--solver", "reference", "--out", tmp_path / "r.jsonl", "--json").json

    assert report["metrics"]["pass_rate"] == 1.0
    assert report["scores"]["dabench"]["by_question_of_all"] == 1.0
    (labels,) = folder.glob("*labels*.jsonl")
    labels.write_text(labels.read_text().replace("3", "4"))
    assert cli("evaluate", folder, "--solver", "reference", "--out", tmp_path / "s.jsonl").code == 10


@pytest.mark.exhaustive
def test_the_way_out_leads_out(cli: Cli, bench: Workspace, tmp_path: Path) -> None:
    """Files that are put back are taken, and a change that is meant is proved, decided and admitted."""
    folder = bench.root / "problemsets"
    shutil.copytree(folder, tmp_path / "kept")
    for change in CHANGES:
        change(folder)
        assert cli("export", "dseval", tmp_path / "out").code == 10
        shutil.rmtree(folder)
        shutil.copytree(tmp_path / "kept", folder)
        assert cli("export", "dseval", tmp_path / "out").code == 0

    other_reference(folder)
    cut_input(folder)
    assert cli("import", "dseval", "problemsets", "--set", "lines").code == 0
    assert cli("admit", "lines", "--yes", "--reviewer", "ada", "--reason", "fine").code == 0
    assert cli("export", "dseval", tmp_path / "out").code == 0
    assert "1 + len(" in (tmp_path / "out" / "lines.py").read_text()
    assert yaml.safe_load((folder / "_meta" / "lines.yaml").read_text())["decisions"][-1]["reviewer"] == "ada"
