"""Columns as templates see them: with bounds that hold whatever earlier cleaning has done.

A cleaning problem may take rows away, and nobody runs it while a draft is written. So every count here is a bound: a
level that stands in 50 rows of the file stands in at least 50 minus `lost` rows of the session's table.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from authoring.drafting.templates.histograms import has_valley, quantile, sure_outliers
from authoring.drafting.templates.instants import days_between, inner_days, may_be_clock
from authoring.drafting.templates.naming import (
    ASKING,
    LONGEST_NAME,
    MEASURES,
    NAMING,
    PRICES,
    UNITS,
    locates,
    measures,
    names_thing,
    nice,
    slug,
    words_of,
)
from authoring.drafting.templates.numbering import are_dealt_out
from authoring.drafting.templates.roles import NO_AMOUNTS, ColumnRole
from authoring.records.dictionary import ColumnEntry, Operation, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, TidyingStep
from authoring.seeds.dictionary.units import are_units

# Amounts beyond it lose the decimals that a question asks for.
_LARGEST = 1e12
_YEARS, _DAYS_OF_MONTH, _NEXT_CENTURY, _LAST_RECENT_YEAR = (1500, 2100), 30, "2000", "2035"
# Kinds whose numbers measure something, so that a mean of them means something.
_MEASURED = frozenset({ValueKind.AMOUNT, ValueKind.SHARE, ValueKind.MONEY, ValueKind.COUNT})
_NAMELESS = frozenset({ValueKind.UNKNOWN, ValueKind.CODE})
# Kinds of numbers that are no classes, however few of them there are; above, kinds of which nobody says what they are.
NO_CLASSES = frozenset({ValueKind.AMOUNT, ValueKind.SHARE, ValueKind.MONEY})
# What numbers that only number something look like: so many of them, nearly all from 0 or 1 on, spread this evenly.
_MANY_NUMBERS, _NEARLY_ALL, _UNEVEN = 12, 0.9, 0.25
# Rows for each value of a column that follows another one; how much more frequent the first of even levels is at most.
_REPEATS, _EVEN = 4, 1.3
# Levels that do not stand in multiples of so many rows by chance, and the least of such numbers.
_SEVERAL_LEVELS, _PLANNED = 3, 10
# How far the rows of a level are from those of most others, and the share of levels of which that is so, in a layout.
_NEARLY_AS_MANY, _NEARLY_ALL_LEVELS = 0.1, 0.75
# Values of a scale on which people grade something, at most.
_LONGEST_SCALE = 21
# Decimals of numbers that people write, and by how much a number of half the length is off.
_FEW_DECIMALS, _SINGLE = 3, 1e-6
# Decimals of an exact number, such as a mean, and rows for each of them: it belongs to what these rows share.
_EXACT, _SHARING = 4, 8
# Numbers that count or grade something, at most; more of them measure it.
MOST_CLASSES = 6
# Letters of a word that says something by itself; characters of the longest names in words, and of a meaning.
_LETTERS, _LENGTH_OF_NAMES, _LONGEST_MEANING = 4, 8, 60
# Decimals to which a mean is stated, from which standard deviation on; smaller ones hardly vary.
_DECIMALS_FROM_HERE = ((1.0, 2), (0.1, 3), (0.01, 4), (0.001, 5))


@dataclass(frozen=True, slots=True)
class LevelValue:
    """One level of a column, as a value of the column's own type."""

    value: str | int | float | bool
    count: int
    """Rows that hold it at least."""


@dataclass(frozen=True)
class Column:
    """One column of a table, with bounds that hold after `lost` rows have gone."""

    profile: ColumnProfile
    rows: int
    """Rows of the file."""
    lost: int = 0
    """Rows that cleaning has taken away at most."""
    finite: bool = True
    """Whether no number is infinite."""
    derived: bool = False
    """Made by a problem; fills a slot only where a template asks for what that problem gives."""
    entry: ColumnEntry | None = None
    """What the dictionary says of it; None where there is no dictionary."""
    sorts: bool = False
    """Whether rows stand in its order, as they do by a number of what they belong to."""
    related: frozenset[str] = frozenset()
    """Columns that follow from this one, or this one from them: nested, equal, calculated."""
    roles: frozenset[ColumnRole] = frozenset()
    """What it is for in an analysis, beside its kind."""
    tidying: TidyingStep | None = None
    """What has to be done to it before anybody asks about it."""

    @property
    def name(self) -> str:
        """The column's label."""
        return self.profile.name

    @property
    def slug(self) -> str:
        """The stem of names made from this one."""
        return slug(self.name)

    @property
    def kind(self) -> ColumnKind:
        """The type as a person would say it."""
        return self.profile.kind

    @cached_property
    def value_kind(self) -> ValueKind:
        """What its values are, by the dictionary."""
        return (self.entry.kind if self.entry else None) or ValueKind.UNKNOWN

    def may(self, operation: Operation) -> bool:
        """Return whether something may be asked of it; without a dictionary anything may."""
        if self.entry is None:
            return True
        # A price is paid for one thing: prices of several add up to nothing.
        priced = operation is Operation.SUM and bool(PRICES & words_of(self.name)) and not self._is_stated
        return operation in self.entry.operations and not priced

    @property
    def _is_stated(self) -> bool:
        """Whether somebody or something but a rule said what may be asked."""
        return self.entry is not None and any(source.field in {"kind", "asks"} for source in self.entry.sources)

    @property
    def is_scale(self) -> bool:
        """Whether its few numbers measure something of which nobody says what, so that they are no classes."""
        if self.is_text or self.is_bool or self.value_kind is not ValueKind.UNKNOWN or self.is_even:
            return False
        return self.distinct > MOST_CLASSES or self.minimum < 0 or not self.maximum - self.minimum < 2 * self.distinct

    @property
    def is_named(self) -> bool:
        """Whether its levels say what they are: texts, yes and no, what a panel follows, or numbers that are known."""
        is_known = self.value_kind not in _NAMELESS or ColumnRole.ENTITY in self.roles
        return self.is_text or self.kind is ColumnKind.FLAG or is_known

    @property
    def names_thing(self) -> bool:
        """Whether the name shows that the values name something, as plots, animals and families are named."""
        return names_thing(self.name)

    @property
    def is_even(self) -> bool:
        """Whether all levels stand in about as many rows, as those do that somebody planned."""
        if self.roles & {ColumnRole.ENTITY, ColumnRole.TIME}:
            return True
        if self.levels:
            return self.most(self.levels[0]) <= _EVEN * self.smallest or self._is_laid_out
        # Of many levels a profile lists the most frequent only: things that are followed over time, and their names.
        highest = max((level.count for level in self.profile.levels), default=0)
        return highest > 1 and highest * self.distinct <= _EVEN * (self.rows - self.missing)

    @property
    def _is_laid_out(self) -> bool:
        """Whether several levels stand in nearly as many rows, and a few in fewer, as what did not grow everywhere."""
        counts = sorted(level.count for level in self.levels)
        usual = counts[len(counts) // 2]
        near = sum(abs(count - usual) <= _NEARLY_AS_MANY * usual for count in counts)
        is_usual = near >= _NEARLY_ALL_LEVELS * len(counts) and 2 * counts[0] >= usual
        is_usual = is_usual and counts[-1] <= (1 + _NEARLY_AS_MANY) * usual
        return len(counts) > _SEVERAL_LEVELS and is_usual

    @property
    def orders_rows(self) -> bool:
        """Whether rows were sorted by these numbers, which are no clock: several rows have the same, as ages are."""
        return self.sorts and not may_be_clock(self.profile, self.rows)

    @property
    def is_planned(self) -> bool:
        """Whether several levels stand in round numbers of rows, as somebody decided who planned the rows."""
        counts = [level.count for level in self.levels]
        return len(counts) > 1 and math.gcd(*counts) >= (_PLANNED if len(counts) >= _SEVERAL_LEVELS else 2 * _PLANNED)

    def leading(self, number: int) -> int:
        """Return the rows of so many levels, the most frequent ones, at least."""
        counts = sorted((level.count for level in self.profile.levels), reverse=True)
        return max(sum(counts[:number]) - self.lost, 0)

    @property
    def holds_names(self) -> bool:
        """Whether the entries name something in words, by the column's name and their length."""
        is_called_so = any(word.endswith(NAMING) for word in words_of(self.name))
        return is_called_so and (self.profile.longest or 0) >= _LENGTH_OF_NAMES

    @cached_property
    def names_units(self) -> bool:
        """Whether the entries are units of other columns, or say what those measure, by the name or by themselves."""
        is_called_so = bool(UNITS & words_of(self.name)) or self.name.casefold() in MEASURES
        return self.is_text and (is_called_so or are_units(level.value for level in self.profile.levels))

    @property
    def has_letters(self) -> bool:
        """Whether these are texts, of which every one begins with a letter, as far as is known."""
        return self.is_text and all(level.value[:1].isalpha() for level in self.profile.levels)

    @property
    def counts_off(self) -> bool:
        """Whether these are whole numbers that follow each other, each about as often: they number something."""
        counts = self.profile.histogram
        if self.profile.decimals != 0 or not counts or self.distinct < _MANY_NUMBERS:
            return False
        consecutive = self.distinct >= (self.maximum - self.minimum + 1) * _NEARLY_ALL and self.minimum in {0, 1}
        even = sum(counts) / len(counts)
        return consecutive and max(abs(count - even) for count in counts) <= even * _UNEVEN

    @property
    def shares_words(self) -> bool:
        """Whether a third of the entries or more have a word in common with another entry, as far as is known."""
        # Of free text a profile lists nothing.
        if self.kind is ColumnKind.TEXT:
            return True
        entries = [words_of(level.value) for level in self.profile.levels]
        counts = Counter(word for words in entries for word in words if len(word) >= _LETTERS)
        return 3 * sum(any(counts[word] > 1 for word in words) for words in entries) >= len(entries) > 0

    @property
    def unit(self) -> str:
        """The unit of its numbers, as it is written; empty where none is known."""
        return self.entry.unit if self.entry else ""

    @property
    def meaning(self) -> str:
        """What it means, as words that fit into a sentence; empty where that is not known."""
        words = " ".join(self.entry.meaning.split()).rstrip(".") if self.entry else ""
        # Words that ask for something, numbers and marks would be read as parts of the question.
        plain = re.fullmatch(r"[^\W\d_][\w' /-]*", words) is not None and not any(sign.isdigit() for sign in words)
        if not plain or len(words) > _LONGEST_MEANING or ASKING & set(words.casefold().split()):
            return ""
        if words.casefold() == self.name.casefold():
            return ""
        return words[0].lower() + words[1:] if words[1:2].islower() else words

    @property
    def missing(self) -> int:
        """Missing values at most; 0 means that there are none."""
        return self.profile.missing

    @property
    def missing_share(self) -> float:
        """Missing values as a share of the rows, from 0 to 1."""
        return self.missing / max(self.rows, 1)

    @property
    def present(self) -> int:
        """Rows with a value, at least."""
        return self.rows - self.missing - self.lost

    @property
    def distinct(self) -> int:
        """Distinct values of the file."""
        return self.profile.distinct

    @property
    def is_text(self) -> bool:
        """Whether values are strings."""
        return self.profile.is_text

    @cached_property
    def is_number(self) -> bool:
        """Whether pandas holds plain numbers."""
        return self.profile.dtype.startswith(("int", "uint", "float"))

    @property
    def is_bool(self) -> bool:
        """Whether pandas holds True and False."""
        return self.profile.dtype == "bool"

    @property
    def is_whole(self) -> bool:
        """Whether pandas holds whole numbers."""
        return self.profile.dtype.startswith(("int", "uint"))

    @cached_property
    def is_year(self) -> bool:
        """Whether these are calendar years, by name and range."""
        # The word by itself: a yearly income is no year.
        has_year_name = re.search(r"(^|[^a-z])(year|yr)s?($|[^a-z])", self.name.casefold()) is not None
        inside = _YEARS[0] <= self.minimum <= self.maximum <= _YEARS[1]
        return has_year_name and inside and self.is_number and self.profile.decimals == 0

    @property
    def is_moment(self) -> bool:
        """Whether pandas holds dates or times without a time zone."""
        return self.profile.dtype.startswith("datetime64") and "," not in self.profile.dtype

    @property
    def date_format(self) -> str | None:
        """The strptime format of dates held as text, unless it holds a time zone."""
        date_format = self.profile.date_format
        return None if date_format is None or "%z" in date_format.lower() else date_format

    @property
    def is_of_wrong_century(self) -> bool:
        """Whether some years of two digits are read as those to come, as 47 is as 2047, and others as those behind."""
        first, last = self.profile.minimum, self.profile.maximum
        if "%y" not in (self.profile.date_format or "") or not isinstance(first, str) or not isinstance(last, str):
            return False
        return first[:4] < _NEXT_CENTURY and last[:4] > _LAST_RECENT_YEAR

    @property
    def days(self) -> float:
        """Days from the first date to the last; 0 for what is no date."""
        return days_between(self.profile) if self.kind is ColumnKind.DATE else 0

    def inner_days(self, number: int) -> tuple[str, ...]:
        """Return days as ISO text that divide the time from the first date to the last evenly; empty below a month."""
        return inner_days(self.profile, number) if self.days >= _DAYS_OF_MONTH else ()

    @property
    def minimum(self) -> float:
        """The smallest number; NaN for what is no number."""
        return self.profile.minimum if isinstance(self.profile.minimum, int | float) else math.nan

    @property
    def maximum(self) -> float:
        """The largest number; NaN for what is no number."""
        return self.profile.maximum if isinstance(self.profile.maximum, int | float) else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers; NaN for what is no number."""
        return math.nan if self.profile.deviation is None else self.profile.deviation

    @property
    def mean(self) -> float:
        """The mean of the numbers; NaN for what is no number."""
        return math.nan if self.profile.mean is None else self.profile.mean

    @property
    def is_allotted(self) -> bool:
        """Whether shares of a few wholes are dealt out over the rows, as a cup is among teams: their mean is known."""
        return are_dealt_out(self.profile, self.rows)

    @property
    def sure_distinct(self) -> int:
        """Distinct values at least."""
        return max(self.distinct - self.lost, 0)

    @property
    def has_words(self) -> bool:
        """Whether an entry has more than one word, as far as is known."""
        return self.kind is ColumnKind.TEXT or any(" " in level.value.strip() for level in self.profile.levels)

    @property
    def has_two_peaks(self) -> bool:
        """Whether hardly any numbers lie between two heaps, of which each has some of the values."""
        return has_valley(self.profile.histogram)

    @property
    def has_middle(self) -> bool:
        """Whether the median lies between the extremes; it does not where half of the values are 0, and none below."""
        quartiles = self.profile.quartiles
        return quartiles is None or self.minimum < quartiles[1] < self.maximum

    @property
    def places(self) -> int:
        """Decimals to which a mean of this amount is worth stating; 0 when it hardly varies."""
        deviation, (low, _, _) = self.profile.deviation or 0.0, self.profile.quartiles or (math.inf,) * 3
        # A few large values spread far, and most may be so small that they would be rounded to nothing.
        spread = min(deviation, 10 * low) if low > 0 and self.minimum >= 0 else deviation
        return next((places for floor, places in _DECIMALS_FROM_HERE if spread >= floor), 0)

    @cached_property
    def is_measurable(self) -> bool:
        """Whether one can calculate with this amount: finite, neither enormous nor too small to round."""
        numbers = (self.minimum, self.maximum, self.profile.mean, self.profile.deviation)
        finite = all(number is not None and math.isfinite(number) and abs(number) < _LARGEST for number in numbers)
        return self.is_number and self.finite and finite and self.places > 0 and self._is_averaged

    @cached_property
    def _is_averaged(self) -> bool:
        """Whether a mean says something, by the dictionary, or by the name where there is none."""
        if self.entry is None:
            return not locates(self.name, self.maximum)
        # A number that stands for a missing value would be averaged as well.
        if not self.may(Operation.MEAN) or self.entry.missing:
            return False
        if self._is_stated or self.roles & NO_AMOUNTS:
            return self._is_stated
        # What says the same as another column and has few values belongs to that one: the prices of a year.
        follows = bool(self.entry.same_as) and _REPEATS * self.distinct <= self.rows
        is_shared = (self.profile.decimals or 0) >= _EXACT and _SHARING * self.distinct <= self.rows
        numbers = self.profile.decimals == 0 and ((self.sorts and not measures(self.name)) or self.names_thing)
        if follows or is_shared or numbers or self.counts_off:
            return False
        counted = self.value_kind in {ValueKind.COUNT, ValueKind.SHARE, ValueKind.MONEY}
        return self.value_kind in _MEASURED and (counted or not locates(self.name, self.maximum))

    @property
    def levels(self) -> tuple[LevelValue, ...]:
        """Every level, most frequent first; empty unless all are known and can be said in a question."""
        levels = self.profile.levels
        # A profile lists the most frequent levels only where there are many.
        if len(levels) != self.distinct:
            return ()
        values = tuple(
            LevelValue(value, max(level.count - self.lost, 0))
            for level in levels
            if (value := self._typed(level)) is not None
        )
        return values if len(values) == len(levels) else ()

    def _typed(self, level: LevelCount) -> str | int | float | bool | None:
        if self.is_text:
            text = level.value
            plain = text.isprintable() and text == text.strip() and not set("`{}") & set(text)
            return text if plain and 0 < len(text) <= LONGEST_NAME else None
        if self.is_bool:
            return {"True": True, "False": False}.get(level.value)
        try:
            number = float(level.value)
        except ValueError:
            return None
        if not self.is_number or not math.isfinite(number):
            return None
        return int(number) if self.is_whole else number

    @property
    def smallest(self) -> int:
        """Rows of the rarest level at least; 0 when not all levels are known."""
        return min((level.count for level in self.levels), default=0)

    def most(self, level: LevelValue) -> int:
        """Return the rows that hold a level at most."""
        return level.count + self.lost

    @property
    def noise(self) -> float:
        """By how many deviations of an amount a level's mean may be off by chance; 0 where not all levels are known."""
        return max(self.smallest, 1) ** -0.5 if self.levels else 0.0

    @property
    def histogram(self) -> tuple[tuple[float, float, int], ...]:
        """Bins as (from, to, rows of the file)."""
        counts = self.profile.histogram
        if not counts or not self.is_measurable:
            return ()
        width = (self.maximum - self.minimum) / len(counts)
        return tuple(
            (self.minimum + index * width, self.minimum + (index + 1) * width, count)
            for index, count in enumerate(counts)
        )

    def between(self, low: float, high: float) -> int:
        """Return how many rows have a value above `low` and not above `high`, at least."""
        # Only bins that lie within the bounds as a whole are certain; of the others nobody knows how many rows do.
        certain = sum(count for start, end, count in self.histogram if start > low and end <= high)
        return max(certain - self.lost, 0)

    def cuts(self, parts: int, fewest: int) -> tuple[float | int, ...]:
        """Return `parts` - 1 round numbers that leave at least `fewest` rows on each side; empty if there are none."""
        if self._is_inexact:
            return ()
        # As few significant digits as part the rows well, because those are said most easily.
        for digits in (2, 3, 4):
            cuts = tuple(
                nice(self._on_scale(quantile(self.histogram, index / parts)), digits, self.profile.decimals or 0)
                for index in range(1, parts)
            )
            limits = pairwise((-math.inf, *cuts, math.inf))
            if all(low < high and self.between(low, high) >= fewest for low, high in limits):
                return cuts
        return ()

    def _on_scale(self, number: float) -> float:
        """Return the nearest value of a scale of few even steps, such as half stars; else the number itself."""
        step = (self.maximum - self.minimum) / max(self.distinct - 1, 1)
        if self.distinct > _LONGEST_SCALE or not 0 < step < _LARGEST:
            return number
        is_scale = math.isclose(step, nice(step, 1, _FEW_DECIMALS))
        return self.minimum + round((number - self.minimum) / step) * step if is_scale else number

    @property
    def _is_inexact(self) -> bool:
        """Whether numbers of few decimals were written with the noise of a shorter format, such as 4.900000095."""
        ends = [number for number in (self.minimum, self.maximum) if math.isfinite(number)]
        noise = [abs(number - round(number, _FEW_DECIMALS)) for number in ends]
        is_near = all(off <= _SINGLE * max(abs(number), 1) for off, number in zip(noise, ends, strict=True))
        return (self.profile.decimals or 0) > _FEW_DECIMALS + 1 and any(noise) and is_near

    @property
    def outliers(self) -> int:
        """Rows beyond the fences of the interquartile range, at least."""
        return sure_outliers(self.histogram, self.lost)

    def without(self, rows: int) -> "Column":
        """Return the column after at most `rows` rows have gone."""
        return replace(self, lost=self.lost + rows) if rows else self

    def changed(self, **changes: object) -> "Column":
        """Return the column with another profile."""
        return replace(self, profile=self.profile.model_copy(update=changes))
