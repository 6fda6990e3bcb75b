"""Reading a set: laws that hold for any reply."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.drafting.replies.continuation import join_continuation
from authoring.drafting.replies.problemset import MendedText, read_problemset
from authoring.drafting.replies.replacements import read_replacements
from authoring.drafting.replies.sketch import read_sketch
from authoring.dseal import Severity, parse
from tests.drafting.replies.cases import INPUTS, SET
from tests.examples import examples

SLOWEST = 100.0
"""Processor seconds for a reply of half a million characters on a busy machine; what is quadratic takes hours."""
ROWS = (
    *SET.split("\n"),
    *("```python", "```", "~~~", "# %%", "# %% x", "#%%", '"""', "'''", "question: a: b", "<think>", "</think>"),
    *(
        '{"problems": [',
        "```yaml",
        "# problem 2",
        "x = (",
        "“a”",
        "\t",
        "\u200b# %%",
        "Here it is:",
        "x &gt; 1",
        "%magic",
    ),
    *(">>> 1", "validator:", "  exact:", "In [1]: x", "# Output: 3", "\\n# %%\\n", 'r"""x', "x # %%", "\x00", "\ud800"),
    *(
        "question: |",
        "question: 3",
        "- a",
        "&a *a",
        "<<: *a",
        "# %% [markdown]",
        "{",
        "}",
        "Problem 3: what is it?",
        "&quot;",
    ),
)
REPLIES = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(ROWS), max_size=40).map("\n".join),
    st.tuples(st.lists(st.tuples(st.integers(0, 26), st.sampled_from(ROWS)), max_size=6), st.integers(0, len(SET))).map(
        lambda spoiled: _spoiled(*spoiled)
    ),
)
N = 500_000


def _spoiled(changes: list[tuple[int, str]], end: int) -> str:
    rows = SET[: len(SET) - end // 4].split("\n")
    for at, row in changes:
        rows[at % len(rows)] = row
    return "\n".join(rows)


def _is_readable(mended: MendedText) -> bool:
    wrong = {found.code for found in parse(mended.text).diagnostics if found.severity is Severity.ERROR}
    wrong = {code for code in wrong if code.startswith("DS1")}
    return not mended.text or wrong <= ({"DS108"} if mended.cut else set())


@given(REPLIES, st.booleans())
@settings(max_examples=examples(300), deadline=None)
def test_any_text_gives_a_readable_set(reply: str, cut: bool) -> None:  # noqa: FBT001 - hypothesis gives it by position
    """Nothing raises; what comes out has no parser's error, and findings point into the reply."""
    mended = read_problemset(reply, cut=cut, inputs=INPUTS)
    count = len(reply.replace("\r\n", "\n").replace("\r", "\n").split("\n"))

    assert _is_readable(mended)
    assert all(1 <= found.line <= count for found in mended.findings)


@pytest.mark.exhaustive
@given(REPLIES)
@settings(max_examples=examples(300), deadline=None)
def test_what_was_mended_needs_no_mending(reply: str) -> None:
    """Reading is idempotent: the result comes back byte for byte, with nothing mended or left out."""
    mended = read_problemset(reply, cut=False, inputs=INPUTS)
    again = read_problemset(mended.text, cut=False, inputs=INPUTS)

    if mended.text and not mended.cut:
        assert again.text == mended.text
        assert {found.severity for found in again.findings} <= {Severity.ERROR}


@pytest.mark.exhaustive
@given(REPLIES, REPLIES)
@settings(max_examples=examples(200), deadline=None)
def test_joining_keeps_what_was_whole(first: str, second: str) -> None:
    """The cells of a cut reply stay, character by character, whatever follows."""
    before = read_problemset(first, cut=True, inputs=INPUTS)
    after = join_continuation(before, second, cut=False, inputs=INPUTS)

    assert _is_readable(after)
    if parse(before.text).problems:
        assert after.text.startswith(before.text.rstrip("\n"))


@given(REPLIES)
@settings(max_examples=examples(100), deadline=None)
def test_other_replies_never_raise(reply: str) -> None:
    """A repair touches none but the problems asked for; a sketch is one, or an error is found."""
    given, found = read_replacements(reply, [2, 5])
    sketch, about = read_sketch(reply, seed="penguins")

    assert set(given) <= {2, 5}
    assert len([each for each in found if each.code == "DS822"]) == 2 - len(given)
    assert sketch is not None or any(each.severity is Severity.ERROR for each in about)


def test_huge_reply_is_refused() -> None:
    """Two million characters are not read."""
    mended = read_problemset("x = 1\n" * 400_000, cut=False)

    assert mended.text == ""
    assert [(found.code, found.severity) for found in mended.findings] == [("DS801", Severity.ERROR)]


def test_many_cells_are_bounded() -> None:
    """Of a reply with thousands of cells the first are read, and a finding says so."""
    reply = "".join(f'# %%\n"""\nquestion: Add {n} and 1 and 2.\n"""\n\n{n} + 3\n\n' for n in range(3000))
    mended = read_problemset(reply, cut=False)

    assert len(parse(mended.text).problems) == 200
    assert [found.code for found in mended.findings] == ["DS801"]


def test_endless_repetition_is_told_briefly() -> None:
    """A model that repeats one problem a hundred times leaves one problem and few findings."""
    problem = '# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n\n'
    mended = read_problemset(problem * 100, cut=False)

    assert mended.text == problem.rstrip("\n") + "\n"
    assert {found.code for found in mended.findings} == {"DS814"}
    assert len(mended.findings) == 20


def test_untouched_cells_keep_every_character() -> None:
    """One spoiled cell is mended; the code and docstring of the others are what they were."""
    docstring = '"""\nquestion: "Odd   spacing,  kept."   \nvalidator: {result: {atol: 0.1}}\n"""'
    odd = f"# %%\n{docstring}\nx  =  [1,2 ,3]   # odd\n\n\nx\n"
    reply = odd + "\n" + '# %%\n"""\nquery: Add 1 and 2.\n"""\n\n1 + 2\n'
    mended = read_problemset(reply, cut=False)

    assert mended.text.startswith(odd)
    assert [found.code for found in mended.findings] == ["DS810"]


def test_conventions_of_a_reply_stay() -> None:
    """A model states conventions as comments of its first cell; reading the reply keeps them, imports or not."""
    stated = "# %%\n# Conventions:\n# - New tables are numbered from 0.\n"
    problem = '\n# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n'

    for context in (stated + "import pandas as pd\n", stated):
        mended = read_problemset(f"```python\n{context}{problem}```", cut=False)
        assert parse(mended.text).conventions == ("New tables are numbered from 0.",)


def test_finding_names_line_and_problem() -> None:
    """A finding can be shown where it is: the reply's line with its text, and the problem's number."""
    mended = read_problemset(SET.replace('df["bill_depth_mm"]', 'df["bill_depth"]'), cut=False, inputs=INPUTS)
    (found,) = mended.findings

    assert (found.line, found.problem) == (26, 2)
    assert found.source_line == 'deep = int((df["bill_depth"] > 18).sum())'
    assert found.hint == "did you mean 'bill_depth_mm'?"


@pytest.mark.parametrize("inputs", [(), INPUTS[:0]])
def test_without_inputs_no_path_is_judged(inputs: Any) -> None:
    """Where nobody knows the seed's files, paths and columns are left to lint."""
    assert read_problemset(SET.replace("inputs/penguins", "data/other"), cut=False, inputs=inputs).findings == ()


HEAD = '# %%\n"""\nquestion: a\n"""\n'
HOSTILE = {
    "backticks": "`" * N,
    "blank-lines": "\n" * N,
    "fences": "```text\n" * (N // 8),
    "markers": "# %%\n" * (N // 5),
    "docstrings": '"""\n' * (N // 4),
    "escaped-quotes": HEAD + "x = " + '"\\"' * (N // 3),
    "open-brackets": HEAD + "(\n" * (N // 2),
    "brackets-of-json": '{"a":' * (N // 5),
    "quotes-of-json": '["a' + '" "' * (N // 3),
    "closing-tags": "</think>\n" * (N // 9) + "# %%\n",
    "prose": HEAD + "This is a sentence of prose.\n" * (N // 29),
    "spaces-behind-a-fence": "```" + " " * N + "x",
    "yaml": '# %%\n"""\nquestion: a\nvalidator: ' + "[" * 19_000 + '\n"""\nx\n',
}


@pytest.mark.exhaustive(most=3)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_replies_take_bounded_time(name: str) -> None:
    """No text of half a million characters costs more than its length."""
    begun = time.process_time()
    before = read_problemset(SET[:-30], cut=True, inputs=INPUTS)
    read_problemset(HOSTILE[name], cut=False, inputs=INPUTS)
    join_continuation(before, HOSTILE[name], cut=True, inputs=INPUTS)

    assert time.process_time() - begun < SLOWEST


def test_halves_of_characters_are_mended() -> None:
    """JSON can carry what no file can: such a reply still gives a text and findings that can be written."""
    mended = read_problemset(SET.replace("Round", "\ud83d Round"), cut=False, inputs=INPUTS)

    assert mended.text == SET.replace("Round", "\ufffd Round")
    assert [found.model_dump_json().encode() for found in mended.findings]
