"""``authoring translate``: from a model's reply to questions that a person has looked at, in a real terminal too."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.records.bundle import TranslatedQuestion
from authoring.workspace import Workspace
from authoring.workspace.documents import read_translations, translation_path
from tests.llm.server import LoopbackServer
from tests.llm.wire import Answer, Call

ROOT = Path(__file__).parents[2]
Cli = Callable[..., Any]
TEXT = '''# %%
"""
question: How many rows has `df`?
"""
len(df)

# %%
"""
question: |
  Round the mean of `mass` to 2 decimals.
"""
round(df["mass"].mean(), 2)

# %%
"""
question: Which `kind` comes first?
"""
df["kind"].iloc[0]
'''
CHINESE = {1: "`df` 有多少行。", 2: "把 `mass` 的均值保留 2 位小数。", 3: "哪个 `kind` 排在最前。"}


@pytest.fixture
def admitted(bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Return a workspace with an admitted set of three questions; the current folder is its root."""
    bare.problemset_path("tiny").write_text(TEXT)
    monkeypatch.chdir(bare.root)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    return bare


def say(call: Call) -> Answer:
    """Translate as a model would that loses a name the first time, and takes a reviewer at their word."""
    asked = call.messages[-1]
    numbers = [int(number) for number in re.findall(r"question (\d+)", asked.rsplit("Translate into", 1)[1])]
    texts = dict(CHINESE)
    if "lacks `kind`" not in asked and "<comment" not in asked:
        texts[3] = "哪一种排在最前。"
    if "<comment" in asked:
        texts = {number: text.replace("。", "呢。") for number, text in texts.items()}
    said = {"questions": [{"number": number, "text": texts[number]} for number in numbers]}
    return Answer(json.dumps(said, ensure_ascii=False))


def kept(workspace: Workspace) -> dict[int, TranslatedQuestion]:
    """Return what stands in the file."""
    return {
        one.number: one for translation in read_translations(workspace.root, "tiny") for one in translation.questions
    }


def with_server(server: LoopbackServer, *more: str) -> tuple[str, ...]:
    """Return a command that asks a server on this machine."""
    return ("translate", "tiny", "--model", "tutor", "--base-url", server.url, "--reviewer", "Ada", *more)


def test_yes_takes_what_is_sound(cli: Cli, admitted: Workspace) -> None:
    """A real client asks, a lost name is asked for once more, --yes keeps the reviewer, and nothing is asked twice."""
    with LoopbackServer(say) as server:
        first = cli(*with_server(server, "--yes"))
        second = cli(*with_server(server, "--yes"))

    assert (first.code, second.code) == (0, 0)
    assert len(server.calls) == 2
    assert {number: one.text for number, one in kept(admitted).items()} == CHINESE
    assert {(one.model, one.reviewer) for one in kept(admitted).values()} == {("tutor", "Ada")}
    assert "3 looked at, 0 left" in second.out
    assert second.out.splitlines()[-1] == "next: authoring export cibench DIR tiny --language zh --suite template"


def test_spending_is_counted(cli: Cli, admitted: Workspace) -> None:
    """Calls stand in the ledger under the set and the purpose, and a budget stops before it is exceeded."""
    with LoopbackServer(say) as server:
        stopped = cli(*with_server(server, "--yes", "--budget", "10"))
        cli(*with_server(server, "--yes"))
    spent = cli("report", "spending", "--by", "purpose", "--json").json

    assert stopped.code != 0
    assert "budget" in stopped.err
    assert [(row["name"], row["replied"]) for row in spent["rows"]] == [("translate", 2)]
    assert kept(admitted)[1].reviewer == "Ada"


def test_faulty_ones_are_not_taken_unseen(cli: Cli, admitted: Workspace) -> None:
    """What still has a finding after the second try is kept without a reviewer, told, and is no success."""
    faulty = {"questions": [{"number": number, "text": text} for number, text in {**CHINESE, 3: "排在最前。"}.items()]}
    with LoopbackServer(lambda _: Answer(json.dumps(faulty))) as server:
        answer = cli(*with_server(server, "--yes"))

    assert answer.code == 1
    assert "tiny.py:16:1: warning DS774 lost-in-translation: the translation lacks `kind`" in answer.out
    assert "2 looked at, 1 left" in answer.out
    assert [one.reviewer for one in kept(admitted).values()] == ["Ada", "Ada", ""]


def test_stale_ones_are_asked_for_anew(cli: Cli, admitted: Workspace) -> None:
    """A question that was changed since is translated again, the others are left alone."""
    with LoopbackServer(say) as server:
        cli(*with_server(server, "--yes"))
        admitted.problemset_path("tiny").write_text(TEXT.replace("How many rows has", "Count the rows of"))
        answer = cli(*with_server(server, "--json"))

    assert answer.code == 1
    assert (answer.json["asked"], answer.json["left"]) == ([1], [1])
    assert kept(admitted)[1].original == "Count the rows of `df`?"
    assert [one.reviewer for one in kept(admitted).values()] == ["", "Ada", "Ada"]


def test_again(cli: Cli, admitted: Workspace) -> None:
    """Named questions are translated anew, reviewed or not; a slip is refused."""
    with LoopbackServer(say) as server:
        cli(*with_server(server, "--yes"))
        before = len(server.calls)
        answer = cli(*with_server(server, "--again", "2", "--json"))
        slip = cli(*with_server(server, "--again", "2,9"))

    assert answer.json["asked"] == [2]
    assert len(server.calls) > before
    assert kept(admitted)[2].reviewer == ""
    assert (slip.code, "9 is no question of the set" in slip.err) == (2, True)


def test_model_that_fails_keeps_nobody_from_the_rest(cli: Cli, admitted: Workspace) -> None:
    """Where others wait to be looked at, a model that gives nothing is told and stops nothing."""
    only_one = {"questions": [{"number": 1, "text": CHINESE[1]}]}
    with LoopbackServer(lambda _: Answer(json.dumps(only_one))) as server:
        assert cli(*with_server(server, "--json")).json["left"] == [1, 2, 3]
        answer = cli(*with_server(server, "--json"))

    assert answer.code == 1
    assert "gave no translation, asked 2 times" in answer.json["trouble"]
    assert [one.number for one in kept(admitted).values()] == [1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tiny",), "no model is named, and 3 questions of tiny would have to be translated"),
        (("tiny", "--language", "fr"), "nothing is translated into fr"),
        (("none",), "no admitted problem set is called none"),
    ],
)
def test_slips(cli: Cli, admitted: Workspace, arguments: tuple[str, ...], message: str) -> None:
    """What cannot be done is said in one line, and nothing is written."""
    answer = cli("translate", *arguments, "--reviewer", "Ada")

    assert answer.code != 0
    assert message in answer.err
    assert not translation_path(admitted.root, "tiny", "zh").exists()


def test_broken_file_is_told(cli: Cli, admitted: Workspace) -> None:
    """A translation that cannot be read is an error with its path, and is not overwritten."""
    path = translation_path(admitted.root, "tiny", "zh")
    path.parent.mkdir(parents=True)
    path.write_text("language: [")
    answer = cli("translate", "tiny", "--reviewer", "Ada", "--json")

    assert answer.code != 0
    assert "tiny.yaml" in answer.err
    assert path.read_text() == "language: ["


Terminal = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(admitted: Workspace) -> Iterator[Terminal]:
    """Return a function that starts the command in a terminal of its own."""
    started: list[pexpect.spawn[str]] = []

    def start(*arguments: str, **more: str) -> "pexpect.spawn[str]":
        path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
        child = pexpect.spawn(
            sys.executable,
            ["-m", "authoring", *arguments],
            env={**os.environ, "PYTHONPATH": path, **more},
            cwd=str(admitted.root),
            encoding="utf-8",
            timeout=180,
            dimensions=(60, 100),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def end(child: "pexpect.spawn[str]") -> int:
    """Wait for the program's end; return its exit code."""
    child.expect(pexpect.EOF)
    child.close()
    return int(child.exitstatus or 0)


@pytest.mark.exhaustive
def test_review_side_by_side(terminal: Terminal, admitted: Workspace, tmp_path: Path) -> None:
    """Accept, stop, go on later; edit in an editor; ask again with a word: each is written as it is said."""
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed -i "s/均值/平均值/" "$1"\n')
    script.chmod(0o755)
    with LoopbackServer(say) as server:
        child = terminal(*with_server(server))
        child.expect("question 1 of 3")
        child.expect("English +Simplified Chinese")
        child.expect("How many rows has `df`.* `df` 有多少行")
        child.expect("quit")
        child.send("a")
        child.expect("question 1 accepted")
        child.expect("question 2 of 3")
        child.expect("quit")
        child.send("q")
        child.expect("1 looked at, 2 left")
        child.expect("next: .*authoring translate tiny --language zh")
        assert end(child) == 0
        assert [one.reviewer for one in kept(admitted).values()] == ["Ada", "", ""]
        calls = len(server.calls)
        child = terminal(*with_server(server), EDITOR=str(script))
        child.expect("question 2 of 3")
        child.expect("quit")
        child.send("e")
        child.expect("平均值")
        child.expect("quit")
        child.send("a")
        child.expect("question 3 of 3")
        child.expect("quit")
        child.send("r")
        child.expect("what should be different")
        child.sendline("friendlier")
        child.expect("排在最前呢")
        child.expect("quit")
        child.send("a")
        child.expect("3 looked at, 0 left")
        assert end(child) == 0
    assert len(server.calls) == calls + 1
    assert [one.text for one in kept(admitted).values()] == [
        CHINESE[1],
        "把 `mass` 的平均值保留 2 位小数。",
        "哪个 `kind` 排在最前呢。",
    ]
    assert {one.reviewer for one in kept(admitted).values()} == {"Ada"}


@pytest.mark.exhaustive
def test_stop_loses_nothing(terminal: Terminal, admitted: Workspace) -> None:
    """^C ends the sitting with 130; what was accepted stays accepted."""
    with LoopbackServer(say) as server:
        child = terminal(*with_server(server))
        child.expect("question 1 of 3")
        child.expect("quit")
        child.send("a")
        child.expect("question 2 of 3")
        child.expect("quit")
        child.sendintr()
        child.expect("error: stopped")
        assert end(child) == 130
    assert [one.reviewer for one in kept(admitted).values()] == ["Ada", "", ""]


def test_script_can_look(cli: Cli, admitted: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Lines from a pipe serve as keys and answers; a translation with a finding is accepted on a second word only."""
    translation = {**CHINESE, 3: "哪一种\x1b[2J排在最前。"}
    said = {"questions": [{"number": number, "text": text} for number, text in translation.items()]}
    keys = tmp_path / "keys"
    keys.write_text("p\nn\nn\nn\nz\n?\na\nn\ne\na\ny\nq\n")
    with LoopbackServer(lambda _: Answer(json.dumps(said))) as server, keys.open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        answer = cli(*with_server(server))

    assert answer.code == 0
    for words in ("this is the first one", "this is the last one", "no such key", "accept this translation"):
        assert words in answer.out
    assert "not accepted" in answer.out
    assert "nothing changed: false ended with status 1" in answer.out
    assert "\x1b" not in answer.out
    assert [one.reviewer for one in kept(admitted).values()] == ["", "", "Ada"]
