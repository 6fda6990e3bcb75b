"""Every verb is a function of api as well: a test here holds the function's record against the document of --json."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from authoring.cli.main import app

Words = tuple[str, ...]
LONGEST_VERB = 2
"""Words of a verb such as ``seed add``."""


def verbs(command: Any, before: Words = ()) -> Iterator[tuple[Words, Any]]:
    """Yield every verb that is no group of others, with what typer made of it."""
    members = getattr(command, "commands", None)
    if members is None:
        yield before, command
        return
    for name, member in members.items():
        yield from verbs(member, (*before, name))


def called_verbs(test: ast.FunctionDef, known: set[Words]) -> Iterator[Words]:
    """Yield the verbs that a test calls, or lists to call, with literal words."""
    for node in ast.walk(test):
        items = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
        words = tuple(str(item.value) if isinstance(item, ast.Constant) else "" for item in items[:LONGEST_VERB])
        yield from {words[:length] for length in range(1, LONGEST_VERB + 1)} & known


def compares_documents(test: ast.FunctionDef) -> bool:
    """Return whether a test asserts, asks for --json and reads the document."""
    nodes = list(ast.walk(test))
    return (
        any(isinstance(node, ast.Assert) for node in nodes)
        and any(isinstance(node, ast.Constant) and node.value == "--json" for node in nodes)
        and any(isinstance(node, ast.Attribute) and node.attr == "json" for node in nodes)
    )


def compared_verbs(known: set[Words]) -> set[Words]:
    """Return the verbs whose documents tests below this folder compare."""
    compared: set[Words] = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and compares_documents(node):
                compared.update(called_verbs(node, known))
    return compared


def test_every_verb_is_compared_with_its_function() -> None:
    """Only a verb without --json is exempt: ``serve`` speaks to a program, and prints no document."""
    documents = {
        words: any("--json" in parameter.opts for parameter in command.params)
        for words, command in verbs(typer.main.get_command(app))
    }
    printing = {words for words, has_document in documents.items() if has_document}

    assert {words for words in documents if words not in printing} == {("serve",)}
    assert printing - compared_verbs(printing) == set()
