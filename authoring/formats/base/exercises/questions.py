"""Exercises, and their questions as they stand in Markdown: where one begins, its plain text, doubts about it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WORDS = r"step|exercise|question|task|problem|challenge|assignment|part|ex|q"
_COUNT = r"\d{1,3}(?:\.[0-9a-z]{1,2})*"
# What a line begins an exercise with: "### Step 4.", "**Q2:**", "3)", "ex12", "Bonus"; the rest of the line is its
# question.
_MARK = re.compile(
    r"(?P<hashes>#{1,6})?[ \t]*(?P<bold>\*\*|__)?[ \t]*"
    rf"(?:(?P<word>{_WORDS})\b\.?[ \t]*#?[ \t]*(?P<counted>{_COUNT})|(?P<joined>ex|q)(?P<glued>\d{{1,3}})"
    rf"|(?P<bare>{_COUNT}|[a-z](?=\)))(?=[.):\-\s])|(?P<bonus>bonus))"
    r"(?P=bold)?[ \t]*(?:[.:)\]\-\u2013\u2014]+|(?=\s|\Z))[ \t]*(?P<rest>.*)\Z",
    re.IGNORECASE,
)
# A cell that only announces an answer: "Solution", "# Your code:", "Click here for the solution".
_SOLUTION = re.compile(
    r"[#*_\s>-]*(?:(?:the|your|my|a|possible|sample)\s+)?(?:solutions?|answers?|code|click here for the solution)"
    r"(?:\s*\d+)?[\s.:*_!-]*\Z",
    re.IGNORECASE,
)
_HEADING = re.compile(r"[ \t]*(#{1,6})[ \t]+")
# Ratings of difficulty in stars behind a question.
_STARS = re.compile(r"\s*\([\u2605\u2606]+\)")
# Lengths are bounded so that a hostile text cannot make the search quadratic.
_PICTURE = re.compile(r"!\[[^\[\]]{0,300}\]\([^()]{0,500}\)|<img\b[^<>]*>", re.IGNORECASE)
# HTML tags, but not addresses in angle brackets, which look like them.
_TAG = re.compile(r"</?(?!(?:https?|ftp|mailto):)(?:[a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*")
# Words that lean on what stands elsewhere; "above 50" and "below average" compare values and are none.
_LEANING = re.compile(
    r"\b(?:(?:above|below)(?! (?:\d|zero|average|the (?:mean|median|average)))|"
    r"(?:the |a )?previous (?:cell|step|exercise|question|result|output)s?|as before|"
    r"(?:step|exercise|question|section) \d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:what you have in mind|(?:of )?your (?:own|choice)|whatever you|as you (?:like|want|wish)|you (?:like|want)|"
    r"try to figure out|think about|investigate why)\b",
    re.IGNORECASE,
)
_REQUEST_WORDS = (
    "add aggregate append apply assign build calculate change check clean combine compute concatenate convert "
    "count create define delete describe determine discover display divide downsample draw drop exclude "
    "extract fill filter find fit fix for get give group how identify import in is are join keep list load "
    "make merge normalize obtain of on plot predict present print put read reindex remove rename replace "
    "reset return round save scale select set shift show sort split store sum summarize swap take train "
    "transform turn use using what when where which who why write"
)
_REQUEST_VERBS = frozenset(_REQUEST_WORDS.split())
"""First words of what asks for something."""
MOST_OF_QUESTION = 4_000
"""Characters; what is longer is a text, and no question."""
_SHORT = 80
"""Characters of a cell that may only announce an answer."""
_FEWEST = 3
"""Words of a question that says enough."""
_LONGEST_QUOTE = 60
"""Characters of a line that is quoted."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question and the code that follows it, as the notebook has them; without a question, code that stands alone."""

    question: str
    codes: tuple[str, ...]
    """Python of each cell that answers it; none where nobody did."""
    place: str
    """The place of the exercise, in words."""
    doubts: tuple[str, ...] = ()
    """Doubts about the question, one sentence each."""
    removed: tuple[str, ...] = ()
    """Lines of the code that are IPython's, and not Python's."""


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """A stretch of Markdown from one mark to the next; without a mark, what stands before the first."""

    mark: str
    """``3``, ``7.1``, ``bonus``; empty where there is none."""
    level: int
    """The level of the heading, 0 for none."""
    text: str


def blocks_of(markdown: str, *, marked: bool = True) -> tuple[MarkdownBlock, ...]:
    """Split a Markdown cell at the lines that begin an exercise, such as ``### Step 4.``, ``**Q2:**``, ``3)``."""
    heads: list[tuple[MarkdownBlock, list[str]]] = []
    numbers = [int(number) for number in re.findall(r"(?m)^[ \t]*(\d{1,3})[.)]\s", markdown)]
    # A number that the next one continues begins a list.
    is_list = len(numbers) > 1 and numbers[1] == numbers[0] + 1
    fenced, first = False, True
    for line in markdown.split("\n"):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        # A comment such as "# 1. load" within a fence is code, and begins no exercise.
        head_block = _mark(line, is_first=first and not is_list) if marked and not fenced else None
        first = first and not line.strip()
        if head_block is not None or not heads:
            heads.append((head_block or MarkdownBlock("", _level(line), line), []))
        else:
            heads[-1][1].append(line)
    blocks = [MarkdownBlock(head.mark, head.level, "\n".join((head.text, *following))) for head, following in heads]
    return tuple(block for block in blocks if block.text.strip() or block.mark)


def marks_of(markdowns: Sequence[str]) -> int:
    """Return how deep the headings are that begin exercises: 1 to 6, 0 where marks are no headings, -1 without any.

    A title such as ``# Ex2 - Filtering`` begins none where deeper headings do.
    """
    levels = [block.level for text in markdowns for block in blocks_of(text) if block.mark not in {"", "bonus"}]
    # A single mark at the first level is the title of the notebook.
    if len(levels) == 1 and levels[0] == 1:
        return -1
    deeper = [level for level in levels if level != 1]
    return min(deeper or levels, default=-1)


def is_solution(markdown: str) -> bool:
    """Tell whether Markdown only announces the answer."""
    return len(markdown) <= _SHORT and _SOLUTION.match(markdown.strip()) is not None


def plain_question(text: str) -> str:
    """Return a question without heading signs, HTML tags, pictures, rules and ratings; its lines stay lines.

    What stands in a fence stays as it is.
    """
    lines: list[str] = []
    fenced = False
    for line in _PICTURE.sub("", text).split("\n"):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        if fenced or not _RULE.fullmatch(line):
            lines.append(line.rstrip() if fenced else _tidied(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def code_in(question: str) -> Iterator[str]:
    """Give the code that a question shows in fences."""
    yield from re.findall(r"(?ms)^[ \t]*(?:```|~~~)[ \t]*(?:python|py)?[ \t]*\n(.*?)^[ \t]*(?:```|~~~)", question)


def doubts_about(question: str, source: str, *, marked: bool) -> Iterator[str]:
    """Say what is doubtful about a question.

    `source` is the Markdown that the question was made of, and `marked` says whether a mark told that it is one.
    """
    if len(re.findall(r"\w+", question)) < _FEWEST:
        yield "the question is very short"
    if _PICTURE.search(source):
        yield "the question shows a picture, which no agent sees"
    leaning = _LEANING.search(question)
    # "as below:" with a list behind it is complete.
    if leaning and not (leaning[0].lower() == "below" and "\n" in question[leaning.end() :].strip(" .:\n")):
        yield f"the question speaks of what stands elsewhere: '{leaning[0]}'"
    opened = _OPEN.search(question)
    if opened:
        yield f"the question leaves the answer open: '{opened[0]}'"
    if not marked and not is_request(question):
        yield "the text does not read like a question"


def is_request(text: str) -> bool:
    """Tell whether a text asks for something: by a question mark, or by the first word of a line."""
    firsts = re.findall(r"(?m)^\W*([A-Za-z]+)", text)
    return "?" in text or any(word.lower() in _REQUEST_VERBS for word in firsts)


def _mark(line: str, *, is_first: bool) -> MarkdownBlock | None:
    match = _MARK.match(line.strip()) if len(line) <= MOST_OF_QUESTION else None
    if match is None:
        return None
    level = len(match["hashes"] or "")
    number = match["counted"] or match["glued"] or match["bare"] or "bonus"
    # A bare number or letter also begins items of lists and sentences: it counts at the start of a cell only.
    is_certain = level or match["bold"] or match["counted"] or match["glued"]
    if not is_certain and not (is_first and match["bare"]) and not match["bonus"]:
        return None
    text = match["rest"].strip()
    # Of "**Q2: how many**" the closing half is left over.
    if match["bold"] and text.count(match["bold"]) % 2:
        text = text.replace(match["bold"], "", 1) if not text.endswith(match["bold"]) else text[: -len(match["bold"])]
    return MarkdownBlock(number.lower(), level, text)


def _level(line: str) -> int:
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else 0


def _tidied(line: str) -> str:
    return _TAG.sub("", _STARS.sub("", _HEADING.sub("", line))).rstrip()


def with_sentence(question: str, sentence: str) -> str:
    """Return a question with one more sentence: on a line of its own where the question has several."""
    if "\n" in question:
        return f"{question}\n{sentence}"
    stop = "" if question.endswith((".", "?", "!", ":")) else "."
    return f"{question}{stop} {sentence}"


def listed(names: Sequence[str]) -> str:
    """Return names in backticks, as a sentence lists them."""
    quoted = [f"`{name}`" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def quoted(text: str) -> str:
    """Return the first line of a text, cut where it is long."""
    line = text.strip().split("\n")[0]
    return line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}\u2026"
