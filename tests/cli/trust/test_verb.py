"""``authoring trust``, and what a stranger's workspace can do before it."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
import yaml

from authoring.workspace import Workspace
from tests.llm.server import LoopbackServer

CASES = Path(__file__).parents[2] / "cases" / "trust" / "settings.yml"
ASKING: list[dict[str, str]] = yaml.safe_load(CASES.read_text("utf-8"))
SET = '# %%\nx = 1\n\n# %%\n"""\nquestion: How much is `x`?\nvalidator:\n  result:\n"""\n\nx\n'
LOCK = "# python: 3.11\nnumpy==1.26.4 --hash=sha256:" + "0" * 64 + "\n"
Cli = Callable[..., Any]


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """Return a program that leaves a mark when it is started."""
    program = tmp_path / "evil"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'mark'}\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def foreign(seeded: Workspace, evil: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a stranger's workspace, which is the current folder."""
    seeded.problemset_path("tiny").write_text(SET)
    (seeded.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\n")
    (seeded.root / "seeds" / "penguins").rename(seeded.root / "seeds" / "tiny")
    for name in ("bin/python", "3."):
        (seeded.root / name).parent.mkdir(exist_ok=True)
        (seeded.root / name).write_bytes(evil.read_bytes())
        (seeded.root / name).chmod(0o755)
    (seeded.root / "environments").mkdir()
    (seeded.root / "environments" / "e.lock").write_text(LOCK)
    monkeypatch.chdir(seeded.root)
    return seeded


@pytest.mark.exhaustive(sample=10)
@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in ASKING])
def test_untrusted_settings_are_inert(cli: Cli, foreign: Workspace, evil: Path, case: dict[str, str]) -> None:
    """Nothing is started, spoken to or read; what would happen is said, and both ways out."""
    secret = evil.with_name("secret.ipynb")
    secret.write_text("sk-of-somebody-else")
    with LoopbackServer() as server:
        values = {"EVIL": evil, "SECRET": secret, "URL": server.url, "PYTHON": sys.executable}
        values["MARK"] = evil.with_name("mark")

        def filled(text: str) -> str:
            for name, value in values.items():
                text = text.replace(name, str(value))
            return text

        (foreign.root / "authoring.toml").write_text(filled(case["settings"].replace("\\n", "\n")))
        answer = cli(*filled(case["verb"]).split())
        calls = list(server.calls)

    assert (answer.code, answer.out) == (15, "")
    assert case["names"] in answer.err
    assert "authoring trust" in answer.err
    assert "AUTHORING_TRUST=" in answer.err
    assert (calls, evil.with_name("mark").exists()) == ([], False)
    assert "somebody" not in answer.err


def test_reading_needs_no_trust(cli: Cli, foreign: Workspace) -> None:
    """Verbs that neither start nor ask anything work in any workspace."""
    settings = (
        '[sandbox]\ncommand = ["evil"]\n[model]\nname = "m"\nkey_file = "/etc/hostname"\n[environment]\nlock = "l"\n'
    )
    (foreign.root / "authoring.toml").write_text(settings)

    for verb in ("status", "seed list", "lint problemsets", "env list", "trust --list"):
        assert cli(*verb.split()).code == 0, verb


def test_trust_is_kept_for_path_and_content(cli: Cli, foreign: Workspace, evil: Path, tmp_path: Path) -> None:
    """It stands outside of the workspace, ends with a change or with the withdrawal, and does not move with a copy."""
    (foreign.root / "authoring.toml").write_text('[environment]\npython = "bin/python"\n')
    before = cli("trust", "--json")
    allowed = cli("trust", "--yes", "--json")
    listed = cli("trust", "--list", "--json").json
    files = [
        path for path in foreign.root.rglob("*") if path.is_file() and b"starts the interpreter" in path.read_bytes()
    ]
    (foreign.root / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")
    changed = cli("trust", "--json")
    cli("trust", "--yes")
    moved = foreign.root.rename(tmp_path / "moved")
    elsewhere = cli("trust", moved, "--json")
    moved.rename(foreign.root)
    again = cli("trust", foreign.root, "--json")
    withdrawn = cli("trust", foreign.root, "--withdraw", "--json")

    assert (before.code, before.json["trusted"], before.json["allowed"]) == (1, False, [])
    assert (allowed.code, allowed.json["trusted"]) == (0, True)
    assert [folder["workspace"] for folder in listed["workspaces"]] == [str(foreign.root)]
    assert Path(listed["store"]).is_relative_to(Path.home())
    assert not any(b"starts the interpreter" in path.read_bytes() for path in files)
    assert (changed.code, elsewhere.code, again.code) == (1, 1, 0)
    assert (withdrawn.code, withdrawn.json["trusted"]) == (0, False)
    assert cli("trust", foreign.root, "--json").code == 1
    assert not evil.with_name("mark").exists()


def test_environment_names_what_is_trusted(
    cli: Cli, foreign: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a terminal the hash of all claims is a leave for that content, and only for that."""
    (foreign.root / "authoring.toml").write_text('[sandbox]\ncommand = ["no-such-program"]\n')
    monkeypatch.setenv("AUTHORING_TRUST", f"{'0' * 64},{cli('trust', '--json').json['sha256']}")
    allowed = cli("run", "tiny")
    (foreign.root / "authoring.toml").write_text('[sandbox]\ncommand = ["no-such-program", "x"]\n')
    changed = cli("run", "tiny")
    monkeypatch.setenv("AUTHORING_TRUST", "yes")
    misread = cli("run", "tiny")

    assert (allowed.code, changed.code, misread.code) == (7, 15, 2)
    assert "no-such-program cannot be started" in allowed.err
    assert "is no hash" in misread.err
    assert not (tmp_path / ".config" / "authoring").exists()


def test_new_workspace_asks_for_nothing(cli: Cli, tmp_path: Path) -> None:
    """What ``authoring init`` makes needs no trust."""
    cli("init", tmp_path / "new")
    answer = cli("trust", tmp_path / "new", "--json")

    assert (answer.code, answer.json["claims"], answer.json["trusted"]) == (0, [], True)


@pytest.mark.parametrize(
    "name",
    [
        *("guides/write.md", "templates/prompts/write.md", "templates/x.py", "prices.yaml", "seeds/x"),
        *("results", "results/tiny/reference.jsonl", "submissions/tiny"),
        *(".authoring/cache/runs", ".authoring/runs/tiny/journal.sums"),
    ],
)
def test_links_out_of_a_workspace_need_trust(cli: Cli, foreign: Workspace, tmp_path: Path, name: str) -> None:
    """A file outside is not read as a guide, a prompt, a template or a seed, and not written as what commands keep."""
    (tmp_path / "secret").write_text("secret")
    (foreign.root / name).parent.mkdir(parents=True, exist_ok=True)
    (foreign.root / name).unlink(missing_ok=True)
    (foreign.root / name).symlink_to(tmp_path / "secret")
    refused = cli("draft", "tiny")
    cli("trust", "--yes")
    allowed = cli("status")
    (foreign.root / name).unlink()
    (foreign.root / name).symlink_to("/etc/hostname")

    assert refused.code == 15
    assert f"{name} is a link to {tmp_path / 'secret'}" in refused.err
    assert allowed.code == 0
    assert cli("status").code == 15


def test_settings_that_are_shown_steer_no_terminal(cli: Cli, foreign: Workspace) -> None:
    """A program's name with escapes in it is shown with them spelt out, whole."""
    (foreign.root / "authoring.toml").write_text(
        '[sandbox]\ncommand = ["x", "\\u001b[2K\\r", "y\\nz", "\\u202e", "end"]\n'
    )
    answer = cli("trust")

    assert "\x1b" not in answer.out
    assert "\u202e" not in answer.out
    assert "end" in answer.out


def test_damaged_store_allows_nothing(cli: Cli, foreign: Workspace) -> None:
    """It is an error that names the file; it is neither taken for a leave nor written over."""
    (foreign.root / "authoring.toml").write_text('[sandbox]\ncommand = ["no-such-program"]\n')
    cli("trust", "--yes")
    store = Path(cli("trust", "--list", "--json").json["store"])
    for content in (b"", b"[]", b"{" * 100_000, b'{"format_version": 2, "later": 1}', store.read_bytes()[:40], b"\xff"):
        store.write_bytes(content)
        answers = [cli("run", "tiny"), cli("trust", "--yes"), cli("trust", "--list")]

        assert [answer.code for answer in answers] == [3, 3, 3]
        assert str(store) in answers[0].err
        assert store.read_bytes() == content


@pytest.mark.exhaustive
def test_person_at_a_terminal_is_asked_once(foreign: Workspace) -> None:
    """A no refuses the command, a yes lets it go on in the same breath, and nobody asks again."""
    (foreign.root / "authoring.toml").write_text('[sandbox]\ncommand = ["no-such-program"]\n')
    for reply, outcome in (("n", "is not trusted"), ("y", "cannot be started"), (None, "cannot be started")):
        program = pexpect.spawn(
            sys.executable, ["-m", "authoring", "run", "tiny"], cwd=str(foreign.root), env=dict(os.environ), timeout=60
        )
        if reply is not None:
            program.expect("starts this program on this machine")
            program.expect(r"\[y/N\]")
            program.sendline(reply)
        assert program.expect(["y/N", outcome]) == 1
        program.expect(pexpect.EOF)
        program.close()


def test_planted_environment_is_not_started(cli: Cli, foreign: Workspace, evil: Path) -> None:
    """A workspace that brings the environment of its lock along brings a program along."""
    made = cli("env", "list", "--json").json
    assert made[0]["name"] == "e"
    from authoring.sandbox.environments.lock import read_lock  # noqa: PLC0415
    from authoring.sandbox.environments.pythons import running_python  # noqa: PLC0415

    lock = read_lock(foreign.root / "environments" / "e.lock")
    folder = foreign.root / ".authoring" / "environments" / lock.key(running_python().version)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").write_bytes(evil.read_bytes())
    (folder / "bin" / "python").chmod(0o755)
    record: dict[str, Any] = {"key": folder.name, "name": "e", "lock": lock.sha256, "python": running_python().version}
    record |= {"packages": [], "loose": [], "size": 1, "made": "2026-01-01T00:00:00Z"}
    (folder / "environment.json").write_text(json.dumps(record))
    answers = [cli("env", "create", "e"), cli("run", "tiny", "--env", "here,e"), cli("env", "check", "e")]

    assert [answer.code for answer in answers] == [15, 15, 15]
    assert "not made on this machine" in answers[0].err
    assert not evil.with_name("mark").exists()
