"""Which of CIBench's folders a set belongs to, and which modules each of its steps uses."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from authoring.dseal.dependencies import effects_of
from authoring.dseal.model import ProblemSet
from authoring.dseal.session import Step, steps

GENERATION = ("matplotlib", "opencv", "pandas", "pytorch", "scipy", "seaborn")
TEMPLATE = (
    *("lightgbm", "matplotlib", "nltk", "opencv", "pandas", "pytorch", "scipy", "seaborn", "sklearn", "tensorflow"),
)
SUITE_MODULES: Mapping[str, tuple[str, ...]] = {"generation": GENERATION, "template": TEMPLATE}
"""The folders that OpenCompass' configurations load, by suite."""
USUAL = "pandas"
"""The folder of sets that are about no module in particular."""
CALLED: Mapping[str, str] = {"cv2": "opencv", "torch": "pytorch"}
"""What CIBench calls a module, where that is not what is imported."""
SHARE = 3
"""A set is about a module if one in this many of its problems names it."""


def folder_of(problemset: ProblemSet, *, suite: str, seed: str = "") -> str:
    """Return the folder of a set: that of its seed's module, else of the module that most problems name.

    Args:
        problemset: the set.
        suite: a key of `SUITE_MODULES`.
        seed: name of the set's seed; ``module-scipy`` for an experiment about scipy.

    Returns:
        A folder of the suite; or the seed's module, where the suite has no folder for it.
    """
    module = seed.removeprefix("module-").partition("-")[0] if seed.startswith("module-") else ""
    if module:
        return CALLED.get(module, module)
    asked = [step for step in steps(problemset) if step.cell.problem is not None]
    named = Counter(module for step in asked for module in set(_named(step)))
    known = [module for module in SUITE_MODULES[suite] if module != USUAL and named[module] * SHARE >= len(asked) > 0]
    return max(known, key=lambda module: named[module]) if known else USUAL


def modules_by_problem(problemset: ProblemSet, *, folder: str) -> Mapping[int, tuple[str, ...]]:
    """Return the modules that each problem uses, by its number: its folder's first, none where plain Python does.

    The folder's module counts where a step names it, or uses a variable that was made with it.
    """
    found: dict[int, tuple[str, ...]] = {}
    made: set[str] = set()
    for step in steps(problemset):
        effects, named = effects_of(step.cell.code), tuple(dict.fromkeys(_named(step)))
        concerned = folder in named or bool(effects.reads & made)
        if concerned:
            made |= (effects.binds | effects.mutates) - effects.imports
        if step.cell.problem is not None:
            others = (module for module in named if module != folder)
            found[step.cell.problem.number] = (*((folder,) if concerned else ()), *others)
    return found


def entry(modules: Sequence[str], *, otherwise: str) -> str:
    """Return modules as ``metadata.modules`` says them."""
    return " & ".join(modules) or otherwise


def _named(step: Step) -> Iterator[str]:
    """Yield the modules whose names a step uses, in no order that its wording would change."""
    effects = effects_of(step.cell.code)
    for name in sorted(effects.loaded | effects.imports):
        top = step.aliases.get(name, "").partition(".")[0]
        if top and top not in sys.stdlib_module_names:
            yield CALLED.get(top, top)
