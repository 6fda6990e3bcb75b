"""The page of a check: both sides of each validator, what stands against it, and one line that sums up."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType

from authoring.api.checks import CheckedSet
from authoring.cli.views.checks import checks_view, next_of_checks
from authoring.dseal.certificate_codes import ACCEPTED_WRONG
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.trial import Side, Trial, TrialOutcome
from authoring.records.evidence import Evidence


def trial(side: Side, outcome: TrialOutcome) -> Trial:
    """Return a trial of this outcome."""
    return Trial(side=side, operator="constant", description="the constant 0", code="0", text="0", outcome=outcome)


def checked(name: str, trials: Sequence[Trial], *, found: bool = False) -> CheckedSet:
    """Return the answer for a set of one problem."""
    finding = ACCEPTED_WRONG.diagnostic("1 of 2 wrong answers are accepted: the constant 0", problem=1)
    evidence = Evidence(draft="0" * 64, diagnostics=(finding,) if found else ())
    problem = ProblemCertificate(number=1, cell=1, trials=tuple(trials))
    return CheckedSet(name=name, evidence=evidence, certificate=Certificate(draft="0" * 64, problems=(problem,)))


def page(parts: Sequence[RenderableType]) -> str:
    """Return the page as a wide terminal shows it."""
    console = Console(width=160, no_color=True)
    with console.capture() as capture:
        console.print(Group(*parts))
    return capture.get()


WEAK = checked("weak", [trial("wrong", "accepted"), trial("wrong", "refused"), trial("right", "accepted")], found=True)
SOUND = checked("sound", [trial("wrong", "refused"), trial("wrong", "equivalent"), trial("right", "accepted")])
BROKEN = CheckedSet(name="broken", evidence=None, failure="the sandbox is gone", hint="look for it", failure_code=7)


def test_both_sides_are_counted() -> None:
    """Answers that say what the reference says count on neither side."""
    text = page([*checks_view([WEAK])])

    assert "weak: 1 warning" in text
    assert "1 of 2" in text
    assert "1 of 1" in text
    assert "DS601" in text


def test_undecided_answers_have_a_column_where_there_are_any() -> None:
    """An answer of which nothing is known counts on neither side, and is not passed over."""
    doubtful = checked("doubtful", [trial("wrong", "refused"), trial("wrong", "undecided")])

    assert "undecided" in page([*checks_view([doubtful])])
    assert "undecided" not in page([*checks_view([SOUND])])


def test_several_sets_are_summed_up() -> None:
    """One line says how many validators stand on both sides; a set that could not be checked says why."""
    text = page([*checks_view([WEAK, SOUND, BROKEN])])

    assert "3 sets; validators of 1 of 2 problems refuse all wrong answers and accept all right ones; 1 warning" in text
    assert "broken: could not be checked: the sandbox is gone" in text
    assert "hint: look for it" in text


def test_next_step() -> None:
    """A mend is tried, a revision reviewed, another finding explained, a sandbox that failed looked at."""
    assert next_of_checks([SOUND, WEAK]) == f"authoring check {WEAK.name} --fix"
    assert next_of_checks([WEAK.model_copy(update={"unmended": (1,)})]) == "authoring explain DS601"
    assert next_of_checks([WEAK.model_copy(update={"written_to": "draft"})]) == f"authoring review {WEAK.name}"
    assert next_of_checks([SOUND, BROKEN]) == "authoring doctor"
    assert next_of_checks([SOUND]) == "authoring status"


def test_warnings_fail_a_strict_check_alone() -> None:
    """A failure fails both, with the exit code of what failed."""
    assert [WEAK.exit_code(strict=False), WEAK.exit_code(strict=True), BROKEN.exit_code(strict=False)] == [0, 1, 7]
    assert [WEAK.fails(strict=False), WEAK.fails(strict=True)] == [False, True]
    assert [SOUND.fails(strict=True), BROKEN.fails(strict=False)] == [False, True]
