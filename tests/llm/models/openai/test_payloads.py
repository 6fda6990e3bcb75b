"""Pictures and seeds of a request: how they go over the wire, and that nothing else is changed by them."""

import base64
from pathlib import Path

import pytest

from authoring.llm.models.openai.structured_output import with_schema_in_words
from authoring.llm.models.record import RecordingModel
from authoring.llm.models.recorded import RecordedModel
from authoring.llm.port import CallError, Message, Request
from authoring.llm.tokens import PER_PICTURE, estimate_prompt
from authoring.records.model_config import Api
from tests.llm.requests import REQUEST, WANTS_JSON, model
from tests.llm.server import Answer, LoopbackServer

PICTURE = base64.b64encode(b"\x89PNG").decode()
LINK = f"data:image/png;base64,{PICTURE}"


def with_picture(request: Request, picture: str = PICTURE) -> Request:
    """Return a request whose last message shows a picture."""
    *before, last = request.messages
    return request.model_copy(
        update={"messages": (*before, last.model_copy(update={"pictures": (picture,)}))},
    )


def test_requests_without_pictures_are_what_they_were() -> None:
    """Their hashes did not change when pictures came, so replies that were kept before are found again."""
    assert REQUEST.identity == "3e5ad40a197867ef09d7abd6eaefcf15b438b4c20bc1bceaa4a1c965d83a72f1"
    assert with_picture(REQUEST).identity != REQUEST.identity
    assert with_picture(REQUEST, "other").identity != with_picture(REQUEST).identity


@pytest.mark.parametrize(
    ("api", "parts"),
    [
        ("chat", [{"type": "text", "text": "About penguins."}, {"type": "image_url", "image_url": {"url": LINK}}]),
        ("responses", [{"type": "input_text", "text": "About penguins."}, {"type": "input_image", "image_url": LINK}]),
    ],
)
def test_pictures_go_over_the_wire(api: Api, parts: list[object]) -> None:
    """The real client sends them behind the text, as each interface wants it; other messages stay texts."""
    with LoopbackServer(lambda _: Answer("seen")) as server, model(server, api=api) as asked:
        assert asked.complete(with_picture(REQUEST)).text == "seen"
    [served] = server.calls
    turns = served.call.body["messages" if api == "chat" else "input"]

    assert [turn["content"] for turn in turns] == ["Write problems.", parts]


def test_pictures_stay_where_json_is_asked_for_in_words() -> None:
    """The last message grows by words and keeps what it shows."""
    last = with_schema_in_words(with_picture(WANTS_JSON)).messages[-1]

    assert last.pictures == (PICTURE,)
    assert last.content.startswith("About penguins.\n\nThe JSON of the reply")


def test_pictures_have_their_price() -> None:
    """An estimate counts them."""
    assert estimate_prompt(with_picture(REQUEST)) - estimate_prompt(REQUEST) == PER_PICTURE


def test_recordings_hold_pictures(tmp_path: Path) -> None:
    """A request with a picture is replayed for this picture alone; the hint tells where another one differs."""
    with LoopbackServer(lambda _: Answer("seen")) as server, model(server) as asked:
        said = RecordingModel(asked, tmp_path).complete(with_picture(REQUEST))
    replayed = RecordedModel(tmp_path)

    assert replayed.complete(with_picture(REQUEST)) == said
    with pytest.raises(CallError) as raised:
        replayed.complete(with_picture(REQUEST, "b3RoZXI="))
    assert "there 'picture: " in raised.value.hint
    assert Message.model_validate(with_picture(REQUEST).messages[-1].model_dump()).pictures == (PICTURE,)


@pytest.mark.parametrize(
    ("api", "refuses", "sent"), [("chat", (), [7]), ("chat", ("seed",), [None]), ("responses", (), [None])]
)
def test_a_seed_goes_to_servers_that_take_one(api: Api, refuses: tuple[str, ...], sent: list[int | None]) -> None:
    """A server that refuses it is asked without; requests without a seed are what they were."""
    seeded = REQUEST.model_copy(update={"seed": 7})
    with LoopbackServer(lambda _: Answer("drawn"), refuses=refuses) as server, model(server, api=api) as asked:
        assert asked.complete(seeded).text == "drawn"

    assert [served.call.body.get("seed") for served in server.calls] == sent
    assert len({REQUEST.identity, seeded.identity, seeded.model_copy(update={"seed": 8}).identity}) == 3
