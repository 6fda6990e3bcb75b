"""``authoring explain``: every code is explained, bad and good."""

from collections.abc import Callable
from typing import Any

from authoring.api.codes import all_codes

Cli = Callable[..., Any]


def test_all_codes_are_listed(cli: Cli) -> None:
    """Without an argument there is one line for each code."""
    answer = cli("explain")

    assert answer.code == 0
    assert [code for code in all_codes() if code not in answer.out] == []


def test_code_is_explained(cli: Cli, golden: Callable[[str, str], None]) -> None:
    """What it finds, why it matters, bad, good."""
    answer = cli("explain", "DS201")

    assert answer.code == 0
    golden("cli/explain-DS201.txt", answer.out)


def test_name_and_lower_case_will_do(cli: Cli) -> None:
    """Whoever has the name, or is in a hurry, is understood."""
    assert cli("explain", "empty-question").out == cli("explain", "ds201").out == cli("explain", "DS201").out


def test_json(cli: Cli) -> None:
    """One code gives one object, no code gives all."""
    one, every = cli("explain", "DS201", "--json").json, cli("explain", "--json").json

    assert one in every
    assert set(one) == {"code", "name", "severity", "what", "why", "bad", "good"}
    assert len(every) == len(all_codes())
