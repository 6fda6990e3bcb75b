"""One builder of requests per prompt, with the part of the messages that never changes first.

The first message holds rules, guides, lessons and examples, and is the same for every seed of a run; the seed, its data
and what else is asked about come last. So a provider's prompt cache keeps the larger part of every prompt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from authoring.drafting.prompts.instructions import system_text
from authoring.drafting.prompts.plan import plan_text
from authoring.drafting.prompts.profile import profile_text, seed_text
from authoring.llm.port import Message, Purpose, Request
from authoring.llm.prompt import commented, cut, cut_middle, fenced, render
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, Instructions, Schema, Sketch

MOST_PLAN = 12_000
MOST_FINDINGS = 2_000
MOST_TRACEBACK = 1_500
MOST_OUTPUT = 1_000
MOST_VALUE = 600
MOST_COMMENT = 4_000
"""Characters of each part of a prompt that comes from elsewhere; problems are never cut."""
MOST_CONTEXT = 8_000


@dataclass(frozen=True, slots=True)
class FaultyProblem:
    """A problem with findings, and the results of its run, all as text."""

    number: int
    cell: str
    """Its source."""
    findings: tuple[str, ...]
    traceback: str = ""
    output: str = ""
    value: str = ""
    plain: bool = False
    """Whether it is a cell of code that asks nothing."""


@dataclass(frozen=True, slots=True)
class CommentedProblem:
    """A problem that may change because of a reviewer's comments."""

    number: int
    cell: str
    comments: tuple[str, ...] = ()


def sketch_request(
    seed: Seed,
    profile: Profile,
    instructions: Instructions,
    *,
    schema: Schema | None = None,
    refused_plan: str = "",
    findings: Sequence[str] = (),
    sample: int = 0,
) -> Request:
    """Ask for knowledge points and a plan.

    Args:
        seed: what the set will be about.
        profile: the profile of its data.
        instructions: the instructions that the run is pinned to.
        schema: of the reply.
        refused_plan: an earlier reply that cannot be used.
        findings: what is wrong with it.
        sample: which of several plans is wanted.
    """
    text = render(
        instructions.prompt("sketch"),
        seed=fenced("seed", seed_text(seed)),
        profile=fenced("profile", profile_text(profile)),
        notebook=fenced("notebook", instructions.notebook) if instructions.notebook else "",
        plan=fenced("plan", cut(refused_plan, MOST_PLAN)) if findings else "",
        findings=_render_findings(findings),
        fewest=FEWEST_PROBLEMS,
        most=MOST_PROBLEMS,
    )
    system = system_text(instructions, ("sketch",), planning=True)
    return _request("sketch", seed.name, system, text, schema=schema, sample=sample)


def write_request(
    seed: Seed, profile: Profile, sketch: Sketch, instructions: Instructions, *, sample: int = 0
) -> Request:
    """Ask for the whole set that a sketch plans."""
    text = render(
        instructions.prompt("write"),
        seed=fenced("seed", seed_text(seed)),
        profile=fenced("profile", profile_text(profile)),
        plan=fenced("plan", plan_text(sketch)),
        count=len(sketch.problems),
    )
    system = system_text(instructions, ("write",), examples=True)
    return _request("write", seed.name, system, text, sample=sample)


def continue_request(
    request: Request, instructions: Instructions, *, whole: str, problems: int, tail: str = "", count: int, ended: bool
) -> Request:
    """Ask for the rest of a set.

    Args:
        request: the request whose reply is not whole.
        instructions: the instructions that the run is pinned to.
        whole: the cells that have come whole.
        problems: how many problems these hold.
        tail: what has come of the cell after them.
        count: how many problems there shall be.
        ended: whether the reply ended by itself rather than at a limit.
    """
    text = render(instructions.prompt("continue"), cut=not ended, whole=problems, count=count, tail=bool(tail.strip()))
    reply = f"{whole.rstrip()}\n\n{tail}" if tail.strip() and whole.strip() else whole + tail
    turns = (Message(role="assistant", content=reply or "# %%"), Message(role="user", content=text))
    return request.model_copy(update={"purpose": "continue", "messages": (*request.messages[:2], *turns)})


def repair_request(
    seed: str,
    profile: Profile,
    problems: Sequence[FaultyProblem],
    instructions: Instructions,
    *,
    context: str = "",
    sample: int = 0,
) -> Request:
    """Ask for new versions of the problems that a run found faults in, and of no others.

    Args:
        seed: its name.
        profile: the profile of its data.
        problems: at least one.
        instructions: the instructions that the run is pinned to.
        context: code of earlier cells that they rest on.
        sample: the round, so that a second one is a question of its own.
    """
    text = render(
        instructions.prompt("repair"),
        seed=fenced("seed", seed),
        profile=fenced("profile", profile_text(profile)),
        context=_if_any("context", cut_middle(context, MOST_CONTEXT)),
        numbers=_numbers(problem.number for problem in problems),
        problems=[_faulty(problem) for problem in problems],
    )
    return _request("repair", seed, system_text(instructions, ("write", "revise")), text, sample=sample)


def _faulty(problem: FaultyProblem) -> dict[str, Any]:
    return {
        "number": problem.number,
        "plain": problem.plain,
        "cell": fenced("cell", problem.cell),
        "findings": _render_findings(problem.findings),
        "traceback": _if_any("traceback", cut_middle(problem.traceback, MOST_TRACEBACK)),
        "output": _if_any("output", cut_middle(problem.output, MOST_OUTPUT)),
        "value": _if_any("value", cut(problem.value, MOST_VALUE)),
    }


def revise_request(
    seed: str,
    profile: Profile | None,
    problems: Sequence[CommentedProblem],
    instructions: Instructions,
    *,
    comments: Sequence[str] = (),
    context: str = "",
    sample: int = 0,
) -> Request:
    """Ask for new versions of the problems that a reviewer wants changed.

    Args:
        seed: its name.
        profile: the profile of its data, where it is known.
        problems: those that may change, at least one, with the comments on each.
        instructions: the instructions that the run is pinned to.
        comments: on the whole set.
        context: code of earlier cells that they rest on.
        sample: 1 for a second reply, where the first could not be used.
    """
    text = render(
        instructions.prompt("revise"),
        seed=fenced("seed", seed),
        profile=fenced("profile", profile_text(profile)) if profile else "",
        context=_if_any("context", cut_middle(context, MOST_CONTEXT)),
        comments=[commented(cut(comment, MOST_COMMENT)) for comment in comments],
        numbers=_numbers(problem.number for problem in problems),
        problems=[
            {
                "number": problem.number,
                "cell": fenced("cell", problem.cell),
                "comments": [commented(cut(comment, MOST_COMMENT)) for comment in problem.comments],
            }
            for problem in problems
        ],
    )
    return _request("revise", seed, system_text(instructions, ("write", "revise")), text, sample=sample)


def _request(
    purpose: Purpose, subject: str, system: str, text: str, *, schema: Schema | None = None, sample: int = 0
) -> Request:
    # Two messages and no more: some local servers refuse a second system message, or two of the user in a row.
    messages = (Message(role="system", content=system), Message(role="user", content=text))
    return Request(purpose=purpose, subject=subject, messages=messages, stable=1, schema_=schema, sample=sample)


def _render_findings(findings: Sequence[str]) -> str:
    # Messages of findings quote code, names and values.
    return fenced("findings", cut("\n".join(findings), MOST_FINDINGS)) if findings else ""


def _if_any(name: str, text: str) -> str:
    return fenced(name, text) if text.strip() else ""


def _numbers(numbers: Any) -> str:
    *preceding, last = [str(number) for number in numbers]
    return f"{', '.join(preceding)} and {last}" if preceding else last
