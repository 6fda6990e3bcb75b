"""Settings that a set leaves changed: OpenCompass runs the notebooks of a folder in one kernel, which is not reset."""

import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import identifiers, imports_of, parse_code
from authoring.formats.base.port import Player
from authoring.formats.cibench.codes import LASTING
from authoring.formats.cibench.export import settings_probe
from authoring.formats.cibench.export.placement import CALLED, TEMPLATE
from authoring.formats.cibench.export.steps import at_cell, code_of
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun

SettingKind = Literal["matplotlib", "pandas", "numpy", "folder"]
_Settings = dict[SettingKind, dict[Annotated[str, Field(max_length=80)], Annotated[str, Field(max_length=8)]]]
_SETTINGS: TypeAdapter[_Settings] = TypeAdapter(_Settings)
LONGEST_REPLY = 100_000
"""Characters of what a session may say of its settings."""
MOST_NAMED = 3
_OWNERS: Mapping[SettingKind, str] = {"matplotlib": "matplotlib's ", "pandas": "pandas' ", "numpy": "numpy's "}
_BLOCKS: Mapping[SettingKind, str] = {
    "matplotlib": "plt.style.context or plt.rc_context",
    "pandas": "pd.option_context",
    "numpy": "np.printoptions",
    "folder": "contextlib.chdir",
}
"""Context managers that change a setting for a block of code alone."""
_SETTERS = frozenset({
    *("rc", "rcParams", "rcdefaults", "rc_file", "rc_file_defaults", "style", "xkcd"),
    *("set_theme", "set_style", "set_context", "set_palette", "reset_defaults", "reset_orig"),
    *("options", "set_option", "reset_option", "set_eng_float_format", "set_printoptions", "chdir"),
})  # fmt: skip
"""Words that code which changes a setting holds one of; seaborn's `set` is too common a word to stand here."""
_SETS_NOTHING = {"numpy", *TEMPLATE, *CALLED, *sys.stdlib_module_names}
"""Modules whose import is known to leave settings as they are."""


Setting: TypeAlias = tuple[SettingKind, str]
LastingSettings: TypeAlias = Mapping[Setting, Cell]
"""The settings that a set leaves changed, each with the first cell behind which it differs."""
OutputKind = Literal["picture", "print"]
"""A kind of output that a notebook's own code shows; values are printed by formats that depend on no setting."""


def later_notebooks(folders: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """Return for each set those that come behind it in its folder, as the loader sorts them: by the file's name.

    `folders` holds the folder of each set, by its name.
    """
    # With the ending, because the loader compares file names: "a-b.ipynb" comes before "a.ipynb", though "a" comes
    # before "a-b".
    files = sorted(folders, key=lambda name: f"{name}.ipynb")
    return {
        name: tuple(later for later in files[index + 1 :] if folders[later] == folders[name])
        for index, name in enumerate(files)
    }


def lasting_settings(problemset: AdmittedSet, parsed: ProblemSet, *, play: Player) -> LastingSettings:
    """Play a set that may change settings, and return those that stay changed; sets that cannot are not played."""
    # Playing costs a session of the whole set, so what no code of it can do is not looked for.
    cells, codes = parsed.runnable, [code_of(cell) for cell in parsed.runnable]
    if not _may_set(codes):
        return {}
    # The code as it stands in the set: sizes that the export adds to its steps are set anew by each that needs one.
    source = inspect.getsource(settings_probe)
    first, report = (
        f"exec({source + call!r}, {{}})"
        for call in ("\nload()\nprint(setting_digests())", "\nprint(setting_digests())")
    )
    runs = play(problemset, [first, *(cell for code in codes for cell in (code, report))])
    # Every second run is a report: one before the first cell, and one behind each.
    before, *after = (_read(run) for run in runs[::2])
    settings_after = [(cell, settings) for cell, settings in zip(cells, after, strict=False) if settings]
    # Only what the last report still shows is lasting: what was set back in between is not.
    names = tuple(_changed(before, settings_after[-1][1])) if settings_after else ()
    return {
        name: next(cell for cell, settings in settings_after if name in _changed(before, settings)) for name in names
    }


def lasting_findings(
    parsed: ProblemSet, lasting: LastingSettings, behind: Sequence[frozenset[OutputKind]]
) -> Iterator[Diagnostic]:
    """Yield a finding about settings that stay changed, if a notebook behind shows something that hangs on them.

    `behind` holds the kinds of output of each notebook behind the set.
    """
    names = tuple(name for name in lasting if any(_matters(name, kinds) for kinds in behind))
    if not names:
        return
    count = sum(any(_matters(name, kinds) for name in names) for kinds in behind)
    place = f"{count} notebooks" if count > 1 else "a notebook"
    blocks = dict.fromkeys(_BLOCKS[kind] for kind, _ in names)
    hint = f"Set it for a block alone, by {', '.join(blocks)}, or set it back. Let pass, it holds behind as well."
    cell = min((lasting[name] for name in names), key=lambda cell: cell.code_span.line)
    yield at_cell(parsed, cell, LASTING, f"the set changes {_listed(names)} for {place} behind it", hint)


def _matters(name: Setting, kinds: frozenset[OutputKind]) -> bool:
    """Return whether what a notebook shows hangs on a setting."""
    kind, option = name
    if kind == "matplotlib":
        return "picture" in kinds
    # Display options change what is printed, and no picture; values are printed by formats of the export's own.
    if kind == "numpy" or option.startswith("display."):
        return "print" in kinds
    return True


def _may_set(codes: Sequence[str]) -> bool:
    """Return whether code could change a setting; what is no Python, and modules that nobody knows, might."""
    parsed = [parse_code(code) for code in codes]
    words = frozenset().union(*(identifiers(code.tree) for code in parsed))
    imported = {module.partition(".")[0] for code in codes for module in imports_of(code)}
    unknown = any(code.error for code in parsed) or not imported <= _SETS_NOTHING
    return unknown or bool(words & _SETTERS) or ("set" in words and bool(words & {"seaborn", "sns"}))


def _read(run: CellRun) -> _Settings:
    """Return what a session says of its settings; the set's code may have had its hand in it, so it can be anything."""
    try:
        # Cut before it is parsed: a hostile session could print without end.
        return _SETTINGS.validate_json(run.printed[:LONGEST_REPLY])
    except ValidationError:
        return {}


def _changed(before: _Settings, after: _Settings) -> Iterator[Setting]:
    """Yield the settings that differ; their names were told before any code of the set had run."""
    for kind in _BLOCKS:
        settings = after.get(kind, {})
        for name, digest in sorted(before.get(kind, {}).items()):
            if settings.get(name, digest) != digest:
                yield kind, name


def _listed(names: Sequence[Setting]) -> str:
    """Return the first settings, as a sentence lists them."""
    words: list[str] = []
    for index, (kind, name) in enumerate(names[:MOST_NAMED]):
        owner = _OWNERS.get(kind, "") if index == 0 or names[index - 1][0] != kind else ""
        words.append("the working directory" if kind == "folder" else f"{owner}{name}")
    if len(names) > MOST_NAMED:
        words.append(f"{len(names) - MOST_NAMED} more")
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
