"""A session tells of the figures that a notebook would show, and what validators look at stays what it was."""

import base64
import hashlib
import io
from collections.abc import Iterator

import numpy as np
import pytest
from matplotlib.image import imread

from authoring.records.evidence import CellRun, Limits, Pins
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.validators.base import Dialect

LIMITS = Limits(max_time=60)
IMPORT = "import matplotlib.pyplot as plt"


@pytest.fixture(params=["dseval", "strict"])
def dialect(request: pytest.FixtureRequest) -> Dialect:
    """Return each dialect."""
    chosen: Dialect = request.param
    return chosen


@pytest.fixture
def plotting(local: LocalSandbox, dialect: Dialect) -> Iterator[LocalSession]:
    """Open a session that plots."""
    with local.session(modules=["matplotlib.pyplot", "pandas"], dialect=dialect) as session:
        session.run(IMPORT, limits=LIMITS)
        yield session


def titles(run: CellRun) -> list[tuple[str, ...]]:
    """Return the titles of each figure."""
    return [figure.titles for figure in run.figures]


def value(run: CellRun) -> str:
    """Return the text of a cell's value."""
    assert run.value is not None, run
    return run.value.text


def test_open_figure_is_shown(plotting: LocalSession) -> None:
    """A figure that is open when a cell ends is shown, with its size, its axes and its titles."""
    code = (
        "fig, axes = plt.subplots(1, 2, figsize=(4, 3), dpi=50)\nfig.suptitle('All')\naxes[1].set_title('Right')\nNone"
    )
    run = plotting.run(code, limits=LIMITS)

    assert [(f.width, f.height, f.axes, f.titles, f.sha256, f.png) for f in run.figures] == [
        (200, 150, 2, ("All", "Right"), "", "")
    ]
    assert run.stream == ""


def test_figure_is_shown_once(plotting: LocalSession) -> None:
    """A cell that draws nothing shows nothing, though an earlier figure may be open."""
    plotting.run("_ = plt.plot([1, 2])", limits=LIMITS)

    assert plotting.run("plt.show()\n1", limits=LIMITS).figures == ()


def test_show_in_the_middle(plotting: LocalSession, dialect: Dialect) -> None:
    """After ``plt.show()`` a notebook draws on a new figure; DSEval closes none, and goes on with the same."""
    code = "\n".join(f"_ = plt.plot([1, 2])\nplt.title('{name}')\nplt.show()" for name in ("One", "Two"))
    run = plotting.run(f"{code}\n_ = plt.plot([3])\nlen(plt.gca().lines)", limits=LIMITS)

    assert titles(run) == [("One",), ("Two",), ("Two",) if dialect == "dseval" else ()][: len(run.figures)]
    assert (len(run.figures), value(run)) == (3, "3" if dialect == "dseval" else "1")
    assert run.stream == ""


def test_next_cell_draws_on(plotting: LocalSession, dialect: Dialect) -> None:
    """A reference may go on drawing in its next problem, as it does in DSEval; a notebook has closed the figure."""
    plotting.run("_ = plt.plot([1, 2])", limits=LIMITS)
    run = plotting.run("_ = plt.plot([3, 4])\nlen(plt.gca().lines)", limits=LIMITS)

    assert value(run) == ("2" if dialect == "dseval" else "1")
    assert len(run.figures) == 1


def test_new_figure_of_an_old_number_is_shown(plotting: LocalSession) -> None:
    """A figure is known by itself, not by its number or by how much is on it."""
    for _ in range(2):
        run = plotting.run("plt.close('all')\nfig = plt.figure(1)\n_ = plt.plot([1, 2])", limits=LIMITS)

        assert len(run.figures) == 1


def test_picture_is_drawn_when_asked_for(local: LocalSandbox, dialect: Dialect) -> None:
    """The picture is the same in every session, and its digest is told."""
    pictures = []
    for _ in range(2):
        with local.session(modules=["matplotlib.pyplot", "pandas"], dialect=dialect) as session:
            run = session.run(f"{IMPORT}\n_ = plt.plot([1, 3, 2])", limits=LIMITS, figures=True)
            pictures.append(run.figures[0])

    assert pictures[0] == pictures[1]
    assert hashlib.sha256(base64.b64decode(pictures[0].png)).hexdigest() == pictures[0].sha256


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize(
    "drawing",
    [
        "fig = plt.figure()\n_ = plt.plot([1, 3, 2])\nplt.title('Up and down')",
        "fig, axes = plt.subplots(2, 1, figsize=(4, 3), dpi=60, facecolor='pink')\n_ = axes[1].bar(['a', 'b'], [1, 2])",
        "fig, ax = plt.subplots(layout='constrained')\n_ = ax.imshow([[1, 2], [3, 4]])\nfig.text(1.2, 0.5, 'aside')",
    ],
    ids=["plain", "coloured", "aside"],
)
def test_picture_is_what_a_notebook_shows(plotting: LocalSession, drawing: str) -> None:
    """Pixel by pixel, with its transparency, a picture is the one that a kernel's inline backend sends."""
    run = plotting.run(drawing, limits=LIMITS, figures=True)
    code = f"{drawing}\nfrom IPython.core.pylabtools import print_figure\nprint(print_figure(fig, base64=True))"
    sent = plotting.run(code, limits=LIMITS).stream
    ours, theirs = (imread(io.BytesIO(base64.b64decode(png))) for png in (run.figures[0].png, sent))

    assert ours.shape[2] == 4
    assert np.array_equal(ours, theirs)


def test_empty_figure_has_no_picture(plotting: LocalSession) -> None:
    """Of a figure with nothing on it a notebook sends no picture."""
    run = plotting.run("_ = plt.figure()", limits=LIMITS, figures=True)

    assert [(figure.axes, figure.png, figure.sha256) for figure in run.figures] == [(0, "", "")]


def test_drawing_changes_nothing_that_is_judged(local: LocalSandbox, dialect: Dialect) -> None:
    """With pictures and without, the evidence of every cell is the same, and the figure itself is as yet undrawn."""
    cells = [
        f"{IMPORT}\nfig, ax = plt.subplots()\nt = [1, 2]\nbars = ax.bar(['a', 'b'], t)\nlen(bars)",
        "t.append(3)\nax.stale, fig.stale, ax.get_xlim(), ax.xaxis.get_major_formatter().axis is None",
    ]
    runs = []
    for figures in (True, False):
        with local.session(modules=["matplotlib.pyplot", "pandas"], dialect=dialect) as session:
            item = []
            for cell in cells:
                session.prepare({"namespace_check": {"t": None}})
                run = session.run(cell, limits=LIMITS, figures=figures)
                item.append((run.digest, run.changes, value(run)))
            runs.append(item)

    assert runs[0] == runs[1]
    assert runs[0][1][2].startswith("(True, True, ")


def test_branch_shows_its_own_figures(plotting: LocalSession) -> None:
    """What a branch draws, its origin does not show."""
    plotting.run("_ = plt.plot([1, 2])", limits=LIMITS)
    with plotting.branch() as branch:
        drawn = branch.run("_ = plt.plot([1, 2])\nplt.title('Mine')\nplt.show()", limits=LIMITS)
    idle = plotting.run("1", limits=LIMITS)

    assert (titles(drawn)[-1:], idle.figures) == ([("Mine",)], ())


def test_figures_of_a_cell_that_fails(plotting: LocalSession) -> None:
    """What was drawn before an error is shown, as in a notebook."""
    run = plotting.run("_ = plt.plot([1, 2])\n1 / 0", limits=LIMITS)

    assert run.error is not None
    assert len(run.figures) == 1


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.modules['matplotlib.pyplot'] = None",
        "import sys\nsys.modules['matplotlib._pylab_helpers'] = 5",
        "import matplotlib.figure\nmatplotlib.figure.Figure.get_children = lambda self: 1 / 0\n_ = plt.plot([1])",
        "fig = plt.figure()\nfig.get_size_inches = lambda: 'x'",
        "_ = plt.plot([1])\nplt.show = None",
    ],
)
def test_hostile_figures_are_no_matter(plotting: LocalSession, code: str) -> None:
    """A session whose matplotlib was tampered with runs on."""
    run = plotting.run(code, limits=LIMITS)

    assert run.error is None
    assert value(plotting.run("'alive'", limits=LIMITS)) == "'alive'"


def test_matplotlib_is_not_imported_for_it(local: LocalSandbox) -> None:
    """A session that does not plot never pays for it."""
    with local.session(pins=Pins(hash_seed=77)) as session:
        run = session.run("import sys\n'matplotlib' in sys.modules", limits=LIMITS, figures=True)

    assert (value(run), run.figures) == ("False", ())
