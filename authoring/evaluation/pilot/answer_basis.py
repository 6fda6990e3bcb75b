"""What the answer to a question rests on, of all that a solver is shown who sees no code of the cells before.

All questions before are shown, and all variables that any of them names, so that other words of a question that has
nothing to do with it make another prompt of the same question.
"""

import re
from dataclasses import dataclass

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.python_code import names_in, parse_code
from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.dialogue.definitions import definitions_of
from authoring.evaluation.solvers.dialogue.mentions import mentioned_names

_REFERENCE = re.compile(
    r"(?i)\b(?:questions?|problems?|steps?|tasks?|exercises?|cells?) [\d(]|"
    r"\b(?:previous(?:ly)?|preceding|earlier|prior|former|again|so far|last time|same (?:way|rules?))\b|"
    # "above 3.5" and "before 1990" speak of values.
    r"\b(?:as|like|from|the|than) (?:above|before)\b|\b(?:above|before)(?=\s*(?:[.,;:?)]|$))|"
    r"[\u3400-\u9fff]"
)
"""Words with which a question may mean other questions; in Chinese any may."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer rests on."""

    text: str
    hidden: frozenset[str] = frozenset()
    """Names of the session that are no part of it: an answer with one of them rests on more, or is in its way."""

    def carries(self, code: str) -> bool:
        """Tell whether an answer rests on nothing else."""
        if not self.hidden:
            return True
        effects = effects_of(code)
        names = names_in(parse_code(code).tree) | effects.reads | effects.loaded | effects.binds
        return not effects.open and self.hidden.isdisjoint(names)


def basis_of(task: Task) -> Basis:
    """Return what the answer to a task rests on.

    That is the question, each earlier one whose cell may have made or changed what it names, and of the session what
    these questions name, with all imports.
    """
    definitions = definitions_of(task.history)
    names = {variable.name for variable in task.variables} | definitions.signatures.keys()
    used, questions = mentioned_names([task.whole_question], names), list[str]()
    counts_all = _REFERENCE.search(task.question) is not None
    for code, question in reversed(list(zip(task.history, task.questions, strict=True))):
        effects = effects_of(code)
        if question and (counts_all or effects.open or used & (effects.binds | effects.mutates)):
            questions.append(question)
            used |= mentioned_names([question], names)
    shown = task.model_copy(
        update={
            "problemset": "",
            "index": 1,
            "history": tuple(line for name, line in definitions.signatures.items() if name in used),
            "questions": tuple(questions),
            "outputs": tuple(sorted(definitions.imports.values())),
            "variables": tuple(variable for variable in task.variables if variable.name in used),
        }
    )
    return Basis(shown.model_dump_json(), frozenset(names - used))
