"""What is uncertain when a notebook of a CIBench tree becomes a problem set (DS966 to DS969)."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_warning = partial(RuleInfo, severity=Severity.WARNING)

SHIFTED = _warning(
    code="DS966",
    name="shifted-steps",
    what="The cells of a CIBench notebook are not question and code in turn: there is a title, two questions in a row, "
    "or code without a question.",
    why="OpenCompass pairs the first question with the first code cell, the second with the second: from the odd cell "
    "on, every question got another one's answer. Here each code cell belongs to the question right before it.",
    bad="# A title\n### Step 1. Read the file\n(code of step 1)",
    good="### Step 1. Read the file\n(code of step 1)",
)
UNFIT_LIST = _warning(
    code="DS967",
    name="unfit-step-list",
    what="`step_types` or `modules` of a CIBench notebook are no lists, have another length than there are steps, or "
    "hold a type that is none.",
    why="OpenCompass stops there, or scores steps as something they are not. Here the types were taken from the "
    "stored outputs.",
    bad='"step_types": ["exec", "general"]  # for three steps',
    good='"step_types": ["exec", "num", "vis"]',
)
UNFIT_OUTPUT = _warning(
    code="DS968",
    name="unfit-step-output",
    what="The stored output of a CIBench step is not what its type is scored by: a number or text without any, a "
    "figure without a picture, two figures, an error, or no list of outputs.",
    why="OpenCompass scores such a step 0 for everybody, or does not load the notebook. What the step is judged by "
    "here was taken from its code.",
    bad='"outputs": []  # of a step of type num',
    good='"outputs": [{"output_type": "stream", "name": "stdout", "text": "191.25"}]',
)
LEFT_WORDS = RuleInfo(
    code="DS969",
    name="left-out-words",
    severity=Severity.NOTE,
    what="Words of a CIBench question were left out: the reference's thought, or the request to use some modules, "
    "which OpenCompass adds by itself.",
    why="A thought gives the answer away; the modules are kept as knowledge points of the problem.",
    bad="Read `data/a.csv` into `df`.\n\nThought: pandas has a reader for that.",
    good="Read `data/a.csv` into `df`.",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (SHIFTED, UNFIT_LIST, UNFIT_OUTPUT, LEFT_WORDS)}
"""Every kind of finding of an import from CIBench beside those of other notebooks, by code."""
