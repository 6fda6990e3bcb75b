"""`and`, `or`: several validators as one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from authoring.validators.base import CollectedItems, Correct, Execution, Recipe, Validator, Verdict

# From worst to best: `and` takes the least of its members, `or` the greatest.
_RANK: tuple[Correct, ...] = ("no", "partial", "yes")


def worst(verdicts: Sequence[Verdict]) -> Correct:
    """Return no if one says no, else partial if one says partial, else yes; yes for none at all."""
    return min((verdict.correct for verdict in verdicts), key=_RANK.index, default="yes")


def best(verdicts: Sequence[Verdict]) -> Correct:
    """Return yes if one says yes, else partial if one says partial, else no; no for none at all."""
    return max((verdict.correct for verdict in verdicts), key=_RANK.index, default="no")


@dataclass(frozen=True, slots=True)
class _Combined:
    """What several validators collect goes into one flat mapping, each item behind its validator's alias.

    Flat, so that whoever carries it between processes has one level to look after.
    """

    alias: ClassVar[str]
    members: Mapping[str, Validator]

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take what every member needs."""
        items: dict[str, Any] = {}
        inputs: dict[str, Recipe] = {}
        for alias, member in self.members.items():
            collected = member.collect(execution, None if disclosed is None else _of(alias, disclosed))
            items |= {f"{alias}.{name}": value for name, value in collected.items.items()}
            inputs |= {f"{alias}.{name}": recipe for name, recipe in collected.inputs.items()}
        return CollectedItems(items, inputs)

    def disclose(self, reference: CollectedItems) -> CollectedItems:
        """Ask for what every member asks for."""
        items = {
            f"{alias}.{name}": value
            for alias, member in self.members.items()
            for name, value in member.disclose(_of(alias, reference)).items.items()
        }
        return CollectedItems(items)

    def collecting_options(self) -> dict[str, object]:
        """Return what every member needs to collect."""
        return {alias: member.collecting_options() for alias, member in self.members.items()}

    def _parts(self, reference: CollectedItems, submission: CollectedItems) -> tuple[Verdict, ...]:
        return tuple(
            member.judge(_of(alias, reference), _of(alias, submission)) for alias, member in self.members.items()
        )


def _of(alias: str, collected: CollectedItems) -> CollectedItems:
    prefix = f"{alias}."
    items = {name.removeprefix(prefix): value for name, value in collected.items.items() if name.startswith(prefix)}
    inputs = {name.removeprefix(prefix): value for name, value in collected.inputs.items() if name.startswith(prefix)}
    return CollectedItems(items, inputs)


@dataclass(frozen=True, slots=True)
class And(_Combined):
    """As good as its worst member."""

    alias: ClassVar[str] = "and"

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare by every member."""
        parts = self._parts(reference, submission)
        return Verdict(worst(parts), self.alias, parts=parts)


@dataclass(frozen=True, slots=True)
class Or(_Combined):
    """As good as its best member."""

    alias: ClassVar[str] = "or"

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare by every member."""
        # All members are asked, also after a yes: the report shows what each of them said.
        parts = self._parts(reference, submission)
        return Verdict(best(parts), self.alias, "" if parts else "There is nothing to choose from", parts)
