"""What is next is read from JSON as models write it, or it is said what is wrong."""

import pytest

from authoring.evaluation.solvers.taskgraph.thought_reply import NO_THOUGHT, InvalidThoughtError, Thought, read_thought

TYPES = ("eda", "other")


@pytest.mark.parametrize(
    ("reply", "thought"),
    [
        ('{"thoughts": "Count.", "go_on": true, "task_type": "EDA"}', Thought("Count.", goes_on=True, task_type="eda")),
        ('Well:\n```json\n{"go_on": false}\n```', Thought("", goes_on=False, task_type="other")),
        ("{'thoughts': 'Count.', 'state': True,}", Thought("Count.", goes_on=True, task_type="other")),
        ('{"a": 1} {"thoughts": "x", "go_on": "yes"}', Thought("x", goes_on=True, task_type="other")),
        ('<think>{"go_on": true}</think>{"go_on": "False"}', Thought("", goes_on=False, task_type="other")),
    ],
)
def test_thoughts_are_read(reply: str, thought: Thought) -> None:
    """Behind prose, in loose JSON, with the flag's name in the source; what a model reasons before is none."""
    assert read_thought(reply, TYPES) == thought


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("I would count.", NO_THOUGHT),
        ('{"thoughts": "Count."}', NO_THOUGHT),
        ('{"thoughts": "Count.", "go_on": "perhaps"}', NO_THOUGHT),
        ('{"thoughts": " ", "go_on": true}', "do not say what"),
        ("{" * 5_000, NO_THOUGHT),
    ],
)
def test_what_is_no_thought_is_told(reply: str, words: str) -> None:
    """A reply without the flag, or one that goes on with nothing."""
    with pytest.raises(InvalidThoughtError, match=words):
        read_thought(reply, TYPES)
