"""What a zygote that opens many sessions does once, so that none of them has to be the first to do it.

The first frame that is grouped, shown or compared in a process takes several times as long as the second: modules are
imported late, caches are filled, code is specialised. Every session and every judgement is a fresh fork, and would pay.
"""

import contextlib
import io
import warnings
from typing import Any

from authoring.sandbox.inside.cell import execute
from authoring.sandbox.inside.changes import compare, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.evidence import collect, collect_asked
from authoring.sandbox.inside.judge import judge_packed
from authoring.sandbox.inside.views import error_view, traceback_text, value_view
from authoring.validators.base import Execution

FILENAME = "<rehearsal>"
CELLS = (
    """
import io, re, math, datetime, collections
import numpy as np
import pandas as pd
df = pd.read_csv(io.StringIO('a,b,c,d\\n1,x,2.5,2024-01-02\\n2,y,,2024-02-03\\n2,x,1.5,2024-02-04\\n'))
df['d'] = pd.to_datetime(df['d'])
total = df.groupby('b')['c'].agg(['mean', 'sum'])
wide = df.merge(total, left_on='b', right_index=True).sort_values(['a', 'c'], ascending=False).reset_index(drop=True)
items, numbers, text = [1, 2.5, 'x'], {'a': [1], 'b': None}, df.to_string()
array = np.arange(6).reshape(2, 3) * 1.5
def f(x):
    return [value * 2 for value in x]
df[df['a'] > 1].dropna().describe()
""",
    "df['e'] = df['c'].fillna(0).apply(lambda x: x + 1)\nseries = df['b'].str.upper().value_counts()\nseries",
    "print(df.head())\narray.sum()",
    "wide.loc[0, 'a'] = 5\n[len(wide), 'x', {'a': (1, 2)}]",
    "undefined_name",
)
BLOCK: dict[str, Any] = {
    "namespace_check": {"df": None, "series": None, "wide": {"ignore_order": True}, "items": None, "array": None},
    "table_test": {"function_name": "f", "test_cases": [[[1, 2]]]},
}


def rehearse() -> None:
    """Run, look at, collect and judge cells of our own, right ones against wrong ones, and forget them."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        for mine, theirs in zip(_walk(""), _walk("df['a'] = df['a'] + 1"), strict=True):
            _judge(mine, theirs)


def _walk(extra: str) -> list[Execution]:
    """Return what is left behind by each cell; `extra` makes them differ."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    before, found = snapshot(namespace), []
    for cell in CELLS:
        ran = execute(cell, filename=FILENAME, namespace=namespace, forbid_names=[])
        execute(extra, filename=FILENAME, namespace=namespace, forbid_names=[])
        after = snapshot(namespace)
        digest(ran.value)
        value_view(ran.value)
        told = "" if ran.error is None else str(error_view(ran.error, FILENAME))
        text = traceback_text(ran.error, FILENAME)
        found.append(Execution(cell + extra, ran.value, told, ran.error, text, namespace, compare(before, after)))
        before = after
    return found


def _judge(mine: Execution, theirs: Execution) -> None:
    reference = collect(mine, BLOCK)
    for execution in (mine, theirs):
        packed, _ = collect_asked(execution, BLOCK, reference.asks())
        judge_packed(BLOCK, reference.packed(), packed, "dseval")
