"""The invariants of a question in every language (code, names, numbers), and checks that a translation keeps them."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.drafting.translation.codes import FOREIGN, LOST
from authoring.dseal.diagnostic import Diagnostic
from authoring.records.bundle import TranslatedQuestion
from authoring.records.wording import listed, one_line

LONGEST = 4
"""Times the length of its question that a translation may have; Chinese is shorter than English."""
SHORTEST_LIMIT = 400
"""Characters that any translation may have."""
MOST_NAMED = 5
"""Things that one finding names."""
# A fence, its info line left out, with what stands in it.
_FENCE = re.compile(r"^[ ]{0,3}```[^\n]*\n(.*?)^[ ]{0,3}```", re.DOTALL | re.MULTILINE)
# Code in any number of backticks, closed by as many.
_TICKED = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
# Texts in straight or typographic quotes; a single quote within a word is an apostrophe.
_QUOTED = re.compile(r"\"([^\"\n]{1,200})\"|“([^”\n]{1,200})”|(?<![\w'])'([^'\n]{1,200})'(?!\w)")
# ASCII, here and below: Chinese letters beside a name are not part of it.
_FILE = re.compile(
    r"(?<![\w./-])[\w./-]*\w\.(?:csv|tsv|jsonl?|parquet|xlsx?|txt|md|png|jpe?g|pkl|npy|npz|zip|gz)\b", re.ASCII
)
# Names that nobody takes for English words: dotted, snake_case, CamelCase, called, or Python's constants.
_IDENTIFIER = re.compile(
    r"(?<![\w.])(?:[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+|[A-Za-z]\w*_\w+|[A-Z][a-z]+[A-Z]\w*|True|False|None|NaN|[A-Za-z_]\w*(?=\(\)))",
    re.ASCII,
)
# Numbers with separators and exponents, but for digits that belong to a name.
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])-?[0-9]+(?:[.,][0-9]+)*(?:[eE][+-]?[0-9]+)?")
# English words by the number that another language may write in their place: months, too, are numbers in Chinese.
_COUNTED = (
    "zero no|one once first single january|two twice second february both pair half|three third march quarter|"
    "four fourth april|five fifth may|six sixth june|seven seventh july|eight eighth august|nine ninth september|"
    "ten tenth october decade|eleven eleventh november|twelve twelfth december dozen"
)
# Numbers that English writes as words, and another language as digits.
_AS_DIGITS = {
    **{word: str(number) for number, words in enumerate(_COUNTED.split("|")) for word in words.split()},
    "hundred": "100",
    "century": "100",
    "thousand": "1000",
    "million": "1000000",
}
# Digits that may replace an English article, or the words true and false.
_ALWAYS_ALLOWED = frozenset({"0", "1"})
# The characters that a language is written in, where they are no letters of English.
_WRITTEN = {"zh": re.compile(r"[\u4e00-\u9fff]")}


@dataclass(frozen=True, slots=True)
class Invariants:
    """The parts of a question that no translation changes, each as it stands there."""

    code: tuple[str, ...]
    """In fences, line by line, and in backticks."""
    words: tuple[str, ...]
    """Quoted texts, files, and names that stand without backticks."""
    numbers: tuple[str, ...]


def invariants_of(question: str) -> Invariants:
    """Return the invariants of a question."""
    # Each kind is taken out before the next is looked for, so that nothing counts twice: a number in code is code.
    blocks = [line.strip() for match in _FENCE.finditer(question) for line in match[1].splitlines() if line.strip()]
    remaining = _FENCE.sub(" ", question)
    ticked = [match[2].strip() for match in _TICKED.finditer(remaining)]
    remaining = _TICKED.sub(" ", remaining)
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(remaining)]
    remaining = _QUOTED.sub(" ", remaining)
    files = [match[0] for match in _FILE.finditer(remaining)]
    remaining = _FILE.sub(" ", remaining)
    names = [match[0] for match in _IDENTIFIER.finditer(remaining)]
    remaining = _IDENTIFIER.sub(" ", remaining)
    return Invariants(
        _distinct([*blocks, *ticked]), _distinct([*quoted, *files, *names]), _distinct(_NUMBER.findall(remaining))
    )


def findings_on(original: str, translation: str, language: str, *, number: int | None = None) -> Iterator[Diagnostic]:
    """Yield what a translation lacks of its question, or has beyond it.

    The language is a key of `authoring.records.bundle.LANGUAGES`, the number that of the problem.
    """
    if not translation.strip():
        yield FOREIGN.diagnostic("there is no translation", problem=number)
        return
    required, present = invariants_of(original), invariants_of(translation)
    if lost := _lost(required, present, translation):
        yield LOST.diagnostic(
            f"the translation lacks {listed(lost, MOST_NAMED)}", hint="It stays as it is.", problem=number
        )
    if added := _added(original, required, present):
        message = f"the translation says {listed(added, MOST_NAMED)}, and the question does not"
        yield FOREIGN.diagnostic(message, hint="It adds nothing.", problem=number)
    if language in _WRITTEN and not _is_written_in(_WRITTEN[language], translation):
        yield FOREIGN.diagnostic("the translation is in another language", problem=number)
    # Controls, format characters (zero width, direction), surrogates, private use, line and paragraph separators.
    categories = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    if hidden := sorted({char for char in {*translation} - {*"\n\t"} if unicodedata.category(char) in categories}):
        code_points = ", ".join(f"U+{ord(char):04X}" for char in hidden[:MOST_NAMED])
        yield FOREIGN.diagnostic(f"the translation holds characters that nobody sees: {code_points}", problem=number)
    if len(translation) > max(SHORTEST_LIMIT, LONGEST * len(original)):
        yield FOREIGN.diagnostic("the translation is far longer than the question", problem=number)


def findings_of(question: TranslatedQuestion, language: str) -> tuple[Diagnostic, ...]:
    """Return the findings about a translated question."""
    return tuple(findings_on(question.original, question.text, language, number=question.number))


def _lost(required: Invariants, present: Invariants, translation: str) -> list[str]:
    """Return what a question holds and its translation does not."""
    spaced = one_line(translation)
    # Code that is more than a name may stand without backticks; a bare name could be an English word left over.
    lost = [
        f"`{code}`"
        for code in required.code
        if code not in present.code and (code.isidentifier() or one_line(code) not in spaced)
    ]
    lost += [word for word in required.words if one_line(_singular(word)) not in spaced]
    return lost + [number for number in required.numbers if number not in present.numbers]


def _added(original: str, required: Invariants, present: Invariants) -> list[str]:
    """Return the names in backticks and the numbers of a translation that its question does not have."""
    words = set(re.findall(r"[a-z]+", original.lower()))
    allowed = {_AS_DIGITS[word] for word in words & set(_AS_DIGITS)} | _ALWAYS_ALLOWED | set(required.numbers)
    added = [f"`{code}`" for code in present.code if not _stands(code, original)]
    return added + [number for number in present.numbers if number not in allowed and not _stands(number, original)]


def _stands(fragment: str, text: str) -> bool:
    """Tell whether a text holds something that is no part of a longer word there."""
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(one_line(fragment))}(?![A-Za-z0-9_])", one_line(text)) is not None


def _singular(word: str) -> str:
    """Return the name in ``DataFrames``; Chinese has no plural."""
    return word[:-1] if word.isalpha() and word.endswith("s") and word[:1].isupper() else word


def _is_written_in(characters: re.Pattern[str], translation: str) -> bool:
    """Tell whether prose has more characters of a language than English words, code and names left out."""
    for pattern in (_FENCE, _TICKED, _QUOTED, _FILE, _IDENTIFIER):
        translation = pattern.sub(" ", translation)
    return len(characters.findall(translation)) > len(re.findall(r"[A-Za-z]{2,}", translation))


def _distinct(items: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
