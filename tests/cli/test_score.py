"""``authoring score``: what a person sees of a run of OpenCompass, of responses to DABench, and of a model's grades."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from authoring.workspace import Workspace
from tests.formats.cibench.score.trees import (
    NOTEBOOKS,
    STEPS,
    TREE,
    Json,
    made_predictions,
    notebook,
    write_pictures,
    write_tree,
)
from tests.llm.server import Answer, LoopbackServer

Cli = Callable[..., Any]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return the made-up tree."""
    return write_tree(tmp_path / "tree")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return a run on it, in which everything may happen."""
    pictures = write_pictures(tmp_path / "run" / "pictures")
    for name in NOTEBOOKS:
        file = tmp_path / "run" / "predictions" / "m" / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(made_predictions(name, Random(5), pictures)))
    return tmp_path / "run"


def answered(folder: Path, *, picture: str = "") -> Path:
    """Write a tree with one notebook and a run that answers it; a figure is what its last step should give."""
    book = notebook(STEPS[:4])
    (folder / "tree" / "cibench_generation" / "pandas").mkdir(parents=True)
    (folder / "tree" / "cibench_generation" / "pandas" / "a.ipynb").write_text(json.dumps(book))
    texts = ("", "stdout:\n\n```\n12.50\n```", "execute_result:\n\n```\nadelie gentoo\n```", "")
    call: Json = {"type": "IPythonInterpreter", "errmsg": None, "args": {}, "state": 0}
    links = ("", "", "", f"![fig-001]({picture})" if picture else "")
    steps = [[{**call, "result": {"text": text, "image_path": link}}] for text, link in zip(texts, links, strict=True)]
    asked = [question.partition("\n")[0] + "Please use pandas and numpy modules.\n" for _, question, *_ in STEPS[:4]]
    file = folder / "run" / "cibench_generation" / "pandas.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"0": {"steps": steps, "origin_prompt": asked}}))
    return folder


def test_a_run_is_shown(cli: Cli, tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """A line for each group, a dash where a figure is about nothing, and what to do next."""
    write_pictures(tmp_path / "run" / "pictures")
    place = answered(tmp_path, picture=str(tmp_path / "run" / "pictures" / "right.png"))
    answer = cli("score", "cibench", place / "run", "--tree", place / "tree")

    assert answer.code == 0
    golden("cli/score-cibench-shown.txt", answer.out.replace(str(tmp_path), "PLACE"))


def test_a_run_as_json(cli: Cli, tree: Path, run: Path) -> None:
    """Every step stands in it, with why it got nothing, and all that weighs on the figures."""
    file = run / "predictions" / "m" / "cibench_generation" / "pandas.json"
    cut = json.loads(file.read_text())
    cut["1"]["steps"] = cut["1"]["steps"][:2]
    file.write_text(json.dumps(cut))
    scores = cli("score", "cibench", run, "--tree", tree, "--json").json

    assert {group["name"] for group in scores["datasets"]} == set(NOTEBOOKS)
    assert len(scores["steps"]) == scores["total"]["steps"] > 0
    assert {step["tag"] for step in scores["steps"]} <= {"exec", "num", "text", "vis", "general"}
    assert any("without a prediction" in note for note in scores["notes"])
    assert any("not worded as in the tree" in note for note in scores["notes"])


def test_lost_figures_are_told(cli: Cli, tmp_path: Path) -> None:
    """A figure that is not on this machine is scored 0, as in OpenCompass, and told with what to do."""
    place = answered(tmp_path, picture="/elsewhere/output_images/right.png")
    lost = cli("score", "cibench", place / "run", "--tree", place / "tree")
    write_pictures(tmp_path / "brought")
    found = cli(
        "score", "cibench", place / "run", "--tree", place / "tree", "--pictures", tmp_path / "brought", "--json"
    )

    assert "1 figure not found, scored 0" in " ".join(lost.out.split())
    assert found.json["notes"] == []
    assert found.json["steps"][3]["score"] > 0.999


def judge(cli: Cli, place: Path, bare: Workspace, reply: str, *options: object) -> tuple[Any, LoopbackServer]:
    """Score a run with a judge on this machine."""
    with LoopbackServer(lambda _: Answer(reply)) as server:
        options = ("--judge", "seer", "--base-url", server.url, "--workspace", bare.root, *options)
        return cli("score", "cibench", place / "run", "--tree", place / "tree", *options), server


def test_figures_are_judged(cli: Cli, tmp_path: Path, bare: Workspace) -> None:
    """The real client sends the run's figure; the grade stands in a column of its own, and is paid once."""
    write_pictures(tmp_path / "run" / "pictures")
    place = answered(tmp_path, picture=str(tmp_path / "run" / "pictures" / "blue.png"))
    shown, server = judge(cli, place, bare, '{"reason": "Blue.", "grade": 4}')
    again, unasked = judge(cli, place, bare, '{"reason": "Red.", "grade": 9}', "--json")

    assert shown.code == 0
    assert "judged" in shown.out
    assert "40.0" in shown.out
    [served] = server.calls
    assert served.call.body["messages"][1]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,iVBO")
    assert "Draw the masses." in served.call.prompt
    # Another server is another model, so that the grade of the first is not taken for its own.
    assert [again.json["steps"][3][key] for key in ("judged", "judged_because")] == [9, "Red."]
    assert len(unasked.calls) == 1


def test_only_the_runs_figures_are_sent(cli: Cli, tmp_path: Path, bare: Workspace) -> None:
    """Predictions name any file: a picture from elsewhere is not sent before a person names its folder."""
    write_pictures(tmp_path / "private")
    place = answered(tmp_path, picture=str(tmp_path / "private" / "blue.png"))
    refused, server = judge(cli, place, bare, '{"reason": "Blue.", "grade": 4}')
    sent, _ = judge(cli, place, bare, '{"reason": "Blue.", "grade": 4}', "--pictures", tmp_path / "private", "--json")

    assert refused.code == 2
    assert f"say: --pictures {tmp_path / 'private'}" in refused.err
    assert server.calls == ()
    assert sent.json["steps"][3]["judged"] == 4


def test_a_judge_without_a_grade(cli: Cli, tmp_path: Path, bare: Workspace) -> None:
    """It is asked twice, and then the figure has no grade, which is told."""
    write_pictures(tmp_path / "run" / "pictures")
    place = answered(tmp_path, picture=str(tmp_path / "run" / "pictures" / "blue.png"))
    shown, _ = judge(cli, place, bare, "Lovely!")

    assert "1 figure without a grade, in no average: seer gave no grade" in " ".join(shown.out.split())


PANDAS = "predictions/m/cibench_generation/pandas.json"


@pytest.mark.parametrize(
    ("path", "content", "code", "said"),
    [
        ("tree/cibench_generation/pandas/a.ipynb", b"{", 10, "a.ipynb"),
        ("tree/cibench_generation/pandas/d.ipynb", json.dumps(notebook(())).encode(), 11, "of the tree has 3"),
        (f"run/{PANDAS}", b"[]", 11, "pandas.json: is no JSON object"),
        (f"run/{PANDAS}", b"\xff", 11, "is not UTF-8"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    cli: Cli, tree: Path, run: Path, path: str, content: bytes, code: int, said: str
) -> None:
    """A broken notebook, another tree, a file that is no prediction: named, in one line, with what to do."""
    (tree.parent / path).write_bytes(content)
    answer = cli("score", "cibench", run, "--tree", tree)

    assert answer.code == code
    assert said in answer.err
    assert "hint: " in answer.err


def test_hostile_names_are_shown_safely(cli: Cli, tmp_path: Path) -> None:
    """What steers a terminal comes out as an escape."""
    place = answered(tmp_path, picture="/x/\x1b[31mred.png")
    answer = cli("score", "cibench", place / "run", "--tree", place / "tree")

    assert "\x1b" not in answer.out
    assert "\\x1b[31mred.png" in answer.out


def write_lines(path: Path, *entries: object) -> Path:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return path


def test_responses_are_shown(cli: Cli, tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """InfiAgent's three figures, ours beside them, and the file of questions found beside the labels."""
    labels = write_lines(
        tmp_path / "da-dev-labels.jsonl",
        {"id": 1, "common_answers": [["mean", "3.5"], ["count", "7"]]},
        {"id": 2, "common_answers": [["word", "Adelie"]]},
        {"id": 3, "common_answers": [["share", "0.25"]]},
    )
    questions = [
        {"id": 1, "concepts": ["Summary Statistics", "Machine Learning"], "level": "hard"},
        {"id": 2, "concepts": ["Summary Statistics"], "level": "easy"},
    ]
    write_lines(tmp_path / "da-dev-questions.jsonl", *questions)
    said = [{"id": 1, "response": "@mean[3.50] @count[8]"}, {"id": 2, "response": "It is @word[Adelie]."}]
    responses = write_lines(tmp_path / "responses.jsonl", *said)
    answer = cli("score", "dabench", responses, "--labels", labels)

    assert answer.code == 0
    golden("cli/score-dabench-shown.txt", answer.out.replace(str(tmp_path), "PLACE"))
    assert cli("score", "dabench", responses, "--labels", labels, "--json").json["by_question"] == 0.5


def test_responses_that_are_none(cli: Cli, tmp_path: Path) -> None:
    """The line is named."""
    labels = write_lines(tmp_path / "labels.jsonl", {"id": 1, "common_answers": []})
    responses = write_lines(tmp_path / "r.jsonl", {"id": 1, "response": "a"}, {"id": 2})
    broken, absent = (
        cli("score", "dabench", responses, "--labels", labels),
        cli("score", "dabench", responses, "--labels", tmp_path / "none"),
    )

    assert (broken.code, absent.code) == (11, 11)
    assert "r.jsonl:2: response: field required" in broken.err
    assert "No such file" in absent.err


def test_the_tree_of_these_tests_has_every_kind() -> None:
    """Whoever changes it keeps what the tests rely on."""
    assert {kind for book in TREE.values() for kind in book["metadata"].get("step_types", ["general"])} == {
        "exec",
        "num",
        "text",
        "vis",
        "general",
    }
