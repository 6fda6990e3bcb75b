"""The status of a workspace without a terminal."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.status import status
from authoring.workspace import Workspace


def test_status_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record is the document of --json."""
    record = status(drafted)

    assert record.model_dump(mode="json") == cli("status", "--json", "--workspace", drafted.root).json
    assert [draft.name for draft in record.drafts] == ["penguins"]


@pytest.mark.exhaustive
def test_what_stands_as_it_stood_is_told_without_rules_and_gate(drafted: Workspace) -> None:
    """The second answer is the first one; neither lint nor the gate is loaded for it."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom authoring.api.status import status\n"
        "from authoring.workspace import Workspace\nprint(status(Workspace(Path(sys.argv[1]))).model_dump_json())\n"
        "loaded = ('authoring.dseal.rules.registry', 'authoring.api.verification')\n"
        "print([name for name in loaded if name in sys.modules], file=sys.stderr)"
    )
    first, second = (
        subprocess.run([sys.executable, "-c", code, drafted.root], capture_output=True, text=True, check=True)
        for _ in range(2)
    )

    assert second.stdout == first.stdout
    assert second.stderr.strip() == "[]"


def test_a_journal_that_is_no_file_is_named_and_stops_nothing(drafted: Workspace) -> None:
    """Its draft is left out, as it is where the journal cannot be read."""
    journal = drafted.journal_path("penguins")
    journal.unlink()
    os.mkfifo(journal)

    record = status(drafted)

    assert record.drafts == ()
    assert [file.kind for file in record.damaged] == ["journal"]
