"""What a command line has typer build and load: the verb that it names, and no more.

Building the parameters of all verbs takes a fifth of the start, and so does the parser of Markdown that typer loads to
draw help texts, which are none of ours.
"""

import copy
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

import typer

COMPLETION = "_AUTHORING_COMPLETE"
HELP = frozenset({"--help", "-h"})
UNUSED = ("rich.markdown", "rich.traceback")
"""What typer's help texts load and ours do not need: texts in Markdown, and exceptions that are drawn."""


def needed_part(app: typer.Typer, arguments: Sequence[str]) -> typer.Typer:
    """Return the part of a command line that these arguments need; all of it where they name no verb."""
    # A shell that completes words says them in its own way.
    if COMPLETION in os.environ:
        return app
    part = copy.copy(app)
    if len(arguments) == 1 and arguments[0] in HELP:
        part.registered_commands = [_named_only(command) for command in app.registered_commands]
        part.registered_groups = [_named_only_group(group) for group in app.registered_groups]
        return part
    verb = arguments[0] if arguments else ""
    part.registered_commands = [command for command in app.registered_commands if _name_of(command) == verb]
    part.registered_groups = [group for group in app.registered_groups if _group_name(group) == verb]
    # One alone is enough, as the callback before all verbs makes a group of it.
    return part if part.registered_commands or part.registered_groups else app


def load_help() -> None:
    """Load what draws help texts, without the parts of it that ours do not need; they can be loaded afterwards."""
    names = [name for name in UNUSED if name not in sys.modules]
    if "typer.rich_utils" in sys.modules:
        return
    for name in names:
        sys.modules[name] = _StandIn(name)
    try:
        importlib.import_module("typer.rich_utils")
    finally:
        for name in names:
            del sys.modules[name]


class _StandIn(ModuleType):
    """A module in which every name stands for a class that nobody makes an object of."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def _name_of(command: "typer.models.CommandInfo") -> str:
    # As typer names what has no name of its own.
    function = command.callback.__name__ if command.callback else ""
    return command.name or function.lower().replace("_", "-").rstrip("-")


def _group_name(group: "typer.models.TyperInfo") -> str:
    inside = group.typer_instance.info.name if group.typer_instance else None
    return next((name for name in (group.name, inside) if isinstance(name, str)), "")


def _named_only(command: "typer.models.CommandInfo") -> "typer.models.CommandInfo":
    """Return a command with its name and help, and without its parameters."""
    bare = copy.copy(command)
    bare.callback = _without_parameters(command.callback)
    return bare


def _named_only_group(group: "typer.models.TyperInfo") -> "typer.models.TyperInfo":
    bare = copy.copy(group)
    bare.typer_instance = copy.copy(group.typer_instance)
    if bare.typer_instance is not None:
        bare.typer_instance.registered_commands, bare.typer_instance.registered_groups = [], []
    return bare


def _without_parameters(function: Callable[..., object] | None) -> Callable[[], None]:
    def described() -> None:
        """Do nothing: only the name and the docstring count."""

    if function is not None:
        described.__name__, described.__doc__ = function.__name__, function.__doc__
    return described
