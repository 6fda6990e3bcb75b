"""Profiles of a seed's tables, computed in the sandbox; the same tables give the same bytes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed, TableFile
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.statements import stated_fields, with_dictionary

if TYPE_CHECKING:
    from authoring.dseal.model import Json


@stage("profile_data")
def profile_data(seed: Seed, *, files: Sequence[Path], sandbox: Sandbox, limits: Limits | None = None) -> Profile:
    """Profile the tables of a seed, whose `files` have the names they have in it.

    Raises:
        SeedError: when a file does not read as the seed says, or takes more than the limits.
        SandboxError: when the sandbox did not give a profile.
    """
    if not seed.files:
        return Profile(seed=seed.name, tables=())
    with sandbox.session(inputs=files) as session:
        arguments: dict[str, Json] = {"tables": [_request(file, seed) for file in seed.files]}
        answer = session.call("profile_tables", arguments, limits=limits or Limits())
    try:
        # The process that read a stranger's tables may answer anything.
        profile = Profile.model_validate({"seed": seed.name, **(answer if isinstance(answer, dict) else {})})
    except ValidationError as error:
        raise SandboxError(f"{seed.name}: the sandbox gave no profile: {error}", hint="please report this") from error
    return with_dictionary(profile, seed)


def _request(file: TableFile, seed: Seed) -> "Json":
    """Return how a table is read, with the marks of missing values that somebody stated for its columns."""
    stated = seed.dictionary.table(file.name) if seed.dictionary else None
    missing: dict[str, Json] = {
        column.name: list(column.missing)
        for column in (stated.columns if stated else ())
        if any(source.field == "missing" for source in stated_fields(column))
    }
    return {"file": file.name, "reader": file.reader, **({"missing": missing} if missing else {})}
