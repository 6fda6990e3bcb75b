"""How problems and values are listed: cut to a screen, nothing passed off as whole."""

from rich.console import Console, RenderableType

from authoring.cli.views.problems import VIEW_LINES, VIEW_ROWS, outcome_of, table_view, text_view, value_view
from authoring.records.evidence import CellRun, Judgement, Outcome, ProblemRun, TableView, ValueView


def text_of(part: RenderableType) -> str:
    """Return what is shown on a screen of a hundred columns."""
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(part)
    return caught.get()


def run(outcome: Outcome, repeat: Outcome = Outcome.OK, judgement: Judgement | None = None) -> ProblemRun:
    """Return a run that ended so."""
    first, second = (CellRun(outcome=one, seconds=0.1, peak_memory=1) for one in (outcome, repeat))
    return ProblemRun(cell=1, number=1, run=first, repeat=second, judgement=judgement)


def test_long_table_says_its_size() -> None:
    """Of a long frame some rows are shown, and how many there are."""
    rows = 100
    view = TableView(
        rows=rows,
        columns=1,
        header=("x",),
        index=tuple(f"r{n}" for n in range(rows)),
        cells=tuple((str(n),) for n in range(rows)),
    )
    shown = text_of(table_view(view))

    assert f"r{VIEW_ROWS - 1} " in shown
    assert f"r{VIEW_ROWS} " not in shown
    assert "100 rows x 1 column" in shown


def test_long_text_says_how_much_is_left() -> None:
    """Output beyond a screen is counted, not dropped in silence."""
    shown = text_view("\n".join(str(n) for n in range(VIEW_LINES + 7))).plain

    assert shown.endswith("… 7 more lines")


def test_cut_value_says_so() -> None:
    """A value that was cut ends with an ellipsis."""
    assert text_of(value_view(ValueView(type="str", text="'abc", truncated=True))).strip() == "'abc …"


def test_outcome_in_a_word() -> None:
    """Not run, ended badly, ended badly the second time, and the validator's word."""
    words = [
        outcome_of(None),
        outcome_of(run(Outcome.TIMEOUT)),
        outcome_of(run(Outcome.OK, Outcome.ERROR)),
        outcome_of(run(Outcome.OK, judgement=Judgement(correct="yes", category="and"))),
        outcome_of(run(Outcome.OK, judgement=Judgement(correct="no", category="result", reason="x"))),
        outcome_of(run(Outcome.OK)),
    ]

    assert [word.plain for word in words] == [
        "not run",
        "timeout",
        "error when repeated",
        "correct",
        "wrong",
        "ran",
    ]
