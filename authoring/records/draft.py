"""A problem set on its way to admission: templates, examples, revisions and where each problem comes from."""

from typing import Literal

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Name, Record, sha256_of


class Template(Record):
    """One problem-set template, as text; parsed by the template drafter."""

    name: Name
    text: str


class Example(Record):
    """An admitted problem set, offered to a drafter as a model of what is wanted."""

    name: Name
    text: str


class ProblemOrigin(Record):
    """Where one problem of a draft came from."""

    origin: str
    """``template:NAME``, ``model:NAME``, ``person`` or ``context``."""
    knowledge: tuple[str, ...] = ()
    """Knowledge points, for example ``missing values``."""
    level: Literal["easy", "medium", "hard"] | None = None


class DraftingInputs(Record):
    """The model, guides, prompts and examples that a draft was made with; empty for templates.

    Yields are compared by them later.
    """

    model: str = ""
    guides: tuple[tuple[str, str], ...] = ()
    """Name and version of every guide."""
    prompts: tuple[tuple[str, str], ...] = ()
    examples: tuple[Name, ...] = ()


class Draft(Record):
    """A problem set that is not admitted yet. Every change makes a new revision; none is lost."""

    name: Name
    seed: Name
    revision: int
    """From 1."""
    text: str
    origins: tuple[ProblemOrigin, ...]
    """One per problem, in order; empty when a person's edit changed the number of problems and nothing is known."""
    made_with: DraftingInputs = DraftingInputs()
    came_from: str = ""
    """The hash of the draft that a model made this one from; empty where nobody or a person did."""
    mended: tuple[Diagnostic, ...] = ()
    """What had to be repaired in the reply of a model to read it, and what of it could not be used."""

    @property
    def sha256(self) -> str:
        """The identity of the exact text."""
        return sha256_of(self.text)
