"""The parser's offences."""

from authoring.dseal import parse
from authoring.dseal.offences import GOOD, PARSER_OFFENCES


def test_the_parser_reports_its_own_codes_only() -> None:
    """Each bad example gives findings of the parser, and each good one none at all."""
    codes = {offence.code for offence in PARSER_OFFENCES}
    for offence in PARSER_OFFENCES:
        assert {found.code for found in parse(offence.bad).diagnostics} <= codes
        assert parse(offence.good).diagnostics == ()


def test_the_common_good_example_is_a_problem() -> None:
    """The text that stands for a sound one is asked."""
    assert [problem.question for _, problem in parse(GOOD).problems] == ["Add 1 and 2.\n"]
