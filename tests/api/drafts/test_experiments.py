"""Topics of modules without a terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.drafts.experiments import find_topics
from authoring.errors import UsageError
from authoring.records.experiment import ModuleApi, Topic, TopicList
from authoring.workspace import Workspace
from authoring.workspace.documents import write_topics


def test_topics_are_what_the_command_prints(cli: Callable[..., Any], bare: Workspace) -> None:
    """Topics that were kept need no model."""
    topic = Topic(title="The middle of apples", task="Find the median weight.", names=(), level="easy")
    topics = TopicList(module="statistics", topics=(topic,))
    api = ModuleApi(name="statistics", distribution="statistics", version="3", summary="", namespaces=())
    write_topics(bare, topics, api)
    record = find_topics(bare, "statistics")

    assert record.model_dump(mode="json") == cli("topics", "statistics", "--json", "--workspace", bare.root).json
    assert record.list.topics == (topic,)


def test_topics_are_proposed_by_models_alone(bare: Workspace) -> None:
    """Without topics and without a model there is nothing to show."""
    with pytest.raises(UsageError, match="only a language model"):
        find_topics(bare, "statistics")
