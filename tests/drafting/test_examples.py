"""Choosing examples, and telling what was refused."""

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.examples import (
    MOST_EXAMPLES,
    DataShape,
    SetFacts,
    Strategy,
    coverage,
    fit_examples,
    missing_points,
    pick_examples,
    rejected_examples,
    shape_of,
)
from authoring.drafting.knowledge import canonical_point
from authoring.dseal import parse
from authoring.dseal.compose import compose_context, compose_problem
from authoring.llm.tokens import estimate_tokens
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft, Example
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.provenance import AdmittedProblem, Provenance, read_provenance
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.records.sketch import KnowledgeCount

SETS = [
    Example(name=path.stem, text=path.read_text())
    for path in sorted((Path(__file__).parents[2] / "problemsets").glob("*.py"))
]
META = Path(__file__).parents[2] / "problemsets" / "_meta"
POINTS = st.lists(st.sampled_from(["dates", "Joining", "joining", "regex", "grouping"]), max_size=4)
STRATEGIES: list[Strategy] = ["random", "similar", "diverse"]


def pool(size: int) -> list[Example]:
    """Return so many admitted sets."""
    return [Example(name=f"set-{number}", text=f"# {number}\n") for number in range(size)]


def long_set(name: str, problems: int) -> Example:
    """Return a set of so many problems, each after a context cell."""
    cells = [compose_context("import pandas as pd")]
    for number in range(problems):
        cells += [compose_context(f"x{number} = {number}"), compose_problem(f"What is {number}?", f"x{number} + 1")]
    return Example(name=name, text="\n".join(cells))


@given(size=st.integers(0, 20), seed=st.integers(), order=st.randoms(use_true_random=False))
def test_choice_depends_on_sets_and_seed_alone(size: int, seed: int, order: Any) -> None:
    """At most five, all different, and the same whatever order the sets come in."""
    sets = pool(size)
    shuffled = list(sets)
    order.shuffle(shuffled)
    chosen = pick_examples(sets, random_seed=seed)

    assert len(chosen) == min(size, MOST_EXAMPLES) == len(set(chosen))
    assert chosen == pick_examples(shuffled, random_seed=seed)


def test_random_choice_is_as_it_was() -> None:
    """Without a strategy the choice is the paper's, by Python's own sample of the sorted names."""
    sets = sorted(pool(12), key=lambda example: example.name)

    assert pick_examples(pool(12), random_seed=7) == tuple(random.Random(7).sample(sets, 5))


def test_all_are_taken_up_to_five() -> None:
    """Up to five sets there is nothing to choose."""
    assert pick_examples(pool(5), random_seed=1) == tuple(pool(5))


def test_different_seeds_choose_differently() -> None:
    """Among more than five, the seed decides."""
    assert len({pick_examples(pool(12), random_seed=seed) for seed in range(10)}) > 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_set_is_no_example_for_itself(strategy: Strategy) -> None:
    """Drafting a set again does not show the drafter the admitted one."""
    assert pool(3)[1] not in pick_examples(pool(3), random_seed=0, leave_out="set-1", strategy=strategy)


@given(
    strategy=st.sampled_from(STRATEGIES),
    knowledge=st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=4), min_size=9, max_size=9),
    seed=st.integers(0, 99),
    order=st.randoms(use_true_random=False),
)
def test_same_arguments_same_choice(strategy: Strategy, knowledge: list[list[str]], seed: int, order: Any) -> None:
    """Every strategy is a function of its arguments, whatever order the sets come in."""
    sets = pool(9)
    facts = [
        SetFacts(name=example.name, knowledge=tuple(points)) for example, points in zip(sets, knowledge, strict=True)
    ]
    chosen = pick_examples(sets, random_seed=seed, strategy=strategy, facts=facts, knowledge=["a", "b"])
    order.shuffle(sets)
    order.shuffle(facts)

    assert chosen == pick_examples(sets, random_seed=seed, strategy=strategy, facts=facts, knowledge=["a", "b"])
    assert len(set(chosen)) == MOST_EXAMPLES


def test_similar_takes_data_of_the_same_shape() -> None:
    """The sets whose data has as many tables, rows and columns, of the same kinds, come first."""
    like = DataShape(tables=2, rows=900, columns=4, kinds=(("amount", 3), ("date", 1)))
    unlike = DataShape(tables=1, rows=200_000, columns=40, kinds=(("text", 40),))
    facts = [
        SetFacts(name=example.name, shape=like if example.name in {"set-2", "set-8"} else unlike) for example in pool(9)
    ]
    columns = tuple(
        ColumnProfile(name=f"c{at}", kind=kind, dtype="float64", missing=0, distinct=9)
        for at, kind in enumerate([ColumnKind.AMOUNT, ColumnKind.AMOUNT, ColumnKind.AMOUNT, ColumnKind.DATE])
    )
    tables = [
        TableProfile(file=f"{at}.csv", reader="r", rows=500, duplicate_rows=0, columns=columns[at * 2 : at * 2 + 2])
        for at in range(2)
    ]
    chosen = pick_examples(
        pool(9), random_seed=0, strategy="similar", profile=Profile(seed="s", tables=tuple(tables)), facts=facts
    )

    assert {example.name for example in chosen[:2]} == {"set-2", "set-8"}


def test_similar_takes_the_same_knowledge() -> None:
    """The sets that ask for the same points come first; one of which nothing is known comes last."""
    facts = [SetFacts(name="set-3", knowledge=("Dates", "joining")), SetFacts(name="set-5", knowledge=("dates",))]
    chosen = pick_examples(pool(6), random_seed=0, strategy="similar", knowledge=["dates", "joining"], facts=facts)

    assert [example.name for example in chosen[:2]] == ["set-3", "set-5"]


def test_shape_of_a_seed_has_sizes_alone() -> None:
    """Before the data was profiled, only sizes are known."""
    file = TableFile(
        name="a.csv", format=TableFormat.CSV, sha256="0" * 64, size=1, rows=7, columns=("x", "y"), reader="r"
    )
    seed = Seed(name="s", title="S", description="", source="a.csv", licence="unknown", files=(file, file))

    assert shape_of(seed) == DataShape(tables=2, rows=14, columns=4)


def test_diverse_covers_what_can_be_covered() -> None:
    """Five sets are found that have all points together, where five sets with the most points each have not."""
    points = ["abcde", "abcdf", "abcdg", "abcdh", "abcdi", "abcdj", "k", "l", "mn"]
    facts = [SetFacts(name=example.name, knowledge=tuple(own)) for example, own in zip(pool(9), points, strict=True)]
    chosen = pick_examples(pool(9), random_seed=3, strategy="diverse", facts=facts)
    names = {example.name for example in chosen}
    covered = {point for fact in facts for point in fact.knowledge if fact.name in names}

    assert len(covered) >= 5 + 2 + 3
    assert chosen[0].name in {f"set-{at}" for at in range(6)}
    assert chosen[1].name == "set-8"


@given(budget=st.integers(0, 12_000), seed=st.integers(0, 9), strategy=st.sampled_from(STRATEGIES))
def test_budget_is_never_exceeded(budget: int, seed: int, strategy: Strategy) -> None:
    """All examples together keep to the budget, and each still parses, whole problem by whole problem."""
    whole = {example.name: parse(example.text) for example in SETS}
    chosen = pick_examples(SETS, random_seed=seed, strategy=strategy, budget=budget)

    assert sum(estimate_tokens(example.text) for example in chosen) <= budget
    for example in chosen:
        kept, full = parse(example.text), whole[example.name]
        assert kept.diagnostics == ()
        assert [cell.source.strip() for cell in kept.cells] == [c.source.strip() for c in full.cells[: len(kept.cells)]]
        assert len(kept.problems) >= 3
        assert kept.cells[-1].problem is not None


def test_what_short_ones_leave_goes_to_long_ones() -> None:
    """Three examples share a budget: the short one is whole, the long ones have more than a third each."""
    short, long_one, other = long_set("a", 3), long_set("b", 60), long_set("c", 60)
    budget = estimate_tokens(short.text) + estimate_tokens(long_one.text)
    kept = fit_examples([long_one, short, other], budget)

    assert [example.name for example in kept] == ["b", "a", "c"]
    assert kept[1] == short
    assert all(len(parse(example.text).problems) > 20 for example in (kept[0], kept[2]))


def draft(text: str, revision: int = 1) -> Draft:
    """Return a revision."""
    return Draft(name="d", seed="s", revision=revision, text=text, origins=())


def said(about: Draft, action: Action, *comments: tuple[int | None, str]) -> Decision:
    """Return a person's word on a revision."""
    told = tuple(Comment(problem=number, text=text) for number, text in comments)
    return Decision(
        draft=about.sha256, action=action, reviewer="ana", time=datetime(2026, 11, 21, tzinfo=UTC), comments=told
    )


def test_what_was_sent_back_comes_with_what_became_of_it() -> None:
    """A problem that was commented on and changed is shown in both forms; one that was admitted as it was is not."""
    first = draft(long_set("d", 4).text)
    second = draft(first.text.replace("What is 1?", "What comes after 1?"), 2)
    decisions = [
        said(first, Action.REVISE, (2, "answers itself"), (3, "more like this"), (None, "good start"), (99, "gone")),
        said(second, Action.ADMIT),
    ]
    found = rejected_examples(decisions, [first, second])

    assert [(example.question, example.code, example.reason, example.question_after) for example in found] == [
        ("What is 1?", "x1 + 1", "answers itself", "What comes after 1?")
    ]
    assert found[0].is_mended
    # Until somebody decides, nobody knows whether the change mends it.
    assert rejected_examples(decisions[:1], [first, second]) == ()


def test_problem_of_which_only_the_validator_was_mended_is_no_example() -> None:
    """Before and after would be word for word the same, because validators are not shown."""
    first = draft(long_set("d", 4).text)
    text = first.text.replace("question: |-\n  What is 1?\n", "question: |-\n  What is 1?\nvalidator:\n  result:\n")
    second = draft(text, 2)
    decisions = [said(first, Action.REVISE, (2, "compare the value")), said(second, Action.ADMIT)]

    assert text != first.text
    assert rejected_examples(decisions, [first, second]) == ()


def test_what_was_dropped_is_refused() -> None:
    """A problem that was commented on and has nothing in its place any more was refused, decided or not."""
    first = draft(long_set("d", 4).text)
    second = draft(first.text.replace(compose_problem("What is 1?", "x1 + 1"), ""), 2)
    decisions = [said(first, Action.REVISE, (2, "answers itself")), said(second, Action.ADMIT)]

    for made in (decisions, decisions[:1]):
        (example,) = rejected_examples(made, [first, second])
        assert (example.question, example.is_mended) == ("What is 1?", False)
        assert set(example.model_dump()) == {"question", "code", "reason"}


def test_rejected_set_refuses_what_was_commented_on() -> None:
    """Of a set that was rejected, each problem with a comment shows what not to write."""
    one = draft(long_set("d", 4).text)
    decisions = [
        said(one, Action.REVISE, (1, "trivial")),
        said(one, Action.REJECT, (1, "trivial"), (4, "ambiguous")),
    ]

    assert [(each.question, each.reason) for each in rejected_examples(decisions, [one])] == [
        ("What is 0?", "trivial"),
        ("What is 3?", "ambiguous"),
    ]


def test_open_comments_refuse_nothing() -> None:
    """What was commented on and stands in the newest revision is not refused yet; without drafts there is nothing."""
    one = draft(long_set("d", 4).text)

    assert rejected_examples([said(one, Action.REVISE, (1, "split"))], [one]) == ()
    assert rejected_examples([said(one, Action.REVISE, (1, "split"))], []) == ()
    assert rejected_examples([], []) == ()


def sets(*problems: list[str]) -> list[Provenance]:
    """Return one admitted set with problems about these points."""
    return [
        Provenance(
            problems=tuple(AdmittedProblem(number=at, knowledge=tuple(points)) for at, points in enumerate(problems, 1))
        )
    ]


def test_points_are_counted_once_a_problem() -> None:
    """Points that differ in case or spacing are one, and a problem that names one twice counts once."""
    covered = coverage(sets(["Dates", "dates "], ["dates", "joining"], []))

    assert covered == (KnowledgeCount(knowledge="dates", problems=2), KnowledgeCount(knowledge="joining", problems=1))


def test_synonyms_are_counted_as_one() -> None:
    """What a benchmark has in three words it has often, and it is told under the word that it mostly uses."""
    covered = coverage(sets(["joining"], ["Merging"], ["merging", "joins"], ["regex"]))

    assert covered == (KnowledgeCount(knowledge="merging", problems=3), KnowledgeCount(knowledge="regex", problems=1))


def test_repository_is_counted() -> None:
    """The sets of this repository: every problem's points stand in the sum."""
    provenances = [read_provenance(path.read_text()) for path in sorted(META.glob("*.yaml"))]
    covered = coverage(provenances)

    points = sum(
        len({canonical_point(point) for point in problem.knowledge})
        for provenance in provenances
        for problem in provenance.problems
    )
    assert sum(example.problems for example in covered) == points > 100
    assert covered[0].problems == max(example.problems for example in covered)


def test_missing_points_are_named() -> None:
    """Nothing, and less than half the mean, are too few, the rarest first."""
    covered = coverage(sets(*[["grouping"]] * 9, *[["dates"]] * 3, ["regex"]))
    points = ["joining", "Dates", "Regex", "grouping"]

    assert missing_points(covered, points) == ("joining", "regex")


def test_vague_words_are_not_missing() -> None:
    """A benchmark lacks skills; no plan can be made of words such as `cleaning`."""
    assert missing_points((), ["cleaning", "edge cases", "ranking"]) == ("ranking",)


def test_synonyms_are_not_missing() -> None:
    """What is there in other words is not lacking, and what lacks is named once."""
    covered = coverage(sets(*[["imputation"]] * 2, ["pivot table"]))

    assert missing_points(covered, ["filling missing values", "pivot tables", "regex", "regular expressions"]) == (
        "regex",
    )


def test_empty_benchmark_lacks_every_point() -> None:
    """Without any problem every known point is missing, in the order of the alphabet."""
    assert missing_points((), ["b", "a"]) == ("a", "b")
    assert missing_points((), ()) == ()


@given(problems=st.lists(POINTS, max_size=30), known=POINTS)
def test_only_known_points_are_missing(problems: list[list[str]], known: list[str]) -> None:
    """Whatever problems ask for, no point is missing that nobody named."""
    missing = missing_points(coverage(sets(*problems)), known)

    assert set(missing) <= {point.casefold() for point in known}
