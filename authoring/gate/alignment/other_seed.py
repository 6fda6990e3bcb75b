"""DS644: another seed in the reference than in the question."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, whole_number

INFO = RuleInfo(
    code="DS644",
    name="other-seed",
    severity=Severity.WARNING,
    what="The question names a seed, and every seed of the reference is another one.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: Shuffle df with random_state=1.\n"""\n\ndf.sample(frac=1, random_state=2)\n'),
    good=('# %%\n"""\nquestion: Shuffle df with random_state=1.\n"""\n\ndf.sample(frac=1, random_state=1)\n'),
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a seed that is none of the question's."""
    keywords = [
        node for node in nodes(subject.tree) if isinstance(node, ast.keyword) and node.arg in {"random_state", "seed"}
    ]
    seeds = [whole_number(node.value) for node in keywords]
    if subject.reading.seeds and seeds and None not in seeds and subject.reading.seeds.isdisjoint(seeds):
        message = f"the question names the seed {min(subject.reading.seeds)}, the reference uses {seeds[0]}"
        yield at_node(subject.problemset, subject.cell, keywords[0].value, INFO, message, "make the two say the same")
