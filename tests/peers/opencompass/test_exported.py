"""What `authoring export cibench` writes, OpenCompass loads, and finds right when the references themselves answer."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import nbformat
import pytest
from PIL import Image

from authoring.dseal import parse
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import prepare, refuse_unfit
from authoring.records.bundle import AdmittedSet, FileContent, TranslatedQuestion, Translation
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from tests.formats.cibench.score.trees import expect_same, figures_of
from tests.peers.conftest import Peer
from tests.peers.opencompass.checkout import interpreter_file, run_for_real
from tests.peers.opencompass.grading import (
    Marked,
    Notebook,
    OpenCompass,
    expect_lower,
    expect_perfect,
    mark,
    write_all,
)
from tests.peers.opencompass.handmade import PRICES
from tests.peers.opencompass.predictions import Experiment
from tests.peers.opencompass.spoiling import SPOILS, Spoil

ROOT = Path(__file__).parents[3]
PLOTS = ROOT / "tests" / "cases" / "opencompass" / "plots.py"
WORKSPACE = Workspace(ROOT)

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class ExportCase:
    """What is exported."""

    names: tuple[str, ...] = ()
    """Sets of the repository; without any, the set of plots."""
    suite: str = "generation"
    language: str = "en"


WISHES = {
    "repository": ExportCase(WORKSPACE.problemsets()),
    "plots": ExportCase(),
    "chinese": ExportCase(suite="template", language="zh"),
}


def plots() -> AdmittedSet:
    """Return a set with steps of every kind, and its questions in Chinese; a person has looked at them."""
    text = PLOTS.read_text()
    questions = tuple(
        TranslatedQuestion(
            number=problem.number,
            original=problem.question,
            text=f"第{problem.number}题: {problem.question}",
            reviewer="t",
        )
        for _, problem in parse(text).problems
    )
    prices = FileContent(path="prices.csv", content=PRICES.encode())
    return AdmittedSet(
        name="plots", text=text, inputs=(prices,), translations=(Translation(language="zh", questions=questions),)
    )


def write_tree(folder: Path, request: ExportCase) -> Path:
    """Export, with nothing let pass."""
    return write_repository(folder, request) if request.names else write_plots(folder, request)


def write_repository(folder: Path, request: ExportCase) -> Path:
    """Export sets of the repository as a user does."""
    options = ["--suite", request.suite, "--language", request.language, "--workspace", str(ROOT)]
    command = [sys.executable, "-m", "authoring", "export", "cibench", str(folder / "tree"), *request.names, *options]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return folder / "tree"


def write_plots(folder: Path, request: ExportCase) -> Path:
    """Export the set of plots."""
    (folder / "prices.csv").write_text(PRICES)
    options = ExportOptions(name="b", version="1", suite=request.suite, language=request.language, tool="t 1")
    with closing(LocalSandbox()) as sandbox:
        play = SetPlayer(sandbox, Limits(), lambda _: [folder / "prices.csv"])
        bundle = prepare("cibench", [plots()], options=options, play=play)
    refuse_unfit(bundle)
    for file in bundle.files:
        path = folder / "tree" / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder / "tree"


@pytest.fixture(scope="module", params=sorted(WISHES))
def marked(request: pytest.FixtureRequest, peer: Peer, tmp_path_factory: pytest.TempPathFactory) -> Marked:
    """Return an exported tree, the outputs that stand in it as answers, and OpenCompass' figures for them."""
    opencompass, folder = OpenCompass(peer("opencompass")), tmp_path_factory.mktemp("exported")
    return mark(opencompass, write_tree(folder, WISHES[request.param]), folder=folder)


def books(marked: Marked) -> Iterator[Notebook]:
    """Yield all notebooks of a tree."""
    return (book for notebooks in marked.graded.loaded.values() for book in notebooks)


def test_loader_sees_every_step(marked: Marked) -> None:
    """Cells alternate, so that each question is answered by its own code, and each step has a type and a module."""
    for book in books(marked):
        notebook = nbformat.read(book.path, as_version=4)

        kinds = [cell.cell_type for cell in notebook.cells]
        assert kinds == ["markdown", "code"] * len(book.cells)
        assert len(book.questions) == len(book.cells) == len(book.tags)
        assert len(notebook.metadata["modules"]) == len(book.tags)
        end = " 模块.\n" if "chinese" in str(book.path) else " modules.\n"
        assert [question for question in book.questions if not question.endswith(end)] == []
        assert [question for question in book.questions if "inputs/" in question] == []
        assert book.path.name != "plots.ipynb" or set(book.tags) == {"exec", "num", "text", "vis"}


def test_stored_outputs_are_perfect(marked: Marked) -> None:
    """Outputs of the notebooks, taken as predictions, get 100 of everything, pictures 99.9 at least."""
    expect_perfect(marked.graded.loaded, marked.graded.figures)


def test_cells_run_twice_are_perfect(marked: Marked) -> None:
    """So do the outputs of a real kernel in which each reference cell runs again behind the attempt."""
    expect_perfect(marked.graded.loaded, marked.fresh_figures)


def test_pictures_of_a_kernel_are_the_stored_ones(marked: Marked) -> None:
    """A kernel draws the same pixels as our sandbox did, in RGBA."""
    for dataset, experiments in marked.fresh.items():
        for noted, run in zip(marked.graded.answers[dataset], experiments, strict=True):
            stored = [file for step in noted.steps for file in step[0].pictures]
            drawn = [file for step in run.steps for file in step[0].pictures]
            for stored_picture, drawn_picture in zip(stored, drawn, strict=True):
                with Image.open(stored_picture) as first, Image.open(drawn_picture) as second:
                    assert first.mode == second.mode == "RGBA"
                    assert first.tobytes() == second.tobytes()


def test_our_scores_are_the_same(marked: Marked) -> None:
    """What `authoring score cibench` says of right and of wrong answers is what OpenCompass says."""
    for results, figures in marked.figures.items():
        expect_same(figures_of(marked.graded.tree, results), figures)


@pytest.mark.parametrize("spoil", SPOILS, ids=[spoil.metric for spoil in SPOILS])
def test_wrong_answers_score_lower(marked: Marked, spoil: Spoil) -> None:
    """Each metric falls when the steps it looks at went wrong, wherever there are such steps."""
    expect_lower(marked, spoil)


def test_opencompass_own_interpreter_is_perfect(peer: Peer, tmp_path: Path) -> None:
    """So are the outputs of OpenCompass' own interpreter; AUTHORING_OPENCOMPASS names a checkout that has it."""
    interpreter_file()
    opencompass, tree = OpenCompass(peer("opencompass")), write_plots(tmp_path, WISHES["plots"])
    loaded = opencompass.load(tree)
    answers = {}
    for dataset, notebooks in loaded.items():
        cells = [code for book in notebooks for code in book.cells for _ in range(2)]
        folder = tmp_path / dataset
        run = run_for_real(opencompass.python, cells, datasources=tree / "datasources", folder=folder)
        attempts = iter(run[::2])
        answers[dataset] = [
            Experiment(book.questions, tuple((next(attempts),) for _ in book.cells)) for book in notebooks
        ]
    [figures] = opencompass.score(tree, write_all(tmp_path / "real", answers))

    expect_perfect(loaded, figures)
