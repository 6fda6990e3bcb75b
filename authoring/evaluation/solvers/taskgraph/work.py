"""The work on one problem, as Data Interpreter does it: plan, run task after task, correct, review, plan again.

Everything that its source leaves without an end has one here: plans that cannot be taken, rounds of planning after
failures, and replies altogether. Each end is an outcome in the record, and what was finished until then is the answer.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from authoring.evaluation.solvers.base import ModelOptions
from authoring.evaluation.solvers.dialogue.conversation import Conversation, UnansweredError, is_cut
from authoring.evaluation.solvers.dialogue.observation import Observation
from authoring.evaluation.solvers.dialogue.reply_code import ReplyCode, read_reply
from authoring.evaluation.solvers.taskgraph.pages import TaskPages, WorkingMemory
from authoring.evaluation.solvers.taskgraph.plan import (
    InvalidPlanError,
    MergedPlan,
    current_task,
    finished_tasks,
    merge,
    take_result,
    with_task,
)
from authoring.evaluation.solvers.taskgraph.plan_reply import read_plan
from authoring.evaluation.solvers.taskgraph.review import (
    ReviewDecision,
    ReviewVerdict,
    decision_of_run,
    read_decision,
)
from authoring.evaluation.solvers.taskgraph.state import FinishedState
from authoring.evaluation.solvers.taskgraph.task_output import INSTALLS, installs_packages, task_observation
from authoring.evaluation.solvers.taskgraph.task_types import CHECKED_TYPES
from authoring.llm.port import Message, Reply
from authoring.llm.prompt import cut
from authoring.records.base import sha256_of
from authoring.records.results import refusal_of_code
from authoring.records.solvers.task_graph import (
    GraphOutcome,
    GraphStep,
    PlanTask,
    StepKind,
    TaskGraph,
    TaskPlan,
    TaskReview,
)

MOST_PLANS: Final = 3
"""Replies for one plan, until one can be taken."""
MOST_ATTEMPTS: Final = 3
"""Codes for one task, the first one included, before the plan is made again."""
MOST_REPLANS: Final = 3
"""Plans after failures; the source has no bound but its budget."""
MOST_PLAN: Final = 20_000
"""Characters of a reply that plans, in the record."""
ACCEPTED: Final = "accepted"
LEFT: Final = "a person ended the work"


class EndOfWorkError(Exception):
    """The work ends before all tasks are finished."""

    def __init__(self, outcome: GraphOutcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


@dataclass(frozen=True, slots=True)
class _Try:
    """The last code for a task, with what it gave."""

    code: str = ""
    output: str = ""
    is_success: bool = False


class GraphWork:
    """The way from one problem to its answer; `answer` goes it once."""

    def __init__(self, conversation: Conversation, options: ModelOptions, *, most_turns: int) -> None:
        self._conversation = conversation
        self._options = options
        self._most_turns = most_turns
        self._pages = TaskPages.of(options, conversation.opening)
        self._memory = WorkingMemory()
        self._state = FinishedState(conversation.scratchpad)
        self._plan = TaskPlan(goal=conversation.task.whole_question)
        self._steps: list[GraphStep] = []
        self._plans = self._reused = self._failures = 0
        self._outcome: GraphOutcome = "working"
        self._detail = ""
        self._last_code = ""

    @property
    def graph(self) -> TaskGraph:
        """Everything so far."""
        task = self._conversation.task
        return TaskGraph(
            problemset=task.problemset,
            index=task.index,
            sample=task.sample,
            attempt=task.attempt,
            plan=self._plan,
            steps=tuple(self._steps),
            replans=max(self._plans - 1, 0),
            reused=self._reused,
            rebuilds=self._state.rebuilds,
            outcome=self._outcome,
            detail=self._detail,
        )

    def answer(self) -> ReplyCode:
        """Return the code of all finished tasks, in order; where none is, the last code that was tried.

        Raises:
            OutageError: the model gave no reply.
            SandboxError: the sandbox failed.
        """
        try:
            self._make_plan()
            self._do_tasks()
            self._outcome = "done"
        except EndOfWorkError as end:
            self._outcome, self._detail = end.outcome, end.detail
        except UnansweredError as error:
            self._outcome, self._detail = "no-answer", str(error)
        self._options.on_graph(self.graph)
        code = "\n\n".join(self._finished_codes()) or self._last_code
        refusal = refusal_of_code(code)
        return ReplyCode(reason=refusal or self._detail) if refusal or not code else ReplyCode(code=code)

    def _finished_codes(self) -> tuple[str, ...]:
        """Return the code of finished tasks; what a person accepted in spite of its failure would fail again."""
        return tuple(task.code for task in finished_tasks(self._plan) if task.is_success and task.code)

    def _do_tasks(self) -> None:
        """Work until no task is unfinished.

        Raises:
            EndOfWorkError: before that.
        """
        while (task := current_task(self._plan)) is not None:
            result = self._try_task(task)
            decision = self._decide("task", self.graph, result)
            if decision.verdict is ReviewVerdict.EXIT:
                raise EndOfWorkError("left", LEFT)
            if decision.verdict is ReviewVerdict.ACCEPT:
                self._finish(task, result)
                if decision.advice:
                    self._memory.note("advice", decision.advice)
                    self._make_plan()
                continue
            self._memory.note("advice", decision.advice)
            if decision.verdict is ReviewVerdict.REDO:
                continue
            if self._options.reviewer is None:
                if self._failures == MOST_REPLANS:
                    detail = f"task {task.task_id} failed, and the plan had been made again {MOST_REPLANS} times"
                    raise EndOfWorkError("unfinished", detail)
                self._failures += 1
            self._make_plan()

    def _finish(self, task: PlanTask, result: _Try) -> None:
        changed = take_result(task, result.code, result.output, is_success=result.is_success)
        self._plan = with_task(self._plan, changed.model_copy(update={"is_finished": True}))
        self._memory.clear()
        self._options.on_graph(self.graph)

    def _make_plan(self) -> None:
        """Have the plan made, or made again, and take it.

        Raises:
            EndOfWorkError: no plan could be taken, or a person ended the work.
        """
        refused = 0
        while refused < MOST_PLANS:
            # A person's advice is not counted, so nothing can be said of what is left.
            left = 0 if self._options.reviewer else MOST_REPLANS - self._failures
            messages = self._pages.plan(self._plan, self._memory, left=left)
            reply, step = self._request("plan", messages, attempt=refused + 1)
            step = step.model_copy(update={"code": cut(reply.text, MOST_PLAN)})
            try:
                merged = merge(self._plan, read_plan(reply.text, self._pages.types, is_cut=is_cut(reply)))
            except InvalidPlanError as error:
                refused += 1
                self._memory.note("finding", f"The last plan was refused: {error}")
                self._add(step.model_copy(update={"verdict": str(error)}))
                continue
            decision = self._decide("plan", self.graph.model_copy(update={"plan": merged.plan}), _Try(is_success=True))
            if decision.verdict is ReviewVerdict.ACCEPT and not decision.advice:
                self._take(merged, step.model_copy(update={"verdict": ACCEPTED, "is_success": True}))
                return
            self._add(step.model_copy(update={"verdict": decision.advice or decision.verdict.name.lower()}))
            if decision.verdict is ReviewVerdict.EXIT:
                raise EndOfWorkError("left", LEFT)
            self._memory.note("plan", step.code)
            self._memory.note("advice", decision.advice)
        last = self._steps[-1].verdict
        raise EndOfWorkError("no-plan", f"no plan could be taken after {MOST_PLANS} replies; the last: {last}")

    def _take(self, merged: MergedPlan, step: GraphStep) -> None:
        self._plan = merged.plan
        self._reused += merged.finished
        self._plans += 1
        self._memory.clear()
        self._add(step)

    def _try_task(self, task: PlanTask) -> _Try:
        """Return the first code for a task that ends well, or the last one."""
        finished = finished_tasks(self._plan)
        if finished and task.task_type in CHECKED_TYPES:
            self._look(task)
        result = _Try()
        for attempt in range(1, MOST_ATTEMPTS + 1):
            kind: StepKind = "code" if attempt == 1 else "reflection"
            messages = self._code_request(task, result, attempt)
            code, observation, step = self._run_reply(kind, task, messages, attempt=attempt)
            result = _Try(code, observation.text, observation.is_good)
            self._last_code = code or self._last_code
            self._add(step)
            if result.is_success:
                break
        # Code and output stand in the task itself: for a person, for another try, and for a plan that is made again.
        self._plan = with_task(self._plan, take_result(task, result.code, result.output, is_success=result.is_success))
        return result

    def _code_request(self, task: PlanTask, last: _Try, attempt: int) -> tuple[Message, ...]:
        plan, memory = self._plan, self._memory
        if attempt == 1:
            return self._pages.code(plan, task, memory)
        left = MOST_ATTEMPTS - attempt
        return self._pages.reflection(plan, task, memory, code=last.code, output=last.output, left=left)

    def _look(self, task: PlanTask) -> None:
        """Have a look at the data before a task's code, and note what it shows."""
        messages = self._pages.check(self._plan, task, self._memory)
        _, observation, step = self._run_reply("check", task, messages, attempt=1)
        self._memory.note("check", observation.text)
        self._add(step)

    def _run_reply(
        self, kind: StepKind, task: PlanTask, messages: Sequence[Message], *, attempt: int
    ) -> tuple[str, Observation, GraphStep]:
        """Return the code of the next reply, what it gave, and the step that this was."""
        self._state.prepare(self._finished_codes())
        reply, step = self._request(kind, messages, attempt=attempt)
        read = read_reply(reply.text, is_cut=is_cut(reply))
        if installs_packages(reply.text):
            observation = Observation(text=INSTALLS, is_good=False, outcome="installs-packages")
        elif not read.code:
            observation = Observation(text=read.reason, is_good=False, outcome="no-code")
        else:
            run = self._state.run(read.code, self._finished_codes(), is_look=kind == "check")
            observation = self._conversation.observe(read.code, task_observation(run))
        update = {
            "task_id": task.task_id,
            "code": read.code,
            "output": observation.text,
            "verdict": ACCEPTED if observation.is_good else observation.outcome,
            "is_success": observation.is_good,
        }
        return read.code, observation, step.model_copy(update=update)

    def _request(self, kind: StepKind, messages: Sequence[Message], *, attempt: int) -> tuple[Reply, GraphStep]:
        """Return the model's reply to a request, and the step with what it cost.

        Raises:
            EndOfWorkError: no reply is left.
            UnansweredError: the reply is none.
        """
        conversation = self._conversation
        if conversation.calls >= self._most_turns:
            raise EndOfWorkError("out-of-turns", f"the work needs more than {self._most_turns} replies")
        conversation.restart(messages)
        before = conversation.usage
        reply = conversation.ask()
        usage = conversation.usage
        return reply, GraphStep(
            kind=kind,
            attempt=attempt,
            prompt_tokens=usage.prompt - before.prompt,
            cached_tokens=usage.cached - before.cached,
            output_tokens=usage.output - before.output,
        )

    def _add(self, step: GraphStep) -> None:
        self._steps.append(step)
        self._options.on_graph(self.graph)

    def _decide(self, subject: Literal["plan", "task"], graph: TaskGraph, result: _Try) -> ReviewDecision:
        """Return what a person decides, or the run where none is asked.

        What a person said is recalled by a command that goes on after a kill.
        """
        reviewer = self._options.reviewer
        if reviewer is None:
            return decision_of_run(is_success=result.is_success)
        options = self._options
        # How often the state was made again is no part of what a person sees, and may differ after a kill.
        shown = graph.model_dump_json(exclude={"rebuilds"})
        state = [options.surroundings, options.model.fingerprint, subject, shown]
        key = sha256_of(f"review\n{json.dumps(state)}")
        words = options.observations.recall(key)
        if words is None:
            task = current_task(graph.plan) if subject == "task" else None
            words = reviewer(TaskReview(graph=graph, subject=subject, task=task))
            options.observations.put(key, words)
        return read_decision(words)
