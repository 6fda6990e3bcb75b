"""Drafting by a language model: the real client against a server on this machine, from the seed to the benchmark."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.api.runs.standing import current_draft
from authoring.dseal import parse
from authoring.records.decision import Action
from authoring.workspace import Workspace
from authoring.workspace.journal import read_decisions
from tests.cli.played import GOOD, REPLIES, REVISED, play, stage_of
from tests.llm.server import Answer, Call, LoopbackServer

Cli = Callable[..., Any]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """Return a server whose model slips once and mends it when told."""
    with LoopbackServer(play) as server:
        yield server


@pytest.fixture
def ask(cli: Cli, seeded: Workspace, server: LoopbackServer) -> Cli:
    """Return a function that runs a command about the seeded workspace and that server's model.

    Answers are tried at admission: what the gate says while drafting has tests of its own.
    """

    def call(*arguments: str) -> Any:
        drafting = ("--model", "scripted", "--base-url", server.url, "--no-try-answers")
        model = drafting if arguments[0] == "draft" else ()
        return cli(*arguments, *model, "--workspace", seeded.root)

    return call


def stages(server: LoopbackServer) -> list[str]:
    """Return what was asked for, in order."""
    return [stage_of(served.call) for served in server.calls]


@pytest.mark.exhaustive
def test_model_drafts_repairs_and_is_admitted(ask: Cli, server: LoopbackServer, seeded: Workspace) -> None:
    """A sketch, a set, a repair of what failed and of nothing else; then a person admits what stands."""
    answer = ask("draft", "penguins", "--json")
    again = ask("draft", "penguins", "--json")
    admitted = ask("admit", "penguins", "--yes", "--reviewer", "ada", "--reason", "its form is told")

    assert answer.code == 0, answer
    draft = answer.json["draft"]
    assert stages(server) == ["sketch", "probes", "write", "repair"]
    assert draft["revision"] == 2
    assert GOOD in draft["text"]
    assert len(parse(draft["text"]).problems) == 10
    assert {origin["origin"] for origin in draft["origins"]} == {"model:scripted"}
    assert draft["origins"][5]["knowledge"] == ["grouping", "dictionaries"]
    assert again.json == answer.json
    assert admitted.code == 0, admitted
    assert "made_with" in (seeded.root / "problemsets" / "_meta" / "penguins.yaml").read_text()


@pytest.mark.exhaustive
def test_repair_is_sent_the_broken_problem_alone(ask: Cli, server: LoopbackServer) -> None:
    """With the real traceback, and without the problems that were fine."""
    ask("draft", "penguins")
    asked = next(served.call.messages[-1] for served in server.calls if stage_of(served.call) == "repair")

    assert "KeyError: 'weight'" in asked
    assert "in_kilograms" not in asked


SELECTED = """# problem 5
# %%
\"""
question: |
  Select the rows whose `mass` is above 4500, keep their order, and number them anew from 0.
\"""
{code}
"""
SOUND = 'df[df["mass"] > 4500].reset_index(drop=True)'


def mending(code: str) -> LoopbackServer:
    """Return a server whose model slips twice, mends its error, and then answers what the gate says of problem 5."""

    def reply(call: Call) -> Answer:
        if stage_of(call) == "write":
            return Answer(play(call).text.replace(SOUND, SOUND.replace(">", "<")))
        # Warnings stand beside the error in the first request, and this model mends the error alone.
        is_objection = (
            stage_of(call) == "repair" and "DS654" in call.messages[-1] and "KeyError" not in call.messages[-1]
        )
        return Answer(SELECTED.format(code=code)) if is_objection else play(call)

    return LoopbackServer(reply)


def draft_with(cli: Cli, server: LoopbackServer, seeded: Workspace, *arguments: str) -> Any:
    """Return the answer to drafting penguins with the model of a server."""
    about = ("--model", "scripted", "--base-url", server.url, "--workspace", seeded.root)
    return cli("draft", "penguins", "--json", *arguments, *about)


@pytest.mark.exhaustive
def test_rules_mend_first_and_the_model_what_is_left(cli: Cli, seeded: Workspace) -> None:
    """Refused right answers are mended by rule; what rules cannot mend goes back to the model, and only that."""
    with mending(SOUND) as server:
        drafted = draft_with(cli, server, seeded)
        again = draft_with(cli, server, seeded)
        request = server.calls[-1].call.messages[-1]
        calls = stages(server)
    draft, findings = drafted.json["draft"], drafted.json["evidence"]["diagnostics"]
    journal = (seeded.root / ".authoring" / "runs" / "penguins" / "journal.jsonl").read_text()

    assert calls == ["sketch", "probes", "write", "repair", "repair"]
    assert "other-side" in request
    assert "refused-right-answer" not in request
    assert "in_kilograms" not in request
    assert draft["revision"] == 4
    assert SOUND in draft["text"]
    assert "compare_fn" in draft["text"]
    assert "DS681" in journal
    assert not [finding for finding in findings if finding["code"] in {"DS602", "DS654"}]
    assert again.json["draft"] == draft


@pytest.mark.exhaustive
def test_a_repair_that_spoils_a_sound_draft_is_not_shown(cli: Cli, seeded: Workspace) -> None:
    """Where a mend of what the gate objects to fails, a person sees the draft that ran, and may admit it."""
    with mending("df.no_such_method()") as server:
        drafted = draft_with(cli, server, seeded)
        again = draft_with(cli, server, seeded)
        admitted = cli("admit", "penguins", "--yes", "--reviewer", "ada", "--reason", "x", "--workspace", seeded.root)
        calls = stages(server)

    assert calls == ["sketch", "probes", "write", "repair", "repair"]
    assert drafted.json["draft"]["revision"] == 3
    assert not [finding for finding in drafted.json["evidence"]["diagnostics"] if finding["severity"] == "error"]
    assert again.json["draft"] == drafted.json["draft"]
    assert admitted.code == 0, admitted


@pytest.mark.exhaustive
def test_answers_are_tried_at_admission_alone(cli: Cli, seeded: Workspace, server: LoopbackServer) -> None:
    """With `--no-try-answers` nothing is tried while drafting; the draft is refused at its admission all the same."""
    drafted = draft_with(cli, server, seeded, "--no-try-answers")
    admitted = cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", seeded.root)

    assert stages(server) == ["sketch", "probes", "write", "repair"]
    assert "DS602" not in {finding["code"] for finding in drafted.json["evidence"]["diagnostics"]}
    assert admitted.code == 1
    # Nobody asked the model again in between.
    assert stages(server) == ["sketch", "probes", "write", "repair"]


@pytest.mark.exhaustive
def test_a_repair_is_not_paid_again_when_rules_change(
    ask: Cli, server: LoopbackServer, seeded: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A draft that was repaired leads to what came of it, whatever a later version of the rules finds in it."""
    drafted = ask("draft", "penguins", "--json")
    (seeded.root / ".authoring" / "ledger.sqlite").unlink(missing_ok=True)
    monkeypatch.setattr("authoring.api.verification.check_dry_run", lambda *_: ())
    again = ask("draft", "penguins", "--json")

    assert stages(server) == ["sketch", "probes", "write", "repair"]
    assert again.json["draft"] == drafted.json["draft"]


@pytest.mark.exhaustive
def test_comments_are_carried_out_and_shown(ask: Cli, server: LoopbackServer) -> None:
    """The problem that was commented on changes, all others stay, and the difference is shown."""
    ask("draft", "penguins")
    revised = ask("revise", "penguins", "--comment", "3: in which order?", "--reviewer", "ada")
    now = ask("review", "penguins", "--json").json["draft"]

    assert revised.code == 0, revised
    assert stages(server)[-1] == "revise"
    assert '+df["species"].unique().tolist()' in revised.out
    assert "in the order in which they first occur" in now["text"]
    assert now["revision"] == 3
    assert REVISED.split("\n", 1)[1].strip() in now["text"]


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("revise", "penguins"), "there is no comment"),
        (("revise", "penguins", "--comment", "99: harder"), "there is no problem 99"),
    ],
)
def test_comment_must_be_about_something(ask: Cli, arguments: tuple[str, ...], said: str) -> None:
    """Nothing is asked where nothing is said."""
    ask("draft", "penguins")
    answer = ask(*arguments, "--reviewer", "ada")

    assert answer.code == 2
    assert said in answer.err


def test_templates_have_no_model_to_revise(cli: Cli, drafted: Workspace) -> None:
    """A draft from templates is edited by a person."""
    answer = cli("revise", "penguins", "--comment", "x", "--reviewer", "ada", "--workspace", drafted.root)

    assert answer.code == 2
    assert "was drafted from templates" in answer.err


def test_reply_is_not_paid_twice(ask: Cli, server: LoopbackServer, seeded: Workspace) -> None:
    """A run that is begun anew, or whose journal is gone, has its replies from the ledger."""
    ask("draft", "penguins")
    paid = len(server.delivered)
    seeded.journal_path("penguins").unlink()
    answer = ask("draft", "penguins", "--json")

    assert answer.code == 0
    assert len(server.delivered) == paid


def test_budget_stops_before_the_call(ask: Cli, server: LoopbackServer) -> None:
    """Nothing is sent that would exceed it, and what is done stays done."""
    answer = ask("draft", "penguins", "--budget", "100")

    assert answer.code == 14
    assert server.delivered == ()
    assert "budget" in answer.err


def test_estimate_asks_nothing(ask: Cli, server: LoopbackServer, seeded: Workspace) -> None:
    """Calls and tokens are said before the first is spent."""
    answer = ask("draft", "penguins", "--estimate", "--json")

    assert answer.code == 0, answer
    assert server.calls == ()
    assert answer.json["calls_least"] == 3
    assert answer.json["prompt"] > 1_000
    assert seeded.runs() == ()


@pytest.mark.exhaustive
def test_many_seeds_fail_by_name(cli: Cli, seeded: Workspace, tmp_path: Path) -> None:
    """What one seed fails at keeps none of the others from its draft, and is told with its name and stage."""
    (tmp_path / "gulls.csv").write_text("species,mass\nHerring,1000\nGreat,1700\nLesser,800\nCommon,400\nMew,410\n")
    cli("seed", "add", tmp_path / "gulls.csv", "--licence", "CC0-1.0", "--workspace", seeded.root)

    def one_fails(call: Call) -> Answer:
        return Answer(status=400) if "gulls" in call.messages[-1] else play(call)

    with LoopbackServer(one_fails) as server:
        model = ("--model", "scripted", "--base-url", server.url)
        answer = cli("draft", "penguins", "gulls", *model, "--workspace", seeded.root, "--json")

    made = {one["name"]: one for one in answer.json}
    assert answer.code == 13
    assert made["penguins"]["end"]["draft"]["revision"] == 3
    assert made["gulls"]["end"] is None
    assert made["gulls"]["failure"].startswith("gulls: sketch:")


@pytest.mark.exhaustive
def test_pinned_model_is_not_changed(ask: Cli, cli: Cli, seeded: Workspace, server: LoopbackServer) -> None:
    """Another model means another draft."""
    ask("draft", "penguins")
    other = cli("draft", "penguins", "--model", "other", "--base-url", server.url, "--workspace", seeded.root)

    assert other.code == 8
    assert "the model was scripted, not other" in other.err


@pytest.mark.exhaustive
def test_scripted_folder_needs_no_network(cli: Cli, seeded: Workspace, tmp_path: Path) -> None:
    """Replies from files draft as well, and what the gate objects to is a person's where they have come to an end."""
    folder = tmp_path / "replies"
    folder.mkdir()
    for stage in ("sketch", "probes", "write", "repair"):
        (folder / f"{stage}-1.md").write_text(REPLIES[stage].replace(SOUND, SOUND.replace(">", "<")))
    answer = cli("draft", "penguins", "--model", f"scripted:{folder}", "--workspace", seeded.root, "--json")

    assert answer.code == 0, answer
    assert answer.json["draft"]["revision"] == 3
    assert "DS654" in {finding["code"] for finding in answer.json["evidence"]["diagnostics"]}


@pytest.mark.exhaustive
def test_key_stays_out_of_every_file(
    cli: Cli, seeded: Workspace, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is sent to the server, and stands nowhere."""
    secret = "sk-never-to-be-written"  # noqa: S105 - made up for the test
    monkeypatch.setenv("OPENAI_API_KEY", secret)
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    answer = cli("draft", "penguins", "--model", "scripted", "--base-url", server.url, "--workspace", seeded.root)

    assert server.calls[0].call.headers["authorization"] == f"Bearer {secret}"
    held = [path for path in seeded.root.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert held == []
    assert secret not in answer.out + answer.err + json.dumps(str(answer))


@pytest.mark.exhaustive
def test_batches_are_handed_over_and_collected(cli: Cli, seeded: Workspace) -> None:
    """Each command collects what has come, goes on, and hands over what is asked next; every reply is paid once.

    That no draft is solved blind is said where the settings want that.
    """
    settings = seeded.root / "authoring.toml"
    settings.write_text(settings.read_text().replace("blind_solve = false", "blind_solve = true"))
    with LoopbackServer(play) as server:
        model = (
            "--model",
            "scripted",
            "--base-url",
            server.url,
            "--batch",
            "--no-try-answers",
            "--workspace",
            seeded.root,
            "--json",
        )
        answers = [cli("draft", "penguins", *model) for _ in range(12)]
    said = [answer.json for answer in answers]

    made = [one for one in said if one["drafts"]]
    assert said[0]["waiting"] == ["penguins"]
    assert made[0]["drafts"][0]["end"]["draft"]["revision"] == 2
    assert made[-1]["waiting"] == []
    assert stages(server) == ["sketch", "probes", "write", "repair"]
    assert all("drafts of a batch are not solved blind" in answer.err for answer in answers)


@pytest.mark.exhaustive
def test_model_that_never_replied_may_be_changed(ask: Cli, cli: Cli, seeded: Workspace) -> None:
    """A run of which nothing came is begun anew with the model that is named now."""
    failed = cli("draft", "penguins", "--model", "gpt-x", "--workspace", seeded.root)
    answer = ask("draft", "penguins", "--json")

    assert failed.code == 13
    assert "no key for gpt-x" in failed.err
    assert answer.json["draft"]["made_with"]["model"] == "scripted"


@pytest.mark.exhaustive
def test_repeat_of_an_admitted_set_is_refused(ask: Cli) -> None:
    """With the pair shown: a model is told, and a person is asked where it goes on repeating."""
    ask("draft", "penguins")
    ask("admit", "penguins", "--yes", "--reviewer", "ada", "--reason", "its form is told")
    answer = ask("draft", "penguins", "--name", "again")

    assert answer.code == 1
    assert "DS502" in answer.out
    assert "`df`" in answer.out


@pytest.mark.exhaustive
def test_model_that_is_gone_keeps_nobody_from_a_review(cli: Cli, seeded: Workspace) -> None:
    """What was said is kept, and a review opens as before; only the person asks again."""
    with LoopbackServer(lambda call: Answer(status=400) if stage_of(call) == "revise" else play(call)) as server:
        place = ("--workspace", seeded.root)
        cli("draft", "penguins", "--model", "scripted", "--base-url", server.url, *place)
        failed = cli("revise", "penguins", "--comment", "3: in which order?", "--reviewer", "ada", *place)
        asked = len(server.calls)
        review = cli("review", "penguins", "--json", *place)

        assert len(server.calls) == asked

    said = read_decisions(seeded.journal_path("penguins"))[-1]
    assert failed.code == 13
    assert review.code == 0
    assert [comment.text for comment in said.comments] == ["in which order?"]
    assert not said.for_model


@pytest.mark.exhaustive
def test_review_sends_comments_to_the_model(ask: Cli, seeded: Workspace) -> None:
    """One key: the problem changes before the reviewer's eyes, and what was accepted stays accepted."""
    ask("draft", "penguins")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "review", "penguins", "--reviewer", "Ada"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=str(seeded.root),
        encoding="utf-8",
        timeout=180,
        dimensions=(60, 100),
    )
    child.expect("quit")
    child.send("r")
    child.expect("nothing was commented on")
    child.send("n")
    for number in (1, 2):
        child.expect(f"problem {number} of 10")
        child.expect("quit")
        child.send("a")
        child.expect(f"problem {number} accepted")
    child.expect("problem 3 of 10")
    child.expect("quit")
    child.send("c")
    child.expect("comment on problem 3")
    child.sendline("in which order?")
    child.expect("comment kept")
    child.expect("quit")
    child.send("r")
    child.expect(r"they\s*[│ \r\n]*first[│ \r\n]*occur")
    child.expect("quit")
    child.send("q")
    child.expect(pexpect.EOF)
    child.close()

    last = read_decisions(seeded.journal_path("penguins"))[-1]
    assert last.accepted == (1, 2)
    assert last.comments == ()


@pytest.mark.exhaustive
def test_settings_say_how_long_a_reply_may_be(cli: Cli, seeded: Workspace, server: LoopbackServer) -> None:
    """What authoring.toml says of the model reaches the server with every call."""
    said = f'[model]\nname = "scripted"\nbase_url = "{server.url}"\nreply_tokens = 3000\ntemperature = 0.5\n'
    (seeded.root / "authoring.toml").write_text(said)
    assert cli("trust", "--yes", seeded.root).code == 0
    cli("draft", "penguins", "--workspace", seeded.root)

    assert {served.call.body["max_tokens"] for served in server.calls} == {3_000}
    assert {served.call.body["temperature"] for served in server.calls} == {0.5}


@pytest.mark.exhaustive
def test_persons_problem_is_never_changed(ask: Cli, seeded: Workspace, server: LoopbackServer) -> None:
    """A model is not even asked about what a person wrote, and the review goes on."""
    ask("draft", "penguins")
    path = seeded.journal_path("penguins")
    draft, _ = current_draft(path)
    assert draft is not None
    with resume_run(seeded, "penguins") as journal:
        mine = draft.text.replace(GOOD, f"float({GOOD})")
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", text=mine))
    refused = ask("revise", "penguins", "--comment", "2: harder", "--reviewer", "ada")
    review = ask("review", "penguins", "--json")

    assert refused.code == 2
    assert "problem 2 is a person's" in refused.err
    assert "revise" not in stages(server)
    assert review.json["draft"]["text"] == mine


def test_looks_at_the_data_and_plans_anew(cli: Cli, seeded: Workspace) -> None:
    """What the data answer stands in the request to write; a degenerate answer has its problem planned anew, once."""
    probes = [
        {"problem": 4, "expression": "df['mass'].isna().sum()"},
        {"problem": 2, "expression": "df.groupby('species')['mass'].mean().to_dict()"},
        {"problem": 3, "expression": "__import__('os').system('touch x')"},
    ]
    anew = {"number": 4, "task": "How often each island occurs.", "knowledge": ["counting"], "level": "easy"}
    replies = {
        "probes": json.dumps({"probes": probes}),
        "replan": json.dumps({"problems": [{**anew, "needs": [1], "gives": []}]}),
    }

    def answer(call: Call) -> Answer:
        return Answer(replies[stage_of(call)]) if stage_of(call) in replies else play(call)

    with LoopbackServer(answer) as server:
        model = ("--model", "scripted", "--base-url", server.url, "--no-try-answers", "--rounds", "0")
        for _ in range(2):
            cli("draft", "penguins", *model, "--workspace", seeded.root)
        assert stages(server) == ["sketch", "probes", "probes", "replan", "write"]
        first, second, replan, write = (served.call.messages[-1] for served in server.calls[1:])

    # Refused in one form, and told why; refused again, or left out, it is no answer.
    assert "refused: the name '__import__'" not in first
    assert "refused: the name '__import__'" in second
    assert "df['mass'].isna().sum(): zero" in replan
    assert "so that the data carry them: 4." in replan
    assert "How often each island occurs." in write
    assert "'Adelie'" in write
    assert "refused:" not in write


@pytest.mark.exhaustive
@pytest.mark.parametrize("blind_model", ["", "second"])
def test_a_blind_solve_goes_to_repair_and_to_the_person(cli: Cli, seeded: Workspace, blind_model: str) -> None:
    """Other answers than the references' are sent with both sides; what stays is evidence, and asked for once.

    Another model than the one that drafts needs leave like whatever else the settings name, and is asked with no other.
    """
    settings = seeded.root / "authoring.toml"
    text = settings.read_text().replace("blind_solve = false", "blind_solve = true")
    settings.write_text(text.replace('blind_model = ""', f'blind_model = "{blind_model}"'))
    cli("trust", seeded.root, "--yes")

    def answer(call: Call) -> Answer:
        if "which you answer now:" in call.messages[-1]:
            return Answer("```python\nlen(open.__name__)\n```")
        return play(call)

    with LoopbackServer(answer) as server:
        model = ("--model", "scripted", "--base-url", server.url, "--no-try-answers", "--workspace", seeded.root)
        estimated = cli("draft", "penguins", *model, "--estimate", "--json").json
        first = cli("draft", "penguins", *model, "--json").json
        calls = len(server.calls)
        second = cli("draft", "penguins", *model, "--json").json
        repairs = [served.call.messages[-1] for served in server.calls if "Some problems" in served.call.messages[-1]]
        solvers = {
            served.call.body["model"] for served in server.calls if "which you answer now:" in served.call.messages[-1]
        }

    assert solvers == {blind_model or "scripted"}
    assert "DS979" in {finding["code"] for finding in first["evidence"]["diagnostics"]}
    assert "whoever sees the question and the tables alone gives another answer" in repairs[-1]
    assert (second["evidence"], len(server.calls)) == (first["evidence"], calls)
    assert estimated["calls_least"] <= calls <= estimated["calls_most"]
    report = cli("report", "yield", "--json", "--workspace", seeded.root).json
    assert (report["total"]["calls"], report["other_calls"]) == (calls, 0)


def test_settings_leave_out_the_look(cli: Cli, seeded: Workspace) -> None:
    """A workspace that says so, or whose prompts are older, goes from the plan to the writing."""
    settings = seeded.root / "authoring.toml"
    settings.write_text(settings.read_text().replace("probes = true", "probes = false"))
    with LoopbackServer(play) as server:
        model = ("--model", "scripted", "--base-url", server.url, "--no-try-answers", "--rounds", "0")
        cli("draft", "penguins", *model, "--workspace", seeded.root)
        settings.write_text(settings.read_text().replace("probes = false", "probes = true"))
        (seeded.root / "templates" / "prompts" / "replan.md").unlink()
        cli("draft", "penguins", "--name", "older", *model, "--workspace", seeded.root)
        calls = stages(server)

    assert calls == ["sketch", "write"]
