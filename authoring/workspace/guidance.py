"""What a workspace tells a model: its guides, its prompts, and a seed's reference notebook."""

from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.lesson import told
from authoring.records.sketch import Guide
from authoring.workspace.files import read_text
from authoring.workspace.lessons import read_lessons

NOTEBOOKS = ("reference.ipynb", "reference.md")


def read_guides(root: Path) -> tuple[Guide, ...]:
    """Return the pages of guides/, sorted by name; of the lessons, what a drafter is told.

    Raises:
        WorkspaceError: one cannot be read, or the page of lessons is not in order.
    """
    lessons = told(read_lessons(root))
    pages = _pages(root / "guides")
    return tuple(page.model_copy(update={"text": lessons}) if page.name == "lessons" else page for page in pages)


def read_prompts(root: Path) -> tuple[Guide, ...]:
    """Return the prompts of templates/prompts/, sorted by name.

    Raises:
        WorkspaceError: one cannot be read.
    """
    return _pages(root / "templates" / "prompts")


def read_prompt(root: Path, name: str) -> Guide:
    """Return one page of templates/prompts/.

    Raises:
        WorkspaceError: it is missing, or cannot be read.
    """
    for page in read_prompts(root):
        if page.name == name:
            return page
    raise WorkspaceError(
        f"templates/prompts/{name}.md is missing: a model cannot be asked without",
        hint="restore what comes with the toolkit with: authoring init .",
    )


def read_notebook(root: Path, seed: str) -> str:
    """Return the text of a seed's reference notebook; empty where it has none.

    Raises:
        WorkspaceError: it cannot be read.
    """
    found = (root / "seeds" / seed / name for name in NOTEBOOKS)
    path = next((path for path in found if path.is_file()), None)
    return read_text(path) if path else ""


def _pages(folder: Path) -> tuple[Guide, ...]:
    return tuple(Guide(name=path.stem, text=read_text(path)) for path in sorted(folder.glob("*.md")))
