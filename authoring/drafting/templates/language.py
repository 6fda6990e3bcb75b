"""Placeholders of templates: the form of a value in a question, and its form in code.

In a question a column stands in backticks; in code every value is a Python literal. So a template says ``{{ amount }}``
in both places, no quote is ever forgotten, and ``df[{{ amount }}]`` stays Python that editors can read.
"""

import ast
import re
import textwrap
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, meta
from jinja2.environment import TemplateExpression
from jinja2.sandbox import SandboxedEnvironment

from authoring.drafting.templates.columns import Column, LevelValue
from authoring.drafting.templates.naming import in_backticks, in_code, in_quotes
from authoring.dseal.comparison_code import SAME_ROWS, SAME_TABLE
from authoring.validators.syntax_tree import expression_tree

_WIDTH = 100
_BACKTICKED = re.compile(r"`[^`]*`")
# Texts of templates that are kept as compiled: the same few are filled for every column.
_CACHE_SIZE = 4_096
# Several ways to say the same in a question: ``[[ one || another ]]``.
_PHRASINGS = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
# What a convention of the set may say in the place of the question: ``[[index: , numbered from 0]]``.
_AGREED = re.compile(r"\[\[(\w+):(.*?)\]\]", re.DOTALL)
_LITERAL_NAME = re.compile(r'`"[^`]*"`')
_ABOUT_LITERALS = "What stands in double quotes is a Python string."
# Takes the place of a blank inside backticks while a paragraph is wrapped.
_PLACEHOLDER = "\ue000"


class Verbatim(str):
    """A text that stands in code as it is: a reader expression."""

    __slots__ = ()


def spoken(value: object) -> str:
    """Return a value as it stands in a question."""
    if isinstance(value, Column):
        return in_backticks(value.name)
    if isinstance(value, LevelValue):
        return _spoken_level(value.value)
    if isinstance(value, Verbatim):
        return f"`{value}`"
    if isinstance(value, tuple | list):
        *preceding, last = [spoken(item) for item in value]
        return f"{', '.join(preceding)} and {last}" if preceding else last
    return str(value)


def _spoken_level(value: str | float) -> str:
    """Return a level as it stands in a question; a text that looks like a number or another constant is quoted."""
    if not isinstance(value, str):
        return f"`{value}`"
    return in_quotes(value) if _looks_typed(value) else in_backticks(value)


def _looks_typed(text: str) -> bool:
    """Return whether a text would be read as a number, or as another constant of Python."""
    try:
        float(text)
    except ValueError:
        pass
    else:
        return True
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text.isnumeric() or text.casefold() in {"true", "false", "none"}
    return True


def literal(value: object) -> str:
    """Return a value as it stands in code."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, Column):
        return literal(value.name)
    if isinstance(value, LevelValue):
        return literal(value.value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(literal(item) for item in value)}]"
    return in_code(value) if isinstance(value, str) else repr(value)


_DRIFTS, _FOLLOWS = 0.7, 0.75
"""Spearman's correlation of an amount with times, and share of its variance between classes, beyond which rows are of
unlike things."""


def explained_share(group: Column | Sequence[Column], amount: Column) -> Verbatim:
    """Return code for the share of an amount's variance that lies between the means of groups, by some columns."""
    means = f"df.groupby({literal(group)}, observed=True)[{literal(amount)}].transform('mean')"
    return Verbatim(f"float({means}.var() / df[{literal(amount)}].var())")


def rank_correlation(amount: Column, partner: Column) -> Verbatim:
    """Return code for Spearman's correlation of two amounts."""
    return _spearman(amount, f"df[{literal(partner)}]")


def drift(amount: Column, time: str = "") -> Verbatim:
    """Return code for Spearman's correlation of an amount with a column of times, or with the order of the rows.

    Rows that were sorted by the amount itself say nothing by that order.
    """
    if amount.orders_rows and not time:
        return Verbatim("0.0")
    order = f"df[{literal(time)}]" if time else "pd.Series(range(len(df)), index=df.index)"
    return _spearman(amount, order)


def _spearman(amount: Column, partner: str) -> Verbatim:
    # By a frame, because that of two series loads scipy, which takes longer than the rest of a rehearsal. A frame
    # correlates numbers alone, so that times are ranked first.
    pair = f"pd.concat([df[{literal(amount)}], {partner}.rank()], axis=1)"
    return Verbatim(f"float({pair}.corr(method='spearman').iloc[0, 1])")


def unlike_rows(
    amounts: Sequence[Column], classes: Sequence[Column], time: str = "", *, are_related: bool = False
) -> Verbatim:
    """Return code that says ``unlike`` where one of some amounts drifts, or nearly follows from one of some classes.

    Args:
        amounts: that are taken from all rows together.
        classes: of rows.
        time: the column that says when rows were; empty where none does.
        are_related: whether the amounts are held against each other, so that rows may have been sorted by one of them.
    """
    is_sorted = are_related and not time and any(amount.orders_rows for amount in amounts)
    drifts = [f"abs({drift(amount, time)}) > {_DRIFTS}" for amount in amounts if not is_sorted]
    follows = [
        f"{explained_share(group, amount)} > {_FOLLOWS}"
        for amount in amounts
        for group in classes
        if group.name not in {amount.name, *amount.related}
    ]
    return Verbatim(f"'unlike' if {' or '.join((*drifts, *follows)) or False} else 'alike'")


def leading_groups(group: Column, amount: Column, statistic: str) -> Verbatim:
    """Return code for how many groups share the highest of a statistic of an amount, and how many the lowest."""
    of_groups = f"df.groupby({literal(group)}, observed=True)[{literal(amount)}].agg({literal(statistic)})"
    extremes = "(values.max(), values.min())"
    return Verbatim(f"[int((values == extreme).sum()) for values in [{of_groups}] for extreme in {extremes}]")


def farthest(amount: Column) -> Verbatim:
    """Return code for the largest distance of an amount from its median, in interquartile ranges."""
    values = f"df[{literal(amount)}]"
    middle = f"({values}.quantile(0.75) - {values}.quantile(0.25))"
    return Verbatim(f"float(({values} - {values}.median()).abs().max() / {middle})")


def flattest(amounts: Sequence[Column]) -> Verbatim:
    """Return code for the smallest eigenvalue of the correlations of amounts, about 0 where one follows from others."""
    return Verbatim(f"float(np.linalg.eigvalsh(df[{literal(amounts)}].corr())[0])")


def weakest_item(items: Sequence[Column]) -> Verbatim:
    """Return code for the least correlation of an item with the sum of the others, below 0 for one keyed otherwise."""
    correlations = "[rows[name].corr(rows.drop(columns=name).sum(axis=1)) for name in rows]"
    return Verbatim(f"float(min((lambda rows: {correlations})(df[{literal(items)}].dropna())))")


def commonest(amounts: Sequence[Column]) -> Verbatim:
    """Return code for the largest share of the rows that one value has, such as the zeros of an amount."""
    return Verbatim(f"float(max(df[name].value_counts(normalize=True).iloc[0] for name in {literal(amounts)}))")


def differ_clearly(series: str) -> Verbatim:
    """Return code that tells whether the four smallest numbers of a series differ by more than their last bits."""
    return Verbatim(f"bool(({series}.nsmallest(4).diff().iloc[1:] > 1e-6).all())")


def rarest_pair(first: Column, second: Column, minimum: int = 0) -> Verbatim:
    """Return code for the rows of the rarest pair of levels of two categories that has so many.

    Of all pairs it has none where one level excludes another.
    """
    counts = f"pd.crosstab(df[{literal(first)}], df[{literal(second)}]).to_numpy()"
    return Verbatim(f"int((lambda rows: rows[rows >= {minimum}].min())({counts}))")


def words_each(texts: Column) -> Verbatim:
    """Return code for the mean number of words of an entry."""
    return Verbatim(f"float(df[{literal(texts)}].dropna().str.split().str.len().mean())")


def autocorrelation(amount: Column) -> Verbatim:
    """Return code for the correlation of an amount with that of the row before: high in series, and on grids.

    Where rows are sorted by the amount they need not follow each other otherwise, and it is 0.
    """
    sorts = "values.is_monotonic_increasing or values.is_monotonic_decreasing"
    return Verbatim(
        f"float([0.0 if {sorts} else values.corr(values.shift()) for values in [df[{literal(amount)}]]][0])"
    )


def seasonality(amount: Column, dates: Column, part: str) -> Verbatim:
    """Return code for the share of the variance of an amount's changes that lies between months, or quarters.

    Changes from row to row, because a trend alone makes the last months of a year differ from the first.
    """
    changes, parts = f"df[{literal(amount)}].diff()", f"df[{literal(dates)}].dt.{part}"
    means = f"changes.groupby({parts}).transform('mean')"
    return Verbatim(f"float([{means}.var() / changes.var() for changes in [{changes}]][0])")


def bounded(amounts: Sequence[Column]) -> Verbatim:
    """Return code that tells whether one of the amounts is never larger than another, as a part is than its whole.

    Amounts that have hardly a range in common, such as an age and an income, say nothing by that.
    """
    names = literal(amounts)
    return Verbatim(
        "any(first != second and (df[first].isna() | df[second].isna() | (df[first] <= df[second])).all()"
        f" and df[first].max() > df[second].quantile(0.25) for first in {names} for second in {names})"
    )


def _environment(finalize: Any) -> Environment:
    # Templates of a workspace or of an installed package are strangers' texts: no attribute of Python's own is reached.
    return SandboxedEnvironment(
        undefined=StrictUndefined,
        finalize=finalize,
        autoescape=False,
        line_statement_prefix="#:",  # In code a statement is a comment, so that editors and formatters read Python.
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


TEXT = _environment(spoken)
"""Renders questions."""
CODE = _environment(literal)
"""Renders code."""
CODE.globals.update(
    explained_share=explained_share,
    rank_correlation=rank_correlation,
    drift=drift,
    leading_groups=leading_groups,
    farthest=farthest,
    flattest=flattest,
    weakest_item=weakest_item,
    differ_clearly=differ_clearly,
    commonest=commonest,
    rarest_pair=rarest_pair,
    words_each=words_each,
    autocorrelation=autocorrelation,
    seasonality=seasonality,
    bounded=bounded,
)
PLAIN = _environment(lambda value: value.name if isinstance(value, Column) else value)
"""Renders the texts of validator blocks, where YAML quotes; `same_table` and `same_rows` are code that compares."""
PLAIN.globals.update(same_table=SAME_TABLE, same_rows=SAME_ROWS)


def names_in(expression: str) -> frozenset[str]:
    """Return the names an expression uses."""
    return names_in_text("{{ " + expression + " }}", TEXT)


@lru_cache(_CACHE_SIZE)
def names_in_text(text: str, environment: Environment) -> frozenset[str]:
    """Return the names that the placeholders of a text use."""
    return frozenset(meta.find_undeclared_variables(environment.parse(text)))


def evaluate(expression: str, context: Mapping[str, Any]) -> Any:
    """Return what an expression gives."""
    return _expression(expression)(**context)


@lru_cache(_CACHE_SIZE)
def _expression(text: str) -> TemplateExpression:
    return TEXT.compile_expression(text, undefined_to_none=False)


@lru_cache(_CACHE_SIZE)
def _template(text: str, environment: Environment) -> Template:
    return environment.from_string(text)


def render_question(text: str, context: Mapping[str, Any], *, phrasing: str = "", agreed: Collection[str] = ()) -> str:
    """Fill a question, and wrap its paragraphs without breaking a name.

    Args:
        text: the question of a template.
        context: what its placeholders mean.
        phrasing: a seed that chooses among several ways to say the same; empty for the first of each.
        agreed: names of conventions that the set states, so that the question leaves out what they say.
    """
    rng = Random(phrasing)  # noqa: S311 - a choice, no secret

    def chosen(match: re.Match[str]) -> str:
        ways = match[1].split("||")
        return ways[rng.randrange(len(ways)) if phrasing else 0].strip()

    text = _AGREED.sub(lambda match: "" if match[1] in agreed else match[2], text)
    filled = _template(_PHRASINGS.sub(chosen, text), TEXT).render(context).strip()
    for column in _columns_in(context):
        if column.meaning:
            quoted = in_backticks(column.name)
            filled = filled.replace(quoted, f"{column.meaning} ({quoted})", 1)
    # A sentence may begin with a meaning.
    filled = filled[:1].upper() + filled[1:]
    if _LITERAL_NAME.search(filled):
        filled = f"{filled} {_ABOUT_LITERALS}"
    return "\n\n".join(_wrapped(paragraph) for paragraph in re.split(r"\n\s*\n", filled))


def _columns_in(values: Mapping[str, Any]) -> list[Column]:
    """Return the columns that placeholders may mean, each once."""
    columns: dict[str, Column] = {}
    waiting = list(values.values())
    for value in waiting:
        if isinstance(value, Column):
            columns.setdefault(value.name, value)
        elif isinstance(value, tuple | list):
            waiting.extend(value)
        elif isinstance(value, Mapping):
            waiting.extend(value.values())
    return list(columns.values())


def _wrapped(paragraph: str) -> str:
    protected = _BACKTICKED.sub(lambda match: re.sub(r"\s+", " ", match[0]).replace(" ", _PLACEHOLDER), paragraph)
    # A line that began with a minus would be an item of a list.
    protected = re.sub(r"(?<=\w)\s+-\s+(?=\w)", f"{_PLACEHOLDER}-{_PLACEHOLDER}", protected)
    # Backticked names keep their blanks, because a placeholder that is no white space stands in for each while lines
    # are broken. A condition in a template may leave a blank before the punctuation that follows it.
    tight = re.sub(r" +(?=[,.;:?)])", "", " ".join(protected.split()))
    wrapped = textwrap.fill(tight, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return wrapped.replace(_PLACEHOLDER, " ")


def conventions_named_in(text: str) -> tuple[str, ...]:
    """Return the names of conventions that may say a part of a question in its place."""
    return tuple(dict.fromkeys(match[1] for match in _AGREED.finditer(text)))


def render_code(text: str, context: Mapping[str, Any]) -> str:
    """Fill a reference's code."""
    return _template(text, CODE).render(context).strip()


def render_validator(value: Any, context: Mapping[str, Any]) -> Any:
    """Fill every text of a validator block; one whose placeholders leave nothing of it is none."""
    if isinstance(value, str):
        return _template(value, PLAIN).render(context) or (None if value else "")
    if isinstance(value, list):
        return [render_validator(item, context) for item in value]
    if isinstance(value, Mapping):
        return {key: render_validator(item, context) for key, item in value.items()}
    return value


def reader_options(reader: str) -> str:
    """Return the keyword arguments of the call that reads, as they are written, or nothing."""
    call = _reading_call(reader)
    return "" if call is None else ", ".join(ast.get_source_segment(reader, keyword) or "" for keyword in call.keywords)


def reader_suffix(reader: str) -> str:
    """Return what a reader expression does with the table it has read, such as ``.add_prefix("column_")``."""
    call = _reading_call(reader)
    return "" if call is None else reader.removeprefix(ast.get_source_segment(reader, call) or reader)


def _reading_call(reader: str) -> ast.Call | None:
    call = expression_tree(reader)
    while isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        call = call.func.value
    return call if isinstance(call, ast.Call) else None
