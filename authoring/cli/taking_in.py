"""What was imported becomes a seed and a draft that waits for a person, like any other."""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.sandboxes import open_sandbox
from authoring.api.seeds.vetting import vet
from authoring.cli.journals import End, Order, begin_run, go_on
from authoring.cli.progress import progress_bar
from authoring.cli.views.drafts import end_view, next_of
from authoring.cli.views.findings import findings_view
from authoring.cli.views.render import emit, next_command, show
from authoring.errors import SeedError
from authoring.records.decision import Waiting
from authoring.records.imported import ImportedSet
from authoring.records.seed import Publication, Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import read_files
from authoring.workspace import Workspace
from authoring.workspace.scratch import scratch_folder


@dataclass(frozen=True, slots=True)
class Taken:
    """A set that came from outside, and what it is about."""

    name: str
    """Of the draft and of the set; a valid `records.Name`."""
    imported: ImportedSet
    source: str
    """What the person named, after the kind: ``notebook:PATH``."""
    title: str
    seed: str = ""
    """Name of the seed; that of the draft when empty."""
    description: str = ""
    url: str = ""
    licence: str = "unknown"
    files: tuple[tuple[str, Path], ...] = ()
    """What code finds below ``inputs/``: the name, which may lead into folders, and where it stands now."""
    publication: Publication | None = None

    @property
    def seed_name(self) -> str:
        """The name of the seed."""
        return self.seed or self.name


def keep_seed(place: Workspace, taken: Taken, *, sandbox: Sandbox, replace: bool = False) -> Seed:
    """Write the seed of an imported set, or return the one that stands there already with the very same files.

    Raises:
        SeedError: a seed of that name is about something else, and `replace` is false.
    """
    limits = place.settings.limits
    with scratch_folder(place.root, "import") as scratch:
        for name, path in taken.files:
            target = scratch / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        tops = sorted(scratch.iterdir())
        tables, companions = read_files(tops, sandbox=sandbox, limits=limits) if tops else ((), ())
        seed = Seed(
            name=taken.seed_name,
            title=taken.title,
            description=taken.description,
            source=taken.source,
            url=taken.url,
            licence=taken.licence,
            files=tables,
            companions=companions,
            publication=taken.publication,
        )
        if seed.name in place.seeds() and (there := _standing(place, seed, replace=replace)):
            return there
        place.write_seed(seed, [(file, scratch / file.name) for file in seed.data], replace=replace)
    return seed


def _standing(place: Workspace, seed: Seed, *, replace: bool) -> Seed | None:
    """Return the seed of this name where it is this very one, None where it may be replaced.

    Raises:
        SeedError: it is about something else, or has other data and may not be replaced.
    """
    there = place.read_seed(seed.name)
    if _file_of(there.source) != _file_of(seed.source):
        raise SeedError(
            f"there is a seed called {seed.name} already, from {there.source}", hint="give another name: --name NAME"
        )
    if there.data != seed.data and not replace:
        raise SeedError(
            f"there is a seed called {seed.name} already, with other data",
            hint="give another --name, or begin anew with --restart (the old journal is kept)",
        )
    return there if there.data == seed.data else None


def _file_of(source: str) -> tuple[str, str]:
    """Return kind and name of what a seed came from: the same file may be named from another folder."""
    kind, _, path = source.partition(":")
    return kind, Path(path).name


def take_in(place: Workspace, taken: Taken, *, restart: bool = False, as_json: bool = False) -> int:
    """Keep the seed, begin a run pinned to what was imported, prove it, and show where it stands; return the exit code.

    What the seed gate finds is shown and keeps nothing out: it stands before models, and a person decides on the rest.

    Args:
        place: the workspace.
        taken: the set.
        restart: begin anew where a run of this name is there; its journal is set aside, and the seed replaced.
        as_json: print the record instead of pictures.

    Raises:
        SeedError: a seed of that name is about something else.
        JournalError: a run of that name is about something else.
    """
    with open_sandbox(place) as sandbox:
        with progress_bar("reading"):
            seed = keep_seed(place, taken, sandbox=sandbox, replace=restart)
            files = place.seed_files(seed)
            gate = vet(seed, files, sandbox=sandbox, limits=place.settings.limits)
        with begin_run(place, order_of(taken, restart=restart)) as journal:
            end = go_on(place, journal, sandbox=sandbox, label=f"proving {taken.name}")
            if as_json:
                emit(end)
            else:
                show(*end_view(end, journal), *findings_view(gate, f"seeds/{seed.name}"))
                next_command(next_of(end, written=taken.name in place.problemsets()))
    return exit_code(end)


def order_of(taken: Taken, *, restart: bool = False) -> Order:
    """Return the run that is wanted of an imported set."""
    return Order(taken.seed_name, taken.name, restart=restart, imported=taken.imported)


def exit_code(end: End) -> int:
    """Return 1 where errors were found, 0 else."""
    return 1 if isinstance(end, Waiting) and end.evidence.errors else 0


def data_files(paths: Sequence[Path]) -> tuple[tuple[str, Path], ...]:
    """Return the files that a person names as data, with what code calls them: of a folder, what lies directly in it.

    Raises:
        SeedError: one is missing, two have the same name, or a link leads out of a folder.
    """
    found: dict[str, Path] = {}
    for given in paths:
        if not given.exists():
            raise SeedError(f"{given}: no such file or folder", hint="check the path")
        inside = sorted(path for path in given.iterdir() if path.is_file()) if given.is_dir() else [given]
        if given.is_dir():
            refuse_links_out(inside, given)
        for path in inside:
            if path.name.startswith("."):
                continue
            if path.name in found and found[path.name].read_bytes() != path.read_bytes():
                raise SeedError(f"{path}: another file is called {path.name}", hint="name one of them")
            found[path.name] = path
    return tuple(sorted(found.items()))


def refuse_links_out(files: Iterable[Path], folder: Path) -> None:
    """Refuse files of a folder, which may be a stranger's, that are links to what lies elsewhere on this machine.

    Raises:
        SeedError: one is; it would be kept, handed on, and shown to a model.
    """
    root = folder.resolve()
    for path in files:
        if not path.resolve().is_relative_to(root):
            raise SeedError(
                f"{path}: is a link that leads out of {folder}",
                hint="do not trust what came with it; where the link is yours, put the file itself there",
            )
