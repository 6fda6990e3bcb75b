"""The knowledge points of a problem whose author named none, by what its reference calls."""

import ast
from collections.abc import Mapping

from authoring.dseal.python_code import parse_code

MOST_POINTS = 3
_POINTS: Mapping[str, str] = {
    "training a model": "LinearRegression LogisticRegression RandomForestClassifier RandomForestRegressor SVC "
    "XGBClassifier DecisionTreeClassifier DecisionTreeRegressor KNeighborsClassifier GradientBoostingClassifier fit",
    "train and test split": "train_test_split KFold StratifiedKFold",
    "model evaluation": "accuracy_score mean_squared_error r2_score cross_val_score confusion_matrix f1_score "
    "roc_auc_score",
    "clustering": "KMeans DBSCAN AgglomerativeClustering linkage",
    "principal components": "PCA",
    "scaling": "StandardScaler MinMaxScaler RobustScaler",
    "encoding": "get_dummies OneHotEncoder LabelEncoder factorize",
    "hypothesis test": "ttest_ind ttest_rel mannwhitneyu f_oneway chi2_contingency kruskal shapiro ks_2samp wilcoxon",
    "correlation": "corr corrwith pearsonr spearmanr kendalltau corrcoef",
    "joining": "merge merge_asof join",
    "concatenation": "concat append",
    "pivoting": "pivot pivot_table crosstab unstack",
    "long format": "melt stack wide_to_long",
    "rolling windows": "rolling expanding ewm",
    "time series": "resample asfreq shift pct_change",
    "dates": "to_datetime strftime strptime Timestamp date_range dt",
    "regular expressions": "extract findall sub fullmatch",
    "strings": "str split upper lower strip replace contains startswith",
    "binning": "cut qcut digitize",
    "quantiles": "quantile percentile nanpercentile",
    "missing values": "isna isnull notna notnull fillna dropna ffill bfill interpolate",
    "duplicates": "drop_duplicates duplicated",
    "ranking": "rank nlargest nsmallest idxmax idxmin",
    "grouping": "groupby",
    "cumulative sums": "cumsum cumprod cummax",
    "counting": "value_counts nunique Counter count",
    "sorting": "sort_values sort_index sorted argsort",
    "linear algebra": "dot matmul inv eig svd solve",
    "arrays": "reshape arange linspace where stack hstack vstack",
    "plots": "plot bar scatter hist boxplot imshow subplots",
    "reading files": "read_csv read_excel read_json read_parquet loadtxt genfromtxt",
    "derived columns": "assign apply map",
    "averages": "mean median average",
    "sums": "sum",
}
"""Points, the particular first, and the names by which code shows that it is about them."""
_BY_NAME = {name: point for point, names in reversed([*_POINTS.items()]) for name in names.split()}
_ORDER = {point: number for number, point in enumerate(_POINTS)}


def measured_points(code: str) -> tuple[str, ...]:
    """Return at most three knowledge points of a reference, those that say most of it first; a function is one, too."""
    tree = parse_code(code).tree
    points = {_BY_NAME[name] for node in ast.walk(tree) if (name := _name_of(node)) in _BY_NAME}
    ordered = sorted(points, key=_ORDER.__getitem__)
    is_function = any(isinstance(node, ast.FunctionDef) for node in tree.body)
    return (*(["writing a function"] if is_function else []), *ordered)[:MOST_POINTS]


def _name_of(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id=name)):
            return name
    return ""
