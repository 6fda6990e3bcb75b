"""The plan of an invented table stands beside its seed, so that the table can be drawn again and looked into."""

from pathlib import Path

import yaml

from authoring.errors import SeedError
from authoring.records.format_version import current, marked
from authoring.records.synthetic_table import Invented
from authoring.workspace import Workspace
from authoring.workspace.files import read_text, write_file

FILE = "plan.yaml"


def keep_plan(place: Workspace, seed: str, invented: Invented) -> Path:
    """Write the plan of an invented table; return where it stands."""
    path = place.root / "seeds" / seed / FILE
    text = yaml.safe_dump(
        marked("synthetic-table", invented.model_dump(mode="json")), sort_keys=False, allow_unicode=True, width=120
    )
    write_file(path, text.encode())
    return path


def read_plan(place: Workspace, seed: str) -> Invented:
    """Return the plan of an invented table.

    Raises:
        SeedError: there is none, or it is not what it should be.
    """
    path = place.root / "seeds" / seed / FILE
    if not path.is_file():
        raise SeedError(f"the table of {seed} was not invented", hint="authoring seed invent makes such seeds")
    try:
        return Invented.model_validate(
            current("synthetic-table", yaml.safe_load(read_text(path)), path=path, error=SeedError)
        )
    except (ValueError, yaml.YAMLError) as error:
        first = str(error).strip().splitlines()[0]
        raise SeedError(f"{path}: {first}", hint="put the old file back") from error
