"""What is told of figures crosses processes whole, and nothing else is taken for it."""

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems
from authoring.validators.checks.vis import VisValidator
from authoring.validators.figures.deserialization import read_figures
from authoring.validators.figures.extraction import snapshot_of
from authoring.validators.figures.judgement import judge_figures
from authoring.validators.figures.requirements import FigureRequirements
from authoring.validators.figures.snapshots import FIGURES, FigureSnapshot, as_plain


@pytest.fixture(autouse=True)
def _small_figures() -> Iterator[None]:
    """Have figures drawn small, which is quick."""
    with mpl.rc_context({"figure.dpi": 25}):
        yield


def drawn() -> FigureSnapshot:
    """Return what is seen of a figure with something of everything."""
    figure = Figure()
    figure.suptitle("All")
    axes = figure.subplots(1, 2)
    axes[0].plot([1, 2], [3, 4], label="a")
    axes[0].legend()
    axes[0].set(title="Left", xlabel="x", ylabel="y")
    axes[1].bar(["a", "b"], [1, 2])
    axes[1].text(0, 0, "hello")
    return snapshot_of(figure)


def test_figure_travels() -> None:
    """What was seen is the same after it was carried to another process."""
    seen = drawn()
    (arrived,) = read_figures(unpack(pack(CollectedItems({"figures": [as_plain(seen)]}))).items["figures"])

    assert repr(as_plain(arrived)) == repr(as_plain(seen))
    every = FigureRequirements(
        titles=True, labels=True, limits=True, legend=True, colors=True, ticks=True, tolerance=0, similarity=1
    )
    assert judge_figures([seen], [arrived], every).difference is None


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(np.zeros(3)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(PLAIN)
def test_anything_may_arrive(value: Any) -> None:
    """Whatever a process sends is read, or refused by a ValueError."""
    try:
        read_figures(value)
    except ValueError:
        return
    assert value == []


@given(st.data())
def test_a_part_may_be_anything(data: st.DataObject) -> None:
    """What has the form of a figure but for one part is refused, or judged without a failure."""
    plain = as_plain(SEEN)
    place: Any = "figures"
    spoiled = [plain]
    holder: Any = {"figures": spoiled}
    for _ in range(data.draw(st.integers(1, 6))):
        inner = holder[place]
        if isinstance(inner, dict) and inner:
            holder, place = inner, data.draw(st.sampled_from(sorted(inner)))
        elif isinstance(inner, list) and inner:
            holder, place = inner, data.draw(st.integers(0, len(inner) - 1))
        else:
            break
    holder[place] = data.draw(PLAIN)
    try:
        found = read_figures(spoiled)
    except ValueError:
        return
    if found:
        vis = VisValidator(FigureRequirements(legend=True, labels=True, titles=True, limits=True, colors=True))
        assert (
            vis.judge(CollectedItems({"figures": [as_plain(SEEN)]}), CollectedItems({"figures": spoiled})).category
            == "vis"
        )


SEEN = drawn()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"picture": np.zeros((3, 3), np.uint8)}, "a picture that is none"),
        ({"picture": np.zeros((3000, 3000, 4), np.uint8)}, "a picture that is too large"),
        ({"title": "a" * 1000}, "a text that is none"),
        ({"panels": [as_plain(SEEN)["panels"][0]] * 101}, "a figure with too many parts"),
    ],
)
def test_too_much_is_refused(change: dict[str, Any], message: str) -> None:
    """No more is taken than looking would give."""
    with pytest.raises(ValueError, match=message):
        read_figures([as_plain(SEEN) | change])


def test_figures_are_counted() -> None:
    """No more figures are taken than a cell shows."""
    with pytest.raises(ValueError, match="too many parts"):
        read_figures([as_plain(SEEN)] * (FIGURES + 1))
