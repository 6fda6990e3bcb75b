"""One builder of requests per prompt, with the part of the messages that never changes first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.drafting.knowledge import carried_points
from authoring.drafting.prompts.instructions import system_text, wanted_text
from authoring.drafting.prompts.profile import data_text, profile_text, seed_text
from authoring.drafting.prompts.reminder import reminder
from authoring.dseal.analysis.read_only import LONGEST_EXPRESSION
from authoring.llm.port import Message, Purpose, Request
from authoring.llm.prompt import commented, cut, cut_middle, fenced, render
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import (
    FEWEST_PROBLEMS,
    MOST_PROBLEMS,
    Instructions,
    PlannedProblem,
    ProbeAnswer,
    ProbeAnswers,
    Schema,
    Sketch,
)

MOST_TASK = 600
"""Characters of a task in a plan."""
MOST_WORD = 60
"""Characters of a knowledge point or a variable in a plan."""
MOST_PLAN = 12_000
MOST_ANSWER = 500
"""Characters of one answer of the data."""
SPARED = 100
"""Characters by which an answer may be longer and stays whole: a cut loses a row, and its mark takes room."""
MOST_FINDINGS = 2_000
MOST_TRACEBACK = 1_500
MOST_OUTPUT = 1_000
MOST_VALUE = 600
MOST_COMMENT = 4_000
"""Characters of each part of a prompt that comes from elsewhere; problems are never cut."""
MOST_PACKAGES = 600
MOST_CONTEXT = 8_000
MOST_LATER = 4_000
NO_ANSWERS = ProbeAnswers()


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
    may_stay: bool = False
    """Whether nothing but warnings stand against it, so that a reason may answer them."""
    codes: tuple[str, ...] = ()
    """Those of the findings that are to be mended."""


@dataclass(frozen=True, slots=True)
class AdjoiningCode:
    """Code of other cells that is shown beside faulty problems."""

    context: str = ""
    """What they rest on, of earlier cells."""
    later: str = ""
    """What rests on them: later problems, with their questions."""
    resendable: Sequence[int] = ()
    """The numbers of those later problems that may change with them."""


NOTHING_ADJOINING = AdjoiningCode()


@dataclass(frozen=True, slots=True)
class AbsentProblem:
    """A problem of the plan that a draft has not, which is to be written after all."""

    number: int
    """By which the reply refers to it."""
    planned: int
    """Its number in the plan."""
    plan: PlannedProblem
    follows: int
    """The number of the problem behind which it will stand; 0 where it will stand before all of them."""


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
) -> Request:
    """Ask for knowledge points and a plan; `refused_plan` is an earlier reply, with what is wrong with it."""
    text = render(
        instructions.prompt("sketch"),
        seed=fenced("seed", seed_text(seed)),
        profile=fenced("profile", profile_text(profile)),
        data=fenced("profile", data_text(profile)),
        wanted=wanted_text(carried_points(instructions.wanted, profile)),
        notebook=fenced("notebook", instructions.notebook) if instructions.notebook else "",
        plan=fenced("plan", cut(refused_plan, MOST_PLAN)) if findings else "",
        findings=_render_findings(findings),
        fewest=FEWEST_PROBLEMS,
        most=MOST_PROBLEMS,
    )
    system = system_text(instructions, ("sketch",), planning=True)
    return _request("sketch", seed.name, system, text, schema=schema)


def probes_request(
    seed: Seed,
    profile: Profile,
    sketch: Sketch,
    instructions: Instructions,
    *,
    tables: Sequence[tuple[str, str]],
    most: int,
    refused: ProbeAnswers = NO_ANSWERS,
    schema: Schema | None = None,
) -> Request:
    """Ask for at most so many expressions about the data, or for other forms of those that were refused.

    `tables` are the names that expressions find, with what reads them.
    """
    text = render(
        instructions.prompt("probes"),
        seed=fenced("seed", seed_text(seed)),
        data=fenced("profile", data_text(profile)),
        plan=fenced("plan", plan_text(sketch)),
        tables=fenced("tables", cut("\n".join(f"{name} = {reader}" for name, reader in tables), MOST_FINDINGS)),
        most=most,
        longest=MOST_ANSWER,
        longest_expression=LONGEST_EXPRESSION,
        refused=_answers(refused) if refused.answers else "",
    )
    return _request("probes", seed.name, system_text(instructions, ("sketch",), planning=True), text, schema=schema)


def replan_request(
    seed: Seed,
    profile: Profile,
    sketch: Sketch,
    answers: ProbeAnswers,
    instructions: Instructions,
    *,
    schema: Schema | None = None,
) -> Request:
    """Ask for the planned problems anew whose answers are degenerate, of which there is at least one."""
    text = render(
        instructions.prompt("replan"),
        seed=fenced("seed", seed_text(seed)),
        data=fenced("profile", data_text(profile)),
        plan=fenced("plan", plan_text(sketch)),
        answers=_answers(answers),
        findings=_render_findings(
            [f"problem {answer.problem}: {_expression(answer)}: {answer.sign}" for answer in answers.degenerate]
        ),
        numbers=numbers_text(sorted({answer.problem for answer in answers.degenerate})),
    )
    return _request("replan", seed.name, system_text(instructions, ("sketch",), planning=True), text, schema=schema)


def _answers(answers: ProbeAnswers, *, replanned: Collection[int] = ()) -> str:
    """Return expressions about the data with what they gave, each with the number of the problem that it is for.

    Those for problems whose numbers are `replanned` were asked of another plan of these.
    """
    return fenced("answers", "\n".join(_answer(answer, replanned) for answer in answers.answers))


def _answer(answer: ProbeAnswer, replanned: Collection[int]) -> str:
    subject = f"problem {answer.problem}{' as first planned' if answer.problem in replanned else ''}: "
    # Tables are padded with blanks, which say nothing.
    text = "\n".join(line.rstrip() for line in answer.text.splitlines())
    if len(text) <= MOST_ANSWER + SPARED:
        return f"{subject}{_expression(answer)}\n{text}"
    note = f"  # {MOST_ANSWER} of {len(text)} characters"
    return f"{subject}{_expression(answer)}{note}\n{cut_middle(text, MOST_ANSWER)}"


def _expression(answer: ProbeAnswer) -> str:
    # Line by line, because blanks within a text are part of what was asked.
    lines = (line.strip().removesuffix("\\") for line in answer.expression.strip().splitlines())
    return cut(" ".join(lines), LONGEST_EXPRESSION)


def write_request(
    seed: Seed,
    profile: Profile,
    sketch: Sketch,
    instructions: Instructions,
    *,
    answers: ProbeAnswers = NO_ANSWERS,
    packages: str = "",
    sample: int = 0,
) -> Request:
    """Ask for the whole set that a sketch plans; `answers` are what the data answered before.

    `packages` names what is installed where the set will run.
    """
    # A problem that was planned anew is another one than its answers were for.
    replanned = frozenset(answer.problem for answer in answers.degenerate)
    text = render(
        instructions.prompt("write"),
        seed=fenced("seed", seed_text(seed)),
        profile=fenced("profile", profile_text(profile)),
        data=fenced("profile", data_text(profile)),
        plan=fenced("plan", plan_text(sketch)),
        probes=_answers(answers, replanned=replanned) if answers.answers else "",
        packages=_short(packages, MOST_PACKAGES),
        count=len(sketch.problems),
    )
    system = system_text(instructions, ("write",), examples=True)
    return _request("write", seed.name, system, text, sample=sample)


def plan_text(sketch: Sketch) -> str:
    """Return a sketch, one problem a line."""
    return "\n".join(_planned(number, problem) for number, problem in enumerate(sketch.problems, 1))


def _planned(number: int, problem: PlannedProblem) -> str:
    parts = [problem.level, " + ".join(_short(point, MOST_WORD) for point in problem.knowledge)]
    parts += [f"needs {', '.join(map(str, problem.needs))}"] if problem.needs else []
    parts += [f"gives {', '.join(_short(name, MOST_WORD) for name in problem.gives)}"] if problem.gives else []
    return f"{number}. [{'; '.join(part for part in parts if part)}] {_short(problem.task, MOST_TASK)}"


def _short(text: str, most: int) -> str:
    return cut(" ".join(text.split()), most)


def continue_request(
    request: Request, instructions: Instructions, *, whole: str, problems: int, tail: str = "", count: int, ended: bool
) -> Request:
    """Ask for the rest of a set of `count` problems; the reply ended by itself, or else at a limit.

    The cells that have come whole hold so many problems; the tail is what has come of the cell after them.
    """
    text = render(instructions.prompt("continue"), cut=not ended, whole=problems, count=count, tail=bool(tail.strip()))
    reply = f"{whole.rstrip()}\n\n{tail}" if tail.strip() and whole.strip() else whole + tail
    turns = (Message(role="assistant", content=reply or "# %%"), Message(role="user", content=text))
    # Only the first two messages: a second continuation replaces the first one's turns, which it holds.
    return request.model_copy(update={"purpose": "continue", "messages": (*request.messages[:2], *turns)})


def repair_request(
    seed: str,
    profile: Profile,
    problems: Sequence[FaultyProblem],
    instructions: Instructions,
    *,
    adjoining: AdjoiningCode = NOTHING_ADJOINING,
    absent: Sequence[AbsentProblem] = (),
    sample: int = 0,
) -> Request:
    """Ask for new versions of the problems that a run found faults in, and for those of the plan that are absent.

    Of both together there is at least one. The sample is the round of repair.
    """
    page = instructions.prompt("repair")
    # Pages of older workspaces have no place for parts of the guide, and show all of it.
    is_reminded = "{{ rules }}" in page.text
    touched = {code for problem in problems for code in problem.codes}
    cells = [problem.cell for problem in problems]
    text = render(
        page,
        rules=reminder(instructions.guide("write").text, touched, cells) if is_reminded else "",
        # Pages of older workspaces place the name, and find the replies that were paid for.
        seed=fenced("seed", seed),
        about=fenced("seed", instructions.description or seed),
        profile=fenced("profile", profile_text(profile)),
        data=fenced("profile", data_text(profile)),
        context=_if_any("context", cut_middle(adjoining.context, MOST_CONTEXT)),
        later=_if_any("later", cut_middle(adjoining.later, MOST_LATER)),
        numbers=numbers_text([problem.number for problem in problems]) if problems else "",
        problems=[faulty_values(problem) for problem in problems],
        absent=[_absent_values(problem) for problem in absent],
        first=problems[0].number if problems else absent[0].number,
        resendable=numbers_text(adjoining.resendable) if adjoining.resendable else "",
        staying=[problem.number for problem in problems if problem.may_stay],
    )
    guides = ("revise",) if is_reminded else ("write", "revise")
    return _request("repair", seed, system_text(instructions, guides), text, sample=sample)


def knows_absent(instructions: Instructions) -> bool:
    """Return whether the page of repairs can ask for what the plan has and a draft has not; older ones cannot."""
    return "absent" in instructions.prompt("repair").text


def _absent_values(problem: AbsentProblem) -> dict[str, Any]:
    return {
        "number": problem.number,
        "follows": problem.follows,
        "plan": fenced("plan", _planned(problem.planned, problem.plan)),
    }


def faulty_values(problem: FaultyProblem) -> dict[str, Any]:
    """Return what a page shows of a faulty problem, with what comes from elsewhere fenced."""
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
    """Ask for new versions of the problems, at least one, that a reviewer wants changed.

    `comments` are on the whole set; the context is code of earlier cells that the problems rest on.
    """
    text = render(
        instructions.prompt("revise"),
        # Pages of older workspaces place the name, and find the replies that were paid for.
        seed=fenced("seed", seed),
        about=fenced("seed", instructions.description or seed),
        profile=fenced("profile", profile_text(profile)) if profile else "",
        data=fenced("profile", data_text(profile)) if profile else "",
        context=_if_any("context", cut_middle(context, MOST_CONTEXT)),
        comments=comment_values(comments),
        numbers=numbers_text(problem.number for problem in problems),
        problems=[commented_values(problem) for problem in problems],
    )
    return _request("revise", seed, system_text(instructions, ("write", "revise")), text, sample=sample)


def comment_values(comments: Sequence[str]) -> list[str]:
    """Return a reviewer's comments as a page shows them."""
    return [commented(cut(comment, MOST_COMMENT)) for comment in comments]


def commented_values(problem: CommentedProblem) -> dict[str, Any]:
    """Return what a page shows of a problem that a reviewer wants changed, with what comes from elsewhere fenced."""
    return {
        "number": problem.number,
        "cell": fenced("cell", problem.cell),
        "comments": comment_values(problem.comments),
    }


def _request(
    purpose: Purpose, subject: str, system: str, text: str, *, schema: Schema | None = None, sample: int = 0
) -> Request:
    # The first message holds rules, guides, lessons and examples, and is the same for every seed of a run; seed, data
    # and what else is asked about come last. So a provider's prompt cache keeps the larger part of every prompt.
    # Two messages and no more: some local servers refuse a second system message, or two of the user in a row.
    messages = (Message(role="system", content=system), Message(role="user", content=text))
    return Request(purpose=purpose, subject=subject, messages=messages, stable=1, schema_=schema, sample=sample)


def _render_findings(findings: Sequence[str]) -> str:
    # Messages of findings quote code, names and values, so they are fenced as data.
    return fenced("findings", cut("\n".join(findings), MOST_FINDINGS)) if findings else ""


def _if_any(name: str, text: str) -> str:
    return fenced(name, text) if text.strip() else ""


def numbers_text(numbers: Any) -> str:
    """Return the numbers of problems in a row, in words that a page can hold."""
    *preceding, last = [str(number) for number in numbers]
    return f"{', '.join(preceding)} and {last}" if preceding else last
