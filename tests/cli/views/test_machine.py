"""A machine and a server are shown by what they can do and what they cannot."""

from authoring.cli.views.machine import SCHEMAS, pins_line, server_line
from authoring.llm.models.openai.server_check import ServerCheck
from authoring.llm.port import TokenUsage
from authoring.records.evidence import Pins

GOOD = ServerCheck(
    server="localhost:8000",
    model="llama3:8b",
    answers_in=0.26,
    json_schema="obeyed",
    streams=True,
    counts=True,
    left_out=(),
    usage=TokenUsage(),
)


def test_a_server_that_can_all_is_one_line() -> None:
    """Server, model and abilities stand in one line."""
    line = server_line(GOOD).plain

    assert line == "localhost:8000 llama3:8b: answers in 0.3 s, obeys a schema, streams, counts tokens"


def test_every_lack_is_named() -> None:
    """What a server does not do is said with what happens instead."""
    lacking = {"json_schema": "ignored", "streams": False, "counts": False, "left_out": ("seed",)}
    line = server_line(GOOD.model_copy(update=lacking)).plain

    for words in (SCHEMAS["ignored"][0], "does not stream", "they are estimated", "does not know seed"):
        assert words in line


def test_every_pin_is_shown() -> None:
    """What is held fixed stands by name and value."""
    line = pins_line(Pins(hash_seed=7))

    assert "hash seed 7" in line
    assert all(name.replace("_", " ") in line for name in Pins.model_fields)
