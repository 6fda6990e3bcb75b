"""DS207: a question that names a column or variable nobody has."""

import ast
import builtins
import calendar
import keyword
import re
from collections.abc import Iterator
from itertools import islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Json, Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import expression_of, identifiers, strings
from authoring.dseal.session import at_question, steps
from authoring.dseal.spelling import closest_word

INFO = RuleInfo(
    code="DS207",
    name="unknown-name-in-question",
    severity=Severity.WARNING,
    what="A question names, in backticks or as a quoted column or variable, something that neither the input tables, "
    "in their headers or cells, nor the code up to this problem know.",
    why="An agent that trusts the question fails for a typing error.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"weight": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Sum the column `wieght` of `df`.\n"""\n\ndf["weight"].sum()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"weight": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Sum the column `weight` of `df`.\n"""\n\ndf["weight"].sum()\n',
)

TITLE_PATTERN = re.compile(r"\s+tables?\b|\s*表", re.IGNORECASE)
"""What stands behind a name in backticks that is the title of a table: `Employee` table."""
# In single backticks, quoted behind a word such as `column`, or quoted before one.
NAME_PATTERN = re.compile(
    r"(?<!`)`(?P<tick>[^`\n]{1,80})`(?!`)"
    r"|\b(?:column|variable|field|DataFrame|dataframe|series|Series)s?(?: called| named)? "
    r"(?P<quote>[\"'])(?P<after>[^\"'\n]{1,80})(?P=quote)"
    r"|(?P<mark>[\"'])(?P<before>[\w .-]{1,80})(?P=mark) (?:column|variable|field|DataFrame|dataframe|series)s?\b"
)
MAX_FINDINGS = 20
"""Findings a question; who has more has another problem."""
# One identifier may be a column or a variable; anything else in backticks is code.
_PLAIN = re.compile(r"[^\W\d]\w*\Z")
# Words that pandas brings into tables and dtypes, and names that everybody gives to modules and objects.
_CUSTOMARY_WORDS = (
    "index columns values value variable count mean std min max median sum size shape dtype dtypes name names level_0 "
    "level_1 proportion key keys row rows column NaN nan NaT NA None True False int float str bool object category "
    "datetime int8 int16 int32 int64 uint8 float32 float64 string boolean datetime64 timedelta64 Int64 Float64 "
    "DataFrame Series Index MultiIndex Timestamp Timedelta Categorical ndarray pd np pandas numpy plt sns inf "
    "x y null nth left_only right_only both top freq unique first last asc desc"
)
_CUSTOMARY = frozenset(_CUSTOMARY_WORDS.split())
# Functions and methods of pandas and numpy, which a question may name bare as a hint at the way.
_METHOD_WORDS = (
    "abs add agg aggregate align append apply applymap arange argmax argmin argsort array assign astype average "
    "bfill bincount clip combine_first concat contains copy corr cov crosstab cummax cummin cumprod cumsum cut "
    "date_range describe diff digitize div dot drop drop_duplicates dropna duplicated einsum eval ewm expanding "
    "explode ffill fillna filter findall flatten flatnonzero from_dict get_dummies get_level_values groupby head "
    "hstack iat idxmax idxmin iloc interpolate intersect1d isin isna isnull items iterrows itertuples join kurt "
    "linspace loc lower map mask match melt merge merge_asof mode mul nanmean ngroup nlargest nonzero notna notnull "
    "nsmallest nunique ones pad pct_change percentile pipe pivot pivot_table prod qcut quantile query rank ravel "
    "read_csv read_excel read_json reindex rename repeat replace resample reset_index reshape rolling round sample "
    "searchsorted select select_dtypes set_index setdiff1d shift skew slice sort_index sort_values split squeeze "
    "stack sub swaplevel tail take tile to_csv to_datetime to_dict to_frame to_list to_numeric to_numpy to_period "
    "to_string to_timedelta tolist transform transpose truncate tz_convert tz_localize union1d unstack update upper "
    "value_counts var vectorize vstack wide_to_long where xs zeros"
)
_METHODS = frozenset(_METHOD_WORDS.split())
# A quantity that a question names to speak of it again: "the `n` rows ... `integers(n, size=n)`".
_SYMBOL = re.compile(r"[a-z]\Z")
_PIECES = re.compile(r"[_\-. ]")
_SHORT_WORD = 4
"""Characters of a word of which another one may differ by a letter and be no slip of it."""
_SPANS = re.compile(r"`[^`\n]+`")
_SAID_TO_BE_DATA = re.compile(r"\b(?:column|variable|field)s?(?: called| named)? $")
_CALENDAR = frozenset(
    name.casefold()
    for names in (calendar.month_name, calendar.month_abbr, calendar.day_name, calendar.day_abbr)
    for name in names
    if name
)
"""Labels that times are given by."""
_BUILTIN = frozenset(dir(builtins)) | frozenset(keyword.kwlist)


def check(problemset: ProblemSet, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find names in questions that the session does not know; silent where input columns are unknown."""
    known_names = set(_CUSTOMARY | _BUILTIN)
    # Code that cannot be parsed may define any name.
    if any(step.parsed.error is not None for step in steps(problemset)):
        return
    # As long as the columns of what is read are not known, any name may be one of them.
    reads = any("inputs" in cell.code or "read_" in cell.code for cell in problemset.runnable)
    if reads and (surroundings.inputs is None or any(table.columns is None for table in surroundings.inputs)):
        return
    levels = set(_CALENDAR)
    for table in surroundings.inputs or ():
        known_names.update((table.name, table.name.rpartition(".")[0], *(table.columns or ())))
        levels.update(level.casefold() for level in table.levels)
    for step in steps(problemset):
        known_names.update(_names_in_code(step.tree))
        problem = step.cell.problem
        if problem is None:
            continue
        known_names.update(_words_of(problem))
        unknown = (
            name
            for name in dict.fromkeys(_names_in(problem.question, known_names))
            if (not _is_known(name, known_names) and name.strip().casefold() not in levels)
            or _is_slip(name, problem.question, known_names)
        )
        for name in islice(unknown, MAX_FINDINGS):
            close = closest_word(name, known_names, cutoff=0.75)
            hint = f"did you mean '{close}'?" if close else "name it as the data or the code does"
            message = f"the question names '{name}', which neither the data nor the code knows"
            yield at_question(problemset, step.cell, name, INFO, message, hint)


def _names_in(question: str, known_names: set[str]) -> Iterator[str]:
    titles: set[str] | None = None
    spans = _SPANS.findall(question)
    for match in NAME_PATTERN.finditer(question):
        name = match["tick"] or match["after"] or match["before"]
        if match["tick"] is not None and TITLE_PATTERN.match(question, match.end()):
            # Titles are written large, and the variables that hold the tables small.
            titles = {known.casefold() for known in known_names} if titles is None else titles
            if name.casefold() in titles:
                continue
        is_symbol = _SYMBOL.match(name) and sum(name in re.findall(r"\w+", span) for span in spans) > 1
        if (match["tick"] in _METHODS or is_symbol) and not _SAID_TO_BE_DATA.search(
            question[max(0, match.start() - 30) : match.start()]
        ):
            continue
        if match["tick"] is None or _PLAIN.match(name):
            yield name
        else:
            yield from _names_in_expression(name)


def _names_in_expression(text: str) -> Iterator[str]:
    """Give the variables that a piece of code in backticks looks into, such as ``df`` in ``df.mean()``.

    Tuples and formulas of bare names describe a result more often than they name what is there.
    """
    tree = expression_of(text)
    if tree is None:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.value, ast.Name):
            yield node.value.id


def _names_in_code(tree: ast.Module) -> Iterator[str]:
    yield from identifiers(tree)
    for constant in strings(tree):
        text = str(constant.value)
        yield text
        # Names stand in texts too, as in `df.query("a > b")`.
        yield from re.findall(r"\w+", text[:2000])


def _words_of(problem: Problem) -> Iterator[str]:
    pending: list[Json] = [dict(problem.validator or {})]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            yield from item
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, str):
            yield from re.findall(r"\w+", item[:5000])
    yield from problem.forbid_names


def _is_slip(name: str, question: str, known_names: set[str]) -> bool:
    """Tell whether a name of several words is a known one that the question never spells right: `median_minuts`."""
    if name in known_names or not (words := _PIECES.split(name))[1:]:
        return False
    close = closest_word(name, known_names, cutoff=0.9)
    if not close or close in question or len(pieces := _PIECES.split(close)) != len(words):
        return False
    different = [(word, piece) for word, piece in zip(words, pieces, strict=True) if word != piece]
    # `sex_male` and `price_y` are others of a kind; a slip leaves a long word nearly as it is.
    return all(
        word.isalpha()
        and piece.isalpha()
        and min(len(word), len(piece)) > _SHORT_WORD
        and closest_word(word, [piece], cutoff=0.85) is not None
        for word, piece in different
    )


def _is_known(name: str, known_names: set[str]) -> bool:
    if name in known_names or name.strip() in known_names or name.isnumeric():
        return True
    # Encoding and merging put a suffix or a level behind a column's name: `sex_male`, `price_x`.
    parts = _PIECES.split(name)
    return any("_".join(parts[:length]) in known_names for length in range(1, len(parts))) and len(parts) > 1
