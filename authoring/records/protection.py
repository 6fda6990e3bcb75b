"""What stands between untrusted code and the machine, as far as this machine gives it."""

from enum import StrEnum

from authoring.records.base import Record


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
