"""Whether a question gives its own answer away."""

import re
from collections.abc import Iterator

from authoring.dseal.python_code import literal_of

SHORTEST = 4
"""Characters. Shorter answers stand in questions by chance: "the top 3 rows" and the answer 3."""
LONGEST = 2000
"""Characters of an answer that is looked for."""
# Since numpy 2 a number shows itself as ``np.float64(3.5)``; the answer is what stands inside.
_WRAPPED = re.compile(r"(?:np|numpy|pd|pandas)\.\w+\((?P<value>[^()]*)\)\Z")
_GREATEST = 1e15
_FEWEST_SIGNIFICANT = 3
"""Digits from which on a rounded number stands nowhere by chance."""
_SMALL_NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS = (
    *_SMALL_NUMBERS,
    *(f"{ten}-{unit}" if unit != "zero" else ten for ten in _TENS for unit in _SMALL_NUMBERS[:10]),
)
_OR_BEFORE = re.compile(r"(?:\bor |\u6216(?:\u8005)?)[\"'`\u201c]?$")
_OR_AFTER = re.compile(r"[\"'`\u201d]?(?:,? or\b|\u6216)")
_BESIDE = 8
"""Characters before and behind a text that are looked at."""
_ANNOUNCEMENT = (
    r"(?:answer|expected (?:output|result|value)|should (?:be|equal|return|give)|result is|equals)\b[^.\n]{0,20}?"
)


def answer_in_question(question: str, answer_text: str) -> bool:
    """Return whether an answer, as `repr` shows it, stands in a question, whatever the case and spacing.

    Quotes around text and numpy's type names do not count. Of a list, tuple, set or dict literal, all elements have to
    stand in the question. Answers that stand in questions by chance (numbers below 100, single words under four
    characters, true, false and none) count only where the question announces them ("the answer is 3").
    """
    question = _plain(question)
    if any(all(_stands_alone(question, text) for text in form) for form in _forms(answer_text[:LONGEST])):
        return True
    number = number_in(answer_text)
    return number is not None and any(re.search(pattern, question) for pattern in _other_forms(number))


def number_in(answer_text: str) -> int | float | None:
    """Return the number that an answer is, as `repr` shows it; None for anything else, truth values among them."""
    text = answer_text.strip()
    wrapped = _WRAPPED.match(text)
    literal = literal_of(wrapped["value"] if wrapped is not None else text)
    value = literal[0] if literal is not None else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    # Whole numbers beyond any float, and what is no number, have no other form.
    return value if is_number and isinstance(value, int | float) and abs(value) <= _GREATEST else None


def _other_forms(number: float) -> Iterator[str]:
    """Yield patterns for a number that is written otherwise than Python writes it."""
    if isinstance(number, int):
        if abs(number) >= 1000:  # noqa: PLR2004 - the first number with a comma
            yield rf"(?<![a-z0-9_.,]){re.escape(f'{number:,}')}(?![a-z0-9_,]|\.\d)"
        if 0 <= number < len(_NUMBER_WORDS):
            word = rf"(?<!\w){_NUMBER_WORDS[number]}(?![\w-])"
            yield _ANNOUNCEMENT + word + r"(?! \w+\b)"
            # A number that is said of nothing else: "There are four of them."
            yield rf"\b(?:there are|it is|they are) (?:only |exactly )?{word} ?(?:of them|in all)?[.!)]"
        return
    for decimals in range(5):
        rounded = f"{number:.{decimals}f}"
        if _significant(rounded) >= _FEWEST_SIGNIFICANT and decimals:
            yield rf"(?<![a-z0-9_.,])(?:{re.escape(rounded)}|{re.escape(f'{number:,.{decimals}f}')})(?![a-z0-9_]|\.\d)"
        percentage = f"{number * 100:.{decimals}f}"
        if abs(number) < 1 and _significant(percentage) >= _FEWEST_SIGNIFICANT:
            yield rf"(?<![a-z0-9_.,]){re.escape(percentage)} ?(?:%|\uff05|percent)"


def _significant(text: str) -> int:
    return len(re.sub(r"\D", "", text).lstrip("0"))


def _forms(answer_text: str) -> list[list[str]]:
    """Return the ways in which an answer could be told: each a list of texts that must all stand in the question."""
    text = answer_text.strip()
    wrapped = _WRAPPED.match(text)
    if wrapped is not None:
        text = wrapped["value"]
    literal = literal_of(text)
    if literal is None:
        return [[_plain(text)]]
    value = literal[0]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        flat = [item for item in value if not isinstance(item, list | tuple | set | dict)]
        whole = [_plain(text)]
        elements = [_plain(str(item)) for item in flat]
        return [whole, elements] if len(flat) == len(value) and len(flat) > 1 else [whole]
    return [[_plain(str(value))]]


def _stands_alone(question: str, text: str) -> bool:
    if not text:
        return False
    # Not within a longer word or number: 3 stands neither in 13 nor in 0.3 or 3.5.
    word = rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)"
    if text[-1].isdecimal():
        # Chinese characters stand next to numbers without a blank.
        word = rf"(?<![a-z0-9_.]){re.escape(text)}(?![a-z0-9_]|\.\d)"
    if _by_chance(text):
        return re.search(_ANNOUNCEMENT + word, question) is not None
    matches = re.finditer(word, question)
    return any(text[-1].isdecimal() or not _is_option(question, match.start(), match.end()) for match in matches)


def _is_option(question: str, start: int, end: int) -> bool:
    """Tell whether a text stands beside another one that may be the answer as well: ``"rising" or "falling"``."""
    before, after = question[max(0, start - _BESIDE) : start], question[end : end + _BESIDE]
    return _OR_BEFORE.search(before) is not None or _OR_AFTER.match(after) is not None


def _by_chance(text: str) -> bool:
    if text in {"true", "false", "none", "nan"}:
        return True
    digits = text.lstrip("-+")
    # Whole numbers below 100 have at most two digits.
    if digits.isdigit():
        return len(digits) < SHORTEST - 1
    return len(text) < SHORTEST


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
