"""What a person let pass: noted with who and why, and nothing else is."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.dseal.diagnostic import Severity
from authoring.errors import SeedError
from authoring.records.seed import Allowance, Seed
from authoring.seeds.vetting import codes
from authoring.seeds.vetting.allowances import refuse_unfit, with_allowances
from authoring.seeds.vetting.codes import CODES, NEVER_ALLOWED

GUIDE = (Path(__file__).parents[3] / "guides" / "seeds.md").read_text("utf-8")
PERSONAL = codes.PERSONAL_DATA.diagnostic("`mail` holds mail addresses", hint="leave it out")
LICENCE = codes.RESTRICTED_LICENCE.diagnostic("the licence is restricted")
WARNING = codes.UNKNOWN_LICENCE.diagnostic("no licence is stated")


def allowed(code: str) -> Allowance:
    """A person's word on a code."""
    return Allowance(code=code, why="all invented", who="ada", time=datetime(2026, 1, 1, tzinfo=UTC))


def seed(*codes: str) -> Seed:
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
    found = with_allowances((LICENCE, PERSONAL, WARNING), [allowed("DS903")])

    assert [finding.severity for finding in found] == [Severity.ERROR, Severity.NOTE, Severity.WARNING]
    assert found[1].message == "`mail` holds mail addresses (let pass by ada: all invented)"
    assert (found[0], found[2]) == (LICENCE, WARNING)


def test_nothing_let_pass_changes_nothing() -> None:
    """Nor does what was let pass and is not found."""
    assert with_allowances((LICENCE, WARNING), [allowed("DS903")]) == (LICENCE, WARNING)


def test_unfit_seed_is_refused_with_the_way_out() -> None:
    """The error names every code that stands, and the command that lets them pass."""
    with pytest.raises(SeedError, match="DS901, DS903") as refused:
        refuse_unfit(seed(), (LICENCE, PERSONAL, WARNING))

    assert "seed check people --allow DS901 --allow DS903 --why TEXT" in refused.value.hint


def test_fit_seed_passes() -> None:
    """Warnings keep nobody from anything, nor does what was let pass."""
    refuse_unfit(seed(), (WARNING,))
    refuse_unfit(seed("DS903"), (PERSONAL, WARNING))


@pytest.mark.parametrize("code", sorted(NEVER_ALLOWED))
def test_what_cannot_be_let_pass_names_its_cure(code: str) -> None:
    """Whoever edits seed.yaml by hand gets no further."""
    finding = CODES[code].diagnostic("it is so")

    with pytest.raises(SeedError, match=code) as refused:
        refuse_unfit(seed(code), (finding,))

    assert refused.value.hint == NEVER_ALLOWED[code]


@pytest.mark.parametrize("code", sorted(CODES))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads about the gate meets every code and its name."""
    assert f"| {code} | {CODES[code].name} |" in GUIDE
