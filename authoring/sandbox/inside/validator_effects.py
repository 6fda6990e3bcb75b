"""Which validators run code of the session or of their own; imports next to nothing, because the client needs it."""

from collections.abc import Mapping
from typing import Any

PASSIVE_VALIDATORS = frozenset(
    {"template", "answer_in_source", "crash", "result", "namespace_check", "namespace_intact", "stream", "and", "or"}
    | {"error", "execute_result", "Variables", "Intact", "stream_output"}
)
"""Validators that collect without calling code of the session, so that this may happen in the session itself.

`result` does so but for a submission without a value, where it evaluates what was printed.
"""


def runs_compare_fn(block: Any) -> bool:
    """Return whether comparing by this validator block may run code in it: a text that defines `compare_fn`."""
    return "compare_fn" in str(block)


def judges_figures(block: Any) -> bool:
    """Return whether a validator block compares figures."""
    return isinstance(block, Mapping) and any(
        name == "vis" or (name in {"and", "or"} and judges_figures(inner)) for name, inner in block.items()
    )


def asks_for_value(block: Any) -> bool:
    """Return whether a validator block looks at the value of the last expression."""
    return isinstance(block, Mapping) and any(
        name in {"result", "execute_result"} or (name in {"and", "or"} and asks_for_value(inner))
        for name, inner in block.items()
    )


def collects_passively(block: Any) -> bool:
    """Return whether collecting of a reference for this validator block runs none of the session's code."""
    if not isinstance(block, Mapping):
        return True
    return PASSIVE_VALIDATORS.issuperset(block) and all(
        collects_passively(block[name]) for name in ("and", "or") if name in block
    )


def functions_called(block: Any) -> tuple[str, ...]:
    """Return the names of the functions that `table_test` calls; none where another validator runs code as well."""
    names: list[str] = []
    for name, options in block.items() if isinstance(block, Mapping) else ():
        if name in {"and", "or"}:
            members = functions_called(options)
            if not members and not collects_passively(options):
                return ()
            names += members
        elif name == "table_test" and isinstance(options, Mapping):
            names.append(str(options.get("function_name")))
        elif name not in PASSIVE_VALIDATORS:
            return ()
    return tuple(names)
