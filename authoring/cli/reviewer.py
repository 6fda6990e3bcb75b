"""Who is at the keyboard: every decision carries a name."""

import os
import shutil
import subprocess

from authoring.errors import UsageError


def reviewer_name(given: str | None) -> str:
    """Return the name a decision is kept under: the one given, else git's, else the account's.

    Raises:
        UsageError: when nobody can be named.
    """
    name = given or _name_in_git() or os.environ.get("USER", "")
    if not name.strip():
        raise UsageError("nobody to keep the decision under", hint="say who you are: --reviewer NAME")
    return name.strip()


def _name_in_git() -> str:
    git = shutil.which("git")
    if git is None:
        return ""
    try:
        asked = subprocess.run([git, "config", "user.name"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603 - a fixed command
    except (subprocess.TimeoutExpired, UnicodeDecodeError, OSError):
        return ""
    return asked.stdout.strip()
