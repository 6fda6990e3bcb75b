"""The replies to requests about a plan: the sketch, questions about the data, and problems that are planned anew."""

from collections.abc import Mapping, Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.json_reply import (
    INTEGER,
    TEXT,
    Rules,
    array_of,
    object_of,
    read_json,
    read_json_parts,
    reply_schema,
)
from authoring.dseal.analysis.read_only import without_customary_imports
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json
from authoring.records.sketch import (
    FEWEST_PROBLEMS,
    MOST_PROBLEMS,
    LevelName,
    PlannedProblem,
    PlanProbe,
    PlanProbes,
    Schema,
    Sketch,
)

LEVELS: Mapping[str, LevelName] = {"easy": "easy", "medium": "medium", "hard": "hard"}
_FIELDS: Mapping[str, Rules] = {
    "task": {**TEXT, "description": "What is asked and what the answer looks like."},
    "knowledge": array_of(TEXT),
    "level": {**TEXT, "enum": list(LEVELS)},
    "needs": array_of(INTEGER, description="Numbers, from 1, of the earlier problems whose variables it uses."),
    "gives": array_of(TEXT, description="Variables that it leaves for later problems."),
}
_PROBLEM = object_of(_FIELDS)
SKETCH_SCHEMA = reply_schema(
    "sketch",
    {
        "knowledge": array_of(TEXT, description="Knowledge points that the data can teach."),
        "problems": array_of(_PROBLEM, minItems=FEWEST_PROBLEMS, maxItems=MOST_PROBLEMS),
    },
)
"""The schema of a sketch: the fields of `Sketch` without the seed's name, which the model does not choose."""
MOST_PROBES = 10
"""Expressions about the data that are taken of one reply."""
_PROBE = object_of(
    {
        "problem": {**INTEGER, "description": "The number of the planned problem that it is for."},
        "expression": {**TEXT, "description": "One Python expression that only reads."},
    }
)


def probes_schema(limit: int) -> Schema:
    """Return the schema of at most so many expressions about the data."""
    return reply_schema("probes", {"probes": array_of(_PROBE, maxItems=limit)})


PROBES_SCHEMA = probes_schema(MOST_PROBES)
REPLAN_SCHEMA = reply_schema("replan", {"problems": array_of(object_of({"number": INTEGER, **_FIELDS}))})
"""The schema of planned problems that take the place of others."""


def read_sketch(text: str, *, seed: str) -> tuple[Sketch | None, tuple[Diagnostic, ...]]:
    """Return the sketch that a reply holds, and what was mended, dropped or wrong.

    A problem that needs itself, a later one or one that is not there loses that need, with a warning. Where no sketch
    of 10 to 15 problems can be read, an error is among the findings.
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


def read_probes(text: str, *, problems: int) -> PlanProbes:
    """Return the expressions that a reply asks for, at most ten, each once; none where it holds none.

    An expression for a problem that the plan of so many problems does not have is left out, and so are imports of
    pandas and numpy before one: refusing it for them would cost another call.
    """
    value, _ = read_json(text, PROBES_SCHEMA)
    items = value["probes"] if isinstance(value, dict) else []
    probes = (
        PlanProbe(
            problem=item["problem"], expression=without_customary_imports(str(item["expression"]).strip()).strip()
        )
        for item in (items if isinstance(items, list) else [])
        if isinstance(item, dict) and isinstance(item["problem"], int) and 1 <= item["problem"] <= problems
    )
    return PlanProbes(probes=tuple(dict.fromkeys(probe for probe in probes if probe.expression))[:MOST_PROBES])


def read_replanned(text: str) -> Mapping[int, PlannedProblem]:
    """Return the planned problems of a reply by the numbers of those whose places they take."""
    value, _ = read_json(text, REPLAN_SCHEMA)
    items = value["problems"] if isinstance(value, dict) else []
    replanned: dict[int, PlannedProblem] = {}
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict) and isinstance(number := item["number"], int):
            replanned[number] = _planned(item, number, {before: before for before in range(1, number)}, [])
    return replanned


def _numbers(count: int, removed: Sequence[str | int]) -> Mapping[int, int]:
    """Return the new number of each problem of the plan by the one it had before some were left out."""
    old = list(range(1, count + len(removed) + 1))
    # One after the other: each position counts what was left at that time.
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
