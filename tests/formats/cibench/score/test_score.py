"""Scores of steps and their averages: laws for all predictions; equality with OpenCompass is in tests/peers."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.cibench.score.averages import Difficulty, ScoreGroup, add_up, category_of, difficulty_of
from authoring.formats.cibench.score.opencompass import read_experiment, read_predictions
from authoring.formats.cibench.score.records import Dataset, Metric, StepScore, Tag
from authoring.formats.cibench.score.steps import MORE_THAN_REFERENCE, score_dataset
from tests.formats.cibench.score.trees import NOTEBOOKS, TREE, Json, made_predictions, picture

PICTURES = {"right.png": picture(), "blue.png": picture("blue"), "rgb.png": picture("blue", mode="RGB")}


def dataset_of(name: str) -> Dataset:
    """Return a dataset of the made-up tree."""
    texts = {path: json.dumps(TREE[f"{name}/{path}"]) for path in NOTEBOOKS[name]}
    return Dataset(name, tuple(read_experiment(texts[path], dataset=name, path=path, location=path) for path in texts))


def scored(name: str, predictions: Json) -> tuple[StepScore, ...]:
    """Return the scores of predictions for a dataset."""
    read = read_predictions(json.dumps(predictions), location="p.json")
    return score_dataset(dataset_of(name), read, name=name, pictures=PICTURES.get)


def figures_by_metric(group: ScoreGroup) -> dict[str, float | None]:
    """Return the figures of a group, rounded."""
    return {
        average.metric.value: None if average.score is None else round(average.score, 1) for average in group.averages
    }


def answer(text: str = "", picture: str = "", *, kind: str = "stdout", error: str | None = None) -> Json:
    """Return one call of the interpreter."""
    links = f"![fig-001]({picture})" if picture else ""
    output = f"{kind}:\n\n```\n{text}\n```" if text else ""
    return {"type": "IPythonInterpreter", "errmsg": error, "result": {"text": output, "image_path": links}}


def test_list_of_candidates_is_right_and_doubtful() -> None:
    """OpenCompass takes an output that holds the reference for right; one that holds more is told."""
    steps = [[answer()], [answer(" ".join(f"{grams / 4:.2f}" for grams in range(100)))]]
    books = {"0": {"steps": steps, "origin_prompt": ["Q"] * 2}, "1": {"steps": [], "origin_prompt": []}}

    listed = scored("cibench_generation/pandas", books)[1]
    steps[1] = [answer("12.50")]
    plain = scored("cibench_generation/pandas", books)[1]

    assert (listed.score, listed.why) == (1.0, MORE_THAN_REFERENCE)
    assert (plain.score, plain.why) == (1.0, "")


def test_figures_of_a_notebook() -> None:
    """A right number within other text, half of the words, another colour, and a crash behind a right answer."""
    steps = [
        [answer()],
        [answer("about 12.50 g")],
        [answer("gentoo chinstrap", kind="execute_result")],
        [answer(picture="blue.png")],
        [answer("3"), answer(error="NameError") | {"result": None}],
    ]
    books = {"0": {"steps": steps, "origin_prompt": ["Q"] * 5}, "1": {"steps": [], "origin_prompt": []}}
    scores = add_up(scored("cibench_generation/pandas", books))

    assert figures_by_metric(scores.total) | {"vis_sim": 0} == {
        "tool_rate": 100,
        "executable": 80,
        "numeric_correct": 100,
        "text_score": 80,
        "vis_sim": 0,
        "general_correct": None,
        "vis_judged": None,
    }
    assert [(group.name, group.steps) for group in scores.tags] == [("exec", 1), ("num", 2), ("text", 1), ("vis", 1)]
    assert [(group.name, group.steps) for group in scores.difficulties] == [
        ("fewer than 2 steps", 4),
        ("2 to 4 steps", 1),
    ]
    assert [group.name for group in scores.categories] == ["data manipulation"]
    assert scores.steps[3].picture == "blue.png"
    assert scores.steps[4].score == 1


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ([], "no code was run that gave a result"),
        ([answer()], "no figure in what came back"),
        ([answer(picture="lost.png")], "its figure was not found"),
        ([answer(picture="rgb.png")], "the figures cannot be compared"),
    ],
)
def test_a_figure_without_points_says_why(step: list[Json], reason: str) -> None:
    """Zero is not enough to know what to mend."""
    books = {"0": {"steps": [[]] * 3 + [step], "origin_prompt": ["Q"] * 4}, "1": {"steps": [], "origin_prompt": []}}
    last = scored("cibench_generation/pandas", books)[-1]

    assert (last.tag, last.score) == (Tag.VIS, 0)
    assert last.why.startswith(reason)


@given(st.integers(0, 100_000), st.sampled_from(sorted(NOTEBOOKS)))
def test_parts_make_the_whole(seed: int, name: str) -> None:
    """Every figure lies in its range, and of each way to divide the steps, the parts weighted make the total."""
    scores = add_up(scored(name, made_predictions(name, Random(seed), tuple(PICTURES))))

    for groups in (scores.datasets, scores.tags, scores.modules, scores.categories, scores.difficulties):
        assert sum(group.steps for group in groups) == scores.total.steps
        for number, whole in enumerate(scores.total.averages):
            parts = [group.averages[number] for group in groups]
            assert sum(part.steps for part in parts) == whole.steps
            assert (whole.score is None) == (whole.steps == 0)
            low = -100 if whole.metric is Metric.VISUAL else 0
            assert whole.score is None or low <= whole.score <= 100 + 1e-9
            weighted = sum(part.score * part.steps for part in parts if part.score is not None)
            assert weighted == pytest.approx((whole.score or 0) * whole.steps)


def test_modules_have_the_papers_categories() -> None:
    """Ten modules in six; any other is other."""
    assert [category_of(name) for name in ("pandas", "seaborn", "lightgbm", "nltk", "opencv", "scipy", "polars")] == [
        "data manipulation",
        "data visualization",
        "modeling",
        "nlp",
        "image processing",
        "math",
        "other",
    ]


def test_as_many_predictions_as_notebooks() -> None:
    """A run on another tree gives no scores, as in OpenCompass."""
    with pytest.raises(ValueError, match="shorter"):
        scored("cibench_generation/pandas", {"0": {"steps": [], "origin_prompt": []}})


def test_without_the_extra_packages(tmp_path: Path) -> None:
    """What is missing is named with the command that installs it."""
    for package, call in (
        ("rouge_score", "from authoring.formats.cibench.score.comparison import rouge_1; rouge_1('a', 'a')"),
        (
            "skimage",
            "from authoring.formats.cibench.score.comparison import picture_similarity; picture_similarity(b'', '')",
        ),
    ):
        code = f"import sys; sys.modules[{package!r}] = None; {call}"
        process = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert "PackagesError" in process.stderr
        assert f"need {package}" in process.stderr


def test_levels() -> None:
    """Fewer than 2, 2 to 4, more than 4."""
    assert [difficulty_of(number) for number in (0, 1, 2, 4, 5)] == [
        *[Difficulty.EASY] * 2,
        *[Difficulty.MEDIUM] * 2,
        Difficulty.HARD,
    ]
