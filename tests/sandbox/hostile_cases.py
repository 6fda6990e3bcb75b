"""The hostile list as data: what each snippet tries, and what must happen.

The snippets stand in tests/cases/sandbox/hostile/, one file per group. In them ``@name@`` is a fact of the scene (see
`Scene.facts`), and ``@won@`` is the statement with which a snippet tells that it reached something it should not.
"""

import zlib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from authoring.records.evidence import Outcome
from authoring.records.protection import Level
from tests.case_files import read_yaml

FOLDER = Path(__file__).parents[1] / "cases" / "sandbox" / "hostile"
WALLED = (Level.NAMESPACES, Level.LANDLOCK)
ORDINARY = (Outcome.OK, Outcome.ERROR, Outcome.KILLED)


class Who(StrEnum):
    """Who starts the tool."""

    ROOT = "root"
    USER = "user"


Combination = tuple[Level | None, Who]
"""Where a case is run: the level of isolation, None for a bare Python, and the user."""


class Case(BaseModel):
    """One hostile snippet. Every case is also held against all that `Scene.harm` and the next session show."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    group: str
    name: str
    aim: str
    """What the snippet is after, where its name does not say it."""
    cells: tuple[str, ...]
    place: Literal["session", "branch", "judged"] = "session"
    """Where it runs: in a session, in a branch whose origin holds a secret, or as a submission that is judged."""
    outcomes: tuple[Outcome, ...] = ORDINARY
    """Ends of the last cell that are as they should be."""
    levels: tuple[Level, ...] = WALLED
    """Where it must be contained."""
    who: tuple[Who, ...] = tuple(Who)
    """For whom it is tried."""
    plain: tuple[Who, ...] = ()
    """For whom it works in a bare Python: the proof that the snippet is a threat at all."""
    dangerous: bool = False
    """Whether it would harm the machine that runs the tests where nothing contains it."""
    shows: str = ""
    """What its output must hold, as the sign that the snippet came as far as it should."""
    next: str = ""
    """A cell of the session after it, which looks for what it left behind."""
    then: tuple[Literal["variables", "branch"], ...] = ()
    """What the client asks of the session after the cells."""
    limits: Mapping[str, int | float] = {}
    slow: bool = False
    """Whether it takes a minute where it is contained: objects are looked at that long."""
    origin: str = ""
    """For a branch: a cell of its origin before it."""
    reference: str = "40 + 2"
    """For a submission: the reference's cell."""
    validator: Mapping[str, Any] = {}
    """For a submission: the validator's block."""

    @property
    def id(self) -> str:
        """Group and name."""
        return f"{self.group}: {self.name}"


def load() -> tuple[Case, ...]:
    """Return all cases, file by file; names are unique."""
    cases: list[Case] = []
    for file in sorted(FOLDER.glob("*.yaml")):
        for fields in read_yaml(file.read_text()):
            cells = fields.pop("code", None)
            fields.setdefault("aim", fields["name"])
            if cells is not None:
                fields["cells"] = [cells]
            cases.append(Case(group=file.stem, **fields))
    names = [case.id for case in cases]
    if len(names) != len(set(names)):
        raise ValueError(f"not unique: {sorted(name for name in set(names) if names.count(name) > 1)}")
    return tuple(cases)


def once(
    cases: tuple[Case, ...], accounts: Sequence[Who], *levels: Level | None
) -> Mapping[Combination, tuple[Case, ...]]:
    """Return the cases by where each is run when it is run once: its name decides between those where it is due."""
    combinations: list[Combination] = [(level, account) for level in levels for account in accounts]
    # By their names: each comparison of two cases goes through all of their fields.
    due = {(level, who): {case.id for case in expected(cases, who, level)} for level, who in combinations}
    shares: dict[Combination, list[Case]] = {combination: [] for combination in combinations}
    for case in cases:
        if candidates := [combination for combination in combinations if case.id in due[combination]]:
            shares[candidates[zlib.crc32(case.id.encode()) % len(candidates)]].append(case)
    return {combination: tuple(share) for combination, share in shares.items()}


def expected(cases: tuple[Case, ...], account: Who, level: Level | None) -> tuple[Case, ...]:
    """Return the cases that must be contained at a level, or without one those that must work in a bare Python."""
    if level is None:
        return tuple(case for case in cases if account in case.plain and account in case.who)
    return tuple(case for case in cases if level in case.levels and account in case.who)
