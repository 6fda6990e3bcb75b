"""Knowledge points: which words name the same one, and which of them the data of a seed carry."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from authoring.records.profile import ColumnKind, Profile

SYNONYMS: Final[tuple[tuple[str, ...], ...]] = (
    ("average", "mean"),
    ("binning", "bin", "cutting"),
    ("boolean mask", "filtering", "condition", "selecting row"),
    ("contingency table", "cross tabulation", "crosstab"),
    ("correlation", "correlation coefficient", "pearson correlation"),
    ("cross validation", "k fold cross validation"),
    ("cumulative sum", "running total", "cumulative total", "cumsum"),
    ("date", "datetime", "date time", "date parsing", "parsing date"),
    ("derived column", "computed column", "calculated column", "new column", "feature engineering"),
    ("duplicate", "deduplication", "removing duplicate", "dropping duplicate"),
    ("encoding", "indicator variable", "one hot encoding", "dummy variable"),
    ("grouping", "group by", "groupby", "split apply combine"),
    ("hypothesis test", "hypothesis testing", "significance test", "statistical test"),
    ("imputation", "filling", "filling missing value", "filling gap"),
    ("joining", "join", "merging", "merge", "left join"),
    ("lag", "shift", "shifting", "lagged value"),
    ("linear regression", "ordinary least square", "least square"),
    ("long format", "melting", "wide to long"),
    ("missing value", "missing data", "handling missing value", "null value", "nan"),
    ("moving average", "rolling window", "rolling mean"),
    ("pivoting", "pivot table", "pivot"),
    ("quantile", "percentile", "quartile"),
    ("ranking", "rank", "rank within group"),
    ("regular expression", "regex", "pattern"),
    ("relative change", "percentage change", "growth"),
    ("selecting column", "column selection"),
    ("share", "proportion", "percentage"),
    ("sorting", "sort", "ordering"),
    ("standardisation", "standardization", "scaling", "z score", "standard score"),
    ("string", "text", "string method"),
    ("sum", "total", "summation"),
    ("train and test split", "train test split"),
)
"""Words for one skill, in the singular; the first of a line stands for it."""
_CANONICAL: Final[Mapping[str, str]] = {word: line[0] for line in SYNONYMS for word in line}
_VAGUE_WORDS = (
    "aggregation analysis array basic boolean calculation case category cleaning column combination comparison "
    "computation condition counting data derived difference edge exploration extreme feature first function index "
    "indexing inspection iteration key last length list logic loop manipulation mapping math mathematic method "
    "operation plot preparation processing query reading row selecting selection sequence series simple splitting "
    "statistic summary table transform transformation type use value wrangling and in of on the with"
)
_VAGUE: Final = frozenset(_VAGUE_WORDS.split())
"""Words, in the singular, that nearly every problem falls under: alone or together they name no skill."""
Requirement = Callable[[Profile], bool]


def _has(*kinds: ColumnKind, count: int = 1) -> Requirement:
    return lambda profile: sum(column.kind in kinds for table in profile.tables for column in table.columns) >= count


_CATEGORIES = (ColumnKind.CATEGORY, ColumnKind.FLAG)
_NEEDS: Final[tuple[tuple[re.Pattern[str], Requirement], ...]] = tuple(
    (re.compile(words), requirement)
    for words, requirement in (
        # Whoever plans is told that plots are refused, so that asking for them would contradict that.
        (r"plot|chart|histogram", lambda _: False),
        (r"\bjoin|merg|several table|anti join|lookup|composite key", lambda profile: len(profile.tables) > 1),
        (
            r"imputation|missing|gaps?\b|dropping row",
            lambda profile: any(column.missing for table in profile.tables for column in table.columns),
        ),
        (r"duplicate", lambda profile: any(table.duplicate_rows for table in profile.tables)),
        (
            r"\bdate|time series|moving average|month|weekday|calendar|period|resampl|panel|\blag\b",
            _has(ColumnKind.DATE),
        ),
        (
            r"string|regular expression|splitting|slicing|\blength",
            lambda profile: any(column.is_text for table in profile.tables for column in table.columns),
        ),
        (
            r"correlation|regression|ratio|standard score|principal component|nearest neighbo|classification",
            _has(ColumnKind.AMOUNT, count=2),
        ),
        (r"contingency|chi", _has(*_CATEGORIES, count=2)),
        (r"group|pivot|level|categor|encoding|t test", _has(*_CATEGORIES)),
        (r"outlier|quantile|binning|clipping|standardisation|deviation|median|trend", _has(ColumnKind.AMOUNT)),
    )
)
"""What words of a point ask of the data; the first line that fits counts."""


def canonical_point(point: str) -> str:
    """Return the name that a point shares with its synonyms; spelling, case and number apart."""
    words = " ".join(re.sub(r"[-_/]", " ", point.casefold()).split())
    singular = words[:-1] if words.endswith("s") and not words.endswith(("ss", "sis", "us")) else words
    return _CANONICAL.get(singular, _CANONICAL.get(words, singular))


def names_skill(point: str) -> bool:
    """Tell whether a point says what a problem is to exercise, as `ranking` does and `cleaning` does not."""
    words = [canonical_word(word) for word in re.findall(r"[^\W\d]+", point.casefold())]
    return canonical_point(point) in _CANONICAL.values() or not _VAGUE.issuperset(words)


def canonical_word(word: str) -> str:
    """Return an English word of lower case in the singular, as far as its end tells."""
    if word.endswith("ies"):
        return f"{word[:-3]}y" if word != "series" else word
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "sis", "us")) else word


def carried_points(points: Iterable[str], profile: Profile) -> tuple[str, ...]:
    """Return the points that data carry: first those that ask something particular of data, then those that do not.

    Within both the order stays. A point that asks for what the data lack, such as a second table, is left out.
    """
    particular: list[str] = []
    general: list[str] = []
    for point in points:
        requirement = next((requirement for words, requirement in _NEEDS if words.search(canonical_point(point))), None)
        if requirement is None:
            general.append(point)
        elif requirement(profile):
            particular.append(point)
    return (*particular, *general)
