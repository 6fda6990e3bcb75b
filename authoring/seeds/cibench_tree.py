"""A CIBench tree on disk: which notebooks OpenCompass would load, and the data files they share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import SeedError, UsageError
from authoring.seeds.file_names import safe_stem
from authoring.workspace.links import open_inside, refuse_links_out

DATA = Path("datasources") / "data"
ENDING = ".ipynb"
SUITE = "cibench_"
MOST_BYTES = 50_000_000
"""Bytes of the largest notebook that is read; its pictures are part of it."""
FEWEST_LETTERS = 3
"""Letters that the name of a file has at least where it says something by itself."""


@dataclass(frozen=True, slots=True)
class ExperimentNotebook:
    """A notebook of the tree."""

    path: Path
    label: str
    """Suite, module and name as far as the path tells them, with slashes: ``cibench_template/pandas/penguins``."""
    name: str
    """What a draft of it is called; no two of a tree are called alike."""
    root: Path
    """The folder of the tree, which no link may lead out of."""


@dataclass(frozen=True, slots=True)
class ExperimentTree:
    """The notebooks of a CIBench tree, as they were read."""

    root: Path
    """The folder that holds ``datasources/``; the folder that was named where there is none."""
    experiments: tuple[ExperimentNotebook, ...]
    """In the order in which OpenCompass loads them."""
    left_out: tuple[str, ...]
    """Labels of copies that editors left behind; OpenCompass loads them as experiments of their own."""
    data: tuple[tuple[str, Path], ...]
    """The data files: the path below ``datasources/data/``, and where it stands."""


def read_tree(folder: Path) -> ExperimentTree:
    """Return what a tree holds; of a folder inside of it, the notebooks of that suite or module only.

    Raises:
        SeedError: there is no notebook, or a link leads out of the tree.
    """
    if not folder.is_dir():
        raise SeedError(f"{folder}: no such folder", hint="name the folder that holds the suites and datasources/")
    inside = folder.resolve()
    # A suite lies one folder below the tree, a module two.
    root = next((place for place in (inside, *inside.parents[:2]) if (place / DATA).is_dir()), inside)
    data = tuple(
        (path.relative_to(root / DATA).as_posix(), path)
        for path in _files(root / DATA, root)
        if not any(part.startswith(".") for part in path.relative_to(root).parts)
    )
    # Also penguins.ipynb.bak and the like, which are named as left out.
    notebooks = [
        path for path in _files(inside, root) if ENDING in path.name and root / "datasources" not in path.parents
    ]
    # OpenCompass would load checkpoints as experiments of their own.
    loaded = [path for path in notebooks if path.name.endswith(ENDING) and not _is_checkpoint(path)]
    if not loaded:
        raise SeedError(f"{folder}: holds no notebook", hint="name the folder that holds the suites and datasources/")
    labels = [_label(path, root) for path in loaded]
    names = _names(labels)
    return ExperimentTree(
        root=root,
        experiments=tuple(ExperimentNotebook(*fields, root=root) for fields in zip(loaded, labels, names, strict=True)),
        left_out=tuple(_label(path, root) for path in notebooks if path not in loaded),
        data=data,
    )


def select_experiments(tree: ExperimentTree, labels: Sequence[str]) -> tuple[ExperimentNotebook, ...]:
    """Return the experiments that are named by their label or a part of it between slashes; all if none is named.

    Raises:
        UsageError: a name fits no experiment.
    """
    for label in labels:
        if not any(_fits(experiment, label) for experiment in tree.experiments):
            some = ", ".join(experiment.label for experiment in tree.experiments[:3])
            raise UsageError(f"{tree.root}: has no experiment {label}", hint=f"it has for example: {some}")
    return tuple(
        experiment for experiment in tree.experiments if not labels or any(_fits(experiment, label) for label in labels)
    )


def notebook_text(experiment: ExperimentNotebook) -> str:
    """Return the text of a notebook.

    Raises:
        SeedError: it cannot be read, is no UTF-8, or is larger than 50 MB.
    """
    try:
        if experiment.path.stat().st_size > MOST_BYTES:
            size = f"{MOST_BYTES // 10**6} MB"
            raise SeedError(f"{experiment.path}: is larger than {size}", hint="is it the right file?")
        with open_inside(experiment.path, experiment.root) as file:
            return file.read().decode("utf-8-sig")
    except OSError as error:
        raise SeedError(f"{experiment.path}: {error.strerror}", hint="check the path") from error
    except UnicodeDecodeError as error:
        raise SeedError(f"{experiment.path}: byte {error.start} is not UTF-8", hint="save it as UTF-8") from error


def _files(folder: Path, root: Path) -> Iterator[Path]:
    """Yield the files below a folder as OpenCompass walks it: those of a folder before those of its folders."""
    entries = sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else []
    for entry in entries:
        # A stranger's tree could otherwise have any file of this machine read as its data.
        refuse_links_out([entry], root)
    yield from (entry for entry in entries if entry.is_file())
    for entry in entries:
        # A link to a folder above would be walked without end.
        if entry.is_dir() and not entry.is_symlink():
            yield from _files(entry, root)


def _is_checkpoint(path: Path) -> bool:
    return any(part == ".ipynb_checkpoints" for part in path.parts) or path.name.startswith(".")


def _label(path: Path, root: Path) -> str:
    relative = path.relative_to(root) if path.is_relative_to(root) else Path(path.name)
    text = relative.as_posix()
    return text.removesuffix(ENDING) if path.name.endswith(ENDING) else text


def _fits(experiment: ExperimentNotebook, label: str) -> bool:
    return f"/{label.strip('/').removesuffix(ENDING)}/" in f"/{experiment.label}/"


def _names(labels: Sequence[str]) -> list[str]:
    """Return what drafts are called: the file's own name where it says something and is one of its kind."""
    own = [safe_stem(label.rpartition("/")[2]) for label in labels]
    names: list[str] = []
    for label, stem in zip(labels, own, strict=True):
        suite, *inner = label.split("/") if label.startswith(SUITE) else ("", *label.split("/"))
        # A tree may hold both languages of one suite, with the same names in them.
        language = "-zh" if "chinese" in suite else ""
        # Files called 1.ipynb are told apart by the folders that they stand in.
        is_informative = sum(char.isalpha() for char in stem) >= FEWEST_LETTERS
        if is_informative and own.count(stem) == 1:
            # A name has at most 60 characters, as `safe_stem` makes them.
            name = f"{stem[: 60 - len(language)]}{language}"
        else:
            name = f"{safe_stem('-'.join(inner))[: 60 - len(language)]}{language}"
        base, number = name, 2
        while name in names:
            # Shorter by the length of the number, so that the name does not grow beyond its limit.
            name, number = f"{base[:56]}-{number}", number + 1
        names.append(name)
    return names
