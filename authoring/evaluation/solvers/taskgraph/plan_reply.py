"""The tasks of a reply that plans: JSON as models write it, checked field by field, with words for what is wrong."""

import re
from collections.abc import Collection

from authoring.evaluation.solvers.dialogue.reply_code import MOST_SEARCHED, without_reasoning
from authoring.evaluation.solvers.taskgraph.plan import MOST_TASKS, InvalidPlanError
from authoring.llm.loose_json import Json, LooseJson, read_loose_json
from authoring.records.solvers.task_graph import PlanTask

MOST_ID = 40
"""Characters of an id."""
MOST_INSTRUCTION = 2_000
"""Characters of an instruction."""
MOST_LISTS = 20
"""Places of a reply at which a list is looked for."""
OTHER = "other"
"""The type of a task that is of no other type."""
WRAPPERS = ("tasks", "plan")
"""Keys under which models hide the list that they were asked for."""
_OPENING = re.compile(r"[\[{]")
_LIST_OF_OBJECTS = re.compile(r"\[\s*\{")
NO_LIST = "the reply holds no JSON list of tasks"


def read_plan(text: str, types: Collection[str], *, is_cut: bool = False) -> tuple[PlanTask, ...]:
    """Return the tasks that a reply lists; a type that is not among `types` becomes `OTHER`.

    Args:
        text: the reply, from which prose and fences are left out.
        types: names of the types that a task may have.
        is_cut: whether the reply ended because it may be no longer.

    Raises:
        InvalidPlanError: there is no whole list of tasks, or one of them is none.
    """
    entries = _listed(without_reasoning(text[:MOST_SEARCHED]), is_cut=is_cut)
    # Said before the tasks are read one by one: it is what has to be told of a list of five hundred.
    if len(entries) > MOST_TASKS:
        raise InvalidPlanError(f"the plan has {len(entries)} tasks, and {MOST_TASKS} are the most: join small ones")
    return tuple(_task(number, entry, types) for number, entry in enumerate(entries, start=1))


def _listed(text: str, *, is_cut: bool) -> list[Json]:
    """Return the first list of objects in a text."""
    stopped = ""
    start = 0
    for _ in range(MOST_LISTS):
        opening = _OPENING.search(text, start)
        if opening is None:
            break
        read = read_loose_json(text, opening.start())
        entries = _entries(read)
        if entries is not None and not read.stopped:
            return entries
        if read.stopped and _LIST_OF_OBJECTS.match(text, opening.start()):
            # What stands behind it, or within it, is a part of this list.
            stopped = read.stopped
            break
        # What is no list of tasks, such as a remark in brackets, is passed, and searched within where it is unreadable.
        start = opening.end() if read.stopped else max(read.end, opening.end())
    if stopped:
        cut = " (the reply was cut off)" if is_cut else ""
        raise InvalidPlanError(f"the list of tasks cannot be read to its end: {stopped}{cut}")
    raise InvalidPlanError(NO_LIST)


def _entries(read: LooseJson) -> list[Json] | None:
    """Return the list that a value is or wraps; None where there is none of objects."""
    value = read.value
    if isinstance(value, dict):
        wrapped = next((value[key] for key in WRAPPERS if isinstance(value.get(key), list)), None)
        # A single task without its brackets is what a model means by a list of one.
        value = wrapped if wrapped is not None else [value] if "instruction" in value else None
    if not isinstance(value, list):
        return None
    return value if not value or any(isinstance(entry, dict) for entry in value) else None


def _task(number: int, entry: Json, types: Collection[str]) -> PlanTask:
    if not isinstance(entry, dict):
        raise InvalidPlanError(f"entry {number} of the list is no object")
    task_id = _identifier(entry.get("task_id"))
    if not task_id:
        raise InvalidPlanError(f"entry {number} has no task_id: give a text of at most {MOST_ID} characters")
    instruction = entry.get("instruction")
    if not isinstance(instruction, str) or not instruction.strip():
        raise InvalidPlanError(f"task {task_id!r} has no instruction")
    if len(instruction) > MOST_INSTRUCTION:
        raise InvalidPlanError(f"the instruction of task {task_id!r} has more than {MOST_INSTRUCTION:,} characters")
    listed = entry.get("dependent_task_ids") or []
    needed = [_identifier(value) for value in listed] if isinstance(listed, list) else [""]
    if not all(needed):
        raise InvalidPlanError(f"dependent_task_ids of task {task_id!r} is no list of task ids")
    return PlanTask(
        task_id=task_id,
        dependent_task_ids=tuple(dict.fromkeys(needed)),
        instruction=instruction.strip(),
        task_type=task_type_of(entry.get("task_type"), types),
    )


def _identifier(value: Json) -> str:
    """Return an id as text; empty where it is none."""
    # A truth value is an int to Python.
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return value.strip() if isinstance(value, str) and len(value.strip()) <= MOST_ID else ""


def task_type_of(value: Json, types: Collection[str]) -> str:
    """Return the type that a reply gives to a task; one that there is not becomes `OTHER`."""
    name = re.sub(r"[\s_-]+", " ", value).strip().lower() if isinstance(value, str) else ""
    return name if name in types else OTHER
