"""Trees and predictions made up at random, of the kinds that come and of those that should not."""

import base64
import io
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageDraw

from authoring.formats.cibench.score.records import Metric
from authoring.formats.cibench.score.run import score_cibench

Json = dict[str, Any]
WORDS = ("adelie", "gentoo", "chinstrap", "12.50", "3", "été", "企鹅", "\n", "```", "stdout:")
KINDS = (*("execute_result", "stdout") * 3, "stderr", "display_data", "error")


def picture(colour: str = "red", *, size: tuple[int, int] = (60, 40), mode: str = "RGBA") -> bytes:
    """Return a PNG with a bar in it."""
    image = Image.new(mode, size, "white")
    ImageDraw.Draw(image).rectangle((0, size[1] // 4, size[0] // 2, size[1]), fill=colour)
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


def stream(text: str, name: str = "stdout") -> Json:
    """Return an output that was printed."""
    return {"output_type": "stream", "name": name, "text": text.splitlines(keepends=True)}


def value(text: str) -> Json:
    """Return the output of a cell's last expression."""
    return {"output_type": "execute_result", "data": {"text/plain": text}, "metadata": {}, "execution_count": 1}


def display(png: bytes) -> Json:
    """Return the output of a plot."""
    encoded = base64.b64encode(png).decode()
    return {"output_type": "display_data", "data": {"image/png": encoded, "text/plain": "<Figure>"}, "metadata": {}}


STEPS: tuple[tuple[str, str, str, list[Json]], ...] = (
    ("exec", "Read `data/penguins.csv` into `df`.", "import pandas as pd\ndf = pd.read_csv('data/penguins.csv')", []),
    ("num", "Print the mean mass.", "print(df['mass'].mean())", [stream("12.50\n")]),
    ("text", "Show the species.", "names = list(df['species'])\nnames", [value("adelie gentoo chinstrap")]),
    ("vis", "Draw the masses.\n\nThought: with bars", "df['mass'].plot(kind='bar')\nplt.show()", [display(picture())]),
    ("num", "How many species?", "len(set(names))", [stream("warn", "stderr"), value("3")]),
    ("vis", "Draw them in blue.", "plt.bar(names, 1)\nplt.show()", [display(picture("blue", mode="RGB"))]),
    ("text", "Print them in Chinese.", "print('企鹅')", [stream("企鹅\n")]),
    ("num", "What nobody stored.", "x = 5", []),
    ("vis", "A figure that is none.", "'text'", [value("'text'")]),
    ("text", "Nothing at all.", "pass", []),
)
"""Kind, question, code and outputs; the last ones are what an exporter should not write."""


def notebook(steps: tuple[tuple[str, str, str, list[Json]], ...], *, typed: bool = True) -> Json:
    """Return a notebook of such steps."""
    cells: list[Json] = []
    for _, question, code, outputs in steps:
        cells.append({"cell_type": "markdown", "metadata": {}, "source": question.splitlines(keepends=True)})
        cells.append({"cell_type": "code", "metadata": {}, "source": code, "outputs": outputs, "execution_count": 1})
    kinds = [kind for kind, *_ in steps]
    metadata = {"modules": ["pandas & numpy"] * len(kinds), "step_types": kinds} if typed else {}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


COUNTS = (0, 1, 1, 1, 2, 3)
"""Of blocks, as often as they come."""
TREE = {
    "cibench_generation/pandas/a.ipynb": notebook(STEPS[:5]),
    "cibench_generation/pandas/b/c.ipynb": notebook(STEPS),
    "cibench_template/matplotlib/one.ipynb": notebook(STEPS[3:4] * 2),
    "cibench_template/matplotlib/two.ipynb": notebook(STEPS[:5], typed=False),
    "cibench_template_chinese/sklearn/x.ipynb": notebook(STEPS[:3]),
}
"""By path: typed notebooks, one that is not, one without numbers, one in Chinese."""
NOTEBOOKS = {
    "cibench_generation/pandas": ("a.ipynb", "b/c.ipynb"),
    "cibench_template/matplotlib": ("one.ipynb", "two.ipynb"),
    "cibench_template_chinese/sklearn": ("x.ipynb",),
}


def write_tree(folder: Path) -> Path:
    """Write the tree."""
    (folder / "datasources" / "data").mkdir(parents=True)
    for path, book in TREE.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(json.dumps(book))
    return folder


def write_pictures(folder: Path) -> tuple[str, ...]:
    """Write pictures and what is none, and return their paths and one of none."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        "right.png": picture(),
        "blue.png": picture("blue"),
        "rgb.png": picture("blue", mode="RGB"),
        "grey.png": picture("black", mode="L"),
        "large.png": picture(size=(120, 90)),
        "tiny.png": picture(size=(6, 6)),
        "text.png": b"no picture",
        "half.png": picture()[:80],
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return (*(str(folder / name) for name in files), str(folder / "missing.png"))


def made_predictions(dataset: str, random: Random, pictures: tuple[str, ...]) -> Json:
    """Return predictions for a dataset in which everything may happen."""
    books = [TREE[f"{dataset}/{name}"] for name in NOTEBOOKS[dataset]]
    return {str(number): _predicted(book, random, pictures) for number, book in enumerate(books)}


def write_runs(folder: Path, count: int) -> list[Path]:
    """Write so many runs on the tree, the same ones each time, and return their folders."""
    pictures = write_pictures(folder / "pictures")
    runs = [folder / f"run-{number}" for number in range(count)]
    for number, run in enumerate(runs):
        random = Random(number)
        for dataset in NOTEBOOKS:
            file = run / f"{dataset}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(made_predictions(dataset, random, pictures)))
    return runs


def figures_of(tree: Path, run: Path) -> dict[str, dict[str, float]]:
    """Return our figures for a run, as OpenCompass tells its own: -1 where there is no step."""
    return {
        group.name: {
            average.metric.value: -1 if average.score is None else average.score
            for average in group.averages
            if average.metric is not Metric.JUDGED
        }
        for group in score_cibench(run, tree).datasets
    }


def expect_same(ours: Mapping[str, Mapping[str, float]], theirs: Mapping[str, Mapping[str, float]]) -> None:
    """Demand every figure of OpenCompass'; those of pictures may differ where the versions of scikit-image do."""
    assert ours.keys() == theirs.keys()
    for dataset, figures in theirs.items():
        for metric, figure in figures.items():
            near = pytest.approx(figure, abs=1e-5) if metric == Metric.VISUAL else figure
            assert ours[dataset][metric] == near, (dataset, metric)


def _predicted(book: Json, random: Random, pictures: tuple[str, ...]) -> Json:
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    questions = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "markdown"]
    # The evaluator's log cannot be written where the very first step holds no action.
    steps = [_actions(cell["outputs"], random, pictures, fewest=int(not at)) for at, cell in enumerate(code)]
    if random.random() < 0.2:
        steps = steps[: random.randint(1, len(steps))]
    if random.random() < 0.1:
        questions = questions[: random.randint(1, len(questions))]
    return {"gold": [""] * len(steps), "prediction": [""] * len(steps), "origin_prompt": questions, "steps": steps}


def _actions(outputs: list[Json], random: Random, pictures: tuple[str, ...], *, fewest: int) -> list[Json]:
    return [_action(outputs, random, pictures) for _ in range(random.choice((1, 1, 1, 2, 3, fewest)))]


def _action(outputs: list[Json], random: Random, pictures: tuple[str, ...]) -> Json:
    encoded: Json = {"text": _text(outputs, random), "image_path": _links(random, pictures)}
    results: tuple[Any, ...] = (*[encoded] * 30, None, {}, "", "text", ["a"], {"text": "x"}, {"image_path": None})
    return {
        "type": random.choice(("IPythonInterpreter",) * 8 + ("FinishAction", "NoAction")),
        "args": {"text": "code"},
        "result": random.choice(results),
        "thought": "",
        "state": 0,
        "errmsg": random.choice((None, None, None, "", "NameError")),
        "valid": 1,
    }


def _text(outputs: list[Json], random: Random) -> str:
    """Return blocks as the interpreter gives them: the right one, changed ones, and others."""
    texts = ["".join(output.get("text", output.get("data", {}).get("text/plain", ""))) for output in outputs]
    choices = [*texts * 6, *(text.upper() for text in texts), *(text + "0" for text in texts), _words(random)]
    blocks = [f"{random.choice(KINDS)}:\n\n```\n{random.choice(choices)}\n```" for _ in range(random.choice(COUNTS))]
    return "\n\n".join(blocks) if random.random() < 0.9 else _words(random)


def _words(random: Random) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(0, 5)))


def _links(random: Random, pictures: tuple[str, ...]) -> str:
    chosen = random.choices((*pictures[:3] * 4, *pictures), k=random.choice((0, *[1] * 6, 2)))
    links = "\n\n".join(f"![fig-{number:03}]({path})" for number, path in enumerate(chosen, start=1))
    return links if random.random() < 0.95 else f"{links}\n![fig-1"
