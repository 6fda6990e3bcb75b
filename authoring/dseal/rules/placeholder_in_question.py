"""DS217: a placeholder that nobody filled in."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import code_pieces, prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS217",
    name="placeholder-in-question",
    severity=Severity.ERROR,
    what="A question holds what was to be filled in: TODO, FIXME or TBD, a name in braces or angle brackets, `???`, "
    "`XXX` or `XX decimals`, a blank of underscores, dots in the place of a name, or filler text. Format strings, and "
    "questions about templates or markup, are left alone.",
    why="Nobody can tell what was meant, and the agent is asked something else than the reference answers.",
    bad='# %%\n"""\nquestion: "Give the mean of the column {column}."\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the column `weight`.\n"""\n\n1 + 2\n',
)

_ANYWHERE = re.compile(
    r"\b(?:TODO|FIXME|TBD|TBC)\b|\b[Ll]orem ipsum\b|(?<!\S)\?{3,}(?!\S)|(?<![\w_])_{3,}(?![\w_])"
    r"|\[(?i:insert|fill in|your|placeholder|column name|table name|variable name)\b[^\]\n]{0,60}\]"
    r"|(?<![\w/.-])[Xx]{3,}(?![\w/.-])"
    # Two of them are a Roman number, a pair of chromosomes or a size as often, but for where a number stands.
    r"|(?<![\w/.-])(?:XX|NN)(?= (?:decimals?|places|digits|rows|columns|percent|days|values|bins)\b)"
    r"|\b(?:of|from|in|by|with|for|than|to|is|are|column|named|called|between)[ \t](?:\.{3}|…)[ \t]?(?=[?.,;!]|\Z)"
    r"|待补充|待填写|此处填写|占位符"
)
_WITH_BRACES = re.compile(
    r"(?<![\\^_$\w{])\{\{?[ \t]{0,3}[A-Za-z_]\w{1,40}(?:\.\w{1,40})?[ \t]{0,3}\}?\}(?!\})"
    r"|\$\{\w{2,40}\}|%\(\w{2,40}\)[sd]"
    r"|<(?:(?:insert|your|the)[ _-])?(?:\w{1,20}[ _-])?(?:column|variable|table|dataset|feature|target|number|file)"
    r"(?:[ _-]?(?:name|value|\d))?>"
)
_TICKED_WHOLE = re.compile(r"\{\{?[ \t]{0,3}[A-Za-z_]\w{1,40}[ \t]{0,3}\}?\}|\?{3,}|TODO|FIXME|TBD|_{3,}")
# What names in one pair of braces may be, too, but not such in two pairs or in angle brackets.
_ABOUT_BRACES = re.compile(
    r"(?i)pattern|regex|regular expression|\blike this\b|of the form|in the form|\bsets?\b of|\bset\b [{<]|\bdict|模式"
)
# Where the line, or the one before it, speaks of these, names in brackets are its subject.
_ABOUT_FORMS = re.compile(
    r"(?i)format|template|f-string|placeholder|interpolat|html|xml|\btags?\b|markup|latex|模板|格式|标签"
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find placeholders, at most one finding a question."""
    for cell, problem in problemset.problems:
        placeholder = _placeholder(problem.question)
        if placeholder:
            message = f"the question holds the placeholder '{placeholder[:60]}'"
            yield at_question(problemset, cell, placeholder, INFO, message, "write what belongs there")


def _placeholder(question: str) -> str:
    text = prose(question)
    match = _ANYWHERE.search(text)
    if match is None:
        match = next((found for found in _WITH_BRACES.finditer(text) if not _is_subject(found, text)), None)
    if match is None and not (_ABOUT_FORMS.search(question) or _ABOUT_BRACES.search(question)):
        return next((piece for piece in code_pieces(question) if _TICKED_WHOLE.fullmatch(piece)), "")
    return match[0] if match else ""


def _is_subject(match: re.Match[str], text: str) -> bool:
    """Tell whether the line of a name in brackets, or the one before it, speaks of forms and the like."""
    start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
    before = text[:start].rstrip("\n").rpartition("\n")[2]
    words = before + "\n" + text[start : end if end >= 0 else len(text)]
    is_single = match[0].startswith("{") and not match[0].startswith("{{")
    return bool(_ABOUT_FORMS.search(words) or (is_single and _ABOUT_BRACES.search(words)))
