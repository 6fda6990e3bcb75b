"""The picture of a finding: the caret stands under what is meant, however odd the line is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from authoring.api.findings.codes import explain_codes
from authoring.cli.views.findings import finding_command, finding_view, folded_view, gravest, summary, tally
from authoring.dseal import Diagnostic, Severity


def finding(line: str, column: int, end: int | None = None, severity: Severity = Severity.ERROR) -> Diagnostic:
    """Return a finding about a line."""
    return Diagnostic(
        code="DS201",
        name="empty-question",
        severity=severity,
        message="the question is empty",
        line=7,
        column=column,
        end_column=end,
        source_line=line,
    )


def picture(found: Diagnostic) -> tuple[str, str]:
    """Return the source line and the line with the caret, without their gutters."""
    lines = finding_view(found).plain.splitlines()
    return lines[1].partition("| ")[2], lines[2].partition("| ")[2]


@pytest.mark.parametrize(
    ("line", "column", "end", "under"),
    [
        ("question: x", 11, 12, "x"),
        ("\tquestion: x", 2, 10, "question"),
        ("問い: x", 1, 3, "問い"),
        ("a\x1b: x", 2, 3, "\\x1b"),
        ("y" * 300 + "HERE" + "y" * 300, 301, 305, "HERE"),
    ],
)
def test_caret_stands_under_what_is_meant(line: str, column: int, end: int, under: str) -> None:
    """Tabs, wide characters, escapes and long lines move the caret along."""
    source, caret = picture(finding(line, column, end))
    before = len(caret) - len(caret.lstrip())

    assert cell_len(under) == caret.count("^")
    assert under in source
    assert cell_len(source[: source.index(under)]) == before


@given(st.text(max_size=200), st.integers(1, 250), st.none() | st.integers(1, 250))
def test_any_finding_can_be_shown(line: str, column: int, end: int | None) -> None:
    """No line and no place is too odd, and each takes its lines and not more."""
    assert len(finding_view(finding(line, column, end)).plain.splitlines()) in {1, 3}


def test_place_is_path_or_name() -> None:
    """A finding in a file leads with the path, one in a draft with its name."""
    found = finding("x", 1)

    assert finding_view(found.model_copy(update={"path": "a.py"}), "draft").plain.startswith("a.py:7:1: error DS201")
    assert finding_view(found, "draft").plain.startswith("draft:7:1: ")


def test_summary_counts() -> None:
    """The last line says how many findings of each weight there are."""
    found = [finding("x", 1), finding("x", 1, severity=Severity.WARNING), finding("x", 1, severity=Severity.WARNING)]

    assert summary(found, files=2).plain == "1 error, 2 warnings in 2 files"
    assert (tally([]), summary([], files=1).plain) == ("no findings", "no findings in 1 file")


def test_many_of_a_kind_are_folded() -> None:
    """Two of a kind stand whole, and one line tells file and problem of all the others, whatever they are called."""
    told = [finding("question:", 1).model_copy(update={"path": f"s{n % 2}\x1b.py", "problem": n}) for n in range(6)]
    note = finding("x", 1, severity=Severity.NOTE).model_copy(update={"path": "n.py"})
    views = [str(view) for view in folded_view([*told, note])]

    assert len(views) == 4
    assert views[2] == "error DS201 also at 4 more places: s0\\x1b.py 2, 4; s1\\x1b.py 3, 5\n"
    assert views[3].startswith("n.py:7:1: note")


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("DS201", "authoring lint PATH"),
        ("DS401", "authoring run PATH"),
        ("DS606", "authoring check PATH"),
        ("DS748", "authoring check PATH"),
        ("DS713", "authoring export FORMAT DIR"),
        ("DS801", "authoring draft SEED"),
        ("DS901", "authoring seed check"),
        ("DS951", "authoring import functions FILE"),
        ("DS957", "authoring import csv FILE"),
    ],
)
def test_the_next_command_finds_such_defects(code: str, command: str) -> None:
    """The longest beginning of the code that is listed decides."""
    explanation = explain_codes(code)

    assert finding_command(explanation) == command


def test_next_is_what_weighs_most() -> None:
    """Behind a list of findings a person reads about the first of the gravest, wherever it stands."""
    note, warning = finding("a", 1, severity=Severity.NOTE), finding("b", 1, severity=Severity.WARNING)
    first, second = finding("c", 1), finding("d", 1)
    assert gravest([note, warning, first, second]) is first
    assert gravest([note, warning]) is warning
