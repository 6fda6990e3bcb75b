"""The code of a reply is found in whatever stands around it, and what is no code is no answer."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from authoring.evaluation.solvers.dialogue.reply_code import ReplyCode, read_reply
from authoring.records.results import MOST_CODE

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases" / "solvers" / "replies.yml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_reply_is_read(case: dict[str, Any]) -> None:
    """Each case says what its reply is read as."""
    code = ReplyCode(case.get("code", ""), case.get("reason", ""), is_final=case.get("final", False))

    assert read_reply(case["reply"], is_cut=case.get("cut", False)) == code


@given(text=st.text(), is_cut=st.booleans())
@example(text="```python\n" * 50, is_cut=False)
@example(text="```python\n\0```", is_cut=False)
@example(text="```python\n" + "(" * 5_000, is_cut=False)
@example(text="<think>" * 2_000, is_cut=True)
def test_any_text_is_read(*, text: str, is_cut: bool) -> None:
    """Whatever a model says, there is either code or a reason why there is none."""
    found = read_reply(text, is_cut=is_cut)

    assert bool(found.code) != bool(found.reason)


@given(st.lists(st.sampled_from(["a = 1", "if a:", "    a += 1", "", "print('`')", "# ~ note", "a"]), min_size=1))
def test_code_in_a_fence_comes_out_as_it_was(lines: list[str]) -> None:
    """But for white lines around it, and the indentation that all lines share."""
    code = "\n".join(["x = 0", *lines])

    assert read_reply(f"Here:\n```python\n{code}\n```\nDone.").code == code.strip("\n")


def test_too_long_code_is_no_answer() -> None:
    """It is refused by the name of the limit."""
    found = read_reply(f"```python\n{'x' * (MOST_CODE + 1)}\n```")

    assert found.code == ""
    assert "limit submission_code" in found.reason
