"""Which distribution of the package index gives a module."""

import importlib.metadata
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from authoring.sandbox.environments.lock import normalized

KNOWN: Mapping[str, str] = {
    "Bio": "biopython",
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil",
    "imblearn": "imbalanced-learn",
    "mpl_toolkits": "matplotlib",
    "pylab": "matplotlib",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "umap": "umap-learn",
    "yaml": "pyyaml",
    **{
        name: name
        for name in (
            *("altair", "bokeh", "catboost", "dask", "duckdb", "gensim", "geopandas", "joblib", "keras", "lightgbm"),
            *("lxml", "matplotlib", "missingno", "mlxtend", "networkx", "nltk", "numba", "numpy", "openpyxl", "pandas"),
            *("patsy", "plotly", "polars", "prophet", "pyarrow", "pytz", "requests", "scipy", "seaborn", "shap"),
            *("spacy", "sqlalchemy", "squarify", "statsmodels", "sympy", "tabulate", "textblob", "tensorflow", "torch"),
            *("torchvision", "tqdm", "transformers", "wordcloud", "xarray", "xgboost"),
        )
    },
}
"""Modules of the field that may not be installed here. What is neither here nor installed is not guessed: a module that
a model invented may carry the name of a package that means harm."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What modules need of the index."""

    distributions: tuple[str, ...]
    unknown: tuple[str, ...]
    """Modules of which nobody here knows where they come from."""


def distributions_of(modules: Iterable[str], given: Iterable[str] = ()) -> Wanted:
    """Return the distributions that give modules; those of the standard library need none.

    Args:
        modules: dotted names.
        given: names of distributions that are asked for anyway; a module of the same name comes from there.
    """
    here = importlib.metadata.packages_distributions()
    asked = {normalized(name) for name in given}
    found: set[str] = set()
    unknown: set[str] = set()
    for top in {module.partition(".")[0] for module in modules} - sys.stdlib_module_names - {"__main__"}:
        owners = [KNOWN[top]] if top in KNOWN else here.get(top, [])[:1]
        if normalized(top) in asked:
            continue
        if owners:
            found.add(normalized(owners[0]))
        else:
            unknown.add(top)
    return Wanted(tuple(sorted(found)), tuple(sorted(unknown)))


def versions_here() -> tuple[str, ...]:
    """Return what is installed for the interpreter that runs this program, as requirements.

    What was installed from a folder or an address is left out: the index does not have it.
    """
    found = set()
    for each in importlib.metadata.distributions():
        direct = each.read_text("direct_url.json")
        if each.name and not (direct and json.loads(direct)):
            found.add(f"{normalized(each.name)}=={each.version}")
    return tuple(sorted(found))
