"""Stages: functions whose results a journal keeps, under identities that outlive a renaming of the code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class StageIdentity:
    """How journals know a stage, whatever its function is called today."""

    stage_id: str
    parameters: Mapping[str, str]
    """For a parameter that was renamed: its name today, and the name that journals know it by."""

    def journaled_name(self, parameter: str) -> str:
        """Return the name that journals know a parameter by."""
        return self.parameters.get(parameter, parameter)


def stage(stage_id: str, /, **parameters: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a function to be a stage: its inputs are its arguments, its output is journaled.

    The key of a journaled step is made of `stage_id`, the names of the arguments and their content. Neither the id nor
    a journaled name may ever change, or runs that are under way would pay for their steps again.

    Args:
        stage_id: stable, unique in the package.
        parameters: for each parameter that has been renamed since, the name that journals know it by.
    """

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        # On the function itself and not in a wrapper, which would hide its arguments from the journal.
        function.__dict__["stage_identity"] = StageIdentity(stage_id, parameters)
        return function

    return declare


def identity_of(function: Callable[..., Any]) -> StageIdentity:
    """Return how journals know a function.

    Raises:
        TypeError: when the function is no stage.
    """
    identity = getattr(function, "stage_identity", None)
    if not isinstance(identity, StageIdentity):
        raise TypeError(f"{function.__module__}.{function.__qualname__} is no stage: declare it with @stage(...)")
    return identity


def port_id(port: object) -> str:
    """Return how journals know the kind of a port: its class's `port_id`, or else the class's name.

    A class that is renamed keeps its former name as `port_id`.
    """
    return str(getattr(type(port), "port_id", type(port).__name__))
