"""Trees of Python code can be built in several threads."""

import ast
import gc
import inspect
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

from authoring.validators.syntax_tree import _BUILDING, copied_tree, expression_tree, module_tree

LONG = "\n".join(f"x{number} = [a + {number} for a in f({number}, (b, c[{number}:])) if a]" for number in range(100))


def test_threads_build_side_by_side() -> None:
    """Whatever runs in the middle, as what a garbage collection calls, no thread meets the depth of another."""

    def let_others_run(phase: str, details: object) -> None:
        del phase, details
        sum(range(50))

    gc.callbacks.append(let_others_run)
    before = gc.get_threshold()
    gc.set_threshold(50)
    try:
        with ThreadPoolExecutor(4) as pool:
            trees = list(pool.map(module_tree, [LONG] * 24))
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(let_others_run)

    assert [len(tree.body) for tree in trees] == [100] * 24


def _built() -> None:
    assert expression_tree("1 + x").lineno == 1


def test_a_forked_process_builds_too() -> None:
    """A process that is forked while another thread builds has no lock that nobody gives up."""
    is_held, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with _BUILDING:
            is_held.set()
            is_over.wait(0.2)

    thread = threading.Thread(target=hold)
    thread.start()
    is_held.wait(60)
    process = multiprocessing.get_context("fork").Process(target=_built)
    process.start()
    is_over.set()
    process.join(60)
    thread.join()

    assert process.exitcode == 0


@pytest.mark.parametrize("build", [module_tree, expression_tree])
@pytest.mark.parametrize("code", ["x +", "x\0"])
def test_no_python_raises(build: Callable[[str], ast.AST], code: str) -> None:
    """What is no Python raises what Python raises."""
    with pytest.raises((SyntaxError, ValueError)):
        build(code)


@pytest.mark.parametrize("module", [ast, inspect, threading])
def test_a_copy_is_the_same_code_and_shares_nothing_that_changes(module: ModuleType) -> None:
    """A copy has every field and place of its tree, and no list or node with fields in common with it."""
    tree = module_tree(inspect.getsource(module))
    before = ast.dump(tree, include_attributes=True)

    copy = copied_tree(tree)

    assert ast.dump(copy, include_attributes=True) == before
    shared = {id(node) for node in ast.walk(tree)} & {id(node) for node in ast.walk(copy) if node._fields}
    lists = [
        {id(value) for node in ast.walk(root) for value in vars(node).values() if isinstance(value, list)}
        for root in (tree, copy)
    ]
    assert not shared
    assert not lists[0] & lists[1]
