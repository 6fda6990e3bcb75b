"""Make the workspaces of this folder with the commands of commit eda27bc.

From the root of a checkout of that commit, with its environment and the extra ``kaggle``::

    PYTHONPATH=. python PATH/OF/make.py FOLDER

FOLDER must not exist. The language model is a script behind a loopback server; the real client reaches it by the name
``model.invalid``, because the script is named as its proxy. So no port and no address of a machine is written down.
"""

import csv
import hashlib
import http.client
import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

MODEL = "made-up-model"
BASE_URL = "http://model.invalid/v1"
KEYS = "ON_DISK_KEYS"
"""Environment variable: the file that takes what the keys of journals are hashes of."""
TEMPLATES = (
    *("load_table", "missing_counts", "top_rows", "level_shares", "group_summary", "group_spread", "pivot_means"),
    *("rank_in_group", "ratio", "standardise", "bands", "strongest_pair", "top_share_function", "iqr_fences"),
    *("correlation", "above_limit"),
)
KEPT_OF_EXPORTS = 24_000
"""Bytes; larger files of exports are left out, which an export over an earlier one allows."""


# --- made-up data ---------------------------------------------------------------------------------------------------


def birds(names: Sequence[str], start: int) -> str:
    """Return a table of 24 made-up birds."""
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["bird", "species", "island", "mass", "flipper", "depth", "day", "sex"])
    for number in range(24):
        species = names[(number * number + number // 5) % len(names)]
        mass = start + (number * 937) % 2_750 + 300 * names.index(species)
        flipper = 170 + (number * 53) % 47 + 9 * names.index(species)
        depth = "" if number in {7, 18} else f"{13 + (number * 31) % 80 / 10:.1f}"
        sex = "" if number in {3, 11} else ("female", "male")[number * 7 % 5 % 2]
        island = ("North", "Mill", "Old Town")[(number * 5 + 1) % 7 % 3]
        writer.writerow(
            [f"B{number:03}", species, island, mass, flipper, depth, f"2024-0{1 + number % 9}-{10 + number}", sex]
        )
    return table.getvalue()


CUSTOMERS = "customer,mail,spent\n" + "".join(
    f"{number},person{number}@example.org,{number * 37 % 101}.5\n" for number in range(1, 13)
)
PAIRS = """question,answer
"Read `inputs/shops.csv` into a variable called shops","import pandas as pd
shops = pd.read_csv(""inputs/shops.csv"")"
How many rows has `shops`?,len(shops)
"Which town has the most shops? Give its name.","shops[""town""].value_counts().idxmax()"
"""
SHOPS = "shop,town,sold\n1,Hill,5\n2,Hill,9\n3,Lake,2\n4,Dale,7\n5,Hill,1\n"
EXERCISES = """# %% [markdown]
# ### Step 1. Import the libraries and read the table into `shops`

# %%
import pandas as pd
shops = pd.read_csv("shops.csv")

# %% [markdown]
# ### Step 2. What is the sum of `sold`?

# %%
shops["sold"].sum()

# %% [markdown]
# ### Step 3. What does each town sell on average?

# %%
shops.groupby("town")["sold"].mean()
"""
FUNCTIONS = '''"""Two small functions."""


def double(number: int) -> int:
    """Return twice a number.

    >>> double(4)
    8
    """
    return 2 * number


def longest(words: list[str]) -> str:
    """Return the longest word, the first of several.

    >>> longest(["a", "bcd", "ef"])
    'bcd'
    """
    return max(words, key=len)
'''
COUNTING = '''# %%
x = [3, 1, 2]

# %%
"""
question: How many elements has `x`?
validator:
  result:
"""
len(x)

# %%
"""
question: Sort `x` into `y`.
validator:
  namespace_check:
    y:
"""
y = sorted(x)
'''
ANSWERS = (
    ("counting", 1, 1, "len(x) + 1"),
    ("counting", 1, 2, "len(x)"),
    ("counting", 2, 1, "y = x[:2"),
    ("shops-pairs", 1, 1, 'import pandas as pd\nshops = pd.read_csv("inputs/shops.csv")'),
    ("shops-pairs", 2, 1, "shops.shape[0]"),
    ("shops-pairs", 3, 1, "print(shops['town'].mode()[0])"),
)
GUIDE = "# {title}\n\nWrite short problems about the table, with one answer each.\n"
LEVELS = {"numbers": [], "levels": [], "prefix": "", "start": None, "terms": [], "of": "", "decimals": None}
FIELD = {**LEVELS, "minimum": None, "maximum": None, "missing": 0.0}
PLAN = {
    "title": "Ferry trips",
    "description": "Trips of a small ferry line between two harbours.",
    "fields": [
        {**FIELD, "name": "trip", "family": "sequence", "numbers": [1000], "prefix": "T-"},
        {**FIELD, "name": "harbour", "family": "levels", "numbers": [5, 3], "levels": ["North Quay", "Mill Pier"]},
        {**FIELD, "name": "day", "family": "dates", "numbers": [364], "start": "2025-01-01"},
        {**FIELD, "name": "passengers", "family": "poisson", "numbers": [42]},
        {**FIELD, "name": "freight", "family": "lognormal", "numbers": [4, 0.8], "decimals": 1, "missing": 0.25},
        {**FIELD, "name": "crew", "family": "integers", "numbers": [3, 6]},
    ],
}
TOPIC = {
    "title": "Orders of two shops",
    "task": "See which of two shops sells more.",
    "names": ["pandas.DataFrame.rolling", "pandas.DataFrame.pivot_table"],
    "level": "medium",
}
RULES = [
    {"text": "Say how equal values are ordered wherever rows are sorted.", "comments": [1]},
    {"text": "Name the unit of every number.", "comments": [2]},
]
FAILING = 'round(sum(df["mass"].tolist()) / 0, 1)'
"""Fails in the cell itself, so that no path of an installed package gets into a traceback."""
CHINESE = ("`x` 有多少个元素。", "把 `x` 排序后存入 `y`。")


# --- the model ------------------------------------------------------------------------------------------------------


class Script:
    """Answers what the commands below ask a model."""

    def __init__(self) -> None:
        self.holds = threading.Event()
        """Set when a call came that is never answered."""
        self.hangs_at = ""
        """Purpose that is never answered: the client is killed meanwhile."""
        self.fails_at = ""
        """Purpose that is answered with an error."""

    def play(self, call: Any) -> Any:
        """Return the answer to a call."""
        from tests.cli.played import BROKEN, GOOD, OPENINGS, REPLIES
        from tests.llm.wire import Answer

        schema = (call.body.get("response_format") or {}).get("json_schema", {}).get("name", "")
        last = call.messages[-1]
        if schema == "topics":
            return Answer(json.dumps({"topics": [TOPIC]}))
        if schema == "table":
            return Answer(json.dumps(PLAN))
        if schema == "lessons":
            more = {"rule": 0, "repeats": [], "contradicts": [], "why": "a reviewer asked for it"}
            return Answer(json.dumps({"changes": [rule | more for rule in RULES]}))
        if schema == "translation":
            numbers = [int(number) for number in re.findall(r"question (\d+)", last.rsplit("Translate into", 1)[1])]
            texts = [{"number": number, "text": CHINESE[number - 1]} for number in numbers]
            return Answer(json.dumps({"questions": texts}, ensure_ascii=False))
        if "This set is an experiment about a Python library" in call.prompt:
            return Answer(Path("tests/cases/experiments/shop.py").read_text("utf-8"))
        stage = next(stage for words, stage in OPENINGS.items() if last.startswith(words))
        if stage == self.hangs_at:
            self.holds.set()
            return Answer(fault="hang")
        if stage == self.fails_at:
            return Answer(status=400)
        text = REPLIES[stage].replace(BROKEN, FAILING)
        for name in ("gulls", "terns"):
            if f"{name}.csv" in call.prompt:
                text = text.replace("penguins", name)
                if name == "gulls":
                    text = text.replace(FAILING, GOOD)
        return Answer(text)


class Relay(BaseHTTPRequestHandler):
    """A proxy that hands every request to the loopback server, whatever host it names."""

    target = ("127.0.0.1", 0)

    def log_message(self, *_: Any) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        """Pass it on."""
        self._pass_on()

    def do_POST(self) -> None:
        """Pass it on."""
        self._pass_on()

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        path = re.sub(r"^http://[^/]+", "", self.path)
        names = ("content-type", "authorization", "accept")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        connection = http.client.HTTPConnection(*self.target, timeout=600)
        try:
            connection.request(self.command, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError:
            self.close_connection = True
            return
        self.send_response(answer.status)
        self.send_header("content-type", answer.headers.get("content-type", ""))
        self.send_header("content-length", str(len(content)))
        self.send_header("x-request-id", "req-made-up")
        self.end_headers()
        self.wfile.write(content)


# --- commands -------------------------------------------------------------------------------------------------------


class Shell:
    """Runs commands in one workspace."""

    def __init__(self, root: Path, variables: dict[str, str]) -> None:
        self.root, self.variables = root, variables

    def words(self, *arguments: str) -> list[str]:
        """Return a command of the toolkit as a process is started with it."""
        return [sys.executable, str(Path(__file__).resolve()), "--command", *arguments]

    def __call__(self, *arguments: str, typed: str = "", codes: Sequence[int] = (0,)) -> str:
        """Run a command and return what it printed."""
        print(f"{self.root.name}$ authoring {' '.join(arguments)}", flush=True)
        done = subprocess.run(
            self.words(*arguments),
            cwd=self.root,
            env=self.variables,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in codes:
            raise SystemExit(f"ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout if not done.returncode else done.stdout + done.stderr


def obey_noting_keys(arguments: Sequence[str]) -> None:
    """Run a command of the toolkit, and note what each key of a journal is the hash of."""
    import authoring.journal as journal
    from authoring.cli.main import obey

    real = journal._key

    def noted(stage: Any, args: Any, kwargs: Any) -> str:
        bound = inspect.signature(stage).bind(*args, **kwargs)
        bound.apply_defaults()
        content = {
            name: journal._content(value) for name, value in bound.arguments.items() if name not in journal.WATCHERS
        }
        text = json.dumps([stage.__name__, content], sort_keys=True)
        key = real(stage, args, kwargs)
        if hashlib.sha256(text.encode()).hexdigest() != key:
            raise SystemExit("the key is the hash of something else")
        fingerprint = getattr(kwargs.get("sandbox"), "fingerprint", "")
        with Path(os.environ[KEYS]).open("a") as file:
            file.write(json.dumps({"key": key, "of": text, "sandbox": fingerprint}) + "\n")
        return key

    journal._key = noted
    if arguments[0] == "with-kaggle":
        code = with_kaggle(arguments[1:])
    else:
        code = obey(arguments)
    sys.stdout.flush()
    sys.exit(code)


def with_kaggle(arguments: Sequence[str]) -> int:
    """Run a command where a loopback Kaggle publishes a made-up data set and a notebook about it."""
    import pytest

    from authoring.cli.main import obey
    from tests.sources.kaggle.pointing import kaggle_at_loopback
    from tests.sources.kaggle.published import PublishedDataset, PublishedNotebook

    cells = [{"cell_type": "markdown", "metadata": {}, "source": "# A look at gulls"}]
    code = 'import pandas as pd\ndf = pd.read_csv("../input/gulls/gulls.csv")\ndf.groupby("species")["mass"].mean()'
    cells.append({"cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None})
    notebook = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    table = birds(("Herring", "Common", "Mew"), 700).encode()
    folder = Path("../kaggle").resolve()
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch, kaggle_at_loopback(patch, folder) as site:
        published = PublishedDataset(
            *("ada/gulls", "Gulls"),
            {"gulls.csv": table},
            votes=120,
            notebooks=3,
            updated=datetime(2024, 5, 1, tzinfo=UTC),
        )
        site.publish(published, PublishedNotebook("bob/look", "ada/gulls", notebook, "A look", votes=30))
        return obey(arguments)


# --- the workspaces -------------------------------------------------------------------------------------------------


def make_bench(run: Shell) -> None:
    """Make a workspace with seeds, drafts of templates, imports, a benchmark, evaluations and exports."""
    begin(run, guides=())
    run("seed", "add", "../material/penguins.csv", "--licence", "CC0-1.0", "--title", "Made-up penguins",
        "--description", "Birds that never lived.", "--notebook", "../material/look.ipynb")  # fmt: skip
    run("seed", "add", "../material/customers.csv", "--licence", "CC0-1.0", "--allow", "personal-data",
        "--why", "the addresses are invented", "--reviewer", "Ada")  # fmt: skip
    run("with-kaggle", "seed", "add", "kaggle:ada/gulls")
    (run.root / "seeds.txt").write_text(
        "# seeds of this workspace\n../material/penguins.csv name=penguins\n../material/terns.csv name=terns "
        "licence=CC0-1.0\n"
    )
    run("seed", "add", "--from", "seeds.txt")
    run("draft", "penguins", codes=(0, 1))
    run("review", "penguins", "--reviewer", "Ada", typed="a\na\nn\nd\ny\nc\nwhich unit?\nq\n")
    run("draft", "penguins", "--name", "penguins-three", "--random-seed", "5", codes=(0, 1))
    run("admit", "penguins-three", "--yes", "--reviewer", "Ada", "--reason", "covers grouping")
    run("draft", "terns", codes=(0, 1))
    run("draft", "terns", "--restart", "--random-seed", "2", codes=(0, 1))
    run("review", "terns", "--reviewer", "Ben", typed="c\ntoo easy\nx\nnothing new is asked\n")
    run("import", "csv", "../material/shops-pairs.csv", "--data", "../material/shops.csv", "--licence", "MIT",
        codes=(0, 1))  # fmt: skip
    run("admit", "shops-pairs", "--yes", "--reviewer", "Ada", codes=(0, 1))
    run("import", "notebook", "../material/exercises.py", "--data", "../material/shops.csv", "--licence", "MIT",
        codes=(0, 1))  # fmt: skip
    run("import", "functions", "../material/functions.py", "--licence", "MIT", codes=(0, 1))
    run("import", "dseval", "../material/tiny", "--licence", "CC0-1.0", codes=(0, 1))
    run("admit", "counting", "--yes", "--reviewer", "Ada")
    run("translate", "counting", "--yes", "--reviewer", "Ada", "--model", f"record:recordings={MODEL}",
        "--base-url", BASE_URL)  # fmt: skip
    run("run", "counting")
    run("import", "results", "../material/agent.jsonl", codes=(0, 1))
    run("evaluate", "problemsets", "--solver", "reference", "--set", "counting")
    run("evaluate", "problemsets", "--submissions", "submissions/bench/agent.jsonl")
    for name, sets in (
        ("dseval", ()),
        ("cibench", ("shops-pairs",)),
        ("dabench", ("shops-pairs",)),
        ("inspect", ("counting",)),
        ("jupyter", ("shops-pairs",)),
        ("huggingface", ()),
    ):
        export(run, name, sets)
    tree = run.root.parent / "material" / "tree"
    shutil.copytree(run.root / "exports" / "cibench", tree)
    (notebook,) = tree.rglob("shops-pairs.ipynb")
    notebook.rename(notebook.with_name("shops-again.ipynb"))
    run("import", "cibench", "../material/tree", "--licence", "MIT", codes=(0, 1))
    make_lock(run.root)


def export(run: Shell, name: str, sets: Sequence[str]) -> None:
    """Export with every finding let pass that the command names."""
    allowed: list[str] = []
    for _ in range(12):
        words = [word for code in allowed for word in ("--allow", code)]
        output = run("export", name, f"exports/{name}", *sets, *words, codes=(0, 1, 9))
        if (run.root / "exports" / name / "export.json").exists():
            (run.root / "exports" / f"{name}.txt").write_text(" ".join((*sets, *words)) + "\n")
            return
        codes = re.findall(r"DS\d+", output)
        allowed += [code for code in dict.fromkeys(codes) if code not in allowed]
    raise SystemExit(f"{name}: cannot be exported: {output}")


def make_lock(root: Path) -> None:
    """Write a lock and the record of its environment.

    `env lock` and `env create` need an index, so their last steps are taken by themselves, with made-up hashes.
    """
    from authoring.environments.lock import lock_text, read_lock
    from authoring.portability import InstalledPackage, MadeEnvironment

    pins = "".join(
        f"{name}=={number} \\\n    --hash=sha256:{hashlib.sha256(name.encode()).hexdigest()}\n"
        for name, number in (("numpy", "1.26.4"), ("pandas", "2.1.1"))
    )
    command = ("authoring", "env", "lock", "old", "pandas==2.1.1", "numpy==1.26.4")
    (root / "environments").mkdir()
    path = root / "environments" / "old.lock"
    path.write_text(lock_text("3.11", command, pins))
    lock = read_lock(path)
    made = MadeEnvironment(
        key=lock.key("3.11.7"),
        name="old",
        lock=lock.sha256,
        python="3.11.7",
        packages=tuple(
            InstalledPackage(name=pin.name, version=pin.version, record=hashlib.sha256(pin.name.encode()).hexdigest())
            for pin in lock.pins
        ),
        loose=(),
        size=1_000,
        made=datetime(2026, 11, 22, tzinfo=UTC),
    )
    folder = root / ".authoring" / "environments" / made.key
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").write_text("no interpreter: a placeholder\n")
    (folder / "requirements.lock").write_text(lock.text)
    (folder / "environment.json").write_text(made.model_dump_json(indent=2) + "\n")


def make_model(run: Shell, script: Script, server: Any) -> None:
    """Make a workspace in which a language model drafts."""
    begin(run, guides=("sketch", "write", "revise", "cibench"))
    settings = run.root / "authoring.toml"
    text = settings.read_text().replace('name = ""  ', f'name = "{MODEL}"  ', 1)
    settings.write_text(text.replace('base_url = ""', f'base_url = "{BASE_URL}"'))
    (run.root / "prices.yaml").write_text(
        "currency: EUR\ndate: 2026-11-22\nmodels:\n"
        f"- {{model: {MODEL}, prompt: 2, cached: 0.2, output: 10, batch: 0.5}}\n"
    )
    for name in ("penguins", "gulls", "terns"):
        run("seed", "add", f"../material/{name}.csv", "--licence", "CC0-1.0")
    interrupt(run, script, "terns")
    run("draft", "penguins")
    run("revise", "penguins", "--comment", "3: in which order?", "--comment", "in grams or in kilograms?",
        "--reviewer", "Ada")  # fmt: skip
    run("review", "penguins", "--reviewer", "Ada", typed="a\na\nq\n")
    run("learn", "--accept", "1", "--refuse", "2")
    run("topics", "pandas", "--count", "1")
    run("draft", "--module", "pandas", "--topic", "1", codes=(0, 1))
    run("seed", "invent", "ferry", "--about", "trips of a small ferry line", "--rows", "20")
    script.fails_at = "sketch"
    run("draft", "ferry", codes=(13,))
    script.fails_at = ""
    for _ in range(6):
        handed = json.loads(run("draft", "gulls", "--batch", "--json"))
        batch = next(iter(handed["batches"]), "")
        if batch and b"Write the problem set" in server.batches.files[server.batches.batches[batch]["input_file_id"]]:
            break
    else:
        raise SystemExit("the set was never handed over")
    while server.batches.poll(batch)["status"] != "completed":
        time.sleep(0.1)
    served = run.root.parent / "served"
    served.mkdir()
    about = server.batches.batches[batch]
    (served / f"{batch}.json").write_text(json.dumps(about, indent=1) + "\n")
    (served / f"{about['output_file_id']}.jsonl").write_bytes(server.batches.files[about["output_file_id"]])


def interrupt(run: Shell, script: Script, seed: str) -> None:
    """Kill a draft while the model is asked to repair it, and leave half a line behind as a crash would."""
    script.hangs_at = "repair"
    words = run.words("draft", seed)
    child = subprocess.Popen(
        words, cwd=run.root, env=run.variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    if not script.holds.wait(300):
        raise SystemExit("the model was never asked for a repair")
    time.sleep(1)
    child.kill()
    child.wait()
    script.hangs_at = ""
    journal = run.root / ".authoring" / "runs" / seed / "journal.jsonl"
    with journal.open("a") as file:
        file.write('{"kind":"step","stage":"repair_dr')


def begin(run: Shell, *, guides: Sequence[str]) -> None:
    """Make a workspace with few templates and short guides."""
    run("init", ".")
    for path in (run.root / "guides").glob("*.md"):
        if path.stem in guides:
            path.write_text(GUIDE.format(title=path.stem.title()))
        elif path.stem != "lessons":
            path.unlink()
    for path in (run.root / "templates").glob("*.py"):
        if guides or path.stem not in TEMPLATES:
            path.unlink()
    settings = run.root / "authoring.toml"
    settings.write_text(settings.read_text().replace('name = "benchmark"', f'name = "{run.root.name}"'))


def make_material(folder: Path) -> None:
    """Write what the commands take in."""
    folder.mkdir()
    (folder / "penguins.csv").write_text(birds(("Adelie", "Chinstrap", "Gentoo"), 3_000))
    (folder / "gulls.csv").write_text(birds(("Herring", "Common", "Mew"), 700))
    (folder / "terns.csv").write_text(birds(("Arctic", "Little", "Sooty"), 90))
    for name, text in (
        ("customers.csv", CUSTOMERS),
        ("shops.csv", SHOPS),
        ("shops-pairs.csv", PAIRS),
        ("exercises.py", EXERCISES),
        ("functions.py", FUNCTIONS),
    ):
        (folder / name).write_text(text)
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    source = 'import pandas as pd\ndf = pd.read_csv("penguins.csv")\ndf.groupby("species")["mass"].mean()'
    notebook = {"cells": [cell | {"source": source}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "look.ipynb").write_text(json.dumps(notebook))
    (folder / "tiny").mkdir()
    (folder / "tiny" / "_manifest.yaml").write_text("name: tiny\nversion: 1\n")
    (folder / "tiny" / "counting.py").write_text(COUNTING)
    keys = ("problemset", "index", "attempt", "code")
    lines = [
        {"benchmark": "bench", "version": "0.1.0", "question": "", **dict(zip(keys, answer, strict=True))}
        | {"verdict": "CORRECT", "subverdict": "UNCATEGORIZED", "extended_verdict": "", "agent_exception": ""}
        | {"validation": {"correct": "yes", "category": "and", "reason": []}, "agent_stats": {}}
        for answer in ANSWERS
    ]
    (folder / "agent.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def with_gaps(entry: dict[str, str]) -> str:
    """Return what a key is the hash of, without what differs from machine to machine and from version to version."""
    text = entry["of"].replace(entry["sandbox"], "{sandbox}") if entry["sandbox"] else entry["of"]
    return re.sub(r'"version": "[^"]+"\}\]$', '"version": "{version}"}]', text) if '["admit_draft"' in text else text


def tidy(root: Path, keys: Path) -> None:
    """Rename what Git would not take, leave out what outlives nothing, and put the keys' contents beside journals."""
    inside = root / "dot-authoring"
    (root / ".authoring").rename(inside)
    (root / ".gitignore").unlink()
    for name in ("scratch", "ledger.sqlite.owners", "ledger.sqlite-wal", "ledger.sqlite-shm"):
        path = inside / name
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    noted = {entry["key"]: entry for entry in map(json.loads, keys.read_text().splitlines())}
    for journal in sorted((inside / "runs").glob("*/journal*.jsonl")):
        text = journal.read_text()
        entries = [noted[key] for key in re.findall(r'"key":"([0-9a-f]{64})"', text) if key in noted]
        lines = [
            json.dumps({"key": entry["key"], "of": with_gaps(entry)}) + "\n"
            for entry in entries
            if with_gaps(entry) != entry["of"]
        ]
        if lines:
            (journal.parent / f"{journal.stem}.keys").write_text("".join(lines))
    for path in (root / "exports").rglob("*") if (root / "exports").exists() else ():
        if path.is_file() and path.stat().st_size > KEPT_OF_EXPORTS:
            path.unlink()


@contextmanager
def proxied(script: Script) -> Iterator[tuple[Any, str]]:
    """Run the script behind a proxy; give its server and the proxy's address."""
    from tests.llm.server import LoopbackServer

    with LoopbackServer(script.play, models=(MODEL,)) as server:
        port = int(server.url.split(":")[2].split("/")[0])
        relay = type("BoundRelay", (Relay,), {"target": ("127.0.0.1", port)})
        proxy = ThreadingHTTPServer(("127.0.0.1", 0), relay)
        proxy.daemon_threads = True
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()


def main(folder: Path) -> None:
    """Make everything."""
    folder.mkdir()
    script, keys = Script(), folder / "keys.jsonl"
    make_material(folder / "material")
    with proxied(script) as (server, address):
        variables = {name: value for name, value in os.environ.items() if not name.upper().endswith("_PROXY")}
        variables |= {"HTTP_PROXY": address, "http_proxy": address, KEYS: str(keys), "COLUMNS": "100", "TZ": "UTC"}
        variables |= {"NO_COLOR": "1", "TERM": "dumb", "PYTHONPATH": str(Path.cwd()), "HOME": str(folder / "home")}
        variables |= {"PYTHONDONTWRITEBYTECODE": "1"}
        (folder / "home").mkdir()
        for name in ("bench", "model"):
            (folder / name).mkdir()
            shell = Shell(folder / name, variables)
            make_bench(shell) if name == "bench" else make_model(shell, script, server)
            tidy(folder / name, keys)
    for name in ("material", "home", "kaggle"):
        shutil.rmtree(folder / name, ignore_errors=True)
    keys.unlink()


if __name__ == "__main__":
    if sys.argv[1] == "--command":
        obey_noting_keys(sys.argv[2:])
    main(Path(sys.argv[1]).resolve())
