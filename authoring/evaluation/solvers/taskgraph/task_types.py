"""The types that a task may have, each a page with a line that describes it and guidance for its code."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.evaluation.solvers.taskgraph.plan_reply import OTHER
from authoring.records.sketch import Guide

FOLDER = "taskgraph"
"""Where the pages of this solver stand, below templates/prompts/solvers/."""
PREFIX = f"{FOLDER}/type-"
"""How the name of a type's page begins; dashes behind it stand for blanks."""
CHECKED_TYPES = frozenset({"data preprocessing", "feature engineering", "model train"})
"""Types before whose code the data are looked at, once a task is finished."""


@dataclass(frozen=True, slots=True)
class TaskType:
    """One type of task."""

    name: str
    description: str
    guidance: str
    """Rules for its code; empty for none."""


def read_task_types(prompts: Sequence[Guide]) -> dict[str, TaskType]:
    """Return the types that the pages describe, by name; `OTHER` is always there, and last."""
    types: dict[str, TaskType] = {}
    for page in prompts:
        if page.name.startswith(PREFIX):
            name = page.name.removeprefix(PREFIX).replace("-", " ")
            description, _, guidance = page.text.strip().partition("\n")
            types[name] = TaskType(name, description.strip(), guidance.strip())
    other = types.pop(OTHER, TaskType(OTHER, "anything else", ""))
    return {**types, OTHER: other}
