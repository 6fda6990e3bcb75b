"""Passwords, keys and tokens in a notebook's texts: what surely is one, and what may be.

A notebook is looked at with more suspicion than a draft: a word too many that is replaced costs nothing here. What is
in doubt is therefore replaced as well, and its kind says so.
"""

import ast
import base64
import binascii
import importlib
import itertools
import math
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from authoring.dseal.python_code import nodes, parse_code
from authoring.dseal.rules.secret import secrets_in
from authoring.llm.masking import SHORTEST, SecretMask
from authoring.seeds.notebooks.magics import without_magics
from authoring.seeds.notebooks.notebook import CellKind

REMOVED: Final = "<removed>"
"""In the place of a secret."""
REPEATED: Final = "the same again"
"""The kind of what repeats a secret that stands elsewhere in the notebook."""
MOST_VALUES: Final = 200
"""Secrets of one notebook whose repetitions are looked for."""
_PIECE = 20_000
"""Characters that the kept rules see at once."""


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """Where a secret stands in a text."""

    start: int
    end: int
    """Exclusive."""
    kind: str
    """In words: ``an API key``; what is in doubt says so: ``what may be a password``."""


_PLACEHOLDER = re.compile(
    r"(?i)(?:your|insert|enter|type|put|add)[\w -]*|x{4,}|\*+|\.{3,}|•+|<[^<>]*>|\{[^{}]*\}|\$\{?\w+\}?|%s|"
    r"\[[A-Za-z_ ]*\]|[\w-]*(?:_here|-here|placeholder|redacted)|change_?me|"
    r"(?:not|is|was|are|the|an?|must|should|required|optional|hidden|incorrect|wrong|invalid|none|null|true|false|str|"
    r"string|object|and|or|for|of|to|in|field|protected|reset)[.,:;!?]?"
)
"""What only says that a secret is to be put there, from its first character to its last, and words of prose."""
# A private key in PEM or of PGP, also one whose end is missing.
_BLOCK = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:(?!-----BEGIN)[\s\S]){0,20000}?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|"
    r"[^\n]*(?:\n[A-Za-z0-9+/=]{20,})*)"
)
# Names of variables that hold secrets; what stands before them does not matter: DB_PASSWORD.
_PHRASE = r"(?:passwd|password|passphrase|passcode|passwort|kennwort|pwd|(?<![a-z])(?:pass|pw|psw|pword))"
_WORD = (
    rf"(?:tokens?|secrets?|{_PHRASE}|(?:api|access|private|auth|account|client|subscription|service|secret)[_-]?key|"
    r"credentials?)"
)
_ASSIGNED = r"[\"']?\]?(?:\s{0,3}:\s{0,3}\w{1,20})?\s{0,10}(?:[=!]=|[=:])\s{0,10}[rbfu]{0,2}[\"']{1,3}"
_UNQUOTED = r"[^\s\"'`*<>,;(){}\[\]]"
_MIXED = r"(?=\S{0,200}\d)(?=\S{0,200}[A-Za-z])"
_EVERYWHERE: Final = {
    "a password or key": re.compile(rf"(?i){_WORD}{_ASSIGNED}(?P<value>[^\"'\s]{{6,400}})[\"']"),
    "a password": re.compile(
        rf"(?i){_PHRASE}{_ASSIGNED}(?!(?:enter|your|insert|type)\b)(?P<value>[^\"'\n]{{4,200}})[\"']"
    ),
    "a key": re.compile(r"(?i)\bkey[\"']?\s{0,10}[=:]\s{0,10}[\"'](?P<value>[0-9a-f]{32,64})[\"']"),
    "an account's name": re.compile(
        r"(?i)(?:kaggle_username[\"']?\]?\s{0,10}[=:]\s{0,10}[\"'](?P<value>[^\"'\s]{2,60})[\"']|"
        r"[\"']username[\"']\s{0,5}:\s{0,5}[\"'](?P<named>[^\"'\s]{2,60})[\"']\s{0,5},\s{0,5}[\"']key[\"'])"
    ),
    "a password on a command line": re.compile(
        r"--(?:password|passwd|token|api-key|secret|secret-key)[= ][\"']?(?P<value>[^\s\"']{4,200})"
    ),
    "a password of a command": re.compile(
        r"(?:\b(?:curl|wget|http)\b[^\n]{0,200}?\s(?:-u|--user)[= ]?[\"']?[^\s:\"']{1,60}:(?P<value>[^\s\"']{3,200})|"
        r"\b(?:mysql|mysqldump|sshpass)\b[^\n]{0,200}?\s-p ?[\"']?(?P<named>[^\s\"'-][^\s\"']{3,100}))"
    ),
    "an access token": re.compile(r"(?i)\bbearer\s{1,4}(?P<value>[A-Za-z0-9._~+/-]{8,2000}=*)"),
    "what a header gives as authorization": re.compile(
        r"(?i)(?:authorization|x-api-key|api-key|x-auth-token)[\"']?\s{0,3}[:=,]\s{0,3}[frb]?[\"']?"
        r"(?:(?:basic|token|apikey|key|digest|bearer)\s{1,3})?(?P<value>[A-Za-z0-9+/=._~-]{8,2000})"
    ),
    "what a Basic header holds": re.compile(
        r"\b[Bb]asic\s{1,3}(?P<value>(?=\w{0,200}[A-Z0-9=])[A-Za-z0-9+/]{8,400}={0,2})(?![a-z])"
    ),
    "a session's cookie": re.compile(
        r"(?i)(?:\bcookies?[\"']?\s{0,3}[:=]\s{0,3}[\"']|\b(?:session_?id|csrf_?token|phpsessid|jsessionid)=)"
        r"(?P<value>[^\"'\s;]{8,500})"
    ),
    "a password of a login": re.compile(
        r"(?i)(?:\bauth\s{0,3}=\s{0,3}\(|\bHTTP\w{0,10}Auth\(|\blogin\(|\bconnect\()\s{0,5}[\"'][^\"'\n]{1,100}[\"']"
        r"\s{0,5},\s{0,5}[\"'](?P<value>[^\"'\n]{4,200})[\"']\s{0,5}\)"
    ),
    "a password of a connection": re.compile(
        r"(?i)\b(?:pwd|password|accountkey|sharedaccesskey)\s?=\s?(?P<value>[^;\"'\s(){}\[\]]{4,300})(?=[;\"'])"
    ),
    "what stands for a key that is not set": re.compile(
        rf"(?i)[\"'][\w-]{{0,40}}{_WORD}[\"']\s{{0,5}},\s{{0,5}}[\"'](?P<value>{_MIXED}[^\"'\s]{{6,400}})[\"']\s{{0,5}}\)"
    ),
    "a key in a URL": re.compile(
        r"(?i)[?&](?:api_?key|key|token|access_?token|auth|sig|signature|password|secret|client_secret|access_key|"
        r"x-amz-signature|x-amz-security-token)=(?P<value>[^&\s\"'<>]{8,500})"
    ),
    "a password in a URL without a name": re.compile(r"://:(?P<value>[^\s/@:\"'<>]{3,200})@"),
    "a key by its beginning": re.compile(
        r"\b(?:hf_[A-Za-z0-9]{16,200}|KGAT_[A-Za-z0-9_-]{16,200}|ya29\.[\w-]{20,400}|1//0[\w-]{20,200}|"
        r"GOCSPX-[\w-]{20,60}|gsk_[A-Za-z0-9]{20,100}|xai-[A-Za-z0-9]{20,200}|r8_[A-Za-z0-9]{20,60}|pplx-[A-Za-z0-9]{20,80}|"
        r"nvapi-[\w-]{20,100}|sk-[A-Za-z0-9_-]{16,200}|[rs]k_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[\w+/=]{16,100}|"
        r"SG\.[\w-]{16,32}\.[\w-]{16,64}|npm_[A-Za-z0-9]{30,60}|pypi-AgE[\w-]{20,400}|dckr_pat_[\w-]{20,60}|"
        r"do[opr]_v1_[0-9a-f]{32,80}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|ATATT[\w=-]{20,300}|lin_api_\w{20,60}|"
        r"(?:secret|ntn)_[A-Za-z0-9]{30,60}|EAACEdEose0cBA\w{0,200}|tskey-[\w-]{10,80}|dapi[0-9a-f]{32}|"
        r"hvs\.[\w-]{20,200}|sbp_[0-9a-f]{40}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,100}|sk_[0-9a-f]{48}|"
        r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}|v1\.0-[0-9a-f]{24}-[0-9a-f]{100,200}|"
        r"eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}|PMAK-[\w-]{20,80}|glc_[\w=]{20,200}|lsv2_(?:pt|sk)_\w{20,80}|tvly-[\w-]{20,60}|"
        r"AIza[\w-]{30,45}|gh[pousr]_\w{30,255}|xox[abeoprs]-[\w-]{10,255}|xapp-[\w-]{10,255}|\d{8,10}:AA[\w-]{32,35}|"
        r"[a-f0-9]{32}-us\d{1,2}|key-[0-9a-f]{32}|sq0(?:atp|csp)-[\w-]{20,60}|AGE-SECRET-KEY-1[A-Z0-9]{50,60})"
    ),
    "an address to post to": re.compile(
        r"https://(?:hooks\.slack\.com|discord(?:app)?\.com/api/webhooks|[\w-]{1,60}\.webhook\.office\.com)/[\w/@-]{10,300}"
    ),
}
"""In code, prose and outputs alike; only the value goes, so that the text still shows what stood there."""
_OUTSIDE_CODE: Final = {
    "what may be a password": re.compile(
        rf"(?i){_PHRASE}\b[\"'`*_]{{0,3}}\s{{0,3}}(?:is|was|=|:|->|=>)"
        rf"[\"'`*_]{{0,3}}[ \t]{{0,3}}[\"'`*_]{{0,3}}(?P<value>{_UNQUOTED}{{4,200}}+)(?![(\[])"
    ),
    "what may be a key": re.compile(
        r"(?i)\b(?:api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|(?:\w{1,20}[ _-])?token|client[ _-]?secret)\b"
        r"[\"'`*_]{0,3}\s{0,3}(?:is|was|=|:|->|=>)[\"'`*_]{0,3}[ \t]{0,3}[\"'`*_]{0,3}"
        rf"(?P<value>{_MIXED}{_UNQUOTED}{{8,400}}+)(?![(\[])"
    ),
    "a variable of the environment": re.compile(
        r"\b[A-Z][A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PWD|PASS|CREDENTIALS?)(?:\s?=\s?|[ \t])[\"']?"
        rf"(?P<value>{_UNQUOTED}{{4,400}}+)(?![(\[])"
    ),
}
"""In prose, outputs, comments and commands, where no quotes are needed."""
_COMMAND = re.compile(r"(?m)^[ \t]*[!%][^\n]*|#[^\n]*")
# A word that is long and random, as keys are; paths and names of several words are not.
_RANDOM = re.compile(r"(?<![\w/+.%-])[A-Za-z0-9][A-Za-z0-9_+-]{19,199}={0,2}(?![\w/+%-])")
_DIGEST = re.compile(r"(?<=[\"'])[0-9a-f]{32,64}(?=[\"'])")
_FEWEST_CHANGES = 0.35
_LEAST_ENTROPY = 3.6
_RULE_MODULES: Final = (
    *(
        "artifactory",
        "aws",
        "azure_storage_key",
        "cloudant",
        "discord",
        "github_token",
        "gitlab_token",
        "ibm_cloud_iam",
    ),
    *("ibm_cos_hmac", "jwt", "mailchimp", "npm", "openai", "pypi_token", "sendgrid", "slack", "softlayer"),
    *("square_oauth", "stripe", "telegram_token", "twilio"),
)
"""Rules of detect-secrets that know a token by its form. Its rules for names of variables and for entropy are left
out: ours see more of a notebook, and theirs take any long word for a secret."""


def find_secrets(text: str, kind: CellKind | None = "markdown") -> tuple[FoundSecret, ...]:
    """Return the secrets of a text in order; none overlaps another.

    Args:
        text: of a cell or an output.
        kind: of the cell; None for an output.
    """
    return _apart(_candidates(text, kind))


@lru_cache(maxsize=2048)
def _candidates(text: str, kind: CellKind | None) -> tuple[FoundSecret, ...]:
    """Return what any rule takes for a secret; such places may overlap. Kept, because a text is looked at again."""
    secrets = [FoundSecret(*match.span(), "a private key") for match in _BLOCK.finditer(text)]
    secrets += (FoundSecret(secret.start, secret.end, secret.kind) for secret in secrets_in(text))
    secrets += _matches(text, _EVERYWHERE.items())
    secrets += _rule_matches(text)
    if kind == "code":
        for part in _COMMAND.finditer(text):
            secrets += _matches(part[0], _OUTSIDE_CODE.items(), part.start())
        secrets += _assembled(text)
        secrets += (FoundSecret(*match.span(), "a long number, which may be a key") for match in _DIGEST.finditer(text))
    else:
        secrets += _matches(text, _OUTSIDE_CODE.items())
    secrets += (FoundSecret(*match.span(), "a random word, which may be a key") for match in _random_words(text))
    return tuple(secret for secret in secrets if not _PLACEHOLDER.fullmatch(text, secret.start, secret.end))


def without_secrets(text: str, kind: CellKind | None = "markdown") -> tuple[str, tuple[str, ...]]:
    """Return a text without what looks like a secret, and what each of those looked like."""
    secrets = find_secrets(text, kind)
    return _replaced(text, [(secret.start, secret.end) for secret in secrets]), tuple(secret.kind for secret in secrets)


class KnownSecrets:
    """The secrets of one notebook, each of which is to be found wherever else it stands."""

    def __init__(self) -> None:
        self._values: dict[str, None] = {}
        self._mask = SecretMask((), REMOVED)

    def learn(self, text: str, kind: CellKind | None) -> None:
        """Remember what is a secret in a text."""
        for secret in _candidates(text, kind):
            # The name of an account may be any word.
            if secret.kind != "an account's name" and len(self._values) < MOST_VALUES:
                self._values |= dict.fromkeys(_values(text[secret.start : secret.end], secret.kind))
        values = sorted(self._values, key=lambda value: (-len(value), value))
        self._mask = SecretMask(tuple(values), REMOVED, whole_words=True)

    def redact(self, text: str) -> tuple[str, int]:
        """Return a text without the known secrets, in whatever form they stand there, and how many there were."""
        places = self._mask.places(text)
        return _replaced(text, places), len(places)


def _values(written: str, kind: str) -> Iterator[str]:
    """Yield what of a secret may stand elsewhere."""
    if kind == "a private key":
        yield from (line for line in re.split(r"\s|\\n", written) if len(line) >= 20 and "-----" not in line)  # noqa: PLR2004 - shorter ones are no key
        return
    if len(written) >= SHORTEST and REMOVED not in written:
        yield written
        # As code spells it; what is printed has the characters themselves.
        if "\\" in written:
            with warnings.catch_warnings():
                # Of an escape that is none, Python keeps the backslash, and complains.
                warnings.simplefilter("ignore")
                printed = written.encode("latin-1", "backslashreplace").decode("unicode_escape", "replace")
            yield printed
        yield from _decoded(written)


def _decoded(written: str) -> Iterator[str]:
    """Yield the parts of ``user:key`` in base64."""
    try:
        text = base64.b64decode(written + "=" * (-len(written) % 4), validate=True).decode("ascii")
    except (ValueError, binascii.Error):
        return
    if text.isprintable() and ":" in text:
        yield text.partition(":")[2]


def _matches(text: str, patterns: Iterable[tuple[str, re.Pattern[str]]], offset: int = 0) -> Iterator[FoundSecret]:
    for kind, pattern in patterns:
        for match in pattern.finditer(text):
            start, end = match.span(match.lastgroup or 0)
            yield FoundSecret(start + offset, end + offset, kind)


def _rule_matches(text: str) -> Iterator[FoundSecret]:
    """Yield what the rules of detect-secrets find, in pieces of whole lines: their patterns are not bounded."""
    rules, start = _rules(), 0
    while start < len(text):
        end = text.rfind("\n", start + 1, start + _PIECE) + 1 or start + _PIECE
        piece = text[start:end]
        for kind, pattern in rules:
            for match in pattern.finditer(piece):
                group = match.lastindex or 0
                if match[group] and len(match[group]) >= SHORTEST:
                    yield FoundSecret(start + match.start(group), start + match.end(group), kind)
        start = end


@lru_cache(maxsize=1)
def _rules() -> tuple[tuple[str, re.Pattern[str]], ...]:
    rules = list[tuple[str, re.Pattern[str]]]()
    for name in _RULE_MODULES:
        # Loaded here, because it loads a client of HTTP, and prompts are imported at start-up.
        module = importlib.import_module(f"detect_secrets.plugins.{name}")
        for plugin in vars(module).values():
            patterns = getattr(plugin, "denylist", None)
            if isinstance(patterns, list | tuple) and getattr(plugin, "__module__", "") == module.__name__:
                rules += ((f"a secret by its form ({plugin.secret_type})", pattern) for pattern in patterns)
    return tuple(rules)


def _assembled(code: str) -> Iterator[FoundSecret]:
    """Yield the parts of secrets that code puts together of constants: by ``+``, side by side, backwards, decoded."""
    plain = without_magics(code).code
    # Without its magics code may have other offsets; a cell that has some holds commands, which are looked at above.
    tree = parse_code(code).tree if plain == code else parse_code("").tree
    lines = [0]
    for line in code.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    for node in nodes(tree):
        for name, value in _named_values(node):
            constants = _constants(value)
            whole = "".join(str(part.value) for part in constants)
            by_name = _NAMED.search(name) is not None and _is_composed(value)
            # What stands in the text as a whole is found there.
            by_form = whole not in code and next(_matches(whole, [_BY_FORM]), None) is not None
            if by_name or by_form:
                yield from (_place(part, lines, code) for part in constants if len(str(part.value)) >= SHORTEST)


_NAMED = re.compile(rf"(?i){_WORD}[\"'\]]*\Z")
_BY_FORM = ("a key by its beginning", _EVERYWHERE["a key by its beginning"])


def _constants(value: ast.expr) -> list[ast.Constant]:
    """Return the constants of an expression in the order of the text."""
    inner = [node for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return sorted(inner, key=lambda node: (node.lineno, node.col_offset))


def _named_values(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        yield from ((ast.unparse(target), node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield ast.unparse(node.target), node.value
    elif isinstance(node, ast.keyword):
        yield node.arg or "", node.value
    elif isinstance(node, ast.Dict):
        yield from ((ast.unparse(key), value) for key, value in zip(node.keys, node.values, strict=True) if key)


_FEWEST = 6
"""Characters of a text that is a secret by the name of its variable alone."""
_DECODING = re.compile(r"(?i)b\d\dde|decode|fromhex|unhex|join|replace|decrypt|\[::-1\]")


def _is_composed(value: ast.expr) -> bool:
    """Return whether an expression is a text, or makes one of constants, and does not read it from elsewhere."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and len(value.value) >= _FEWEST
    if isinstance(value, ast.BinOp):
        return all(isinstance(part, ast.BinOp | ast.Constant | ast.operator) for part in ast.walk(value))
    return isinstance(value, ast.Call | ast.Subscript) and _DECODING.search(ast.unparse(value)) is not None


def _place(constant: ast.Constant, lines: list[int], code: str) -> FoundSecret:
    def offset(line: int, column: int) -> int:
        start = lines[line - 1]
        # Columns of a syntax tree count bytes.
        return start + len(code[start : lines[line]].encode()[:column].decode(errors="replace"))

    start = offset(constant.lineno, constant.col_offset)
    end = offset(constant.end_lineno or constant.lineno, constant.end_col_offset or constant.col_offset)
    # The quotes stay, so that the code is still code.
    inner = re.match(r"[rbfuRBFU]{0,2}(\"\"\"|'''|\"|')", code[start:end])
    if inner is None:
        return FoundSecret(start, end, "a part of a key")
    return FoundSecret(start + inner.end(), end - len(inner[1]), "a part of a key")


def _random_words(text: str) -> Iterator[re.Match[str]]:
    for match in _RANDOM.finditer(text):
        word = match[0]
        letters = re.sub(r"[^A-Za-z0-9]", "", word)
        kinds = [0 if char.isdigit() else 1 if char.isupper() else 2 for char in letters]
        changes = sum(before != after for before, after in itertools.pairwise(kinds))
        if {0, 1, 2} <= set(kinds) and changes / len(word) > _FEWEST_CHANGES and _entropy(word) > _LEAST_ENTROPY:
            yield match


def _entropy(word: str) -> float:
    return -sum(count / len(word) * math.log2(count / len(word)) for count in Counter(word).values())


def _apart(secrets: Iterable[FoundSecret]) -> tuple[FoundSecret, ...]:
    apart = list[FoundSecret]()
    for secret in sorted(secrets, key=lambda secret: (secret.start, -secret.end)):
        if apart and secret.start < apart[-1].end:
            # What goes beyond the one before is part of it: its rest is as secret.
            if secret.end > apart[-1].end:
                apart[-1] = FoundSecret(apart[-1].start, secret.end, apart[-1].kind)
        elif secret.end > secret.start:
            apart.append(secret)
    return tuple(apart)


def _replaced(text: str, places: Iterable[tuple[int, int]]) -> str:
    pieces, position = list[str](), 0
    for start, end in places:
        pieces += [text[position:start], REMOVED]
        position = end
    return "".join(pieces) + text[position:]
