"""What a workspace tells a model: its guides with their lessons, its prompts, and a seed's reference notebook."""

from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.lesson import Lessons, read_lessons_text, render_lessons
from authoring.records.sketch import Guide
from authoring.workspace.files import read_text, write_file
from authoring.workspace.regular_file import is_present
from authoring.workspace.unfinished import locked

NOTEBOOKS = ("reference.ipynb", "reference.md")


def read_guides(root: Path) -> tuple[Guide, ...]:
    """Return the pages of guides/, sorted by name; the page of lessons as `render_lessons` gives it to a drafter.

    Raises:
        WorkspaceError: one cannot be read, or the page of lessons is not in order.
    """
    lessons = render_lessons(read_lessons(root))
    pages = _pages(root, root / "guides")
    # A drafter gets the rules alone: their sources cost tokens and help no model.
    return tuple(page.model_copy(update={"text": lessons}) if page.name == "lessons" else page for page in pages)


def read_prompts(root: Path) -> tuple[Guide, ...]:
    """Return the prompts of templates/prompts/, sorted by name.

    Raises:
        WorkspaceError: one cannot be read.
    """
    return _pages(root, root / "templates" / "prompts")


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


def read_guide(root: Path, name: str) -> Guide:
    """Return one page of guides/.

    Raises:
        WorkspaceError: it is missing, or cannot be read.
    """
    for page in _pages(root, root / "guides"):
        if page.name == name:
            return page
    raise WorkspaceError(
        f"guides/{name}.md is missing", hint="restore what comes with the toolkit with: authoring init ."
    )


def read_judge_prompt(root: Path, name: str) -> Guide:
    """Return one page of templates/prompts/judges/.

    Raises:
        WorkspaceError: it is missing, or cannot be read.
    """
    for page in _pages(root, root / "templates" / "prompts" / "judges"):
        if page.name == name:
            return page
    raise WorkspaceError(
        f"templates/prompts/judges/{name}.md is missing: a model cannot judge without",
        hint="restore what comes with the toolkit with: authoring init .",
    )


def read_blind_prompt(root: Path) -> Guide:
    """Return the page of templates/prompts/solvers/blind/ that ends a question to whoever does not have the data.

    Raises:
        WorkspaceError: it is missing, or cannot be read.
    """
    for page in _pages(root, root / "templates" / "prompts" / "solvers" / "blind"):
        if page.name == "question":
            return page.model_copy(update={"name": f"blind/{page.name}"})
    raise WorkspaceError(
        "templates/prompts/solvers/blind/question.md is missing: a solver cannot be asked without the data",
        hint="restore what comes with the toolkit with: authoring init ., or say --no-blind",
    )


def read_solver_prompts(root: Path, kind: str = "") -> tuple[Guide, ...]:
    """Return the prompts of templates/prompts/solvers/, sorted by name.

    Args:
        root: the workspace.
        kind: a solver with a folder of its own there, whose pages follow as ``KIND/NAME``; other solvers' are left out,
            so that a change of theirs makes no other solver of this one.

    Raises:
        WorkspaceError: there are none, or one cannot be read.
    """
    folder = root / "templates" / "prompts" / "solvers"
    pages = _pages(root, folder)
    if not pages:
        raise WorkspaceError(
            "templates/prompts/solvers is missing or empty: a solver cannot ask a model without",
            hint="restore what comes with the toolkit with: authoring init .",
        )
    own = sorted((*(folder / kind).glob("*.md"), *(folder / kind).glob("*.yaml"))) if kind else []
    return (*pages, *(Guide(name=f"{kind}/{path.stem}", text=read_text(path, inside=root)) for path in own))


def read_notebook(root: Path, seed: str) -> str:
    """Return the text of a seed's reference notebook; empty where it has none.

    Raises:
        WorkspaceError: it cannot be read.
    """
    candidates = (root / "seeds" / seed / name for name in NOTEBOOKS)
    path = next((path for path in candidates if is_present(path)), None)
    return read_text(path, inside=root / "seeds" / seed) if path else ""


def _pages(root: Path, folder: Path) -> tuple[Guide, ...]:
    return tuple(Guide(name=path.stem, text=read_text(path, inside=root)) for path in sorted(folder.glob("*.md")))


EMPTY_LESSONS = """\
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
    return read_lessons_text(read_text(path, inside=root) if is_present(path) else EMPTY_LESSONS, path=str(path))


def write_lessons(root: Path, lessons: Lessons, *, before: Lessons) -> Path:
    """Write the lessons of a workspace, which were made from the page `before`; return where they stand.

    Raises:
        WorkspaceError: the page is not in order, or somebody changed it since it was read.
    """
    path = lessons_path(root)
    # Read back first, so that a page that nobody could read again is never written.
    read_lessons_text(lessons.text, path=str(path))
    with locked(path):
        # Somebody may have edited the page while a person decided about the proposals.
        if read_lessons(root).text != before.text:
            raise WorkspaceError(f"{path}: was changed meanwhile", hint="run the command again")
        write_file(path, lessons.text.encode())
    return path
