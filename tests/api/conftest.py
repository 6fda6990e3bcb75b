"""The functions of the package without a terminal are tried on the workspaces that the command line is tried on."""

from tests.cli.conftest import (
    admitted,
    bare,
    cli,
    draft,
    drafted,
    evidence_of,
    folder,
    problem_text,
    seeded,
    two_problems,
)

__all__ = [
    "admitted",
    "bare",
    "cli",
    "draft",
    "drafted",
    "evidence_of",
    "folder",
    "problem_text",
    "seeded",
    "two_problems",
]
