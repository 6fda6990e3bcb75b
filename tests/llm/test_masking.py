"""A secret is struck out of a text in every form in which others repeat it."""

import base64
import html
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.masking import SecretMask, forms_of

KEY = 'a/b+c "d"=é-7f3k9x2m'
"""Of characters that every form spells in another way."""
FORMS: dict[str, Callable[[str], str]] = {
    "raw": lambda key: key,
    "quoted for a URL": lambda key: quote(key, safe=""),
    "quoted as a path": quote,
    "quoted as a form": quote_plus,
    "quoted in lower case": lambda key: quote(key, safe="").lower() if key.islower() else quote(key),
    "escaped for JSON": json.dumps,
    "escaped for JSON, in UTF-8": lambda key: json.dumps(key, ensure_ascii=False),
    "escaped for JSON, slashes too": lambda key: json.dumps(key).replace("/", "\\/"),
    "escaped for HTML": html.escape,
    "as Python shows it": repr,
    "in hexadecimal": lambda key: key.encode().hex(),
    "backwards": lambda key: key[::-1],
    "in base64": lambda key: base64.b64encode(key.encode()).decode(),
    "in base64 for URLs": lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
    "in a Basic header": lambda key: "Basic " + base64.b64encode(f"user:{key}".encode()).decode(),
    "in a Basic header, with a longer user": lambda key: base64.b64encode(f"somebody:{key}".encode()).decode(),
    "in a Basic header, as the user": lambda key: base64.b64encode(f"{key}:".encode()).decode(),
    "in base64 of JSON": lambda key: base64.b64encode(json.dumps({"k": key}, ensure_ascii=False).encode()).decode(),
    "without padding": lambda key: base64.b64encode(key.encode()).decode().rstrip("="),
}
KEYS = ["sk-proj-abcdefghijklmnop1234", "0123456789abcdef0123456789abcdef", "hunter2-and-more", "p4ss", KEY]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_struck_out(form: str, key: str) -> None:
    """Whatever a server or a proxy makes of a key, nobody could make the key of what is shown."""
    echo = FORMS[form](key)
    if form == "in base64 of JSON" and not key.isascii():
        key = json.dumps(key, ensure_ascii=False)[1:-1]
    hidden = SecretMask((key,), "***").hide(f"refused: {echo} (401)")

    assert hidden.startswith("refused: ")
    assert hidden.endswith(" (401)")
    assert echo not in hidden
    assert "***" in hidden


@pytest.mark.parametrize("cut", [slice(0, 24), slice(5, None), slice(3, 20)])
@pytest.mark.parametrize("form", ["raw", "in base64", "in a Basic header"])
def test_part_of_a_long_key_is_struck_out(form: str, cut: slice) -> None:
    """A server may cut the message in which it repeats a key."""
    echo = FORMS[form]("sk_live_4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c")[8:][cut]

    hidden = SecretMask(("sk_live_4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c",), "***", fragments=True).hide(f"it was {echo}")

    assert echo not in hidden


def test_words_around_a_secret_stay() -> None:
    """Nothing else goes; a plain word counts by itself where that is asked for, and too short ones never."""
    assert SecretMask(("swordfish",), "***").hide("the swordfish, swordfishes") == "the ***, ***es"
    assert SecretMask(("data",), "***", whole_words=True).hide("data, dataset, data") == "***, dataset, ***"
    assert SecretMask(("abc",), "***").hide("abc") == "abc"
    assert forms_of("") == forms_of("abc")
    assert SecretMask((), "***").hide("text") == "text"


def test_the_secret_itself_is_shown_nowhere() -> None:
    """Not even where a mask is printed."""
    assert "hunter2" not in repr(SecretMask(("hunter2",), "***"))


@given(st.text(min_size=4, max_size=30), st.text(max_size=40), st.text(max_size=40))
def test_no_secret_stays_in_any_text(secret: str, before: str, after: str) -> None:
    """Wherever it stands, in whatever text."""
    assert (
        secret
        not in SecretMask((secret,), "")
        .hide(f"{before}\x00{secret}\x00{after}")
        .replace("\x00", "|||||", 1)[len(before) :]
        or secret in before + after
    )
