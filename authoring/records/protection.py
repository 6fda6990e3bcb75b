"""What stands between untrusted code and the machine, and what a person lets a stranger's folder do all the same."""

import json
from collections.abc import Iterable
from enum import StrEnum

from authoring.records.base import Record, Sha256, sha256_of


class Level(StrEnum):
    """How much is claimed, the strongest first; each level has all that those after it have."""

    NAMESPACES = "namespaces"
    """Own users, processes, mounts, network and IPC, over a minimal read-only root, and all of the next level."""
    LANDLOCK = "landlock"
    """Landlock and seccomp: files outside cannot be read or written, no network; their names may be seen."""
    LIMITS = "limits"
    """Limits and a clean environment: keeps mistakes in check and is no wall against code that means harm."""

    def at_least(self, level: "Level") -> bool:
        """Tell whether this level claims all that the other does."""
        # The strongest stands first, so the smaller index claims more.
        order = list(Level)
        return order.index(self) <= order.index(level)


class Layer(Record):
    """One mechanism of the kernel."""

    name: str
    """``user namespace``, ``mount namespace``, ``seccomp``, ``landlock``, ``cgroup v2``, ..."""
    used: bool
    detail: str = ""
    """What it gives here, or why it is not used: the system's own words."""
    hint: str = ""
    """How to get it; empty where nothing can be done or need be."""


class Protection(Record):
    """Every layer, and what they add up to."""

    level: Level
    layers: tuple[Layer, ...] = ()


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
