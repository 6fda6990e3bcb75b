"""What stops a command.

A finding about a draft is a value (`authoring.dseal.Diagnostic`); an error here means that the command cannot go on.
Each class has its own exit code, and each message is followed by a hint that says what to do::

    AuthoringError          1
    ├── UsageError          2   the arguments do not fit together
    ├── WorkspaceError      3   a file or folder of the workspace is missing, broken or in the way
    ├── SeedError           4   a table cannot be read or may not be used
    ├── TemplateError       5   a problem-set template is broken
    ├── DraftError          6   no draft can be made from this seed
    ├── SandboxError        7   the sandbox itself failed; never said of the code that ran in it
    ├── JournalError        8   a journal belongs to other settings, or is in use by another process
    ├── ExportError         9   a target format cannot say what a problem set says
    ├── BenchmarkError     10   a benchmark to be evaluated is missing, or its manifest cannot be read
    ├── ResultsError       11   a file of submissions or results is not what it should be
    ├── PackagesError      12   an environment cannot be locked, made or removed
    ├── ModelError         13   a language model gave no usable reply
    ├── BudgetError        14   the next call would exceed the budget; it was not made
    └── TrustError         15   something that a stranger may have written needs a person's leave, and nobody gave it
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def nearest_hint(word: str, names: Iterable[str], otherwise: str) -> str:
    """Return the hint for a name that nobody knows: the known one that is most like it, else other words."""
    close = get_close_matches(word, list(names), n=1)
    return f"did you mean {close[0]}?" if close else otherwise


class AuthoringError(Exception):
    """A problem that a person can act on.

    Attributes:
        message: what was wrong and where.
        hint: what to do about it; may be empty.
        exit_code: the exit status of the command.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(AuthoringError):
    """The arguments do not fit together."""

    exit_code = 2


class WorkspaceError(AuthoringError):
    """A file or folder of the workspace is missing, broken or in the way."""

    exit_code = 3


class SeedError(AuthoringError):
    """A table cannot be read or may not be used."""

    exit_code = 4


class TemplateError(AuthoringError):
    """A problem-set template is broken."""

    exit_code = 5


class DraftError(AuthoringError):
    """No draft can be made from this seed."""

    exit_code = 6


class SandboxError(AuthoringError):
    """The sandbox itself failed; never said of the code that ran in it."""

    exit_code = 7


class JournalError(AuthoringError):
    """A journal belongs to other settings, or is in use by another process."""

    exit_code = 8


class ExportError(AuthoringError):
    """A target format cannot say what a problem set says."""

    exit_code = 9


class BenchmarkError(AuthoringError):
    """A benchmark to be evaluated is missing, or its manifest cannot be read."""

    exit_code = 10


class ResultsError(AuthoringError):
    """A file of submissions or results is not what it should be."""

    exit_code = 11


class PackagesError(AuthoringError):
    """An environment cannot be locked, made or removed."""

    exit_code = 12


class ModelError(AuthoringError):
    """A language model gave no usable reply."""

    exit_code = 13


class BudgetError(AuthoringError):
    """The next call would exceed the budget; it was not made."""

    exit_code = 14


class TrustError(AuthoringError):
    """Something that a stranger may have written needs a person's leave, and nobody gave it.

    Attributes:
        root: the folder that the leave is for.
        claims: hash and text of everything that needs it.
    """

    exit_code = 15

    def __init__(self, message: str, *, hint: str, root: str, claims: Sequence[tuple[str, str]]) -> None:
        super().__init__(message, hint=hint)
        self.root = root
        self.claims = tuple(claims)
