"""What reading a docstring's YAML may cost, and what it gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.model import Json, YamlPath

PAPER_NAMES: Mapping[str, str] = {
    "error": "crash",
    "execute_result": "result",
    "Variables": "namespace_check",
    "Intact": "namespace_intact",
    "Unit-test": "table_test",
    "ModelEval": "model",
    "stream_output": "stream",
}
"""The validators' names in the paper's Table 7, and what the released code calls them."""


@dataclass(frozen=True, slots=True)
class ParseLimits:
    """What a text may cost. All far above what a problem set needs."""

    text: int = 500_000
    """Characters of the whole text."""
    cells: int = 1000
    yaml: int = 100_000
    """Characters of one docstring."""
    depth: int = 24
    """Levels of mappings and sequences in one docstring."""
    nodes: int = 10_000
    """Nodes of one docstring, aliases expanded."""
    expanded: int = 1_000_000
    """Characters of all scalars of one docstring, aliases expanded."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong in a YAML text, from one offset to another."""

    info: RuleInfo
    start: int
    end: int
    message: str
    hint: str = ""


@dataclass(slots=True)
class Reading:
    """What a YAML text says. `value` is None when `fatal`."""

    value: Json = None
    fatal: bool = False
    keys: dict[YamlPath, tuple[int, int]] = field(default_factory=dict)
    """Where each key, and each item of a sequence, stands."""
    values: dict[YamlPath, tuple[int, int]] = field(default_factory=dict)
    """Where each value begins and ends."""
    plain: dict[YamlPath, str] = field(default_factory=dict)
    """Unquoted scalars that YAML does not read as text, as they are written."""
    troubles: list[Trouble] = field(default_factory=list)
