"""What a rule may know besides the text, so that lint itself reads no files."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InputTable:
    """A file below ``inputs/``; `columns` is None where it is no table, or nobody has looked."""

    name: str
    columns: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a problem set stands; `inputs` is None where its files are unknown, and rules about them are silent."""

    inputs: tuple[InputTable, ...] | None = None
