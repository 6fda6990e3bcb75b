"""Secrets struck out of texts, in every form in which a server, a proxy or a notebook repeats them."""

import base64
import html
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import quote, quote_plus

SHORTEST: Final = 4
"""Characters below which a secret is not looked for: it would be part of any word."""
_SHORTEST_CORE: Final = 4
"""Characters of base64 that tell a secret at least."""
_FRAGMENT: Final = 10
"""Characters in a row that tell a secret which was cut short."""
_LONG: Final = 16
"""Characters from which on a secret is known by a fragment."""
_MOST: Final = 100_000
"""Characters of a text in which fragments are looked for."""
_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=")


@dataclass(frozen=True, slots=True)
class SecretForms:
    """How a secret may be spelled."""

    spelled: tuple[str, ...]
    """As it is, quoted for a URL, escaped for JSON, HTML and Python, in hexadecimal, and backwards."""
    encoded: tuple[str, ...]
    """What base64 of any text that holds the secret holds: of ``user:key`` in a Basic header, whoever the user is."""


@lru_cache(maxsize=1024)
def forms_of(secret: str) -> SecretForms:
    """Return every form of a secret that is looked for; none for what is too short to be told from a word."""
    if len(secret) < SHORTEST:
        return SecretForms((), ())
    data = secret.encode("utf-8", "surrogatepass")
    quoted = [quote(data, safe=""), quote(data), quote_plus(data, safe="")]
    spelled = [
        secret,
        *quoted,
        *(re.sub("%[0-9A-F]{2}", lambda match: match[0].lower(), text) for text in quoted),
        *(json.dumps(secret, ensure_ascii=ascii_only)[1:-1] for ascii_only in (True, False)),
        # JSON allows it, and PHP's encoder writes it.
        json.dumps(secret)[1:-1].replace("/", "\\/"),
        html.escape(secret),
        html.escape(secret, quote=False),
        repr(secret)[1:-1],
        data.hex(),
        data.hex().upper(),
        secret[::-1],
    ]
    cores = dict.fromkeys(core for core in _base64_cores(data) if len(core) >= _SHORTEST_CORE)
    return SecretForms(_longest_first(spelled), _longest_first(cores))


def _base64_cores(data: bytes) -> Iterator[str]:
    """Yield the characters of base64 that the data alone decide, at each of the three places they can begin."""
    # Base64 writes three bytes as four characters, so a secret within a longer text is written in one of three ways.
    for offset in range(3):
        encoded = base64.b64encode(bytes(offset) + data).decode()
        # Characters at both ends hold bits of the neighbours as well, and are left out.
        core = encoded[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6]
        yield core
        # The alphabet of URLs, which tokens use.
        yield core.replace("+", "-").replace("/", "_")


def _longest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({text for text in texts if len(text) >= SHORTEST}, key=lambda text: (-len(text), text)))


@dataclass(frozen=True, slots=True)
class SecretMask:
    """Strikes secrets out of texts."""

    secrets: tuple[str, ...] = field(repr=False)
    stand_in: str
    whole_words: bool = False
    """Whether a secret that is a plain word counts only where it stands by itself."""
    fragments: bool = False
    """Whether a part of a long secret counts as well, because a server may cut what it repeats."""

    def places(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return where secrets stand in a text, as offsets that do not overlap, in order."""
        places = list[tuple[int, int]]()
        for secret in self.secrets:
            forms = forms_of(secret)
            for form in forms.spelled:
                places += self._spelled(text, form)
            for core in forms.encoded:
                places += (_whole_base64(text, start, start + len(core)) for start in _occurrences(text, core))
            if self.fragments and len(secret) >= _LONG:
                places += _fragments(text, (*forms.spelled, *forms.encoded))
        return _merged(places)

    def hide(self, text: str) -> str:
        """Return a text with the stand-in in the place of every secret."""
        pieces, position = list[str](), 0
        for start, end in self.places(text):
            pieces += [text[position:start], self.stand_in]
            position = end
        return "".join(pieces) + text[position:]

    def _spelled(self, text: str, form: str) -> Iterator[tuple[int, int]]:
        for start in _occurrences(text, form):
            end = start + len(form)
            if not (self.whole_words and form.isalnum() and _within_word(text, start, end)):
                yield start, end


def _within_word(text: str, start: int, end: int) -> bool:
    # A long mixture of letters and digits is no part of any word by chance.
    if end - start >= _LONG and not text[start:end].isalpha():
        return False
    return text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()


def _occurrences(text: str, form: str) -> Iterator[int]:
    start = text.find(form)
    while start >= 0:
        yield start
        start = text.find(form, start + len(form))


def _whole_base64(text: str, start: int, end: int) -> tuple[int, int]:
    # The user's name and the rest of a header are encoded in the same run of characters, and go with the secret.
    while start > 0 and text[start - 1] in _BASE64:
        start -= 1
    while end < len(text) and text[end] in _BASE64:
        end += 1
    return start, end


def _fragments(text: str, forms: Iterable[str]) -> Iterator[tuple[int, int]]:
    # A set of all windows, so that each place of the text is looked up once, however many forms there are.
    windows = {
        form[at : at + _FRAGMENT] for form in forms if len(form) >= _LONG for at in range(len(form) - _FRAGMENT + 1)
    }
    for at in range(min(len(text), _MOST) - _FRAGMENT + 1):
        if text[at : at + _FRAGMENT] in windows:
            yield at, at + _FRAGMENT


def _merged(places: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged = list[tuple[int, int]]()
    for start, end in sorted(places):
        # Sorted by their beginnings, so that only the last one can overlap.
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
