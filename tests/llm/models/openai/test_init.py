"""A server's model is opened by its name, and its client is imported only then."""

import subprocess
import sys

import pytest

from authoring.errors import ModelError
from authoring.llm.models import openai
from authoring.records.model_config import ModelChoice

LOCAL = ModelChoice(name="llama3:8b", base_url="http://localhost:8000/v1")


def test_a_name_is_needed() -> None:
    """Without one the error says how to name a model, and how to see which there are."""
    with pytest.raises(ModelError, match="no model is named") as caught:
        openai.open_model(LOCAL, "", key=None)

    assert "authoring models list" in caught.value.hint


def test_a_model_is_opened_without_a_call() -> None:
    """A local server needs no key, and nothing is sent before the first request."""
    model = openai.open_model(LOCAL, "llama3:8b", key=None)
    model.close()

    assert (model.name, model.fingerprint) == ("llama3:8b", LOCAL.fingerprint)


def test_the_package_costs_nothing() -> None:
    """Importing the member does not import the `openai` package, which takes longer than most commands."""
    code = "import sys, authoring.llm.models.openai; print('openai' in sys.modules)"
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert completed.stdout == "False\n"
