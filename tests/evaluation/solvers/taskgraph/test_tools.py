"""Tools are schemas of classes that exist, and those are shown that match a task best, or none."""

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.evaluation.solvers.taskgraph.tools import MOST_TOOLS, PAGE, rank_tools, read_tools
from authoring.records.sketch import Guide
from authoring.workspace.guidance import read_solver_prompts

ROOT = Path(__file__).parents[4]
PROMPTS = read_solver_prompts(ROOT, "taskgraph")
TOOLS = read_tools(PROMPTS, None)
TABLE_5 = {
    *("FillMissingValue", "MinMaxScale", "StandardScale", "MaxAbsScale", "RobustScale", "LabelEncode", "OneHotEncode"),
    *("OrdinalEncode", "CatCount", "TargetMeanEncoder", "KFoldTargetMeanEncoder", "CatCross", "SplitBins"),
    *("PolynomialExpansion", "GeneralSelection", "TreeBasedSelection", "VarianceBasedSelection"),
}
"""The tools for machine learning of Data Interpreter's paper."""


def test_the_tools_of_the_paper_are_there() -> None:
    """Each of the seventeen has a class that does its work."""
    assert {name for schema in TOOLS.values() for name in schema.replaces} == TABLE_5


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_are_those_of_classes(name: str) -> None:
    """Whatever a schema names can be imported, and its methods take the parameters that it says."""
    schema = TOOLS[name]
    if schema.module == "category_encoders":
        pytest.importorskip("category_encoders")
    owner = getattr(import_module(schema.path), name.rpartition(".")[2])
    for method, described in schema.methods.items():
        parameters = inspect.signature(getattr(owner, method)).parameters

        assert set(described.parameters.properties) <= set(parameters), method
        assert set(described.parameters.required) <= set(described.parameters.properties), method


@pytest.mark.parametrize(
    ("task_type", "instruction", "first"),
    [
        ("data preprocessing", "Fill the missing values of the age column", "SimpleImputer"),
        ("data preprocessing", "Encode the categories as one-hot dummies", "OneHotEncoder"),
        ("data preprocessing", "Scale columns that have outliers robustly", "RobustScaler"),
        ("feature engineering", "Count how often each category occurs", "CountEncoder"),
        ("feature engineering", "Split the age into bins", "KBinsDiscretizer"),
        ("feature engineering", "Cross the two categorical columns", "FunctionTransformer"),
        ("model train", "Select features by importance in a forest of trees", "SelectFromModel"),
    ],
)
def test_the_best_match_comes_first(task_type: str, instruction: str, first: str) -> None:
    """By BM25 of type and instruction, at most a few."""
    names = rank_tools(TOOLS, task_type=task_type, instruction=instruction)

    assert names[0] == first
    assert len(names) <= MOST_TOOLS


def test_none_is_shown_where_none_matches() -> None:
    """Types that no tool has, words that none knows, and a number of none."""
    fill = "Fill missing values"

    assert rank_tools(TOOLS, task_type="eda", instruction=fill) == ()
    assert rank_tools(TOOLS, task_type="data preprocessing", instruction="zzz qqq")[:1] != ("zzz",)
    assert rank_tools(TOOLS, task_type="data preprocessing", instruction=fill, most=0) == ()
    assert rank_tools({}, task_type="data preprocessing", instruction=fill) == ()


def test_tools_of_packages_that_are_missing_are_not_offered() -> None:
    """Code could not import them."""
    assert {schema.module for schema in read_tools(PROMPTS, {"sklearn"}).values()} == {"sklearn"}


@pytest.mark.parametrize("text", ["- 1\n", "a: {path: x}\n", "a: [\n"])
def test_a_broken_page_is_an_error(text: str) -> None:
    """Which names the file, and says how to get it back."""
    with pytest.raises(WorkspaceError, match=r"solvers/taskgraph/tools\.yaml: "):
        read_tools([Guide(name=PAGE, text=text)], None)


def test_no_page_means_no_tools() -> None:
    """A person may remove it."""
    assert read_tools([], None) == read_tools([Guide(name=PAGE, text="")], None) == {}
