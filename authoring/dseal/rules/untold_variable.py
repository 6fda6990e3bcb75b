"""DS224: a variable that is compared and that no question names."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings, YamlPath
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_key, checks, steps

INFO = RuleInfo(
    code="DS224",
    name="untold-variable",
    severity=Severity.WARNING,
    what="A validator looks at a variable, function or model that no earlier cell binds and that neither this question "
    "nor an earlier one names; a word of the sentence, as in `find the outliers`, names no variable.",
    why="An answer can only guess its name, so that right answers are refused.",
    bad='# %%\n"""\nquestion: Store 1 + 2.\nvalidator:\n  namespace_check:\n    total:\n"""\n\ntotal = 1 + 2\n',
    good='# %%\n"""\nquestion: Store 1 + 2 as `total`.\nvalidator:\n  namespace_check:\n    total:\n"""\n\n'
    "total = 1 + 2\n",
)

# The inputs and labels of a `model` validator are the reference's own, so an answer need not know their names.
_NAMING = {"table_test": "function_name", "model": "model_name"}
_MOST_WORDS = 20_000
_NAMING_WORDS = (
    "called|named|as|variables?|functions?|models?|dataframes?|datasets?|tables?|names?|to|in|into|it|is|be|with|and|"
    "of|or"
)
"""Words behind which a plain word may be a name."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find names that validators look at and nobody has said; silent once code binds names that it does not show."""
    known_names: set[str] = set()
    bound: set[str] = set()
    spoken = ""
    for step in steps(problemset):
        assigned = assigned_names(step.cell.code)
        if assigned.open:
            return
        problem = step.cell.problem
        if problem is not None:
            known_names.update(re.findall(r"[^\W\d]\w*", problem.question, re.ASCII)[:_MOST_WORDS])
            spoken += f"\n{problem.question}"
            # A name that the reference does not bind either has a finding of its own.
            for name, path in _looked_at(problem):
                is_new = name in assigned.bound and name not in bound
                if is_new and (name not in known_names or _is_mere_word(name, spoken)):
                    message = f"'{name}' is compared, and no question names it"
                    yield at_key(problemset, step.cell, path, INFO, message, f"have the question name `{name}`")
        known_names |= assigned.bound
        bound |= assigned.bound


def _is_mere_word(name: str, spoken: str) -> bool:
    """Return whether a name is a plain word that stands in sentences alone: in no quotes, and behind no word for names.

    At the end of a sentence, or in front of what makes it one, it may be a name.
    """
    is_word = name.isalpha() and name.islower() and len(name) >= _SHORTEST_WORD
    if not is_word or _CHINESE.search(spoken):
        return False
    naming = re.search(
        rf"[`\"'“]{name}[`\"'”]|\b(?:{_NAMING_WORDS}) (?:the )?(?:variable )?{name}\b(?! (?:of|for|by|in)\b)|"
        rf"(?<!\w){name}(?: ?[=(,.;:?!]|\s*\Z|\s*\n| (?:variable|dataframe|table|that|which|with|is|and)\b)",
        spoken,
        re.IGNORECASE,
    )
    return naming is None


_SHORTEST_WORD = 3
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
"""Characters that stand beside a name without a blank."""


def _looked_at(problem: Problem) -> Iterator[tuple[str, YamlPath]]:
    for validator in checks(problem):
        if validator.path is None or not isinstance(validator.options, dict):
            continue
        if validator.alias == "namespace_check":
            yield from ((name, (*validator.path, name)) for name in validator.options)
        option = _NAMING.get(validator.alias, "")
        name = validator.options.get(option)
        if isinstance(name, str):
            yield name, (*validator.path, option)
