"""OpenCompass' own loader and evaluator on a tree by hand: what later tests rely on."""

from pathlib import Path

import pytest

from tests.peers.conftest import Peer
from tests.peers.opencompass.grading import (
    Marked,
    OpenCompass,
    expect_lower,
    expect_perfect,
    mark,
)
from tests.peers.opencompass.handmade import make_tree
from tests.peers.opencompass.kernel import attempts, kernel
from tests.peers.opencompass.spoiling import SPOILS, Spoil

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def marked(peer: Peer, tmp_path_factory: pytest.TempPathFactory) -> Marked:
    """Return the tree by hand, its stored outputs as predictions, and OpenCompass' figures for them."""
    opencompass, folder = OpenCompass(peer("opencompass")), tmp_path_factory.mktemp("handmade")
    return mark(opencompass, make_tree(folder / "tree"), folder=folder)


def test_it_loads_what_was_written(marked: Marked) -> None:
    """Modules become a sentence in the language of the folder, and the kinds of steps come from the metadata."""
    chinese = marked.graded.loaded["cibench_template_chinese/pandas"][0]
    english = marked.graded.loaded["cibench_generation/pandas"][0]

    assert chinese.questions[1] == "打印价格总和, 保留 2 位小数。请用 pandas 模块.\n"
    assert english.questions[2] == "How many rows cost more than 20? Give the number.Please use pandas modules.\n"
    assert english.tags == ("exec", "num", "num", "text", "vis")


def test_stored_outputs_are_perfect(marked: Marked) -> None:
    """Outputs of the notebooks, taken as predictions, get 100 of everything, pictures 99.9 at least."""
    expect_perfect(marked.graded.loaded, marked.graded.figures)


def test_cells_run_twice_are_perfect(marked: Marked) -> None:
    """So do the outputs of a real kernel in which each reference cell runs again behind the attempt."""
    expect_perfect(marked.graded.loaded, marked.fresh_figures)


@pytest.mark.parametrize("spoil", SPOILS, ids=[spoil.metric for spoil in SPOILS])
def test_wrong_answers_score_lower(marked: Marked, spoil: Spoil) -> None:
    """Each metric falls when the steps it looks at went wrong, wherever there are such steps."""
    expect_lower(marked, spoil)


def test_a_step_that_counts_on_running_once_is_found(tmp_path: Path) -> None:
    """In the oracle mode the attempt behind an `append` sees its effect twice, where the notebook has it once."""
    with kernel(tmp_path, pictures=tmp_path / "pictures") as running:
        [*_, [counted]] = attempts(running, ["x = []", "x.append(1)", "len(x)"])

    assert counted.text == "execute_result:\n\n```\n2\n```"
