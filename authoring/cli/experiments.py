"""Topics of modules and experiments about them, for the verbs that make them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.drafting.topics import NoTopicsError, TopicProposal, propose_topics
from authoring.errors import SeedError, UsageError, WorkspaceError
from authoring.records.base import Record
from authoring.records.experiment import MOST_TOPICS, Experiment, Topic, TopicList, import_name, seed_name
from authoring.records.sketch import Guide
from authoring.sandbox.module_reader import read_module
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_prompts
from authoring.workspace.topics import keep_topics, read_topics, topic_called

if TYPE_CHECKING:
    from authoring.records.model_config import ModelChoice
    from authoring.sandbox.port import Sandbox

_FURTHER = 10
"""Topics that ``--more`` asks for where no number is given."""
_FEWEST_WORDS = 3
"""Of a topic that a person thought of; fewer are a name that was misspelt."""


class FoundTopics(Record):
    """Answer of ``topics``."""

    list: TopicList
    proposal: TopicProposal | None = None
    """What a model proposed just now; None where nothing was asked."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What ``topics`` is asked for."""

    count: int | None = None
    more: bool = False
    rounds: int = 4
    model: str | None = None
    base_url: str | None = None
    budget: str | None = None


def find_topics(place: Workspace, said: str, wish: Wish) -> FoundTopics:
    """Return the topics of a module; have a model propose some where there are none, or more are wanted.

    Raises:
        SeedError: the module cannot be imported where cells run.
        UsageError: no model is named, and there are no topics.
        ModelError: the model gave no topic.
        BudgetError: a call would have exceeded the budget.
    """
    module = import_name(said)
    known = read_topics(place, module)
    if known.topics and not wish.more:
        return FoundTopics(list=known)
    count = wish.count or (_FURTHER if known.topics else MOST_TOPICS)
    proposal = _proposed(place, known, wish, count)
    return FoundTopics(list=read_topics(place, module), proposal=proposal)


def _proposed(place: Workspace, known: TopicList, wish: Wish, count: int) -> TopicProposal:
    """Ask a model, and keep what it gave."""
    from authoring.cli.asking import Asking, asking, budget_of

    choice, page = chosen(place, wish.model, wish.base_url), page_of(place, "topics")
    wanted = budget_of(wish.budget) if wish.budget else Asking()
    with open_sandbox(place) as sandbox, asking(place, wanted) as asked:
        with progress_bar(f"looking at {known.module}"):
            api = read_module(known.module, sandbox=sandbox, limits=place.settings.limits)
        model = asked.model(choice)
        if model is None:
            raise _no_model()
        try:
            with progress_bar(f"asking for {count} topics"):
                proposal = propose_topics(
                    api,
                    known=known,
                    count=count,
                    model=model,
                    prompt=page,
                    sandbox=sandbox,
                    limits=place.settings.limits,
                    rounds=wish.rounds,
                )
        except NoTopicsError:
            # All rounds gave nothing: the next time other replies are wanted than those that are kept.
            keep_topics(place, known.model_copy(update={"rounds": known.rounds + wish.rounds}), api)
            raise
        topics, rounds = (*known.topics, *proposal.topics), known.rounds + proposal.rounds
        keep_topics(place, TopicList(module=api.name, version=api.version, topics=topics, rounds=rounds), api)
    return proposal


def experiment_of(place: Workspace, said: str, topic: str, *, sandbox: "Sandbox") -> Experiment:
    """Return what an experiment is to be about; the module's seed stands in the workspace after it.

    Args:
        place: the workspace.
        said: the module, as a person calls it.
        topic: number, title or file name of one that is kept; or a person's own, in at least three words.
        sandbox: where the module is looked at.

    Raises:
        SeedError: there is no such topic, or the module cannot be imported where cells run.
    """
    module = import_name(said)
    known = read_topics(place, module)
    words = topic.split()
    try:
        wanted = topic_called(known, topic)
    except SeedError:
        if len(words) < _FEWEST_WORDS:
            raise
        title = " ".join(words)
        wanted = Topic(title=title[:120], task=title[:600], names=(), level="medium")
    with progress_bar(f"looking at {module}"):
        api = read_module(module, sandbox=sandbox, limits=place.settings.limits)
    if seed_name(module) not in place.seeds():
        keep_topics(place, known, api)
    return Experiment(api=api, topic=wanted)


def draft_name(experiment: Experiment) -> str:
    """Return what the draft of an experiment is called where nobody says it."""
    return f"{experiment.api.name.replace('.', '-').replace('_', '-').lower()[:20]}-{experiment.topic.slug}"


def chosen(place: Workspace, model: str | None, base_url: str | None) -> "ModelChoice":
    """Return the model that is to be asked.

    Raises:
        UsageError: none is named.
    """
    from authoring.cli.model_choice import choice_of

    choice = choice_of(place, model=model, base_url=base_url)
    if not choice.name:
        raise _no_model()
    return choice


def page_of(place: Workspace, name: str) -> Guide:
    """Return a page of templates/prompts/.

    Raises:
        WorkspaceError: it is missing.
    """
    for page in read_prompts(place.root):
        if page.name == name:
            return page
    raise WorkspaceError(
        f"templates/prompts/{name}.md is missing: a model cannot be asked without",
        hint="restore what comes with the toolkit with: authoring init .",
    )


def _no_model() -> UsageError:
    return UsageError("only a language model can propose this", hint="name one with --model, or in authoring.toml")
