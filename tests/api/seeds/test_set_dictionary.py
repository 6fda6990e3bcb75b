"""What is known of the data of a draft or a set is read from where it stands, and its problems are held against it."""

import pytest

from authoring.api.checks import check_sets
from authoring.api.runs.lifecycle import resume_run
from authoring.api.seeds.set_dictionary import dictionary_of_set
from authoring.api.seeds.upkeep import bring_to_sets
from authoring.api.verification.drafts import DraftExaminer
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind
from authoring.records.draft import Draft
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.progress import NOBODY
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace

CODES = DataDictionary(
    tables=(TableEntry(file="penguins.csv", columns=(ColumnEntry(name="mass", kind=ValueKind.CODE),)),)
)
PROFILE = Profile(
    seed="penguins",
    tables=(
        TableProfile(
            file="penguins.csv",
            reader='pd.read_csv("inputs/penguins.csv")',
            rows=5,
            duplicate_rows=0,
            columns=(
                ColumnProfile(
                    name="species", kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=3, is_text=True
                ),
                ColumnProfile(name="mass", kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=5, decimals=1),
            ),
        ),
    ),
    relations=(),
)


def _state(workspace: Workspace, dictionary: DataDictionary) -> None:
    """Have somebody say what the data of the seed mean."""
    bring_to_sets(workspace, "penguins", lambda seed: seed.model_copy(update={"dictionary": dictionary}), who="Ada")


def test_a_run_knows_what_rules_found_and_what_was_said_since(drafted: Workspace) -> None:
    """Kinds by rules come from the profile that the draft was made with, statements from the seed as it is now."""
    seed = drafted.read_seed("penguins")
    with resume_run(drafted, "penguins") as journal:
        journal.record(profile_data, PROFILE, seed, files=(), sandbox=LocalSandbox())
    before = dictionary_of_set(drafted, "penguins")
    _state(drafted, CODES)
    after = dictionary_of_set(drafted, "penguins")

    assert before is not None
    assert after is not None
    assert [column.kind for column in before.tables[0].columns] == [ValueKind.CATEGORY, ValueKind.AMOUNT]
    assert [column.kind for column in after.tables[0].columns] == [ValueKind.CATEGORY, ValueKind.CODE]


def test_of_other_sets_the_statements_count(admitted: Workspace) -> None:
    """Where no run is kept, it is what was said of the seed; of what nobody knows, it is nothing."""
    admitted.journal_path("penguins").unlink()
    assert dictionary_of_set(admitted, "penguins") is None
    _state(admitted, CODES)

    assert dictionary_of_set(admitted, "penguins") == CODES
    assert dictionary_of_set(admitted, "gulls") is None


def test_a_draft_is_held_against_its_dictionary(drafted: Workspace, draft: Draft) -> None:
    """Whoever wrote it: the finding stands among those of lint, with its line, before anything runs."""
    files = drafted.seed_files(drafted.read_seed("penguins"))
    with resume_run(drafted, "penguins") as journal:
        examiner = DraftExaminer(files, LocalSandbox(), journal, NOBODY, defer=True, dictionary=CODES)
        findings = examiner.prove(draft).diagnostics

    assert [(finding.code, finding.line, finding.problem) for finding in findings if finding.code == "DS561"] == [
        ("DS561", 20, 2)
    ]


@pytest.mark.exhaustive
def test_check_holds_a_draft_against_it(drafted: Workspace) -> None:
    """``authoring check`` says the same of a draft, as a part of how questions and references fit together."""
    _state(drafted, CODES)
    (aligned,) = check_sets(["penguins"], parts=["alignment"], workspace=drafted.root)
    (moved,) = check_sets(["penguins"], parts=["surroundings"], workspace=drafted.root)

    assert [finding.problem for finding in aligned.findings if finding.code == "DS561"] == [2]
    assert [finding for finding in moved.findings if finding.code == "DS561"] == []
