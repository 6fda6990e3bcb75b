"""What every record is: frozen, closed to unknown fields, read from and written as JSON."""

import hashlib
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
"""The name of a seed, a draft or a problem set: also its file name, so lower-case and plain."""


def _below(path: str) -> str:
    """Return a path that leads to what lies below a folder, and nowhere else.

    Raises:
        ValueError: it leads elsewhere, or is none.
    """
    if "\0" in path or any(part in {"", ".", ".."} for part in path.split("/")):
        raise ValueError("is no path below a folder")
    return path


RelativePath = Annotated[str, AfterValidator(_below)]
"""A file below some folder, with forward slashes; it comes from strangers' files, and joins no other path."""


class Record(BaseModel):
    """A value that crosses disk or process."""

    # A verb imports many records and reads few: each is built when it is first used.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text as UTF-8, in hexadecimal; the identity of a draft's exact text."""
    # Half characters from strangers' data must not stop a hash; plain UTF-8 refuses them.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
