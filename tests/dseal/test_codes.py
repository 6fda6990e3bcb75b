"""The parser's codes."""

from authoring.dseal import parse
from authoring.dseal.codes import GOOD_EXAMPLE, PARSER_CODES


def test_the_parser_reports_its_own_codes_only() -> None:
    """Each bad example gives findings of the parser, and each good one none at all."""
    codes = {info.code for info in PARSER_CODES}
    for info in PARSER_CODES:
        assert {diagnostic.code for diagnostic in parse(info.bad).diagnostics} <= codes
        assert parse(info.good).diagnostics == ()


def test_the_common_good_example_is_a_problem() -> None:
    """The text that stands for a sound one is asked."""
    assert [problem.question for _, problem in parse(GOOD_EXAMPLE).problems] == ["Add 1 and 2.\n"]
