"""Tells which settings a session has, as JSON. Its source runs in the sandbox, so it stands on Python alone."""

import contextlib
import importlib
import json
import sys
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODULES = ("matplotlib.pyplot", "numpy", "pandas")
HARMLESS = {
    # The export, or the code, says how large each figure is.
    "figure.figsize",
    # The sandbox and the kernel have their own.
    *("backend", "backend_fallback", "interactive", "figure.max_open_warning", "mode.chained_assignment"),
    # A kernel says these itself where it shows a figure; they are for files.
    *("savefig.bbox", "savefig.directory", "savefig.dpi", "savefig.edgecolor", "savefig.facecolor", "savefig.format"),
    *("savefig.orientation", "savefig.transparent"),
}
"""Settings that change nothing in what a notebook behind shows on standard output or in pictures."""


def load() -> None:
    """Import what has settings, as far as it is installed: what is imported later could not be compared."""
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def setting_digests() -> str:
    """Return a digest of each setting by its name, by what it belongs to; nothing is imported for it."""
    with warnings.catch_warnings():
        # Old names warn when they are looked at.
        warnings.simplefilter("ignore")
        return json.dumps({kind: {name: _digest(value) for name, value in settings} for kind, settings in _settings()})


def _settings() -> Iterator[tuple[str, Iterator[tuple[str, Any]]]]:
    matplotlib, pandas, numpy = (sys.modules.get(name) for name in ("matplotlib", "pandas", "numpy"))
    if matplotlib is not None:
        values = matplotlib.rcParams
        # Backends are left out before they are asked for: asking for one loads it.
        yield "matplotlib", ((name, values[name]) for name in values if name not in HARMLESS)
    if pandas is not None:
        yield "pandas", _options(pandas.options, "")
    if numpy is not None:
        yield "numpy", iter(numpy.get_printoptions().items())
    with contextlib.suppress(OSError):
        yield "folder", iter([("cwd", str(Path.cwd()))])


def _options(group: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Yield pandas' options with their dotted names."""
    for name in dir(group):
        value = getattr(group, name)
        if type(value) is type(group):
            yield from _options(value, f"{before}{name}.")
        elif f"{before}{name}" not in HARMLESS:
            yield f"{before}{name}", value


def _digest(value: Any) -> str:
    return f"{zlib.crc32(repr(value).encode('utf-8', 'replace')):x}"
