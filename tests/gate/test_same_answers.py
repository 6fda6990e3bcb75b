"""Equal answers: two problems that gave the very same value are found, and accidents are not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.dseal.duplicates.problems import repeats, signatures_of
from authoring.dseal.parse import parse
from authoring.gate.dry_run import dry_run
from authoring.gate.same_answers import AnsweredSet, same_answers, same_answers_across_sets
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

CASES = Path(__file__).parents[1] / "cases" / "duplicates"
LABELS = ("same", "other")
CONTEXT = '# %%\nimport pandas as pd\ndf = pd.DataFrame({"city": list("abcd"), "age": [40, 31, 62, 55]})\n\n'
CELL = '# %%\n"""\nquestion: |\n  {0}\n"""\n\n{1}\n\n'


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.mark.parametrize(
    "case", yaml.safe_load((CASES / "answers.yml").read_text()), ids=lambda case: case["second"][0]
)
def test_the_very_same_value(case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """A value that tells, under questions with words in common, is found at the later problem."""
    text = CONTEXT + CELL.format(*case["first"]) + CELL.format(*case["second"])
    run = dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox)
    findings = list(same_answers(text, run))

    assert [(finding.code, finding.problem) for finding in findings] == ([("DS424", 2)] if case["is_same"] else [])


SETS = {
    "list": [
        "Which five towns changed most often? A list.",
        'd.groupby("town")["free"].sum().nlargest(5).index.tolist()',
    ],
    "series": ["Name those that turned most.", 'd.groupby("town")["free"].apply(lambda s: s.sum()).nlargest(5)'],
    "other": ["Which five towns are most common? A list.", 'd["town"].value_counts().index[:5].tolist()'],
}
READING = """# %%
import pandas as pd
TOWNS = list("abcdefgh")
d = pd.DataFrame({"town": [t * 3 for t in TOWNS] * 8, "free": [n % 8 + 1 for n in range(64)]})  # inputs/{0}

"""


def _answered(sandbox: LocalSandbox, kind: str, file: str) -> AnsweredSet:
    text = READING.replace("{0}", file) + CELL.format(*SETS[kind])
    return AnsweredSet(f"{kind} of {file}", text, dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox))


def test_answers_of_several_sets(sandbox: LocalSandbox) -> None:
    """What a set before gives of the same file and columns is found, in whatever container; nothing else is."""
    first, again = _answered(sandbox, "list", "a.csv"), _answered(sandbox, "series", "a.csv")
    strangers = (_answered(sandbox, "series", "b.csv"), _answered(sandbox, "other", "a.csv"), first)

    (finding,) = same_answers_across_sets([first, again])["series of a.csv"]
    assert (finding.code, finding.problem) == ("DS229", 1)
    assert finding.message == "problem 1 gives in another container the answer of problem 1 of list of a.csv"
    assert same_answers_across_sets([first, *strangers]) == {}


@pytest.mark.exhaustive
def test_labelled_pairs_are_told_apart(sandbox: LocalSandbox) -> None:
    """Of 100 pairs and more, 70 % of the duplicates are found, and 95 % of those that are found are duplicates."""
    context, caught, accused, duplicates, pairs = (CASES / "context.py").read_text(), 0, 0, 0, 0
    for group in yaml.safe_load((CASES / "pairs.yml").read_text()):
        for label, problem in ((name, other) for name in LABELS for other in group[name]):
            text = context + CELL.format(*group["base"]) + CELL.format(*problem)
            run = dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox)
            is_accused = bool(repeats(*signatures_of(parse(text))) or [*same_answers(text, run)])
            pairs, duplicates = pairs + 1, duplicates + (label == "same")
            accused, caught = accused + is_accused, caught + (is_accused and label == "same")

    assert pairs >= 100
    assert caught >= 0.7 * duplicates
    assert caught >= 0.95 * accused
