"""Bounds: whether a value that is equal to a bound belongs to what "between", "from … to" or "over" takes in."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from authoring.dseal.analysis.question_reading import read_question
from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 40
FIRST_EXPONENT = 1e5
"""From here on the shortest form of a number may have an exponent, which no question writes."""
SETTLED = words(
    r"inclusive\w*|exclusive\w*|including|excluding|include[sd]?|exclude[sd]?|strict\w*|or equal|equals?|bounds?|ends?|"
    r"or (?:more|less|fewer|older|younger|higher|lower|later|earlier|above|below|over|under|greater|up)|"
    r"at (?:least|most)|no (?:more|less|fewer) than|not (?:more|less) than",
    "边界|包含|包括|不含|不包|含|至少|至多|不超过|不低于|不少于|不大于|不小于|等于",
)
_IN, _IN_CHINESE = "Bounds belong to what is asked for.", "包含边界值。"
_OUT, _OUT_CHINESE = "Bounds do not belong to what is asked for.", "不含边界值。"
INCLUSIVE = Choice(
    "bounds", "takes in values that are equal to a bound", "leaves them out", _IN, _OUT, _IN_CHINESE, _OUT_CHINESE
)  # fmt: skip
EXCLUSIVE = Choice(
    "bounds", "leaves out values that are equal to a bound", "takes them in", _OUT, _IN, _OUT_CHINESE, _IN_CHINESE
)  # fmt: skip
SAID = Choice(
    "said-bounds", INCLUSIVE.taken, INCLUSIVE.other,
    "Have the reference compare as the question says, with `>` or `<`.", _IN,
    "使参考代码照问题所说比较:用 `>` 或 `<`。", _IN_CHINESE,
    tells=False,
)  # fmt: skip
"""The question does say it, and the reference does something else on these data."""
_SIGNS: dict[type[ast.cmpop], str] = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<="}
_METHODS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
_NAMES = {sign: name for name, sign in _METHODS.items()}
_OTHER = {">": ">=", ">=": ">", "<": "<=", "<=": "<"}
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Words around a bound, and the comparisons that most people read into them and that some do."""

    pattern: str
    """A regular expression, in which BOUND stands for the bound."""
    customary: str
    """The customary sign."""
    is_doubtful: bool = False
    """Whether many read it the other way, so that the customary sign is worth a note."""

    def match(self, bound: str, question: str) -> str:
        """Return the words of a question around a bound, which is a regular expression; empty where there are none."""
        match = re.search(self.pattern.replace("BOUND", f"(?:{bound})"), question, re.IGNORECASE)
        return match[0] if match else ""


_GAP = r"(?:[^\d.;。]{0,12}?)"
"""What may stand between a word and its bound, such as a sign of money or "the age of"."""
_ALONE = r"(?<!and )(?<!or )(?<!not )(?<!n't )\b"
"""Before "after": no "in or", which has the bound itself belong to it."""
_OF_AGE = r"(?:the (?:age|year) (?:of )?)?[$€£]?"
_PHRASES = (
    _Phrase(r"\bbetween " + _GAP + r"BOUND(?!\d)", ">=", is_doubtful=True),
    _Phrase(r"\bbetween [^.;]{1,25}? and " + _GAP + r"BOUND(?!\d)", "<=", is_doubtful=True),
    _Phrase(r"\bfrom " + _GAP + r"BOUND(?!\d)[^.;]{0,12}? (?:to|through|until) ", ">="),
    _Phrase(r"\bfrom [^.;]{1,25}? (?:to|through) " + _GAP + r"BOUND(?!\d)", "<="),
    _Phrase(rf"{_ALONE}(?:over|above|exceed\w*|beyond|after|later than) {_OF_AGE}BOUND(?![\d%])(?! or)", ">"),
    _Phrase(rf"{_ALONE}(?:under|below|before|earlier than|prior to) {_OF_AGE}BOUND(?![\d%])(?! or)", "<"),
    _Phrase(r"\b(?:since|starting (?:in|from)) " + _GAP + r"BOUND(?!\d)", ">="),
    _Phrase(r"\b(?:up to|until|through|within) " + _GAP + r"BOUND(?!\d)", "<="),
    _Phrase(r"[在介于从]{1,2}\s*BOUND(?!\d)[^,。;,]{0,6}?(?:到|至|和|与)", ">="),
    _Phrase(r"[在介于从]{1,2}[^,。;,]{1,12}?(?:到|至|和|与)\s*BOUND(?!\d)", "<="),
    _Phrase(r"(?:超过|高于|多于|晚于)\s*BOUND(?!\d)", ">"),
    _Phrase(r"(?<!\d)BOUND\s*[年月日号]?之后", ">"),
    _Phrase(r"(?<!\d)BOUND\s*[年月日号]?之前", "<"),
    _Phrase(r"(?:低于|少于|不足|不到|早于)\s*BOUND(?!\d)", "<"),
    _Phrase(r"(?<!\d)BOUND[^\d,。,]{0,3}以上", ">="),
    _Phrase(r"(?<!\d)BOUND[^\d,。,]{0,3}以下", "<="),
)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A comparison with a constant, and how the other one is written."""

    sign: str
    """As if the constant stood on the right."""
    edit: Edit
    is_customary: bool
    is_doubtful: bool
    phrase: str = ""
    """The words that say outright that the bound does not belong to it, where the reference takes it in."""


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice at the bounds of which the question speaks in words that are read in two ways.

    Where the reference reads one of them as few do, the choice is that one; where it reads all as most do, only
    "between" is doubtful enough to be told. A reference that contradicts "after" or "over" leaves nothing open: that
    is said, unless the words and the sign alone say it (DS642).
    """
    if SETTLED.search(question):
        return
    bounds = [bound for node in code.nodes for bound in _bounds(code, node, question)]
    contradicted = [bound for bound in bounds if bound.phrase]
    if contradicted and not (len(contradicted) == len(bounds) == 1 and _is_plain(contradicted[0], question)):
        quoted = ", ".join(f"“{bound.phrase}”" for bound in contradicted)
        choice = replace(SAID, settles=f"{SAID.settles.rstrip('.')}: it says {quoted}.")
        yield OpenChoice(choice, tuple(bound.edit for bound in contradicted), is_customary=False)
    uncustomary = [bound for bound in bounds if not bound.is_customary and not bound.phrase]
    doubtful = [bound for bound in bounds if bound.is_customary and bound.is_doubtful]
    for group, is_customary in ((uncustomary, False), (doubtful, True)):
        for is_open in (True, False):
            edits = tuple(bound.edit for bound in group if ("=" in bound.sign) is is_open)
            if edits:
                yield OpenChoice(INCLUSIVE if is_open else EXCLUSIVE, edits, is_customary=is_customary)
    if re.search(r"\bbetween\b|之间|介于", question, re.IGNORECASE):
        yield from _betweens(code)


def _bounds(code: Code, node: ast.AST, question: str) -> Iterator[_Bound]:
    for sign, bound, edit in _comparisons(code, node):
        spelled = _spelled(bound)
        # A number may stand in the question twice: only where no phrase takes the reference's side, it is accused.
        said = [
            phrase
            for phrase in _PHRASES
            if phrase.customary[0] == sign[0] and spelled
            if phrase.match(spelled, question)
        ]
        if said:
            sided = [phrase for phrase in said if phrase.customary == sign]
            outright = "" if sided or "=" in said[0].customary else said[0].match(spelled, question)
            yield _Bound(sign, edit, bool(sided), any(phrase.is_doubtful for phrase in sided), outright)


def _is_plain(bound: _Bound, question: str) -> bool:
    """Return whether the words of a contradiction stand once in the question, with a number in digits or words."""
    comparisons = read_question(question).comparisons
    phrases = [comparison for comparison in comparisons if comparison.phrase.casefold() in bound.phrase.casefold()]
    return (
        len(phrases) == 1
        and _OTHER[phrases[0].operator] == bound.sign
        and sum(bool(comparison.thresholds & phrases[0].thresholds) for comparison in comparisons) == 1
    )


def _comparisons(code: Code, node: ast.AST) -> Iterator[tuple[str, object, Edit]]:
    """Yield the sign of a comparison with a constant, the constant, and the edit that takes the other sign."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _SIGNS:
            written = _SIGNS[type(operator)]
            other = _OTHER[written]
            constants = [(right, written), (left, _TURNED[written])]
            for constant, sign in constants:
                bound = _constant(constant)
                if bound is not None:
                    for edit in code.between(left, right, written, other, f"`{other}` stands for `{written}`"):
                        yield sign, bound, edit
                    return
        case ast.Call(func=ast.Attribute(attr=name) as function, args=[argument]) if name in _METHODS:
            bound = _constant(argument)
            if bound is not None:
                other = _NAMES[_OTHER[_METHODS[name]]]
                yield _METHODS[name], bound, code.rename(function, other, f"`{other}` stands for `{name}`")


def _constant(node: ast.expr) -> object:
    match node:
        case ast.Constant(value=int() | float() | str() as value) if not isinstance(value, bool):
            return value
        case ast.Call(func=ast.Attribute(attr="Timestamp" | "to_datetime"), args=[ast.Constant(value=str() as value)]):
            return value
    return None


def _spelled(bound: object) -> str:
    """Return a regular expression of the ways in which a question writes a bound; empty for what is no bound."""
    if isinstance(bound, str):
        return re.escape(bound) if re.search(r"\d", bound) else ""
    if not isinstance(bound, int | float):
        return ""
    shortest = f"{bound:g}" if abs(bound) < FIRST_EXPONENT else f"{bound:.0f}"
    spellings = {shortest, str(bound), f"{bound:,}"}
    if isinstance(bound, float) and bound.is_integer():
        spellings |= {str(int(bound)), f"{int(bound):,}"}
    return "|".join(re.escape(spelling) + r"(?:\.0)?(?!\.?\d)" for spelling in sorted(spellings))


def _betweens(code: Code) -> Iterator[OpenChoice]:
    """Yield the choice of `between`, whose bounds belong to it unless the code says otherwise."""
    for node in code.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "between":
            inclusive = keyword_of(node, "inclusive")
            if inclusive is None:
                edit = code.add_argument(node, 'inclusive="neither"', INCLUSIVE.other)
                yield OpenChoice(INCLUSIVE, (edit,), is_customary=True)
            elif isinstance(inclusive, ast.Constant) and inclusive.value != "both":
                edit = code.replace(inclusive, '"both"', EXCLUSIVE.other)
                yield OpenChoice(EXCLUSIVE, (edit,), is_customary=False)
