"""pip's settings for package indexes, translated for uv, which does not read them."""

import ast
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from authoring.validators.syntax_tree import expression_tree

ANSWER_TIME = 60.0
"""Seconds that pip may take to tell its settings."""
UV_INDEX_VARIABLES = (
    "UV_DEFAULT_INDEX",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_EXTRA_INDEX_URL",
    "UV_FIND_LINKS",
    "UV_NO_INDEX",
)
"""Variables that set uv's own package index; where one of them is set, pip's settings are not read."""
SECTIONS = ("global", "install", ":env:")
"""The sections of pip's settings that count, the strongest last."""


def pip_settings(python: str = sys.executable) -> Mapping[str, str]:
    """Return what pip's files and variables say, as ``index-url`` and the like; nothing where there is no pip."""
    try:
        completed = subprocess.run(  # noqa: S603 - the interpreter that runs this program
            [python, "-m", "pip", "--disable-pip-version-check", "config", "list"],
            check=False,
            capture_output=True,
            text=True,
            timeout=ANSWER_TIME,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return {}
    return parse_settings(completed.stdout) if completed.returncode == 0 else {}


def parse_settings(listed: str) -> Mapping[str, str]:
    """Return the settings that ``pip config list`` lists, those for all commands and for installing."""
    settings: dict[str, dict[str, str]] = {section: {} for section in SECTIONS}
    for line in listed.splitlines():
        key_path, equals, quoted = line.partition("=")
        section, _, key = key_path.partition(".")
        # pip lists each value as the literal of a Python text.
        if equals and section in settings:
            try:
                settings[section][key] = str(ast.literal_eval(expression_tree(quoted)))
            except (ValueError, SyntaxError):
                continue
    return {key: value for section in SECTIONS for key, value in settings[section].items()}


def has_uv_settings(environment: Mapping[str, str]) -> bool:
    """Return whether uv has settings of its own for where packages come from, in variables or in a person's file."""
    if any(environment.get(name) for name in UV_INDEX_VARIABLES):
        return True
    home = environment.get("HOME", "")
    configured = environment.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home else "")
    files = [environment.get("UV_CONFIG_FILE", ""), f"{configured}/uv/uv.toml" if configured else "", "/etc/uv/uv.toml"]
    return any(name and Path(name).is_file() for name in files)


def uv_options(settings: Mapping[str, str]) -> tuple[str, ...]:
    """Return pip's settings as options of ``uv pip``."""
    options: list[str] = []
    if url := settings.get("index-url"):
        options += ["--default-index", url]
    for url in settings.get("extra-index-url", "").split():
        options += ["--index", url]
    for place in settings.get("find-links", "").split():
        options += ["--find-links", place]
    if settings.get("no-index", "").lower() in {"1", "true", "yes", "on"}:
        options.append("--no-index")
    for host in settings.get("trusted-host", "").split():
        options += ["--allow-insecure-host", host]
    if settings.get("extra-index-url"):
        # pip takes the best version that any of its indexes has; uv, unless told, that of the first which has any.
        options += ["--index-strategy", "unsafe-best-match"]
    return tuple(options)


def uv_variables(settings: Mapping[str, str], environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return the variables of uv that stand for pip's certificate and proxy, where they are not set yet."""
    variables = {"SSL_CERT_FILE": settings.get("cert", ""), "ALL_PROXY": settings.get("proxy", "")}
    return {name: value for name, value in variables.items() if value and not environment.get(name)}
