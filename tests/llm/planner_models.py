"""Models that plan, as a loopback server plays them for the solver `taskgraph`: right, broken, failing."""

import json
from typing import Any, Literal

from tests.llm.solver_models import Player, fenced_code
from tests.llm.wire import Answer, Call

Stage = Literal["plan", "check", "code", "reflection"]
MARKS: dict[Stage, str] = {
    "plan": "Reply with a JSON list of",
    "check": "Before the code of the current task, look at the data",
    "reflection": "Your last code for the current task did not end well",
    "code": "Write the code of the current task alone",
}
"""Words of each request that stand in no other one."""
PREPARED = "prepared_by_planner = 1"
"""The code of every task but the last."""


def stage_of(call: Call) -> Stage:
    """Return what a request asks for."""
    return next(stage for stage, mark in MARKS.items() if mark in call.messages[-1])


def listed(*tasks: dict[str, Any]) -> Answer:
    """Return a plan as a model gives it."""
    return Answer(f"```json\n{json.dumps(tasks)}\n```")


def task(task_id: str, *needed: str, text: str = "", task_type: str = "eda") -> dict[str, Any]:
    """Return one task of a plan."""
    return {
        "task_id": task_id,
        "dependent_task_ids": list(needed),
        "instruction": text or f"Do part {task_id}.",
        "task_type": task_type,
    }


class Planner(Player):
    """Plays one kind of model that plans; each answers with a task that prepares and a last one with the right code."""

    def planning(self, call: Call) -> Answer:
        """Plan two tasks and do them."""
        return listed(task("1"), task("2", "1")) if stage_of(call) == "plan" else self._work(call)

    def preparing(self, call: Call) -> Answer:
        """Plan tasks that are checked before and get tools."""
        fill = task("2", "1", text="Fill missing values.", task_type="data preprocessing")
        last = task("3", "2", text="Train a model.", task_type="model train")
        return listed(task("1"), fill, last) if stage_of(call) == "plan" else self._work(call)

    def correcting(self, call: Call) -> Answer:
        """Raise an error with the first code of the last task, and correct it when told."""
        if stage_of(call) == "code" and self.is_last(call):
            return Answer(fenced_code("no_such_name + 1"))
        return self.planning(call)

    def replanning(self, call: Call) -> Answer:
        """Fail with the second task until the plan is made again, with the first task as it was."""
        if stage_of(call) == "plan":
            is_new = "Your plan so far" in call.messages[-1]
            return listed(task("1"), task("2", "1", text="Do it otherwise." if is_new else ""))
        is_failing = self.is_last(call) and "Do it otherwise." not in call.messages[-1]
        return Answer(fenced_code("no_such_name + 1")) if is_failing else self._work(call)

    def circling(self, call: Call) -> Answer:
        """Plan in a circle first, and rightly when told."""
        return self._mended(call, listed(task("1", "2"), task("2", "1")))

    def misnaming(self, call: Call) -> Answer:
        """Depend on a task that is not there first."""
        return self._mended(call, listed(task("1"), task("2", "nine")))

    def overplanning(self, call: Call) -> Answer:
        """Plan five hundred tasks first."""
        return self._mended(call, listed(*(task(str(number)) for number in range(500))))

    def babbling(self, call: Call) -> Answer:
        """Give no plan, however often it is asked."""
        del call
        return Answer("[I would [begin with {the data")

    def stubborn(self, call: Call) -> Answer:
        """Plan the same again and fail with it, for ever."""
        if stage_of(call) == "plan" or not self.is_last(call):
            return self.planning(call)
        return Answer(fenced_code("no_such_name + 1"))

    def thinking(self, call: Call) -> Answer:
        """Think of one round that prepares and one that answers, and say then that nothing is missing."""
        done = call.messages[-1].count("# task ") // 2
        if "Think about what is still missing" in call.messages[-1]:
            thought = {"thoughts": f"Do part {done + 1}.", "go_on": done < 2, "task_type": "eda"}
            return Answer(f"Let me see.\n```json\n{json.dumps(thought)}\n```")
        return Answer(fenced_code(self.code(call) if done else PREPARED))

    def is_last(self, call: Call) -> bool:
        """Tell whether a request is about the last task of its plan."""
        return "It is the last one" in call.messages[-1]

    def _mended(self, call: Call, broken: Answer) -> Answer:
        is_told = "The last plan was refused" in call.messages[-1]
        return broken if stage_of(call) == "plan" and not is_told else self.planning(call)

    def _work(self, call: Call) -> Answer:
        if stage_of(call) == "check":
            return Answer(fenced_code("sorted(globals())[:3]"))
        return Answer(fenced_code(self.code(call) if self.is_last(call) else PREPARED))
