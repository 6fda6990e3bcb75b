"""``authoring lint``: findings as a compiler shows them, and exit codes a build can rely on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.findings.codes import all_codes

Cli = Callable[..., Any]
BROKEN = '# %%\nimport pandas as pd\n\n# %%\n"""\nquestoin: |\n  How many?\n"""\n\nlen(pd.DataFrame())\n'


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return a problem set with a misspelt key."""
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    return path


@pytest.fixture
def good(tmp_path: Path, problem_text: str) -> Path:
    """Return a problem set beside its data."""
    (tmp_path / "_inputs" / "good").mkdir(parents=True)
    (tmp_path / "_inputs" / "good" / "penguins.csv").write_text("species,mass\nAdelie,3750\n")
    path = tmp_path / "good.py"
    path.write_text(problem_text)
    return path


def test_finding_points_at_its_place(
    cli: Cli, broken: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    """Path, line, column, code, message, the line with a caret, a hint, a summary, the next command."""
    monkeypatch.chdir(broken.parent)
    answer = cli("lint", "broken.py")

    assert answer.code == 1
    golden("cli/lint-broken.txt", answer.out)


def test_clean_file_is_fine(cli: Cli, good: Path) -> None:
    """No error, no failure."""
    answer = cli("lint", good)

    assert answer.code == 0
    assert "in 1 file" in answer.out
    assert answer.out.splitlines()[-1].startswith("next: authoring ")


def test_data_beside_the_file_is_seen(cli: Cli, good: Path) -> None:
    """A question about a column the data does not have is found, because the data's header was read."""
    good.write_text(good.read_text().replace("`mass`", "`weight`"))

    assert "weight" in " ".join(finding["message"] for finding in cli("lint", good, "--json").json)


def test_json_is_a_list_of_findings(cli: Cli, broken: Path) -> None:
    """With --json there is nothing but the findings, and the exit code stays."""
    answer = cli("lint", broken, "--json")

    assert (answer.code, answer.err) == (1, "")
    assert {finding["path"] for finding in answer.json} == {str(broken)}


def test_select_and_ignore(cli: Cli, broken: Path) -> None:
    """Codes are chosen and left out by prefix, repeated or with commas."""
    codes = {finding["code"] for finding in cli("lint", broken, "--json").json}

    assert cli("lint", broken, "--ignore", ",".join(codes), "--json").json == []
    assert {f["code"] for f in cli("lint", broken, "--select", min(codes), "--json").json} == {min(codes)}


def test_prefix_of_nothing_is_refused(cli: Cli, broken: Path) -> None:
    """A slip in --ignore must not look like a clean file, nor one in --select."""
    assert cli("lint", broken, "--select", "XX1").code == 2


def test_warnings_fail_only_if_strict(cli: Cli, good: Path) -> None:
    """A warning lets a build pass, unless it asked for --strict."""
    cell = good.read_text().split("\n# %%")[2]
    good.write_text(f"{good.read_text()}\n# %%{cell.replace('1', '2')}")
    severities = {finding["severity"] for finding in cli("lint", good, "--json").json}

    assert severities == {"warning"}
    assert (cli("lint", good).code, cli("lint", good, "--strict").code) == (0, 1)


def test_folder_stands_for_its_sets(cli: Cli, good: Path, broken: Path) -> None:
    """Of a folder, the files DSEval would load are read."""
    (good.parent / "_draft.py").write_text("")

    assert "in 2 files" in cli("lint", broken.parent).out


def test_empty_folder_is_refused(cli: Cli, tmp_path: Path) -> None:
    """A folder without a set is a mistake, not a success."""
    (tmp_path / "empty").mkdir()

    assert cli("lint", tmp_path / "empty").code == 2


def test_no_utf8_is_said(cli: Cli, broken: Path) -> None:
    """A file in another encoding gets a clear word."""
    broken.write_bytes(b"# %%\n\xff\xfe\n")
    answer = cli("lint", broken)

    assert answer.code == 3
    assert "byte 5 is not UTF-8" in answer.err


def test_terminal_is_not_steered(cli: Cli, broken: Path) -> None:
    """Escape sequences in a stranger's file, its name included, arrive as text."""
    path = broken.with_name("a\x1b[2Jb.py")
    path.write_text(BROKEN.replace("questoin", "que\x1b[31mstoin\u202e"))
    answer = cli("lint", path)

    assert answer.code == 1
    assert "\x1b" not in answer.out
    assert "\u202e" not in answer.out


def test_all_codes_are_listed(cli: Cli) -> None:
    """Without an argument there is one line for each code."""
    answer = cli("explain")

    assert answer.code == 0
    assert [code for code in all_codes() if code not in answer.out] == []


def test_code_is_explained(cli: Cli, golden: Callable[[str, str], None]) -> None:
    """What it finds, why it matters, bad, good."""
    answer = cli("explain", "DS201")

    assert answer.code == 0
    golden("cli/explain-DS201.txt", answer.out)


def test_name_and_lower_case_will_do(cli: Cli) -> None:
    """Whoever has the name, or is in a hurry, is understood."""
    assert cli("explain", "empty-question").out == cli("explain", "ds201").out == cli("explain", "DS201").out


def test_json(cli: Cli) -> None:
    """One code gives one object, no code gives all."""
    one, every = cli("explain", "DS201", "--json").json, cli("explain", "--json").json

    assert one in every
    assert set(one) == {"code", "name", "severity", "what", "why", "bad", "good"}
    assert len(every) == len(all_codes())
