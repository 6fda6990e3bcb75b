"""The two environments: that of the time when the results were published, with DSEval, and today's."""

import shutil
import subprocess
import sys
from pathlib import Path

THEN = (
    *("pandas==2.1.1", "numpy==1.26.0", "scipy==1.11.3", "scikit-learn==1.3.0", "statsmodels==0.14.0"),
    *("imbalanced-learn==0.11.0", "xgboost==2.0.0", "lightgbm==4.1.0", "catboost==1.2.2", "nltk==3.8.1"),
    # dseval 0.0.1 imports langchain.schema, which langchain 1 no longer has, and langchain-community undeclared.
    *("dseval==0.0.1", "langchain<0.3", "langchain-community<0.3", "psutil"),
)
TODAY = (
    *("pandas", "numpy", "scipy", "scikit-learn", "statsmodels", "imbalanced-learn", "xgboost", "lightgbm", "catboost"),
    *("nltk", "seaborn", "pyarrow", "openpyxl"),
)
THEN_PYTHON = "python3.11"
"""The newest Python for which all of those versions have wheels."""


def then_environment(folder: Path) -> Path:
    """Return the interpreter of that time, made in a folder unless it is there."""
    own = sys.version_info[:2] == (3, 11)
    python = sys.executable if own else shutil.which(THEN_PYTHON)
    if python is None:
        sys.exit(f"{THEN_PYTHON} is needed for the versions of that time; or name their interpreter with --then-python")
    return _environment(folder / "then", Path(python), THEN)


def today_environment(folder: Path) -> Path:
    """Return an interpreter with today's versions, made in a folder unless it is there."""
    return _environment(folder / "today", Path(sys.executable), TODAY)


def _environment(folder: Path, python: Path, packages: tuple[str, ...]) -> Path:
    done, wanted = folder / "installed", "\n".join((str(python), *packages))
    if not done.exists() or done.read_text("utf-8") != wanted:
        print(f"Setting up {folder} ...", flush=True)
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*command, *packages], check=True)
        done.write_text(wanted, "utf-8")
    return folder / "bin" / "python"
