"""The public functions and classes of a Python module, read in the sandbox where experiments about it will run."""

from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits
from authoring.records.experiment import ModuleApi, ModuleName
from authoring.sandbox.port import Sandbox
from authoring.sandbox.programs import call_program, load_program

_PROGRAM = "public_names"
_MOST_NAMES, _MOST_NAMESPACES, _MOST_METHODS = 1_600, 60, 120


def read_module(module: str, *, sandbox: Sandbox, limits: Limits) -> ModuleApi:
    """Import a module in the sandbox that experiments about it will run in; return its public functions and classes.

    Raises:
        SeedError: when it cannot be imported there, or offers nothing.
        SandboxError: the sandbox failed.
    """
    try:
        TypeAdapter[str](ModuleName).validate_python(module)
    except ValidationError as error:
        raise SeedError(f"{module!r} is no name of a module", hint="for example: pandas, sklearn, torch.nn") from error
    with sandbox.session() as session:
        load_program(session, _PROGRAM, limits=limits)
        bounds = {"most_names": _MOST_NAMES, "most_namespaces": _MOST_NAMESPACES, "most_methods": _MOST_METHODS}
        answer = call_program(session, "public_api", {"module": module, **bounds}, limits=limits)
    if isinstance(answer, dict) and "error" in answer:
        raise SeedError(
            f"{module} cannot be imported in the sandbox: {answer['error']}",
            hint="install it where cells run: see guides/environments.md, or authoring env --help",
        )
    try:
        api = ModuleApi.model_validate(answer)
    except ValidationError as error:
        raise SandboxError(f"{module}: what it offers cannot be told: {error}", hint="please report this") from error
    if not api.namespaces:
        raise SeedError(f"{module} offers no public function or class", hint="name the module that holds them")
    return api


def resolve_names(names: Sequence[str], *, sandbox: Sandbox, limits: Limits) -> dict[str, str]:
    """Return for each dotted name what it is in the sandbox: class, function, module, value, or nothing.

    Raises:
        SandboxError: the sandbox failed.
    """
    with sandbox.session() as session:
        load_program(session, _PROGRAM, limits=limits)
        answer = call_program(session, "resolve_names", {"names": [*names]}, limits=limits)
    try:
        return TypeAdapter(dict[str, str]).validate_python(answer)
    except ValidationError as error:
        raise SandboxError("names cannot be looked up in the sandbox", hint="please report this") from error
