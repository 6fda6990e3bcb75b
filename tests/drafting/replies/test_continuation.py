"""Going on with a cut reply, wherever it was cut."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from authoring.drafting.replies.continuation import join_continuation, take_tail
from authoring.drafting.replies.problemset import MendedText, read_problemset
from authoring.dseal import parse
from tests.drafting.replies.cases import INPUTS, SET
from tests.examples import examples

FIRST_CODE = SET.index("round(")


@pytest.mark.exhaustive
@given(st.integers(1, len(SET) - 1))
@settings(max_examples=examples(200), deadline=None)
def test_no_cut_is_seen_in_the_end(end: int) -> None:
    """Cut at any character and gone on with from there, a set is the set that was meant; nothing is asked twice."""
    before = read_problemset(SET[:end], cut=True, inputs=INPUTS)
    after = join_continuation(before, SET[end:], cut=False, inputs=INPUTS)

    assert after.text == SET
    assert not after.cut


@given(st.integers(FIRST_CODE, len(SET) - 1), st.integers(14, 200))
@settings(max_examples=examples(200), deadline=None)
def test_what_is_repeated_is_taken_once(end: int, repeated: int) -> None:
    """A reply that begins with the last characters of the cut one gives the same set."""
    before = read_problemset(SET[:end], cut=True, inputs=INPUTS)
    begin = max(end - min(repeated, len(before.tail) - len("# %%\n")), 0)
    if SET[begin:end].strip() and len(SET[begin:end]) >= 14:
        after = join_continuation(before, SET[begin:], cut=False, inputs=INPUTS)

        assert after.text == SET


@given(st.lists(st.integers(10, 130), min_size=2, max_size=3))
@example([71, 10])
@example([72, 12])
@settings(max_examples=examples(100), deadline=None)
def test_several_cuts_are_joined(pieces: list[int]) -> None:
    """A reply that is cut again and again is put together all the same."""
    ends = [sum(pieces[: count + 1]) for count in range(len(pieces))]
    joined = read_problemset(SET[: ends[0]], cut=True, inputs=INPUTS)
    for begin, end in zip(ends, [*ends[1:], len(SET)], strict=True):
        joined = join_continuation(joined, SET[begin:end], cut=end < len(SET), inputs=INPUTS)

    assert joined.text == SET


def test_findings_of_both_replies_are_kept() -> None:
    """What was said of the first reply stays; that it was cut is said no more."""
    spoiled = SET.replace("question: |-\n  What", "query: |-\n  What")
    end = spoiled.index("over 18")
    before = read_problemset(spoiled[:end], cut=True, inputs=INPUTS)
    after = join_continuation(before, spoiled[end:].replace("deep = int", "deep\u00a0= int"), cut=False, inputs=INPUTS)

    assert [(found.code, found.line, found.problem) for found in before.findings] == [
        ("DS810", 8, 1),
        ("DS803", 18, None),
    ]
    assert [(found.code, found.line, found.problem) for found in after.findings] == [("DS810", 8, 1), ("DS807", 7, 2)]
    assert after.text == SET


def test_nobody_goes_on_with_a_whole_problem() -> None:
    """Cut right behind its last line, a problem is used; cut within, it is not."""
    whole = read_problemset(SET, cut=True, inputs=INPUTS)
    within = read_problemset(SET[:-5], cut=True, inputs=INPUTS)

    assert len(parse(whole.text).problems) == 1
    assert take_tail(whole, inputs=INPUTS) == MendedText(SET, ())
    assert take_tail(within, inputs=INPUTS) == within


@pytest.mark.parametrize("reply", ["", " \n", "I am sorry.\n"])
def test_no_continuation_changes_nothing(reply: str) -> None:
    """What goes on with nothing leaves the problems, and the one that was cut, as they were."""
    before = read_problemset(SET[:-20], cut=True, inputs=INPUTS)
    after = join_continuation(before, reply, cut=False, inputs=INPUTS)

    assert (after.text, after.tail, after.cut) == (before.text, before.tail, True)


def test_oversized_continuation_is_refused() -> None:
    """Two million characters are not read, and what was there stays."""
    before = read_problemset(SET[:-20], cut=True, inputs=INPUTS)
    after = join_continuation(before, "x" * 2_000_000, cut=False, inputs=INPUTS)

    assert (after.text, after.tail) == (before.text, before.tail)
    assert after.findings[-1].code == "DS801"


def test_more_problems_after_a_whole_reply() -> None:
    """A model that ended too soon and is asked for more goes on with new problems, with a marker or without."""
    before = read_problemset(SET, cut=False, inputs=INPUTS)
    more = '# %%\n"""\nquestion: |-\n  Add 1 to `deep`.\n"""\n\ndeep + 1\n'

    assert join_continuation(before, more, cut=False, inputs=INPUTS) == MendedText(f"{SET}\n{more}", ())
    bare = join_continuation(before, more.removeprefix("# %%\n"), cut=False, inputs=INPUTS)
    assert bare.text == f"{SET}\n{more}"
    assert join_continuation(before, f"{SET}\n{more}", cut=False, inputs=INPUTS).text == f"{SET}\n{more}"
    assert join_continuation(before, "That is all.\n", cut=False, inputs=INPUTS).text == SET
