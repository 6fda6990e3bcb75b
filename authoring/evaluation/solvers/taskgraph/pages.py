"""The requests of the solver: pages filled with the task, the plan, what happened, guidance and tools."""

import ast
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from authoring.dseal.python_code import parse_code
from authoring.evaluation.solvers.base import ModelOptions
from authoring.evaluation.solvers.dialogue.conversation import page_of
from authoring.evaluation.solvers.taskgraph.plan import finished_tasks, topological_order
from authoring.evaluation.solvers.taskgraph.task_types import FOLDER, TaskType, read_task_types
from authoring.evaluation.solvers.taskgraph.tools import ToolSchema, rank_tools, read_tools
from authoring.llm.port import Message
from authoring.llm.prompt import cut, cut_middle, fenced, render
from authoring.records.solvers.task_graph import PlanTask, TaskPlan

if TYPE_CHECKING:
    from pydantic import JsonValue

USUAL_TASKS: Final = 5
"""The most tasks that a first plan is asked for."""
MOST_DONE: Final = 24_000
"""Characters of the code of finished tasks, and of their results; the middle is left out."""
MOST_PLANNED: Final = 3_000
"""Characters of a task's code, and of its result, in a plan."""
MOST_MEMORY: Final = 24_000
"""Characters of the working memory; the oldest entries go first."""


@dataclass(slots=True)
class WorkingMemory:
    """What happened since the last task was finished, or the last plan made: blocks of data, each with its name."""

    _entries: list[str] = field(default_factory=list)

    def note(self, name: str, text: str) -> None:
        """Add something: ``check`` for what a look at data showed, ``plan``, ``finding`` or ``advice``."""
        if text.strip():
            self._entries.append(fenced(name, text))

    def clear(self) -> None:
        """Forget all of it."""
        self._entries.clear()

    @property
    def text(self) -> str:
        """The entries as far as there is room, the latest ones."""
        shown: list[str] = []
        room = MOST_MEMORY
        for entry in reversed(self._entries):
            room -= len(entry)
            if room < 0 and shown:
                break
            shown.append(entry)
        return "\n\n".join(reversed(shown))


@dataclass(frozen=True, slots=True)
class TaskPages:
    """Renders requests about one problem.

    Attributes:
        rules: the first message of each.
        task: the problem with all that is shown of it, with which each goes on.
    """

    options: ModelOptions
    rules: Message
    task: str
    types: dict[str, TaskType]
    tools: dict[str, ToolSchema]
    is_planned: bool = True
    """Whether the last task of a plan is the last one of the work."""

    @classmethod
    def of(cls, options: ModelOptions, opening: Sequence[Message]) -> "TaskPages":
        """Return the pages for a problem, given the rules and the task as messages.

        Raises:
            WorkspaceError: the page of tools cannot be read.
        """
        rules, task = opening
        types, tools = read_task_types(options.prompts), read_tools(options.prompts, options.modules)
        return cls(options, rules, task.content, types, tools)

    def plan(self, plan: TaskPlan, memory: WorkingMemory, *, left: int = 0) -> tuple[Message, ...]:
        """Return the request for a plan, or for a change of one, behind which so many may be `left`."""
        return self._messages(
            "plan",
            task=self.task,
            plan=fenced("plan", _plan_text(plan)) if plan.tasks else "",
            current=plan.current_task_id,
            memory=memory.text,
            types=self._types,
            tasks=USUAL_TASKS,
            left=left,
        )

    def thought(self, plan: TaskPlan, memory: WorkingMemory, *, left: int) -> tuple[Message, ...]:
        """Return the request for what is next, where nothing is planned ahead; so many rounds are `left`."""
        work = _work_of(plan)
        return self._messages("think", task=self.task, memory=memory.text, types=self._types, left=left, **work)

    @property
    def _types(self) -> str:
        return "\n".join(f"- {entry.name}: {entry.description}" for entry in self.types.values())

    def code(self, plan: TaskPlan, task: PlanTask, memory: WorkingMemory) -> tuple[Message, ...]:
        """Return the request for the first code of a task."""
        return self._messages("code", status=self._status(plan, task, memory.text, with_tools=True))

    def check(self, plan: TaskPlan, task: PlanTask, memory: WorkingMemory) -> tuple[Message, ...]:
        """Return the request for a look at the data."""
        return self._messages("check", status=self._status(plan, task, memory.text, with_tools=False))

    def reflection(
        self, plan: TaskPlan, task: PlanTask, memory: WorkingMemory, *, code: str, output: str, left: int
    ) -> tuple[Message, ...]:
        """Return the request for a corrected code of a task, whose last code and output are given.

        The number of tries that are `left` makes equal failures different requests.
        """
        return self._messages(
            "reflection",
            status=self._status(plan, task, memory.text, with_tools=True),
            code=fenced("code", code or "(no code)"),
            output=fenced("observation", output),
            left=left,
        )

    def _status(self, plan: TaskPlan, task: PlanTask, memory: str, *, with_tools: bool) -> str:
        task_type = self.types.get(task.task_type, self.types["other"])
        last = topological_order(plan.tasks)[-1]
        return render(
            page_of(self.options.prompts, f"{FOLDER}/status"),
            task=self.task,
            **_work_of(plan),
            task_id=task.task_id,
            task_type=task_type.name,
            instruction=fenced("instruction", task.instruction),
            is_last=self.is_planned and last.task_id == task.task_id,
            tried=fenced("code", task.code) if task.code else "",
            result=fenced("observation", task.result) if task.code else "",
            guidance=task_type.guidance,
            tools=self._tools_text(task_type.name, task.instruction) if with_tools else "",
            memory=memory,
        )

    def _tools_text(self, task_type: str, instruction: str) -> str:
        names = rank_tools(self.tools, task_type=task_type, instruction=instruction)
        schemas: dict[str, JsonValue] = {
            name: self.tools[name].model_dump(mode="json", exclude={"tags", "replaces"}, exclude_defaults=True)
            for name in names
        }
        return fenced("tools", json.dumps(schemas, indent=1)) if schemas else ""

    def _messages(self, page: str, **values: object) -> tuple[Message, ...]:
        text = render(page_of(self.options.prompts, f"{FOLDER}/{page}"), **values)
        return self.rules, Message(role="user", content=text)


def _work_of(plan: TaskPlan) -> dict[str, str]:
    """Return code and results of the finished tasks, by the names that pages have for them."""
    finished = finished_tasks(plan)
    if not finished:
        return {"done": "", "results": ""}
    done = "\n\n".join(f"# task {entry.task_id}\n{without_comments(entry.code)}" for entry in finished)
    results = "\n\n".join(f"# task {entry.task_id}\n{entry.result}" for entry in finished)
    return {
        "done": fenced("finished", cut_middle(done, MOST_DONE)),
        "results": fenced("results", cut_middle(results, MOST_DONE)),
    }


def _plan_text(plan: TaskPlan) -> str:
    """Return a plan's tasks as JSON, with what is long cut."""
    shown: Callable[[str], str] = lambda text: cut_middle(text, MOST_PLANNED)  # noqa: E731 - for two fields
    tasks = [
        task.model_copy(update={"code": shown(task.code), "result": shown(task.result)}).model_dump(
            mode="json", exclude={"assignee"}
        )
        for task in plan.tasks
    ]
    return cut(json.dumps(tasks, indent=1, ensure_ascii=False), MOST_DONE)


def without_comments(code: str) -> str:
    """Return code without its comments; code that is no Python stays as it is."""
    parsed = parse_code(code)
    return code if parsed.error is not None else ast.unparse(parsed.tree)
