"""Case files of the language, and texts made to be hard to read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st

CASES = Path(__file__).parents[1] / "cases" / "dseal"

NASTY = st.lists(
    st.one_of(
        st.sampled_from([
            "# %%", "# %%\n", "#%%\n", " # %%\n", "# %% title\n", '"""', "'''", 'r"""', '"""\n', "question: ",
            "query: ", "question: a\n", "validator:\n", "  result:\n", "  namespace_check:\n    x: {atol: 1}\n",
            "\n", "\r", "\r\n", "\f", "\x85", "\u2028", "\ufeff", "\t", "\\", "\0", "\ud800", "é", "x = 1\n",
            "- [", "{", "}", "*a ", "&a ", "<<: ", "!!int ", "!!set ", "2001-99-99", "0x", "1:30", "%YAML 1.1\n",
            "---\n", "`a` ", "|\n", "import numpy as np\n", "np.random.rand()\n", "df.plot()\n", "open('/etc/x')\n",
            "def f(x):\n", "    return x\n", "del x\n", "execution: {max_time: 3}\n", "  model:\n", "data: {a: b}\n",
            "  table_test: {function_name: f, test_cases: ['`1`', //]}\n",
        ]),
        st.text(max_size=4),
    ),
    max_size=25,
).map("".join)  # fmt: skip


@pytest.fixture(scope="session")
def nasty() -> st.SearchStrategy[str]:
    """Texts of markers, quotes, line endings and pieces of cells in any order."""
    return NASTY


@pytest.fixture(scope="session")
def cell_text() -> Callable[..., str]:
    """Make the text of one problem, with a context cell before it where one is given."""

    def make(yaml: str = "question: Add 1 and 2.", code: str = "1 + 2", context: str = "") -> str:
        before = f"# %%\n{context.rstrip()}\n\n" if context else ""
        return f'{before}# %%\n"""\n{yaml.rstrip()}\n"""\n\n{code.rstrip()}\n'

    return make
