"""The seed gate, run for real: what speaks against a seed, and in which order it is said."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal.diagnostic import Severity
from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits
from authoring.records.seed import Allowance, Seed, TableFile, TableFormat
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox
from authoring.seeds.vetting import codes
from authoring.seeds.vetting.codes import CODES, NEVER_ALLOWED
from authoring.seeds.vetting.gate import refuse_unfit, vet_seed, with_allowances
from tests.case_files import read_yaml

CASES = read_yaml((Path(__file__).parents[2] / "cases" / "vetting" / "gate.yml").read_text("utf-8"))
GUIDE = (Path(__file__).parents[3] / "guides" / "seeds.md").read_text("utf-8")
PERSONAL = codes.PERSONAL_DATA.diagnostic("`mail` holds mail addresses", hint="leave it out")
LICENCE = codes.RESTRICTED_LICENCE.diagnostic("the licence is restricted")
WARNING = codes.UNKNOWN_LICENCE.diagnostic("no licence is stated")
SOUND = {"orders.csv": {"rows": 30, "columns": {"order": "number", "amount": "number"}}}
VALUES: dict[str, Callable[[int], str]] = {
    "number": str,
    "mail": "p{}@firma.de".format,
    "name": "Nobody{}".format,
    "street": "0{} High Street".format,
    "empty": lambda _row: "",
    "constant": lambda _row: "2013",
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def seed_of(case: dict[str, Any], folder: Path) -> tuple[Seed, list[Path]]:
    """Write a case's tables and describe them."""
    files, paths = [], []
    for name, table in case.get("tables", SOUND).items():
        kinds = table["columns"]
        rows = [",".join(VALUES[kind](row) for kind in kinds.values()) for row in range(table["rows"])]
        path = folder / name
        path.write_text("\n".join([",".join(kinds), *rows]) + "\n")
        paths.append(path)
        files.append(
            TableFile(
                name=name,
                format=TableFormat.CSV,
                sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
                size=path.stat().st_size,
                rows=table["rows"],
                columns=tuple(kinds),
                reader=f'pd.read_csv("inputs/{name}")',
            )
        )
    seed = Seed(
        name="seed",
        title=case.get("title", "Orders of a shop"),
        description=case.get("description", ""),
        source=case.get("source", "orders.csv"),
        url=case.get("url", ""),
        licence=case.get("licence", "CC0-1.0"),
        files=tuple(files),
    )
    return seed, paths


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_gate(case: dict[str, Any], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Every case gives exactly its findings, the heaviest first; what is no note says what to do."""
    seed, paths = seed_of(case, tmp_path)
    findings = vet_seed(seed, files=paths, sandbox=sandbox, limits=Limits(**case.get("limits", {})))

    assert [finding.code for finding in findings] == [code for code, _ in case["found"]]
    for finding, (_, said) in zip(findings, case["found"], strict=True):
        assert said in finding.message
        assert finding.hint or finding.severity == "note"
        assert (finding.name, finding.severity) == (CODES[finding.code].name, CODES[finding.code].severity)


def test_all_are_found_somewhere() -> None:
    """Every code that this stage can say has a case; a broken table is found on the way in."""
    assert {code for case in CASES for code, _ in case["found"]} == set(CODES) - {"DS921"}


def test_table_that_changed_is_refused(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A file that does not read as the seed says is no finding but a stop: nothing can be said of it."""
    seed, paths = seed_of({}, tmp_path)
    paths[0].write_bytes(b"")

    with pytest.raises(SeedError, match=r"orders\.csv"):
        vet_seed(seed, files=paths, sandbox=sandbox, limits=Limits())


def test_nonsense_from_the_sandbox_is_not_believed(tmp_path: Path) -> None:
    """A sandbox that gives something else did not look, and a seed is never fit for that reason."""
    seed, paths = seed_of({}, tmp_path)

    with pytest.raises(SandboxError, match="no findings"):
        vet_seed(seed, files=paths, sandbox=FakeSandbox(answers={"scan_personal_data": ["fine"]}), limits=Limits())


def allowed(code: str) -> Allowance:
    """A person's word on a code."""
    return Allowance(code=code, why="all invented", who="ada", time=datetime(2026, 1, 1, tzinfo=UTC))


def seed_with(*codes: str) -> Seed:
    """A seed of which some findings were let pass."""
    return Seed(
        name="people",
        title="",
        description="",
        source="p.csv",
        licence="",
        files=(),
        allowed=tuple(allowed(code) for code in codes),
    )


def test_allowed_finding_becomes_a_note() -> None:
    """It says who let it pass, and why; the others stand as they were, in their order."""
    findings = with_allowances((LICENCE, PERSONAL, WARNING), [allowed("DS903")])

    assert [finding.severity for finding in findings] == [Severity.ERROR, Severity.NOTE, Severity.WARNING]
    assert findings[1].message == "`mail` holds mail addresses (let pass by ada: all invented)"
    assert (findings[0], findings[2]) == (LICENCE, WARNING)


def test_nothing_let_pass_changes_nothing() -> None:
    """Nor does what was let pass and is not found."""
    assert with_allowances((LICENCE, WARNING), [allowed("DS903")]) == (LICENCE, WARNING)


def test_unfit_seed_is_refused_with_the_way_out() -> None:
    """The error names every code that stands, and the command that lets them pass."""
    with pytest.raises(SeedError, match="DS901, DS903") as refused:
        refuse_unfit(seed_with(), (LICENCE, PERSONAL, WARNING))

    assert "seed check people --allow DS901 --allow DS903 --why TEXT" in refused.value.hint


def test_fit_seed_passes() -> None:
    """Warnings keep nobody from anything, nor does what was let pass."""
    refuse_unfit(seed_with(), (WARNING,))
    refuse_unfit(seed_with("DS903"), (PERSONAL, WARNING))


@pytest.mark.parametrize("code", sorted(NEVER_ALLOWED))
def test_what_cannot_be_let_pass_names_its_cure(code: str) -> None:
    """Whoever edits seed.yaml by hand gets no further."""
    finding = CODES[code].diagnostic("it is so")

    with pytest.raises(SeedError, match=code) as refused:
        refuse_unfit(seed_with(code), (finding,))

    assert refused.value.hint == NEVER_ALLOWED[code]


@pytest.mark.parametrize("code", sorted(CODES))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads about the gate meets every code and its name."""
    assert f"| {code} | {CODES[code].name} |" in GUIDE
