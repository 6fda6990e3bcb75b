"""Facts in the prose of a question that no code uses: what is no data of the problem is there to tell the answer.

A threshold, a number of rows or a year that a question names stands in the code of its reference as well. A number or
a name that stands in the prose alone says something about the data, and where it is the answer, it says that.
"""

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from authoring.dseal.prose import prose
from authoring.dseal.python_code import nodes, parse_code

FEWEST_DIGITS = 2
"""Digits of a number that is looked for; a single digit stands in any question."""
FEWEST_PAIRS = 2
"""Labels with their numbers that have to stand in a question before it shows an answer."""
FEWEST_LABELS, FEWEST_LABELS_UNANNOUNCED = 3, 4
"""Labels that stand in the order of an answer by chance in less than one of six, and in one of twenty-four, texts."""
NEAR = 0.02
"""How far, as a share of it, a number may be from the answer that it is said to be near."""
_NUMBER = re.compile(
    r"(?<![\w.,:/+\u2013-])\d+(?:,\d{3})*(?:\.\d+)?(?!\w|[.,:/\u2013-]\d|-\w)(?P<unit> ?(?:%|percent\b|per cent\b))?"
)
_NEARLY = re.compile(
    r"\b(?:a (?:little|bit)|slightly|just|somewhat|close to|nearly|almost|about|around|roughly|approximately|not quite)"
    r"(?: (?:under|below|over|above|more than|less than|short of))? ",
    re.IGNORECASE,
)
# Lengths of the units of time and a hundred per cent are facts of the language, not of the data.
_UNITS = re.compile(
    r" ?-?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|decimals?|digits?|places?)\b", re.IGNORECASE
)
_LENGTHS = frozenset({10.0, 12.0, 24.0, 28.0, 30.0, 31.0, 52.0, 53.0, 60.0, 90.0, 365.0, 366.0})
_COARSE, _COARSE_LENGTHS = re.compile(r" ?-?(?:weeks|days)\b", re.IGNORECASE), frozenset({52.0, 53.0, 365.0, 366.0})
"""Units of which a year has so many; so many minutes are no length that anybody knows."""
_ANNOUNCED = re.compile(
    r"\b(?:check|hint|spoiler|orientation|expect\w*|should (?:get|be|find|see|come|arrive|end|have)|"
    r"will (?:get|find|see)|it is|"
    r"they are|turns? out|comes? out|result|answer|ends? up)\b",
    re.IGNORECASE,
)
_SEQUENCES = (
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
    ("spring", "summer", "autumn", "fall", "winter"),
    ("xs", "s", "m", "l", "xl", "xxl"),
    ("small", "medium", "large"),
    ("low", "medium", "high"),
    ("none", "primary", "school", "secondary", "college", "tertiary", "bachelor", "degree", "master", "phd"),
    ("first", "second", "third", "fourth", "fifth"),
)
_EQUAL = 1e-9
"""How far two numbers may be apart that are the same but for their binary form."""
_SENTENCE = re.compile(r"[^.!?;\n]+(?:[.,]\d+[^.!?;\n]*)*|[.!?;\n]")
_SHORTEST_WORD, _STEM = 4, 4
_FEWEST_WORDS_IN_COMMON = 3
_COMMON_WORDS = frozenset(
    {"retu", "valu", "numb", "colu", "rows", "tabl", "data", "each", "that", "with", "from", "this"}
)


def stated_number(question: str, codes: Sequence[str], answer: float) -> str:
    """Return how a question says a number that is an answer, as it is, rounded or as a percentage; else empty.

    Args:
        question: whose prose is read; code, quoted texts and printed tables show other things.
        codes: of the reference and of what it builds on. A number in them is data.
        answer: what the reference gives.
    """
    used: frozenset[float] | None = None
    for text, value, unit, _ in _numbers(question):
        # A percentage is rounded in speech, and stands for a share as well.
        forms = (answer, answer * 100) if unit else (answer,)
        if not any(_is_rounded(form, text, value, whole=bool(unit)) for form in forms):
            continue
        used = _numbers_in(codes) if used is None else used
        if not _is_used(value, used):
            return f"{text}{unit}"
    return ""


def nearly_stated(question: str, codes: Sequence[str], answer: float) -> str:
    """Return the words by which a question says what an answer is near to; empty where it does not."""
    plain = prose(question)
    for text, value, unit, start in _numbers(question):
        before = [match for match in _NEARLY.finditer(plain[:start]) if match.end() == start]
        scale = 100 if unit and abs(answer) < 1 else 1
        if (
            before
            and abs(value - answer * scale) <= NEAR * abs(answer * scale)
            and not _is_used(value, _numbers_in(codes))
        ):
            return f"{before[0][0]}{text}{unit}"
    return ""


def stated_in_advance(question: str, codes: Sequence[str], later: str, answer: float) -> str:
    """Return the sentence of an earlier question that speaks of what a later one asks for and says its answer."""
    for sentence in _SENTENCE.findall(prose(question)):
        if stated_number(sentence, codes, answer):
            # Names count as the words that they are made of: `severity` is what “of severity 4” speaks of.
            common = _stems(sentence) & _stems(later)
            if len(common) >= _FEWEST_WORDS_IN_COMMON:
                return " ".join(sentence.split())
    return ""


def stated_pairs(question: str, codes: Sequence[str], pairs: Sequence[tuple[str, str]]) -> str:
    """Return the first of the pairs of a label and its number that a question shows side by side; else empty.

    A single pair is no evidence, and a number that code uses is data.
    """
    plain = " ".join(re.sub(r"[`*\"'“”]", "", question).split())
    labelled = [
        (label, number)
        for label, number in pairs
        if label and len(re.sub(r"\D", "", number).strip("0")) >= FEWEST_DIGITS
    ]
    matches = [
        match[0]
        for label, number in labelled
        if (match := re.search(rf"(?<!\w){re.escape(label)}[ :=|,()-]{{1,4}}{re.escape(number)}(?![\w]|\.\d)", plain))
    ]
    if len(matches) < FEWEST_PAIRS:
        return ""
    used = _numbers_in(codes)
    return "" if any(_is_used(float(number), used) for _, number in labelled) else matches[0]


def stated_members(question: str, codes: Sequence[str], members: Sequence[object]) -> str:
    """Return the sentence that announces most members of a list, one at least that no code uses; else empty."""
    used, written = _numbers_in(codes), "\n".join(codes)
    texts = [
        f"{member:g}" if isinstance(member, float) else str(member)
        for member in members
        if isinstance(member, str | int | float) and not isinstance(member, bool) and member != ""
    ]
    unused = [text for text in texts if text not in written and not _is_number_used(text, used)]
    if len(texts) < FEWEST_PAIRS or max(map(len, unused), default=0) < FEWEST_DIGITS:
        return ""
    for sentence in _SENTENCES.split(" ".join(question.split())):
        stated = {text for text in texts if re.search(rf"(?<![\w.]){re.escape(text)}(?!\w|\.\d)", sentence)}
        is_part = len(stated) >= max(FEWEST_PAIRS, _MOST * len(set(texts))) and not stated.isdisjoint(unused)
        if is_part and _ANNOUNCED.search(sentence):
            return sentence
    return ""


def _is_number_used(text: str, used: Collection[float]) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", text) is not None and _is_used(abs(float(text)), used)


_SENTENCES, _MOST = re.compile(r"(?<=[.?!])\s+|[()]"), 0.6


def stated_order(question: str, codes: Sequence[str], labels: Sequence[str]) -> str:
    """Return the list by which a question says in which order the labels of an answer come; else empty.

    Labels that come in the order of the alphabet, of the calendar or of sizes may be listed like that by anybody, and
    those that code lists are data.
    """
    if len(labels) < FEWEST_LABELS or len(set(labels)) < len(labels) or _is_natural(labels):
        return ""
    if any(label in code for label in labels for code in codes):
        return ""
    plain = " ".join(re.sub(r"[`*\"'“”]", "", question).split())
    gap = r"(?: ?(?:,|;|>|→|->|and|then|before|over|\d+[.)])){1,3} "
    match = re.search(rf"(?<!\w){gap.join(map(re.escape, labels))}(?!\w)", plain)
    if match is None:
        return ""
    # Three labels stand in one order of six; who announces a list means to say the order.
    is_announced = _ANNOUNCED.search(plain[: match.start()]) is not None
    return match[0] if is_announced or len(labels) >= FEWEST_LABELS_UNANNOUNCED else ""


def stated_ends(question: str, codes: Sequence[str], labels: Sequence[str]) -> str:
    """Return the sentence by which a question says which label comes first and which last; else empty.

    Labels that code lists are data, and so are two that stand beside each other in an order that anybody knows.
    """
    if len(labels) < FEWEST_LABELS or len(set(labels)) < len(labels) or _is_natural(labels):
        return ""
    ends = (labels[0], labels[-1])
    if any(len(label) < _SHORTEST_WORD for label in ends) or any(label in code for label in ends for code in codes):
        return ""
    for sentence in _SENTENCES.split(" ".join(re.sub(r"[`*\"'“”]", "", question).split())):
        first, last = (re.search(rf"(?<!\w){re.escape(label)}(?!\w)", sentence) for label in ends)
        # Who lists all labels says what there is, and not how they come.
        is_list = any(label in sentence for label in labels[1:-1])
        if first is not None and last is not None and not is_list and all(end.search(sentence) for end in _EXTREMES):
            return sentence
    return ""


_EXTREMES = (
    re.compile(r"\b(?:most|highest|largest|greatest|best|longest|first|top|strongest|ahead)\b", re.IGNORECASE),
    re.compile(r"\b(?:least|lowest|smallest|fewest|worst|shortest|last|bottom|weakest|behind)\b", re.IGNORECASE),
)
"""Words for the two ends of an order."""


def _numbers(question: str) -> Iterator[tuple[str, float, str, int]]:
    """Yield the numbers of prose as text and value, with the sign of a percentage behind them and where they begin."""
    plain = prose(question)
    for match in _NUMBER.finditer(plain):
        unit = match["unit"] or ""
        text = match[0].removesuffix(unit) if unit else match[0]
        value = float(text.replace(",", ""))
        units = _COARSE if value in _COARSE_LENGTHS else _UNITS
        is_length = value in _LENGTHS and units.match(plain, match.end()) is not None
        if len(re.sub(r"\D", "", text).lstrip("0")) >= FEWEST_DIGITS and not is_length:
            yield text, value, unit, match.start()


def _is_rounded(answer: float, text: str, value: float, *, whole: bool) -> bool:
    """Return whether a number is an answer, or what a fraction is with as many decimals; with none, if `whole`."""
    decimals = len(text.partition(".")[2])
    if not decimals and not whole:
        return answer == value
    return not isinstance(answer, int) and abs(round(answer, decimals) - value) < 10.0 ** -(decimals + 2)


def _is_used(value: float, used: Collection[float]) -> bool:
    """Return whether code uses a number, as a share or a percentage of it, or as the end of a range."""
    forms = (value, value / 100, value * 100, value + 1, value - 1)
    return any(abs(form - number) < _EQUAL for form in forms for number in used)


def _numbers_in(codes: Sequence[str]) -> frozenset[float]:
    """Return the numbers of code, those within its texts among them."""
    numbers = set[float]()
    for code in codes:
        for node in nodes(parse_code(code).tree):
            match node:
                case ast.Constant(value=bool()):
                    continue
                case ast.Constant(value=int() | float() as value) if abs(value) < 1e15:  # noqa: PLR2004 - as a float
                    numbers.add(float(abs(value)))
                case ast.Constant(value=str(text)):
                    numbers.update(float(digits) for digits in re.findall(r"\d{1,15}(?:\.\d{1,15})?", text))
    return frozenset(numbers)


def _is_natural(labels: Sequence[str]) -> bool:
    """Return whether labels come in the order of their texts or numbers, forwards or backwards, or in a known one."""
    folded = [label.casefold() for label in labels]
    if folded in (sorted(folded), sorted(folded, reverse=True)):
        return True
    if all(re.fullmatch(r"[-+]?\d.*", label) for label in labels):
        return True
    return any(all(any(label.startswith(word) for word in sequence) for label in folded) for sequence in _SEQUENCES)


def _stems(text: str) -> frozenset[str]:
    words = re.findall(rf"[a-z]{{{_SHORTEST_WORD},}}", text.casefold())
    return frozenset(word[:_STEM] for word in words) - _COMMON_WORDS
