"""Reading and writing guides/lessons.md."""

from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.lesson import Lessons, read_lessons_text
from authoring.workspace.files import read_text, write_file

EMPTY = """\
# Lessons

Rules that came out of reviews. Whoever drafts is told them. `authoring learn` proposes rules from reviewers' comments,
and a person accepts, edits or refuses each; text may be edited here as well. Numbers stay with their rules.
"""


def lessons_path(root: Path) -> Path:
    """Return where the lessons of a workspace stand, or will stand."""
    return root / "guides" / "lessons.md"


def read_lessons(root: Path) -> Lessons:
    """Return the lessons of a workspace; a page without rules where there is none.

    Raises:
        WorkspaceError: the page cannot be read, or is not in order.
    """
    path = lessons_path(root)
    return read_lessons_text(read_text(path) if path.is_file() else EMPTY, path=str(path))


def write_lessons(root: Path, lessons: Lessons, *, before: Lessons) -> Path:
    """Write the lessons of a workspace, whole or not at all; return where they stand.

    Args:
        root: of the workspace.
        lessons: the new page; it is read once more before it is written.
        before: the page that the new one was made from.

    Raises:
        WorkspaceError: the page is not in order, or somebody changed it since it was read.
    """
    path = lessons_path(root)
    read_lessons_text(lessons.text, path=str(path))
    if read_lessons(root).text != before.text:
        raise WorkspaceError(f"{path}: was changed meanwhile", hint="run the command again")
    write_file(path, lessons.text.encode())
    return path
