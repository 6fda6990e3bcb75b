"""DS704: a way of computing that the reference chooses, and of which the question has no word."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.python_code import calls as calls_in
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS704",
    name="untold-option",
    severity=Severity.WARNING,
    what="The reference chooses a kind of correlation or of statistical test, a rule for equal ranks, which of "
    "repeated rows stays, where weeks or fiscal years end, the side on which bins are open, a form of dates, names "
    "of months in place of their numbers, a relative change, running values, weights, a base of logarithms, a time "
    "zone, a way between two values for a quantile, a score of models, or a way to normalize, and the question has no "
    "word of it.",
    why="Each has several customary ways, and all but one are refused.",
    bad='# %%\n"""\nquestion: What is the correlation of a and b?\n"""\n\ndf.a.corr(df.b, method="spearman")\n',
    good='# %%\n"""\nquestion: What is the Spearman correlation of a and b?\n"""\n\n'
    'df.a.corr(df.b, method="spearman")\n',
)


@dataclass(frozen=True, slots=True)
class _Option:
    """A choice of calls, and the words by which a question speaks of it."""

    calls: frozenset[str]
    keyword: str
    """The argument that makes the choice; empty where the call itself does."""
    values: re.Pattern[str]
    """What the argument is where the choice is not the customary one."""
    choice: str
    words: re.Pattern[str]


def _option(calls: str, keyword: str, values: str, choice: str, words: str) -> _Option:
    return _Option(frozenset(calls.split()), keyword, re.compile(values), choice, re.compile(words, re.IGNORECASE))


_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|星期|周[一二三四五六日]|礼拜"
_TESTS: Mapping[str, str] = {
    "shapiro": r"shapiro|wilk",
    "normaltest": r"agostino|pearson|normaltest",
    "mannwhitneyu": r"mann|whitney|rank-?sum|non-?parametric",
    "kruskal": r"kruskal|wallis|non-?parametric",
    "ttest_ind": r"\bt[- ]?tests?\b|student|welch|t[- ]statistic|T检验",
    "ttest_rel": r"\bt[- ]?tests?\b|student|paired|T检验",
    "f_oneway": r"anova|one-?way|f[- ]test|f[- ]statistic|方差分析",
    "chi2_contingency": r"\bchi|χ|cram|contingency|卡方",
    "levene": r"levene",
    "bartlett": r"bartlett",
    "kstest": r"kolmogorov|smirnov|\bks\b",
}
_SCORE = (
    r"\br ?-?\^?(?:2|\u00b2)|r[ -]?squared|determination|variance|error|\bm[sa]p?e\b|\brmse\b|deviation|loss|"
    r"\bf-?(?:1|score|measure)|\bauc\b|\broc\b|silhouette|precision|recall|sensitiv|metric|残差|误差|决定系数|得分|指标"
)
"""Words by which a question says how good a model is."""
_RUNNING_METHODS = (
    r"pareto|gini|lorenz|concentration (?:curve|index)|drawdown|kaplan|product-limit|surviv|hazard|nelson|aalen|"
    r"\be?cdf\b|empirical distribution|distribution function|half-?li(?:fe|ves)|compounded|total return|"
    r"random walk|brownian|gains? curve|lift curve|\broc\b|\bauc\b|cusum|abc[ -]analysis|"
    r"h-index|weighted median|hill (?:curve|estimator)|kolmogorov|洛伦兹|基尼|帕累托|回撤|生存|复利|经验分布"
)
"""Methods that are running sums, products and extremes by what they are."""
_HOLDING = (
    r"(?:make|makes|made|making|add|adds) up|account(?:s|ed|ing)? for|cover\w*|h[eo]ld\w*|contain\w*|comprise\w*|"
    r"contribut\w*|produc\w*|represent\w*|constitut\w*|bring\w* in|generat\w*"
)
_FEWEST_FOR_A_PART = (
    rf"(?:fewest|(?:smallest|least|lowest|minimum|minimal) (?:possible )?number)\b[^.?]{{0,80}}\b(?:{_HOLDING}|"
    rf"exceed\w*|combined|jointly|between them|needed|enough|suffic\w*)"
    rf"|(?:how (?:many|few)|number of)\b[^.?]{{0,60}}\b(?:{_HOLDING}|jointly|between them)[^.?]{{0,60}}"
    r"(?:\d ?%|\bper ?cent|\bhalf\b|\bthirds?\b|\bquarters?\b|\bfifths?\b|\btenths?\b|majority|\bshare\b)"
    r"|(?:最少|至少|多少|几)[^。?]{0,30}(?:合计|加起来|总共|共占|一共|占)"
)
"""How many of the largest hold a part of the whole: nobody finds that but by adding up, the largest first."""
_OPTIONS: tuple[_Option, ...] = (
    _option(
        "corr corrwith",
        "method",
        "spearman|kendall",
        "the {} correlation",
        r"spearman|kendall|\brank|monoton|non-?parametric|ordinal|concordan|秩|等级相关",
    ),
    _option(
        "spearmanr kendalltau", "", "", "{}", r"spearman|kendall|\brank|monoton|non-?parametric|ordinal|秩|等级相关"
    ),
    *(_option(name, "", "", "the test `{}`", words) for name, words in _TESTS.items()),
    _option(
        "rank",
        "method",
        "dense|min|max|first",
        "ranks of equal values by {!r}",
        r"\bdense|\bgaps?\b|\btie[sd]?\b|\bequal|\bsame\b|\bmethod\b|consecutive|\bskip|\bshare|\border of|"
        r"并列|相同|密集|跳",
    ),
    _option(
        "drop_duplicates duplicated",
        "keep",
        "last|False",
        "`keep={!r}` of repeated rows",
        r"\blast\b|latest|newest|most recent|\bfinal|\ball\b|\bnone\b|\bevery\b|\bboth\b|\bany\b|\bonly once|\bunique|"
        r"\bexactly once|\bolder|\bearlier|最后|最新|最近|全部|所有|唯一",
    ),
    _option(
        "resample Grouper date_range period_range to_period",
        "freq rule",
        r"W-(?!SUN)[A-Z]{3}|[AYQ]S?E?-(?!DEC|JAN)[A-Z]{3}",
        "periods `{}`",
        _WEEKDAY + r"|fiscal|financial|\bstart|\bbegin|\bend(?:s|ing)?\b|财年|财政|开始|结束",
    ),
    _option(
        "cut",
        "right",
        "False",
        "bins that are open on the right",
        r"\bleft|\bright|inclusive|exclusive|includ|exclud|\[|\bfrom\b|\blower\b|\bbelow\b|\bunder\b|\bless\b|"
        r"at least|\d ?[-\u2013] ?\d|"
        r"up to|or more|half-?open|[<>≤≥]|左|右|包含|不含|至少|以下|以上|小于|不足",
    ),
    _option(
        "strftime",
        "",
        r"(?=.*%\w.*%)(?!%Y[-%\w]*\Z)(?=[^/.]*[/.]|.*%[by])",
        "dates as `{}`",
        r"%[a-zA-Z]|\bwritten as\b|\bas in `|\byyyy|\bYY|\bdd\b|\bmm\b|\d{1,2}[/.]\d{1,2}|"
        r"\b(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|"
        r"month(?:'s)? names?|\bname of|abbreviat|\byear\b|\bmonth\b|\bquarter|\bslash|年|月",
    ),
    _option(
        "strftime isoformat",
        "",
        r"%Y-%m(?:-%d)?\Z",
        "dates as text, `{}`",
        r"%Y|yyyy|\bdd\b|\btexts?\b|\bstrings?\b|\bstr\b|format|\biso\b|written|such as|\blike\b|e\.g|example|"
        r"\d{4}-\d|isoformat|文本|字符|格式|如",
    ),
    _option(
        "month_name day_name",
        "",
        "",
        "names of months or days",
        r"\bnames?\b|\bcalled\b|in words|spelled|\bmonday|\bsunday|\bjanuary|\bdecember|\b(?:mon|jan)\b|such as|e\.g\.|"
        r"weekend|名|星期|礼拜|周[一二三四五六日]|[一十]二?月",
    ),
    _option(
        "qcut",
        "",
        "",
        "bins with equally many rows",
        r"quantil|quartil|tercil|tertil|decil|quintil|percentil|equal|same (?:number|size|count|amount)|evenly|"
        r"as many|half|halves|median|distribution|分位|等频|相等|相同",
    ),
    _option(
        "ttest_ind",
        "equal_var",
        "False",
        "variances that need not be equal",
        r"welch|variance|heterosced|homosced|equal_var|方差",
    ),
    _option(
        "ttest_ind ttest_rel ttest_1samp mannwhitneyu wilcoxon kendalltau spearmanr pearsonr",
        "alternative",
        "greater|less",
        "a one-sided test ({!r})",
        r"one-?(?:sided|tailed)|alternative|greater|less|higher|lower|larger|smaller|more|better|worse|longer|shorter|"
        r"exceed|increas|decreas|above|below|单侧|单尾|大于|小于|更",
    ),
    _option(
        "pct_change",
        "",
        "",
        "a relative change",
        r"percent|\bpct|%|\uff05|relative|\brates?\b|growth|\bratio|proportion|fraction|\breturns?\b(?! (?:a|an|the|"
        r"it|as))|"
        r"year[- ]over|month[- ]over|\byoy|\bmom\b|fold|比|率|增长|百分",
    ),
    _option(
        "quantile percentile nanquantile nanpercentile",
        "interpolation method",
        "lower|higher|nearest|midpoint|(?!linear)[a-z_]+",
        "quantiles by {!r}",
        r"interpol|\blower\b|\bhigher\b|nearest|midpoint|\bmethod\b|observ|actual|occur|exist|inverted|weibull|hazen|插值",
    ),
    _option(
        "cumsum cumprod cummax cummin expanding",
        "",
        "",
        "running values by `{}`",
        r"cum|running|so far|up to|accumul|to date|over time|progress|successive|consecutive|previous|prior|before|"
        rf"streak|until|grow|reach|increment|compound|first|together|each|every|\bas of\b|group|block|"
        rf"{_RUNNING_METHODS}|{_FEWEST_FOR_A_PART}|累|截至|逐",
    ),
    _option(
        "r2_score mean_squared_error mean_absolute_error root_mean_squared_error "
        "mean_absolute_percentage_error f1_score roc_auc_score log_loss silhouette_score precision_score recall_score",
        "",
        "",
        "the score `{}`",
        _SCORE,
    ),
)
_SCALINGS: Mapping[str, re.Pattern[str]] = {
    "the range from 0 to 1": re.compile(
        r"min-?max|\b0 ?(?:,|to|and|-|\u2013) ?1\b|\brange\b|zero (?:to|and) one|unit interval|minimum|最小|最大|归一|"
        r"区间",
        re.IGNORECASE,
    ),
    "a mean of 0 and a deviation of 1": re.compile(
        r"z-?scor|standard|mean (?:of )?(?:0|zero)|zero[- ]mean|unit (?:variance|standard)|\bstd\b|deviation|centre|"
        r"center|标准|均值",
        re.IGNORECASE,
    ),
    "a sum of 1": re.compile(
        r"\bsums?\b|total|share|proportion|fraction|percent|probabilit|frequenc|\bl1\b|per |each|every|by|row|"
        r"column|和|比|率|概率|每|行|列",
        re.IGNORECASE,
    ),
    "a maximum of 1": re.compile(
        r"\bmax|largest|highest|\b0 ?(?:,|to|and|-|\u2013) ?1\b|peak|最大|最高", re.IGNORECASE
    ),
}
_RANGE, _STANDARD, _SUM, _MAXIMUM = _SCALINGS
_SCALES = re.compile(r"\b(?:normali|standardi)[sz]|\b(?:re)?scal(?:e|ed|ing)\b|规范化|缩放", re.IGNORECASE)
_SCALERS = {"MinMaxScaler": _RANGE, "StandardScaler": _STANDARD}
_COMPARING = frozenset({"result", "namespace_check", "table_test"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first choice of which the question, with the conventions of its set, has no word."""
    aliases = {check.alias for check in checks(subject.problem)}
    if not aliases & _COMPARING or "model" in aliases:
        return
    spoken = "\n".join((subject.problem.question, *subject.problem.conventions))
    # What a question says once holds where a later one speaks of the same again.
    if _REFERS_BACK.search(spoken):
        number = subject.problem.number
        spoken += "\n".join(problem.question for _, problem in subject.problemset.problems if problem.number < number)
    for node, choice in (
        *_outliers(subject.tree, spoken),
        *_cased(subject.tree, spoken),
        *_chosen(subject.tree, spoken),
        *_computed(subject.tree, spoken),
        *_scaled(subject.tree, spoken),
    ):
        message = f"the reference takes {choice}, and the question does not say so"
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the way in the question")
        return


_REFERS_BACK = re.compile(
    r"\b(?:same|again|above|previous (?:problem|question|step|task|one)|(?:as|like|from|than) before|likewise|also|"
    r"similar\w*)\b|同样|相同|上述",
    re.IGNORECASE,
)


def _chosen(tree: ast.Module, spoken: str) -> Iterator[tuple[ast.expr, str]]:
    for call in calls_in(tree):
        name = called_name(call)
        for option in _OPTIONS:
            if name in option.calls and not option.words.search(spoken):
                yield from ((call, option.choice.format(value)) for value in _values(call, option, name))


_LOGARITHM = re.compile(r"\blog(?:s|-|\b)|logarithm|entropy|对数|熵", re.IGNORECASE)
_BASE = re.compile(
    r"\bbase\b|log ?_?(?:2|10|1p)|\bbits?\b|binary|decimal|common log|decibel|\bplus (?:one|1)|\+ ?1|1 ?\+|magnitude|"
    r"shannon|底|位数",
    re.IGNORECASE,
)
_SCORED = re.compile(rf"{_SCORE}|scor|accura|correct|准确|分数", re.IGNORECASE)
_ZONE = re.compile(
    r"\bzones?\b|\b(?:UTC|GMT|[CEMP][SED]T|BST)\b|\blocal\b|\btime in\b|\w+ time\b|时区|当地", re.IGNORECASE
)
_WEIGHTED = re.compile(
    r"weigh|\bper (?:unit|item|piece|head|capita)|\bunits?\b|volume|exposure|加权|权重", re.IGNORECASE
)


def _computed(tree: ast.Module, spoken: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield logarithms to another base than e, scores of models, times of another zone, and means with weights."""
    for call in calls_in(tree):
        name = called_name(call)
        if name in {"log2", "log10", "log1p"} and _LOGARITHM.search(spoken) and not _BASE.search(spoken):
            yield call, f"logarithms by `{name}`"
        elif name in {"score", "cross_val_score"} and not _SCORED.search(spoken):
            yield call, f"the score that `{name}` gives"
        elif name == "average" and keyword_of(call, "weights") is not None and not _WEIGHTED.search(spoken):
            yield call, "a mean with weights"
        elif name == "tz_convert" and call.args and isinstance(zone := call.args[0], ast.Constant):
            city = str(zone.value).rpartition("/")[2].replace("_", " ")
            if city.casefold() not in spoken.casefold() and not _ZONE.search(spoken):
                yield call, f"times of the zone {zone.value!r}"


_OUTLIERS = re.compile(r"\boutl(?:ier|ying)|\banomal|\bextreme values|离群|异常值", re.IGNORECASE)
_RULE_OF_OUTLIERS = re.compile(
    r"iqr|quartil|inter-?quart|\bz-?scores?|deviation|\bstd\b|sigma|percentil|quantil|median|tukey|whisker|fence|winsor|"
    r"isolation|\b(?:from|of|around|to) the mean\b|\d|bounds?\b|limits?\b|threshold|rule\b|四分位|标准差|分位|箱线",
    re.IGNORECASE,
)


def _outliers(tree: ast.Module, spoken: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield where quartiles or deviations say what an outlier is."""
    if not _OUTLIERS.search(spoken) or _RULE_OF_OUTLIERS.search(spoken):
        return
    for call in calls_in(tree):
        if called_name(call) in {"quantile", "percentile", "iqr", "zscore", "std"}:
            way = "deviations" if called_name(call) in {"zscore", "std"} else "quantiles"
            yield call, f"outliers by {way}"


_CASES = {"lower": "small letters", "upper": "capital letters", "title": "titles", "capitalize": "capitals"}
_CASE = re.compile(
    r"\bcase|case\b|lower|upper|capital|letter|slug|snake|kebab|camel|normali|standardi|insensitiv|tidy|clean|uniform|"
    r"canonical|unif(?:y|ied)|consisten|word|token|\btitles?\b|same spelling|spell|大写|小写|规范|统一|清",
    re.IGNORECASE,
)
_READING = frozenset(
    {"contains", "startswith", "endswith", "match", "fullmatch", "eq", "isin", "split", "findall", "count", "get"}
)
"""Calls that read texts, in whatever case, and give none of them."""


def _cased(tree: ast.Module, spoken: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield where texts of a table get another case, in code that does not only look for something in them."""
    names = {called_name(call) for call in calls_in(tree)}
    if _CASE.search(spoken) or names & _READING or any(isinstance(node, ast.Compare) for node in ast.walk(tree)):
        return
    for call in calls_in(tree):
        receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
        if called_name(call) in _CASES and isinstance(receiver, ast.Attribute) and receiver.attr == "str":
            yield call, f"texts in {_CASES[called_name(call)]}"


def _values(call: ast.Call, option: _Option, name: str) -> Iterator[str]:
    """Yield what a call chooses, where that is not the customary choice."""
    if not option.keyword and not option.values.pattern:
        yield name
        return
    arguments: Sequence[ast.expr] = [
        argument for word in option.keyword.split() if (argument := keyword_of(call, word))
    ]
    if not arguments and name in {"strftime", "resample", "to_period"}:
        arguments = call.args[:1]
    for argument in arguments:
        if isinstance(argument, ast.Constant) and option.values.match(str(argument.value)):
            yield str(argument.value)


def _scaled(tree: ast.Module, spoken: str) -> Iterator[tuple[ast.expr, str]]:
    """Yield where values are scaled in one of the ways that to normalize may mean."""
    if not _SCALES.search(spoken):
        return
    for node in ast.walk(tree):
        scaling = _SCALERS.get(called_name(node), "") if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            scaling = _scaling_of(node)
        if isinstance(node, ast.expr) and scaling and not _SCALINGS[scaling].search(spoken):
            yield node, f"values to {scaling}"


def _scaling_of(division: ast.BinOp) -> str:
    """Return what a division does that scales values; empty for any other division."""
    numerator, denominator = (
        {called_name(c) for c in ast.walk(side) if isinstance(c, ast.Call)} for side in (division.left, division.right)
    )
    if numerator & {"min", "mean"} == {"min"} and ({"min", "max"} <= denominator or "ptp" in denominator):
        return _RANGE
    if numerator == {"mean"} and "std" in denominator:
        return _STANDARD
    # A column by itself, and no quotient of two.
    match division:
        case ast.BinOp(
            left=values, right=ast.Call(func=ast.Attribute(value=same, attr="sum" | "max" as name), args=[])
        ):
            if ast.unparse(values) == ast.unparse(same):
                return _SUM if name == "sum" else _MAXIMUM
    return ""
