"""Syntax trees of Python code, one at a time in a program of several threads.

Python before 3.11.8 and 3.12 counts in one place for all threads how deep it stands in the tree that it builds (CPython
issue 106905): where two build at once, one of them fails with a SystemError. Everything outside of a session gets its
trees here.
"""

import ast
import os
import threading

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
