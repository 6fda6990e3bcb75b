"""Links out of a folder: a stranger's benchmark, seed or submissions may hold one to any file of this machine."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from authoring.errors import AuthoringError, SeedError
from authoring.workspace.regular_file import open_regular

HINT = "do not trust what came with it; where the link is yours, put the file itself there"


def refuse_links_out(paths: Iterable[Path], folder: Path, *, error: type[AuthoringError] = SeedError) -> None:
    """Refuse paths of a folder, with all that lies below them, where a link leads to what lies elsewhere.

    Args:
        paths: files and folders, each named by way of `folder`.
        folder: what a person named; it may be a link itself.
        error: the class of what is raised.

    Raises:
        AuthoringError: a path is or holds such a link; what it leads to would be kept, handed on, and shown to a model.
    """
    root = folder.resolve()
    for path in paths:
        for part in _with_links_below(path):
            # A link that leads nowhere yet may be given an end later, so it is resolved as far as that goes.
            if not _resolved(part).is_relative_to(root):
                raise error(f"{part}: is a link that leads out of {folder}", hint=HINT)


def open_inside(path: Path, folder: Path, *, error: type[AuthoringError] = SeedError) -> BinaryIO:
    """Open a file of a folder for reading, wherever links lead by now; the caller closes it.

    The opened file itself is asked where it is, so that a link that was put in its place after a check is refused too.

    Raises:
        AuthoringError: it lies elsewhere.
        OSError: it cannot be opened.
    """
    # A pipe in the place of a file is refused, and never waited for.
    descriptor = open_regular(path)
    file = os.fdopen(descriptor, "rb")
    opened = Path(f"/proc/self/fd/{descriptor}")
    # Without /proc only the path can be asked.
    if not (opened if opened.parent.is_dir() else path).resolve().is_relative_to(folder.resolve()):
        file.close()
        raise error(f"{path}: is a link that leads out of {folder}", hint=HINT)
    return file


def _with_links_below(path: Path) -> Iterator[Path]:
    """Yield a path, and every link below it; what is no link lies where its folder lies."""
    yield path
    # A folder that is a link is not walked: it stays inside, where its content is looked at by itself. One that may not
    # be looked into is passed over, as what is no folder: whoever opens its files learns of it.
    for folder, inner, files in os.walk(path):
        yield from (entry for name in (*inner, *files) if (entry := Path(folder, name)).is_symlink())


def _resolved(path: Path) -> Path:
    try:
        # A circle of links leads nowhere, and is no way out: whoever opens it learns of it.
        return Path(os.path.realpath(path))
    except OSError:
        return Path("/")
