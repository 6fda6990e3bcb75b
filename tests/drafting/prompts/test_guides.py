"""The guides that a model is given keep what they preach."""

import re
from collections.abc import Iterator

import pytest

from authoring.api.verification import verify
from authoring.drafting.prompts.instructions import GUIDES, PROMPTS
from authoring.dseal import lint, parse
from authoring.llm.tokens import estimate_tokens
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators import PAPER_NAMES, VALIDATORS
from tests.drafting.prompts.scene import pages

WRITE = next(page.text for page in pages("guides") if page.name == "write")
EXAMPLES = "\n".join(re.findall(r"```python\n(.*?)\n```\n(?!\s*- )", WRITE, re.DOTALL))
CONTEXT = """\
# %%
import numpy as np
import pandas as pd

# %%
df = pd.DataFrame({"island": list("aabbccdd"), "mass": [4.0, 2.0, 3.0, 3.0, None, 1.0, 3.0, 3.0]})
clean = pd.DataFrame({"depth": np.arange(30.0), "flow": np.arange(30.0) ** 2 % 7})
clean["yield"] = clean["depth"] * 2 - clean["flow"]

"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.mark.exhaustive
def test_the_examples_of_the_guide_are_right(sandbox: LocalSandbox) -> None:
    """They parse, lint clean, run, repeat, and are accepted by their own validators."""
    text = f"{CONTEXT}{EXAMPLES}\n"
    evidence = verify(text, [], limits=Limits(), sandbox=sandbox)

    assert len(parse(text).problems) == 3
    assert [finding.code for finding in lint(text)] == []
    assert [(finding.code, finding.message) for finding in evidence.errors] == []
    assert evidence.dry_run is not None
    assert len(evidence.dry_run.cells) == 6


@pytest.mark.parametrize("name", sorted(set(VALIDATORS) - set(PAPER_NAMES) - {"crash", "and"}))
def test_the_guide_names_every_validator(name: str) -> None:
    """A model that knows all names invents none; a crash is said in words, and an `and` is what a block is."""
    assert re.search(rf"`{name}:?`|\*\*{name}\*\*", WRITE)


def test_the_guides_are_short() -> None:
    """They are paid for with every call: the three of them together take less than the tokens of one problem set."""
    told = {page.name: estimate_tokens(page.text) for page in pages("guides") if page.name in GUIDES}

    assert set(told) == set(GUIDES)
    assert sum(told.values()) < 5_000


def test_every_prompt_is_there() -> None:
    """What drafting asks for ships with the toolkit."""
    assert set(PROMPTS) <= {page.name for page in pages("templates/prompts")}
