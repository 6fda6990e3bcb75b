"""The packages for work with data that are installed where cells run, as whoever writes code for them is told."""

from authoring.sandbox.port import SandboxFacts

PACKAGES = (
    "geopandas",
    "lightgbm",
    "matplotlib",
    "networkx",
    "numpy",
    "pandas",
    "polars",
    "pyarrow",
    "scipy",
    "seaborn",
    "sklearn",
    "statsmodels",
    "sympy",
    "xgboost",
)
"""The names by which code imports them."""


def data_packages(sandbox: SandboxFacts) -> str:
    """Return Python and the installed ones with their versions in a row, by the names that code imports.

    Raises:
        SandboxError: the sandbox failed.
    """
    versions = dict(sandbox.versions(PACKAGES))
    python = versions.pop("python", "")
    return ", ".join(f"{name} {version}".strip() for name, version in [("Python", python), *versions.items()])
