"""The benchmark's sets, as a port: which they are is fixed when a revision is first looked at."""

from collections.abc import Iterator, Sequence
from typing import overload

from authoring.records.draft import Example


class Neighbours(Sequence[Example]):
    """The sets that a new one may not repeat, and the notebook of its seed.

    As an argument of a step they count as one and the same whatever they hold: what was found of a revision stays
    found, although the benchmark grows while it waits for a person.
    """

    fingerprint = "neighbours"

    def __init__(self, examples: Sequence[Example], *, notebook: str = "") -> None:
        """Take the sets, and the whole text of the seed's own notebook."""
        self._examples = tuple(examples)
        self.notebook = notebook

    def __len__(self) -> int:
        return len(self._examples)

    @overload
    def __getitem__(self, index: int) -> Example: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Example, ...]: ...

    def __getitem__(self, index: int | slice) -> Example | tuple[Example, ...]:
        return self._examples[index]

    def __iter__(self) -> Iterator[Example]:
        return iter(self._examples)
