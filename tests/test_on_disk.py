"""What earlier versions left on disk is still read: journals, decisions, evidence, results, exports, paid replies.

The workspaces below ``tests/cases/on_disk/`` were made by the commands of the commit that names their folder, and are
never changed. Each test copies one, runs a command on the copy and compares its output with what that commit printed.
An output may say more than it did; what it said, it still has to say.
"""

import hashlib
import io
import json
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from authoring.cli.main import run_command
from authoring.records.provenance import public_meta

VERSION = "eda27bc"
CASES = Path(__file__).parent / "cases" / "on_disk" / VERSION
WRITES = os.environ.get("ON_DISK_WRITES") == VERSION
"""Whether outputs that are not recorded yet are written; set only where the program of that commit runs."""
TEMPLATE_DRAFTS = ("penguins", "penguins-three", "terns")
IMPORTED_DRAFTS = ("shops-pairs", "exercises", "functions", "counting", "shops-again")
FORMATS = ("dseval", "cibench", "dabench", "inspect", "jupyter", "huggingface")
ONE_PROBLEM = '# %%\nx = [3, 1, 2]\n\n# %%\n"""\nquestion: How many elements has `x`?\n"""\nlen(x)\n'


# --- a workspace and the command line -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Output:
    """What a command left behind in its streams."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Place:
    """A copy of a workspace, in which commands are run."""

    root: Path
    read_streams: Callable[[], Sequence[str]]

    def run(self, *arguments: str) -> Output:
        """Run a command; the path of the workspace is named ``{workspace}`` in its output."""
        self.read_streams()
        code = run_command(arguments)
        out, err = (text.replace(str(self.root), "{workspace}") for text in self.read_streams())
        return Output(code, out, err)

    def journal(self, name: str) -> Path:
        """Return the journal of a draft."""
        return self.root / ".authoring" / "runs" / name / "journal.jsonl"


class ModelServer:
    """A model's server, met as a proxy: it gives the files it holds and refuses everything else."""

    def __init__(self) -> None:
        self.files: dict[str, Path] = {}
        """By the end of the path that is asked for."""
        self.refused: list[str] = []
        """The requests that were answered with an error: path and body."""
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                """Stay silent."""

            def do_GET(self) -> None:
                """Give a file."""
                path = next((path for end, path in owner.files.items() if self.path.endswith(end)), None)
                if path is None:
                    self._refuse(b"")
                else:
                    self._send(200, path.read_bytes())

            def do_POST(self) -> None:
                """Refuse."""
                self._refuse(self.rfile.read(int(self.headers.get("content-length", "0"))))

            def _refuse(self, body: bytes) -> None:
                owner.refused.append(f"{self.path} {body.decode('utf-8', 'replace')}")
                error = {"message": "nothing is sold here", "type": "invalid_request_error", "code": "refused"}
                self._send(400, json.dumps({"error": error}).encode())

            def _send(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True

    @property
    def address(self) -> str:
        """The address of the proxy."""
        return f"http://127.0.0.1:{self.http.server_port}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """Run a server that this process meets whatever host it asks for a model."""
    for name in list(os.environ):
        if name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)
    running = ModelServer()
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, running.address)
    thread = threading.Thread(target=running.http.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield running
    running.http.shutdown()
    running.http.server_close()
    thread.join()


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the fingerprint of this machine's sandbox, as it stands in the evidence of an evaluation."""
    folder = tmp_path_factory.mktemp("fingerprint")
    (folder / "tiny").mkdir()
    (folder / "tiny" / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "tiny" / "counting.py").write_text(ONE_PROBLEM)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run_command(["evaluate", "tiny", "--solver", "reference", "--out", "out.jsonl", "--json"]) == 0
    header = json.loads((folder / "out.evidence.jsonl").read_text().splitlines()[0])
    return str(header["pinned"]["sandbox"])


@pytest.fixture
def place(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Place]:
    """Return a function that copies a workspace and makes the copy the current folder."""

    def copied(name: str) -> Place:
        root = tmp_path / name
        shutil.copytree(CASES / name, root)
        (root / "dot-authoring").rename(root / ".authoring")
        # git keeps no empty folder, and one counts: a set without inputs has its own, so that it takes nobody else's.
        for line in (CASES / "empty-folders.txt").read_text().split():
            workspace, _, folder = line.partition("/")
            if workspace == name:
                (root / folder).mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(root)
        monkeypatch.setenv("TZ", "UTC")
        # It was another version's; its person allows here what it asks for, as they are asked to once.
        run_command(["trust", "--yes"])
        return Place(root, lambda: tuple(capfd.readouterr()))

    return copied


@pytest.fixture
def bench(place: Callable[[str], Place], sandbox: str) -> Place:
    """Return a copy of the workspace without a model."""
    return as_of_here(place("bench"), sandbox)


@pytest.fixture
def model(place: Callable[[str], Place], sandbox: str, server: ModelServer) -> Place:
    """Return a copy of the workspace with a model, whose server refuses every call."""
    del server
    return as_of_here(place("model"), sandbox)


def as_of_here(place: Place, sandbox: str) -> Place:
    """Make a copy what it would be, had that version worked on this machine.

    A journal names a step by a hash of its arguments. The fingerprint of the sandbox is one of them, and the version of
    the program is one of an admission's. Beside each journal stands what was hashed, with gaps where these two were.
    """
    version = place.run("--version").out.strip()
    for keys in (place.root / ".authoring" / "runs").glob("*/*.keys"):
        journal = keys.with_suffix(".jsonl")
        text = journal.read_text()
        for entry in map(json.loads, keys.read_text().splitlines()):
            content = entry["of"].replace("{sandbox}", json.dumps(sandbox)[1:-1]).replace("{version}", version)
            key = hashlib.sha256(content.encode()).hexdigest()
            text = text.replace(f'"key":"{entry["key"]}"', f'"key":"{key}"')
        journal.write_text(text)
        keys.unlink()
    for evidence in (place.root / "results").glob("*/*.evidence.jsonl"):
        header, *lines = evidence.read_text().splitlines(keepends=True)
        record = json.loads(header)
        record["pinned"] |= {"sandbox": sandbox, "tool": version}
        evidence.write_text("".join([json.dumps(record, separators=(",", ":")) + "\n", *lines]))
    return place


# --- comparing ------------------------------------------------------------------------------------------------------


def expected(name: str, output: Output) -> str:
    """Return what that commit printed; where it runs itself, an output without a record is written."""
    path = CASES / "expected" / name
    if WRITES and not path.exists():
        path.parent.mkdir(exist_ok=True)
        whole = output.out if path.suffix != ".json" else json.dumps(json.loads(output.out), ensure_ascii=False) + "\n"
        path.write_text(whole)
    return path.read_text()


YIELD_OF_DECIDED = re.compile(r"\.(?:admitted\.(?:of|share|low|high)|(?:tokens|money|minutes)_per_problem|minutes)\b")
"""Figures of the yield that were measured over all drafts then, and are over those that a person decided on now.

Minutes were guessed from the times of decisions then, and are measured at the screen now.
"""


def assert_same_record(name: str, output: Output, *, code: int = 0, apart: re.Pattern[str] | None = None) -> None:
    """Hold a JSON document against the recorded one: it may hold more keys, and nothing else may differ.

    What is measured otherwise on purpose stands `apart`: a pattern of its places.
    """
    assert output.code == code, output
    missing = differences(json.loads(expected(f"{name}.json", output)), json.loads(output.out))
    assert [place for place in missing if apart is None or not apart.search(place)] == []


def assert_same_text(name: str, output: Output, *, code: int = 0) -> None:
    """Hold a text against the recorded one."""
    assert output.code == code, output
    assert output.out == expected(f"{name}.txt", output)


def differences(before: Any, now: Any, where: str = "$") -> Iterator[str]:
    """Yield the places in which a document lacks what an earlier one held."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            if key not in now:
                yield f"{where}.{key} is missing"
            else:
                yield from differences(value, now[key], f"{where}.{key}")
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (old, new) in enumerate(zip(before, now, strict=True)):
            yield from differences(old, new, f"{where}[{number}]")
    elif before != now:
        yield f"{where} was {str(before)[:200]!r} and is {str(now)[:200]!r}"


def assert_nothing_was_done_again(before: str, journal: Path) -> None:
    """See that a journal still holds every line, and that no step and no decision was added."""
    text = journal.read_text()
    assert text.startswith(before)
    added = [json.loads(line)["kind"] for line in text[len(before) :].splitlines()]
    assert [kind for kind in added if kind in {"step", "decision"}] == []


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its path."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- the whole workspace --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bench", "model"])
def test_status(name: str, place: Callable[[str], Place]) -> None:
    """Every seed, draft and admitted set is listed as before: revisions, marks, findings, and what each waits for."""
    output = place(name).run("status", "--json")
    # The next step of a rejected draft was a command with a gap, and is one that can be given as it stands.
    given = re.sub(r"authoring drafts reopen [\w-]+", "authoring draft SEED --restart", output.out)

    assert_same_record(f"{name}-status", Output(output.code, given, output.err))


@pytest.mark.parametrize("name", ["bench", "model"])
def test_seeds_are_listed(name: str, place: Callable[[str], Place]) -> None:
    """A seed keeps its licence, files, publication, notebook and allowances; invented and module seeds are read too."""
    copy = place(name)

    assert_same_record(f"{name}-seed-list", copy.run("seed", "list", "--json"))


@pytest.mark.exhaustive
def test_seed_gate_knows_what_a_person_let_pass(bench: Place) -> None:
    """An allowance that stands in a seed.yaml still lets its finding pass, with the reason and the person."""
    assert_same_record("bench-seed-check", bench.run("seed", "check", "penguins", "customers", "gulls", "--json"))


def test_seed_list_finds_its_seeds(bench: Place) -> None:
    """A list of seeds is read, and the seeds that were added from it are recognized: nothing is added twice."""
    before = contents(bench.root / "seeds")

    assert_same_record("bench-seed-add", bench.run("seed", "add", "--from", "seeds.txt", "--json"))
    assert contents(bench.root / "seeds") == before


# --- runs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*TEMPLATE_DRAFTS, *IMPORTED_DRAFTS])
def test_recorded_evidence_is_shown(name: str, bench: Place) -> None:
    """A draft and its evidence come from the journal as they were recorded, and no step of the run is done again."""
    before = bench.journal(name).read_text()

    assert_same_record(f"bench-review-{name}", bench.run("review", name, "--json"))
    assert_nothing_was_done_again(before, bench.journal(name))


def test_review_goes_on_where_it_stopped(bench: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks and comments of a reviewer are read: the review opens at the first problem without a mark."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    before = bench.journal("penguins").read_text()

    assert_same_text("bench-review-penguins", bench.run("review", "penguins", "--reviewer", "Ada"))
    assert_nothing_was_done_again(before, bench.journal("penguins"))


def test_draft_of_templates_is_resumed(bench: Place) -> None:
    """``draft`` goes on with a run that is pinned to templates, and finds every step and the rejection recorded."""
    before = bench.journal("terns").read_text()

    assert_same_record("bench-draft-terns", bench.run("draft", "terns", "--random-seed", "2", "--json"))
    assert_nothing_was_done_again(before, bench.journal("terns"))


def test_run_that_was_set_aside_is_kept(bench: Place) -> None:
    """A journal that a restart put aside is read by the report on yield, beside the current one of its name."""
    assert_same_record("bench-report-yield", bench.run("report", "yield", "--json"), apart=YIELD_OF_DECIDED)


def test_admission_is_carried_out_once(bench: Place) -> None:
    """Admitting what is admitted changes neither the set nor its data nor its provenance."""
    before = contents(bench.root / "problemsets")
    output = bench.run("admit", "penguins-three", "--yes", "--reason", "fine", "--reviewer", "Ada")

    assert_same_text("bench-admit-penguins-three", output)
    assert contents(bench.root / "problemsets") == before


def test_cache_of_another_program_is_no_obstacle(bench: Place) -> None:
    """A dry run that the program of another commit kept is as good as none: the set is proved in either case."""
    output = bench.run("run", "counting", "--json")
    (proof,) = json.loads(output.out)

    assert output.code == 0, output
    assert (proof["failure"], proof["evidence"]["diagnostics"]) == ("", [])
    assert [cell["number"] for cell in proof["evidence"]["dry_run"]["cells"]] == [None, 1, 2]


# --- drafts of a model ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["penguins", "pandas-orders-of-two-shops"])
def test_draft_of_a_model_is_resumed(name: str, model: Place, server: ModelServer) -> None:
    """Repair, revision and decisions are replayed from the journal: the model is not asked, and nothing runs again."""
    before = model.journal(name).read_text()
    what = ("--module", "pandas", "--topic", "1") if name.startswith("pandas") else (name,)

    assert_same_record(f"model-{name}", model.run("draft", *what, "--json"))
    assert server.refused == []
    assert_nothing_was_done_again(before, model.journal(name))


@pytest.mark.parametrize("name", ["penguins", "pandas-orders-of-two-shops"])
def test_draft_of_a_model_is_reviewed(name: str, model: Place, server: ModelServer) -> None:
    """A review opens on the recorded evidence without a call."""
    assert_same_record(f"model-{name}", model.run("review", name, "--json"))
    assert server.refused == []


def test_interrupted_run_goes_on_where_it_was_killed(model: Place, server: ModelServer) -> None:
    """Half a line at the end is dropped, the steps before it are kept, and only the next call is made."""
    before = model.journal("terns").read_text()
    output = model.run("draft", "terns", "--json")

    assert output.code == 13, output
    assert len(server.refused) == 1
    assert "Some problems of a draft failed" in server.refused[0]
    assert_nothing_was_done_again(before[: before.rfind("\n") + 1], model.journal("terns"))


def test_replies_are_not_paid_twice(model: Place, server: ModelServer) -> None:
    """A run whose journal is gone has its replies from the ledger: the same prompts find the same replies."""
    shutil.rmtree(model.journal("penguins").parent)
    # The page of lessons as it was when the run began: without rules.
    shutil.copyfile(CASES / "bench" / "guides" / "lessons.md", model.root / "guides" / "lessons.md")
    output = model.run("draft", "penguins", "--json", "--no-try-answers")
    openings = [re.search(r"Plan a problem set|Write the problem set|Some problems", call) for call in server.refused]

    # What a traceback looks like, and so the prompt of a repair, depends on the version of Python.
    assert {opening[0] if opening else "?" for opening in openings} <= (
        set() if sys.version_info[:2] == (3, 11) else {"Some problems"}
    )
    assert output.code == 0 or server.refused


def test_batch_is_collected(model: Place, server: ModelServer) -> None:
    """What was handed over in a batch is collected by its ticket, entered into the ledger, and makes a draft."""
    for path in (CASES / "served").iterdir():
        server.files[f"/batches/{path.stem}" if path.suffix == ".json" else f"/files/{path.stem}/content"] = path
    tickets = model.root / ".authoring" / "batches"
    assert len(list(tickets.glob("*.json"))) == 1
    output = model.run("draft", "gulls", "--batch", "--json")
    spent = json.loads(model.run("report", "spending", "--seed", "gulls", "--json").out)

    assert output.code == 0, output
    assert server.refused == []
    document = json.loads(output.out)
    text = document["drafts"][0]["end"]["draft"]["text"]
    assert (document["waiting"], document["batches"]) == ([], [])
    assert text == expected("model-batch-gulls.py", Output(0, text, ""))
    assert (spent["total"]["replied"], spent["total"]["open"]) == (2, 0)
    assert list(tickets.glob("*.json")) == []


@pytest.mark.parametrize("column", ["subject", "purpose", "model"])
def test_spending_is_reported(column: str, model: Place) -> None:
    """The ledger's calls, tries, tokens and money are read: replies, failures, a lost call and a call in a batch."""
    output = model.run("report", "spending", "--by", column, "--json")

    assert_same_record(f"model-report-spending-{column}", output)


def test_yield_is_reported(model: Place) -> None:
    """What came of each run, by guide, prompt and example, is read from journals and the ledger together."""
    assert_same_record("model-report-yield", model.run("report", "yield", "--json"), apart=YIELD_OF_DECIDED)


def test_lessons_remember_their_comments(model: Place, server: ModelServer) -> None:
    """A comment that became a rule, or was set aside, is recognized in its journal and proposed no more."""
    before = (model.root / "guides" / "lessons.md").read_bytes()

    assert_same_record("model-learn", model.run("learn", "--json"))
    assert server.refused == []
    assert (model.root / "guides" / "lessons.md").read_bytes() == before


def test_topics_are_shown(model: Place, server: ModelServer) -> None:
    """The topics of a module are read, and the model is not asked for what is there."""
    assert_same_record("model-topics", model.run("topics", "pandas", "--json"))
    assert server.refused == []


def test_invented_table_is_drawn_from_the_paid_plan(model: Place, server: ModelServer) -> None:
    """Inventing a table again asks for no new plan, and gives the same plan and the same bytes."""
    before = contents(model.root / "seeds" / "ferry")
    about = ("--about", "trips of a small ferry line", "--rows", "20", "--replace", "--json")
    output = model.run("seed", "invent", "ferry", *about)

    assert output.code == 0, output
    assert server.refused == []
    now = contents(model.root / "seeds" / "ferry")
    assert without_marks(now["plan.yaml"]) == before["plan.yaml"]
    assert now["data/ferry.csv"] == before["data/ferry.csv"]


def without_marks(content: bytes) -> bytes:
    """Return a document without the two lines that say its format version, which came after eda27bc."""
    lines = content.splitlines(keepends=True)
    return b"".join(line for line in lines if b"format_version" not in line and b"written_by" not in line)


# --- the benchmark --------------------------------------------------------------------------------------------------


def test_benchmark_is_measured(bench: Place) -> None:
    """Admitted sets and their provenance are read for the statistics of a benchmark."""
    assert_same_record("bench-stats", bench.run("stats", "--no-run", "--json"))


def test_translation_is_known(bench: Place, server: ModelServer) -> None:
    """Translated questions are read with model and reviewer, and none is asked for again."""
    output = bench.run("translate", "counting", "--json")

    assert_same_record("bench-translate", output)
    assert server.refused == []


def test_recorded_conversation_is_replayed(bench: Place, server: ModelServer) -> None:
    """A conversation that was recorded to files answers the same prompts, with neither key nor network."""
    translation = bench.root / "problemsets" / "_translations" / "zh" / "counting.yaml"
    translation.unlink()
    (bench.root / ".authoring" / "ledger.sqlite").unlink()
    output = bench.run("translate", "counting", "--model", "recorded:recordings", "--json")

    assert_same_record("bench-translate-recorded", output, code=1)
    assert server.refused == []


def test_locks_and_environments_are_listed(bench: Place) -> None:
    """A lock and the record of the environment that was made from it are read."""
    assert_same_record("bench-env-list", bench.run("env", "list", "--json"))


# --- results --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("reference", ("reference.jsonl",)),
        ("agent", ("agent.jsonl",)),
        ("agent-set", ("agent.jsonl", "shops-pairs")),
        ("agent-problem", ("agent.jsonl", "counting", "2")),
    ],
)
def test_results_are_shown(name: str, arguments: Sequence[str], bench: Place) -> None:
    """A file of results is read together with the evidence beside it: of all, of one set, of one problem."""
    file, *rest = arguments

    assert_same_record(f"bench-results-{name}", bench.run("results", "show", f"results/bench/{file}", *rest, "--json"))


def test_results_are_compared(bench: Place) -> None:
    """Two files of results are held against each other."""
    files = ("results/bench/agent.jsonl", "submissions/bench/agent.jsonl")
    output = bench.run("results", "compare", *files, "--json")

    assert_same_record("bench-results-compare", output, code=output.code)
    assert output.code in {0, 1}


def test_finished_evaluation_is_not_judged_again(bench: Place) -> None:
    """An evaluation that is complete is shown from its evidence, which stays as it is, byte for byte."""
    folder = bench.root / "results" / "bench"
    before = {name: (folder / name).read_bytes() for name in ("agent.jsonl", "agent.evidence.jsonl")}
    output = bench.run("evaluate", "problemsets", "--submissions", "submissions/bench/agent.jsonl", "--json")

    assert_same_record("bench-evaluate-agent", output)
    assert {name: (folder / name).read_bytes() for name in before} == before


@pytest.mark.exhaustive
def test_evaluation_goes_on_with_the_sets_that_are_left(bench: Place) -> None:
    """Of an evaluation that had judged one set, that set's evidence is kept and the others are judged."""
    evidence = bench.root / "results" / "bench" / "reference.evidence.jsonl"
    before = evidence.read_text()
    output = bench.run("evaluate", "problemsets", "--solver", "reference", "--json")

    assert output.code == 0, output
    assert evidence.read_text().startswith(before)
    names = [json.loads(line)["name"] for line in evidence.read_text().splitlines()[1:]]
    assert names[0] == "counting"
    assert sorted(names) == ["counting", "penguins-three", "shops-pairs"]


def test_imported_results_are_recognized(bench: Place) -> None:
    """Results that were put in order once are the same submissions when they are taken in again."""
    before = contents(bench.root / "submissions")
    output = bench.run("import", "results", "submissions/bench/agent.jsonl", "--json")

    assert_same_record("bench-import-results", output)
    assert contents(bench.root / "submissions") == before


# --- exports --------------------------------------------------------------------------------------------------------


def test_export_replaces_an_earlier_one(bench: Place) -> None:
    """An export over the one of an earlier version comes out the same, but for its version and paths of a machine."""
    folder = bench.root / "exports" / "dseval"
    before, version = contents(folder), bench.run("--version").out.strip()
    before["export.json"] = before["export.json"].replace(
        b"dseal-authoring 0.1.0", f"dseal-authoring {version}".encode()
    )
    output = bench.run("export", "dseval", "exports/dseval", "--json")

    after = contents(folder)
    after["export.json"] = without_marks(after["export.json"])

    assert_same_record("bench-export-dseval", output)
    manifests = [json.loads(files.pop("export.json")) for files in (after, before)]
    hashes = {entry["name"]: entry["sha256"] for entry in manifests[0]["files"]}
    # Records of origin are handed on without the folders that an earlier version wrote into them, and say who let pass.
    before = {
        name: public_meta(content.decode()).encode() if "_meta" in name else content for name, content in before.items()
    }
    assert after == before
    assert hashes == {name: hashlib.sha256(content).hexdigest() for name, content in after.items()}
    assert {**manifests[0], "files": []} == {**manifests[1], "files": [], "passed": []}


@pytest.mark.parametrize("name", FORMATS)
def test_changed_export_is_not_replaced(name: str, bench: Place) -> None:
    """The manifest of an earlier version's export is read: a file that was changed since is refused by name."""
    folder = bench.root / "exports" / name
    listed = json.loads((folder / "export.json").read_text())["files"]
    file = next(path for path in (folder / entry["name"] for entry in listed) if path.exists())
    file.write_bytes(file.read_bytes() + b"\n")
    words = (bench.root / "exports" / f"{name}.txt").read_text().split()
    output = bench.run("export", name, f"exports/{name}", *words)

    assert output.code == 3, output
    assert f"{file.name}: was changed since it was exported" in output.err


def test_responses_to_an_earlier_export_are_scored(bench: Place) -> None:
    """Labels and questions that were exported by an earlier version still score an agent's responses."""
    labels = bench.root / "exports" / "dabench" / "da-dev-labels.jsonl"
    ids = [json.loads(line)["id"] for line in labels.read_text().splitlines()]
    lines = [json.dumps({"id": number, "response": "@answer[5]"}) + "\n" for number in ids]
    (bench.root / "responses.jsonl").write_text("".join(lines))
    output = bench.run(
        "score", "dabench", "responses.jsonl", "--labels", "exports/dabench/da-dev-labels.jsonl", "--json"
    )

    assert_same_record("bench-score-dabench", output)
