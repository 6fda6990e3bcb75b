"""Code of strangers where nothing but limits stands around it: refused, asked about, or let through on purpose."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.workspace import Workspace
from tests.admitted_sets import put_set
from tests.cli.test_machine import LIMITED, demand

Cli = Callable[..., Any]
SET = '# %%\nx = 1\n\n# %%\n"""\nquestion: How much is `x`?\nvalidator:\n  result:\n"""\n\nx\n'
FUNCTIONS = 'def double(x):\n    """Double `x`.\n\n    >>> double(2)\n    4\n    """\n    return 2 * x\n'
ANSWERS = '{"problemset": "tiny", "index": 1, "code": "x"}\n'


@pytest.fixture
def limited(bare: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace on a machine that has limits and no walls, with a stranger's set; it is the current folder."""
    demand(bare, "limits", sys.executable, "-c", LIMITED)
    bare.problemset_path("tiny").write_text(SET)
    (bare.root / "problemsets" / "_manifest.yaml").write_text(
        f"name: {bare.settings.benchmark.name}\nversion: '{bare.settings.benchmark.version}'\n"
    )
    (tmp_path / "sales.csv").write_text("shop,price\n" + "".join(f"{'abc'[n % 3]},{n * 7 % 31}\n" for n in range(40)))
    (tmp_path / "functions.py").write_text(FUNCTIONS)
    (tmp_path / "answers.jsonl").write_text(ANSWERS)
    monkeypatch.chdir(bare.root)
    return bare


@pytest.mark.exhaustive(sample=1, most=3)
@pytest.mark.parametrize(
    "verb",
    [
        "run tiny",
        "evaluate --solver reference",
        "evaluate --submissions ../answers.jsonl",
        "stats",
        "import functions ../functions.py --licence MIT",
        "import dseval problemsets --licence MIT",
        "export jupyter ../course",
    ],
)
def test_strangers_code_is_refused_without_walls(
    cli: Cli, limited: Workspace, verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs for a hash, or on demand, and for nothing that stands in the workspace."""
    assert 'isolation = "limits"' in (limited.root / "authoring.toml").read_text()
    if verb.startswith("export"):
        # Only what was admitted can be exported.
        (limited.root / "problemsets" / "_manifest.yaml").unlink()
        put_set(limited, "tiny", SET)
    refused = cli(*verb.split())
    hashes = refused.err.partition("AUTHORING_TRUST=")[2].split()[0]
    demanded = cli(*verb.split(), "--isolation", "landlock")
    monkeypatch.setenv("AUTHORING_TRUST", "0" * 64)
    misled = cli(*verb.split())
    monkeypatch.setenv("AUTHORING_TRUST", hashes)
    allowed = cli(*verb.split())

    assert (refused.code, refused.out, misled.code, demanded.code) == (15, "", 15, 7)
    assert "--isolation limits" in refused.err
    assert "limits and no walls" in refused.err
    assert allowed.code in {0, 1}


@pytest.mark.exhaustive
def test_isolation_on_the_command_line_is_a_leave(cli: Cli, limited: Workspace) -> None:
    """For this command, and not for the next."""
    assert cli("run", "tiny", "--isolation", "limits").code == 0
    assert cli("run", "tiny", "--fresh").code == 15
    assert cli("run", "tiny", "--isolation", "none").code == 2
    assert limited.problemsets() == ("tiny",)


@pytest.mark.exhaustive
def test_leave_for_sets_ends_with_their_text(cli: Cli, limited: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text is another question."""
    monkeypatch.setenv("AUTHORING_TRUST", cli("run", "tiny").err.partition("AUTHORING_TRUST=")[2].split()[0])
    assert cli("run", "tiny").code == 0
    limited.problemset_path("tiny").write_text(SET.replace("x = 1", "x = 2"))
    assert cli("run", "tiny").code == 15


@pytest.mark.exhaustive
def test_templates_need_no_leave(cli: Cli, limited: Workspace) -> None:
    """What the package's own templates make is drafted, admitted, run and evaluated without a question."""
    limited.problemset_path("tiny").unlink()
    answers = [
        cli("seed", "add", "../sales.csv", "--licence", "CC0-1.0"),
        cli("draft", "sales"),
        cli("admit", "sales", "--yes", "--reviewer", "Ada"),
        cli("run", "sales", "--fresh"),
        cli("evaluate", "--solver", "reference"),
        cli("export", "dseval", "../out"),
    ]

    assert [answer.code for answer in answers] == [0] * 6, [answer.err for answer in answers]


@pytest.mark.exhaustive
def test_changed_template_is_a_strangers(cli: Cli, limited: Workspace) -> None:
    """One line more in a template, and a person is needed."""
    cli("seed", "add", "../sales.csv", "--licence", "CC0-1.0")
    template = min(path for path in (limited.root / "templates").glob("*.py") if not path.name.startswith("_"))
    template.write_text(template.read_text() + "\n")

    assert cli("draft", "sales").code == 15


@pytest.mark.exhaustive
def test_drafts_of_a_strangers_journal_are_no_own_code(cli: Cli, limited: Workspace, tmp_path: Path) -> None:
    """A journal says that templates made its draft; what counts is that this machine saw them do it."""
    cli("seed", "add", "../sales.csv", "--licence", "CC0-1.0")
    cli("draft", "sales")
    path = limited.journal_path("sales")
    text = path.read_text()
    path.write_text(text.replace("import pandas as pd", "import os; import pandas as pd"))
    # Whoever forges a journal removes the checksums of its lines.
    path.with_suffix(".sums").unlink()
    (Path.home() / ".config" / "authoring" / "trust.json").replace(tmp_path / "old.json")
    demand(limited, "limits", sys.executable, "-c", LIMITED)

    assert text != path.read_text()
    assert cli("admit", "sales", "--yes", "--reviewer", "Ada").code == 15


@pytest.mark.exhaustive
def test_person_is_asked_and_the_command_goes_on(limited: Workspace) -> None:
    """A yes is kept outside of the workspace."""
    for is_asked in (True, False):
        arguments = ["-m", "authoring", "run", "tiny", "--fresh"]
        program = pexpect.spawn(sys.executable, arguments, cwd=str(limited.root), env=dict(os.environ), timeout=120)
        if is_asked:
            program.expect("may run without walls")
            program.expect(r"\[y/N\]")
            program.sendline("y")
        assert program.expect(["y/N", pexpect.EOF]) == 1
        program.close()
        assert program.exitstatus == 0
