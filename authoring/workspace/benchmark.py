"""Reading a benchmark that is to be run: a folder as DSEval loads it, or a single problem set's file."""

from pathlib import Path

import yaml

from authoring.errors import BenchmarkError
from authoring.results import Benchmark, BenchmarkSet

MANIFEST = "_manifest.yaml"
DIALECTS = ("dseval", "strict")


def read_benchmark(path: Path) -> Benchmark:
    """Read a benchmark.

    As in DSEval: every ``NAME.py`` that does not begin with ``_``, sorted by name; a set's data stand in
    ``_inputs/NAME/`` if that exists, else in ``_inputs/``, folders included.

    Raises:
        BenchmarkError: nothing is there, the manifest is missing or broken, or a file is no UTF-8.
    """
    if path.is_file():
        return Benchmark(name=path.stem, version="", sets=(_read_set(path),))
    if not path.is_dir():
        raise BenchmarkError(f"{path}: no such file or folder", hint="name a benchmark's folder, or one problem set")
    manifest = _read_manifest(path / MANIFEST)
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith("_"))
    if not files:
        raise BenchmarkError(f"{path}: holds no problem sets", hint="a problem set is a file NAME.py in this folder")
    dialect = manifest.get("dialect", "dseval")
    if dialect not in DIALECTS:
        raise BenchmarkError(
            f"{path / MANIFEST}: dialect {dialect!r} is not known", hint=f"known are {' and '.join(DIALECTS)}"
        )
    return Benchmark(
        name=str(manifest["name"]),
        version=manifest["version"],
        dialect=dialect,
        sets=tuple(_read_set(file) for file in files),
    )


def _read_manifest(path: Path) -> dict[str, str]:
    try:
        manifest = yaml.safe_load(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"{path}: is missing", hint="a benchmark's folder says its `name` and `version` there"
        ) from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BenchmarkError(f"{path}: is no YAML: {error}", hint="it holds `name` and `version`") from error
    absent = [key for key in ("name", "version") if not isinstance(manifest, dict) or key not in manifest]
    if absent:
        raise BenchmarkError(f"{path}: has no `{absent[0]}`", hint="it holds `name` and `version`")
    return dict(manifest)


def _read_set(file: Path) -> BenchmarkSet:
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BenchmarkError(f"{file}: is no UTF-8: {error}", hint="save it as UTF-8") from error
    shared = file.parent / "_inputs"
    own = shared / file.stem
    folder = own if own.is_dir() else shared
    inputs = sorted(folder.iterdir()) if folder.is_dir() else []
    return BenchmarkSet(name=file.stem, path=file, text=text, inputs=tuple(inputs))
