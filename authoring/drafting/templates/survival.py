"""Times that were waited for: how long something was observed, and whether what was waited for came before that ended.

By names alone, because a time that was cut off looks like any other.
"""

import re

from authoring.drafting.templates.naming import words_of
from authoring.records.profile import ColumnKind, ColumnProfile, TableProfile

_ENDINGS = frozenset((
    "cens", "censor", "censored", "censoring", "censorship", "dead", "death", "died", "event", "events", "failed",
    "failure", "observed", "progression", "recurred", "recurrence", "relapse",
    "status", "uncensored",
))  # fmt: skip
_DEAD = frozenset({"dead", "died", "deceased", "death"})
_DURATIONS = frozenset({
    "time", "times", "survival", "surv", "duration", "futime", "ftime", "stime", "survtime", "followup", "lifetime",
    "life", "lifespan",
})  # fmt: skip
# What stands behind a few letters, as in ``dtime`` and ``rfstime`` for times to death and to recurrence.
_TIME_TO = re.compile("[a-z]{1,3}time")
_TIME_UNTIL = re.compile(r"^(?:time|ed|tt|t)(?:to|until)?[._]?")
_DAYS_UNTIL = re.compile(r"^(?:days|months|weeks|years)(?:to|until)?[._]?")
_NUMBERED_TIME = re.compile(r"(?:[a-z]?time|surv|duration)[._]?(\d)")
# Ways in which an observation may end, at most.
_MOST_ENDS = 4


def names_ending(name: str) -> bool:
    """Return whether a column's name shows that it says how an observation ended."""
    return bool(_ENDINGS & words_of(name))


def endings_of(table: TableProfile) -> set[str]:
    """Return the flags that say whether what was waited for came, and columns with a level of those who died."""
    endings = _endings_beside(table.columns)
    return {
        column.name
        for column in table.columns
        if (column.kind is ColumnKind.FLAG and endings & words_of(column.name))
        or _DEAD.intersection(level.value.casefold() for level in column.levels)
    }


def observed_times(table: TableProfile) -> set[str]:
    """Return the columns that say how long something was observed, which for some of the rows ended early."""
    endings = _endings_beside(table.columns)
    classes = {ColumnKind.FLAG, ColumnKind.CATEGORY}
    has_ending = any(
        column.kind in classes and column.distinct <= _MOST_ENDS and endings & words_of(column.name)
        for column in table.columns
    )
    flags = {column.name.casefold() for column in table.columns if column.kind is ColumnKind.FLAG}
    return {
        column.name
        for column in table.columns
        if column.kind is not ColumnKind.FLAG
        and ((has_ending and _names_duration(column.name)) or _is_ended_by(column.name.casefold(), flags))
    }


def _endings_beside(columns: tuple[ColumnProfile, ...]) -> frozenset[str]:
    """Return words for endings; ``delta`` is one beside a time, as in survival analysis."""
    has_time = any(column.name.casefold() in _DURATIONS for column in columns)
    return _ENDINGS | ({"delta"} if has_time else set())


def _names_duration(name: str) -> bool:
    return bool(_DURATIONS & words_of(name)) or _TIME_TO.fullmatch(name.casefold()) is not None


def _is_ended_by(name: str, flags: set[str]) -> bool:
    """Return whether a flag is called as if it said that a time was seen to its end.

    So are ``rel.s`` for ``rel``, ``d1`` for ``t1``, ``infect1`` for ``time1``, and ``linkstatus`` for ``dayslink``.
    """
    # The first of several times goes with the first of several flags, whatever these are called.
    numbered = _NUMBERED_TIME.fullmatch(name)
    if numbered is not None and any(flag.endswith(numbered[1]) for flag in flags):
        return True
    paired = {f"d{name[1:]}"} if re.fullmatch("t[a-z0-9]", name) else set()
    stems = {stem for stem in (_TIME_UNTIL.sub("", name), re.sub(r"[._]?time$", "", name)) if len(stem) > 1}
    # The years that somebody is married need not have ended.
    counted = _DAYS_UNTIL.sub("", name)
    endings = ("s", "stat", "status", "cens", "event", "ind")
    signs = [(sign, ending) for sign in ("", ".", "_") for ending in endings if sign or ending != "s"]
    suffixed = {f"{stem}{sign}{ending}" for stem in (stems | {name, counted}) for sign, ending in signs}
    return bool((paired | suffixed | (stems - {name})) & flags)
