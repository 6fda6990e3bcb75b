"""What a question asks for, read from its words: numbers with their roles, kinds of average, comparisons."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ANY_CASE = re.IGNORECASE
_LONGEST = 20_000
"""Characters of a question that are read."""
_WORDS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
# Bounded, because questions are strangers' texts; a currency stands before the number and is no part of it.
_NUMBER = r"(?:US)?[$€£¥]?(-?\d[\d,]{0,15}(?:\.\d{1,15})?|" + "|".join(_WORDS) + r")"
_OBJECT = r"(?:US)?[`\"'“$€£¥]?[-+\u2212]?\.?\d|[`\"'“]|(?:an?|the|its|their|his|her|minus|" + "|".join(_WORDS) + r")\b"
"""What a comparing word may stand before, so that it belongs to that and not to the number before it."""
_COMPARING = r"(?:\w+ than|above|over|below|under|exceed(?:s|ing)?|between|at least|at most|up to)"
_END = rf"(?![\w,]*\w)(?! or\b(?! (?:{_COMPARING}) (?:{_OBJECT})))"
"""Behind the number of a comparison: no further digits, and no "or more", unless another comparison begins there."""
# No further digits, and no "or equal to" (或等于), which makes another comparison of it.
_CHINESE_END = r"(?!\d|[.,]\d)(?!\s?或者?等于)"
_MORE = rf"(?:(?:more|greater|higher|older)\b(?! than)|(?:above|over)\b(?! than| (?:{_OBJECT})))"
_LESS = rf"(?:(?:less|fewer|lower|younger)\b(?! than)|(?:below|under)\b(?! than| (?:{_OBJECT})))"
"""What makes a threshold of the number before it: "5 or more", and not "5 or more than 10" or "5 or above 10"."""
# "2 decimal places", "three digits after the point", 2位小数.
_DECIMALS = re.compile(
    r"\b(\d{1,2}|" + "|".join(_WORDS) + r")[ -](?:decimal|digits? after the)|(\d)\s?位小数", _ANY_CASE
)
# "top 10", "first-five", 前5个.
_CUT = re.compile(
    # "The last one" is a pronoun for a row.
    r"\b(?:top|first|last)[ -](?!one\b)(\d{1,4}|" + "|".join(_WORDS) + r")\b|前\s?(\d{1,4})\s?[个名位行条]",
    _ANY_CASE,
)
# "random_state=42", "a seed of 42", "random seed is 42".
_SEED = re.compile(r"\b(?:random[ _]state|(?:random )?seed)(?: of| to| is| =|=|:)? ?`?=? ?(\d{1,10})\b", _ANY_CASE)
_ALONE = r"(?<!and )(?<!or )(?<!on/)(?<!in/)(?<!not )(?<!n't )(?<!shortly )(?<!just )\b"
"""Before "after" and "before": nothing that has the bound itself belong to it, as in "in or after 1990"."""
_AGE = r"(?:the )?(?:(?:age|year|day|round|week|month) (?:of )?)?"
_NO_TIME = (
    r"(?!:\d|[-/]\d| ?[ap]\.?m\b|[ -](?:(?:full |more )?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|"
    r"rounds?|epochs?|iterations?|steps?|rows?|games?|tries|attempts?|others?|o'clock|columns?)\b))"
)
"""Behind the number of "after": no unit that makes a span of it, and no more of a date or a time of day."""
# "No more than 5" holds "more than 5": phrases with a no are matched by patterns of their own and shut out of the
# others.
_COMPARISONS = (
    (
        re.compile(r"\b(?:at least|no less than|not less than|minimum of|no fewer than) " + _NUMBER + _END, _ANY_CASE),
        ">=",
    ),
    (re.compile(_NUMBER + r"(?: [a-z]+){0,2} or " + _MORE, _ANY_CASE), ">="),
    (re.compile(r"\b(?:at most|no more than|not more than|maximum of|up to) " + _NUMBER + _END, _ANY_CASE), "<="),
    (re.compile(_NUMBER + r"(?: [a-z]+){0,2} or " + _LESS, _ANY_CASE), "<="),
    (
        re.compile(
            r"(?<!no )(?<!not )\b(?:more than|greater than|larger than|higher than|above|over|older than"
            r"|longer than|exceed(?:s|ing)?) " + _NUMBER + _END,
            _ANY_CASE,
        ),
        ">",
    ),
    (
        re.compile(
            r"(?<!no )(?<!not )\b(?:less than|fewer than|smaller than|lower than|below|under|younger than"
            r"|shorter than) " + _NUMBER + _END,
            _ANY_CASE,
        ),
        "<",
    ),
    (re.compile(rf"{_ALONE}(?:after|later than|beyond) {_AGE}" + _NUMBER + _NO_TIME + _END, _ANY_CASE), ">"),
    (re.compile(rf"{_ALONE}(?:before|earlier than|prior to) {_AGE}" + _NUMBER + _NO_TIME + _END, _ANY_CASE), "<"),
    (re.compile(r"(?:不少于|不低于|不小于|至少|大于等于|大于或等于)\s?" + _NUMBER), ">="),
    (re.compile(r"(?:不超过|不多于|不高于|不大于|至多|最多|小于等于|小于或等于)\s?" + _NUMBER), "<="),
    (re.compile(r"(?<!不)(?:超过|多于|高于|大于)(?!等于|或等于)\s?" + _NUMBER + _CHINESE_END), ">"),
    (re.compile(r"(?<!不)(?:少于|低于|小于)(?!等于|或等于)\s?" + _NUMBER + _CHINESE_END), "<"),
    (re.compile(r"(?<!不)(?:晚于|迟于)\s?" + _NUMBER + _CHINESE_END), ">"),
    (re.compile(r"(?<!不)(?:早于|不足|不到|未满)\s?" + _NUMBER + _CHINESE_END), "<"),
    # 以后 and 以前 have the year itself as often as not.
    (re.compile(r"(?<![\d.,/-])" + _NUMBER + r"\s?年?之后(?!的?第)"), ">"),
    (re.compile(r"(?<![\d.,/-])" + _NUMBER + r"\s?年?之前"), "<"),
)
# They stand behind the number: 5%, 5 percent, 5 thousand, 5k.
_UNITS = (
    (re.compile(r" ?(?:%|percent\b|per cent\b)", _ANY_CASE), 0.01),
    (re.compile(r" (?:thousand)\b|k\b", _ANY_CASE), 1e3),
    (re.compile(r" (?:million|mio|mn)\b|m\b", _ANY_CASE), 1e6),
    (re.compile(r" (?:billion|bn)\b|bn\b", _ANY_CASE), 1e9),
)
# The word "ascending" in `ascending=False` says the opposite.
_TURNED = re.compile(r"\bascending\s*(?:=|is|:)\s*`?false|\breverse[d]? (?:alphabetical|chronological)", _ANY_CASE)
_LARGE = r"(?:highest|largest|biggest|greatest|longest|heaviest|tallest|newest|richest|busiest|most(?: \w+)?|latest)"
_SMALL = r"(?:lowest|smallest|shortest|lightest|cheapest|poorest|least(?: \w+)?|fewest|earliest)"
# At most two words, as in "highest mean price first": more would join what belongs to other clauses.
_NEAR = r"(?: [^\s.;,]+){0,2}? "
_ASCENDING = re.compile(
    r"\bascending\b|\bincreasing order|\b(?:alphabetical|chronological)(?:ly\b| order)|"
    rf"\b{_SMALL}\b{_NEAR}(?:comes? )?first\b|\bfrom (?:the )?{_SMALL}\b{_NEAR}to\b|"
    # The oldest person has the highest age, and the oldest day the smallest date: only days have a newest.
    rf"\bfrom (?:the )?oldest\b{_NEAR}to (?:the )?(?:newest|latest|most recent)\b|"
    r"升序|递增|从[小低早少短旧][^。\n]{0,4}[到至]",
    _ANY_CASE,
)
_DESCENDING = re.compile(
    rf"\bdescending\b|\bdecreasing order|\b{_LARGE}\b{_NEAR}(?:comes? )?first\b|"
    rf"\bfrom (?:the )?{_LARGE}\b{_NEAR}to\b|"
    r"降序|递减|从[大高晚多长新][^。\n]{0,4}[到至]",
    _ANY_CASE,
)
_LOW, _HIGH = r"(?:low|small|short|earl[iy]|least|few)\w*", r"(?:high|large|big|great|long|late|most)\w*"
# A column in quotes with its own direction: "`price` descending, `name` ascending", "the highest `price` first".
_COLUMN_ORDER = re.compile(
    r"[`\"']([^`\"']{1,60})[`\"'] ?(?:column )?,? ?(?:in |\()?(?:an? |the )?(ascending|descending)\b(?! ?=)|"
    r"[`\"']([^`\"']{1,60})[`\"']列?的?按?(升序|降序)|"
    rf"\b({_SMALL}|{_LARGE}) [`\"']([^`\"']{{1,60}})[`\"'] (?:comes )?first\b|"
    rf"\bby (\w+),? (?:in )?(ascending|descending)\b(?! ?=)|"
    rf"(?:[`\"']([^`\"']{{1,60}})[`\"']|\bby (\w+)),? from (?:the )?"
    rf"(?:({_LOW}) to (?:the )?{_HIGH}|({_HIGH}) to (?:the )?{_LOW})\b",
    _ANY_CASE,
)
_OF_CLOSENESS = (
    r"(?:accurate|similar|alike|like|typical|ordinary|usual|average|central|closely|recent|recently|affordable|economical|"
    r"efficient|negative|precise|consistent|stable|suitable)"
)
"""What is most of these may have the smallest number: an error, a distance, a price."""
_LARGEST = re.compile(
    r"\b(?:highest|largest|biggest|greatest|maximum|maximal|max|longest|latest|nlargest|idxmax)\b|"
    rf"(?<!at )\bmost\b(?! (?:of|{_OF_CLOSENESS})\b)|最[高大多长晚新重远快]",
    _ANY_CASE,
)
_SMALLEST = re.compile(
    r"\b(?:lowest|smallest|fewest|minimum|minimal|min|shortest|earliest|nsmallest|idxmin)\b|"
    rf"(?<!at )\bleast\b(?![ -](?:squares|absolute|{_OF_CLOSENESS})\b)|最[低小少短早轻近慢矮]",
    _ANY_CASE,
)
# Not "on top" and "top of", which rank nothing.
_TOP = re.compile(r"(?<!on )(?<!over )\btop\b(?! of\b)", _ANY_CASE)
_BOTTOM = re.compile(r"\bbottom\b", _ANY_CASE)
# An apostrophe within a word opens no quotation.
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|(?<!\w)'[^']*'(?!\w)")
_MASK = "`_`"
_PIECE = (
    r"(?:[ -](?:\d{1,4}|\w+))? (?:rows?|entries|entry|columns?|elements?|items?|values?|words?|characters?|letters?|"
    r"digits?|observations?|records?|lines?)\b"
)
_FIRST = re.compile(
    rf"\bfirst{_PIECE}|前\s?[\d一二两三四五六七八九十]{{1,3}}\s?[个名位行条列]|第一[个行条列]", _ANY_CASE
)
_LAST = re.compile(
    rf"\blast{_PIECE}|\bup to (?:and including )?the (?:very )?last\b|"
    rf"最?后\s?[\d一二两三四五六七八九十]{{1,3}}\s?[个名位行条列]",
    _ANY_CASE,
)
# "Drop the first 3 rows" names what is not in the answer.
_LEAVING_OUT = re.compile(
    r"\b(?:drop|delet|remov|exclud|except|without|but|skip|ignor|omit|discard|filter out)|\bnot\b|n't\b|"
    r"除|删|去掉|忽略|不",
    _ANY_CASE,
)
_SUM = re.compile(
    r"\b(?:sum|sums|summed)\b|\b(?<!in )total\b(?! number| count)|总和|之和|求和|合计|总额|总量", _ANY_CASE
)
_COUNT = re.compile(r"\bhow many\b|\b(?:number|count|counts) of\b|多少[个名条行位次]|个数|人数|次数|数量", _ANY_CASE)
_DISTINCT = re.compile(
    r"\b(?:how many|number of|count|count the|count of) (?:different|distinct|unique)\b|"
    r"多少[个种名]不同|不同的?[^。\n]{0,8}[个种]?数",
    _ANY_CASE,
)
_FRACTION = re.compile(
    r"\b(an?|one|two|three|four|five|six|seven|nine)[ -]"
    r"(third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?\b",
    _ANY_CASE,
)
_PERCENT = re.compile(r"\b(?:percents?|percentages?|pct)\b|%|\uff05|百分", _ANY_CASE)
_PERCENTAGE = re.compile(
    r"(?<!\d )(?<!\d)\b(?:percent|percentages?)\b(?! (?:change|increase|decrease|difference|points?|growth|rise)s?\b)|"
    r"(?<![\d.(] )(?<![\d.(])% of\b|百分比",
    _ANY_CASE,
)
_ANY_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d{1,15})?|\d{1,20}(?:\.\d{1,15})?|\.\d{1,15}")
_SPOKEN = _WORDS | {
    **dict.fromkeys(("eleven", "eleventh"), 11),
    **dict.fromkeys(("twelve", "twelfth", "dozen"), 12),
    **dict.fromkeys(("half", "halve", "halves", "半"), 0.5),
    **dict.fromkeys(("quarter", "fourth"), 4),
    **dict.fromkeys(("third", "triple", "thrice"), 3),
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
    "thousand": 1_000,
    "million": 10**6,
    "billion": 10**9,
    "decade": 10,
    "century": 100,
    **dict(zip("一二两三四五六七八九十百千万", (1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1_000, 10_000), strict=True)),
}
_SHARE_OF_ALL = r"(\d{1,2}(?:\.\d{1,3})?) ?(?:%|percent\b)"
_QUANTILES: tuple[tuple[re.Pattern[str], float, float], ...] = (
    (
        re.compile(r"\b(\d{1,2}(?:\.\d{1,3})?)(?:st|nd|rd|th)(?=[ -](?:percentile|(?:and|or|to) \d))", _ANY_CASE),
        0,
        0.01,
    ),
    (re.compile(r"\b(0?\.\d{1,4})[ -]quantile", _ANY_CASE), 0, 1),
    (re.compile(r"\bquantile(?: of)? (0?\.\d{1,4})\b", _ANY_CASE), 0, 1),
    (re.compile(rf"\b(?:top|upper|highest) {_SHARE_OF_ALL}", _ANY_CASE), 1, -0.01),
    (re.compile(rf"\b(?:bottom|lower|lowest) {_SHARE_OF_ALL}", _ANY_CASE), 0, 0.01),
    (re.compile(r"第?\s?(\d{1,2})\s?(?:个|%)?\s?百分位"), 0, 0.01),
    (re.compile(r"前\s?(\d{1,2})\s?%"), 1, -0.01),
    (re.compile(r"后\s?(\d{1,2})\s?%"), 0, 0.01),
)
"""Phrases of quantiles, and what their number is added to and multiplied by."""
_QUARTILES = (
    (re.compile(r"\b(?:first|lower|1st|bottom) quartile|下四分位", _ANY_CASE), (0.25,)),
    (re.compile(r"\b(?:third|upper|3rd|top) quartile|上四分位", _ANY_CASE), (0.75,)),
    (re.compile(r"\binter-?quartile|\bIQR\b|\bquartiles\b|四分位距", _ANY_CASE), (0.25, 0.75)),
)
_OF_ONE = re.compile(r"\b0 ?(?:-|\u2013|to|and) ?1\b(?!\d)|\bdecimals? (?:form|number|fraction)", _ANY_CASE)
_SHARE = re.compile(r"\b(?:share|fraction|proportion)s?\b|占比|比例|份额", _ANY_CASE)
_RATE = re.compile(r"\b(?:ratio|rate|probabilit(?:y|ie)|likelihood|relative frequenc(?:y|ie))s?\b|率|比值", _ANY_CASE)
_JOINS = {
    "keeping": re.compile(
        r"\b(?:keep|retain|preserve|includ|with)(?:e|es|s|ing)? all (?:the |its )?(?:rows|records|entries)\b|"
        r"\b(?:also|even|including) (?:those|ones|the ones|rows|\w+) (?:without|with no|(?:that|which|"
        r"who) (?:have no|do not|did not))\b|"
        r"\b(?:so that |such that )?every `?\w+`? (?:is|stays?|remains?) (?:kept|in)\b|"
        r"\ball (?:the )?(?:rows|records|entries) of [^\s.,;]+ "
        r"(?:are kept|stay|remain|in (?:their|its) (?:own |original |present )?order)\b|"
        r"\bmissing (?:values )?where (?:it|there|they|that table|the other) (?:has|have|is|are) no\b|"
        r"保留[^。\n]{0,10}(?:所有|全部)[^。\n]{0,4}行",
        _ANY_CASE,
    ),
    "inner": re.compile(r"\binner[ -](?:join|merge)|内连接|内联接", _ANY_CASE),
    "left": re.compile(r"\bleft[ -](?:outer )?(?:join|merge)|左(?:外)?[连联]接", _ANY_CASE),
    "right": re.compile(r"\bright[ -](?:outer )?(?:join|merge)|右(?:外)?[连联]接", _ANY_CASE),
    "outer": re.compile(
        r"(?<!left )(?<!right )\b(?:full |outer |full outer )(?:join|merge)|(?<![左右])外[连联]接", _ANY_CASE
    ),
}
_POPULATION = re.compile(
    r"\bpopulation (?:(?:and|or) (?:the )?sample )?(?:standard deviations?|std|variances?)\b|"
    r"\bddof[ `]*(?:of|to|is|=|:)?[ `]*0\b|"
    r"总体(?:标准差|方差)",
    _ANY_CASE,
)
_SAMPLE = re.compile(
    r"\b(?:sample|unbiased|corrected) (?:(?:and|or) (?:the )?population )?(?:standard deviations?|std|variances?)\b|"
    r"\bddof[ `]*(?:of|to|is|=|:)?[ `]*1\b|"
    r"样本(?:标准差|方差)",
    _ANY_CASE,
)
_MEAN = re.compile(r"\b(?:mean|average|averages|avg|averaged)\b|平均|均值", _ANY_CASE)
_MEDIAN = re.compile(r"\bmedians?\b|中位", _ANY_CASE)


@dataclass(frozen=True, slots=True)
class AskedThreshold:
    """A threshold and how a value stands to it: one of ``>=``, ``<=``, ``>`` and ``<``."""

    operator: str
    thresholds: frozenset[float]
    """The number, and what it comes to where a unit stands behind it: 35 and 0.35 for 35 %."""
    phrase: str


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """What a question's words say; an empty field means that they say nothing of it."""

    decimals: frozenset[int]
    cuts: frozenset[int]
    """Numbers of rows behind "top", "first" and "last"."""
    seeds: frozenset[int]
    comparisons: tuple[AskedThreshold, ...]
    means: bool
    medians: bool
    orders: frozenset[str]
    """``ascending`` and ``descending``, where it says how to sort."""
    column_orders: frozenset[tuple[str, str]]
    """Quoted columns, and the order that is said right behind them."""
    extremes: frozenset[str]
    """``largest`` and ``smallest``, where it asks for what stands at an end."""
    ends: frozenset[str]
    """``first`` and ``last``, of pieces that are taken and not left out."""
    leaves_out: bool
    """Whether it speaks of what is dropped or not meant."""
    aggregates: frozenset[str]
    """``sum``, ``count`` and ``distinct``."""
    quantiles: frozenset[float]
    """From 0 to 1; the upper tenth begins at 0.9."""
    joins: frozenset[str]
    """``inner``, ``left``, ``right`` and ``outer``; ``keeping`` where it says that all rows stay."""
    deviations: frozenset[str]
    """``population`` and ``sample``, where it says which deviation or variance is meant."""
    scales: frozenset[str]
    """``percent``, ``share`` and ``rate``; ``percentage`` where it is asked for, ``one`` for numbers from 0 to 1."""


def read_question(question: str) -> QuestionReading:
    """Read an English or Chinese question; never raises."""
    text = re.sub(r"\s+", " ", question[:_LONGEST])
    comparisons = (
        AskedThreshold(operator, _thresholds(match), match[0])
        for pattern, operator in _COMPARISONS
        for match in pattern.finditer(text)
    )
    return QuestionReading(
        decimals=_numbers(_DECIMALS, text),
        cuts=_numbers(_CUT, text),
        seeds=_numbers(_SEED, text),
        comparisons=tuple(comparisons),
        means=_MEAN.search(text) is not None,
        medians=_MEDIAN.search(text) is not None,
        orders=_orders(text),
        column_orders=frozenset(_column_orders(text)),
        extremes=_extremes(text),
        leaves_out=_LEAVING_OUT.search(text) is not None,
        ends=frozenset() if _LEAVING_OUT.search(text) else _named(text, first=_FIRST, last=_LAST),
        aggregates=_named(text, sum=_SUM, count=_COUNT, distinct=_DISTINCT),
        quantiles=frozenset(_quantiles(text)),
        joins=_named(text, **_JOINS),
        deviations=_named(text, population=_POPULATION, sample=_SAMPLE),
        scales=_named(text, percent=_PERCENT, percentage=_PERCENTAGE, share=_SHARE, rate=_RATE, one=_OF_ONE),
    )


def numbers_of(text: str) -> frozenset[float]:
    """Return the numbers that stand in a text, in digits or words, English or Chinese."""
    digits = {float(match[0].replace(",", "")) for match in _ANY_NUMBER.finditer(text)}
    words = set(re.findall(r"[a-z]+|[^\x00-\x7f]", text.casefold()))
    singles = {word.removesuffix("s") for word in words}
    fractions = {
        _SPOKEN.get(match[1].casefold(), 1) / _SPOKEN[match[2].casefold()] for match in _FRACTION.finditer(text)
    }
    spoken = {float(number) for word, number in _SPOKEN.items() if word in words | singles}
    return frozenset(digits | spoken | fractions)


def without_names(question: str) -> str:
    """Return a question without what stands in quotes, which names things and asks for nothing."""
    return _QUOTED.sub(" ", question[:_LONGEST])


def with_masked_names(question: str, names: frozenset[str]) -> str:
    """Return a question in which a mark stands for each of these names, wherever it stands in quotes."""
    return _QUOTED.sub(lambda match: _MASK if match[0][1:-1] in names else match[0], question[:_LONGEST])


def _orders(text: str) -> frozenset[str]:
    rest = _TURNED.sub("", text)
    orders = _named(rest, ascending=_ASCENDING, descending=_DESCENDING)
    return orders if rest == text else orders | {"descending"}


def _quantiles(text: str) -> Iterator[float]:
    for pattern, start, factor in _QUANTILES:
        yield from (round(start + factor * float(match[1]), 6) for match in pattern.finditer(text))
    for pattern, quantiles in _QUARTILES:
        if pattern.search(text):
            yield from quantiles


def _extremes(text: str) -> frozenset[str]:
    # The top ten with the lowest values are the lowest.
    return _named(text, largest=_LARGEST, smallest=_SMALLEST) or _named(text, largest=_TOP, smallest=_BOTTOM)


def _column_orders(text: str) -> Iterator[tuple[str, str]]:
    for match in _COLUMN_ORDER.finditer(text):
        first, second = (group for group in match.groups() if group)
        column, word = (second, first) if match[5] else (first, second)
        is_ascending = _ASCENDING.search(word) or re.fullmatch(rf"{_SMALL}|{_LOW}", word, _ANY_CASE)
        yield column, "ascending" if is_ascending else "descending"


def _named(text: str, **patterns: re.Pattern[str]) -> frozenset[str]:
    return frozenset(name for name, pattern in patterns.items() if pattern.search(text))


def _numbers(pattern: re.Pattern[str], text: str) -> frozenset[int]:
    return frozenset(int(_number(next(group for group in match.groups() if group))) for match in pattern.finditer(text))


def _thresholds(match: re.Match[str]) -> frozenset[float]:
    number = _number(match[1])
    factors = (factor for unit, factor in _UNITS if unit.match(match.string, match.end(1)))
    return frozenset({number, *(round(number * factor, 9) for factor in factors)})


def _number(word: str) -> float:
    known = _WORDS.get(word.casefold())
    return float(known) if known is not None else float(word.replace(",", ""))
