"""The thought of a reply that says what is next: JSON as models write it, with words for what is wrong."""

from collections.abc import Collection
from dataclasses import dataclass

from authoring.evaluation.solvers.dialogue.reply_code import MOST_SEARCHED, without_reasoning
from authoring.evaluation.solvers.taskgraph.plan_reply import MOST_INSTRUCTION, MOST_LISTS, task_type_of
from authoring.llm.loose_json import Json, read_loose_json

NO_THOUGHT = "the reply holds no JSON object with thoughts and go_on"
FLAGS = ("go_on", "state")
"""Keys of the flag; models that know the source use its own."""
_WORDS = {"true": True, "yes": True, "false": False, "no": False}


class InvalidThoughtError(Exception):
    """A reply says neither what is next nor that nothing is."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What is to be done next."""

    text: str
    goes_on: bool
    """Whether code is to be written for it."""
    task_type: str


def read_thought(text: str, types: Collection[str]) -> Thought:
    """Return the thought of a reply; a type that is not among `types` becomes the one for other tasks.

    Raises:
        InvalidThoughtError: there is none, or it goes on and does not say with what.
    """
    text = without_reasoning(text[:MOST_SEARCHED])
    start = text.find("{")
    for _ in range(MOST_LISTS):
        if start < 0:
            break
        value = read_loose_json(text, start).value
        if isinstance(value, dict) and (flag := _flag(value)) is not None:
            thoughts = value.get("thoughts")
            words = thoughts.strip()[:MOST_INSTRUCTION] if isinstance(thoughts, str) else ""
            if flag and not words:
                raise InvalidThoughtError("go_on is true, and thoughts do not say what is to be done")
            return Thought(words, flag, task_type_of(value.get("task_type"), types))
        start = text.find("{", start + 1)
    raise InvalidThoughtError(NO_THOUGHT)


def _flag(value: dict[str, Json]) -> bool | None:
    flag = next((value[key] for key in FLAGS if key in value), None)
    if isinstance(flag, str):
        return _WORDS.get(flag.strip().lower())
    return flag if isinstance(flag, bool) else None
