"""DS748: a clause of the question for which the reference has nothing that could do it."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.python_code import called_name, nodes, strings
from authoring.dseal.session import at_question, steps
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._marks import CodeOperation, marks_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS748",
    name="unmet-clause",
    severity=Severity.WARNING,
    what="The question asks for something that takes an operation (a value of the same group, all others, an absolute "
    "value, a running total, the row before, values beside one another, missing values that count as 0 or leave a "
    "total missing, spans that overlap, values in order, a text without regard to case), and neither the reference nor "
    "what it builds on has any that could do it.",
    why="The reference answers a simpler question: a solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Fill a with the median of the same clinic.\n"""\n\ndf["a"].fillna(df["a"].median())\n',
    good='# %%\n"""\nquestion: Fill a with the median of the same clinic.\n"""\n\n'
    'df["a"].fillna(df.groupby("clinic")["a"].transform("median"))\n',
)


_FILTERS = (
    "Compare Mask isin query loc iloc between contains startswith endswith match fullmatch dropna notna notnull isna "
    "isnull drop filter Slice head tail where mask merge join eq ne gt ge lt le nlargest nsmallest duplicated "
    "drop_duplicates compress select_dtypes xs get_group subset In NotIn take clip resample For sample merge_asof "
    "difference setdiff1d first last nth skipna usecols"
)
"""Whatever may leave rows out."""


_GROUPING = (
    "groupby pivot_table pivot crosstab transform resample Grouper value_counts merge join map isin unstack stack "
    "set_index duplicated drop_duplicates iterrows itertuples apply shift rolling eq"
)
_TURNING = (
    "Invert Not NotEq NotIn ne drop difference where mask query tail iloc head Slice For isin groupby value_counts "
    "IfExp symmetric_difference setdiff1d fillna lump apply select nlargest remove pop replace map "
    "capitalize title Mask"
)
_STEPPING = (
    "shift diff pct_change rolling groupby iloc zip pairwise cumsum cumcount For ListComp merge pivot pivot_table "
    "unstack asof merge_asof apply sub autocorr expanding ewm Slice ediff1d"
)
_COMPARATIVES = (
    "more|higher|larger|lower|less|longer|shorter|older|younger|fewer|better|worse|cheaper|heavier|greater|smaller"
)
_CLAUSES = (
    CodeOperation.of(
        "a value of the same group",
        r"\b(?:median|mean|average|mode|maximum|minimum|sum|total|share|rank|largest|smallest|value|rows?)\b[^.;?!]{0,40}"
        r"\b(?:of|in|for|within|from|among) (?:the|its|their|his|her) (?:same|own) "
        r"(?!order|way|time|format|form|place|number|row|index|length|spelling)\ufffc?\w+",
        _GROUPING,
    ),
    CodeOperation.of(
        "all others",
        r"\b(?:than|of|from|by|to|with|against|for) (?:that of )?(?:all (?:the |of the )?|any |the |every )others?\b|"
        r"\b(?:than|and|from|to|with|against|for|of) (?:that of )?the (?:rest|remainder|remaining)\b",
        _TURNING + " Sub",
    ),
    CodeOperation.of(
        "an absolute value",
        r"\b(?:in |as )?absolute (?:value|difference|deviation|change|error|gap|correlation)s?\b|绝对值",
        "abs fabs absolute mad mean_absolute_error median_absolute_error median_abs_deviation Pow sqrt where maximum "
        "abs_diff ptp norm L1 l1 cityblock manhattan",
    ),
    CodeOperation.of(
        "a logarithm",
        # Not "the log of a rescue service".
        r"\blog(?:arithm)?s?(?: |-)?transform\w*|\blogs? of (?:the |its |their |each |all )?(?:\ufffc|values?|prices?|"
        r"incomes?|amounts?|ratios?|odds|counts?|ages?|\d)|\blogarithms?\b|\bnatural log|\blog10\b|\blog1p\b|对数",
        "log log10 log1p log2 geomspace logspace gmean slogdet log_loss logit loglog logx logy semilogy apply map",
    ),
    CodeOperation.of(
        "a square root",
        r"\bsquare roots?\b|平方根",
        "sqrt Pow std norm root_mean_squared_error rmse sem power",
    ),
    CodeOperation.of(
        "a running total",
        r"\b(?:cumulative|running) (?:sum|total|share|count|percentage|maximum|minimum|product)s?\b|累计|累积",
        "cumsum cumprod cummax cummin expanding accumulate cumcount For While rank add_accumulate ecdf quantile "
        "cumulative searchsorted rolling ListComp",
    ),
    CodeOperation.of(
        "rows that follow one another",
        r"\b(?:in a row|consecutive (?:days|weeks|months|years|rows|games|matches|wins|losses|values|records))\b|连续",
        _STEPPING,
    ),
    CodeOperation.of(
        "the row before",
        r"\b(?:than|from|to|with|and|since|over|minus|against) (?:that |the value |the one )?(?:of |in |on )?"
        r"(?:the|its|their|each) (?:previous|preceding) (?:row|day|week|month|quarter|year|one|value|reading|record|"
        r"visit|observation|game|match)\b|上一(?:行|天|月|年|期)|前一(?:行|天|月|年|期)",
        _STEPPING,
    ),
    CodeOperation.of(
        "values beside one another",
        r"\b(?:largest|longest|greatest|biggest|maximum|smallest|shortest|minimum)\b[^.;?!]{0,60}"
        r"\b(?:neighbou?ring|adjacent|successive|consecutive) (?:dates|days|values|rows|readings|elements|entries|"
        r"visits|events|times|timestamps|points|observations|measurements|records|purchases|orders)\b",
        "shift diff pct_change rolling zip pairwise cumsum cumcount For While comprehension Slice autocorr expanding "
        "ewm asof merge_asof ediff1d sliding_window_view reduce accumulate islice",
    ),
    CodeOperation.of(
        "missing values that stay",
        r"\bmissing\b[^.;?!]{0,30}\b(?:stays?|are kept|is kept|remains? in|stay in)\b(?! missing| nan)|"
        r"\bkeep(?:ing)? [^.;?!]{0,40}\bmissing\b",
        "Invert isna isnull notna notnull fillna dropna isin where mask Mult ne eq fill_value na outer left",
    ),
    CodeOperation.of(
        "a text without regard to case",
        r"\b(?:in )?(?:whatever|any) (?:upper or lower|letter) case\b|"
        r"\b(?:case[- ]insensitive(?:ly)?|(?:ignoring|regardless of|without regard to|whatever (?:the|their)) "
        r"(?:upper and lower )?case|in any case\b(?= or))|不区分大小写|忽略大小写",
        "lower upper casefold title capitalize swapcase case flags IGNORECASE I compile",
    ),
    CodeOperation.of(
        "a weighted mean",
        r"\bweighted (?:mean|average)s?\b|加权平均",
        "Mult mul multiply average weights dot sum MatMult prod ewm apply",
    ),
    CodeOperation.of(
        "missing values that count as 0",
        r"\b(?:missing|unknown|empty|blank|absent)\b[^.;?!]{0,50}\b(?:counts?|counted|treat(?:ed)?|tak(?:e|en)|"
        r"regard(?:ed)?|consider(?:ed)?) (?:them )?as (?:\w+ (?:with|of) )?(?:an? )?(?:0|zeros?)\b|"
        r"\b(?:count|treat|tak)(?:e|ing)? (?:an? |any |all |the )?(?:missing|unknown|empty|blank|absent)\b"
        r"[^.;?!]{0,40} as (?:0|zero)\b",
        "fillna fill_value nan_to_num na na_rep where mask replace reindex nansum update combine_first",
        feeble="sum size map isna notna isnull notnull",
        undone_by="dropna",
    ),
    CodeOperation.of(
        "a missing total where all is missing",
        r"\b(?:without any|with no|that have no|where (?:all|none)|if (?:all|none)|when (?:all|none))\b[^.;?!]{0,60}\b"
        r"(?:have|has|having|get|gets|is|are|stays?|remains?|gives?|becomes?|keeps?) (?:an? )?(?:missing|nan|null)"
        r" (?:total|sum|value|result|entry)s?\b",
        "min_count where mask isna isnull notna notnull all loc how skipna nan NaN None NA dropna",
    ),
    CodeOperation.of(
        "spans that overlap",
        r"\b(?:may|can|might|could) overlap\b",
        "set unique nunique union update sorted sort sort_values sort_index overlaps drop_duplicates zeros add BitOr "
        "SetComp merge In NotIn cummax union1d cumsum searchsorted any",
    ),
    CodeOperation.of(
        "the most frequent value",
        r"\b(?:most (?:frequent|common)|commonest)\b|最常见|出现次数最多|众数",
        "mode value_counts idxmax groupby Counter most_common nlargest sort_values argmax max crosstab pivot_table For "
        "describe head bincount most_frequent strategy sorted rank multimode unique",
    ),
    CodeOperation.of(
        "a correlation",
        r"\bcorrelations? (?:coefficients? )?(?:between|of|with|matrix)\b|相关系数",
        "corr corrwith pearsonr spearmanr kendalltau corrcoef linregress cov r_regression pointbiserialr autocorr "
        "heatmap For",
    ),
    CodeOperation.of(
        "a rank",
        r"\brank (?:each|every|the|all|them|by)\b|\branked by\b|排名",
        "rank rankdata argsort value_counts sort_values sorted cumcount nlargest nsmallest arange range qcut",
    ),
    CodeOperation.of(
        "an interquartile range",
        r"\binterquartile range|\biqr\b|四分位距",
        "quantile percentile nanpercentile iqr describe quantiles midhinge boxplot RobustScaler robust_scale",
    ),
    CodeOperation.of(
        "a standard score",
        r"\bz-?scores?\b|\bstandard(?:is|iz)e each\b|标准分",
        "std zscore StandardScaler scale nanstd pstdev stdev var fit_transform transform",
    ),
    CodeOperation.of(
        "a difference",
        # Not "group the states by how many pupils take part", which speaks of a number.
        r"\bby how (?:much|many)(?: \w+)? (?:is|are|was|were|do|does|did|has|have|will|would)\b|"
        rf"\bby how (?:much|many)\b[^.?!]{{0,60}}\b(?:{_COMPARATIVES}|apart|ahead|behind|exceed\w*|differ\w*|"
        r"(?:in|de)creas\w*|gr[eo]w\w*|f[ae]ll\w*|rose|ris\w+|chang\w*)\b|"
        rf"\bhow (?:much|many (?:more|fewer)) (?:{_COMPARATIVES})?\b[^.?!]{{0,60}} than\b",
        "Sub sub diff subtract ptp difference Div div truediv pct_change rsub eval ediff1d fit polyfit linregress "
        "lstsq coef_ params slope predict",
    ),
    CodeOperation.of(
        "a moving window",
        r"\b(?:moving|rolling)[- ](?:average|mean|median|sum|total|maximum|minimum|window|standard deviation)s?\b|"
        r"移动平均|滚动",
        "rolling ewm convolve cumsum shift sliding_window_view rolling_mean MA plot uniform_filter1d For",
    ),
    CodeOperation.of(
        "weekdays",
        r"\b(?:weekends?|week ?days?|days? of (?:the )?week)\b|周末|工作日|星期",
        "dayofweek day_of_week weekday day_name isocalendar isoweekday strftime bdate_range is_busday busday_count "
        "weekofyear BDay BusinessDay format",
    ),
    CodeOperation.of(
        "rows drawn by lot",
        r"\b(?:randomly|at random|random sample|bootstrap\w*)\b|随机抽",
        "sample choice choices shuffle permutation random resample randint integers train_test_split default_rng "
        "random_state permuted bootstrap KFold StratifiedKFold rand randn seed RandomState",
    ),
    CodeOperation.of(
        "rows that are left out",
        r"\b(?:exclud(?:e|ed|ing)|leav(?:e|ing) out|left out|except(?:ing)?(?! that\b)(?: for)?|other than|apart from|"
        r"not counting|disregard(?:ing)?|ignor(?:e|ing)) (?!(?:\S+ )?(?:missing|nan|nulls?|case|index|errors?|"
        r"warnings?|empty|unknown|parts?|fractions?|decimals|remainders?|times?|hours?)\b)(?:the |all |any |those )?"
        r"(?:\w+ ){0,3}?(?:rows?|records?|entries|those|customers|orders|patients|people|cases|observations|values|"
        r"months?|days?|years?|weeks?|zeros?)\b",
        _FILTERS,
    ),
    CodeOperation.of(
        "rows of one kind only",
        r"\b(?:consider(?:ing)?|us(?:e|ing)|tak(?:e|ing)|keep(?:ing)?|look(?:ing)? at|count(?:ing)?|includ(?:e|ing)) "
        r"only (?:the |those )?(?:\w+ ){0,2}(?:rows?|records?|where|with|whose|that|who|which|from)\b|"
        r"\b(?:restrict|limit)(?:ed|ing)? (?:\S+ ){0,3}to (?:the |those )?(?:\w+ ){0,3}(?:where|with|whose|that|who|"
        r"which|from|in|opened|made|sold|placed)\b|"
        r"\bwhose (?!rows|columns|index|values|keys|labels|names)[\w\ufffc]+ (?:is|are|was|were|equals?|exceeds?) |"
        r"只(?:考虑|统计|保留)",
        # The mean of ones and zeros is the share of ones.
        _FILTERS + " mean crosstab pivot_table",
    ),
    CodeOperation.of(
        "blanks that are stripped",
        r"\b(?:leading|trailing|surrounding)\b[^.;?!]{0,25}\b(?:white ?space|spaces|blanks)\b|\bstrip(?:ped)? of "
        r"(?:white ?space|spaces|blanks)|首尾空格|前后空格",
        "strip lstrip rstrip replace extract sub trim skipinitialspace split fullmatch",
    ),
)
_OWN_LANGUAGE = frozenset({"eval", "exec", "query", "sql", "read_sql", "execute"})
"""Calls that hold code of their own."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first clause for which no code has what it takes."""
    question = " ".join(prose(subject.problem.question).split())
    names = " ".join(names_read(subject.tree)).replace("_", " ")
    matches = [
        (clause, match)
        for clause in _CLAUSES
        if (match := clause.words.search(question)) is not None and not clause.words.search(names)
    ]
    marks = _all_marks(subject) if matches else frozenset()
    if finding := _unsorted(subject, question) or _bare_sum(subject):
        yield finding
        return
    for clause, match in matches:
        if not marks & _OWN_LANGUAGE and not clause.is_in(marks):
            message = f"the question asks for {clause.name}, and the reference has nothing that could give it"
            yield at_question(subject.problemset, subject.cell, match[0], INFO, message, "make the two say the same")
            return


_ANY_ORDER = re.compile(
    r"\b(?:receives?|takes?|given|gets?|expects?|holds?|lists?|series|values|dates|tuples|rows|numbers|times)\b"
    r"[^.;?!]{0,60}\bin (?:any|no particular|random|arbitrary) order\b|\bonce (?:they are |it is |these are |all are )?"
    r"sorted\b|\bnot (?:necessarily |always )?(?:sorted|in order)\b|\bunsorted\b",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"\b(?:return|give|answer|output|result|list them)\w*\b[^.;?!]{0,80}\Z", re.IGNORECASE)
_STEPS = frozenset({"diff", "shift", "pct_change", "pairwise"})
_ORDERING = frozenset(
    {"sort_values", "sort_index", "sorted", "sort", "argsort", "nlargest", "nsmallest", "lexsort", "unique", "rank"}
    | {"groupby", "resample", "asfreq"}
)
"""Calls behind which values stand in order."""


def _unsorted(subject: AlignmentSubject, question: str) -> Diagnostic | None:
    """Return a finding where values come in any order, and the reference takes each with the one before unsorted."""
    match = _ANY_ORDER.search(question)
    # In which order an answer is given is another matter.
    if match is None or ("in any order" in match[0] and _ANSWERS.search(question[: match.end()].rpartition(". ")[2])):
        return None
    marks = frozenset(_marks(subject.tree))
    if not marks & _STEPS or marks & _ORDERING:
        return None
    message = "the question asks for values in order, and the reference has nothing that could give it"
    return at_question(subject.problemset, subject.cell, match[0], INFO, message, "make the two say the same")


_AS_ZERO = re.compile(
    r"\b(?:missing|unknown|empty|blank|absent) `(?P<column>[^`\n]+)`[^.;?!]{0,25}\b(?:counts?|counted|counting|treated|"
    r"taken) as (?:0|zero)\b|`(?P<named>[^`\n]+)`,? (?:where|if|when) (?:it is )?(?:missing|unknown|empty)[^.;?!]{0,12}"
    r"\b(?:counts?|counting|counted) as (?:0|zero)\b",
    re.IGNORECASE,
)


def _bare_sum(subject: AlignmentSubject) -> Diagnostic | None:
    """Return a finding where what is missing in a column counts as 0, and the column is added or subtracted bare."""
    match = _AS_ZERO.search(subject.line)
    column = (match["column"] or match["named"]) if match is not None else ""
    if match is None or _is_filled(subject, column):
        return None
    for node in nodes(subject.tree):
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                if any(_is_column(side, column) for side in (left, right)):
                    message = f"the question has a missing {column!r} count as 0, and the reference adds it as it is"
                    return at_question(subject.problemset, subject.cell, column, INFO, message, "fill it with 0 first")
    return None


def _is_filled(subject: AlignmentSubject, column: str) -> bool:
    """Return whether a filling names the column, or is of a whole table, in any code up to the reference."""
    for step in steps(subject.problemset):
        for node in nodes(step.tree):
            if isinstance(node, ast.Call) and called_name(node) in _FILLING:
                texts = {str(text.value) for text in strings(node)}
                if column in texts or not texts:
                    return True
        if step.cell is subject.cell:
            break
    return False


_FILLING = frozenset(
    {"fillna", "nan_to_num", "where", "mask", "replace", "add", "sub", "nansum", "combine_first", "apply"}
)


def _is_column(node: ast.expr, column: str) -> bool:
    match node:
        case ast.Subscript(slice=ast.Constant(value=name)) | ast.Attribute(attr=name):
            return bool(name == column)
    return False


def _all_marks(subject: AlignmentSubject) -> frozenset[str]:
    """Return what the reference does, and what earlier cells do that bind what it reads."""
    marks = {*_marks(subject.tree)}
    read = _words_of(subject.tree, ast.Load)
    for step in steps(subject.problemset):
        if step.cell is subject.cell:
            break
        if read & _words_of(step.tree, ast.Store):
            marks |= {*_marks(step.tree)}
    return frozenset(marks)


def _words_of(tree: ast.Module, context: type[ast.expr_context]) -> set[str]:
    """Return the variables, columns and functions that code reads, or those that it binds."""
    words: set[str] = set()
    for node in nodes(tree):
        match node:
            case ast.Name(id=name, ctx=place) | ast.Attribute(attr=name, ctx=place) if isinstance(place, context):
                words.add(name)
            case ast.Subscript(slice=key, ctx=place) if isinstance(place, context):
                words |= {str(text.value) for text in strings(key)}
            case ast.FunctionDef(name=name) if context is ast.Store:
                words.add(name)
    return words


def _marks(tree: ast.Module) -> Iterator[str]:
    yield from marks_of(tree)
    for node in nodes(tree):
        yield type(node).__name__
        match node:
            case ast.Compare(ops=signs):
                yield from (type(sign).__name__ for sign in signs)
            case ast.Name(id=name) | ast.Constant(value=str(name)) | ast.keyword(arg=str(name)):
                # A function may be passed by its name, and a way of computing chosen by it.
                yield name
            case ast.Subscript(slice=key) if not isinstance(key, ast.Constant | ast.Slice | ast.List | ast.Tuple):
                yield "Mask"
