"""Names and the models they mean."""

from contextlib import closing
from pathlib import Path

import pytest

from authoring.errors import ModelError
from authoring.llm.models.registry import open_model
from authoring.records.model_config import ModelChoice
from tests.llm.requests import REQUEST
from tests.llm.server import LoopbackServer


def test_every_kind_of_name(tmp_path: Path) -> None:
    """A server's model, its recording, the replay, and a script: each by its name alone."""
    with LoopbackServer() as server:
        for name in ("m", f"record:{tmp_path}=m"):
            with closing(open_model(ModelChoice(name=name, base_url=server.url), key=None)) as model:
                assert (model.name, model.complete(REQUEST).text) == ("m", "ok")
    with closing(open_model(ModelChoice(name=f"recorded:{tmp_path}"), key=None)) as model:
        assert (model.name, model.complete(REQUEST).text) == ("m", "ok")
    (tmp_path / "write-1.md").write_text("mine")
    with closing(open_model(ModelChoice(name=f"scripted:{tmp_path}"), key=None)) as model:
        assert (model.name, model.complete(REQUEST).text) == ("scripted", "mine")


@pytest.mark.parametrize("name", ["", "record:x", "record:=m", "scripted:nowhere", "recorded:nowhere", "gpt-5"])
def test_names_that_mean_nothing_here(name: str) -> None:
    """Each is refused with a hint before anything is sent."""
    with pytest.raises(ModelError) as raised:
        open_model(ModelChoice(name=name), key=None)

    assert raised.value.hint
