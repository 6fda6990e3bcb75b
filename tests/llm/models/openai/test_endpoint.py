"""Calls go where the base URL says, with the key that belongs there, and no text of ours shows a key."""

from base64 import b64encode
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import ModelError
from authoring.llm.batch.jsonl import request_stub
from authoring.llm.models.openai.endpoint import LONGEST, NO_KEY, OPENAI_URL, Endpoint, endpoint_of
from authoring.llm.models.openai.errors import ErrorDetails, call_error
from authoring.records.model_config import ModelChoice

LOCAL = ModelChoice(name="m", base_url="http://localhost:8000/v1")
KEY = "sk-verysecret123456"


def test_a_local_server_needs_no_key() -> None:
    """The client gets one that local servers ignore; spaces around a real one are nothing."""
    assert endpoint_of(LOCAL, None).key == NO_KEY
    assert endpoint_of(LOCAL, f" {KEY}\n").key == KEY
    assert endpoint_of(LOCAL, None).name == "localhost:8000"


def test_openai_needs_a_key() -> None:
    """Without a base URL calls go to OpenAI, and never without a key."""
    assert endpoint_of(ModelChoice(name="m"), KEY).url == OPENAI_URL
    with pytest.raises(ModelError, match="no key for m at OpenAI") as caught:
        endpoint_of(ModelChoice(name="m"), "  ")
    assert "OPENAI_API_KEY" in caught.value.hint


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://host/v1", "http://", "file:///etc/passwd"])
def test_what_is_no_server_is_refused(url: str) -> None:
    """A base URL names a scheme of the web and a host."""
    with pytest.raises(ModelError, match="is no base URL"):
        endpoint_of(LOCAL.model_copy(update={"base_url": url}), None)


def test_passwords_in_urls_are_refused_and_not_shown() -> None:
    """A base URL stands in records, so no secret may."""
    with pytest.raises(ModelError) as caught:
        endpoint_of(LOCAL.model_copy(update={"base_url": "http://ada:hunter2@host/v1"}), None)

    assert "hunter2" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("key", ["two words", "clé", "line\nbreak"])
def test_what_is_no_key_is_refused_and_not_shown(key: str) -> None:
    """A slip of copying ends before anything is sent."""
    with pytest.raises(ModelError, match="characters that no key has") as caught:
        endpoint_of(LOCAL, key)

    assert key not in caught.value.message


@given(st.text(max_size=400), st.text(max_size=400))
def test_no_text_shows_the_key(before: str, after: str) -> None:
    """Whatever a server says, its words become one short line without the key."""
    safe = Endpoint("http://host/v1", KEY).hide(f"{before} {KEY} {after}")

    assert KEY not in safe
    assert "\n" not in safe
    assert len(safe) <= LONGEST


@pytest.mark.parametrize("secret", ["sk-proj-abcdefgh", "Bearer abcdef", "http://ada:hunter2@proxy:80"])
def test_what_looks_like_a_secret_is_hidden(secret: str) -> None:
    """Keys of others and passwords of proxies are no more shown than our own."""
    hidden = Endpoint("http://host/v1", KEY).hide(f"refused: {secret} today")

    assert "[key]" in hidden
    assert not any(word in hidden for word in ("abcdef", "hunter2"))


ECHOES = {
    "header": "Authorization: Bearer {key}",
    "quoted": "key%3D{quoted}",
    "JSON": '{{"headers": {{"api-key": "{key}"}}}}',
    "base64": "token {base64}",
    "basic": "Authorization: Basic {basic}",
    "proxy": "Proxy-Authorization: Basic {proxy}",
    "proxy's address": "http://ada:{password}@proxy:3128 refused",
    "cut": "you sent {cut}",
}


@pytest.mark.parametrize("echo", ECHOES.values(), ids=ECHOES)
def test_key_that_is_echoed_is_hidden_in_every_form(echo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server sees the key and a proxy its own password, and either may repeat what it saw in an error."""
    key, password = "f00dfeedc0ffee/1234567+890abcde=", "pr0xy/p4ss word"
    monkeypatch.setenv("http_proxy", f"http://ada:{quote(password, safe='')}@proxy:3128")
    monkeypatch.delenv("no_proxy", raising=False)
    endpoint = endpoint_of(LOCAL.model_copy(update={"base_url": "http://models.example/v1"}), key)
    forms = {
        "key": key,
        "quoted": quote(key, safe=""),
        "base64": b64encode(key.encode()).decode(),
        "basic": b64encode(f"user:{key}".encode()).decode(),
        "proxy": b64encode(f"ada:{password}".encode()).decode(),
        "password": quote(password, safe=""),
        "cut": key[:20],
    }
    hidden = endpoint.hide(f"refused: {echo.format(**forms)}")

    assert "[key]" in hidden
    assert [name for name, form in forms.items() if form in hidden] == []
    assert key not in repr(endpoint)
    assert password not in repr(endpoint)


def test_code_of_an_error_shows_no_key() -> None:
    """What a server gives as the code of an error is its own text as well."""
    endpoint = Endpoint("http://host/v1", KEY)
    error = call_error(request_stub("shop"), endpoint, ErrorDetails("no", 400, f"bad_{KEY}"))

    assert KEY not in error.message


def test_a_key_stays_out_of_representations() -> None:
    """What a traceback or a log prints of an endpoint holds no key."""
    assert KEY not in repr(endpoint_of(LOCAL, KEY))


def test_proxies_are_named_and_their_values_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which variables redirect calls is known, for the hint of a lost connection."""
    monkeypatch.setenv("https_proxy", "http://ada:hunter2@proxy:80")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    proxies = endpoint_of(LOCAL.model_copy(update={"base_url": "https://example.org/v1"}), None).proxies

    assert "HTTPS_PROXY" in proxies
    assert "hunter2" not in "".join(proxies)
