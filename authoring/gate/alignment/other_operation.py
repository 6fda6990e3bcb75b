"""DS703: another operation than the question names, as upper case for lower case."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._marks import CodeOperation, marks_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS703",
    name="other-operation",
    severity=Severity.WARNING,
    what="The question names one of several operations that exclude one another (upper and lower case, the start and "
    "the end of a text, missing and known values, a variance and a deviation, kinds of correlation, of running values "
    "and of "
    "rounding, a union and an intersection, both conditions and one of them, a product and a difference, days, "
    "weeks, months, quarters and years), and "
    "the reference has another one and not this.",
    why="One of the two is not what was meant: a solver who goes by the question is refused.",
    bad='# %%\n"""\nquestion: Give the names in upper case.\n"""\n\ndf["name"].str.lower()\n',
    good='# %%\n"""\nquestion: Give the names in upper case.\n"""\n\ndf["name"].str.upper()\n',
)


_COUNTED = r"(?:how many|number of|counts? of|count the|share of|proportion of|percentages? of|fraction of)"
_PER = r"\b(?:(?:per|each|every|by|to|into) (?:an? |the )?{0}s?\b|{1}\b)"
_PER_QUARTER = (
    r"\b(?:(?:(?:per|each|every) (?:an? |the )?|(?:by|to|into) (?:the )?)quarters?\b"
    r"(?![ -](?:centur|hours?\b|miles?\b|pounds?\b|millions?\b|billions?\b|finals?\b))"
    r"(?! of (?:an?|the|all|its|their|these|those)\b(?! (?:\w+ )?(?:year|season|period)))|quarterly\b)"
)
"""Quarters of years: neither a quarter of a century or of the rows, nor what grows "by a quarter"."""
_SEPARATORS = (
    *(
        ("comma", "comma", "逗号(?:分隔|连接|隔开)", ","),
        ("semicolon", "semicolon", "分号(?:分隔|连接|隔开)", ";"),
        ("colon", "colon", "冒号(?:分隔|连接|隔开)", ":"),
    ),
    *(
        ("hyphen", "(?:hyphen|dash)", "连字符|短横", "-"),
        ("underscore", "underscore", "下划线", "_"),
        ("space", "space", "空格(?:分隔|连接|隔开)", "space"),
    ),
    *(("pipe", "pipe", "竖线", "|"), ("slash", "slash", "斜杠", "/"), ("tab", "tab", "制表符", "tab")),
)
_GROUPS: tuple[tuple[CodeOperation, ...], ...] = (
    (
        CodeOperation.of("upper case", r"\bupper-? ?case|\bcapital letters|\buppercase|大写", "upper"),
        CodeOperation.of("lower case", r"\blower-? ?case|\bsmall letters|\blowercase|小写", "lower casefold"),
        CodeOperation.of("title case", r"\btitle-? ?case", "title"),
    ),
    (
        CodeOperation.of("the start of a text", r"\b(?:start|begin)(?:s|ning|ing)? with\b|开头", "startswith"),
        CodeOperation.of("the end of a text", r"\b(?:end|finish)(?:s|ing|es)? (?:with|in)\b|结尾", "endswith"),
    ),
    (
        CodeOperation.of(
            "missing values",
            rf"\b{_COUNTED} (?:\w+ )?(?:missing|null|nan)\b|\b{_COUNTED}[^.?]{{1,40}}(?:are|is) (?:missing|null|nan)\b|"
            r"缺失[^。]{0,10}(?:多少|数量|个数)|多少[^。]{0,10}缺失",
            "isna isnull",
        ),
        CodeOperation.of(
            "known values", rf"\b{_COUNTED} (?:non-?missing|non-?null|known|valid)\b|非空|非缺失", "notna notnull"
        ),
    ),
    (
        CodeOperation.of(
            "a variance", r"(?<!explained )(?<!of )\bvariances?\b(?! inflation| ratio)|方差(?!分析)", "var"
        ),
        CodeOperation.of("a standard deviation", r"\bstandard deviations?\b|\bstd\b|标准差", "std"),
    ),
    (
        CodeOperation.of(
            "Pearson's correlation", r"\bpearson\b(?![^.;?!]{0,40}\branks?\b)|皮尔逊", "pearsonr method=pearson"
        ),
        CodeOperation.of(
            "Spearman's correlation", r"\bspearman|斯皮尔曼", "spearmanr method=spearman rank rankdata argsort"
        ),
        CodeOperation.of("Kendall's correlation", r"\bkendall|肯德尔", "kendalltau method=kendall"),
    ),
    (
        CodeOperation.of(
            "a running sum", r"\b(?:cumulative|running) (?:sum|total)|累[计积]和|累加", "cumsum accumulate"
        ),
        CodeOperation.of("a running product", r"\b(?:cumulative|running) product|累[计积]乘|累乘", "cumprod"),
        CodeOperation.of("a running maximum", r"\b(?:cumulative|running) max|累计最大", "cummax"),
        CodeOperation.of("a running minimum", r"\b(?:cumulative|running) min|累计最小", "cummin"),
    ),
    (
        CodeOperation.of("rounding down", r"\bround\w*(?: \S+){0,4}? down\b|\bfloor\b|向下取整", "floor FloorDiv"),
        CodeOperation.of("rounding up", r"\bround\w*(?: \S+){0,4}? up\b|\bceil(?:ing)?\b|向上取整", "ceil"),
    ),
    (
        CodeOperation.of("a union", r"\bunion\b|并集", "union union1d BitOr how=outer"),
        CodeOperation.of("an intersection", r"\bintersection\b|交集", "intersection intersect1d BitAnd isin how=inner"),
    ),
    (
        CodeOperation.of(
            "a product",
            r"\bproduct of (?:the )?(?:columns? |values? )?[\w\ufffc]+ (?:and|by|with) |\bmultipl(?:y|ied)\b|乘积|相乘",
            "Mult prod mul multiply dot matmul MatMult cumprod product Pow eval query apply agg",
        ),
        CodeOperation.of(
            "a difference",
            r"\bdifference between (?:the )?|\bsubtract|\bminus\b|之差|差值|相减",
            "Sub sub subtract diff USub ptp difference symmetric_difference relativedelta eval apply agg",
        ),
        CodeOperation.of(
            "a ratio",
            r"\bratio of|\bquotient|\bdivided by|比值|相除",
            "Div div truediv divide FloorDiv eval query apply agg mean pct_change normalize",
        ),
    ),
    tuple(
        CodeOperation.of(
            f"a {name}",
            rf"\b(?:by|with|using|on|at)(?: an?| the)?(?: single)? {word}s?\b|\b{word}-separated|{chinese}",
            f"separator={sign}",
        )
        for name, word, chinese, sign in _SEPARATORS
    ),
    (
        CodeOperation.of("days", _PER.format("day", "daily") + "|每天|每日", "freq=D dayofyear date day normalize"),
        CodeOperation.of("weeks", _PER.format("week", "weekly") + "|每周", "freq=W week isocalendar weekofyear"),
        CodeOperation.of("months", _PER.format("month", "monthly") + "|每月|每个月", "freq=M month month_name"),
        CodeOperation.of("quarters", _PER_QUARTER + "|每季", "freq=Q quarter"),
        CodeOperation.of("years", _PER.format("year", "(?:yearly|annual)") + "|每年", "freq=Y year"),
    ),
    (
        CodeOperation.of(
            "the day of the week",
            r"\b(?:days? of (?:the |each )?week|weekdays?)\b|星期",
            "dayofweek day_of_week weekday day_name isocalendar isoweekday strftime",
        ),
        CodeOperation.of("the hour", r"\bhours? of (?:the )?day\b|\bhourly\b", "hour freq=H strftime time"),
        CodeOperation.of(
            "the day of the month",
            r"\bdays? of (?:the |each |its |a )?(?:calendar )?month\b",
            "day strftime days_in_month",
        ),
        CodeOperation.of("the month", r"\bcalendar month|\bmonths? of (?:the )?year\b", "month month_name strftime"),
        CodeOperation.of("the quarter", r"\bquarters? of (?:the )?year\b", "quarter to_period strftime freq=Q"),
        CodeOperation.of("the year", r"\bcalendar years?\b", "year strftime to_period freq=Y"),
    ),
    (
        CodeOperation.of(
            "duplicates left out",
            r"\b(?:drop|remov|delet|eliminat)\w* (?:the |all |any )?(?:exact |repeated )?duplicat",
            "drop_duplicates duplicated unique nunique groupby set",
        ),
        CodeOperation.of(
            "missing values left out",
            r"\b(?:drop|remov|delet|eliminat)\w* (?:the |all |any )?(?:missing|null|nan|"
            r"(?:rows|records|entries)\b[^.]{1,25}\b(?:missing|null|nan|empty)\b)",
            "dropna notna notnull isna isnull",
        ),
    ),
    (
        CodeOperation.of(
            "women", r"\b(?:females?|women|girls)\b|女", "value=female value=f value=woman value=women value=女"
        ),
        CodeOperation.of("men", r"\b(?:males?|men|boys)\b|男", "value=male value=m value=man value=men value=男"),
    ),
)
_OPERATORS = 8
"""The place of the group whose operations are signs, which stand in code for many reasons."""
_SIGNS = frozenset({"Mult", "Sub", "Div", "Add"})
_PLAIN_CODE = frozenset({"FunctionDef", "Lambda", "For", "While", "ListComp", "GeneratorExp", "DictComp"})
_LONGEST = 4_000


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first operation that is another one than the only one of its group that the question names."""
    question = " ".join(prose(subject.problem.question[:_LONGEST]).split())
    marks, kinds = marks_of(subject.tree), {type(node).__name__ for node in nodes(subject.tree)}
    names = " ".join(names_read(subject.tree)).replace("_", " ")
    for place, group in enumerate(_GROUPS):
        # Members of a union are looked up in a column that is called so.
        mentioned = [
            operation for operation in group if operation.words.search(question) and not operation.words.search(names)
        ]
        if len(mentioned) != 1 or mentioned[0].marks & marks.keys():
            continue
        operations = [operation for operation in group if operation.marks & marks.keys()]
        matches = [mark for operation in operations for mark in operation.marks & marks.keys()]
        if place == _OPERATORS:
            # A sign by itself, in code of one plain expression, where no other stands that might do the same.
            matches = (
                sorted(_SIGNS & marks.keys()) if len(_SIGNS & marks.keys()) == 1 and not kinds & _PLAIN_CODE else []
            )
        if matches and (len(operations) == 1 or place == _OPERATORS):
            node = marks[min(matches)]
            message = (
                f"the question names {mentioned[0].name}, and the reference has {_words(matches, operations, place)}"
            )
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
            return
    yield from _other_union(subject, question)
    yield from _other_outside(subject, question)


def _other_union(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    """Find rows that fulfil one of two conditions on two columns, where the question has no word of a choice."""
    if _CHOICE.search(question) or not _BOTH.search(question):
        return
    for node in nodes(subject.tree):
        match node:
            case ast.BinOp(op=ast.BitOr(), left=ast.Compare(left=left), right=ast.Compare(left=right)):
                if ast.dump(left) != ast.dump(right):
                    message = "the question joins its conditions, and the reference takes rows that fulfil one of them"
                    yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
                    return


def _other_outside(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    """Find what lies between two bounds, where the question asks for what lies on either side of them."""
    if subject.reading.leaves_out or _REFUSED.search(question) or not _OUTSIDE.search(question):
        return
    for node in nodes(subject.tree):
        match node:
            case (
                ast.BoolOp(
                    op=ast.And(),
                    values=[ast.Compare(left=left, ops=[first]), ast.Compare(left=right, ops=[second])],
                )
                | ast.BinOp(
                    op=ast.BitAnd(),
                    left=ast.Compare(left=left, ops=[first]),
                    right=ast.Compare(left=right, ops=[second]),
                )
            ) if ast.dump(left) == ast.dump(right):
                if {type(first), type(second)} in _OPEN_RANGES:
                    message = "the question asks for what lies on either side of two bounds, the reference for both"
                    yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
                    return


_SMALLER, _GREATER = (
    r"(?:below|under|(?:less|smaller|lower|fewer) than)",
    r"(?:above|over|(?:more|greater|larger|higher) than)",
)
_REFUSED = re.compile(
    r"\b(?:invalid|implausib\w*|impossible|unrealistic|wrong|errors?|clip\w*|cap\w*|replac\w*|limit\w*|valid|"
    r"set (?:to|it|them)|missing|nan|nulls?)\b",
    re.IGNORECASE,
)
"""Words by which a question keeps what lies between two bounds, and names what does not."""
_OUTSIDE = re.compile(
    rf"\b{_SMALLER}\b[^.?]{{1,60}}\bor {_GREATER}\b|\b{_GREATER}\b[^.?]{{1,60}}\bor {_SMALLER}\b", re.IGNORECASE
)
_OPEN_RANGES = tuple({low, high} for low in (ast.Lt, ast.LtE) for high in (ast.Gt, ast.GtE))
_CHOICE = re.compile(
    r"\b(?:or|either|any|one of|nor|not|n't|unless|except|exclud\w*|without|outliers?|anomal\w*|out of|outside)\b|"
    r"n't\b|或|任|不|非|除|异常",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:and|both|who|whose|that|which|with|where)\b|且|同时|并|的", re.IGNORECASE)


def _words(matches: list[str], operations: list[CodeOperation], place: int) -> str:
    if place != _OPERATORS:
        return operations[0].name
    return {"Mult": "`*`", "Sub": "`-`", "Div": "`/`", "Add": "`+`"}.get(matches[0], f"`{matches[0]}`")
