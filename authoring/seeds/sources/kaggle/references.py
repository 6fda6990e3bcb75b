"""How a data set or a notebook of Kaggle's is named: ``OWNER/SLUG``, with ``@VERSION``, or the address of its page."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, quote, urlsplit

from authoring.errors import SeedError

SITE = "https://www.kaggle.com"
_PAGE = re.compile(r"(?:https?://)?(?:www\.)?kaggle\.com/", re.IGNORECASE)
# Names become parts of paths and addresses, so nothing else may be in them.
_NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,254}"
# OWNER/SLUG, OWNER/SLUG@3, and OWNER/SLUG/versions/3 as in an address.
_DATASET = re.compile(rf"(?P<ref>{_NAME}/{_NAME})(?:(?:@|/versions/|/)(?P<version>[0-9]{{1,9}}))?")
_NOTEBOOK = re.compile(rf"(?P<ref>{_NAME}/{_NAME})")
_HINT = "write kaggle:OWNER/SLUG or kaggle:OWNER/SLUG@VERSION, as in the address of the data set's page"


@dataclass(frozen=True, slots=True)
class DatasetReference:
    """A data set, and which version of it."""

    ref: str
    """``OWNER/SLUG``."""
    version: int | None = None
    """None for the newest."""
    select: str = ""
    """The file that an address of the site names by ``?select=``; empty for all."""

    @property
    def owner(self) -> str:
        """The account that published the data set."""
        return self.ref.split("/")[0]

    @property
    def slug(self) -> str:
        """Its name at its owner's."""
        return self.ref.split("/")[1]

    @property
    def label(self) -> str:
        """As a person writes it."""
        return f"{self.ref}@{self.version}" if self.version else self.ref

    @property
    def text(self) -> str:
        """As `dataset_reference` reads it."""
        return f"{self.label}?select={quote(self.select)}" if self.select else self.label

    @property
    def url(self) -> str:
        """The address of its page."""
        return f"{SITE}/datasets/{self.ref}" + (f"/versions/{self.version}" if self.version else "")


def dataset_reference(text: str) -> DatasetReference:
    """Read ``OWNER/SLUG``, ``OWNER/SLUG@VERSION`` or the address of a data set's page.

    Raises:
        SeedError: it is none of these, or the data of a competition.
    """
    path = _without_page(text)
    if path.startswith(("competitions/", "c/")):
        raise SeedError(
            f"{text}: the data of a competition is only for those who accept its rules, and may not be passed on",
            hint="choose a data set: authoring seed search WORDS",
        )
    match = _DATASET.fullmatch(path.removeprefix("datasets/"))
    # Versions count from 1, and 0 would pass for none.
    if match is None or match["version"] == "0":
        raise SeedError(f"{text!r} is no data set of Kaggle's", hint=_HINT)
    select = parse_qs(urlsplit(text.strip()).query).get("select", [""])[0]
    return DatasetReference(match["ref"], int(match["version"]) if match["version"] else None, select)


def is_page(text: str) -> bool:
    """Return whether a text is the address of a page of Kaggle's."""
    return _PAGE.match(text.strip()) is not None


def notebook_reference(text: str) -> str:
    """Read ``OWNER/SLUG`` or the address of a notebook's page, and return ``OWNER/SLUG``.

    Raises:
        SeedError: it is none of these.
    """
    path = _without_page(text.removeprefix("kaggle:"))
    match = _NOTEBOOK.fullmatch(path.removeprefix("code/").removeprefix("kernels/"))
    if match is None:
        raise SeedError(
            f"{text!r} is no file, and no notebook of Kaggle's",
            hint="write OWNER/SLUG, as in the address of the notebook's page",
        )
    return match["ref"]


def notebook_url(ref: str) -> str:
    """Return the address of a notebook's page."""
    return f"{SITE}/code/{ref}"


def _without_page(text: str) -> str:
    """Drop the address in front, and what follows a ``?`` or ``#``."""
    path = _PAGE.sub("", text.strip(), count=1) if is_page(text) else text.strip()
    return re.split(r"[?#]", path, maxsplit=1)[0].rstrip("/")
