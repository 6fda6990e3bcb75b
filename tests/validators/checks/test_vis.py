"""The `vis` validator: what it asks for, and how it words what is wrong."""

from collections.abc import Callable, Iterator

import matplotlib as mpl
import pytest

from authoring.validators import build
from authoring.validators.base import CollectedItems, Execution, Opaque, ValidatorError, Verdict
from authoring.validators.checks.vis import VisValidator

BLOCK = {"template": "empty", "vis": None}
CONTEXT = "import matplotlib.pyplot as plt"


@pytest.fixture(autouse=True)
def _small_figures() -> Iterator[None]:
    """Have figures drawn small, which is quick."""
    with mpl.rc_context({"figure.dpi": 25}):
        yield


@pytest.mark.parametrize(
    ("submission", "reason"),
    [
        ("plt.plot([1, 3, 2])", "The figure shows what was asked for; the structural similarity is 1.000"),
        ("1", "It shows no figure"),
        ("plt.figure()", "The figure is blank: nothing is drawn on it"),
        (
            "plt.plot([1, 3, 4])",
            "The figure is wrong: line: y 3 of 3: 4.0 instead of 2.0; the structural similarity is ",
        ),
        ("plt.scatter(range(3), [1, 3, 2])", "The figure is wrong: what is drawn: points instead of a line; the "),
        ("plt.plot([1, 3, 2], range(3))", "The figure is wrong: line: x 1 of 3: 1.0 instead of 0.0 (x and y are exch"),
        ("plt.plot([1, 3, 2]); plt.figure(); plt.plot([1])", "The figure is wrong: amount of figures: 2 instead of 1"),
        ("plt.plot([1, 3, 2]); plt.plot([1, 2, 3])", "The figure is wrong: amount of series (line): 2 instead of 1; "),
        ("plt.plot([1, 3, 2]); plt.title('$\\\\no{$')", "The figure is wrong: the figure: ValueError: "),
    ],
)
def test_reasons(judge: Callable[..., Verdict], submission: str, reason: str) -> None:
    """Each way to be wrong has words of its own."""
    (found,) = judge("plt.plot([1, 3, 2])", submission, BLOCK, CONTEXT).parts

    assert found.reason.startswith(reason)
    assert found.category == "vis"


def test_nothing_is_asked() -> None:
    """A submission's process learns nothing of the reference."""
    assert VisValidator.read(None).disclose(CollectedItems({"figures": ["secret"]})) == CollectedItems()


def test_what_a_process_sends_is_judged() -> None:
    """A submission whose evidence is none is wrong; a reference whose is none is at fault."""
    vis = VisValidator.read({"figure": "any"})
    right = vis.collect(Execution("", None, "", None, "", {}, {}, figures=[_figure()]), None)

    nothing: tuple[object, ...] = (Opaque("object"), 5, [5], [{}], None)
    for sent in nothing:
        assert vis.judge(right, CollectedItems({"figures": sent})).correct == "no"
        with pytest.raises(ValidatorError):
            vis.judge(CollectedItems({"figures": sent}), right)
    assert vis.judge(right, CollectedItems()).correct == "no"
    assert vis.judge(right, right).correct == "yes"


def _figure() -> object:
    figure = mpl.figure.Figure()
    figure.add_subplot().plot([1, 2])
    return figure


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"titles": 1}, "option `titles` of validator `vis` has to be true or false, not 1"),
        ({"tolerance": -1}, "option `tolerance` of validator `vis` has to be a number from 0 to 1, not -1"),
        ({"similarity": True}, "option `similarity` of validator `vis` has to be a number from 0 to 1, not True"),
        ({"figure": "first"}, "figure of validator `vis` `first` is not known; known are all, any, last"),
        ({"colours": True}, "option of validator `vis` `colours` is not known; did you mean `colors`?"),
    ],
)
def test_options(options: dict[str, object], message: str) -> None:
    """An option that is none is refused when the block is read."""
    with pytest.raises(ValidatorError) as caught:
        build({"vis": options})
    assert str(caught.value) == message
