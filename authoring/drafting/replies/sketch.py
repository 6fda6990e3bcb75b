"""The plan that a model replies with, before it writes."""

import json
from collections.abc import Mapping, Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.json_reply import read_json_parts
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, LevelName, PlannedProblem, Schema, Sketch

LEVELS: Mapping[str, LevelName] = {"easy": "easy", "medium": "medium", "hard": "hard"}
_TEXTS: Mapping[str, Json] = {"type": "array", "items": {"type": "string"}}
_PLANNED: Mapping[str, Json] = {
    "type": "object",
    "properties": {
        "task": {"type": "string", "description": "What is asked and what the answer looks like."},
        "knowledge": dict(_TEXTS),
        "level": {"type": "string", "enum": list(LEVELS)},
        "needs": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers, from 1, of the earlier problems whose variables it uses.",
        },
        "gives": {**_TEXTS, "description": "Variables that it leaves for later problems."},
    },
    "required": ["task", "knowledge", "level", "needs", "gives"],
    "additionalProperties": False,
}
SKETCH_SCHEMA = Schema(
    name="sketch",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "knowledge": {**_TEXTS, "description": "Knowledge points that the data can teach."},
                "problems": {
                    "type": "array",
                    "items": dict(_PLANNED),
                    "minItems": FEWEST_PROBLEMS,
                    "maxItems": MOST_PROBLEMS,
                },
            },
            "required": ["knowledge", "problems"],
            "additionalProperties": False,
        }
    ),
)
"""What a sketch looks like as JSON: the fields of `Sketch` but the seed's name, which is not the model's to say."""


def read_sketch(text: str, *, seed: str) -> tuple[Sketch | None, tuple[Diagnostic, ...]]:
    """Return the sketch that a reply holds, and what was mended, dropped or wrong.

    A problem that needs itself, a later one or one that is not there loses that need, with a warning.

    Args:
        text: the reply.
        seed: the name of the seed it is about.

    Returns:
        A sketch of 10 to 15 problems, or None with an error among the findings.
    """
    value, findings, removed = read_json_parts(text, SKETCH_SCHEMA)
    if not isinstance(value, dict):
        return None, findings
    warnings: list[Diagnostic] = list(findings)
    knowledge, plan = value["knowledge"], value["problems"]
    planned = plan if isinstance(plan, list) else []
    numbers = _numbers(len(planned), [path[1] for path in removed if path[:1] == ("problems",)])
    problems = tuple(
        _planned(item, number, numbers, warnings) for number, item in enumerate(planned, 1) if isinstance(item, dict)
    )
    return Sketch(seed=seed, knowledge=_texts(knowledge), problems=problems), tuple(warnings)


def _numbers(count: int, removed: Sequence[str | int]) -> Mapping[int, int]:
    """Return the new number of each problem of the plan by the one it had before some were left out."""
    old = list(range(1, count + len(removed) + 1))
    for position in removed:
        if isinstance(position, int):
            del old[position]
    return {before: after for after, before in enumerate(old, 1)}


def _planned(
    item: Mapping[str, Json], number: int, numbers: Mapping[int, int], warnings: list[Diagnostic]
) -> PlannedProblem:
    value = item["needs"]
    named_needs = [needed for needed in value if isinstance(needed, int)] if isinstance(value, list) else []
    needs = [numbers.get(needed, 0) for needed in named_needs]
    impossible = [needed for needed, new in zip(named_needs, needs, strict=True) if not 1 <= new < number]
    if impossible:
        names = ", ".join(map(str, impossible[:5]))
        message = f"problem {number} of the plan cannot need problem {names}: only earlier ones have run"
        warnings.append(codes.ITEM.diagnostic(message, hint="the need is left out", problem=number))
    return PlannedProblem(
        task=str(item["task"]).strip(),
        knowledge=_texts(item["knowledge"]),
        level=LEVELS[str(item["level"])],
        needs=tuple(sorted({needed for needed in needs if 1 <= needed < number})),
        gives=_texts(item["gives"]),
    )


def _texts(value: Json) -> tuple[str, ...]:
    """Return the texts of a list without blanks and repeats."""
    texts = [str(item).strip() for item in value] if isinstance(value, list) else []
    return tuple(dict.fromkeys(text for text in texts if text))
