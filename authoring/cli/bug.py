"""What is kept when the program itself is at fault."""

import os
import platform
import tempfile
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("dseal-authoring", "typer", "rich", "pydantic", "pandas", "numpy", "scikit-learn")


def write_report(error: BaseException, arguments: Sequence[str]) -> Path:
    """Write traceback, versions and arguments to a new file in the system's temporary folder; return its path."""
    versions = [f"python {platform.python_version()}", platform.platform(), *map(_version, PACKAGES)]
    trace = "".join(traceback.format_exception(error))
    # As Python writes them, so that strange characters can be told apart.
    text = "\n".join((f"arguments: {list(arguments)!r}", *versions, "", trace))
    # Readable for its owner only: arguments may hold what is nobody else's business.
    descriptor, name = tempfile.mkstemp(prefix="authoring-bug-", suffix=".log")
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return Path(name)


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} is not installed"
