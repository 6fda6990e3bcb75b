"""Names of this machine that are taken out of what code printed before it is kept or handed on.

Walls that are weaker than namespaces show code the real paths, account and host. What a cell printed, gave or raised
goes into notebooks and logs of results; there the folders of home, workspace, Python and temporary files are written in
words that are the same on every machine.
"""

import contextlib
import getpass
import os
import pwd
import re
import socket
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from authoring.records.results import Submission

Value = TypeVar("Value")
SHORTEST_NAME = 5
"""Characters of the shortest account or host that is taken out: a shorter one may be any word of a table."""
GENERIC_NAMES = frozenset(
    {"admin", "debian", "docker", "fedora", "guest", "jovyan", "local", "localhost", "nobody", "runner", "ubuntu"}
)
"""Accounts and hosts that tell nobody whose machine it is."""
PRINTED = frozenset({"stream", "stdout", "error", "detail"})
"""Fields that hold what a cell printed or raised."""
_SESSION = re.compile(r"/[^\s'\":,;()\[\]]*/dseal-sandbox-[\w-]+/tree-\d+/(?:\d+/)?")
"""The folder of a session, behind which its `work`, `tmp` and `home` follow."""


@dataclass(frozen=True, slots=True)
class PrivateNames:
    """What is taken out, and what is written in its place.

    Attributes:
        folders: absolute paths with their words, the longest first.
        names: the account and the host.
    """

    folders: tuple[tuple[str, str], ...]
    names: tuple[str, ...]

    def masked(self, text: str, *, with_names: bool = True) -> str:
        """Return a text without the names of this machine; the account and the host may be left in."""
        text = _SESSION.sub("/room/", text) if "dseal-sandbox-" in text else text
        for folder, word in self.folders:
            if folder in text:
                text = re.sub(rf"(?<![\w.-]){re.escape(folder)}(?![\w-])", word, text)
        for name in self.names if with_names else ():
            if name in text:
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "***", text)
        return text

    def within(self, value: Value) -> Value:
        """Return a record without folders of this machine, and what cells printed and raised without its names, too.

        Values keep words that are also the name of an account or a host, because they may be right answers. Submissions
        are their solver's own words and stay as they are.
        """
        masked: Any = self._within(value, with_names=False)
        result: Value = masked
        return result

    def _within(self, value: Any, *, with_names: bool) -> Any:
        if isinstance(value, str):
            return self.masked(value, with_names=with_names)
        if isinstance(value, BaseModel) and not isinstance(value, Submission):
            changed = {}
            for name in type(value).model_fields:
                old = getattr(value, name)
                new = self._within(old, with_names=with_names or name in PRINTED)
                if new != old:
                    changed[name] = new
            return value.model_copy(update=changed) if changed else value
        if isinstance(value, tuple):
            return tuple(self._within(item, with_names=with_names) for item in value)
        if isinstance(value, Mapping):
            return {key: self._within(item, with_names=with_names) for key, item in value.items()}
        return value


def private_names(workspace: Path | None = None) -> PrivateNames:
    """Return the names of this machine and account; `workspace` is the folder that the work is done in."""
    return _private_names(str(workspace or Path.cwd()), os.environ.get("HOME", ""))


@cache
def _private_names(workspace: str, home: str) -> PrivateNames:
    account, names = "", [socket.gethostname(), os.environ.get("HOSTNAME", "")]
    # A container may run under a number that has no account.
    with contextlib.suppress(KeyError, OSError):
        entry = pwd.getpwuid(os.getuid())
        account, names = entry.pw_dir, [*names, entry.pw_name]
    with contextlib.suppress(KeyError, OSError):
        names.append(getpass.getuser())
    folders = {
        tempfile.gettempdir(): "/tmp",  # noqa: S108 - a word in the place of a path, nothing is written there
        account: "~",
        home: "~",
        workspace: ".",
        sys.base_prefix: "/python",
        sys.prefix: "/python",
    }
    both = {path: word for folder, word in folders.items() for path in _spellings(folder) if path != word}
    return PrivateNames(
        tuple(sorted(both.items(), key=lambda pair: -len(pair[0]))),
        tuple(name for name in dict.fromkeys(names) if _is_telling(name)),
    )


def _spellings(folder: str) -> Iterable[str]:
    """Return a folder as it was named and with its links resolved; nothing for a root, which is everywhere."""
    return {path for path in (folder, os.path.realpath(folder)) if folder and len(Path(path).parts) > 1}


def _is_telling(name: str) -> bool:
    return len(name) >= SHORTEST_NAME and name.lower() not in GENERIC_NAMES
