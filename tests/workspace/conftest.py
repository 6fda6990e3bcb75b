"""A workspace with an admitted set, as the command line is tried on."""

from tests.cli.conftest import admitted, bare, draft, drafted, evidence_of, seeded

__all__ = ["admitted", "bare", "draft", "drafted", "evidence_of", "seeded"]
