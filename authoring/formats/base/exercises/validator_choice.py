"""The validator of an answer, chosen by the effects of its code and by the names in its question."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json
from authoring.formats.base.exercises.codes import BECAME_CONTEXT, CHANGED_CODE, DOUBTFUL_CHECK, UNNAMED_VARIABLE
from authoring.formats.base.exercises.names import (
    BoundNames,
    bound_in,
    changed_in,
    holds_written_data,
    intermediate,
    mentioned_names,
    requested_names,
)
from authoring.formats.base.exercises.python_code import (
    CodeEnding,
    draws_randomly,
    ending_of,
    is_glance,
    source_of,
    whole_of,
    with_ending,
    without_shown,
)
from authoring.formats.base.exercises.questions import listed, with_sentence

# Verbs of a question that asks for a change of what is there.
_CHANGING = re.compile(
    r"\b(?:add|append|assign|capitali[sz]e|change|clean|convert|create|delete|drop|exclude|fill|fix|insert|keep|modify|"
    r"place|remove|rename|replace|reset|save|set|split|store|substitute|transform|turn|update|in[- ]?place)\w*\b",
    re.IGNORECASE,
)
# Verbs of a question that asks for a variable.
_ASSIGNING = re.compile(r"\b(?:assign\w*|assing|called|named|save\w*|store\w*|put)\b", re.IGNORECASE)
_LABELS = frozenset({"columns", "index", "values", "keys"})
_LAZY = frozenset(
    {"groupby", "rolling", "resample", "expanding", "iterrows", "itertuples", "items", "open", "iter", "zip"}
)
"""Methods and functions that give an object which equals nothing but itself."""


@dataclass(frozen=True, slots=True)
class SessionNames:
    """The names of the session around an exercise."""

    before: frozenset[str]
    """Variables that earlier cells have bound, modules and functions left out."""
    later: frozenset[str]
    """The names that later cells look up before they bind them."""
    aliases: Mapping[str, str]
    """The dotted names that imported names stand for."""


@dataclass(frozen=True, slots=True)
class ValidatorChoice:
    """An exercise with the way it is judged."""

    kind: Literal["problem", "context", "nothing"]
    code: str
    question: str
    validator: Mapping[str, Json] | None = None
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class _AnswerParts:
    """The facts about an answer that its validator is chosen by."""

    code: str
    question: str
    ending: CodeEnding
    bound: BoundNames
    changed: tuple[str, ...]
    """Variables from before that hold something else afterwards, and are meant to."""
    new: tuple[str, ...]
    mentioned: frozenset[str]


def choose_validator(code: str, question: str, scene: SessionNames) -> ValidatorChoice:
    """Choose the validator of an answer, and bring its code and its question into the form that fits it."""
    # First of all, because nobody could guess data that only the answer writes down.
    if not holds_written_data(question, code):
        message = "the question does not tell the data that the code writes down"
        return ValidatorChoice("context", code, "", findings=(BECAME_CONTEXT.diagnostic(message),))
    parts = _parts(code, question, scene)
    if parts.ending.value is None:
        return _without_value(parts, scene)
    # A single name that is asked for and bound nowhere is taken for that of the value; with two it would be a guess.
    absent = sorted(requested_names(question) - set(parts.bound.data) - set(parts.bound.functions) - scene.before)
    if len(absent) == 1 and not parts.changed:
        return _given_name(parts, absent[0], scene)
    # A look at a variable says nothing of its own, so the variable is judged and the look left out.
    if is_glance(parts.ending.value, frozenset((*parts.changed, *parts.new))) or _only_assigns(parts):
        compared = _compared_names(parts) or _unnamed_results(parts, scene)
        return _checked(parts, compared, scene, drop=True) if compared else _whole(parts, scene)
    compared = tuple(name for name in (*parts.changed, *parts.new) if name in parts.mentioned)
    if _CHANGING.search(question):
        compared = (*compared, *(name for name in parts.changed if name not in compared))
    return _checked(parts, compared, scene, drop=False)


def choose_vis(code: str, question: str) -> ValidatorChoice:
    """Judge an answer by its figure alone; what its last call gives is matplotlib's and says nothing."""
    doubt = "it is judged by what its figure shows: say in the question which marks, of which columns"
    block: dict[str, Json] = {"template": "intact", "vis": None}
    return ValidatorChoice("problem", code, question, block, (DOUBTFUL_CHECK.diagnostic(doubt),))


def _given_name(parts: _AnswerParts, name: str, scene: SessionNames) -> ValidatorChoice:
    """Judge by a variable that the question asks for and the answer only shows."""
    code = with_ending(parts.code, parts.ending, f"{name} = {parts.ending.text}")
    choice = choose_validator(code, parts.question, scene)
    doubt = DOUBTFUL_CHECK.diagnostic(
        f"the question asks for {listed([name])}: the value of the answer was given that name"
    )
    return replace(choice, findings=(doubt, *choice.findings))


def _parts(code: str, question: str, scene: SessionNames) -> _AnswerParts:
    bound = bound_in(code)
    ending = ending_of(code)
    # For a value such as `a.add(b)` it is not known whether the method changes `a`: as a value it is taken not to.
    summed = ending.value is not None and _adds(ending.value)
    # What a cell makes anew and then changes is not what stood there before.
    reads = effects_of(code).reads
    mutated = changed_in(with_ending(code, ending, "") if summed else code) & scene.before & reads
    mentioned = mentioned_names(question, frozenset(bound.data) | mutated, scene.before)
    rebound = [name for name in bound.data if name in scene.before and (name in reads or name in mentioned)]
    changed = tuple(dict.fromkeys([*rebound, *sorted(mutated - set(rebound))]))
    new = tuple(name for name in bound.data if name not in changed)
    return _AnswerParts(code, question, ending, bound, changed, new, mentioned)


def _adds(value: ast.expr) -> bool:
    """Tell whether a value comes from a method that pandas has, and that changes objects of other classes."""
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in {"add", "subtract", "get", "put"}
    )


def _only_assigns(parts: _AnswerParts) -> bool:
    """Tell whether the question wants a variable, and the value is a look at it that says more than itself."""
    match parts.ending.value:
        case ast.Call(func=ast.Attribute(attr="head" | "tail", value=inner)):
            names = {node.id for node in ast.walk(inner) if isinstance(node, ast.Name)}
            return bool(names & set(parts.new) & parts.mentioned) and _ASSIGNING.search(parts.question) is not None
        case _:
            return False


def _compared_names(parts: _AnswerParts) -> tuple[str, ...]:
    return (*parts.changed, *(name for name in parts.new if name in parts.mentioned))


def _final(parts: _AnswerParts) -> tuple[str, ...]:
    used = intermediate(parts.code)
    return tuple(name for name in parts.new if name not in used)


def _unnamed_results(parts: _AnswerParts, scene: SessionNames) -> tuple[str, ...]:
    """Return the variables that no question names and that are wanted all the same: for later, or as it says."""
    final = _final(parts)
    if _ASSIGNING.search(re.sub(r"(?i)columns? (?:called|named)", "", parts.question)):
        return final
    # Who asks what something is wants to see it; who says what to do may mean to go on with it.
    return () if "?" in parts.question else tuple(name for name in final if name in scene.later)


def _without_value(parts: _AnswerParts, scene: SessionNames) -> ValidatorChoice:
    compared = _compared_names(parts) or _final(parts)
    if compared:
        # What it prints besides is for the reader of the notebook.
        return _checked(parts, compared, scene, drop=bool(parts.ending.statements))
    if parts.ending.prints:
        doubt = "it is judged by what it prints, character for character: say in the question what that is"
        return ValidatorChoice(
            "problem", parts.code, parts.question, {"stream": None}, (DOUBTFUL_CHECK.diagnostic(doubt),)
        )
    if parts.bound.functions:
        message = "it only defines what later code calls"
        return ValidatorChoice("context", parts.code, "", findings=(BECAME_CONTEXT.diagnostic(message),))
    return ValidatorChoice("nothing", parts.code, parts.question)


def _whole(parts: _AnswerParts, scene: SessionNames) -> ValidatorChoice:
    """Judge by the value of a variable that no question names."""
    findings = [DOUBTFUL_CHECK.diagnostic(doubt) for doubt in parts.ending.doubts]
    code, block = _value_of(parts, scene, findings)
    return ValidatorChoice("problem", code, parts.question, block, tuple(findings))


def _checked(parts: _AnswerParts, compared: Sequence[str], scene: SessionNames, *, drop: bool) -> ValidatorChoice:
    """Judge by variables, and by the value where it is no look at them."""
    findings: list[Diagnostic] = []
    # Objects that equal nothing but themselves would refuse every answer.
    lazy = [name for name in compared if _is_lazy(parts.bound.values.get(name))]
    compared = [name for name in compared if name not in lazy]
    if lazy and not compared and parts.ending.value is None:
        message = f"'{lazy[0]}' is an object that equals nothing but itself, so it cannot be judged"
        return ValidatorChoice("context", parts.code, "", findings=(BECAME_CONTEXT.diagnostic(message),))
    block: dict[str, Json] = {}
    code, question = parts.code, parts.question
    if drop:
        code = with_ending(code, parts.ending, "")
        if parts.ending.text and parts.ending.statements:
            findings.append(CHANGED_CODE.diagnostic(f"left out, because it only shows a variable: {parts.ending.text}"))
    elif parts.ending.value is not None:
        findings += [DOUBTFUL_CHECK.diagnostic(doubt) for doubt in parts.ending.doubts]
        code, options = _value_of(parts, scene, findings)
        block.update(options or {})
        unchecked = [name for name in parts.changed if name not in compared]
        if unchecked:
            message = f"the answer also changes {listed(unchecked)}, which is not checked"
            findings.append(DOUBTFUL_CHECK.diagnostic(message, hint="ask for the change, or take it out of the code"))
    if compared:
        block["namespace_check"] = {name: _comparison(parts, name, scene, findings) for name in compared}
        unnamed = [name for name in compared if name not in parts.mentioned]
        question = _naming(question, unnamed, findings, besides=not drop and parts.ending.value is not None)
    return ValidatorChoice("problem", without_shown(code), question, block or None, tuple(findings))


def _value_of(
    parts: _AnswerParts, scene: SessionNames, findings: list[Diagnostic]
) -> tuple[str, dict[str, Json] | None]:
    """Return the code with the value that is compared, and the options of `result`."""
    value = parts.ending.value
    if value is None:
        return parts.code, None
    whole = whole_of(value, parts.question)
    text = parts.ending.text
    if whole is not None:
        text = source_of(parts.code, whole)
        findings.append(DOUBTFUL_CHECK.diagnostic("the whole is compared, of which the notebook shows some rows"))
    code = with_ending(parts.code, parts.ending, text)
    compared = value if whole is None else whole
    # A variable is as random as what it was last bound to.
    source = parts.bound.values.get(compared.id, compared) if isinstance(compared, ast.Name) else compared
    if draws_randomly(source, scene.aliases):
        findings.append(DOUBTFUL_CHECK.diagnostic("the value is random, so only its type is compared"))
        return code, {"result": {"type_only": True}}
    # Labels come as an Index or as a view, whose type depends on how the table was made.
    labels = isinstance(compared, ast.Attribute) and compared.attr in _LABELS
    return code, {"result": {"value_only": True}} if labels else None


def _comparison(parts: _AnswerParts, name: str, scene: SessionNames, findings: list[Diagnostic]) -> Json:
    value = parts.bound.values.get(name)
    if value is None or not draws_randomly(value, scene.aliases):
        return None
    findings.append(DOUBTFUL_CHECK.diagnostic(f"'{name}' is random, so only its type is compared"))
    return {"type_only": True}


def _naming(question: str, names: Sequence[str], findings: list[Diagnostic], *, besides: bool) -> str:
    """Return a question that names what is checked, be it besides a value."""
    if not names:
        return question
    message = f"the question does not name {listed(names)}, which the answer sets: a sentence was added"
    findings.append(UNNAMED_VARIABLE.diagnostic(message, hint="say it in the question's own words"))
    if besides:
        return with_sentence(question, f"Make the change in {listed(names)}.")
    return with_sentence(question, f"Keep the {'result' if len(names) == 1 else 'results'} in {listed(names)}.")


def _is_lazy(value: ast.expr | None) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            return name in _LAZY
        case ast.GeneratorExp():
            return True
        case _:
            return False
