"""Choosing examples."""

from hypothesis import given
from hypothesis import strategies as st

from authoring.records import Example
from authoring.stages.learn import MOST_EXAMPLES, pick_examples


def pool(size: int) -> list[Example]:
    """Return so many admitted sets."""
    return [Example(name=f"set-{number}", text=f"# {number}\n") for number in range(size)]


@given(size=st.integers(0, 20), seed=st.integers(), order=st.randoms(use_true_random=False))
def test_choice_depends_on_sets_and_seed_alone(size: int, seed: int, order: object) -> None:
    """At most five, all different, and the same whatever order the sets come in."""
    sets = pool(size)
    shuffled = list(sets)
    order.shuffle(shuffled)  # type: ignore[attr-defined] # hypothesis gives a random.Random
    chosen = pick_examples(sets, random_seed=seed)

    assert len(chosen) == min(size, MOST_EXAMPLES) == len(set(chosen))
    assert chosen == pick_examples(shuffled, random_seed=seed)


def test_all_are_taken_up_to_five() -> None:
    """Up to five sets there is nothing to choose."""
    assert pick_examples(pool(5), random_seed=1) == tuple(pool(5))


def test_different_seeds_choose_differently() -> None:
    """Among more than five, the seed decides."""
    assert len({pick_examples(pool(12), random_seed=seed) for seed in range(10)}) > 1


def test_a_set_is_no_example_for_itself() -> None:
    """Drafting a set again does not show the drafter the admitted one."""
    assert pool(3)[1] not in pick_examples(pool(3), random_seed=0, leave_out="set-1")
