"""Verdicts on wrong answers say who gave them."""

import pytest

from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict, JudgedModes


def verdict(mode: ErrorMode | None, quote: str = "", *, is_outage: bool = False) -> ErrorModeVerdict:
    """Return a verdict on an answer that the rules leave open."""
    rule = ErrorMode.REASONING
    return ErrorModeVerdict(
        problemset="s", index=1, attempt=1, mode=mode, rule=rule, is_open=True, quote=quote, is_outage=is_outage
    )


@pytest.mark.parametrize(
    ("mode", "quote", "is_judged"),
    [(ErrorMode.CODE, "len(x)", True), (ErrorMode.REASONING, "", False), (None, "words that are nowhere", False)],
)
def test_a_model_judged_what_it_quoted(mode: ErrorMode | None, quote: str, *, is_judged: bool) -> None:
    """A verdict without a quote is the rules', and a quote that was not found gives none."""
    assert verdict(mode, quote).is_judged is is_judged


def test_outages_are_counted() -> None:
    """Answers that the model gave no reply about are asked about again."""
    modes = JudgedModes(model="j", verdicts=(verdict(None, is_outage=True), verdict(None)))

    assert modes.outages == 1
