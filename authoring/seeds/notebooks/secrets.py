"""Passwords, keys and tokens in a notebook, replaced.

A notebook is looked at with more suspicion than a draft: a word too many that is replaced costs nothing here.
"""

import re
from collections.abc import Iterator

from authoring.dseal.rules.secret import secrets_in

REMOVED = "<removed>"
"""In the place of a secret."""
_PLACEHOLDER = re.compile(
    r"(?i)(?:your|insert|enter)[\w -]*|x{4,}|\*+|<[^<>]*>|\{[^{}]*\}|[\w-]*(?:_here|placeholder|redacted)|change_?me"
)
"""What only says that a secret is to be put there, from its first character to its last."""
_BLOCK = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"
    r"(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z ]{0,30}PRIVATE KEY-----|[^\n]*(?:\n[A-Za-z0-9+/=]{20,})*)"
)
_WORD = r"(?:tokens?|secret|secret_?key|passwd|password|passphrase|pwd|api_?key|access_?key|private_?key|credentials?)"
_PATTERNS = {
    "a password or key": re.compile(
        rf"(?i)\b[\w-]{{0,40}}{_WORD}[\"']?\]?\s{{0,10}}[=:]\s{{0,10}}[rbf]?[\"'](?P<value>[^\"'\s]{{6,400}})[\"']"
    ),
    "a key": re.compile(r"(?i)\bkey[\"']?\s{0,10}[=:]\s{0,10}[\"'](?P<value>[0-9a-f]{32,64})[\"']"),
    "an account's name": re.compile(
        r"(?i)(?:kaggle_username[\"']?\]?\s{0,10}[=:]\s{0,10}[\"'](?P<value>[^\"'\s]{2,60})[\"']|"
        r"[\"']username[\"']\s{0,5}:\s{0,5}[\"'](?P<named>[^\"'\s]{2,60})[\"']\s{0,5},\s{0,5}[\"']key[\"'])"
    ),
    "a password on a command line": re.compile(r"--(?:password|token|api-key|secret)[= ](?P<value>[^\s\"']{4,200})"),
    "an access token": re.compile(r"(?i)\bbearer\s{1,4}(?P<value>[A-Za-z0-9._~+/-]{16,2000}=*)"),
    "a key in a URL": re.compile(
        r"(?i)[?&](?:api_?key|key|token|access_token|auth|sig|signature|password)=(?P<value>[^&\s\"'<>]{8,500})"
    ),
    "a key of Kaggle": re.compile(r"\bKGAT_[A-Za-z0-9_-]{16,200}"),
    "a token of Google": re.compile(r"\bya29\.[\w-]{20,400}"),
    "an address to post to": re.compile(
        r"https://(?:hooks\.slack\.com|discord(?:app)?\.com/api/webhooks)/[\w/-]{10,300}"
    ),
}


def without_secrets(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text without what looks like a secret, and what each of those looked like."""
    kinds = list[str]()
    text, blocks = _BLOCK.subn(REMOVED, text)
    kinds += ["a private key"] * blocks
    kept, position = list[str](), 0
    for start, end, kind in _places(text):
        if start >= position:
            kept += [text[position:start], REMOVED]
            kinds.append(kind)
            position = end
    text = "".join(kept) + text[position:]
    return text, tuple(kinds)


def _places(text: str) -> list[tuple[int, int, str]]:
    """Return where secrets stand, in order; of those that begin at one place the longest first."""
    found = [*((secret.start, secret.end, secret.kind) for secret in secrets_in(text)), *_further(text)]
    return sorted(
        (place for place in found if not _PLACEHOLDER.fullmatch(text, *place[:2])),
        key=lambda place: (place[0], -place[1]),
    )


def _further(text: str) -> Iterator[tuple[int, int, str]]:
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            yield *match.span(match.lastgroup or 0), kind
