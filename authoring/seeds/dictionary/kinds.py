"""The kind of values of a column, by its name, its profile and what was found of it; not known is an answer."""

import re

from authoring.records.dictionary import ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[%$€£#]")
_MONEY = _words(
    """price prices cost costs income salary salaries wage wages revenue revenues sales earnings earned fee fees
    fare fares tax taxes budget expenditure expenditures expense expenses profit loss payment payments paid
    spending usd eur gbp dollars euros rent deposit loan balance debt invest investment turnover premium tip
    bill gdp gnp gsp money capital assets $ € £ netto brutto"""
)
_CURRENCIES = frozenset({"$", "€", "£", "usd", "eur", "gbp", "chf", "dollars", "euros"})
_PHYSICAL = _words("mm cm m km g kg mg lb lbs oz s h min ms °c °f l ml ha in ft mi mph km/h")
_DIMENSIONS = _words("depth width length height weight mass diameter thickness distance temperature speed")
_SHARE = _words("""share pct percent percentage proportion fraction ratio rate prob probability % frac prop""")
_COUNT = _words(
    """count counts number num n qty quantity pieces population pop visits visitors votes passengers seats
    children kids employees cylinders doors rooms bedrooms bathrooms floors engines deaths births cases died
    killed injured members views clicks downloads likes comments goals wins losses points games students
    employed nmarried nchildren # times persons people households units orders items attempts episodes pages
    words"""
)
_ORDINAL = _words(
    """grade rating ratings stars star rank ranking level score quality stage severity priority satisfaction
    pclass tier degree agreement importance likert condition health"""
)
_CODE = _words(
    """code codes zip zipcode postcode postal plz fips fip sic naics isic cusip icd iso type region industry
    occupation occup district ward zone sector area branch category class group cluster status account konto gvkey
    permno"""
)
_CLASSES = _words("psu ssu stratum strata cluster region district ward tract industry occupation")
"""Words for parts of a population: however many there are, their numbers are no amounts."""
_TRADES = _words("occup occupation industry")
_INCOME = _words("income incomes earnings salary wage wages faminc hhinc hhincome inc")
_MOST_BRACKETS = 30
_PERIOD = {"year": (1000, 2200), "yr": (0, 2200), "jahr": (1000, 2200), "annee": (1000, 2200), "decade": (0, 2200)}
_PERIOD |= {"month": (0, 13), "mon": (0, 13), "day": (0, 366), "hour": (0, 24), "minute": (0, 60), "quarter": (0, 4)}
_PERIOD |= {"qtr": (0, 4), "week": (0, 54), "weekday": (0, 7), "wave": (0, 99), "dow": (0, 7)}
_SHORT_YEARS = (32, 99)
"""Two digits that are neither days nor months."""
_LABELS = {"target", "label", "outcome", "diagnosis"}
_STEPS = (
    "very low|low|lower|medium low|medium|med|moderate|middle|mid|medium high|high|higher|very high|extreme",
    "xxs|xs|extra small|small|s|medium|m|large|l|extra large|xl|xxl",
    "very poor|poor|bad|fair|average|ok|good|very good|excellent|ideal|premium",
    "never|rarely|seldom|sometimes|often|usually|always",
    "strongly disagree|disagree|neutral|agree|strongly agree",
    "none|mild|moderate|severe|critical",
    "elementary|primary|secondary|middle school|high school|some college|college|bachelor|master|doctorate|phd",
    "first|second|third|fourth|fifth|sixth",
    "child|teen|adolescent|young|adult|middle aged|senior|old|elderly",
    "bronze|silver|gold|platinum",
    "daily|weekly|fortnightly|monthly|quarterly|annually|yearly",
)
_SCALES = tuple(tuple(steps.split("|")) for steps in _STEPS)
"""Words for steps of a scale, in order."""
_NAMES_OF_TIMES = (
    _words("january february march april may june july august september october november december"),
    _words("jan feb mar apr may jun jul aug sep sept oct nov dec"),
    _words("monday tuesday wednesday thursday friday saturday sunday"),
    _words("mon tue tues wed thu thur thurs fri sat sun"),
    _words("spring summer autumn fall winter"),
    _words("q1 q2 q3 q4"),
)
_MIN_STEPS = 3
_CODE_NAME = re.compile("(?:code|fips|digits)$")
_THING_NUMBER = re.compile(
    "(?:hh|household|family|person|pers|child|kid|animal|plant|tree|indiv|individual|subject|respondent|patient|mother|teacher|pupil|student|school|"
    "vill|village|town|city|county|country|state|region|district|ward|zone|tract|block|site|station|plot|farm|field|"
    "firm|company|store|shop|branch|bank|user|customer|client|product|item|order|account|record|case|trial|session|"
    "player|team|flight|vehicle|hospital|clinic|doctor|facility|pair|set|group|cluster)(?:id|no|nr|num|nbr|number|code)"
)
"""Names in one word that number things, such as ``villnum``; a number of rooms or children counts them."""


def words_of(name: str) -> list[str]:
    """Return the words and signs of a column name in lower case."""
    return [word.lower() for word in _WORD.findall(name)]


def kind_of(  # noqa: PLR0911 - a rule a line
    column: ColumnProfile, *, unit: str = "", is_entity: bool = False
) -> ValueKind:
    """Return the kind of a column's values.

    Args:
        column: its profile.
        unit: that its header names.
        is_entity: whether it names what rows are about, as a part of their key.
    """
    words = set(words_of(column.name))
    last = (words_of(column.name) or [""])[-1]
    match column.kind:
        case ColumnKind.EMPTY | ColumnKind.CONSTANT:
            return ValueKind.UNKNOWN
        case ColumnKind.DATE:
            return ValueKind.DATE
        case ColumnKind.TEXT:
            return ValueKind.TEXT
        case ColumnKind.IDENTIFIER:
            return ValueKind.CODE if words & {"zip", "zipcode", "postcode", "plz", "konto"} else ValueKind.IDENTIFIER
        case ColumnKind.FLAG:
            return ValueKind.LABEL if words & _LABELS else ValueKind.FLAG
        case _:
            pass
    if words & _LABELS and column.kind is ColumnKind.CATEGORY:
        return ValueKind.LABEL
    if column.is_text:
        return text_class(tuple(level.value for level in column.levels), column.distinct)
    if _is_period(column, words, last):
        return ValueKind.PERIOD
    return _number_kind(column, words, unit, is_entity=is_entity)


def _number_kind(  # noqa: PLR0911 - a rule a line
    column: ColumnProfile, words: set[str], unit: str, *, is_entity: bool
) -> ValueKind:
    whole = column.decimals == 0
    if whole and (is_entity or last_names_things(column.name)):
        # Few numbers that repeat stand for classes.
        is_class = column.kind is ColumnKind.CATEGORY or bool(words & _CODE)
        return ValueKind.IDENTIFIER if is_entity and not is_class else ValueKind.CODE
    if unit == "%" or (words & _SHARE and _lies_within(column, 0, 100)):
        return ValueKind.SHARE
    if whole and not unit and words & _INCOME and _is_bracket(column):
        return ValueKind.ORDINAL
    # The bill of a bird is measured in mm, or has a depth: that says more than a word.
    is_measured = unit.lower() in _PHYSICAL or (words_of(column.name) or [""])[-1] in _DIMENSIONS
    if unit.lower() in _CURRENCIES or (words & _MONEY and not is_measured):
        return ValueKind.MONEY
    if whole and words & _ORDINAL and column.kind is ColumnKind.CATEGORY:
        return ValueKind.ORDINAL
    if whole and words & _CODE and column.kind is ColumnKind.CATEGORY:
        return ValueKind.CODE
    if whole and not unit and ((words_of(column.name) or [""])[-1] in _CLASSES or words & _TRADES):
        return ValueKind.CODE
    if whole and words & _COUNT and not unit and _lies_within(column, 0, None):
        return ValueKind.COUNT
    if column.kind is ColumnKind.CATEGORY and not unit:
        # Few small numbers may be classes, steps of a scale or counts; only a document or a person can say which.
        return ValueKind.UNKNOWN
    return ValueKind.AMOUNT


def _is_bracket(column: ColumnProfile) -> bool:
    """Whether numbers count from 0 or 1 on and leave none out: an income of 7 is the seventh bracket of a survey."""
    low, high = column.minimum, column.maximum
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return False
    return low in {0, 1} and high <= _MOST_BRACKETS and column.distinct == high - low + 1


def last_names_things(name: str) -> bool:
    """Whether the last word of a column's name says that its numbers stand for things."""
    last = (words_of(name) or [""])[-1]
    return _THING_NUMBER.fullmatch(last) is not None or last in {
        "id",
        "ids",
        "code",
        "zip",
        "zipcode",
        "postcode",
        "plz",
        "fips",
        "fip",
        "sic",
        "naics",
        "key",
        "nr",
        "idno",
        "idnr",
        "idnum",
        "seqn",
        # Of places, firms, securities and drugs.
        *("puma", "tract", "cbsa", "geoid", "gvkey", "permno", "permco", "cusip", "duns", "npi", "ndc"),
    }


def is_called_code(name: str) -> bool:
    """Whether a column's name says that it holds codes, also in one word such as ``cowcode2``."""
    words = [word for word in words_of(name) if not word.isdecimal()]
    return bool(words) and _CODE_NAME.search(words[-1]) is not None


def may_number_names(column: ColumnProfile) -> bool:
    """Whether whole numbers stand for what the names are that they go one to one with: their name says so, or 1, 2, 3.

    One to one alone is no sign: so does the height of a station that is seen again and again.
    """
    words = words_of(column.name)
    low, high = column.minimum, column.maximum
    if is_called_code(column.name) or words[-1:] in [["num"], ["number"], ["nr"], ["no"], ["id"]]:
        return True
    if not isinstance(low, int | float) or not isinstance(high, int | float) or _ORDINAL.intersection(words):
        return False
    return low in {0, 1} and column.distinct == high - low + 1 >= _MIN_STEPS


def text_class(levels: tuple[str, ...], distinct: int) -> ValueKind:
    """Return whether texts are classes without an order, steps of a scale, or names of times."""
    plain = [level.strip().lower().replace("_", " ").replace("-", " ") for level in levels]
    if len(plain) == distinct:
        if any(len(plain) >= _MIN_STEPS and names >= set(plain) for names in _NAMES_OF_TIMES):
            return ValueKind.PERIOD
        if any(len(plain) >= _MIN_STEPS and set(scale) >= set(plain) for scale in _SCALES):
            return ValueKind.ORDINAL
    return ValueKind.CATEGORY


def in_order(levels: tuple[str, ...]) -> tuple[str, ...]:
    """Return the levels of a scale in its order, the lowest first."""
    plain = {level: level.strip().lower().replace("_", " ").replace("-", " ") for level in levels}
    scale = next((scale for scale in _SCALES if set(scale) >= set(plain.values())), ())
    return tuple(sorted(levels, key=lambda level: scale.index(plain[level]))) if scale else levels


def _is_period(column: ColumnProfile, words: set[str], last: str) -> bool:
    # "day" in "flights_per_day" says how, not when.
    word = next((word for word in (last, *words) if word in _PERIOD and (word == last or word in {"year", "yr"})), "")
    if not word or column.decimals != 0 or "per" in words or words & _COUNT:
        return False
    low, high = _PERIOD[word]
    # 63 to 92 are years of a century; 1 to 5 may be those of a course.
    return _lies_within(column, low, high) or (word == "year" and _lies_within(column, *_SHORT_YEARS))


def _lies_within(column: ColumnProfile, low: float, high: float | None) -> bool:
    minimum, maximum = column.minimum, column.maximum
    if not isinstance(minimum, (int, float)) or not isinstance(maximum, (int, float)):
        return False
    return minimum >= low and (high is None or maximum <= high)
