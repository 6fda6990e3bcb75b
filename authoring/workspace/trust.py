"""What the files of a workspace ask for that needs a person's leave, and the file in which leave is kept.

A workspace may come from a stranger, as a repository that was cloned or an archive that was unpacked. What it says of
problem sets is data. What would start a program, name a server, or read outside of it is a claim: it has no effect
until a person allows it. What was allowed is kept in the person's own settings folder, never in the workspace.
"""

import fcntl
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import platformdirs
from pydantic import ValidationError

from authoring.errors import WorkspaceError
from authoring.records.base import Record, Sha256, sha256_of
from authoring.records.protection import Claim, make_claim
from authoring.workspace.files import sha256_of_file, write_file
from authoring.workspace.settings import DraftSettings, EnvironmentSettings, ModelSettings, SandboxSettings, Settings

LINKED_FOLDERS = (
    *(".", "guides", "templates", "templates/prompts", "templates/prompts/solvers"),
    *("templates/prompts/solvers/blind", "templates/prompts/solvers/taskgraph"),
    *("environments", "seeds"),
    *("problemsets", "problemsets/_inputs", "problemsets/_meta", "results", "submissions"),
    *(".authoring", ".authoring/cache", ".authoring/runs"),
)
"""Folders of a workspace whose entries are opened by name."""
FOLDERS_OF_LINKED = ("results", "submissions", ".authoring/runs")
"""Folders whose own folders have such entries, too: a benchmark's results, a draft's journal."""
ROOT_ENTRIES = frozenset(
    {
        *(".authoring", "authoring.toml", "environments", "guides", "prices.yaml", "problemsets"),
        *("results", "seeds", "submissions", "templates"),
    }
)
"""What this program opens in the root of a workspace; a person may keep other things there."""
PYTHON_VERSION = re.compile(r"\d+\.\d+(\.\d+)?")
MOST_CODE = 10_000
"""Hashes of texts that are kept as a person's own; the oldest go first."""
KEY = re.compile(r"[A-Za-z0-9._~+/*-]+={0,2}")
"""What keys and tokens are made of; an equals sign elsewhere is that of a variable, a colon that of another secret."""
MOST_KEY = 4_096
"""Characters of the longest key; signed tokens take one or two thousand."""


def claims_of(root: Path, settings: Settings) -> tuple[Claim, ...]:
    """Return everything that a workspace's files ask for and that needs a person's leave."""
    return (
        *sandbox_claims(root, settings.sandbox),
        *environment_claims(root, settings.environment),
        *model_claims(root, settings.model),
        *blind_claims(root, settings.draft),
        *link_claims(root),
    )


def sandbox_claims(root: Path, settings: SandboxSettings) -> Iterator[Claim]:
    """Yield what ``[sandbox]`` asks for."""
    home = str(root)
    if settings.command:
        effect = f"starts this program on this machine, and runs all code through it: {shlex.join(settings.command)}"
        # A script of the workspace may change while the command stays the same.
        contents = [_content(root, argument) for argument in settings.command]
        yield make_claim(home, "sandbox.command", effect, *settings.command, *contents)
    if settings.container:
        effect = f"starts a container of the image {settings.container}, and runs all code in it"
        yield make_claim(home, "sandbox.container", effect, settings.container)


def environment_claims(root: Path, settings: EnvironmentSettings) -> Iterator[Claim]:
    """Yield what ``[environment]`` asks for; a version of Python is looked for on this machine, and no claim."""
    python = settings.python
    if python and PYTHON_VERSION.fullmatch(python) is None:
        effect = f"starts the interpreter {root / python}, with all packages that are installed in it"
        yield make_claim(str(root), "environment.python", effect, python, _content(root, python))
    if settings.lock:
        yield lock_claim(root, root / settings.lock)


def lock_claim(root: Path, path: Path) -> Claim:
    """Return the claim of a lock: its packages are installed, and are imported outside of the walls of a session."""
    # However it is named, a lock is one claim.
    name = os.path.relpath(path.resolve(), root)
    effect = f"installs the packages of {name} from your package index, and runs code with them"
    return make_claim(str(root), "environment.lock", effect, name, _content(root, name))


def made_claim(root: Path, folder: Path) -> Claim:
    """Return the claim of an environment that stands in a workspace; this program allows those that it makes."""
    name = os.path.relpath(folder, root)
    effect = f"starts the interpreter in {name}, which was not made on this machine by you"
    return make_claim(str(root), "environment", effect, name, _content(root, f"{name}/environment.json"))


def model_claims(root: Path, settings: ModelSettings) -> Iterator[Claim]:
    """Yield what ``[model]`` asks for."""
    home, server = str(root), origin_of(settings.base_url) or "OpenAI"
    if settings.name:
        # A name such as recorded:FOLDER reads files, and one of OpenAI's models is paid for by whoever has the key.
        effect = f"asks the model {settings.name} wherever no other is named, at your cost"
        yield make_claim(home, "model.name", effect, settings.name)
    if settings.base_url:
        effect = f"sends prompts, which hold rows of your data, to {server}"
        yield make_claim(home, "model.base_url", effect, settings.base_url)
    if settings.key_file:
        effect = f"reads the key in {root / Path(settings.key_file).expanduser()} and sends it to {server}"
        # With another server the same file is another claim.
        yield make_claim(home, "model.key_file", effect, settings.key_file, server)


def blind_claims(root: Path, settings: DraftSettings) -> Iterator[Claim]:
    """Yield what ``[draft]`` asks for: a second model."""
    name = settings.blind_model.strip()
    if settings.blind_solve and name:
        effect = f"asks the model {name} to solve drafts blind, at your cost"
        yield make_claim(str(root), "draft.blind_model", effect, name)


def link_claims(root: Path) -> Iterator[Claim]:
    """Yield the links that lead out of a workspace from places that this program opens."""
    inner = (f"{folder}/{name}" for folder in FOLDERS_OF_LINKED for name in _folders(root / folder))
    for folder in (*LINKED_FOLDERS, *inner):
        for path in _links(root / folder):
            # Read, not followed: where it ends is looked at by name only.
            target = Path(os.path.realpath(path))  # `resolve` raises for links in a circle
            if (folder != "." or path.name in ROOT_ENTRIES) and not target.is_relative_to(root):
                name = os.path.relpath(path, root)
                yield make_claim(str(root), "link", f"{name} is a link to {target}, outside of it", name, str(target))


def _links(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_symlink())
    except OSError:
        # A folder that is not there, or cannot be read, is not read through a link either.
        return []


def _folders(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def _content(root: Path, name: str) -> str:
    """Return the hash of a file of the workspace; empty for what lies elsewhere, which the workspace cannot change."""
    path = (root / name).resolve()
    try:
        return sha256_of_file(path) if path.is_relative_to(root) and path.is_file() else ""
    except OSError:
        return "unreadable"


def origin_of(url: str) -> str:
    """Return scheme, host and port of a server, for which a key is good; empty for no URL.

    What cannot be read stands for itself, and equals the origin of nothing else.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    except ValueError:
        return url
    return f"{parts.scheme}://{(parts.hostname or '').rstrip('.')}:{port}" if parts.netloc else url.strip()


class _Contents(Record):
    """What the file of a person's leave holds."""

    format_version: int = 1
    allowed: Mapping[str, Mapping[Sha256, str]] = {}
    """For the path of each folder, the hashes of claims with their text."""
    own_code: Sequence[Sha256] = ()
    """Hashes of texts that templates of this package made on this machine."""


class TrustStore:
    """What a person allowed, in a file of their own settings folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or platformdirs.user_config_path("authoring")) / "trust.json"

    def allowed(self, root: str) -> Mapping[str, str]:
        """Return the hashes of the claims that were allowed to a folder, with their text."""
        return self._read().allowed.get(root, {})

    def folders(self) -> tuple[str, ...]:
        """Return the paths of all folders that were allowed something."""
        return tuple(sorted(self._read().allowed))

    def allow(self, root: str, claims: Iterable[tuple[str, str]]) -> None:
        """Keep that claims are allowed to a folder."""
        claims = tuple(claims)
        if {hash_ for hash_, _ in claims} <= self.allowed(root).keys():
            return
        with self._locked() as contents:
            folder = {**contents.allowed.get(root, {}), **dict(claims)}
            self._write(contents.model_copy(update={"allowed": {**contents.allowed, root: folder}}))

    def withdraw(self, root: str) -> None:
        """Forget all that was allowed to a folder."""
        with self._locked() as contents:
            allowed = {folder: claims for folder, claims in contents.allowed.items() if folder != root}
            self._write(contents.model_copy(update={"allowed": allowed}))

    def own_code(self) -> frozenset[str]:
        """Return the hashes of the texts that templates of this package made on this machine."""
        return frozenset(self._read().own_code)

    def add_own_code(self, text: str) -> None:
        """Keep that templates of this package made a text."""
        if sha256_of(text) in self.own_code():
            return
        with self._locked() as contents:
            hashes = [*contents.own_code, sha256_of(text)][-MOST_CODE:]
            self._write(contents.model_copy(update={"own_code": hashes}))

    def _read(self) -> _Contents:
        try:
            return _Contents.model_validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return _Contents()
        # A file that cannot be read allows nothing, and is not written over: it may be of a newer version.
        except (ValidationError, OSError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is damaged, or of a newer version"
            hint = "remove it, and allow again what you are asked for"
            raise WorkspaceError(f"{self.path}: what you allowed cannot be read: {reason}", hint=hint) from error

    def _write(self, contents: _Contents) -> None:
        write_file(self.path, contents.model_dump_json(indent=1).encode())

    @contextmanager
    def _locked(self) -> Iterator[_Contents]:
        """Give what the file holds, and keep other processes from changing it meanwhile."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self.path.with_suffix(".lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield self._read()


def key_in(content: bytes) -> str:
    """Return the key in the content of a key file; empty where it holds no key and nothing else.

    The file holds a key on a line by itself, or a line ``OPENAI_API_KEY=...`` as files of settings do, of which
    nothing but the value is taken. Anything else may be another secret and is never sent.
    """
    try:
        lines = [line.strip() for line in content.decode().splitlines()]
    except UnicodeDecodeError:
        return ""
    lines = [line for line in lines if line and not line.startswith("#")]
    named = [line.partition("=")[2] for line in lines if _name(line) == "OPENAI_API_KEY"]
    candidates = [value.strip().strip("'\"") for value in named] if named else lines
    key = candidates[0] if len(candidates) == 1 else ""
    return key if len(key) <= MOST_KEY and KEY.fullmatch(key) else ""


def _name(line: str) -> str:
    return line.removeprefix("export ").partition("=")[0].strip()


def read_key(path: Path) -> tuple[str, Any]:
    """Return the key in a file, and what the system says of the file.

    Raises:
        WorkspaceError: it cannot be read, or holds something else than a key; what it holds is not shown.
    """
    hint = "put the key into it and nothing else, or leave key_file of [model] empty"
    try:
        # Without blocking: a pipe would be waited for without end.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            content, status = file.read(2 * MOST_KEY), os.fstat(descriptor)
    except OSError as error:
        raise WorkspaceError(f"{path}: {error.strerror}", hint=hint) from None
    key = key_in(content or b"")
    if not key:
        reason = "holds no key, or more than a key" if (content or b"").strip() else "is empty"
        raise WorkspaceError(f"{path}: {reason}", hint=hint)
    return key, status
