"""The examination without a terminal: the record is what ``authoring doctor`` prints."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.machine import container_recipe, examine_machine
from authoring.workspace import Workspace


@pytest.mark.exhaustive
def test_examination_is_what_is_printed(cli: Callable[..., Any], bare: Workspace) -> None:
    """But for the details of attacks, which name ports and folders of the moment."""
    document = examine_machine(workspace=bare.root).model_dump(mode="json")
    printed = cli("doctor", "--json", "--workspace", bare.root).json
    for examination in (document, printed):
        for result in examination["tried"]:
            del result["detail"]

    assert document == printed


def test_recipe_is_what_is_printed(cli: Callable[..., Any]) -> None:
    """The recipe needs no workspace."""
    assert container_recipe().model_dump(mode="json") == cli("doctor", "--containerfile", "--json").json
