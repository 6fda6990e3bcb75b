"""Whether an environment has what problem sets import, tried in the sandbox."""

from collections.abc import Mapping

from authoring.records.environment import EnvironmentDiagnostic
from authoring.records.evidence import Limits, Outcome
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox

BASE_MODULES = ("numpy", "pandas")


def check_imports(
    modules: Mapping[str, tuple[str, ...]],
    *,
    sandbox: Sandbox,
    limits: Limits,
    progress: ProgressCallback | None = None,
) -> tuple[EnvironmentDiagnostic, ...]:
    """Import numpy, pandas and every module that sets import, each in a fork of its own; return those that fail.

    Args:
        modules: dotted names, each with the sets that import it.
        sandbox: runs the environment's interpreter.
        limits: of each import.
        progress: told how many are done, of how many.

    Raises:
        SandboxError: the environment's interpreter does not start, or the sandbox failed.
    """
    sets_by_module = {**{name: modules.get(name, ()) for name in BASE_MODULES}, **modules}
    faults = []
    with sandbox.session() as session:
        for number, (module, sets) in enumerate(sets_by_module.items(), start=1):
            # In a fork each, so that a module that crashes or patches others does not decide about the next.
            with session.branch() as branch:
                run = branch.run(f"import {module}", limits=limits)
            if run.outcome is not Outcome.OK:
                first = run.error.message.strip().partition("\n")[0] if run.error else ""
                reason = f"{run.error.type}: {first}" if run.error else run.detail or run.outcome.value
                faults.append(EnvironmentDiagnostic(message=f"{module} cannot be imported: {reason}", sets=sets))
            if progress is not None:
                progress(number, len(sets_by_module))
    return tuple(faults)
