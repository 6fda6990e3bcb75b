"""Whether a question gives its own answer away."""

import re

from authoring.dseal.python_code import literal_of

SHORTEST = 4
"""Characters. Shorter answers stand in questions by chance: "the top 3 rows" and the answer 3."""
LONGEST = 2000
"""Characters of an answer that is looked for."""
# Since numpy 2 a number shows itself as ``np.float64(3.5)``; the answer is what stands inside.
_WRAPPED = re.compile(r"(?:np|numpy|pd|pandas)\.\w+\((?P<value>[^()]*)\)\Z")
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
    return any(all(_stands_alone(question, text) for text in form) for form in _forms(answer_text[:LONGEST]))


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
    if _by_chance(text):
        return re.search(_ANNOUNCEMENT + word, question) is not None
    return re.search(word, question) is not None


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
