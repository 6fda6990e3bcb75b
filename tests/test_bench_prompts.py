"""What a problem costs in prompt tokens stays half of what the paper paid, most of it in a prefix that can be kept."""

import re

import pytest

from bench.prompts.__main__ import PAPER, main


@pytest.mark.exhaustive
def test_five_seeds_keep_the_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """At most half of the paper's tokens a problem, at least 70 % of them stable, for every one of five seeds."""
    main()
    rows = re.findall(r"^(\S+) .*?(\d+) +(\d+)%", capsys.readouterr().out, re.MULTILINE)

    assert len(rows) >= 6
    assert [row for row in rows if int(row[1]) > PAPER / 2 or int(row[2]) < 70] == []
