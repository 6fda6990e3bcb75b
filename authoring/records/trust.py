"""What a folder asks for that only a person may allow, and what a person has allowed."""

import json
from collections.abc import Iterable

from authoring.records.base import Record, Sha256, sha256_of


class Claim(Record):
    """One thing that a folder asks for: a program to start, a server to speak to, a file outside to read."""

    key: str
    """Where it stands: ``sandbox.command``, ``model.base_url``, ``link``, ..."""
    effect: str
    """What would happen, as a sentence without its subject."""
    sha256: Sha256
    """Identifies the folder's path, the place, the value, and the content of the workspace's files that it names."""

    @property
    def text(self) -> str:
        """Where it stands and what would happen."""
        return f"{self.key}: {self.effect}"


class WorkspaceTrust(Record):
    """Answer of ``authoring trust``: what a workspace asks for, and what was allowed there."""

    workspace: str
    claims: tuple[Claim, ...] = ()
    """What its files ask for now."""
    trusted: bool
    """Whether all of that is allowed."""
    sha256: Sha256
    """Stands for all claims together, as a value of ``AUTHORING_TRUST``."""
    allowed: tuple[str, ...] = ()
    """What was allowed there at any time and was not withdrawn."""


class TrustList(Record):
    """Answer of ``authoring trust --list``."""

    store: str
    """The file that holds what was allowed."""
    workspaces: tuple[WorkspaceTrust, ...]


def make_claim(root: str, key: str, effect: str, *content: str) -> Claim:
    """Return a claim of the folder `root`; `content` is all that must not change without a new question."""
    return Claim(key=key, effect=effect, sha256=sha256_of(json.dumps([root, key, *content])))


def digest_of(root: str, claims: Iterable[Claim]) -> str:
    """Return the hash that stands for several claims of a folder."""
    return sha256_of(json.dumps([root, *sorted(claim.sha256 for claim in claims)]))
