"""What an export says of people is what decisions record, and says so where nothing is recorded."""

from pathlib import Path

import pytest

from authoring.formats.base.claims import claims_of, leave_claim, review_claim
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import nothing_played, prepare
from authoring.records.bundle import AdmittedSet
from authoring.records.provenance import public_meta, public_reference, public_source, read_provenance

ROOT = Path(__file__).parents[3]
META = """\
name: birds
seed:
  name: birds
  source: birds.csv
  licence: MIT
  allowed:
  - {code: DS903, why: the names are invented, who: Ada L., time: '2026-01-02T03:04:05Z'}
problems:
- {number: 1, origin: person, level: easy, knowledge: [], reviewed: {reviewer: Ada L., time: '2026-01-02T03:04:05Z'}}
- {number: 2, origin: person, level: easy, knowledge: [], reviewed: null}
decisions:
- {action: admit, reviewer: Bob, time: '2026-01-03T00:00:00Z', about: '', reason: due today, comments: []}
findings:
- {code: DS312, severity: warning, problem: 2, message: weak}
- {code: DS970, severity: note, problem: 1, message: what a pilot found counts no more for problem 1}
"""
TEXT = '# %%\n"""\nquestion: How many?\n"""\n1\n\n# %%\n"""\nquestion: How few?\n"""\n2\n'
CLAIMS = (
    "1 of 2 problems looked at and marked as good, by Ada L. (1)",
    "admitted by Bob on 2026-01-03: due today",
    "DS903 of the seed, let pass by Ada L. on 2026-01-02: the names are invented",
    "DS312 of problem 2 (weak), let pass on admission by Bob: due today",
)


def test_claims_are_counted() -> None:
    """Marks by name, the admission, and everything that was let pass with who and why; a note is let pass by nobody."""
    assert claims_of(read_provenance(META), 2) == CLAIMS


def test_where_the_weight_of_a_finding_is_not_recorded_nobody_let_it_pass() -> None:
    """Records of earlier versions hold notes and warnings alike, and the claim fits both."""
    older = META.replace("severity: warning, ", "").replace("severity: note, ", "")

    assert claims_of(read_provenance(older), 2)[3:] == (
        "DS312 of problem 2 (weak), standing on admission by Bob: due today",
        "DS970 of problem 1 (what a pilot found counts no more for problem 1), standing on admission by Bob: due today",
    )


def test_what_solvers_did_is_claimed() -> None:
    """Where a pilot was recorded: of how many problems, how many answers were right, and what was found of how many."""
    pilot = "pilot: {time: '2026-01-02T03:04:05Z', solvers: [a, b], answers: 6, right: 4, codes: [DS972]}"
    claims = claims_of(read_provenance(META.replace("reviewed: null}", f"reviewed: null, {pilot}}}")), 2)

    assert claims[1] == "2 solvers answered 1 of 2 problems in a pilot: 4 of 6 answers right, and something found of 1"
    assert (claims[0], *claims[2:]) == CLAIMS


def test_admission_without_a_look_claims_none() -> None:
    """`admit --yes` with nothing marked is no look at any problem, and no reason is no reason."""
    meta = META.replace("{reviewer: Ada L., time: '2026-01-02T03:04:05Z'}", "null").replace("due today", "''")

    assert claims_of(read_provenance(meta), 2)[:2] == (
        "0 of 2 problems looked at and marked as good",
        "admitted by Bob on 2026-01-03: no reason was given",
    )
    assert (
        leave_claim("DS755", "", " ") == "leave for DS755 in this export was given by nobody named: no reason was given"
    )


@pytest.mark.parametrize("path", sorted((ROOT / "problemsets/_meta").glob("*.yaml")), ids=lambda path: path.stem)
def test_older_records_claim_nothing(path: Path) -> None:
    """Sets that were admitted before marks were recorded are said to have none on record."""
    about = read_provenance(path.read_text().replace("  reviewed: null\n", ""))

    assert review_claim(about, len(about.problems)).endswith("a person looked at is not recorded")


@pytest.mark.parametrize(("target", "file"), [("huggingface", "README.md"), ("inspect", "README.md")])
def test_card_says_who_looked_and_who_let_pass(target: str, file: str) -> None:
    """Each claim stands on the card, and no other: not that every problem was looked at, nor checks nobody made."""
    options = ExportOptions(name="b", version="1", passed=(leave_claim("DS755", "Cleo", "we asked"),))
    bundle = prepare(
        target, [AdmittedSet(name="birds", text=TEXT, inputs=(), meta=META)], options=options, play=nothing_played
    )
    card = next(entry.content.decode() for entry in bundle.files if entry.path == file)

    for claim in (*CLAIMS, "leave for DS755 in this export was given by Cleo: we asked"):
        assert claim in card
    assert "person looked at" not in card.replace("How many problems a person looked at", "")
    assert "planted" not in card
    manifest = next(entry.content.decode() for entry in bundle.files if entry.path == "export.json")
    assert "was given by Cleo: we asked" in manifest


@pytest.mark.parametrize(
    ("source", "public"),
    [
        ("package:palmerpenguins/penguins", "package:palmerpenguins/penguins"),
        ("kaggle:owner/slug@3", "kaggle:owner/slug@3"),
        ("https://example.org/a/b.csv", "https://example.org/a/b.csv"),
        ("module:pandas", "module:pandas"),
        ("/home/ada/my data/b c.csv", "b c.csv"),
        ("~/x/b.csv ../y/c.csv", "b.csv c.csv"),
        (r"C:\Users\ada\b.csv", "b.csv"),
        ("notebook:/home/ada/n.ipynb", "notebook:n.ipynb"),
        ("functions:work/f.py", "functions:f.py"),
        ("file:///home/ada/b.csv", "file:b.csv"),
        ("future:/home/ada/b", "future:b"),
        ("b.csv", "b.csv"),
        ("", ""),
    ],
)
def test_source_is_a_name_or_an_address(source: str, public: str) -> None:
    """Folders of whoever added a seed are no part of where the data came from."""
    assert public_source(source) == public
    assert public_source(public) == public


def test_record_without_a_path_keeps_its_bytes() -> None:
    """Hashes of records that say nothing of a machine do not change by being handed on."""
    for path in (ROOT / "problemsets/_meta").glob("*.yaml"):
        assert public_meta(path.read_text()) == path.read_text()
    assert public_meta("seed: [") == "seed: ["
    assert public_reference("owner/slug") == "owner/slug"
    assert public_reference("/home/ada/n.ipynb") == "n.ipynb"
