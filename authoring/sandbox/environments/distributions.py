"""Which distribution of the package index gives a module."""

import importlib.metadata
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from authoring.sandbox.environments.lock import normalized

DISTRIBUTION_BY_MODULE: Mapping[str, str] = {
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
class DistributionRequirements:
    """The distributions that modules need from the package index."""

    distributions: tuple[str, ...]
    unknown: tuple[str, ...]
    """Modules whose distribution is unknown here."""


def distributions_of(modules: Iterable[str], requested: Iterable[str] = ()) -> DistributionRequirements:
    """Return the distributions that give modules; those of the standard library need none.

    Args:
        modules: dotted names.
        requested: names of distributions that are asked for anyway; a module of the same name comes from there.
    """
    installed = importlib.metadata.packages_distributions()
    requested_names = {normalized(name) for name in requested}
    distributions, unknown = set[str](), set[str]()
    for top in {module.partition(".")[0] for module in modules} - sys.stdlib_module_names - {"__main__"}:
        owners = [DISTRIBUTION_BY_MODULE[top]] if top in DISTRIBUTION_BY_MODULE else installed.get(top, [])[:1]
        if normalized(top) in requested_names:
            continue
        if owners:
            distributions.add(normalized(owners[0]))
        else:
            unknown.add(top)
    return DistributionRequirements(tuple(sorted(distributions)), tuple(sorted(unknown)))


def installed_versions() -> tuple[str, ...]:
    """Return what is installed for the interpreter that runs this program, as requirements.

    What was installed from a folder or an address is left out: the index does not have it.
    """
    requirements = set()
    for distribution in importlib.metadata.distributions():
        # Installers write this file (PEP 610) only for what did not come from an index.
        direct = distribution.read_text("direct_url.json")
        if distribution.name and not (direct and json.loads(direct)):
            requirements.add(f"{normalized(distribution.name)}=={distribution.version}")
    return tuple(sorted(requirements))
