"""The image that answers run in: the packages that the sets import, in the versions that the references ran with."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from authoring.dseal.code import imports_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.formats.base.base import Player
from authoring.formats.inspect.codes import UNPINNED_PACKAGE
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet

ALWAYS = ("numpy", "pandas")
"""What judging takes."""
BEHIND = {".xlsx": "openpyxl", ".parquet": "pyarrow", ".feather": "pyarrow"}
"""What pandas takes to read a kind of file."""
BESIDE = {"sklearn": ("scipy",), "matplotlib": ("skimage",)}
"""What validators use where it is there, beside a package that a set imports."""
ASK = """
import importlib.metadata as _metadata, json as _json, platform as _platform, sys as _sys
_owners = _metadata.packages_distributions()
_found = {{}}
for _name in {names!r}:
    if _name not in _sys.stdlib_module_names and _name in _owners:
        _owner = sorted(set(_owners[_name]))[0]
        _found[_name] = [_owner, _metadata.version(_owner)]
_standard = [_name for _name in {names!r} if _name in _sys.stdlib_module_names]
print(_json.dumps({{"python": _platform.python_version(), "standard": _standard, "found": _found}}))
"""


class Environment(Record):
    """What references ran in."""

    python: str = "3.11"
    """Version, of which an image takes the first two numbers."""
    packages: tuple[tuple[str, str], ...] = ()
    """Name and version of each distribution, sorted; an empty version where it is not known."""
    unpinned: tuple[str, ...] = ()
    """Modules whose distribution is not known."""

    @property
    def requirements(self) -> str:
        """The text of a file of requirements."""
        return "".join(f"{name}=={version}\n" if version else f"{name}\n" for name, version in self.packages)

    @property
    def image(self) -> str:
        """The tag of the image of Python itself."""
        return ".".join(self.python.split(".")[:2]) + "-slim"


class _Told(Record):
    python: str
    standard: tuple[str, ...]
    found: Mapping[str, tuple[str, str]]


def environment_of(problemsets: Sequence[AdmittedSet], *, play: Player) -> Environment:
    """Return what the sets need, and in which versions, as far as the place where cells are played tells."""
    cells = [cell for problemset in problemsets for cell in parse(problemset.text).runnable]
    names = {*ALWAYS, *(name.partition(".")[0] for cell in cells for name in imports_of(cell.code))}
    endings = {f".{file.path.rpartition('.')[2]}" for problemset in problemsets for file in problemset.inputs}
    names |= {name for ending, name in BEHIND.items() if ending in endings}
    beside = {name for imported, named in BESIDE.items() if imported in names for name in named} - names
    told = _told(play(problemsets[0], (ASK.format(names=sorted(names | beside)),)))
    missing = sorted(names - told.found.keys() - set(told.standard))
    wanted = {**dict.fromkeys(missing, ""), **dict(told.found.values())}
    return Environment(python=told.python, packages=tuple(sorted(wanted.items())), unpinned=tuple(missing))


def unpinned(environment: Environment) -> tuple[Diagnostic, ...]:
    """Return what is to be said of packages without a version."""
    hint = "Install it where the references run, or write its version into requirements.txt of the export."
    return tuple(
        UNPINNED_PACKAGE.diagnostic(f"the version of {name} is not known where references run", hint=hint).model_copy(
            update={"path": "requirements.txt"}
        )
        for name in environment.unpinned
    )


def _told(runs: Sequence[Any]) -> _Told:
    """Read what the cell printed; a place that tells nothing knows no versions."""
    try:
        return _Told.model_validate(json.loads(runs[0].printed))
    except (IndexError, ValueError):
        return _Told(python=Environment().python, standard=(), found={})
