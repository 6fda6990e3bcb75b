"""The seed gate: what speaks against a seed, before a token is spent on it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SandboxError
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.seed import Seed
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.seeds.vetting.codes import OVERSIZE, PERSONAL_DATA
from authoring.seeds.vetting.facts import TableSeen, about_seed, about_tables
from authoring.tables.pii.patterns import ACCOUNT, CARD, MAIL, PERSON, PHONE, marks, masked

if TYPE_CHECKING:
    from authoring.dseal.model import Json

_TOLD = {MAIL, PHONE, CARD, ACCOUNT, PERSON}
_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


class _Seen(Record):
    """What `scan_personal_data` gives."""

    tables: tuple[TableSeen, ...]


@stage("vet_seed")
def vet_seed(seed: Seed, *, files: Sequence[Path], sandbox: Sandbox, limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what is found about a seed, the heaviest first; what a person let pass is not looked at here.

    Personal data in a finding has most of itself left out, so that findings may be journalled and printed.

    Args:
        seed: says how each file is read, and under which licence it stands.
        files: the seed's files, under the names they have in it.
        sandbox: where they are read.
        limits: `max_inputs` is what all files may have together, in bytes; the others hold for the reading.

    Raises:
        SeedError: when a file does not read as the seed says, or takes more than the limits.
        SandboxError: when the sandbox gave something else than asked for.
    """
    found = [*about_seed(seed, limits), *_description(seed)]
    if seed.files and all(finding.code != OVERSIZE.code for finding in found):
        found += about_tables(_scanned(seed, files, sandbox, limits))
    return tuple(sorted(found, key=lambda finding: _WEIGHT[finding.severity]))


def _scanned(seed: Seed, files: Sequence[Path], sandbox: Sandbox, limits: Limits) -> tuple[TableSeen, ...]:
    arguments: dict[str, Json] = {"tables": [{"file": file.name, "reader": file.reader} for file in seed.files]}
    with sandbox.session(inputs=files) as session:
        seen = session.call("scan_personal_data", arguments, limits=limits)
    try:
        return _Seen.model_validate(seen).tables
    except ValidationError as error:
        raise SandboxError(f"{seed.name}: the sandbox gave no findings: {error}", hint="please report this") from error


def _description(seed: Seed) -> list[Diagnostic]:
    """What title and description say of people: they go into every prompt about the seed."""
    text = f"{seed.title} {seed.description}".replace("\n", " ").encode("utf-8", "replace")
    found = {
        mark.kind: masked(text[mark.start : mark.end].decode("utf-8", "replace"), mark.kind)
        for mark in marks(text)
        if mark.kind in _TOLD
    }
    return [
        PERSONAL_DATA.diagnostic(
            f"its description holds a {kind}: {shown}", hint="say in your own words what it is: --description TEXT"
        )
        for kind, shown in found.items()
    ]
