"""Names and numbers in the form in which questions mention them."""

import math
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

FILLERS = frozenset((
    "unknown", "unknwn", "missing", "not known", "not available", "not applicable", "not stated", "not specified",
    "not reported", "not recorded", "unspecified", "undefined", "undetermined", "unassigned", "unclassified", "n/a",
    "na", "n.a.", "nan", "null", "none given", "no data", "no answer", "no response", "don't know", "dont know",
    "refused", "blank", "tbd", "tot", "various",
))  # fmt: skip
"""Levels in lower case that stand for a value that is not known, or for several."""
_WORD = 3
# As the time of day is written in whole numbers: 1730 is half past five.
_MIDNIGHT, _MONTHS = 2400, 12
LONGEST_NAME = 60
"""Characters of a title or a level that can stand in a question."""
LONGEST_LABEL = 200
"""Characters of a column's name that can stand in a question."""
POSITIONS = frozenset((
    "code", "day", "easting", "flight", "hour", "id", "index", "lat", "latitude", "lng", "lon", "long", "longitude",
    "minute", "no", "num", "number", "quarter", "rank", "ranking", "second", "tz", "unnamed", "week", "zip",
    "centroid", "digit", "digits", "latitud", "longitud", "mile", "milepost",
    "chr", "chrom", "chromosome", "month", "northing", "numeric", "psu", "tract", "xmin", "xmax", "ymin", "ymax",
))  # fmt: skip
"""Words that name what it makes no sense to average."""
_DURATION = re.compile("react|respon|run|life|over|wait|travel|process|service|sleep|down|up|part|full")
# Three to six letters that end in those of an identifier, and are no word.
_SHORT_IDENTIFIER = re.compile(
    "(?!(?:ac|av|b|r|l|h|d|k|m|a|ma|pa|sa|la|ra|vo|gr|ar|flu|sol|rig|viv|val|cov|hum|rap|lip|squ|tim|hybr|stol|luc|tep|"
    "flor|opio|pla|myelo|xipho)id)[a-z]{1,4}id"
)
_MEASURING = re.compile(
    "m?ages?|speed|height|weight|length|width|depth|distance|diameter|temp|temperature|income|price"
)
_NUMBERED_PLACES = re.compile(
    "(?:lin|field|plot|grid|sub|x|y|p|f)?(?:col|row)|seq|sequence|pos|position|catalogue|catalog|reference"
)
THINGS = frozenset((
    "animal", "batch", "block", "case", "center", "centre", "city", "clinic", "cluster", "county", "country",
    "district", "event", "family", "farm", "firm", "group", "hospital", "household", "id", "industry", "inst",
    "institution", "course", "item", "litter", "obs", "occupation", "pair", "patient", "person", "plant", "plot",
    "region", "rep", "replicate", "run", "school", "season", "seq", "sequence", "site", "state", "street", "student",
    "subj", "subject", "team", "trial", "type", "user", "village", "ward", "zone", "cat", "category", "class", "strata",
    "stratum", "location", "loc", "locality", "sample", "community", "commune", "parish", "precinct", "tract", "brood",
    "neighborhood", "neighbourhood", "borough", "suburb", "municipality", "province", "canton",
    "agent", "agency", "branch", "company", "facility", "method", "office", "shop", "store", "supplier", "vendor",
    "quadrat", "transect", "stand", "tree", "compartment", "specimen", "study", "experiment",
    "cage", "clutch", "colony", "flock", "herd", "nest", "pen", "pot", "tank", "tray",
))  # fmt: skip
"""Words at the end of a name whose whole numbers name a thing, and measure nothing."""
NAMED_ONCE = frozenset((
    "id", "subject", "subj", "patient", "person", "child", "animal", "rat", "mouse", "dog", "pupil", "student",
    "respondent", "user", "player", "customer", "participant", "individual", "mom", "mother", "kid",
    "father", "dad", "sire", "dam", "ram", "ewe", "bull", "cow", "sow", "mare", "stallion",
    "fighter", "driver", "rider", "runner", "speaker", "worker", "author", "candidate", "voter", "judge", "referee",
    "coach", "chimpanzee", "chimp", "monkey", "ape", "bird", "horse", "pig", "goat", "sheep", "lamb", "elephant",
    "whale",
))  # fmt: skip
"""Words at the end of a name that says which of them a row is about."""
ASKING = frozenset((
    "average", "mean", "median", "total", "sum", "first", "last", "top", "highest", "lowest", "most", "least",
    "number", "count", "share", "percent", "percentage", "rank", "order", "per", "maximum", "minimum", "max", "min",
    "rounded", "unique", "different", "each", "every", "all", "none", "missing", "rate",
))  # fmt: skip
"""Words of a column's meaning that would ask for something in a question."""
FREQUENCIES = frozenset({"freq", "freqs", "frequency", "frequencies"})
"""Names of a column that says how many things a row stands for."""
COUNTS = frozenset({"count", "counts", "n", "number", "cases", "total"})
"""Names of frequencies where the rows are all combinations of the levels of other columns."""
MEASURES = frozenset({"indicator", "variable", "measure", "metric", "statistic", "parameter", "quantity"})
"""Names of a column that says of each row what its numbers measure."""
TESTS = re.compile("(?:[A-Z]{2})?TEST(?:CD)?|PARAM(?:CD)?")
"""Names of a column that says which test a row holds, as the data standard CDISC of clinical trials calls it."""
UNITS = frozenset({"unit", "units", "uom"})
"""Words for a column that holds the units of others."""
SHARES = frozenset({"pct", "percent", "percentage", "perc", "share", "ratio", "rate", "proportion", "prop"})
"""Words for parts of a whole, which have no unit in common with what they are parts of."""
NAMING = ("name", "names", "title", "titles")
"""Ends of a word in a column's name whose entries are names in words."""
PRICES = frozenset((
    "price", "prices", "fare", "rate", "wage", "rent", "tax", "taxs", "deflator", "index", "cpi", "capita", "average",
    "avg", "mean", "median", "med", "typical", "percentile", "quantile",
))  # fmt: skip
"""Words for money that is paid for one thing, and for means and indexes: their sum over things says nothing."""


@lru_cache(65_536)
def sayable(text: str) -> bool:
    """Return whether a name or level can stand in a sentence between quotes without misunderstanding."""
    return (
        0 < len(text) <= LONGEST_NAME
        and text == text.strip()
        and text.isprintable()
        and "  " not in text  # Wrapping a question would make one blank of two.
        # Signs that would end a literal or a name in backticks, and those of Jinja's delimiters.
        and not set(text) & set("`'\"\\{}%#")
    )


@lru_cache(65_536)
def in_backticks(text: str) -> str:
    """Return a name as it stands in a question: as it is, or as a Python literal where its signs could be misread."""
    plain = text.isprintable() and text == text.strip() and "  " not in text and not set(text) & set('`\\"')
    return f"`{text}`" if plain else in_quotes(text)


def in_quotes(text: str) -> str:
    """Return a text as it stands in a question as a Python literal."""
    # Escapes keep the literal on one line, and its backticks from ending the quotation.
    literal = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii")
        for sign in text.replace("\\", "\\\\").replace('"', '\\"')
    )
    # Wrapping a question would make one blank of two.
    return '`"' + literal.replace("`", "\\x60").replace("  ", " \\x20") + '"`'


def in_code(text: str) -> str:
    """Return a text as a Python literal, in double quotes where formatters would write them."""
    return f'"{text}"' if text.isprintable() and not set(text) & set('"\\') else repr(text)


@lru_cache(65_536)
def tidy(text: str) -> bool:
    """Return whether a name is lower-case letters, digits and underscores."""
    return re.fullmatch("[a-z0-9_]+", text) is not None


def slug(text: str) -> str:
    """Return a text as the lower-case stem of a new column's name, at most 30 characters."""
    # A letter with a mark is written without it: größe gives grosse, and not gr_sse.
    letters = "".join(
        sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign)
    )
    return re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:30].strip("_") or "value"


def nice(number: float, digits: int, decimals: int) -> float | int:
    """Return a number near `number` that a person would say: `digits` significant digits, `decimals` at most."""
    if number == 0:
        return 0
    places = min(digits - 1 - math.floor(math.log10(abs(number))), decimals)
    rounded = round(number, places)
    return int(rounded) if rounded == int(rounded) else rounded


@lru_cache(65_536)
def words_of(name: str) -> frozenset[str]:
    """Return the words a column's name is made of, in lower case."""
    return frozenset(listed_words(name))


@lru_cache(65_536)
def listed_words(name: str) -> tuple[str, ...]:
    """Return the words of a column's name in their order, in lower case."""
    return tuple(re.split(r"[^a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).casefold()))


def names_subject(name: str) -> bool:
    """Return whether a column's name shows that it says which person, animal or other thing a row is about."""
    last = listed_words(name.rstrip("_0123456789"))[-1]
    return last in NAMED_ONCE or last.endswith("id")


def names_individual(name: str) -> bool:
    """Return whether a column's name shows that its values are numbers of people, animals or records, and no class."""
    return listed_words(name.rstrip("_0123456789"))[-1] in NAMED_ONCE or re.search(r"[A-Za-z]ID\d*$", name) is not None


def names_thing(name: str) -> bool:
    """Return whether a column's name shows that its values name something, as plots, animals and families are named."""
    return listed_words(name)[-1] in THINGS


def measures(name: str) -> bool:
    """Return whether a column's name shows that its numbers measure something, also where rows are sorted by them."""
    return _MEASURING.fullmatch(listed_words(name)[-1]) is not None


def are_of_study(names: Iterable[str]) -> bool:
    """Return whether the names of a table's columns show that it is of a clinical study, in the form of CDISC."""
    return any(name.casefold() in {"studyid", "usubjid", "subjid"} for name in names)


def locates(name: str, largest: float) -> bool:
    """Return whether a column's name shows that its numbers count or locate: a day, a code, a clock time."""
    words = words_of(name)
    # A column called a time is one of the day where its largest value lies in the last hour before midnight.
    is_time = any(word.endswith("time") and not _DURATION.match(word) for word in words)
    clock = is_time and _MIDNIGHT - 100 <= largest <= _MIDNIGHT
    return (
        clock
        or _SHORT_IDENTIFIER.fullmatch(listed_words(name)[-1]) is not None
        or words in ({"year"}, {"plot"})
        or bool(POSITIONS & words)
        or _NUMBERED_PLACES.fullmatch(listed_words(name)[-1]) is not None
        # Numbers in German, Polish, Scandinavian and Finnish names.
        or any(
            word.endswith(("code", "fips", "cod", "nro", "numer", "nummer", "icpsr", "permno", "gvkey"))
            or word.startswith("fips")
            for word in words
        )
        or (largest <= _MONTHS and any(word.endswith("month") for word in words))
    )


def year_in(name: str) -> int | None:
    """Return the last calendar year that a name holds; two digits at its end are a year of the 20th century."""
    years = re.findall(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])", name)
    short = re.search(r"[a-z]{2}_?([4-9][0-9])$", name.casefold())
    return int(years[-1]) if years else 1900 + int(short[1]) if short else None


def share_a_word(names: Iterable[str]) -> bool:
    """Return whether all names have a word of three letters or more in common."""
    common = set.intersection(*({word for word in words_of(name) if len(word) >= _WORD} for name in names))
    return bool(common)
