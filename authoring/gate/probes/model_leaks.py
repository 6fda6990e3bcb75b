"""What a model's training gives away: the label among the features, a perfect feature, test rows that were seen."""

import ast
from collections.abc import Iterator

from authoring.dseal.python_code import parse_code
from authoring.gate.probes.fork_programs import call_in_fork
from authoring.records.evidence import Limits, Outcome
from authoring.records.probes.problem import ModelLeak
from authoring.sandbox.port import Session

PROGRAM = "training_data"
TESTING = frozenset({"predict", "predict_proba", "score", "decision_function"})
MOST_FITS = 3


def model_leaks(before: Session, code: str, limits: Limits) -> tuple[ModelLeak, ...]:
    """Run a reference in a fork, and look at what its calls of ``fit`` were given where those are names at its end."""
    fits = list(_fits(parse_code(code).tree))[:MOST_FITS]
    if not fits:
        return ()
    leaks: list[ModelLeak] = []
    with before.branch() as branch:
        branch.confine()
        branch.prepare(None)
        if branch.run(code, limits=limits).outcome is not Outcome.OK:
            return ()
        for line, features, label, tests in fits:
            state, _ = call_in_fork(
                branch,
                PROGRAM,
                "inspect_training",
                {"features": features, "label": label, "tests": list(tests), "line": line},
            )
            leaks.extend(() if state is None else state.leaks)
    return tuple(dict.fromkeys(leaks))


def _fits(tree: ast.Module) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    """Yield the line of each ``fit``, its features and labels, and what the model is tested on, as expressions."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    for call in calls:
        match call:
            case ast.Call(func=ast.Attribute(attr="fit", value=model), args=[features, label]):
                if _is_plain(features) and _is_plain(label):
                    tests = tuple(
                        ast.unparse(other.args[0])
                        for other in calls
                        if isinstance(other.func, ast.Attribute)
                        and other.func.attr in TESTING
                        and ast.dump(other.func.value) == ast.dump(model)
                        and other.args
                        and _is_plain(other.args[0])
                    )
                    yield call.lineno, ast.unparse(features), ast.unparse(label), tuple(dict.fromkeys(tests))


def _is_plain(node: ast.expr) -> bool:
    """Return whether an expression is a name or a part of one, without calls."""
    plain = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.List, ast.Tuple, ast.expr_context, ast.Slice)
    return all(isinstance(part, plain) for part in ast.walk(node))
