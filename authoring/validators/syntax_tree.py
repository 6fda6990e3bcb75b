"""Syntax trees of Python code, one at a time in a program of several threads.

Python before 3.11.8 and 3.12 counts in one place for all threads how deep it stands in the tree that it builds (CPython
issue 106905): where two build at once, one of them fails with a SystemError. Everything outside of a session gets its
trees here.
"""

import ast
import os
import threading
from typing import TypeVar

Tree = TypeVar("Tree", bound=ast.AST)
_BUILDING = threading.RLock()
if hasattr(os, "register_at_fork"):
    # Another thread of the process that forks may be building, and a copy of it would never give the lock up.
    os.register_at_fork(before=_BUILDING.acquire, after_in_parent=_BUILDING.release, after_in_child=_BUILDING.release)


def module_tree(code: str | bytes, filename: str = "<unknown>") -> ast.Module:
    """Return a new tree of the statements of a text.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: it is no Python, or nested deeper than Python reads.
    """
    with _BUILDING:
        return ast.parse(code, filename)


def expression_tree(code: str) -> ast.expr:
    """Return a new tree of a text that is one expression.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: as `module_tree`.
    """
    with _BUILDING:
        return ast.parse(code, mode="eval").body


def copied_tree(tree: Tree) -> Tree:
    """Return a copy of a tree, to be changed; contexts and operators, which hold nothing, are shared with it.

    A reference is copied for each of dozens of ways to write it otherwise, and `copy.deepcopy` takes long over it.
    """
    # Without `__init__`, which from Python 3.13 on warns of fields that are not given.
    copied = tree.__class__.__new__(tree.__class__)
    for name, value in vars(tree).items():
        setattr(copied, name, _copied(value))
    return copied


def _copied(value: object) -> object:
    match value:
        case ast.AST():
            return copied_tree(value) if value._fields else value
        case list():
            return [_copied(member) for member in value]
    return value
