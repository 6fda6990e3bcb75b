"""Requests about Python modules (topics, experiments, refinement) and about synthetic tables."""

from collections.abc import Mapping, Sequence

from authoring.drafting.prompts.instructions import system_text
from authoring.errors import WorkspaceError
from authoring.llm.port import Message, Request
from authoring.llm.prompt import fenced, render_messages
from authoring.records.experiment import Experiment, ModuleApi, RefusedTopic, Topic
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, Guide, Instructions, Schema

_GUIDES = ("write", "cibench")


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
    experiment: Experiment, instructions: Instructions, *, subject: str, readers: Sequence[str] = (), sample: int = 0
) -> Request:
    """Ask for an experiment about a topic.

    The instructions must hold the guides `write` and `cibench` and the prompts `system` and `steps`. `readers` are
    expressions that read the input files there are.
    """
    topic = experiment.topic
    read = "Its data is read with " + ", ".join(f"`{reader}`" for reader in readers) + "." if readers else ""
    values: dict[str, str | int] = {
        "topic": fenced("topic", f"{topic.title}\n{topic.task}\nlevel: {topic.level}"),
        "names": ", ".join(f"`{name}`" for name in topic.names),
        "data": read or "There is no input file: make the data in the first step.",
    }
    messages = _experiment_messages(experiment.api, instructions, "steps", values)
    return Request(purpose="write", subject=subject, messages=messages, stable=1, sample=sample)


def refine_request(
    experiment: Experiment, draft_text: str, instructions: Instructions, *, subject: str, sample: int = 0
) -> Request:
    """Ask for the revision of an experiment by good and bad cases; `instructions` also has the prompt `refine`."""
    values: dict[str, str | int] = {
        "topic": fenced("topic", experiment.topic.title),
        "draft": fenced("experiment", draft_text),
    }
    messages = _experiment_messages(experiment.api, instructions, "refine", values)
    return Request(purpose="revise", subject=subject, messages=messages, stable=1, sample=sample)


def invention_request(
    about: str, rows: int, prompt: Guide, schema: Schema, *, subject: str, fault: str = "", sample: int = 0
) -> Request:
    """Ask for the fields and distributions of a table; `fault` is what was wrong with the plan before."""
    fault_text = fenced("fault", fault) if fault else ""
    messages = render_messages(prompt, about=fenced("wish", about), rows=rows, wrong=fault_text)
    return Request(purpose="data", subject=subject, messages=messages, stable=1, schema_=schema, sample=sample)


def _experiment_messages(
    api: ModuleApi, instructions: Instructions, page: str, values: Mapping[str, str | int]
) -> tuple[Message, ...]:
    """Return the messages about an experiment: the rules, then the module, then the experiment itself."""
    _require(instructions, page)
    system = system_text(instructions, _GUIDES)
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
