"""Judging a submission against a reference, in two halves that may run in different processes.

*Collecting* looks at what one execution left behind and takes away the little a validator needs: a value, some
variables, what changed, a function's outputs on test inputs. *Judging* compares two such collections. The reference is
collected in the same way as a submission, so judging is symmetric and never touches a session's own state. Whoever
collects a submission is told what a validator asks for, and nothing of what is right.

This package runs inside the sandbox: standard library, numpy and pandas only (scikit-learn and scipy if present).
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, Self

Correct = Literal["yes", "partial", "no"]
Change = Literal["added", "updated", "replaced", "deleted"]
# Values of these literals travel between processes and stand in result files.
MismatchKind = Literal["", "shape", "dtype", "columns", "value", "type"]
"""What differs, as far as DSEval has a sub-verdict for it; empty where it has none."""
PartialReason = Literal["part", "inferred", "source"]
"""Why something is only partly right: a part of what was given matches, the value was printed or assigned instead of
returned, or the answer is written out in the source."""
Dialect = Literal["dseval", "strict"]
"""Whose rules: DSEval's with all that is odd about them, or those with its bugs mended."""


class Difference(NamedTuple):
    """One place where two values differ, as short text."""

    place: str
    """For example ``shape``, ``columns``, ``dtype of 'price'``, ``row 3, 'price'``."""
    reference: str
    submission: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a validator says of a submission, and what that rests on.

    `parts` are the verdicts an `and`, an `or` or a check of several variables is made of; `reason` is empty then.
    """

    correct: Correct
    category: str
    reason: str = ""
    parts: tuple["Verdict", ...] = ()
    subject: str = ""
    """The variable it is about, where it is about one of several."""
    kind: MismatchKind = ""
    """For a no."""
    how: tuple[PartialReason, ...] = ()
    """For a partial."""
    errors: tuple[str, ...] = ()
    """For a crash: the exceptions that its traceback shows, causes first, each once, as Python heads their lines.

    ``KeyError:`` with a message, ``KeyError`` without one, ``json.decoder.JSONDecodeError:`` by its module, and
    ``| ValueError:`` as a member of an exception group or a group itself.
    """
    differences: tuple[Difference, ...] = ()
    """The first few places that differ."""


class TimeLimitError(TimeoutError):
    """The harness ended the code because it took too long."""


@dataclass(frozen=True, slots=True)
class Execution:
    """What one execution of one cell left behind, as the process that ran it sees it."""

    source: str
    value: Any
    """The value of the last expression; None where there is none."""
    stream: str
    error: BaseException | None
    error_text: str
    """The traceback's text; empty without an error."""
    namespace: dict[str, Any]
    """The session's own; collecting must not change it."""
    changes: Mapping[str, Change]
    """What the cell did to the names of the session."""
    figures: Sequence[Any] = ()
    """Those that the cell showed or left open: matplotlib's own, or what was seen of them as they were shown."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Stands for a variable or function that the session does not have."""

    name: str


@dataclass(frozen=True, slots=True)
class Opaque:
    """Stands for a value that cannot travel between processes: a function, a generator, an open file.

    Two of them never match, unless only the type is asked for.
    """

    type_name: str
    """Module and qualified name, as `type_name` gives it."""
    text: str = ""
    """What a person may want to see of it."""

    @property
    def comparable(self) -> bool:
        """Whether it may match another."""
        return False


def type_name(value: object) -> str:
    """Return the dotted name of a value's type; of the original, when an `Opaque` stands for it."""
    if isinstance(value, Opaque):
        return value.type_name
    kind = type(value)
    # With its module, because classes of two libraries may share a name.
    name = f"{kind.__module__}.{kind.__qualname__}"
    return f"{name} by name alone" if _is_impostor(kind) else name


def _is_impostor(kind: type) -> bool:
    """Say whether a class bears the name under which a module has another one, as any class may call itself."""
    if kind.__module__ == "__main__":
        return False
    holder: Any = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        holder = getattr(holder, part, None)
    # What stands under the name may be nothing, as for classes made in functions, or no class.
    return isinstance(holder, type) and holder is not kind


@dataclass(frozen=True, slots=True)
class Recipe:
    """A value that a submission's process is given, and the text that makes it there where it cannot travel."""

    value: Any
    text: Any


@dataclass(frozen=True, slots=True)
class CollectedItems:
    """What collecting gives for one validator: plain values that can be pickled, by item name."""

    items: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Recipe] = field(default_factory=dict)
    """What a reference's functions were given, for `Validator.disclose` alone: it is judged by nobody."""


class Validator(Protocol):
    """One way of judging; the options are a problem's, as YAML gave them."""

    alias: ClassVar[str]

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take away what judging needs; `disclosed` is what `disclose` gave, and None for the reference itself."""

    def disclose(self, reference: CollectedItems) -> CollectedItems:
        """Return what has to be known of the reference to collect a submission, most often nothing.

        It is sent to the process that ran the submission, whose code can read it and give it back as its own.
        """

    def collecting_options(self) -> object:
        """Return the configuration of a validator that collects as this one does and knows nothing else.

        It is all that the process of a submission is given: names, inputs, no flag, tolerance or expected value.
        """

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare. Never raises for what a submission did; raises ValidatorError for a broken reference or option."""


class ConfiguredValidator(Validator, Protocol):
    """A validator that a block may name: what the `VALIDATOR` of a module in `authoring.validators.checks` offers."""

    paper_name: ClassVar[str]
    """Its name in the paper's Table 7; empty where the paper has none."""

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator that a block's configuration describes.

        Raises:
            ValidatorError: for options that are unknown, missing or of the wrong type.
        """


class DisclosesNothing:
    """A validator that needs to know nothing of the reference, nor any option, to collect a submission."""

    # Without slots here, the slotted classes that inherit it would have a dictionary after all.
    __slots__ = ()

    def disclose(self, reference: CollectedItems) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Disclose nothing."""
        return CollectedItems()

    def collecting_options(self) -> object:
        """Collect without options; a validator whose collecting needs some returns those."""
        return None


class ValidatorError(Exception):
    """The validator block or the reference is at fault, not the submission."""
