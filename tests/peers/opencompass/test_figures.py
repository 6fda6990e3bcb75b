"""Our sandbox shows the figures that a real kernel shows, so that CIBench's likeness of two right ones is full."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from PIL import Image

from authoring.evaluation.player import play
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from tests.peers.opencompass.kernel import kernel
from tests.peers.opencompass.predictions import Action, save

CELLS: list[str] = yaml.safe_load((Path(__file__).parents[2] / "cases" / "opencompass" / "figures.yml").read_text())

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class PicturePair:
    """What our sandbox and a kernel gave for the same cells, and a folder for pictures."""

    ours: tuple[CellRun, ...]
    theirs: tuple[Action, ...]
    folder: Path


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> PicturePair:
    """Run all cells in one session of each."""
    folder = tmp_path_factory.mktemp("figures")
    with closing(LocalSandbox()) as sandbox:
        ours = play(CELLS, inputs=[], limits=Limits(), sandbox=sandbox)
    with kernel(folder, pictures=folder / "theirs") as running:
        theirs = tuple(running.run(code) for code in CELLS)
    return PicturePair(ours, theirs, folder)


@pytest.mark.parametrize("number", range(len(CELLS)), ids=[code.splitlines()[-1] for code in CELLS])
def test_pictures_are_those_of_a_kernel(pair: PicturePair, number: int) -> None:
    """As many, of the same size and mode, pixel by pixel."""
    run, action = pair.ours[number], pair.theirs[number]
    assert (run.error, action.error) == (None, "")
    ours = [save(figure.png, folder=pair.folder / f"ours-{number}") for figure in run.figures]

    assert len(ours) == len(action.pictures)
    for ours_picture, their_picture in zip(ours, action.pictures, strict=True):
        with Image.open(ours_picture) as first, Image.open(their_picture) as second:
            assert (first.size, first.mode) == (second.size, second.mode)
            assert first.tobytes() == second.tobytes()
