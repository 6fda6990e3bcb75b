"""What came of drafts: counts, costs, intervals, and what may be said of a change."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.yield_report import (
    DraftRecord,
    Share,
    TimeSpan,
    measure_yield,
    share_difference,
    wilson_share,
)
from authoring.llm.ledger.entries import CallEntry
from authoring.llm.pricing import Cost
from authoring.records.draft import DraftingInputs

DAY = datetime(2026, 11, 21, tzinfo=UTC)
OLD = DraftingInputs(model="m", guides=(("lessons", "aaaa"), ("write", "wwww")))
NEW = DraftingInputs(model="m", guides=(("lessons", "bbbb"), ("write", "wwww")), examples=("penguins",))


def run(number: int, made_with: DraftingInputs = OLD, **more: Any) -> DraftRecord:
    """Return a run begun on the number-th hour."""
    passed = more.pop("passed", True)
    fields: dict[str, Any] = {
        "name": f"draft-{number}",
        "seed": f"seed-{number}",
        "made_with": made_with,
        "began": DAY + timedelta(hours=number),
        "parsed": True,
        "linted": True,
        "passed": passed,
        "at_once": passed,
        "decided": True,
        "admitted": 10 if passed else 0,
        "minutes": 20.0,
    }
    return DraftRecord.model_validate(fields | more)


def call(number: int, subject: str, **more: Any) -> CallEntry:
    """Return a call of the ledger about a subject."""
    fields: dict[str, Any] = {
        "id": number,
        "purpose": "write",
        "subject": subject,
        "model": "m",
        "prompt_hash": "h",
        "outcome": "replied",
        "asked": DAY,
        "prompt": 900,
        "cached": 600,
        "output": 100,
        "cost": 2_000_000,
        "currency": "USD",
    }
    return CallEntry.model_validate(fields | more)


def test_what_waits_is_charged_to_no_problem() -> None:
    """A draft that nobody decided on is in funnel and totals, and in no share admitted and no problem's cost."""
    runs = [run(1), run(2, decided=False, admitted=0, minutes=5.0), run(3, passed=False)]
    total = measure_yield(runs, [call(at, f"seed-{at}") for at in (1, 2, 3)]).total

    assert (total.funnel.asked, total.calls, total.prompt, total.minutes) == (3, 3, 2_700, 45.0)
    assert (total.admitted.part, total.admitted.of) == (1, 2)
    assert (total.tokens_per_problem, total.minutes_per_problem) == (200.0, 4.0)
    assert [cost.nano for cost in total.money_per_problem or ()] == [400_000]
    waiting = measure_yield(runs[1:2], [call(2, "seed-2")]).total
    assert (waiting.tokens_per_problem, waiting.money_per_problem, waiting.admitted.of) == (None, None, 0)


def test_funnel_and_costs_of_a_problem() -> None:
    """Drafts that came to nothing cost too: tokens, money and minutes are over the problems that were admitted."""
    runs = [run(1), run(2, passed=False), run(3, passed=False, parsed=False, linted=False, minutes=0.0)]
    calls = [
        call(1, "seed-1"),
        call(2, "seed-2"),
        call(3, "seed-3", purpose="sketch"),
        call(4, "numpy", purpose="topics"),
    ]
    report = measure_yield(runs, calls)
    total = report.total

    assert total.funnel.model_dump() == {
        "asked": 3,
        "written": 2,
        "parsed": 2,
        "linted": 2,
        "dry_run": 1,
        "admitted": 1,
    }
    assert (total.problems, total.calls, total.prompt, total.cached, total.output) == (10, 3, 2_700, 1_800, 300)
    assert total.tokens_per_problem == 300
    assert total.money_per_problem == (Cost(currency="USD", nano=600_000),)
    assert total.minutes_per_problem == 4
    assert report.other_calls == 1


def test_reply_that_could_not_be_read_counts_as_written() -> None:
    """Asked, written, not parsed: the model replied, and no problem could be made of it."""
    total = measure_yield([run(1, parsed=False, passed=False)], [call(1, "seed-1")]).total

    assert (total.funnel.written, total.funnel.parsed) == (1, 0)
    assert total.tokens_per_problem is None


def test_calls_belong_to_the_run_of_their_time() -> None:
    """Of two runs of one name, a call belongs to the one that had not ended when it was asked."""
    old = run(1, OLD, name="d", seed="d", ended=DAY + timedelta(hours=2))
    new = run(3, NEW, name="d", seed="d")
    calls = [
        call(1, "d", asked=DAY + timedelta(hours=1)),
        call(2, "d", asked=DAY + timedelta(hours=4)),
        call(3, "d", asked=DAY + timedelta(hours=5)),
    ]
    parts = {(part.name, part.version): part.calls for part in measure_yield([old, new], calls).parts}

    assert (parts["lessons", "aaaa"], parts["lessons", "bbbb"], parts["write", "wwww"]) == (1, 2, 3)


def test_blind_solve_is_charged_to_the_draft_that_it_answers() -> None:
    """A solver's calls are a run's own while its draft is answered; those of a pilot or an evaluation are not."""
    solves = (TimeSpan(began=DAY + timedelta(hours=1), ended=DAY + timedelta(hours=2)),)
    calls = [
        call(at, subject, purpose="solve", asked=DAY + timedelta(minutes=minutes))
        for at, (subject, minutes) in enumerate([("draft-1", 90), ("draft-1", 150), ("draft-2", 90)])
    ]
    report = measure_yield([run(1, blind_solves=solves), run(2)], calls)

    assert (report.total.calls, report.other_calls) == (1, 2)


def test_parts_stand_in_order_of_use() -> None:
    """Each model, each version of a guide, each example with and without; templates are a line of their own."""
    report = measure_yield([run(5, NEW), run(1, OLD), run(2, DraftingInputs()), run(3, OLD)])

    assert [(part.aspect, part.name, part.version, part.funnel.asked) for part in report.parts] == [
        ("model", "m", "", 3),
        ("model", "templates", "", 1),
        ("guide", "lessons", "aaaa", 2),
        ("guide", "lessons", "bbbb", 1),
        ("guide", "write", "wwww", 3),
        ("example", "penguins", "without", 2),
        ("example", "penguins", "with", 1),
    ]


def test_clear_gain_is_said() -> None:
    """Where the interval of the difference leaves out zero, more pass; what else changed is told with it."""
    runs = [run(at, OLD, passed=at % 5 == 0) for at in range(30)] + [
        run(at, NEW.model_copy(update={"model": "n"}), passed=at % 5 != 0) for at in range(30, 60)
    ]
    said = {(one.aspect, one.name): one for one in measure_yield(runs).comparisons}
    lessons = said["guide", "lessons"]

    assert lessons.low > 0
    assert lessons.statement.startswith(
        "lessons: 6 of 30 (20%) passed with version aaaa, 24 of 30 (80%) with version bbbb: +60 points, between "
    )
    assert "more pass; the model changed as well" in lessons.statement
    assert lessons.also_changed == ("the model",)
    assert "without it" in said["example", "penguins"].statement


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((2, 4), (4, 4), "too few drafts"),
        ((5, 10), (7, 10), "chance may explain it"),
        ((19, 20), (4, 20), "fewer pass"),
    ],
)
def test_statement_keeps_to_what_is_known(before: tuple[int, int], after: tuple[int, int], words: str) -> None:
    """Few drafts and small differences are no news; a loss is said as plainly as a gain."""
    runs = [run(at, OLD, passed=at < before[0]) for at in range(before[1])]
    runs += [run(100 + at, NEW, passed=at < after[0]) for at in range(after[1])]
    lessons = next(one for one in measure_yield(runs).comparisons if one.name == "lessons")

    assert words in lessons.statement


def test_no_run_is_no_error() -> None:
    """A workspace without runs has a report of zeros, and knows nothing about shares."""
    report = measure_yield([], [call(1, "seed-1")])

    assert report.total.funnel.asked == 0
    assert report.total.passed == Share(part=0, of=0, share=0.0, low=0.0, high=1.0)
    assert report.other_calls == 1


def test_wilson_interval_of_a_known_share() -> None:
    """81 of 263 with 95 %: 0.2553 to 0.3662, as in R. G. Newcombe, 1998, table I."""
    share = wilson_share(81, 263)

    assert (round(share.low, 4), round(share.high, 4)) == (0.2553, 0.3662)


def test_interval_of_a_known_difference() -> None:
    """56 of 70 less 48 of 80: 0.0524 to 0.3339, as in R. G. Newcombe, 1998 (comparison), table II, method 10."""
    low, high = share_difference(wilson_share(48, 80), wilson_share(56, 70))

    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


@given(of=st.integers(1, 300), data=st.data())
def test_interval_holds_the_share(of: int, data: st.DataObject) -> None:
    """The interval holds the share itself, within 0 and 1, and that of the difference lies within -1 and 1."""
    one, other = (wilson_share(data.draw(st.integers(0, of)), of) for _ in range(2))
    low, high = share_difference(one, other)

    assert 0 <= one.low <= one.share + 1e-9
    assert one.share - 1e-9 <= one.high <= 1
    assert -1 - 1e-9 <= low <= other.share - one.share + 1e-9
    assert other.share - one.share - 1e-9 <= high <= 1 + 1e-9
