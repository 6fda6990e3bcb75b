"""Where two judges agree, counted; and where they do not, with both reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from bench.dseval.events import Key, Word

TIMEOUT = "TIMEOUT"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One answer on which two judges differ."""

    where: Key
    one: Word
    other: Word

    def plain(self) -> dict[str, object]:
        """Return it for the report's file."""
        return {**self.where._asdict(), "one": self.one._asdict(), "other": self.other._asdict()}


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far two judges agree on what both have judged."""

    both: int
    verdicts: int
    """Equal verdicts."""
    pairs: int
    """Equal verdicts with equal sub-verdicts."""
    only_one: int
    only_other: int
    late: int
    """Disagreements in which one judge's clock alone ran out: a busy machine makes them."""
    disagreements: tuple[Disagreement, ...]

    def plain(self) -> dict[str, object]:
        """Return it for the report's file."""
        return {**asdict(self), "disagreements": [found.plain() for found in self.disagreements]}


def agreement(one: Mapping[Key, Word], other: Mapping[Key, Word]) -> Agreement:
    """Compare what two judges said, key by key."""
    both = [key for key in one if key in other]
    return Agreement(
        both=len(both),
        verdicts=sum(one[key].verdict == other[key].verdict for key in both),
        pairs=sum(one[key].pair == other[key].pair for key in both),
        only_one=len(one) - len(both),
        only_other=len(other) - len(both),
        late=sum((one[key].verdict == TIMEOUT) != (other[key].verdict == TIMEOUT) for key in both),
        disagreements=tuple(
            Disagreement(key, one[key], other[key]) for key in both if one[key].pair != other[key].pair
        ),
    )


def narrowed(words: Mapping[Key, Word], keys: Iterable[Key]) -> dict[Key, Word]:
    """Return what was said of the given keys."""
    wanted = {*keys}
    return {key: word for key, word in words.items() if key in wanted}
