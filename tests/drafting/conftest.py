"""Profiles of real tables, computed once, and the repository's templates."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from authoring.records.draft import Template
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data

TEMPLATES = Path(__file__).parents[2] / "templates"


class Profiled(NamedTuple):
    """A seed with its profile and files."""

    seed: Seed
    profile: Profile
    files: tuple[Path, ...]


@pytest.fixture(scope="session")
def templates() -> tuple[Template, ...]:
    """Return all templates of the repository."""
    return tuple(Template(name=path.stem, text=path.read_text()) for path in sorted(TEMPLATES.glob("*.py")))


@pytest.fixture(scope="session")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture(scope="session")
def profiled(sandbox: LocalSandbox, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Profiled]:
    """Return a function that fetches tables by reference and profiles them."""

    @cache
    def fetch(*references: str) -> Profiled:
        scratch = tmp_path_factory.mktemp("seed")
        intake = fetch_seed(references, sandbox=sandbox, limits=Limits(), scratch=scratch)
        profile = profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
        return Profiled(intake.seed, profile, intake.paths)

    return fetch
