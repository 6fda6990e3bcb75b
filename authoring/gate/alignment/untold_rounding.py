"""DS659: a reference that rounds where no question speaks of rounding."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node, checks, comparisons
from authoring.gate.alignment.base import AlignmentSubject, calls, whole_number

INFO = RuleInfo(
    code="DS659",
    name="untold-rounding",
    severity=Severity.WARNING,
    what="The reference rounds, or formats a number with decimals, its answer is compared, and neither the question "
    "nor an earlier one about all results has a word about decimals.",
    why="An answer that gives the number as it is, or rounds it otherwise, is refused.",
    bad='# %%\n"""\nquestion: What is the mean of a?\n"""\n\nround(df.a.mean(), 2)\n',
    good='# %%\n"""\nquestion: What is the mean of a, rounded to 2 decimals?\n"""\n\nround(df.a.mean(), 2)\n',
)
SETTLED = re.compile(
    r"\bround|\bdecimal|\bdigits?\b|\bplaces after\b|\bprecise(?:ly)? to\b|\bprecision of \d|"
    r"\bsignificant (?:digit|figure)|\bwhole (?:number|percent|unit|euro|dollar|year|minute)|"
    r"\bnearest (?:whole|integer|tenth|hundred|thousand|percent|cent|dollar|euro|number|unit|minute|hour|year|\d)|"
    r"\bformatted\b|\b(?:hundred|ten|thousand)ths?\b|\bcents\b|\bceil|\btruncat|\bapprox|\.\d+f\b|"
    r"\b(?:e\.g\.|like|such as|example|for instance)[^\n]{0,40}(?<![\d.])\d+\.\d+(?![\d.])|"
    r"小数|四舍五入|取整|保留\s?[\d一二两三四五六]|精确到|精度为|[\d一二两三四五六]\s?位|约为|大约",
    re.IGNORECASE,
)
"""Words by which a question says how exact a number is meant."""
_VAGUE = re.compile(r"\bround(?:ed|ing)?\b|四舍五入", re.IGNORECASE)
_HOW_FAR = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|ten|hundred|thousand)|decimal|digit|place|whole|integer|nearest|cent\b|cents\b|"
    r"significant|precis|percent|[一二两三四五六]位|整|小数",
    re.IGNORECASE,
)
"""Words by which a question that speaks of rounding says how far."""
_WHOLE = re.compile(r"\binteger|\bint\b|\bfloor|整数", re.IGNORECASE)
_FOR_ALL = re.compile(
    r"\b(?:all|every) (?:\w+ )?(?:results?|answers?|numbers?|figures?)\b[^.\n]{0,40}\bround|"
    r"\bround[^.\n]{0,30}\b(?:all|every) (?:\w+ )?(?:results?|answers?|numbers?|figures?)\b|"
    r"\bthroughout\b|\bfrom now on\b|所有(?:的)?(?:结果|答案|数值)",
    re.IGNORECASE,
)
"""Words of a question that speaks for later ones as well."""
_FORMAT_DECIMALS = re.compile(r"\.(\d{1,2})[fe%]")
_COMPARING = frozenset({"result", "namespace_check", "stream", "table_test"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first rounding of a reference that nothing said before asks for."""
    if not _COMPARING & {check.alias for check in checks(subject.problem)} or _is_settled(subject):
        return
    rounding = next(_roundings(subject.tree), None)
    if rounding is None or any(_is_loose(flags, rounding[1]) for flags, _ in comparisons(subject.problem)):
        return
    node, decimals = rounding
    if decimals == 0 and (_WHOLE.search(subject.problem.question) or _VAGUE.search(subject.problem.question)):
        return
    amount = "to whole numbers" if decimals == 0 else f"to {decimals} decimal{'s' if decimals != 1 else ''}"
    message = f"the reference rounds {amount}, and the question does not say " + (
        "how far" if _VAGUE.search(subject.problem.question) else "so"
    )
    yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the decimals, or compare unrounded")


def _is_settled(subject: AlignmentSubject) -> bool:
    number = subject.problem.number
    earlier = [problem.question for _, problem in subject.problemset.problems if problem.number < number]
    texts = [text for text in earlier if _FOR_ALL.search(text)]
    convention = said_of(subject.problem.conventions, ConventionKind.ROUNDING)
    spoken = (subject.problem.question, convention, *texts)
    if all(_VAGUE.search(text) is None or _HOW_FAR.search(text) is None for text in spoken):
        # Rounding is asked for, and nothing says to what: whole numbers are the customary reading.
        spoken = tuple(_VAGUE.sub("", text) for text in spoken)
    return any(SETTLED.search(text) for text in spoken)


def _is_loose(flags: object, decimals: int) -> bool:
    """Tell whether a comparison forgives what the rounding takes away, or is code of its own."""
    if not isinstance(flags, dict):
        return True
    atol = flags.get("atol", 0)
    is_wide = isinstance(atol, int | float) and atol >= 0.5 * 10**-decimals
    return is_wide or "compare_fn" in flags or bool(flags.get("type_only"))


def _roundings(tree: ast.Module) -> Iterator[tuple[ast.expr, int]]:
    """Yield what rounds, with the number of decimals; a number of them that is computed counts for nothing."""
    for call in calls(tree, "round", "around", "round_"):
        is_method = isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") not in {"np", "numpy"}
        arguments = call.args if is_method else call.args[1:]
        written = [word.value for word in call.keywords if word.arg in {"decimals", "ndigits"}]
        amount = (*arguments, *written, ast.Constant(value=0))[0]
        # A mapping says the decimals of each column.
        digits = whole_number(amount.values[0] if isinstance(amount, ast.Dict) and amount.values else amount)
        if digits is not None:
            yield call, digits
    for node in ast.walk(tree):
        text = ast.unparse(node.format_spec) if isinstance(node, ast.FormattedValue) and node.format_spec else ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"[{%]", node.value):
            text = node.value
        if isinstance(node, ast.expr) and (match := _FORMAT_DECIMALS.search(text[:_LONGEST_FORMAT])):
            yield node, int(match[1])


_LONGEST_FORMAT = 500
