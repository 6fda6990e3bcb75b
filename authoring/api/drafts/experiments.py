"""Topics of Python modules, and the runs of experiments about them."""

from dataclasses import dataclass, replace

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.runs.lifecycle import RunRequest
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import PACKAGE_CODE
from authoring.api.workspaces import checked_name
from authoring.drafting.topics import NoTopicsError, propose_topics
from authoring.errors import SeedError, UsageError
from authoring.records.base import Record
from authoring.records.experiment import (
    MOST_TOPICS,
    Experiment,
    Topic,
    TopicList,
    TopicProposal,
    import_name,
    seed_name,
)
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.sandbox.module_reader import read_module
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.documents import find_topic, module_of, read_topics, write_topics
from authoring.workspace.guidance import read_prompt

_MORE_TOPICS = 10
"""Topics that are asked for beside those there are, where no number is given."""
_LONGEST_NAME, _LONGEST_TOPIC = 64, 40
"""Characters of a draft's name, and of the part that tells module and topic where the seed's name follows."""
_LEAST_WORDS = 3
"""Words of a topic that a person thought of; fewer are a name that was misspelt."""


class ModuleTopics(Record):
    """The topics of a module."""

    list: TopicList
    proposal: TopicProposal | None = None
    """What a model proposed just now; None where nothing was asked."""


@dataclass(frozen=True, slots=True)
class TopicRequest:
    """Topics that somebody wants."""

    count: int | None = None
    """How many are asked for; None for 50 at first and 10 further ones."""
    more: bool = False
    """Whether further ones are asked for where there are some."""
    rounds: int = 4
    """Times the model is asked at most."""


def find_topics(
    workspace: Workspace,
    module: str,
    request: TopicRequest = TopicRequest(),
    *,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> ModuleTopics:
    """Return the topics of a module; have a model propose some where there are none, or further ones are wanted.

    The module is named as it is imported or installed; the workspace keeps its topics beside its seed.

    Raises:
        SeedError: the module cannot be imported where cells run.
        UsageError: no model is named, and there are no topics.
        ModelError: the model gave no topic.
        BudgetError: a call would have exceeded the budget.
    """
    name = import_name(module)
    topics = read_topics(workspace, name)
    # Topics that are kept cost nothing, and a person may have edited them.
    if topics.topics and not request.more:
        return ModuleTopics(list=topics)
    proposal = _propose(workspace, topics, request, access, reporter)
    return ModuleTopics(list=read_topics(workspace, name), proposal=proposal)


def _propose(
    workspace: Workspace, topics: TopicList, request: TopicRequest, access: ModelAccess, reporter: Reporter
) -> TopicProposal:
    """Ask a model for topics, and keep what it gave."""
    config, prompt = access.required_config(workspace), read_prompt(workspace.root, "topics")
    limits = workspace.settings.limits
    count = request.count or (_MORE_TOPICS if topics.topics else MOST_TOPICS)
    with (
        open_sandbox(workspace, code=PACKAGE_CODE, reporter=reporter) as sandbox,
        open_model_pool(workspace, access, reporter=reporter) as pool,
    ):
        with reporting(reporter, f"looking at {topics.module}"):
            api = read_module(topics.module, sandbox=sandbox, limits=limits)
        try:
            with reporting(reporter, f"asking for {count} topics"):
                proposal = propose_topics(
                    api,
                    existing=topics,
                    count=count,
                    model=pool.required_model(config),
                    prompt=prompt,
                    sandbox=sandbox,
                    limits=limits,
                    rounds=request.rounds,
                )
        except NoTopicsError:
            # All rounds gave nothing: the next time other replies are needed than those that the ledger has.
            write_topics(workspace, topics.model_copy(update={"rounds": topics.rounds + request.rounds}), api)
            raise
        together, rounds = (*topics.topics, *proposal.topics), topics.rounds + proposal.rounds
        write_topics(workspace, TopicList(module=api.name, version=api.version, topics=together, rounds=rounds), api)
    return proposal


def module_request(
    workspace: Workspace,
    general: RunRequest,
    module: str | None,
    topic: str | None,
    *,
    access: ModelAccess,
    reporter: Reporter = NOBODY,
) -> RunRequest:
    """Return the run of an experiment about a topic of a module, whose seed stands in the workspace afterwards.

    It is about the tables of the seed that `general` names; without one it is about the module's own, which has none.
    The topic is the number, title or file name of one that is kept, or a person's own in at least three words;
    `general` is what is wanted of the run whatever it is about.

    Raises:
        UsageError: module and topic are not both given, or no model is named.
        SeedError: there is no such topic, or the module cannot be imported where cells run.
    """
    if not module or not topic:
        missing = "--topic" if module else "--module"
        hint = f"see: authoring topics {module}" if module else "for example: --module pandas --topic 1"
        raise UsageError(f"{missing} is missing", hint=hint)
    if general.seed and module_of(workspace.read_seed(general.seed)):
        hint = f"leave out {general.seed}: an experiment without a seed makes its data"
        raise UsageError(f"{general.seed} is a module, and has no tables for an experiment", hint=hint)
    access.required_config(workspace)  # before the module is looked at, which takes a second
    with open_sandbox(workspace, code=PACKAGE_CODE, reporter=reporter) as sandbox:
        experiment = read_experiment(workspace, module, topic, sandbox=sandbox, reporter=reporter)
    # Experiments about one topic on several tables are several drafts.
    usual = draft_name(experiment)
    usual = f"{usual[:_LONGEST_TOPIC].strip('-')}-{general.seed}"[:_LONGEST_NAME] if general.seed else usual
    name = checked_name(general.name or usual.strip("-"))
    seed = general.seed or seed_name(experiment.api.name)
    return replace(general, seed=seed, name=name, experiment=experiment)


def draft_name(experiment: Experiment) -> str:
    """Return what the draft of an experiment is called where nobody says it."""
    return f"{experiment.api.name.replace('.', '-').replace('_', '-').lower()[:20]}-{experiment.topic.slug}"


def read_experiment(
    workspace: Workspace, module: str, topic: str, *, sandbox: Sandbox, reporter: Reporter = NOBODY
) -> Experiment:
    """Return what an experiment is to be about; the module's seed stands in the workspace afterwards.

    Raises:
        SeedError: there is no such topic, or the module cannot be imported where cells run.
    """
    name, words = import_name(module), topic.split()
    topics = read_topics(workspace, name)
    try:
        chosen = find_topic(topics, topic)
    except SeedError:
        if len(words) < _LEAST_WORDS:
            raise
        title = " ".join(words)
        # The lengths are the most that a topic may have.
        chosen = Topic(title=title[:120], task=title[:600], names=(), level="medium")
    with reporting(reporter, f"looking at {name}"):
        api = read_module(name, sandbox=sandbox, limits=workspace.settings.limits)
    # A person's own topic needs no proposal before it, so the module may have no seed yet.
    if seed_name(name) not in workspace.seeds():
        write_topics(workspace, topics, api)
    return Experiment(api=api, topic=chosen)
