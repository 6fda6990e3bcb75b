"""Reading a validator's options, as YAML gave them, with messages that name the option at fault."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from authoring.validators.base import ValidatorError


def unknown(subject: str, name: object, choices: Iterable[str]) -> ValidatorError:
    """Return the error for a name nobody knows, with the nearest known one or all of them."""
    names = sorted(choices)
    # Without case, in which the paper's names differ from the released ones.
    folded = {choice.casefold(): choice for choice in names}
    near = get_close_matches(str(name).casefold(), folded, n=1)
    hint = f"did you mean `{folded[near[0]]}`?" if near else f"known are {', '.join(names)}"
    return ValidatorError(f"{subject} `{name}` is not known; {hint}")


def arguments(alias: str, config: object, *, names: Sequence[str], required: Sequence[str] = ()) -> dict[str, Any]:
    """Return a validator's configuration by option name.

    Nothing stands for no options, a mapping names them, a list gives them by position, any other value is the first.

    Raises:
        ValidatorError: for an option that is unknown, missing or one too many.
    """
    if config is None:
        options: dict[str, Any] = {}
    elif isinstance(config, Mapping):
        options = {str(name): value for name, value in config.items()}
    else:
        values = config if isinstance(config, list) else [config]
        if len(values) > len(names):
            raise ValidatorError(f"validator `{alias}` takes {len(names) or 'no'} options, not {len(values)}")
        # A list may be shorter than the options there are.
        options = dict(zip(names, values, strict=False))
    for name in options:
        if name not in names:
            raise unknown(f"option of validator `{alias}`", name, names)
    absent = [name for name in required if name not in options]
    if absent:
        raise ValidatorError(f"validator `{alias}` needs the option `{absent[0]}`")
    return options


def text_option(alias: str, name: str, value: object) -> str:
    """Return an option; raises ValidatorError where it is not a non-empty text."""
    if not isinstance(value, str) or not value:
        raise ValidatorError(f"option `{name}` of validator `{alias}` has to be a text, not {value!r}")
    return value
