"""A verdict of a model counts only with words that stand where it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.replies.json_reply import read_json
from authoring.evaluation.judges.text_judge import MOST_OUTAGES, NO_VERDICT, NotJudgedError, TextJudge, is_verbatim
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import CallError, Failure, Request
from authoring.records.sketch import Guide, Schema

SCHEMA = Schema(
    name="s",
    text='{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}',
)
PAGE = Guide(name="p", text="rules\n---\n{{ text }}\n")


def judge(*replies: ScriptEntry) -> TextJudge:
    """Return a judge that gives these replies."""
    return TextJudge(ScriptedModel(replies), PAGE, read_json)


@given(st.text(min_size=20), st.integers(0, 10), st.integers(12, 20))
def test_what_stands_there_is_verbatim(text: str, start: int, end: int) -> None:
    """Any part of a text of enough characters is, however it is broken into lines."""
    quote = text[start:end]
    is_enough = len("".join(quote.split())) >= 6

    assert is_verbatim(quote, "other", text) or not is_enough
    assert is_verbatim(quote.replace(" ", "\n  "), text) or not is_enough


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("df.mean()", "x = df.mean()", True),
        ("df .mean()", "x = df.mean()", False),
        ("mean", "x = df.mean()", False),
        ("", "x", False),
        (" ", "", False),
        ("x", "x", True),
        ("df.Mean()", "x = df.mean()", False),
        ("„df.mean()“", "x = df.mean()", True),
        (" «df.mean()» ", "x = df.mean()", True),
        ("「df.mean()」", "x = df.mean()", True),
        ('"a"', 'df["a"].mean()', False),
        ("“”", "x = df.mean()", False),
    ],
)
def test_quotes(quote: str, text: str, expected: bool) -> None:  # noqa: FBT001
    """Short ones stand anywhere, but where the text is short itself; capitals count, marks around the whole do not."""
    assert is_verbatim(quote, text) is expected


def test_a_reply_that_is_no_verdict_is_asked_for_again() -> None:
    """Once; then there is none."""
    assert judge("prose", '{"a": "b"}').verdict("s", SCHEMA, {"text": "t"}) == {"a": "b"}
    with pytest.raises(NotJudgedError, match=NO_VERDICT):
        judge("prose", "prose").verdict("s", SCHEMA, {"text": "t"})


def test_the_second_request_shows_the_first_reply() -> None:
    """Whoever gave no verdict reads why, so that the same words are not asked twice."""
    requests: list[Request] = []

    def answer(request: Request) -> str:
        requests.append(request)
        return "prose" if len(requests) == 1 else '{"a": "b"}'

    TextJudge(ScriptedModel(answer), PAGE, read_json).verdict("s", SCHEMA, {"text": "t"})

    assert requests[1].messages[-2].content == "prose"
    assert "no JSON" in requests[1].messages[-1].content


def test_a_server_that_is_down_is_not_asked_for_ever() -> None:
    """After a few outages in a row nothing is asked; a refusal is no outage, and a refused key ends everything."""
    calls: list[Request] = []

    def down(request: Request) -> ScriptEntry:
        calls.append(request)
        return CallError("down", failure=Failure.SERVER, hint="")

    asked = TextJudge(ScriptedModel(down), PAGE, read_json)
    for _ in range(MOST_OUTAGES + 2):
        with pytest.raises(NotJudgedError) as raised:
            asked.verdict("s", SCHEMA, {"text": "t"})
        assert raised.value.is_outage
    assert len(calls) == MOST_OUTAGES

    with pytest.raises(NotJudgedError) as refused:
        judge(CallError("no", failure=Failure.REFUSED, hint="")).verdict("s", SCHEMA, {"text": "t"})
    assert not refused.value.is_outage
    with pytest.raises(CallError):
        judge(CallError("key", failure=Failure.KEY, hint="")).verdict("s", SCHEMA, {"text": "t"})
