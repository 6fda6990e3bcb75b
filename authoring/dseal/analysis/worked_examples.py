"""Worked examples of questions: calls, or arguments, of which a question says what they give.

``for example `f(3)` gives 9``, ``e.g. `[1, 2]` -> 3``, a session of Python with ``>>>``; in English and Chinese. What
is no literal beside a call of the function that is asked for is no example: prose is passed over.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.dseal.python_code import expression_of, parse_code

MOST_EXAMPLES = 6
"""Examples of a question that are read."""
LONGEST = 400
"""Characters of a call or of what it gives."""
MAX_QUESTION = 20_000


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """What a question shows of a function."""

    call: str
    """An expression that calls the function."""
    output: str
    """The literal that the question says it gives."""


_OPENING = {"(": ")", "[": "]", "{": "}"}
_GIVES = re.compile(
    r"\s*`{0,2}\s*(?:,|;|:)?\s*(?:(?:it|this|the function|which|that|and|so|then)\s+)?"
    r"(?:->|=>|→|⇒|==|=(?!=)|≡|"
    r"(?:must |should |will |would |has to |needs to |shall )?(?:gives?|returns?|is|equals?|yields?|produces?|becomes?|"
    r"evaluates? to|be|results? in|outputs?)\b(?: equal to| back)?|"
    r"(?:应当?|应该|会|将)?(?:返回|得到|等于|给出|变为|输出|结果(?:是|为)|[是为得]))"
    r"\s*(?:[:\uff1a]\s*)?`{0,2}\s*",
    re.IGNORECASE,
)
"""What stands between a call and what it gives."""
_SHOWS = re.compile(
    r"\b(?:e\.g\.|for example|for instance|examples?\b|given\b|the input|inputs?\s*:)|例如|比如|譬如|示例|举例|输入",
    re.IGNORECASE,
)
"""Words before the arguments of an example without a call."""
_ARROW = re.compile(
    r"\s*`{0,2}\s*(?:,|;)?\s*(?:(?:it|this|the function)\s+)?"
    r"(?:->|=>|→|⇒|\*{0,2}outputs?\s*:\*{0,2}|(?:must |should |will |would )?(?:gives?|returns?|yields?|becomes?|"
    r"results? in)\b|输出|(?:应当?|应该|会|将)?(?:返回|得到|给出|变为))\s*(?:[:\uff1a]\s*)?`{0,2}\s*",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"^[ \t]*>>>[ \t]*(?P<call>[^\n]+)\n[ \t]*(?P<output>[^\n]+)", re.MULTILINE)
_WORD = re.compile(r"(?:True|False|None|nan)\b|-?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w%])")
_LEADING = re.compile(r"[\s`:\uff1a,\uff0c*]*")
_PARAMETER = re.compile(r"(?P<name>[A-Za-z_]\w*)\s*=\s*(?!=)")
_SEPARATOR = re.compile(r"`?\s*(?:,|and\b|和)\s*`?")
_TURNED = re.compile(r"\b(?:returns?|gives?|yields?)\s+`?|(?:返回|得到|给出)\s*`?", re.IGNORECASE)
"""Words before what a call gives, where the call comes behind it: ``returns 9 for `f(3)```."""
_FOR = re.compile(r"`?\s+for\s+(?:the\s+)?(?:inputs?\s+|arguments?\s+|call\s+)?`?", re.IGNORECASE)


def worked_examples(question: str, code: str) -> tuple[WorkedExample, ...]:
    """Return the examples that a question gives of the functions that its reference defines.

    Args:
        question: the question's text.
        code: the reference; one that defines no function has no examples.
    """
    functions = {node.name: node for node in parse_code(code).tree.body if isinstance(node, ast.FunctionDef)}
    if not functions:
        return ()
    text = question[:MAX_QUESTION]
    examples = [*_sessions(text, functions), *_calls(text, functions)]
    if not examples and len(functions) == 1:
        examples = [*_bare_arguments(text, next(iter(functions.values())))]
    return tuple(dict.fromkeys(examples))[:MOST_EXAMPLES]


def _sessions(text: str, functions: dict[str, ast.FunctionDef]) -> Iterator[WorkedExample]:
    for match in _PROMPT.finditer(text):
        call, output = match["call"].strip(), match["output"].strip()
        if _is_call(call, functions) and _is_literal(output):
            yield WorkedExample(call, output)


def _calls(text: str, functions: dict[str, ast.FunctionDef]) -> Iterator[WorkedExample]:
    for name in functions:
        for match in re.finditer(rf"(?<![\w.])(?<!def ){re.escape(name)}\(", text):
            call = name + _balanced(text, match.end() - 1)
            gives = _GIVES.match(text, match.start() + len(call))
            output = _literal_at(text, gives.end()) if gives is not None else ""
            if output and _is_call(call, functions):
                yield WorkedExample(call, output)
        for match in _TURNED.finditer(text):
            output = _literal_at(text, match.end())
            behind = _FOR.match(text, match.end() + len(output)) if output else None
            if behind is not None and text.startswith(f"{name}(", behind.end()):
                call = name + _balanced(text, behind.end() + len(name))
                if _is_call(call, functions):
                    yield WorkedExample(call, output)


def _bare_arguments(text: str, function: ast.FunctionDef) -> Iterator[WorkedExample]:
    """Yield examples that show arguments alone, as many as the function takes."""
    arguments = function.args
    names = {argument.arg for argument in arguments.args}
    fewest, limit = len(arguments.args) - len(arguments.defaults), len(arguments.args)
    for match in _SHOWS.finditer(text):
        place = _end_of(_LEADING, text, match.end())
        values: list[str] = []
        while len(values) < limit:
            parameter = _PARAMETER.match(text, place)
            place = parameter.end() if parameter is not None else place
            argument = _literal_at(text, place)
            is_known = parameter is None or parameter["name"] in names
            if not argument or not is_known:
                break
            values.append(argument if parameter is None else f"{parameter['name']}={argument}")
            place += len(argument)
            separator = _SEPARATOR.match(text, place)
            if _ARROW.match(text, place) is not None or separator is None:
                break
            place = separator.end()
        arrow = _ARROW.match(text, place)
        output = _literal_at(text, arrow.end()) if arrow is not None else ""
        call = f"{function.name}({', '.join(values)})"
        if output and fewest <= len(values) <= limit and values and expression_of(call) is not None:
            yield WorkedExample(call, output)


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return place if match is None else match.end()


def _balanced(text: str, start: int) -> str:
    """Return the text from a bracket up to the one that closes it; empty where none does."""
    pending: list[str] = []
    quote = ""
    for place in range(start, min(len(text), start + LONGEST)):
        character = text[place]
        if quote:
            quote = "" if character == quote and text[place - 1] != "\\" else quote
        elif character in "\"'":
            quote = character
        elif character in _OPENING:
            pending.append(_OPENING[character])
        elif character in ")]}":
            if not pending or pending.pop() != character:
                return ""
            if not pending:
                return text[start : place + 1]
    return ""


def _literal_at(text: str, start: int) -> str:
    """Return the literal that begins at a place; empty where none does."""
    first = text[start : start + 1]
    literal = ""
    if first in _OPENING and first:
        literal = _balanced(text, start)
    elif first and first in "\"'":
        end = text.find(first, start + 1, start + LONGEST)
        literal = text[start : end + 1] if end > 0 else ""
    elif (word := _WORD.match(text, start)) is not None:
        # A sentence may end behind a number.
        literal = word[0].rstrip(".") if re.match(r"\s|$", text[word.end() : word.end() + 1]) else word[0]
    return literal if literal and _is_literal(literal) else ""


def _is_literal(text: str) -> bool:
    node = expression_of(text)
    if node is None or len(text) > LONGEST:
        return False
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return text == "nan"
    return True


def _is_call(text: str, functions: dict[str, ast.FunctionDef]) -> bool:
    """Return whether a text calls one of the functions with literals, or with what they are put into."""
    match expression_of(text):
        case ast.Call(func=ast.Name(id=name)) as call if name in functions:
            values = (*call.args, *(word.value for word in call.keywords))
            # A name stands for any value, as in the signature.
            return all(not isinstance(node, ast.Name) or node.id in _MODULES for v in values for node in ast.walk(v))
    return False


_MODULES = frozenset({"pd", "np", "nan"})
