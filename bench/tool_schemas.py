"""Writes the schemas of the tools of the solver `taskgraph`: ``python -m bench.tool_schemas > FILE``.

Parameters and their defaults come from signatures, descriptions from the first sentence of a docstring; which class
stands for which tool of Data Interpreter's Table 5, and for which types of tasks, is said here. The file stands at
templates/prompts/solvers/taskgraph/tools.yaml.
"""

import inspect
import re
import sys
from importlib import import_module
from typing import Any, NamedTuple

import yaml

PREPROCESSING, FEATURES, TRAINING = "data preprocessing", "feature engineering", "model train"
METHODS = ("__init__", "fit_transform", "transform")
PRIVATE = frozenset({"self", "args", "kwargs", "fit_params", "params", "transform_params", "copy_X"})
MOST_DEFAULT = 40
"""Characters of a default as code."""


class Entry(NamedTuple):
    """One class, with what its signature does not say."""

    path: str
    name: str
    replaces: tuple[str, ...]
    tags: tuple[str, ...]
    words: str
    """For a task in the words of Table 5, behind the sentence of the docstring."""


ENTRIES = (
    Entry(
        "sklearn.impute", "SimpleImputer", ("FillMissingValue",), (PREPROCESSING,), "Fill missing values of columns."
    ),
    Entry("sklearn.preprocessing", "MinMaxScaler", ("MinMaxScale",), (PREPROCESSING,), "Scale columns to 0 to 1."),
    Entry("sklearn.preprocessing", "StandardScaler", ("StandardScale",), (PREPROCESSING,), "Scale numeric columns."),
    Entry("sklearn.preprocessing", "MaxAbsScaler", ("MaxAbsScale",), (PREPROCESSING,), "Scale sparse columns."),
    Entry("sklearn.preprocessing", "RobustScaler", ("RobustScale",), (PREPROCESSING,), "Scale columns with outliers."),
    Entry("sklearn.preprocessing", "LabelEncoder", ("LabelEncode",), (PREPROCESSING,), "For the target alone."),
    Entry("sklearn.preprocessing", "OneHotEncoder", ("OneHotEncode",), (PREPROCESSING,), "Dummies of few categories."),
    Entry("sklearn.preprocessing", "OrdinalEncoder", ("OrdinalEncode",), (PREPROCESSING,), "Categories as integers."),
    Entry("category_encoders", "CountEncoder", ("CatCount",), (FEATURES,), "How often each category occurs."),
    Entry("category_encoders", "TargetEncoder", ("TargetMeanEncoder",), (FEATURES,), "Mean of the target by category."),
    Entry(
        *("sklearn.preprocessing", "TargetEncoder", ("KFoldTargetMeanEncoder", "TargetMeanEncoder"), (FEATURES,)),
        "Mean of the target by category, of other folds for training rows: use fit_transform on these.",
    ),
    Entry(
        *("sklearn.preprocessing", "FunctionTransformer", ("CatCross",), (FEATURES,)),
        "Cross two categorical columns: give a function that joins them as text, as in frame[a] + '_' + frame[b].",
    ),
    Entry("sklearn.preprocessing", "KBinsDiscretizer", ("SplitBins",), (FEATURES,), "Split a number into bins."),
    Entry(
        *("sklearn.preprocessing", "PolynomialFeatures", ("PolynomialExpansion",), (FEATURES,)),
        "Products and powers of numeric columns.",
    ),
    Entry(
        *("sklearn.feature_selection", "VarianceThreshold", ("VarianceBasedSelection", "GeneralSelection")),
        *((FEATURES, TRAINING), "Drop columns that are constant, empty, or of little variance."),
    ),
    Entry(
        *("sklearn.feature_selection", "SelectFromModel", ("TreeBasedSelection",), (FEATURES, TRAINING)),
        "Select features by their importance in a model such as a forest of trees.",
    ),
)


def sentence(text: str | None) -> str:
    """Return the first sentence of a docstring on one line."""
    paragraph = re.split(r"\n\s*\n", inspect.cleandoc(text or ""))[0]
    plain = " ".join(paragraph.replace("`", "").split())
    return re.split(r"(?<=\.)\s", plain)[0]


def parameter_texts(text: str | None) -> dict[str, tuple[str, str]]:
    """Return type and first sentence of each parameter that a docstring in numpy's form describes."""
    lines = inspect.cleandoc(text or "").split("\n")
    start = next((number for number, line in enumerate(lines) if line.strip() == "Parameters"), len(lines))
    texts: dict[str, list[str]] = {}
    types: dict[str, str] = {}
    current = ""
    for number, line in enumerate(lines[start + 2 :], start + 2):
        if number + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[number + 1].strip()):
            break
        if line and not line[0].isspace():
            current, _, kind = (part.strip() for part in line.partition(":"))
            types[current], texts[current] = re.split(r",\s+default", kind)[0], []
        elif current:
            texts[current].append(line)
    return {name: (kind, sentence("\n".join(texts[name]))) for name, kind in types.items()}


def method_schema(owner: type, name: str) -> dict[str, Any]:
    """Return the schema of one method."""
    method = getattr(owner, name)
    texts = parameter_texts(owner.__doc__ if name == "__init__" else method.__doc__)
    properties: dict[str, dict[str, str]] = {}
    required = []
    for parameter in inspect.signature(method).parameters.values():
        if parameter.name in PRIVATE:
            continue
        kind, words = texts.get(parameter.name, ("", ""))
        fields = {"type": kind, "description": words}
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        else:
            fields["default"] = repr(parameter.default)[:MOST_DEFAULT]
        properties[parameter.name] = {key: value for key, value in fields.items() if value}
    words = "Make the transformer." if name == "__init__" else sentence(method.__doc__)
    parameters = {"properties": properties, **({"required": required} if required else {})}
    return {"type": "method", "description": words, "parameters": parameters}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of every class, by name."""
    tools: dict[str, dict[str, Any]] = {}
    for entry in ENTRIES:
        owner = getattr(import_module(entry.path), entry.name)
        # Two packages have a TargetEncoder.
        name = entry.name if entry.name not in tools else f"{entry.path.partition('.')[0]}.{entry.name}"
        tools[name] = {
            "type": "class",
            "path": entry.path,
            "description": f"{sentence(owner.__doc__)} {entry.words}",
            "replaces": list(entry.replaces),
            "tags": list(entry.tags),
            "methods": {method: method_schema(owner, method) for method in METHODS if hasattr(owner, method)},
        }
    return tools


def main() -> None:
    """Print the file."""
    head = "# Tools that the solver taskgraph may show its model; python -m bench.tool_schemas wrote this file.\n"
    sys.stdout.write(head + yaml.safe_dump(schemas(), sort_keys=False, width=118, allow_unicode=True))


if __name__ == "__main__":
    main()
