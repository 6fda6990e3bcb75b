"""What the registry asks of a member is what every member gives."""

import inspect
from importlib import import_module

import pytest

from authoring.extensions import names
from authoring.llm.models.base import ModelProvider, OpenedModel
from authoring.llm.models.registry import MODELS
from authoring.llm.port import Model

MEMBERS = {name: module for name, module in names(MODELS) if hasattr(import_module(module), "open_model")}


@pytest.mark.parametrize("module", MEMBERS.values())
def test_member_opens_as_the_protocol_says(module: str) -> None:
    """A member's function takes a choice, the rest of the name, and a key by its name."""
    expected = list(inspect.signature(ModelProvider.open_model).parameters)[1:]

    assert list(inspect.signature(import_module(module).open_model).parameters) == expected


def test_servers_and_files_are_members() -> None:
    """A name without a prefix, scripts, recordings and recording are all members of one registry."""
    assert {"openai", "scripted", "recorded", "record"} <= MEMBERS.keys()


def test_an_opened_model_is_a_model_that_closes() -> None:
    """Nothing else is added to the port."""
    assert Model in OpenedModel.__mro__
    assert set(vars(OpenedModel)) & {"close", "complete", "name", "fingerprint"} == {"close"}
