"""One conversation of a solver with its model about one task: turns, runs of code, and what both took.

What a model gave no reply to is told apart: a refusal is the model's answer; an outage is nobody's, and another command
asks again.
"""

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pydantic import JsonValue

from authoring.errors import WorkspaceError
from authoring.evaluation.solvers.base import (
    ContextPart,
    ModelOptions,
    OutageError,
    PendingAnswerError,
    Scratchpad,
    Task,
)
from authoring.evaluation.solvers.dialogue.context import (
    MOST_PROFILE,
    last_attempt,
    shown_cells,
    shown_definitions,
    variables_text,
)
from authoring.evaluation.solvers.dialogue.mentions import helper_names
from authoring.evaluation.solvers.dialogue.observation import Observation, observation_of
from authoring.llm.port import CallError, Failure, Finish, Message, PendingReplyError, Reply, Request, TokenUsage
from authoring.llm.prompt import cut, fenced, make_visible, render
from authoring.records.base import Sha256, sha256_of
from authoring.records.results import LEFT_OUT, Submission

if TYPE_CHECKING:
    from authoring.records.sketch import Guide

ANSWERS: Final = {
    Failure.REFUSED: "the model refused to answer",
    Failure.FILTERED: "the provider's filter held the answer back",
    Failure.EMPTY: "the model answered nothing",
    Failure.FOREIGN_CALL: "the model called a tool that nobody offered, and answered nothing else",
}
"""Failures of a call that are answers, and wrong ones; the others are outages."""
PENDING: Final = "the provider answers it in a batch, within a day"
MOST_PACKAGES: Final = 600
"""Characters of the packages that are named."""
MOST_OUTAGES: Final = 3
"""Outages one after the other, from which on nothing more is asked: a server that is down would cost minutes each."""


class UnansweredError(Exception):
    """The model's reply is no answer: it refused, was filtered, or said nothing."""


class OutageCount:
    """Counts outages one after the other, over all threads that ask one model."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._message = ""

    def note_reply(self) -> None:
        """Note that the model is there."""
        with self._lock:
            self._number = 0

    def note_outage(self, message: str) -> None:
        """Note that it gave no reply."""
        with self._lock:
            self._number += 1
            self._message = message

    def require_model(self) -> None:
        """See that asking is worth the wait.

        Raises:
            OutageError: the last few calls all gave no reply.
        """
        with self._lock:
            if self._number >= MOST_OUTAGES:
                raise OutageError(f"not asked: the last {self._number} calls gave no reply; the last: {self._message}")


@dataclass(slots=True)
class Conversation:
    """The turns about one task; `submission` ends it."""

    options: ModelOptions
    outages: OutageCount
    task: Task
    scratchpad: Scratchpad
    _messages: list[Message] = field(default_factory=list)
    _usage: TokenUsage = field(default_factory=TokenUsage)
    _left_out: set[str] = field(default_factory=set)
    """Settings that some calls went without, because the server does not take them."""
    _calls: int = 0
    _runs: list[str] = field(default_factory=list)
    """How each run of code ended."""

    @classmethod
    def begin(
        cls,
        page: str,
        options: ModelOptions,
        outages: OutageCount,
        task: Task,
        scratchpad: Scratchpad,
        **values: int,
    ) -> "Conversation":
        """Begin with a page of rules and the task; `values` are what the page asks for.

        Raises:
            WorkspaceError: a page is missing.
            TemplateError: a page is no template.
        """
        messages = list(opening_messages(page, options, task, **values))
        return cls(options, outages, task, scratchpad, messages)

    @property
    def opening(self) -> tuple[Message, ...]:
        """The turns so far: at the beginning the rules and the task."""
        return tuple(self._messages)

    @property
    def usage(self) -> TokenUsage:
        """Tokens of all calls so far."""
        return self._usage

    @property
    def calls(self) -> int:
        """Calls so far."""
        return self._calls

    def restart(self, messages: Sequence[Message]) -> None:
        """Go on with other turns; what was paid and run before stays counted."""
        self._messages = list(messages)

    def ask(self) -> Reply:
        """Return the model's next reply.

        Raises:
            UnansweredError: it is no answer.
            OutageError: there is none, or none yet.
            BudgetError: the call would have exceeded the budget.
            CallError: the key was refused, which no other problem would change.
        """
        options = self.options
        request = request_about(self.task, self._messages, seed=options.seed)
        key = sha256_of(f"no answer\n{options.model.fingerprint}\n{request.identity}")
        if (recorded := options.observations.recall(key)) is not None:
            reason, usage = read_failed_call(recorded)
            self._note_call(usage)
            raise UnansweredError(reason)
        if options.waits:
            self.outages.require_model()
        try:
            reply = options.model.complete(request)
        except PendingReplyError as error:
            raise PendingAnswerError(PENDING) from error
        except CallError as error:
            self._note_call(error.usage)
            if error.failure is Failure.KEY:
                raise
            if error.failure in ANSWERS:
                self.outages.note_reply()
                # Paid like a reply: a command that goes on after a kill takes it for one.
                options.observations.put(key, json.dumps([ANSWERS[error.failure], error.usage.model_dump()]))
                raise UnansweredError(ANSWERS[error.failure]) from error
            self.outages.note_outage(error.message)
            raise OutageError(error.message) from error
        self.outages.note_reply()
        self._note_call(reply.usage)
        self._left_out |= {*reply.left_out}
        self._messages.append(Message(role="assistant", content=reply.text))
        return reply

    def _note_call(self, usage: TokenUsage) -> None:
        self._calls += 1
        self._usage += usage

    def say(self, page: str, **values: object) -> None:
        """Add a turn of ours.

        Raises:
            WorkspaceError: the page is missing.
            TemplateError: it is no template.
        """
        text = render(page_of(self.options.prompts, page), **values)
        self._messages.append(Message(role="user", content=text))

    def run(
        self, code: str, *, anew: bool, max_time: float | None = None, max_silence: float | None = None
    ) -> Observation:
        """Run code on the scratchpad, and return what the model is told of it; see `observe`.

        Raises:
            SandboxError: the sandbox failed.
        """
        run = self.scratchpad.run(code, anew=anew, max_time=max_time, max_silence=max_silence)
        return self.observe(code, observation_of(run))

    def observe(self, code: str, observation: Observation) -> Observation:
        """Return what the model is told of code that was run.

        What it was told in an earlier command is told again, whatever the code does now: otherwise a clock or a random
        number would change every later turn, and each would be paid for again.
        """
        key = self._key(code)
        if (recorded := self.options.observations.recall(key)) is not None:
            observation = Observation.model_validate_json(recorded)
        else:
            self.options.observations.put(key, observation.model_dump_json())
        self._runs.append(observation.outcome)
        return observation

    def _key(self, code: str) -> Sha256:
        """Return what a run's observation is kept under: where it ran, the conversation so far, and the code."""
        place = [self.task.problemset, self.task.index, self.task.sample, self.task.attempt]
        texts = [message.content for message in self._messages]
        return sha256_of(json.dumps([self.options.surroundings, self.options.model.fingerprint, place, texts, code]))

    def submission(self, code: str, *, failure: str = "") -> Submission:
        """Return the answer; without code, the failure says why."""
        options, usage = self.options, self._usage
        stats: dict[str, JsonValue] = {
            "model": options.model.name,
            "sample": self.task.sample,
            "temperature": None if "temperature" in self._left_out else options.temperature,
            **(
                {"seed": options.seed + self.task.sample - 1}
                if options.seed is not None and "seed" not in self._left_out
                else {}
            ),
            **({LEFT_OUT: list[JsonValue](sorted(self._left_out))} if self._left_out else {}),
            "calls": self._calls,
            "prompt_tokens": usage.prompt,
            "cached_tokens": usage.cached,
            "output_tokens": usage.output,
            "runs": list[JsonValue](self._runs),
        }
        return Submission(
            problemset=self.task.problemset,
            index=self.task.index,
            attempt=self.task.attempt,
            code=code,
            question=self.task.question,
            agent_exception=failure,
            agent_stats=stats,
        )


def read_failed_call(recorded: str) -> tuple[str, TokenUsage]:
    """Return why a call gave no answer, and what it took; earlier versions kept the reason alone."""
    try:
        reason, usage = json.loads(recorded)
    except ValueError:
        return recorded, TokenUsage()
    return reason, TokenUsage.model_validate(usage)


def request_about(task: Task, messages: Sequence[Message], *, seed: int | None = None) -> Request:
    """Return the request for the next turn about a task; samples of it are different requests, with own seeds."""
    return Request(
        purpose="solve",
        subject=task.problemset,
        messages=tuple(messages),
        stable=1,
        sample=task.sample - 1,
        seed=None if seed is None else seed + task.sample - 1,
    )


def opening_messages(page: str, options: ModelOptions, task: Task, **values: int) -> tuple[Message, Message]:
    """Return the rules of a page, and the task as the context shows it.

    Raises:
        WorkspaceError: a page is missing.
        TemplateError: a page is no template.
    """
    prompts, context = options.prompts, options.context
    rules = render(page_of(prompts, page), rules=render(page_of(prompts, "rules")), **values)
    cells, omitted = shown_cells(task, context)
    hidden = frozenset() if options.helpers else helper_names(task)
    visible_variables = [variable for variable in task.variables if variable.name not in hidden]
    variables = variables_text(visible_variables) if ContextPart.VARIABLES in context else ""
    definitions = shown_definitions(task, context, omitted, hidden)
    profile = options.profile(task.problemset) if ContextPart.PROFILE in context else ""
    text = render(
        page_of(prompts, "task"),
        number=task.index,
        question=fenced("question", task.whole_question),
        cells=[cell for cell in cells if cell.size],
        omitted=omitted if any(cell.size for cell in cells) else 0,
        variables=fenced("variables", variables) if variables else "",
        definitions=fenced("definitions", definitions) if definitions else "",
        profile=fenced("profile", cut(profile, MOST_PROFILE)) if profile else "",
        packages=cut(make_visible(options.packages, lines=False), MOST_PACKAGES),
        conventions=bool(task.conventions),
        last=last_attempt(task),
    )
    return Message(role="system", content=rules), Message(role="user", content=text)


def page_of(prompts: Sequence["Guide"], name: str) -> "Guide":
    """Return a page of templates/prompts/solvers/, under the name by which errors tell of it.

    Raises:
        WorkspaceError: it is missing.
    """
    for page in prompts:
        if page.name == name:
            return page.model_copy(update={"name": f"solvers/{name}"})
    raise WorkspaceError(
        f"templates/prompts/solvers/{name}.md is missing: a solver cannot ask a model without",
        hint="restore what comes with the toolkit with: authoring init .",
    )


def is_cut(reply: Reply) -> bool:
    """Tell whether a reply ended because it may be no longer."""
    return reply.finish is Finish.LENGTH
