"""Searching for data sets, and keeping what was found as a list that ``seed add --from`` reads."""

from pathlib import Path

from authoring.cli.progress import progress_bar
from authoring.errors import UsageError
from authoring.records.dataset_metadata import DatasetInfo, DatasetWish, Found
from authoring.records.wording import counted, size, visible
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.search import search
from authoring.seeds.vetting.licences import licence_of
from authoring.workspace.files import write_file


def search_kaggle(wish: DatasetWish) -> Found:
    """Ask Kaggle, with a bar that counts the candidates.

    Raises:
        SeedError: there is no client or are no credentials, or the site does not answer as it should.
    """
    with Kaggle.open() as kaggle, progress_bar("searching Kaggle") as move:
        return search(kaggle, wish, seen=move)


def refuse_taken(path: Path | None) -> None:
    """Refuse to write a list over a file, before anything is searched for.

    Raises:
        UsageError: there is a file, or no folder for one.
    """
    if path is None:
        return
    if path.exists():
        raise UsageError(f"{path}: is there already", hint="name another file, or move this one away")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}", hint="make the folder first")


def save_list(path: Path | None, found: Found) -> Path | None:
    """Write the candidates, one reference a line; None when there are none, or no file is wanted."""
    if path is None or not found.candidates:
        return None
    lines = [f"# {counted(len(found.candidates), 'data set')}; one a line, what follows a # is a remark", ""]
    known = {one.ref: one.name for one in found.worn_out}
    lines += [list_line(info, known=known.get(info.publication.ref, "")) for info in found.candidates]
    write_file(path, "".join(f"{line}\n" for line in lines).encode())
    return path


def list_line(info: DatasetInfo, *, known: str = "") -> str:
    """Return the line of a list that stands for a data set, with a remark for the person who chooses.

    Args:
        info: the data set.
        known: the worn-out set that it seems to be, if any.
    """
    publication = info.publication
    facts = [
        f"{publication.votes:,} votes" if publication.votes is not None else "",
        size(publication.size) if publication.size is not None else "",
        licence_shown(info),
        f"worn out ({known})" if known else "",
        visible(info.title, lines=False),
    ]
    return f"kaggle:{publication.ref}  # {', '.join(fact for fact in facts if fact)}"


def licence_shown(info: DatasetInfo) -> str:
    """Return a licence in as few words as there are."""
    licence = licence_of(info.licence)
    return licence.spdx or visible(info.licence, lines=False) or "not stated"


def after_search(found: Found, saved: Path | None) -> str:
    """Return the command that comes next."""
    if saved is not None:
        return f"authoring seed add --from {saved}"
    if found.candidates:
        return f"authoring seed add kaggle:{found.candidates[0].publication.ref}"
    return "authoring seed search --help"
