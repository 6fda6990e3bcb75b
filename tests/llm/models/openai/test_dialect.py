"""What servers refuse in their own words, and what is learnt of it."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.llm.models.openai.dialect import Dialect
from authoring.llm.models.openai.errors import ErrorDetails
from authoring.llm.port import CallError, Failure
from authoring.records.model_config import ModelChoice
from tests.llm.requests import WANTS_JSON, model, unheard
from tests.llm.server import Answer, Call, LoopbackServer

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases" / "llm" / "refused_parameters.yml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case["server"] for case in CASES])
def test_refusals_of_real_servers(case: dict[str, Any]) -> None:
    """The call is sent again at once without what was refused, only then; a wrong value is passed on as an error."""
    refusal = Answer(status=case["status"], body=json.dumps(case["body"]))

    def script(call: Call) -> Answer:
        return refusal if call.number == 1 else Answer('{"number": 7}')

    with LoopbackServer(script) as server, model(server, temperature=0.5) as asked:
        if not case["left_out"]:
            with pytest.raises(CallError) as raised:
                asked.complete(WANTS_JSON, on_text=unheard)
            assert raised.value.failure is Failure.REQUEST
        else:
            assert asked.complete(WANTS_JSON, on_text=unheard).text == '{"number": 7}'
        gone, obeys = asked.dialect.unsupported, asked.dialect.follows_schema
    first, *then = [served.call.body for served in server.calls]

    assert gone == (() if case["left_out"] in {"", "schema"} else (case["left_out"],))
    assert obeys is {"": None, "schema": False}.get(case["left_out"], True)
    assert len(then) == bool(case["left_out"])
    for body in then:
        missing = "response_format" if case["left_out"] == "schema" else case["left_out"]
        assert set(first) - set(body) == {missing}


def test_nothing_is_refused_forever() -> None:
    """A server that always refuses the same ends in its error: what was not sent cannot be left out."""
    dialect = Dialect(ModelChoice(name="m", base_url="http://x/v1"))
    complaint = ErrorDetails("Unknown parameter: temperature", status=400, parameter="temperature")

    assert dialect.learn(complaint, ["temperature"])
    assert not dialect.learn(complaint, ["model", "messages"])


def test_only_answers_to_the_request_teach() -> None:
    """A 500 that names a parameter says nothing about it."""
    dialect = Dialect(ModelChoice(name="m"))

    assert not dialect.learn(ErrorDetails("temperature is not supported", status=500), ["temperature"])
