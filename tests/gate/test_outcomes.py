"""What a run or a judgement comes to is said in one short line."""

from authoring.gate.outcomes import LONGEST_TEXT, reason_of, text_of
from authoring.records.evidence import CellRun, ErrorView, Judgement, Outcome, ValueView


def test_value_is_said_in_one_line() -> None:
    """The text of a value is put into one line, and cut."""
    value = ValueView(type="str", text="a\n  b " + "c" * 500)
    text = text_of(CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=1, value=value))

    assert text.startswith("a b c")
    assert len(text) == LONGEST_TEXT


def test_printed_text_stands_for_a_value() -> None:
    """Where there is no value, the output is repeated, and of an error its type and message."""
    run = CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=1, stream="done\n")
    error = ErrorView(type="KeyError", message="'x'", traceback="")

    assert text_of(run) == "done"
    assert text_of(run.model_copy(update={"outcome": Outcome.ERROR, "error": error})) == "KeyError: 'x'"


def test_first_reason_counts() -> None:
    """Of a judgement made of parts, the first part that is not right gives the reason."""
    right = Judgement(correct="yes", category="and", reason="fine")
    wrong = Judgement(correct="no", category="and", reason="too few rows")

    assert reason_of(Judgement(correct="no", category="and", parts=(right, wrong))) == "too few rows"
    assert reason_of(wrong) == "too few rows"
