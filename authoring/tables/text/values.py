"""How the values of a text decide its reading: decimal commas, codes that must stay text, mixed columns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from authoring.tables.reader import Column, Option, Reader, join_words, quote_name, shortened
from authoring.tables.refusal import RefusedData


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A regular expression, and an equivalent one for ASCII text."""

    any: str
    ascii: str


def _pattern(text: str) -> _Pattern:
    # Within ASCII both mean the same; the shorter classes suit the engine behind pandas, see `_matching`.
    return _Pattern(text, text.replace(r"\d", "[0-9]").replace(r"\s", r"[ \t\n\r\f\v\x1c-\x1f]"))


# 1,5 and 15, but not 1.5.
_COMMAS = _pattern(r"[-+]?\d+,\d+|[-+]?\d+")
# 1,234 is a fraction or a thousand and something; by itself it says neither.
_THOUSANDS = _pattern(r"[-+]?\d{1,3},\d{3}")
_POINT = _pattern(r"[-+]?\d*\.\d+")
# 980, 1.234 and 12.500.000, if points separate thousands.
_WHOLE_NUMBERS = _pattern(r"[-+]?\d{1,3}(?:\.\d{3})*")
# 1.234 and 12.500.000: beside decimal commas, the points separate thousands.
_POINT_THOUSANDS = _pattern(r"[-+]?[1-9]\d{0,2}(?:\.\d{3})+")
_NUMBER = _pattern(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*")
# What a spreadsheet runs when it opens the table: =SUM(A1), @SUM, +A1.
_FORMULA = _pattern(r"[=@].*|[+-][A-Za-z(].*")
_NUMBER_FORMATS = {
    "a percent sign": _pattern(r"[-+]?\d[0-9.,]*\s?%"),
    "a currency sign": _pattern(r"[-+]?[$€£¥₹]\s?[-+]?\d[0-9.,]*|[-+]?\d[0-9.,]*\s?[$€£¥₹]"),
    "thousands separators": _pattern(r"[-+]?\d{1,3}(?:,\d{3})*(?:\.\d+)?|[-+]?\d{1,3}(?:\.\d{3})*(?:,\d+)?"),
}
"""Formats that keep numbers from being read as numbers. They stay text, because reading them is a question to ask."""
_THOUSANDS_SEPARATED = _pattern(r"[-+]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})")
"""A number in which a separator is no decimal one for sure."""
_SAMPLE = 1_000
"""Values from which it is seen whether it is worth while to look at all."""
# Dates as numbers: eight digits, from the year 1000 to 2999.
_FIRST_DATE, _LAST_DATE = 10_000_000, 29_999_999
_NESTED = {list, dict, tuple, set, np.ndarray}
# What pandas takes for missing; and of these what may be an answer: nothing, and Namibia or North America.
_MISSING_WORDS = (
    "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL",
    "NaN", "None", "n/a", "nan", "null",
)  # fmt: skip
_NONE_LEVEL, _NA_CODE = "None", "NA"
# Levels of a category at most, rows of each on average, and the words of a category.
_MOST_LEVELS, _ROWS_OF_LEVEL, _WORDS = 30, 3, re.compile(r"[^\W\d_]{2,}.*", re.DOTALL)
_CONTINENTS, _NEIGHBOURS = {"AF", "AN", "AS", "EU", "OC", "SA"}, {"AO", "BW", "ZA", "ZM", "ZW"}
_FEWEST_CONTINENTS, _FEWEST_NEIGHBOURS = 4, 3
_DATE_NAME = re.compile(r"date|datum|fecha|(?:^|[^a-z])day(?:$|[^a-z])", re.IGNORECASE)


def uses_decimal_commas(reader: Reader, delimiter: str) -> bool:
    """Whether numbers are written with a decimal comma, beyond doubt.

    Sure when a whole column consists of such numbers, one of them has other than three digits behind the comma (three
    could be thousands), and no column holds numbers with a point that does not separate thousands.
    """
    # Every decimal comma would have to stand in quotes.
    if delimiter == ",":
        return False
    frame = reader.read()
    is_certain = False
    for _, column in _text_columns(frame):
        if not _all_match(column, _COMMAS):
            continue
        stripped = column.str.strip()
        with_comma = stripped[stripped.str.contains(",", regex=False)]
        if with_comma.empty:
            continue
        is_certain = is_certain or not _all_match(with_comma, _THOUSANDS)
        # One column proves it for all.
        if is_certain:
            break
    points = any(pd.api.types.is_float_dtype(frame.dtypes.iloc[at]) for at in range(frame.shape[1]))
    return is_certain and not (points and _has_decimal_points(reader))


def _has_decimal_points(reader: Reader) -> bool:
    """Whether any value is written with a decimal point; floats may also be whole numbers with gaps, or thousands."""
    raw = Reader(reader.function, reader.path, {**reader.options, "dtype": "str"}, reader.suffix).read()
    texts = [column.str.strip() for _, column in _text_columns(raw)]
    return any(bool((_matching(text, _POINT) & ~_matching(text, _POINT_THOUSANDS)).any()) for text in texts)


def mixes_types(frame: pd.DataFrame) -> bool:
    """Whether a column holds texts and other values side by side.

    Out of CSV that happens when pandas reads a long file piece by piece and decides on types anew for each piece.
    """
    return any(
        pd.api.types.is_object_dtype(frame.dtypes.iloc[at]) and len(set(map(type, frame.iloc[:, at].dropna()))) > 1
        for at in range(frame.shape[1])
    )


def keep_codes_as_text(reader: Reader) -> None:
    """Keep whole numbers as text where reading them as numbers would lose something: leading zeros, dates as digits."""
    frame = reader.read()
    # `refuse_unusable` refuses such a table afterwards, and says why.
    if not all(isinstance(name, str) for name in frame.columns) or not frame.columns.is_unique:
        return
    positions = [
        position for position in range(frame.shape[1]) if _may_hold_codes(frame.iloc[:, position], zeros=reader.zeros)
    ]
    if not positions:
        return
    raw = _read_as_text(reader, positions)
    text_columns: dict[str | int, str] = {}
    replaced: dict[str, Column] = {}
    for position, with_gaps in zip(positions, raw, strict=True):
        name, column = str(frame.columns[position]), with_gaps.dropna()
        if column.empty:
            continue
        if bool(column.str.contains(r"^0\d+$").any()) and bool(column.str.fullmatch(r"\d+").all()):
            reader.repairs.append(f"{quote_name(name)} is read as text, because its numbers have leading zeros")
        elif _DATE_NAME.search(name) and _digits_of_dates(column):
            reader.repairs.append(f"{quote_name(name)} is read as text, because its numbers are dates (yyyymmdd)")
        else:
            continue
        # A suffix renames the columns only after reading, so they are named by their place.
        text_columns[position if reader.suffix else name] = "str"
        replaced[name] = with_gaps.set_axis(frame.index)
    if text_columns:
        reader.options["dtype"] = text_columns
        if not any(name.rpartition(".")[2].isdigit() for name in frame.columns):
            # Of repeated names, pandas takes the type for all; else nothing but these columns changes.
            reader.cached = (reader.text, frame.assign(**replaced))


def keep_answers(reader: Reader, data: bytes) -> None:
    """Keep `None` among the levels of a category, and `NA` among codes of countries, which pandas reads as missing.

    Either is missing where it also stands in columns of another kind, as it does in what a program wrote. `data` is
    the file in an encoding that has ASCII.
    """
    words: set[str] = set()
    for word in (_NONE_LEVEL, _NA_CODE):
        frame = reader.read()
        candidates = [at for at in range(frame.shape[1]) if _may_be_level(frame.iloc[:, at], word)]
        if not candidates or not _stands_alone(word, data):
            continue
        missing = ["", *(mark for mark in _MISSING_WORDS if mark not in {word, *words} and _stands_alone(mark, data))]
        options: dict[str, Option] = {"keep_default_na": False, "na_values": missing}
        trial = replace(reader, options={**reader.options, **options}, cached=None)
        answers = _answered_columns(frame, trial.read(), word)
        # What wrote `nan` for missing numbers wrote `None` for missing texts.
        # A box that is ticked for nothing at all has no other entry.
        strange = {at for at in answers if at not in candidates and not frame.iloc[:, at].isna().all()}
        if not set(answers) & set(candidates) or strange or (word == _NONE_LEVEL and "nan" in missing):
            continue
        words.add(word)
        reader.options, reader.cached = trial.options, trial.cached
        names = join_words([quote_name(str(frame.columns[at])) for at in answers])
        reader.repairs.append(f"read with keep_default_na=False: {word!r} is an answer in {names}, and not missing")


def _may_be_level(column: Column, word: str) -> bool:
    """Whether a word that pandas takes for missing would be one more level of a column of texts."""
    if not column.hasnans or not pd.api.types.is_string_dtype(column.dtype):
        return False
    filled = column.dropna()
    # Most columns of many texts end here, before all of them are looked at.
    if filled.iloc[:_SAMPLE].nunique() > (_MOST_LEVELS if word == _NONE_LEVEL else _SAMPLE // 2):
        return False
    levels = set(filled.unique())
    # Truth values with gaps are objects, as texts are for older versions of pandas.
    if not all(isinstance(level, str) for level in levels):
        return False
    if word == _NONE_LEVEL:
        is_category = 0 < len(levels) <= min(_MOST_LEVELS, len(column) // _ROWS_OF_LEVEL)
        return is_category and all(_WORDS.fullmatch(level) for level in levels)
    is_code = all(re.fullmatch("[A-Z]{2}", level) for level in levels)
    is_continent = levels <= _CONTINENTS and len(levels) >= _FEWEST_CONTINENTS
    return is_code and (is_continent or len(levels & _NEIGHBOURS) >= _FEWEST_NEIGHBOURS)


def _stands_alone(word: str, data: bytes) -> bool:
    """Whether a file has a word that is no part of another one."""
    pattern = re.compile(re.escape(word.encode()) + rb"(?!\w)")
    return any(not data[match.start() - 1 : match.start()].isalnum() for match in pattern.finditer(data))


def _answered_columns(frame: pd.DataFrame, trial: pd.DataFrame, word: str) -> list[int]:
    """Return the columns in which a reading has a word where another has gaps; none where it differs otherwise."""
    if frame.shape != trial.shape:
        return []
    # A column of nothing but gaps has numbers for pandas, and texts where these are answers.
    retyped = [at for at in range(frame.shape[1]) if frame.dtypes.iloc[at] != trial.dtypes.iloc[at]]
    if not all(frame.iloc[:, at].isna().all() for at in retyped):
        return []
    answers = []
    for at in range(frame.shape[1]):
        gaps, gaps_left = frame.iloc[:, at].isna().to_numpy(), trial.iloc[:, at].isna().to_numpy()
        if (gaps != gaps_left).any():
            if not (trial.iloc[:, at][gaps & ~gaps_left] == word).all() or (gaps_left & ~gaps).any():
                return []
            answers.append(at)
    return answers


def _may_hold_codes(column: Column, *, zeros: bool) -> bool:
    """Whether a column of numbers may consist of digits that say more than their number; a quick look, and no proof."""
    if not pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return False
    values = column.dropna().to_numpy() if column.hasnans else column.to_numpy()
    if not len(values) or values.min() < 0:
        return False
    dated = bool(_DATE_NAME.search(str(column.name))) and values.min() >= _FIRST_DATE and values.max() <= _LAST_DATE
    # Gaps make floats of whole numbers.
    return (zeros or dated) and bool((values == np.floor(values)).all())


def _read_as_text(reader: Reader, positions: list[int]) -> list[Column]:
    """Columns of a table as text, as the file has it."""
    options: dict[str, Option] = {**reader.options, "dtype": "str"}
    if "index_col" not in options:
        options["usecols"] = positions
    raw = Reader(reader.function, reader.path, options, reader.suffix).read()
    return [raw.iloc[:, at] for at in (range(len(positions)) if "usecols" in options else positions)]


def _digits_of_dates(column: Column) -> bool:
    # Eight digits; whether they are a day of the calendar is asked next.
    if not bool(column.str.fullmatch(r"[12]\d{7}").all()):
        return False
    return not bool(pd.to_datetime(column, format="%Y%m%d", errors="coerce").isna().any())


def value_notes(frame: pd.DataFrame, *, formulas: bool = True, decimal: str = ".") -> list[str]:
    """Return what a reader of the table should know of its values: mixed columns, formulas, nested values.

    `formulas` is False where it is known that no value looks like one. Texts that are numbers with another separator
    than `decimal` have it between thousands.
    """
    messages = []
    for name, column in _text_columns(frame):
        if pd.api.types.is_object_dtype(column.dtype) and not _NESTED.isdisjoint(map(type, column)):
            messages.append(f"{quote_name(name)} holds nested values; they are treated as text")
            continue
        texts = column
        if pd.api.types.is_object_dtype(column.dtype):
            texts = column[column.map(lambda value: isinstance(value, str))]
        messages += _formatted_numbers_note(name, column, decimal) or _mixed_types_note(name, column, texts)
        if formulas and bool(_matching(texts, _FORMULA).any()):
            messages.append(f"{quote_name(name)} has values that look like spreadsheet formulas; they stay text")
    return messages


def _mixed_types_note(name: str, column: Column, texts: Column) -> list[str]:
    """Return whether a column mostly holds numbers, and some texts."""
    distinct = _distinct_if_few(texts)
    if distinct is not None and not bool(_matching(distinct, _NUMBER).any()):
        # The rest is all there is, and numbers are none.
        numbers = len(column) - len(texts)
        non_numeric = texts
    else:
        non_numeric = texts[~_matching(texts, _NUMBER)]
        numbers = len(column) - len(non_numeric)
    # A column of texts with a few numbers in it is a column of texts.
    if not 0 < len(non_numeric) <= numbers:
        return []
    other_kind = "numbers" if len(texts) == len(column) else "other values"
    first = shortened(str(non_numeric.iloc[0]), 40)
    texts_found = f"texts ({len(non_numeric)}) such as {first!r}"
    return [f"{quote_name(name)} mixes {other_kind} ({numbers}) with {texts_found}; it is read as text"]


def _formatted_numbers_note(name: str, column: Column, decimal: str) -> list[str]:
    """Return whether a column of texts holds numbers, and what makes them texts."""
    for reason, pattern in _NUMBER_FORMATS.items():
        if _all_match(column, pattern):
            is_certain = (
                pattern is not _NUMBER_FORMATS["thousands separators"]
                or bool(_matching(column, _THOUSANDS_SEPARATED).any())
                or (decimal == "," and _all_match(column, _WHOLE_NUMBERS))
            )
            example = str(column.iloc[0])
            return (
                [f"{quote_name(name)} holds numbers with {reason}, such as {example!r}; they stay text"]
                if is_certain
                else []
            )
    return []


def _distinct_if_few(texts: Column) -> Column | None:
    """The distinct values of a column, None unless its start says that they are few."""
    if len(texts) <= _SAMPLE or texts.iloc[:_SAMPLE].nunique() * 20 > _SAMPLE:
        return None
    return pd.Series(texts.unique(), dtype=texts.dtype)


def _all_match(column: Column, pattern: _Pattern) -> bool:
    """Whether every value matches, white space around it left out; most columns are decided by their first values."""
    if not all(isinstance(value, str) for value in column.iloc[:_SAMPLE]):
        return False
    # Most columns end here, after a thousand values instead of millions.
    if not bool(_matching(column.iloc[:_SAMPLE].str.strip(), pattern).all()):
        return False
    if not isinstance(column.dtype, pd.StringDtype) and not all(isinstance(value, str) for value in column):
        return False
    return bool(_matching(column.str.strip(), pattern).all())


def _matching(texts: Column, pattern: _Pattern) -> "pd.Series[bool]":
    """Which texts match as a whole.

    What is ASCII is left to the engine behind pandas, which is several times faster than Python's and takes a digit or
    a space for one in ASCII only.
    """
    if not isinstance(texts.dtype, pd.StringDtype) or not hasattr(texts.str, "isascii"):
        return texts.str.fullmatch(pattern.any).astype(bool)
    matches = texts.str.fullmatch(pattern.ascii).astype(bool)
    if not texts.empty:
        non_ascii = ~texts.str.isascii().astype(bool)
        if non_ascii.any():
            matches[non_ascii] = texts[non_ascii].str.fullmatch(pattern.any).astype(bool)
    return matches


def refuse_unusable(frame: pd.DataFrame, name: str, max_columns: int) -> None:
    """Refuse a table without rows or columns, with too many columns, or whose column names are no usable text."""
    if frame.shape[1] == 0:
        raise RefusedData(f"{name}: it has no columns", "give a file that holds a table")
    if frame.shape[0] == 0:
        raise RefusedData(f"{name}: it has columns but no rows", "give a file with at least one row")
    if frame.shape[1] > max_columns:
        raise RefusedData(
            f"{name}: {frame.shape[1]} columns, and {max_columns} is the most that can be used", "keep fewer"
        )
    if frame.columns.nlevels > 1:
        raise RefusedData(f"{name}: its columns have names of several levels", "give each column one name")
    if any(not isinstance(label, str) for label in frame.columns):
        raise RefusedData(f"{name}: some column names are no text", "give every column a name")
    # JSON can spell half of a surrogate pair, which no file and no prompt can hold.
    broken = [quote_name(label) for label in frame.columns if any("\ud800" <= c <= "\udfff" for c in label)]
    if broken:
        raise RefusedData(f"{name}: column names with half a character: {join_words(broken)}", "rename these columns")
    if not frame.columns.is_unique:
        raise RefusedData(f"{name}: several columns have the same name", "rename them")


def _text_columns(frame: pd.DataFrame) -> Iterator[tuple[str, Column]]:
    for at in range(frame.shape[1]):
        column = frame.iloc[:, at]
        if pd.api.types.is_object_dtype(column.dtype) or isinstance(column.dtype, pd.StringDtype):
            filled = column.dropna() if column.hasnans else column
            if len(filled):
                yield str(frame.columns[at]), filled
