"""Which Kaggle credentials there are, so that a message can say which were refused and how to get some."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring.records.documents import load_json

STEPS = (
    "make a token at https://www.kaggle.com/settings/api and put it into the environment variable KAGGLE_API_TOKEN or"
    " the file ~/.kaggle/access_token; or run: kaggle auth login; or put the older kaggle.json into ~/.kaggle"
)
"""What a person without credentials, or with ones that are refused, can do."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """Where credentials stand, in the order in which Kaggle's client tries them. Holds no secret that is shown."""

    places: tuple[str, ...]
    """In words, for example ``the variable KAGGLE_API_TOKEN``."""
    broken: tuple[str, ...] = ()
    """Places that the client passes over without a word, each with the reason."""


def find_credentials(environment: Mapping[str, str], home: Path) -> Credentials:
    """Look at every place that Kaggle's client looks at, in `environment` and below `home`, without asking Kaggle."""
    broken = []
    places = [f"the variable {name}" for name in ("KAGGLE_API_TOKEN", "KAGGLE_TOKEN") if environment.get(name)]
    places += [str(path) for path in _token_files(home) if _text(path).strip()]
    if environment.get("KAGGLE_USERNAME") and environment.get("KAGGLE_KEY"):
        places.append("the variables KAGGLE_USERNAME and KAGGLE_KEY")
    # The client ignores one without the other and says nothing.
    elif unpaired := [name for name in ("KAGGLE_USERNAME", "KAGGLE_KEY") if environment.get(name)]:
        broken.append(f"{unpaired[0]} is set without its partner")
    legacy = config_folder(environment, home) / "kaggle.json"
    oauth = home / ".kaggle" / "credentials.json"
    for path, needed in ((legacy, ("username", "key")), (oauth, ("refresh_token",))):
        if path.is_file():
            lacking = _lacking(path, needed)
            broken.append(f"{path}: {lacking}") if lacking else places.append(str(path))
    return Credentials(tuple(places), tuple(broken))


def config_folder(environment: Mapping[str, str], home: Path) -> Path:
    """Return where the client looks for ``kaggle.json``."""
    if folder := environment.get("KAGGLE_CONFIG_DIR"):
        return Path(folder)
    if (home / ".kaggle").exists():
        return home / ".kaggle"
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "kaggle"


def secrets_of(environment: Mapping[str, str], home: Path) -> tuple[str, ...]:
    """Return every secret that a message must not show, the longest first."""
    secrets = {environment.get(name, "") for name in _VARIABLES}
    secrets |= {_text(path).strip() for path in _token_files(home)}
    # The client takes a variable for a path as well, also for one from the folder that the program runs in.
    named_files = [Path(value) for name in _VARIABLES if (value := environment.get(name, ""))]
    secrets |= {_text(path).strip() for path in named_files}
    # Whoever writes such a file by hand may give it the form of an assignment, or several lines.
    secrets |= {line.strip() for path in named_files for line in _text(path).splitlines()}
    for path in (config_folder(environment, home) / "kaggle.json", home / ".kaggle" / "credentials.json"):
        content = _parsed(path)
        if isinstance(content, dict):
            # Every text in these files but the user's name, which the address of a page shows anyway.
            secrets |= {value for name, value in content.items() if name != "username" and isinstance(value, str)}
    # The longest first, because one secret may hold another.
    return tuple(sorted((secret for secret in secrets if len(secret) >= _SHORTEST), key=len, reverse=True))


_VARIABLES = ("KAGGLE_API_TOKEN", "KAGGLE_TOKEN", "KAGGLE_KEY")
_SHORTEST = 6
"""Characters below which a word is no secret, and would be cut out of honest text."""


def _token_files(home: Path) -> tuple[Path, ...]:
    return (home / ".kaggle" / "access_token", home / ".kaggle" / "access_token.txt")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def _parsed(path: Path) -> object:
    try:
        return load_json(_text(path))
    except ValueError:
        return None


def _lacking(path: Path, needed: tuple[str, ...]) -> str:
    """Say what is wrong with a file of credentials; empty when nothing is."""
    content = _parsed(path)
    if not isinstance(content, dict):
        return "cannot be read as JSON" if _text(path) else "cannot be read, or is empty"
    missing = [name for name in needed if not content.get(name)]
    return f"has no {' and no '.join(missing)}" if missing else ""
