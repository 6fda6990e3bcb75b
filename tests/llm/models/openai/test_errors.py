"""Every way in which a try can go wrong ends as one kind of failure, in words."""

import socket
import time
from contextlib import closing
from pathlib import Path

import pytest
import trustme

from authoring.errors import ModelError
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.models.openai.errors import CODES, EMPTY, REFUSED, STATUSES, seconds_to_wait
from authoring.llm.port import CallError, Failure
from authoring.records.model_config import Api, ModelChoice
from tests.llm.requests import REQUEST, failing, model
from tests.llm.server import Answer, LoopbackServer

CASES = Path(__file__).parents[3] / "cases"
WRONG = (
    (Answer(status=400), Failure.REQUEST),
    (Answer(status=401), Failure.KEY),
    (Answer(status=402), Failure.KEY),
    (Answer(status=403), Failure.KEY),
    (Answer(status=404), Failure.REQUEST),
    (Answer(status=408), Failure.SERVER),
    (Answer(status=409), Failure.SERVER),
    (Answer(status=413), Failure.REQUEST),
    (Answer(status=418), Failure.REQUEST),
    (Answer(status=422), Failure.REQUEST),
    (Answer(status=425), Failure.SERVER),
    (Answer(status=429), Failure.RATE_LIMIT),
    (Answer(status=500), Failure.SERVER),
    (Answer(status=502, body="<html>Bad gateway</html>"), Failure.SERVER),
    (Answer(status=503), Failure.SERVER),
    (Answer(status=529), Failure.SERVER),
    (Answer(fault="reset"), Failure.CONNECTION),
    (Answer("long " * 100, fault="reset-middle"), Failure.CONNECTION),
    (Answer(fault="hang"), Failure.TIMEOUT),
    (Answer(fault="empty"), Failure.EMPTY),
    (Answer(" \n"), Failure.EMPTY),
    (Answer(fault="no-choices"), Failure.EMPTY),
    (Answer(fault="refusal"), Failure.REFUSED),
    (Answer(fault="tool"), Failure.FOREIGN_CALL),
    (Answer(fault="filter"), Failure.FILTERED),
    (Answer("half", finish="content_filter"), Failure.FILTERED),
    (Answer("", finish="length"), Failure.EMPTY),
)


@pytest.mark.exhaustive(sample=17)
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize(("answer", "failure"), WRONG, ids=str)
def test_every_wrong_has_its_failure(answer: Answer, failure: Failure, api: Api, *, stream: bool) -> None:
    """Whatever the interface, and whole or streamed; the error names subject, purpose and server, and has a hint."""
    error = failing(answer, api=api, stream=stream, timeout=0.5 if answer.fault == "hang" else 60)

    assert error.failure is failure
    assert error.message.startswith("penguins: write: 127.0.0.1:")
    assert error.hint


@pytest.mark.parametrize(("status", "failure"), STATUSES.items())
def test_statuses_have_a_row(status: int, failure: Failure) -> None:
    """Each status of the table is tried above."""
    assert (Answer(status=status), failure) in WRONG


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_broken_bodies(api: Api) -> None:
    """Half a document, another document, no document: the server's fault; a stream without end: the connection's."""
    bodies = ('{"cho', "[]", '"text"', "null", "<html>", '{"choices": 5, "output": 5}', "", "{}", '{"detail": "hello"}')
    for body in (*bodies, '{"choices": null, "output": null}'):
        assert failing(Answer(body=body), api=api).failure is Failure.SERVER, body
    assert failing(Answer("text", fault="truncate"), api=api).failure is Failure.SERVER
    assert failing(Answer("text", fault="truncate"), api=api, stream=True).failure is Failure.CONNECTION
    for body in ("data: {\n\n", "data: 5\n\n", "<html>", ""):
        error = failing(Answer(body=body, headers={"x": "y"}), api=api, stream=True)
        assert error.failure in {Failure.SERVER, Failure.CONNECTION}, body


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_a_page_for_a_browser_is_no_reply(api: Api, *, stream: bool) -> None:
    """A server that shows its pages wherever it knows no address is named as such, and the base URL is doubted."""
    page = Answer(body="<html><h1>Welcome</h1></html>", headers={"content-type": "text/html; charset=utf-8"})
    error = failing(page, api=api, stream=stream)

    assert error.failure is Failure.SERVER
    assert "it is a page for a browser" in error.message
    assert error.hint.startswith("check the base URL")


@pytest.mark.parametrize(("code", "failure"), [row for row in CODES.items() if row[0] not in {EMPTY, REFUSED}])
def test_codes_say_more_than_statuses(code: str, failure: Failure) -> None:
    """A code of the table decides, whatever status it comes with, also inside an answer with status 200."""
    body = f'{{"error": {{"message": "no", "code": "{code}"}}}}'

    assert failing(Answer(status=429, body=body)).failure is failure
    assert failing(Answer(body=body)).failure is failure


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "300"}, 300),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:10 GMT"}, 0),
    ],
    ids=str,
)
def test_waits_are_told(headers: dict[str, str], seconds: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server asks to wait arrives in seconds, however long, and at once: the client does not sit it out."""
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    with (
        LoopbackServer(lambda _: Answer(status=429, headers=headers)) as server,
        model(server) as asked,
        pytest.raises(CallError) as raised,
    ):
        asked.complete(REQUEST)

    assert raised.value.retry_after == seconds
    assert slept == []
    assert len(server.calls) == 1


def test_wait_until_a_date() -> None:
    """A date is as many seconds away as the clock says."""
    in_an_hour = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 3_600))

    assert 3_300 < (seconds_to_wait({"retry-after": in_an_hour}) or 0) <= 3_600


@pytest.mark.parametrize("stream", [False, True])
def test_slow_reply_ends_in_time(*, stream: bool) -> None:
    """Pieces that each come in time do not stretch a try beyond its limit."""
    error = failing(Answer("drip " * 50, pieces=50, pause=0.1), stream=stream, timeout=0.5)

    assert error.failure is Failure.TIMEOUT


def test_paid_and_taken_away() -> None:
    """What an empty or filtered reply cost is told with the error."""
    assert failing(Answer(fault="filter")).usage.prompt > 0
    assert failing(Answer(status=500)).usage.prompt == 0


def refused_at(url: str) -> CallError:
    """Return the error of a server that is not there."""
    choice = ModelChoice(name="m", base_url=url, timeout=60)
    with closing(OpenAIModel(choice, key=None)) as model, pytest.raises(CallError) as raised:
        model.complete(REQUEST)
    return raised.value


def test_nobody_there() -> None:
    """A port where nothing listens, a name that nobody has, and the wrong protocol each have their hint."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = refused_at(f"http://127.0.0.1:{free.getsockname()[1]}/v1")
    nowhere = refused_at("http://no-such-host.invalid/v1")
    with LoopbackServer() as server:
        encrypted = refused_at(server.url.replace("http:", "https:"))

    assert [error.failure for error in (closed, nowhere, encrypted)] == 3 * [Failure.CONNECTION]
    assert "nothing listens there" in closed.hint
    assert "no such host" in nowhere.hint
    assert "may speak http" in encrypted.hint


def test_certificate_that_nobody_vouches_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The hint names the variable that makes this machine trust it, and it does."""
    authority = trustme.CA()
    trusted, certificate = tmp_path / "authority.pem", tmp_path / "server.pem"
    authority.cert_pem.write_to_path(str(trusted))
    authority.issue_cert("127.0.0.1").private_key_and_cert_chain_pem.write_to_path(str(certificate))
    with LoopbackServer(certificate=certificate) as server:
        error = refused_at(server.url)
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        with closing(OpenAIModel(ModelChoice(name="m", base_url=server.url), key=None)) as model:
            reply = model.complete(REQUEST)

    assert error.failure is Failure.CONNECTION
    assert "SSL_CERT_FILE" in error.hint
    assert reply.text == "ok"


def test_proxies_are_named_without_their_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls that end at a proxy say which variable sent them there."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://me:hunter2@127.0.0.1:9")
    error = refused_at("http://example.invalid/v1")
    monkeypatch.setenv("HTTP_PROXY", "nonsense://me:hunter2@x")
    choice = ModelChoice(name="m", base_url="http://x/v1")
    with closing(OpenAIModel(choice, key=None)) as model, pytest.raises(ModelError) as raised:
        model.complete(REQUEST)

    assert "the proxy of HTTP_PROXY" in error.hint
    assert "HTTPS_PROXY" in raised.value.hint
    for said in (error, raised.value):
        assert "hunter2" not in said.message + said.hint


def test_base_url_without_its_version() -> None:
    """The commonest mistake with local servers is named."""
    with LoopbackServer() as server:
        error = refused_at(server.url.removesuffix("/v1"))

    assert error.failure is Failure.REQUEST
    assert "base URLs mostly end with /v1" in error.hint
