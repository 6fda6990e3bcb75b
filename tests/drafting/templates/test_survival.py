"""Times that ended early are known by their names, and by those of the flags beside them."""

import pytest

from authoring.drafting.templates.survival import endings_of, names_ending, observed_times
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, TableProfile


def time(name: str) -> ColumnProfile:
    """Return the profile of a column of numbers."""
    return ColumnProfile(
        name=name, kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=30, minimum=1, maximum=900, decimals=0
    )


def classes(name: str, *levels: str) -> ColumnProfile:
    """Return the profile of a category with these levels, or of a flag where they are 0 and 1."""
    kind = ColumnKind.FLAG if levels == ("0", "1") else ColumnKind.CATEGORY
    counts = tuple(LevelCount(value=level, count=9) for level in levels)
    return ColumnProfile(name=name, kind=kind, dtype="str", missing=0, distinct=len(levels), levels=counts)


def flag(name: str) -> ColumnProfile:
    """Return the profile of a flag."""
    return classes(name, "0", "1")


def table(*columns: ColumnProfile) -> TableProfile:
    """Return a table with these columns."""
    return TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=columns)


def test_delta_says_how_a_time_ended() -> None:
    """Beside a time it is the flag of survival analysis, and without one a difference or anything else."""
    assert endings_of(table(time("time"), flag("delta"))) == {"delta"}
    assert observed_times(table(time("time"), flag("delta"))) == {"time"}
    assert endings_of(table(time("mass"), flag("delta"))) == set()
    assert observed_times(table(time("time"), flag("female"))) == set()


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("rel", "rel.s"),
        ("rel", "rel_status"),
        ("time1", "infect1"),
        ("edrel", "rel"),
        ("dayslink", "linkstatus"),
        ("t1", "d1"),
        ("life", "dead"),
        ("dtime", "death"),
        ("futime", "fustat"),
        ("rfstime", "status"),
        ("pfs_time", "pfs_status"),
    ],
)
def test_times_go_with_flags_by_their_names(name: str, ending: str) -> None:
    """A number at the end, or what is waited for beside a word for time, says which flag tells how a time ended."""
    assert observed_times(table(time(name), flag(ending))) == {name}
    assert observed_times(table(time(name), flag("female"))) == set()


def test_a_plural_is_no_flag_of_its_own() -> None:
    """What is called after a time and an s may be several of them."""
    assert observed_times(table(time("rel"), flag("rels"))) == set()


@pytest.mark.parametrize(("name", "beside"), [("years_married", "married"), ("t1", "female1")])
def test_times_that_go_with_nothing(name: str, beside: str) -> None:
    """The years that somebody is married have not ended, and a number at the end of one letter is no pair."""
    assert observed_times(table(time(name), flag(beside))) == set()


def test_a_status_of_several_ends_tells_how_a_time_ended() -> None:
    """Alive, transplanted and dead are three ends of a time; of many levels a status says something else."""
    assert observed_times(table(time("time"), classes("status", *"012"))) == {"time"}
    assert observed_times(table(time("time"), classes("status", *"012345"))) == set()


def test_who_died_tells_how_an_observation_ended() -> None:
    """The levels tell it where the name does not; a name tells it of flags alone."""
    assert endings_of(table(classes("outcome", "Alive", "Dead"))) == {"outcome"}
    assert endings_of(table(flag("death"), classes("status", *"012"))) == {"death"}
    assert names_ending("is_censored")
    assert not names_ending("density")
