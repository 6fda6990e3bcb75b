"""What can be found when a notebook is read (DS931 to DS935) and cleaned (DS936 to DS939)."""

from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_error = partial(RuleInfo, severity=Severity.ERROR)
_warning = partial(RuleInfo, severity=Severity.WARNING)
_note = partial(RuleInfo, severity=Severity.NOTE)

UNREADABLE = _error(
    code="DS931",
    name="unreadable-notebook",
    what="A file that should be a notebook is none: no JSON, JSON of another shape, a format that is not known yet, "
    "or more than can be read.",
    why="Nothing can be learnt from it, and a guess at what it says would be taken for what its author did.",
    bad='{"cells": [{"cell_type": "code", "source": "df.mea',
    good='{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}',
)
OTHER_LANGUAGE = _error(
    code="DS932",
    name="other-language",
    what="A notebook is written in another language than Python: an R or Julia kernel, R Markdown, Quarto.",
    why="References are Python; what another language's code does cannot be taken over word for word.",
    bad='"kernelspec": {"language": "R", "name": "ir"}',
    good='"kernelspec": {"language": "python", "name": "python3"}',
)
MENDED = _warning(
    code="DS933",
    name="mended-notebook",
    what="A notebook breaks the rules of its own format, and was read as far as it could be.",
    why="Cells, or parts of them, may be missing from what was understood.",
    bad='"cells": [{"cell_type": "code", "source": 7}]',
    good='"cells": [{"cell_type": "code", "source": "7"}]',
)
NO_CELLS = _note(
    code="DS934",
    name="unmarked-cells",
    what="A Python script says nowhere where a cell begins, so that all of it is one cell.",
    why="Questions and answers cannot be told apart in it.",
    bad="import pandas as pd\ndf = pd.read_csv('sales.csv')\ndf.mean()",
    good="# %%\nimport pandas as pd\ndf = pd.read_csv('sales.csv')\n\n# %% [markdown]\n# How much is sold?\n\n# %%\n"
    "df.mean()",
)
NO_CODE = _warning(
    code="DS935",
    name="notebook-without-code",
    what="A notebook has no code cell, or none that is Python 3.",
    why="It shows nothing of what people do with the data.",
    bad='print "sales", total  # Python 2, in every cell',
    good='print("sales", total)',
)
HELD_SECRET = _warning(
    code="DS936",
    name="secret-in-notebook",
    what="A notebook held what looks like a password, a key or a token; it was replaced.",
    why="Prompts go to other people's machines, and benchmarks are published.",
    bad='api_key = "hf_abcdefghijklmnopqrstuvwxyzabcdefgh"',
    good='api_key = os.environ["HF_TOKEN"]',
)
NAMED_PERSON = _note(
    code="DS937",
    name="person-in-notebook",
    what="A notebook named its author, or held mail addresses or links to profiles; they were taken out.",
    why="What a notebook does matters here, not whose it is; names in a prompt end up in problems.",
    bad="## Sales in spring, by Ann Example (ann@example.org)",
    good="## Sales in spring",
)
REMOVED_OUTPUT = _note(
    code="DS938",
    name="removed-output",
    what="Images and other rich outputs, widgets or attachments were taken out of a notebook.",
    why="A model is told in text what code gave; pictures only make a seed larger.",
    bad='"data": {"image/png": "iVBORw0KGgo..."}',
    good='"data": {"text/plain": "<Figure size 640x480 with 1 Axes>"}',
)
CUT_OUTPUT = _note(
    code="DS939",
    name="cut-output",
    what="Text outputs of a notebook were longer than their budget and lost their middle.",
    why="Both ends tell what code gave; all of it would crowd out the code.",
    bad="A cell that prints 60,000 lines.",
    good="df.head()",
)
