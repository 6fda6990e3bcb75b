"""Figures are judged in real sessions, by both dialects, whatever a submission does to matplotlib."""

from collections.abc import Iterator

import pytest

from authoring.records.evidence import Judgement, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.validators.base import Dialect

LIMITS = Limits(max_time=60)
CONTEXT = (
    "import matplotlib.pyplot as plt, numpy as np, pandas as pd\nplt.rcParams['figure.dpi'] = 25\n"
    "df = pd.DataFrame({'a': [1, 2, 3], 'b': [4, 2, 5]})"
)
REFERENCE = "plt.plot(df['a'], df['b'])\nplt.show()"


@pytest.fixture(params=["dseval", "strict"])
def dialect(request: pytest.FixtureRequest) -> Dialect:
    """Return each dialect."""
    chosen: Dialect = request.param
    return chosen


@pytest.fixture
def drawing(local: LocalSandbox, dialect: Dialect) -> Iterator[LocalSession]:
    """Open a session with a table that can be drawn."""
    with local.session(modules=["matplotlib.pyplot", "pandas"], dialect=dialect) as session:
        session.run(CONTEXT, limits=LIMITS)
        yield session


def judged(session: LocalSession, *submissions: str, reference: str = REFERENCE) -> list[Judgement]:
    """Return the verdicts on submissions that each begin where the reference does."""
    branches = [session.branch() for _ in submissions]
    session.prepare({"template": "intact", "vis": None})
    session.run(reference, limits=LIMITS)
    results = []
    for branch, code in zip(branches, submissions, strict=True):
        with branch:
            branch.confine()
            branch.run(code, limits=LIMITS)
            results.append(session.judge(branch))
    return results


def words(judgements: list[Judgement]) -> list[str]:
    """Return the words of verdicts."""
    return [item.correct for item in judgements]


@pytest.mark.exhaustive
def test_submissions(drawing: LocalSession) -> None:
    """Right figures are right however they are drawn, and wrong ones wrong."""
    right = ["df.plot(x='a', y='b')", "fig, ax = plt.subplots()\nax.plot(df.a, df.b, 'ro-')\nfig", REFERENCE]
    wrong_cells = ["plt.plot(df['b'], df['a'])\nplt.show()", "plt.scatter(df.a, df.b)", "plt.show()", "1 / 0"]

    assert words(judged(drawing, *right, *wrong_cells)) == ["yes"] * 3 + ["no"] * 4


@pytest.mark.exhaustive
def test_next_problem_begins_without_figures(drawing: LocalSession) -> None:
    """What a reference drew for a problem about a figure is not drawn upon by what answers the next one."""
    assert words(judged(drawing, REFERENCE)) == ["yes"]
    assert words(judged(drawing, "df['a'].plot()", reference="plt.figure()\nplt.plot(df['a'])")) == ["yes"]


@pytest.mark.exhaustive(sample=1)
def test_shown_then_drawn_upon(drawing: LocalSession, dialect: Dialect) -> None:
    """What a notebook has shown and closed cannot be mended; a figure that stays open is judged as it is in the end."""
    later = "fig, ax = plt.subplots()\nax.plot(df['a'])\nplt.show()\nax.lines[0].set_data(df['a'], df['b'])\nax.relim()"
    spoiled = "fig, ax = plt.subplots()\nax.plot(df['a'], df['b'])\nplt.show()\nax.plot(df['b'])"

    assert words(judged(drawing, spoiled)) == ["no" if dialect == "dseval" else "yes"]
    assert words(judged(drawing, later)) == ["yes" if dialect == "dseval" else "no"]


@pytest.mark.exhaustive(sample=2, most=10)
@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.modules['matplotlib.pyplot'] = None",
        "import sys\nsys.modules['matplotlib._pylab_helpers'] = 5",
        "plt.plot([1])\nimport matplotlib.figure\nmatplotlib.figure.Figure.axes = property(lambda self: 1 / 0)",
        "plt.plot([1])\nfrom matplotlib.lines import Line2D\nLine2D.get_data = lambda self, orig=True: [[[]] * 9] * 9",
        "plt.plot([1])\nfrom matplotlib.lines import Line2D\nLine2D.get_label = lambda self: 'a' * 10 ** 8",
        "plt.plot([1])\nimport os\nplt.Figure.get_facecolor = lambda self: os._exit(3)",
        "class F:\n    axes = property(lambda self: self.axes)\nF.__name__ = 'Figure'\nF()",
        "plt.plot(np.arange(3_000_000))",
        "for i in range(60):\n    plt.figure()\n    plt.plot([i])",
        "fig = plt.figure(figsize=(30_000, 30_000))\nfig.add_subplot().plot([1])",
        "plt.plot([1])\nimport authoring.validators.figures.extraction as l\nl.look_at = lambda f: 1 / 0",
        (
            "from authoring.validators.checks import vis\n"
            "vis.VisValidator.collect = lambda *a: vis.CollectedItems({'figures': [5]})"
        ),
    ],
)
def test_hostile_figures_are_wrong(drawing: LocalSession, code: str) -> None:
    """Whoever tampers with matplotlib, or with us in their own process, gets a verdict that says no."""
    (judgement,) = judged(drawing, code)

    assert judgement.correct == "no"
    assert judgement.category != "validator_error"
    assert words(judged(drawing, REFERENCE)) == ["yes"]
