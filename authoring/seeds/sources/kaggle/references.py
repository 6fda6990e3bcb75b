"""How a data set or a notebook of Kaggle's is named: ``OWNER/SLUG``, with ``@VERSION``, or the address of its page."""

import re
from dataclasses import dataclass

from authoring.errors import SeedError

SITE = "https://www.kaggle.com"
_PAGE = re.compile(r"(?:https?://)?(?:www\.)?kaggle\.com/", re.IGNORECASE)
_NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,254}"
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

    @property
    def owner(self) -> str:
        """Who published it."""
        return self.ref.split("/")[0]

    @property
    def slug(self) -> str:
        """Its name at its owner's."""
        return self.ref.split("/")[1]

    @property
    def shown(self) -> str:
        """As a person writes it."""
        return f"{self.ref}@{self.version}" if self.version else self.ref

    @property
    def url(self) -> str:
        """The address of its page."""
        return f"{SITE}/datasets/{self.ref}" + (f"/versions/{self.version}" if self.version else "")


def dataset_reference(given: str) -> DatasetReference:
    """Read ``OWNER/SLUG``, ``OWNER/SLUG@VERSION`` or the address of a data set's page.

    Raises:
        SeedError: it is none of these, or the data of a competition.
    """
    rest = _without_page(given)
    if rest.startswith(("competitions/", "c/")):
        raise SeedError(
            f"{given}: the data of a competition is only for those who accept its rules, and may not be passed on",
            hint="choose a data set: authoring seed search WORDS",
        )
    found = _DATASET.fullmatch(rest.removeprefix("datasets/"))
    if found is None or found["version"] == "0":
        raise SeedError(f"{given!r} is no data set of Kaggle's", hint=_HINT)
    return DatasetReference(found["ref"], int(found["version"]) if found["version"] else None)


def notebook_reference(given: str) -> str:
    """Read ``OWNER/SLUG`` or the address of a notebook's page, and return ``OWNER/SLUG``.

    Raises:
        SeedError: it is none of these.
    """
    rest = _without_page(given.removeprefix("kaggle:"))
    found = _NOTEBOOK.fullmatch(rest.removeprefix("code/").removeprefix("kernels/"))
    if found is None:
        raise SeedError(
            f"{given!r} is no file, and no notebook of Kaggle's",
            hint="write OWNER/SLUG, as in the address of the notebook's page",
        )
    return found["ref"]


def notebook_url(ref: str) -> str:
    """Return the address of a notebook's page."""
    return f"{SITE}/code/{ref}"


def _without_page(given: str) -> str:
    """Drop the address in front, and what follows a ``?`` or ``#``."""
    rest = _PAGE.sub("", given.strip(), count=1) if _PAGE.match(given.strip()) else given.strip()
    return re.split(r"[?#]", rest, maxsplit=1)[0].rstrip("/")
