"""What the words of a question settle about the form of its answer, and what they leave open.

One table of rules, read from top to bottom. A matter is open until a word puts it in doubt; only words that say so for
certain settle it. In doubt nothing is tried: a question that mentions a column in passing tells nothing of containers,
and is not held to leave them open either.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.dseal.analysis.convention_kinds import matters_of
from authoring.dseal.python_code import called_name, nodes, parse_code
from authoring.validators.rewriting.matters import AnswerForm, Matter

SILENT = frozenset(Matter) - {
    Matter.CHANCE,
    Matter.UNIT,
    Matter.CASE,
    Matter.ELEMENT_ORDER,
    Matter.COLUMN_NAMES,
    Matter.COLUMN_LEVELS,
    Matter.CATEGORY,
    Matter.COLUMN_ORDER,
}
"""Matters that a question leaves open by saying nothing of them."""

MAX_QUESTION = 20_000
"""Characters of a question that are read."""


@dataclass(frozen=True, slots=True)
class FormRule:
    """Words, and what they do to matters of form."""

    words: re.Pattern[str]
    doubts: frozenset[Matter] = frozenset()
    """No longer open where the words stand in the question."""
    asks: frozenset[Matter] = frozenset()
    """Settled by the words, and so no longer open."""
    opens: frozenset[Matter] = frozenset()
    """Open by the words, and not settled by others but those that close them."""
    closes: frozenset[Matter] = frozenset()
    """Not open, whatever words open it."""
    of_draws: bool = False
    """Whether the words speak of chance where code draws by lot alone: a standard deviation is one of a sample, too."""
    of_whole: bool = False
    """Whether the words speak of the answer only where it is a whole table, and no aggregate of one."""


def _rule(
    english: str,
    chinese: str = "",
    *,
    doubts: Sequence[Matter] = (),
    asks: Sequence[Matter] = (),
    opens: Sequence[Matter] = (),
    closes: Sequence[Matter] = (),
    of_draws: bool = False,
    of_whole: bool = False,
) -> FormRule:
    """Return a rule; English words are whole words, Chinese ones stand anywhere."""
    # Chinese has no blanks between words, so that there is no edge of a word to look for.
    alternatives = [rf"(?<![a-z])(?:{english})(?![a-z])", *([chinese] if chinese else [])]
    pattern = re.compile("|".join(alternatives), re.IGNORECASE)
    return FormRule(
        pattern, frozenset(doubts), frozenset(asks), frozenset(opens), frozenset(closes), of_draws, of_whole
    )


_SUPERLATIVES = r"\w{3,}est|most|least|best|worst"
_TYPES = (
    *(Matter.NUMBER_TYPE, Matter.NUMBER_WIDTH, Matter.SCALAR_CLASS),
    Matter.LABEL_TYPE,
    Matter.TEXT_TYPE,
    Matter.TIME_TYPE,
)
_FUNCTIONS = (
    r"value_counts|get_dummies|factorize|\w+Encoder|\w+Scaler|"
    r"(?:label|ordinal|one[- ]?hot|standard|min-?max|robust)[- ](?:encod|scal)\w+ (?:from|of|in|by|with|using) "
    r"(?:sklearn|scikit-?learn)"
)
"""Functions and classes whose names are no words of a sentence, and what a sentence calls them."""
# As many decimals as anybody asks for.
_WORDS_OF_COUNT = r"\d|one|two|three|four|five|six"
RULES: tuple[FormRule, ...] = (
    _rule(
        r"lists?|tuples?|arrays?|ndarrays?|vectors?|matri(?:x|ces)|dict(?:s|ionary|ionaries)?|sets?|mappings?|sequences?|"
        r"pairs?|strings?|np\.\w+|numpy",
        "列表|数组|元组|字典|集合|序列|向量|矩阵|字符串",
        doubts=[Matter.CONTAINER, Matter.TABLE],
    ),
    _rule(
        r"series|data ?frames?|tables?|columns?|fields?|pivot\w*|crosstab\w*|cross-?tab\w*|df|pd\.\w+",
        "数据框|表格|表|列|字段",
        doubts=[Matter.TABLE],
    ),
    _rule(
        r"index(?:es|ed)?|indices|rows?|reset\w*|labels?|tables?|data ?frames?|columns?|series|multi-?index|keys?",
        "索引|行|标签|表|列|键",
        doubts=[Matter.INDEX],
    ),
    _rule(
        # A name that is said of an index may be its own, or that of the column that it comes from.
        r"(?:index(?:es|ed)?|indices)[^.\n]{0,20}?(?:[`'\"(]|named?|called)|set_index|multi-?index|named?|naming|rename\w*|"
        r"called|levels?|titled",
        "索引|命名|名为|叫做",
        doubts=[Matter.INDEX_NAME],
    ),
    _rule(r"series [`'\"(]|named?|naming|rename\w*|called|columns?", "命名|名为|叫做|列", doubts=[Matter.SERIES_NAME]),
    _rule(
        r"columns?\.name|rename_axis|(?:columns?'?|axis|axes) names?|names? of (?:the )?(?:axis|axes)|multi-?index|"
        r"levels?|(?:axis|axes) of (?:the )?columns?|columns?'? axis|columns (?:without|with|bear|have) (?:an? |no )?"
        r"name",
        "轴名|列轴",
        doubts=[Matter.COLUMNS_NAME],
    ),
    _rule(
        r"d-?types?|(?:data|of|as|to|numeric|number|string) ?types?|u?int\d+|float\d+|objects?|convert\w*|cast\w*|"
        r"nullable|bits?|memory|native|built-?in",
        "类型|转换|内存|原生",
        doubts=_TYPES,
    ),
    _rule(
        # What a function gives that the question names has the form that this function gives it.
        rf"{_FUNCTIONS}|(?:describe|melt|corr)(?:[`'\"(]| (?:method|function))|"
        r"(?:use|using|with|by|via|apply) (?:the )?[`'\"]?(?:\w+\.)*(?:describe|melt|corr)",
        doubts=[*_TYPES, Matter.CONTAINER, Matter.INDEX, Matter.INDEX_NAME, Matter.SERIES_NAME, Matter.COLUMNS_NAME],
    ),
    _rule(
        # What is taken out of, put into or turned round in a value that is there keeps its container.
        r"(?:remov\w+|delet\w+|drop\w*|fill\w*|replac\w+|insert\w*|append\w*|mask\w*|unmask\w*|swap\w*|flip\w*|"
        r"revers\w+|shift\w*|clip\w*)\b[^.\n]{0,60}? (?:from|in|of|to|into) [`'\"]?[a-z]\w*[`'\"]?",
        doubts=[Matter.CONTAINER, Matter.TABLE],
    ),
    _rule(r"python|numpy|np\.\w+|pd\.\w+|pandas", doubts=[Matter.SCALAR_CLASS]),
    _rule(
        r"read\w*|load\w*|import\w*|csv|json|excel|files?|address|renam\w*|merg\w*|join\w*|concat\w*|append\w*|"
        r"column (?:names?|labels?)|(?:names|labels) of (?:the )?columns|(?:assign|label|name) (?:the )?columns|"
        r"(?:creat\w*|construct\w*|build|make)\b[^.\n]{0,40}(?:data ?frames?|series)[^.\n]{0,30}"
        r"(?:from|based|using|with (?:the )?(?:following|columns?|data|values?|index|labels?|default|these|this))",
        "读取|读入|导入|加载|文件|重命名|合并|连接|拼接",
        # What is read, renamed or put together has the dtypes of what it comes from, in any answer.
        doubts=[*_TYPES, Matter.COLUMNS_NAME, Matter.INDEX, Matter.INDEX_NAME],
        of_whole=True,
    ),
    _rule(
        r"int(?:eger)?s?|floats?|floating|numeric|whole|real|decimals?|round\w*|nan|null|missing",
        "整数|浮点|小数|取整|缺失",
        doubts=[Matter.NUMBER_TYPE],
    ),
    _rule(
        r"str(?:ing)?s?|texts?|categor(?:y|ies|ical)|nan|null|missing|format\w*",
        "字符串|文本|类别|缺失|格式",
        doubts=[Matter.TEXT_TYPE],
    ),
    _rule(
        r"date-?times?|timestamps?|format\w*|str(?:ing)?s?|texts?",
        "时间戳|字符串|文本|格式",
        doubts=[Matter.TIME_TYPE],
    ),
    _rule(r"freq\w*|units?|resampl\w*|periods?|datetime\w*", "频率|单位|重采样|周期", doubts=[Matter.TIME_TYPE]),
    _rule(
        r"sort\w*|order\w*|rank\w*|top|bottom|first|last|head|tail|larg\w+|small\w*|high\w*|low\w*|most|least|max\w*|min\w*|"
        r"ascending|descending|best|worst|latest|earliest|newest|oldest|alphabet\w*|revers\w*|chronolog\w*|cumulative|"
        r"rolling|trend\w*|increas\w*|decreas\w*|common|frequen\w*|nlargest|nsmallest|sequen\w*|biggest|value_counts",
        "排序|顺序|升序|降序|排名|排列|前|后|最|首|末|依次|累计|滚动|频",
        doubts=[Matter.ROW_ORDER],
    ),
    _rule(
        r"sort(?:ed|ing)?\b[^.\n]{0,60}?(?:by|from|ascending\w*|descending\w*|alphabetical\w*)|order(?:ed)? by|"
        r"in (?:an? )?(?:ascending|descending|alphabetical|chronological|increasing|decreasing) order|"
        rf"(?:{_SUPERLATIVES})(?: [\w`'%-]+){{0,4}}?(?<! the)(?<! its)(?<! their)(?<! a) first\b|"
        rf"from (?:the )?(?:{_SUPERLATIVES})(?: [\w`'%-]+){{0,4}}? (?:to|down|up|onwards?)|ascending|descending",
        r"按[^。\n]{0,40}(?:排序|排列|升序|降序)|升序|降序|从[大高多小低少早晚新旧][^。\n]{0,4}到",
        asks=[Matter.ROW_ORDER],
    ),
    _rule(
        r"tuples?|pairs?|respectively|in (?:this|that|the (?:following|given|same)) order",
        "元组|依次|分别",
        asks=[Matter.ELEMENT_ORDER],
    ),
    _rule(
        r"(?<!columns in )any order|order (?:does not|doesn't|do not|is not|isn't) (?:matter|important|relevant)|"
        r"regardless of (?:the )?order|no particular order",
        "任意顺序|顺序不限|不考虑顺序|顺序无关|不分顺序",
        opens=[Matter.ROW_ORDER, Matter.ELEMENT_ORDER],
    ),
    _rule(
        r"columns? (?:may be |can be |are )?in any order|order of (?:the )?columns (?:does not|doesn't) matter",
        "列的?顺序(?:任意|不限|无关)",
        opens=[Matter.COLUMN_ORDER],
    ),
    _rule(
        r"bins?|binned|binning|buckets?|cuts?|intervals?|quantiles?|quartiles?|terciles?|deciles?|ranges|brackets",
        "分箱|分段|区间|四分位|分位",
        opens=[Matter.CATEGORY],
    ),
    _rule(
        # Of texts or of categories: whichever is said is what labels of bins are.
        r"(?:as|of|to|into|holds?|holding|contain(?:s|ing)) (?:plain |python )?(?:texts?|strings?|str|objects?)"
        r"|(?:text|string|object) (?:column|series|values?|labels?|d-?type)|categoricals?|category d-?type|"
        r"(?:d-?type|type) [`'\"]?(?:category|str|object)|ordered categor\w+|as (?:an? )?(?:ordered )?categor\w+",
        "文本(?:类型|列|形式)|字符串|(?:分类|类别)(?:类型|变量)",
        closes=[Matter.CATEGORY],
    ),
    _rule(
        r"round\w*|decimals?|digits?|significant|precisions?|integers?|whole|ceil\w*|floor\w*|trunc\w*|exact\w*",
        "小数|四舍五入|取整|保留|精度|整数|精确",
        doubts=[Matter.ROUNDING],
    ),
    _rule(
        rf"round\w*\b[^.\n]{{0,60}}?(?:{_WORDS_OF_COUNT})|(?:{_WORDS_OF_COUNT}) (?:decimals?|digits? after)",
        r"保留[^。\n]{0,6}?[0-9一二两三四]\s*位",
        asks=[Matter.ROUNDING],
    ),
    _rule(
        r"percent\w*|proportions?|shares?|ratios?|rates?|fractions?|probabilit\w+|relative|normali[sz]\w*",
        "比例|百分|占比|比率|份额|概率|率|%",
        opens=[Matter.UNIT],
    ),
    _rule(
        r"upper-? ?case\w*|lower-? ?case\w*|capitali[sz]\w*|title-? ?case\w*|capital letters?",
        "大写|小写",
        asks=[Matter.CASE],
    ),
    _rule(
        r"random\w*|sampl\w+|shuffl\w*|simulat\w*|bootstrap\w*|seeds?|train\w*|cluster\w*|k-?means|predict\w*|models?|"
        r"regress\w*|classif\w*|neural|accuracy|optimi[sz]\w*|estimat\w*|choose|guess\w*|encod\w*",
        "随机|抽样|采样|打乱|模拟|训练|模型|预测|聚类|回归|分类|估计",
        opens=[Matter.CHANCE],
        of_draws=True,
    ),
    _rule(
        r"approximat\w*|any (?:one|valid|of them)|arbitrar\w*",
        "任意|任选",
        opens=[Matter.CHANCE],
    ),
    _rule(r"titles?|titled|captions?|headings?", "标题", doubts=[Matter.TITLES]),
    _rule(r"labels?|labell?ed|ax[ei]s|x|y|captions?|annotat\w*|names?", "标签|轴|标注", doubts=[Matter.AXIS_LABELS]),
    _rule(r"legends?|labels?|labell?ed", "图例|标签", doubts=[Matter.LEGEND]),
    _rule(
        r"colou?r\w*|red|green|blue|black|white|gr[ae]y|orange|yellow|purple|pink|brown|cmap|palettes?|hues?|shad\w+|by",
        "颜色|红|绿|蓝|黑|白|灰|橙|黄|紫",
        doubts=[Matter.COLORS],
    ),
)
"""Rules that put in doubt, ask or open; what a later rule opens, an earlier one cannot have asked."""


_DRAWING = frozenset((
    "random", "secrets", "sklearn", "torch", "tensorflow", "keras", "xgboost", "lightgbm", "catboost", "faker",
    "sample", "shuffle", "choice", "choices", "randint", "randrange", "rand", "randn", "default_rng", "RandomState",
    "seed", "random_state", "rng", "permutation", "permutation_test", "permuted", "bootstrap", "resample", "rvs",
    "train_test_split", "fit", "fit_predict", "fit_transform", "predict", "differential_evolution", "dual_annealing",
    "basinhopping", "kmeans", "kmeans2", "uuid4",
))  # fmt: skip
"""Names in code that draws by lot, or fits models of which a question may leave open which."""


_FITTING = frozenset({"sklearn", "fit", "predict", "fit_predict", "fit_transform"})
"""Names in code that fits a model, which draws by lot or does not."""
_EXACT_MODELS = frozenset((
    "LinearRegression", "Ridge", "LogisticRegression", "KNeighborsClassifier", "KNeighborsRegressor", "GaussianNB",
    "MultinomialNB", "BernoulliNB", "ComplementNB", "CategoricalNB", "LinearDiscriminantAnalysis",
    "QuadraticDiscriminantAnalysis", "NearestCentroid", "IsotonicRegression", "DummyClassifier", "DummyRegressor",
    "BayesianRidge", "KernelRidge", "Lasso", "ElasticNet", "SVR",
))  # fmt: skip
"""Models whose fit gives the same on the same rows: none of them draws, as they are by default."""
_EXACT_STEPS = frozenset((
    "StandardScaler", "MinMaxScaler", "RobustScaler", "MaxAbsScaler", "Normalizer", "OneHotEncoder", "OrdinalEncoder",
    "LabelEncoder", "PolynomialFeatures", "SimpleImputer", "Pipeline", "ColumnTransformer", "FunctionTransformer",
))  # fmt: skip
_DRAWING_OPTIONS = frozenset({"solver", "selection", "strategy", "random_state"})
"""Keywords of exact models by which some of them draw, as `solver="saga"` does."""


def _fits_exactly(tree: ast.Module, question: str) -> bool:
    """Return whether code makes models itself, all of them draw nothing, and the question names each of them.

    Of a question that names none, the choice of the model is left open.
    """
    constructors = [node for node in nodes(tree) if isinstance(node, ast.Call) and called_name(node)[:1].isupper()]
    models = {called_name(call) for call in constructors} - _EXACT_STEPS - {"DataFrame", "Series", "Timestamp"}
    options = {keyword.arg for call in constructors for keyword in call.keywords}
    spoken = re.sub(r"[\s_-]", "", question.casefold())
    return (
        bool(models)
        and models <= _EXACT_MODELS
        and options.isdisjoint(_DRAWING_OPTIONS)
        and all(model.casefold() in spoken for model in models)
    )


def draws_by_lot(code: str, question: str = "") -> bool:
    """Return whether code may draw by lot, by the names in it; code that is no Python may.

    A model of which a question speaks by its name, and whose fit draws nothing, is no chance.
    """
    parsed = parse_code(code)
    if parsed.error is not None:
        return True
    names: set[str] = set()
    for node in nodes(parsed.tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)) | ast.alias(name=name):
                names.update(name.split("."))
            case ast.ImportFrom(module=str(module)):
                names.update(module.split("."))
    drawing = names & _DRAWING
    return bool(drawing) and not (drawing <= _FITTING and _fits_exactly(parsed.tree, question))


_AGGREGATES = frozenset((
    "groupby", "value_counts", "size", "count", "nunique", "sum", "mean", "median", "std", "var", "min", "max", "agg",
    "aggregate", "pivot_table", "crosstab", "resample", "quantile", "idxmax", "idxmin", "corr",
))  # fmt: skip


def _ends_with_aggregate(code: str) -> bool:
    """Return whether the value that code ends with aggregates rows, so that its dtypes are not those of the table."""
    body = parse_code(code).tree.body
    value = body[-1].value if body and isinstance(body[-1], ast.Expr) else None
    return value is not None and any(
        isinstance(node, ast.Call) and called_name(node) in _AGGREGATES for node in ast.walk(value)
    )


_PIVOTS = frozenset({"crosstab", "pivot", "pivot_table", "unstack", "get_dummies"})
_RENAMING = frozenset({"rename", "set_axis", "add_prefix", "add_suffix", "reset_index", "melt", "stack", "agg"})


def _ends_with_pivot(code: str) -> bool:
    """Return whether code ends with a table whose columns have levels of the data as labels."""
    last = parse_code(code).tree.body[-1:]
    value = last[0].value if last and isinstance(last[0], ast.Expr | ast.Assign) else None
    names = (
        {called_name(node) for node in ast.walk(value) if isinstance(node, ast.Call)} if value is not None else set()
    )
    return not names.isdisjoint(_PIVOTS) and names.isdisjoint(_RENAMING)


def open_matters(
    question: str, labels: Sequence[str] = (), *, conventions: Sequence[str] = (), code: str | None = None
) -> AnswerForm:
    """Return what a question, in English or Chinese, leaves open and what it settles about the form of its answer.

    Args:
        question: the question's text.
        labels: labels of the columns of the reference's value, where it is a table; where the question says all of
            them, names of columns are settled.
        conventions: those of its set; what they speak of is open in no question.
        code: the reference, without which words about samples and models are taken to leave the answer to chance.
    """
    question = question[:MAX_QUESTION]
    in_doubt: set[Matter] = set()
    settled: set[Matter] = set()
    opened: set[Matter] = set()
    closed: set[Matter] = set()
    is_drawn = code is None or draws_by_lot(code, question)
    is_whole = code is None or not _ends_with_aggregate(code)
    for rule in RULES:
        applies = (is_drawn or not rule.of_draws) and (is_whole or not rule.of_whole)
        if applies and rule.words.search(question):
            in_doubt |= rule.doubts | rule.asks
            settled |= rule.asks
            opened |= rule.opens
            closed |= rule.closes
    if labels and all(label and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", question) for label in labels):
        settled.add(Matter.COLUMN_NAMES)
    if code is not None and _ends_with_pivot(code):
        settled.add(Matter.COLUMN_LEVELS)
    opened -= closed
    silent = SILENT - in_doubt - matters_of(conventions)
    return AnswerForm(frozenset(silent | opened), frozenset(settled - opened))
