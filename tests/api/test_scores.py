"""Scores without a terminal are those that ``authoring score`` prints."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.models import ModelAccess
from authoring.api.scores import score_cibench, score_dabench
from authoring.errors import ResultsError, UsageError
from tests.cli.test_score import answered
from tests.formats.cibench.score.trees import write_pictures

Cli = Callable[..., Any]


def test_a_run_of_opencompass(cli: Cli, tmp_path: Path) -> None:
    """The record of every step; a judge needs a workspace."""
    write_pictures(tmp_path / "run" / "pictures")
    folder = answered(tmp_path, picture=str(tmp_path / "run" / "pictures" / "right.png"))
    scores = score_cibench(folder / "run", folder / "tree")

    printed = cli("score", "cibench", folder / "run", "--tree", folder / "tree", "--json").json
    assert scores.model_dump(mode="json") == printed
    with pytest.raises(UsageError, match="a model judges in a workspace"):
        score_cibench(folder / "run", folder / "tree", judge=ModelAccess(model="tutor"))


def test_responses_to_dabench(cli: Cli, tmp_path: Path) -> None:
    """The questions are found beside the labels."""
    files = {
        "da-dev-labels.jsonl": {"id": 1, "common_answers": [["mean", "2.5"]]},
        "da-dev-questions.jsonl": {"id": 1, "concepts": ["Summary Statistics"], "level": "easy"},
        "responses.jsonl": {"id": 1, "response": "@mean[2.5]"},
    }
    for name, record in files.items():
        (tmp_path / name).write_text(json.dumps(record) + "\n")
    labels, responses = tmp_path / "da-dev-labels.jsonl", tmp_path / "responses.jsonl"
    scores = score_dabench(responses, labels)

    assert (scores.by_question, [rate.name for rate in scores.levels]) == (1.0, ["easy"])
    assert scores.model_dump(mode="json") == cli("score", "dabench", responses, "--labels", labels, "--json").json
    with pytest.raises(ResultsError):
        score_dabench(tmp_path / "none.jsonl", labels)
