"""Requests about Python modules (topics, experiments, refinement) and about synthetic tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from authoring.drafting.prompts.instructions import system_text
from authoring.drafting.prompts.profile import data_text, seed_text
from authoring.drafting.prompts.requests import (
    MOST_CONTEXT,
    NOTHING_ADJOINING,
    AdjoiningCode,
    CommentedProblem,
    FaultyProblem,
    comment_values,
    commented_values,
    faulty_values,
    numbers_text,
)
from authoring.errors import WorkspaceError
from authoring.llm.port import Message, Request
from authoring.llm.prompt import cut, cut_middle, fenced, render_messages
from authoring.records.experiment import Experiment, ExperimentInstructions, ModuleApi, RefusedTopic, Topic
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, Guide, Instructions, Schema

_GUIDES = ("write", "cibench")
REPAIR_PAGE = "repair_steps"
"""The prompt for mending steps of an experiment."""
REVISION_PAGE = "revise_steps"
"""The prompt for changing steps of an experiment as a reviewer wants it."""
_MOST_FINDINGS = 6_000
_MOST_OUTPUTS = 5_000
"""Characters of what is told of a whole experiment."""


def topics_request(
    api: ModuleApi,
    prompt: Guide,
    schema: Schema,
    *,
    existing: Sequence[Topic],
    refused: Sequence[RefusedTopic],
    count: int,
    sample: int = 0,
) -> Request:
    """Ask for `count` topics about a module; `refused` are the proposals of the round before that were not taken."""
    refusals = "\n".join(f"{refusal.title}: {refusal.reason}" for refusal in refused)
    messages = render_messages(
        prompt,
        module=api.name,
        api=fenced("library", _list_names(api)),
        known=fenced("topics", "\n".join(topic.title for topic in existing)) if existing else "",
        refused=fenced("refused", refusals) if refused else "",
        count=count,
    )
    return Request(purpose="topics", subject=api.name, messages=messages, stable=1, schema_=schema, sample=sample)


def experiment_request(
    experiment: Experiment,
    instructions: Instructions,
    *,
    seed: Seed,
    profile: Profile,
    sample: int = 0,
) -> Request:
    """Ask for an experiment about a topic, and about the tables of a seed where it has some.

    The instructions must hold the guides `write` and `cibench` and the prompts `system` and `steps`; their examples are
    admitted experiments.
    """
    values: dict[str, str | int] = {
        "topic": _topic(experiment.topic),
        "names": _names(experiment.topic),
        "data": _data(seed, profile) or "There is no input file: make the data in the first step.",
    }
    messages = _experiment_messages(experiment.api, instructions, "steps", values, examples=True)
    return Request(purpose="write", subject=seed.name, messages=messages, stable=1, sample=sample)


@dataclass(frozen=True, slots=True)
class TriedText:
    """An experiment with what is known of it, all as text."""

    text: str
    findings: tuple[str, ...] = ()
    """A finding each, the errors first."""
    outputs: tuple[str, ...] = ()
    """For each step that ran what it shows, or how it failed."""


def refine_request(
    experiment: Experiment,
    tried: TriedText,
    instructions: Instructions,
    *,
    seed: Seed,
    profile: Profile,
    sample: int = 0,
) -> Request:
    """Ask for the revision of an experiment by good and bad cases and by what was found in it.

    Arguments as in `experiment_request`; the instructions also hold the prompt `refine`.
    """
    findings, outputs = cut("\n".join(tried.findings), _MOST_FINDINGS), cut("\n".join(tried.outputs), _MOST_OUTPUTS)
    values: dict[str, str | int] = {
        "topic": _topic(experiment.topic),
        "names": _names(experiment.topic),
        "data": _data(seed, profile),
        "draft": fenced("experiment", tried.text),
        "findings": fenced("findings", findings) if findings else "",
        "outputs": fenced("outputs", outputs) if outputs else "",
    }
    messages = _experiment_messages(_used_part(experiment, tried.text), instructions, "refine", values)
    return Request(purpose="revise", subject=seed.name, messages=messages, stable=1, sample=sample)


def knows_page(instructions: Instructions, name: str) -> bool:
    """Tell whether a run has a prompt that is about experiments alone: workspaces of before have not all of them."""
    return name in {page.name for page in instructions.prompts}


def mend_request(
    problems: Sequence[FaultyProblem],
    instructions: ExperimentInstructions,
    *,
    subject: str,
    profile: Profile,
    adjoining: AdjoiningCode = NOTHING_ADJOINING,
    whole: Sequence[str] = (),
    sample: int = 0,
) -> Request:
    """Ask for new versions of the steps that were found faulty.

    Args:
        problems: the faulty steps, at least one.
        instructions: as for `experiment_request`, with the prompt `repair_steps`.
        subject: the name of the seed.
        profile: of the seed's tables.
        adjoining: code of the steps that they rest on, and of those that rest on them.
        whole: findings about the experiment as a whole.
        sample: the round of repair.
    """
    messages = _step_messages(
        [problem.cell for problem in problems],
        instructions,
        REPAIR_PAGE,
        profile=profile,
        context=adjoining.context,
        later=adjoining.later,
        whole=fenced("findings", cut("\n".join(whole), _MOST_FINDINGS)) if whole else "",
        numbers=numbers_text(problem.number for problem in problems),
        problems=[faulty_values(problem) for problem in problems],
        resendable=numbers_text(adjoining.resendable) if adjoining.resendable else "",
        staying=[problem.number for problem in problems if problem.may_stay],
    )
    return Request(purpose="repair", subject=subject, messages=messages, stable=1, sample=sample)


def comment_request(
    problems: Sequence[CommentedProblem],
    instructions: ExperimentInstructions,
    *,
    subject: str,
    profile: Profile,
    comments: Sequence[str] = (),
    context: str = "",
    later: str = "",
    sample: int = 0,
) -> Request:
    """Ask for new versions of the steps that a reviewer wants changed.

    Arguments as in `mend_request`, with the prompt `revise_steps`; `comments` are on the whole experiment, `context`
    and `later` code of the steps that these rest on, and of those that rest on them.
    """
    messages = _step_messages(
        [problem.cell for problem in problems],
        instructions,
        REVISION_PAGE,
        profile=profile,
        context=context,
        later=later,
        comments=comment_values(comments),
        numbers=numbers_text(problem.number for problem in problems),
        problems=[commented_values(problem) for problem in problems],
    )
    return Request(purpose="revise", subject=subject, messages=messages, stable=1, sample=sample)


def _step_messages(
    cells: Sequence[str],
    instructions: ExperimentInstructions,
    page: str,
    *,
    profile: Profile,
    context: str,
    later: str,
    **values: Any,
) -> tuple[Message, ...]:
    """Return the messages about some steps of an experiment: topic, data, what runs before, and what rests on them."""
    experiment = instructions.experiment
    about = {
        "topic": _topic(experiment.topic),
        "names": _names(experiment.topic),
        "data": fenced("profile", data_text(profile)) if profile.tables else "",
        "about": fenced("seed", instructions.description) if profile.tables and instructions.description else "",
        "context": fenced("context", cut_middle(context, MOST_CONTEXT)) if context.strip() else "",
        "later": fenced("later", cut(later, MOST_CONTEXT)) if later.strip() else "",
    }
    used_part = _used_part(experiment, "\n".join([*cells, context, later]))
    return _experiment_messages(used_part, instructions, page, {**about, **values}, guides=(*_GUIDES, "revise"))


_WORD = re.compile(r"[^\W\d]\w*")


def _used_part(experiment: Experiment, text: str) -> ModuleApi:
    """Return what a module offers where an experiment uses it: its topic names something there, or its text does.

    All that it offers was told where the experiment was asked for; most of it lies elsewhere.
    """
    words = set(_WORD.findall(text))
    spaces = tuple(
        space
        for space in experiment.api.namespaces
        if any(name.startswith(f"{space.name}.") for name in experiment.topic.names) or words.intersection(space.public)
    )
    return experiment.api.model_copy(update={"namespaces": spaces}) if spaces else experiment.api


def _topic(topic: Topic) -> str:
    return fenced("topic", f"{topic.title}\n{topic.task}\nlevel: {topic.level}")


def _names(topic: Topic) -> str:
    return ", ".join(f"`{name}`" for name in topic.names)


def _data(seed: Seed, profile: Profile) -> str:
    """Return what an experiment reads; nothing for one that makes its data."""
    if not profile.tables:
        return ""
    read = "Its data is read with " + ", ".join(f"`{table.reader}`" for table in profile.tables) + "."
    return "\n\n".join((read, fenced("seed", seed_text(seed)), fenced("profile", data_text(profile))))


def invention_request(
    about: str, rows: int, prompt: Guide, schema: Schema, *, subject: str, fault: str = "", sample: int = 0
) -> Request:
    """Ask for the fields and distributions of a table; `fault` is what was wrong with the plan before."""
    fault_text = fenced("fault", fault) if fault else ""
    messages = render_messages(prompt, about=fenced("wish", about), rows=rows, wrong=fault_text)
    return Request(purpose="data", subject=subject, messages=messages, stable=1, schema_=schema, sample=sample)


def _experiment_messages(
    api: ModuleApi,
    instructions: Instructions,
    page: str,
    values: Mapping[str, Any],
    *,
    guides: Sequence[str] = _GUIDES,
    examples: bool = False,
) -> tuple[Message, ...]:
    """Return the messages about an experiment: the rules, then the module, then the experiment itself."""
    _require(instructions, page)
    system = system_text(instructions, guides, examples=examples)
    about: dict[str, str | int] = {
        "module": api.name,
        "version": api.version or "unknown",
        "spoken": " or ".join(f"`{name}`" for name in api.spoken),
        "api": fenced("library", _list_names(api)),
        "fewest": FEWEST_PROBLEMS,
        "most": MOST_PROBLEMS,
    }
    # The page has no system message of its own: the system text of all drafts stands above it.
    page_messages = render_messages(instructions.prompt(page), **about, **values)
    turns = (message.model_copy(update={"role": "user"}) for message in page_messages)
    return (Message(role="system", content=system), *turns)


def _require(instructions: Instructions, page: str) -> None:
    """Raise where a page is missing that other drafts can do without."""
    guides, prompts = {entry.name for entry in instructions.guides}, {entry.name for entry in instructions.prompts}
    missing = [f"guides/{name}.md" for name in _GUIDES if name not in guides]
    missing += [f"templates/prompts/{name}.md" for name in ("system", page) if name not in prompts]
    if missing:
        message = f"{' and '.join(missing)} missing: a model cannot be asked for an experiment without"
        raise WorkspaceError(message, hint="restore what comes with the toolkit with: authoring init .")


def _list_names(api: ModuleApi) -> str:
    """Return the public names of a module, one namespace a line."""
    return "\n".join(f"{space.name}: {', '.join(space.public)}" for space in api.namespaces)
