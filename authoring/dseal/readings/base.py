"""What all kinds of readings share: a choice with the words that settle it, and the code that makes the other one."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from authoring.dseal.mutation.base import Code, Edit


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a reference makes and that its question may leave open."""

    kind: str
    """What the choice is about, in kebab case: ``ddof``, ``ties``."""
    taken: str
    """What the reference does, in words."""
    other: str
    """What the other reading does, in words."""
    settles: str
    """The sentence that settles the choice as the reference makes it."""
    settles_other: str
    """The sentence that settles it the other way."""
    settles_chinese: str
    """The first sentence for a question in Chinese."""
    settles_other_chinese: str
    """The second sentence for a question in Chinese."""
    tells: bool = True
    """Whether the first sentence may stand in a question as it is; else it says what an author has to decide."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice as it stands in one reference, with the edits that make the other one throughout."""

    choice: Choice
    edits: tuple[Edit, ...]
    is_customary: bool
    """Whether most people of the field read the question as the reference does."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A reference that makes the other choice."""

    choice: Choice
    code: str
    is_customary: bool


class ReadingKind(Protocol):
    """What the module of a kind of reading offers."""

    RANK: int
    """Its place among the kinds: low for choices that experts find often. Of two equal readings the first stays."""

    def open_choices(self, code: Code, question: str, /) -> Iterator[OpenChoice]:
        """Give the choices that the code makes and the question does not settle."""


@dataclass(frozen=True, slots=True)
class Rounding:
    """A call that rounds to numbers of decimals that are written out."""

    rounded: ast.expr
    decimals: int
    column: str = ""
    """The only column of a table that it rounds; empty where it rounds all that there is."""

    @classmethod
    def of(cls, call: ast.Call) -> "Rounding | None":
        """Return what a call rounds; None where it does something else."""
        match call:
            case ast.Call(
                func=ast.Name(id="round") | ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="round"),
                args=[rounded, ast.Constant(value=int(decimals))],
            ):
                return cls(rounded, decimals)
            case ast.Call(func=ast.Attribute(value=rounded, attr="round"), args=[ast.Constant(value=int(decimals))]):
                return cls(rounded, decimals)
            case ast.Call(
                func=ast.Attribute(value=rounded, attr="round"),
                args=[ast.Dict(keys=[ast.Constant(value=str(column))], values=[ast.Constant(value=int(decimals))])],
            ):
                return cls(rounded, decimals, column)
            case _:
                return None

    def otherwise(self, code: Code, of_part: str, of_number: str) -> str:
        """Return code that rounds by other functions.

        Args:
            code: the code in which the call stands.
            of_part: the function for each number of a column or a table, as an expression.
            of_number: that for a number by itself.
        """
        if self.column:
            name = repr(self.column)
            turned = f"(lambda value: value.assign(**{{{name}: value[{name}].map({of_part})}}))"
        else:
            turned = f'(lambda value: value.map({of_part}) if hasattr(value, "map") else {of_number}(value))'
        return f"{turned}({code.source(self.rounded)})"


def rounded_otherwise(code: Code, functions: Callable[[int], tuple[str, str]], description: str) -> tuple[Edit, ...]:
    """Return the edits by which calls that round to written decimals round by other functions.

    Args:
        code: the code.
        functions: returns for a number of decimals the functions that `Rounding.otherwise` takes.
        description: of each edit, in words.
    """
    calls = [(node, Rounding.of(node)) for node in code.nodes if isinstance(node, ast.Call)]
    return tuple(
        code.replace(node, rounding.otherwise(code, *functions(rounding.decimals)), description)
        for node, rounding in calls
        if rounding is not None
    )


def words(english: str, chinese: str) -> re.Pattern[str]:
    """Return a pattern of English words, which stand alone, and of Chinese ones, which stand anywhere."""
    return re.compile(rf"(?<![a-z])(?:{english})(?![a-z])|{chinese}", re.IGNORECASE)


MISSING = words(
    r"missing|nulls?|nans?|n/a|none|unknown|unrecorded|recorded|known|valid|available|non-?null|empty|blanks?|"
    r"dropna|fill\w*|imput\w*|nonmissing|not given|are given|is given|undefined|specified|reported|"
    r"with(?:out)? (?:a )?values?|ha(?:ve|s) (?:a )?values?|ha(?:ve|s) no|without an?|"
    r"(?:rated|measured|answered|given) at all|(?:that|which|who) ha(?:ve|s) an? `|complete|"
    r"(?:that|which|who) (?:do |really |actually )?have (?:one|it|both|them|all(?: of them)?|all (?:two|three|four))"
    r"(?= *(?:[,.;:?!)]|$))|with (?:both|all (?:two|three|four))(?: of them)?(?= *(?:[,.;:?!)]|$))|"
    r"(?:both|all|either|neither|it|they|one)(?: of (?:them|these|the \w+))?(?: \w+| `[^`]+`){0,2} (?:is|are|was|were) "
    r"(?:not )?(?:present|there|filled in|entered|on record|on file|at hand|noted)",
    "缺失|空值|空白|未知|已知|填充|有效|非空|有值|(?:都|均|皆)有",
)
"""Words by which a question says something of missing values."""


_OF_TIES = (
    r"ties?|tied|tie-?break\w*|any one of|whichever|arbitrar\w*|stable|break(?:ing)? (?:them|equal\w*)|"
    r"(?:original|given|same|existing|table'?s?|row|file|input|data(?:set)?'?s?|their) order|any order|"
    r"order (?:of|in) (?:\w+ ){0,2}(?:appear\w*|occur\w*|table|data\w*|rows?|file|input|index)|appears? first|"
    r"comes? first in|the (?:first|last) in (?:the )?(?:alphabet\w*|lexico\w*)|"
    r"first (?:one|to appear|in the (?:table|data\w*|file))|by index|"
    r"mode\(\)\[0\]|nlargest|nsmallest|idxmax|idxmin|argmax|argmin"
)
_OF_EQUALS = (
    r"(?:equal(?:s|ly|ity)?(?! to)|the same|identical|several|multiple|more than one|two or more)\b[^.\n]{0,80}\b"
    r"(?:alphabet\w*|lexicograph\w*|first|last|order\w*|earli\w*|latest|small\w*|low\w*|high\w*|larg\w*|any|all|both|"
    r"each|sort\w*|return|give|take|pick|keep|choose|report)|"
    # "..., the lowest first, equal ones by year".
    r"(?:(?:equal|same|identical)(?: (?!to\b)\w+)?|(?:of|with|by|in) the same \w+),?(?: then)? "
    r"by (?:the |their |its )?`?\w+"
)
TIES = words(f"{_OF_TIES}|{_OF_EQUALS}", "并列|相同|相等|任意|任选|首个|字母顺序|最先|原有?顺序|出现顺序|先出现")
"""Words by which a question says what happens to equal rows; other words of an order say what is ordered."""


def edited(code: Code, edits: Sequence[Edit]) -> str:
    """Return the text after edits; of edits that overlap, the outermost are made."""
    text, front = code.text, len(code.text) + 1
    # From the end on, so that the offsets of those before stay true.
    outer = [edit for edit in edits if not any(_is_within(edit, other) for other in edits if other is not edit)]
    for edit in sorted(outer, key=lambda edit: (-edit.end, -edit.start)):
        if edit.end <= front:
            text = text[: edit.start] + edit.text + text[edit.end :]
            front = edit.start
    return text


def _is_within(edit: Edit, other: Edit) -> bool:
    return (other.start, other.end) != (edit.start, edit.end) and other.start <= edit.start and edit.end <= other.end
