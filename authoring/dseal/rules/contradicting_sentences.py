"""DS236: two sentences of a question of which only one can hold."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.duplicates.question_similarity import NUMBERS
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import without_code
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS236",
    name="contradicting-sentences",
    severity=Severity.WARNING,
    what="Two sentences of a question about the same case say the opposite of what is to be taken, or it asks for "
    "so many things of a kind and then for another number of them, or for its answer in two forms, one after "
    "the other.",
    why="Whoever does what one of them says is refused for the other.",
    bad='# %%\n"""\nquestion: Which month? If several are equal, take the first. If several are equal, take the last.\n'
    '"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Which month? If several are equal, take the earliest.\n"""\n\n1 + 2\n',
)
_OPPOSITES = (
    *(("earliest", "latest"), ("first", "last"), ("smallest", "largest"), ("lowest", "highest"), ("oldest", "newest")),
    *(("smaller", "larger"), ("lower", "higher"), ("earlier", "later"), ("ascending", "descending")),
)
_CASE = re.compile(
    r"\b(?:if|should|where|when|in case|among|for)\b[^.;]*"
    r"\b(?:several|ties?|tied|same|equal|equally|more than one|share)\b"
    r"|\bties\b",
    re.IGNORECASE,
)
"""What makes a sentence one about a case that is the same for both: equal values."""
_SENTENCE = re.compile(r"[^.;?!\n]+(?:\n(?!\s*\n)[^.;?!\n]+)*")
_ALIKE = 0.6
"""Share of their words, but for the opposites, that two sentences about one case have in common."""
_NUMBERS = {word: number for word, number in NUMBERS.items() if int(number) > 1}
_NUMBER = rf"(?:{'|'.join(_NUMBERS)}|[2-9]|1[0-9]|20)"
_MOST = r"(?:most|highest|largest|greatest|lowest|smallest|fewest|least|longest|shortest)"
_WHICH = re.compile(rf"\bwhich (?P<number>{_NUMBER}) (?P<noun>[a-z]{{3,}}?)s\b[^?]*\b{_MOST}\b", re.IGNORECASE)
_THE = re.compile(
    rf"\b(?:of|return|give|list) the (?P<number>{_NUMBER}) (?P<noun>[\w` ]{{3,30}}?) (?:with|having) the {_MOST}\b",
    re.IGNORECASE,
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first contradiction of each question."""
    for cell, problem in problemset.problems:
        text = without_code(problem.question)
        pair = _opposite_cases(text) or _other_numbers(problem.question) or _two_orders(problem.question)
        pair = pair or _two_forms(problem.question)
        if pair is not None:
            message = f"the question says '{pair[0]}' and '{pair[1]}'"
            yield at_question(problemset, cell, pair[1], INFO, message, "take one of them out")


def _opposite_cases(text: str) -> tuple[str, str] | None:
    """Return the two words of sentences about equal values that cannot both hold."""
    cases = [{*re.findall(r"\w+", match[0].casefold())} for match in _SENTENCE.finditer(text) if _CASE.search(match[0])]
    for position, words in enumerate(cases):
        for second in cases[position + 1 :]:
            for pair in _OPPOSITES:
                sides = [{*pair} & side for side in (words, second)]
                is_opposite = all(len(side) == 1 for side in sides) and sides[0] != sides[1]
                common, together = words & second - {*pair}, (words | second) - {*pair}
                if is_opposite and len(common) >= _ALIKE * len(together):
                    return min(sides[0]), min(sides[1])
    return None


_ORDER = re.compile(
    r"\b(?:sorted|ordered) by `(?P<by>[^`\n]+)`|"
    r"\bin (?:alphabetical|ascending|descending|chronological|numerical) order "
    r"(?:of|by) (?:the )?`(?P<of>[^`\n]+)`",
    re.IGNORECASE,
)
_FURTHER_KEY = re.compile(
    r"\b(?:then|ties?|tied|equal\w*|same|within|secondary|followed|several|break\w*|both)\b",
    re.IGNORECASE,
)


def _two_orders(question: str) -> tuple[str, str] | None:
    """Return two orders of rows by different columns in one sentence that does not say which comes first."""
    for sentence in _SENTENCE.finditer(" ".join(question.split())):
        orders = [*_ORDER.finditer(sentence[0])]
        if len({match["by"] or match["of"] for match in orders}) > 1 and not _FURTHER_KEY.search(sentence[0]):
            return orders[0][0], orders[1][0]
    return None


_FORM = re.compile(
    r"(?:\A|(?<=[.?!] ))(?P<words>(?:answer with|return|respond with|give) (?:me )?an? (?:sorted |plain |pandas )?"
    r"(?P<form>dict(?:ionary)?|list|tuple|set|series|data ?frame|integer|float|string))\b(?P<rest>[^.?!]*)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\b(?:if|when|otherwise|instead|unless|or|where|second|also|then|both|together|as well|functions?|tuple|for)\b",
    re.IGNORECASE,
)
"""Words of an answer that has parts, or another form in another case."""


def _two_forms(question: str) -> tuple[str, str] | None:
    """Return two sentences that each ask for the answer in another container."""
    line = " ".join(question.split())
    matches = [*_FORM.finditer(line)]
    forms = {match["form"].casefold()[:4] for match in matches}
    if len(forms) < len(_OPPOSITES[0]) or any(_PARTS.search(match[0]) for match in matches):
        return None
    if re.search(r"\bfunction\b", line, re.IGNORECASE):
        return None
    return matches[0]["words"], matches[1]["words"]


def _other_numbers(text: str) -> tuple[str, str] | None:
    """Return the two numbers of one kind of things, where a question asks which and then for another number of them."""
    choice, result = _WHICH.search(text), _THE.search(text)
    if choice is None or result is None or choice["noun"].casefold() not in result["noun"].casefold():
        return None
    numbers = [_NUMBERS.get(match["number"].casefold(), match["number"]) for match in (choice, result)]
    if numbers[0] == numbers[1]:
        return None
    return f"which {choice['number']}", f"the {result['number']}"
