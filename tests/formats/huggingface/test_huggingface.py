"""The data set for the hub: rows that stand for themselves, a card that tells whose data it is, Croissant metadata."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import nothing_played
from authoring.formats.huggingface.croissant import TABLES, fields_of
from authoring.formats.huggingface.export import export
from authoring.formats.huggingface.licences import STRICTNESS, strictest, terms_of
from authoring.records.bundle import AdmittedSet, Bundle, FileContent, TranslatedQuestion, Translation
from authoring.records.pilot.item import ItemStatistics
from authoring.records.provenance import with_pilot_entries
from authoring.workspace import Workspace
from tests.exports import exported

ROOT = Path(__file__).parents[3]
OPTIONS = ExportOptions(name="bench", version="2", tool="dseal-authoring 9")
TEXT = '''# %%
import pandas as pd

# %%
"""
question: |
  Read `inputs/t.csv` into `t`. How many rows has it?
validator:
  namespace_check:
    t:
execution:
  max_time: 5
  forbid_names: [eval]
"""
t = pd.read_csv("inputs/t.csv")
len(t)

# %%
"""
question: And how many columns?
"""
t.shape[1]
'''
META = """
revision: 3
seed: {title: "Small | [data]", source: "package:a/b", url: "https://example.org/<t>", licence: CC-BY-SA-4.0}
problems:
- {number: 1, origin: "model:x", level: easy, knowledge: [reading files, shape]}
- {number: 2, origin: person, level: null, knowledge: []}
made_with: {model: gpt-x, guides: [[write, "3"], [sketch, "2"]]}
environment: {python: 3.11.7, packages: {pandas: 3.1.1, numpy: 2.4.6}}
decisions:
- {action: revise, reviewer: Ada Lovelace, time: "2026-01-01T00:00:00+00:00"}
- {action: admit, reviewer: Grace, time: "2026-02-03T00:00:00+00:00"}
"""
INPUT = FileContent(path="t.csv", content=b"x\n1\n2\n")
SMALL = AdmittedSet(name="small", text=TEXT, inputs=(INPUT,), meta=META)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    """Export the small set."""
    return export([SMALL], options=OPTIONS, play=nothing_played)


def text_of(bundle: Bundle, path: str) -> str:
    """Return a file of an export."""
    return next(file.content.decode() for file in bundle.files if file.path == path)


def rows_of(bundle: Bundle, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table."""
    return [json.loads(line) for line in text_of(bundle, f"data/{table}.jsonl").splitlines()]


def head_of(bundle: Bundle) -> dict[str, Any]:
    """Return what the hub reads at the head of the card."""
    head: dict[str, Any] = yaml.safe_load(text_of(bundle, "README.md").split("---\n")[1])
    return head


def licensed(name: str, licence: str) -> AdmittedSet:
    """Return the small set under another licence."""
    seed = {"title": name, "source": "s", "licence": licence}
    return SMALL.model_copy(update={"name": name, "meta": yaml.safe_dump({"seed": seed})})


def test_folder_has_rows_originals_card_and_metadata(bundle: Bundle) -> None:
    """Sets stand there as they were written, with their data; nothing is to be said of a set like this."""
    assert sorted(file.path for file in bundle.files) == [
        "README.md",
        "croissant.json",
        "data/problems.jsonl",
        "data/sets.jsonl",
        "inputs/small/t.csv",
        "problemsets/small.py",
    ]
    assert text_of(bundle, "problemsets/small.py") == TEXT
    assert bundle.findings == ()


def test_a_problem_stands_for_itself(bundle: Bundle) -> None:
    """A row has all that its problem needs: the code before it, the reference, and how it is judged."""
    first, second = rows_of(bundle, "problems")

    assert first == {
        "id": "small/1",
        "problemset": "small",
        "number": 1,
        "question": "Read `inputs/t.csv` into `t`. How many rows has it?",
        "setup": "import pandas as pd",
        "reference": 't = pd.read_csv("inputs/t.csv")\nlen(t)',
        "validator": '{"namespace_check": {"t": null}}',
        "forbidden": ["eval"],
        "max_time": 5.0,
        "max_memory": None,
        "level": "easy",
        "knowledge": ["reading files", "shape"],
        "origin": "model:x",
        "inputs": ["inputs/small/t.csv"],
        "licence": "CC-BY-SA-4.0",
    }
    assert second["setup"] == 'import pandas as pd\n\nt = pd.read_csv("inputs/t.csv")\nlen(t)'
    assert (second["validator"], second["level"]) == ('{"template": "comparison"}', "")


def test_a_set_tells_its_making_and_names_nobody(bundle: Bundle) -> None:
    """Origin, licence, model, guides and versions are told; of persons only how many there were."""
    (row,) = rows_of(bundle, "sets")

    assert (row["revision"], row["admitted"], row["reviewers"], row["model"]) == (3, "2026-02-03", 2, "gpt-x")
    assert row["guides"] == ["write 3", "sketch 2"]
    assert (row["python"], row["packages"]) == ("3.11.7", ["numpy 2.4.6", "pandas 3.1.1"])
    assert not [file.path for file in bundle.files if b"Lovelace" in file.content]


def test_card_has_counts_licences_origin_guides_and_limits(bundle: Bundle) -> None:
    """The card says how much there is, whose it is, how it came to be, and what it does not measure."""
    card = text_of(bundle, "README.md")

    for metadata in (
        "Version 2. 2 problems in 1 set ",
        "| levels | easy 1, not said 1 |",
        "| judged by | crash 2, namespace_intact 2, result 2, namespace_check 1 |",
        "**CC-BY-SA-4.0** (what is made of it has to stand under the same terms)",
        "| `small` | Small \\| \\[data\\] | https://example.org/&lt;t> | 3 | gpt-x |",
        "| gpt-x | write 3, sketch 2 | 2 | 2026-02-03 |",
        "Written by dseal-authoring 9",
        "## Limits",
    ):
        assert metadata in card, metadata


def test_card_says_which_levels_solvers_measured(bundle: Bundle) -> None:
    """Where a pilot counted answers, the card says of how many problems, and how often the level is the same."""
    figures = {number: ItemStatistics(solvers=3, answers=9, right=9, pass_at=(), level="easy") for number in (1, 2)}
    piloted = SMALL.model_copy(update={"meta": with_pilot_entries(META, figures)})
    measured = text_of(export([piloted], options=OPTIONS, play=nothing_played), "README.md")

    assert "Levels are the author's judgement and not measured." in text_of(bundle, "README.md")
    assert "counted for 2 of 2 problems; they give 1 of these the same level." in measured


def test_head_of_the_card_is_what_the_hub_reads(bundle: Bundle) -> None:
    """Licence, language, size, files, and the type of every field, so that none is guessed from empty values."""
    head = head_of(bundle)
    typed = {item["config_name"]: [field["name"] for field in item["features"]] for item in head["dataset_info"]}

    assert (head["license"], head["language"], head["size_categories"]) == ("cc-by-sa-4.0", ["en"], ["n<1K"])
    assert [(item["config_name"], item["data_files"][0]["path"]) for item in head["configs"]] == [
        ("problems", "data/problems.jsonl"),
        ("sets", "data/sets.jsonl"),
    ]
    assert typed == {name: [*record.model_fields] for name, (record, _, _) in TABLES.items()}


@pytest.mark.parametrize("table", TABLES)
def test_fields_are_described_by_their_types(bundle: Bundle, table: str) -> None:
    """Whatever a row holds is described, as what it is."""
    kinds = {"sc:Text": (str,), "sc:Integer": (int,), "sc:Float": (float, type(None)), "sc:Date": (str,)}
    for row in rows_of(bundle, table):
        for name, kind, description, several in fields_of(TABLES[table][0]):
            values = row.pop(name) if several else [row.pop(name)]
            assert all(isinstance(value, kinds[kind]) for value in values)
            assert description
        assert row == {}


def test_croissant_names_every_file_with_its_hash(bundle: Bundle) -> None:
    """All but the metadata is listed; the date is that of the last admission, for nothing tells the time."""
    metadata = json.loads(text_of(bundle, "croissant.json"))
    listed = {file["contentUrl"]: file["sha256"] for file in metadata["distribution"]}

    assert listed == {
        file.path: hashlib.sha256(file.content).hexdigest() for file in bundle.files if file.path != "croissant.json"
    }
    assert (metadata["version"], metadata["datePublished"]) == ("2.0.0", "2026-02-03")
    assert metadata["license"] == ["https://spdx.org/licenses/CC-BY-SA-4.0.html"]


def test_the_strictest_licence_is_said_of_the_whole() -> None:
    """Sets under several licences: all are listed, and the head names the strictest."""
    sets = [licensed("a", "CC0-1.0"), licensed("b", "CC-BY-4.0"), licensed("c", "public domain")]
    bundle = export(sets, options=OPTIONS, play=nothing_played)
    card = text_of(bundle, "README.md")

    assert head_of(bundle)["license"] == "cc-by-4.0"
    assert "| CC-BY-4.0 | its authors have to be named | `b` |" in card
    assert "| public domain | no conditions | `c` |" in card


@pytest.mark.parametrize(
    ("text", "rank", "hub"),
    [
        ("CC0-1.0", 0, "cc0-1.0"),
        ("PDDL-1.0", 0, "pddl"),
        ("public domain", 0, "other"),
        ("MIT", 1, "mit"),
        ("CC BY 4.0", 1, "cc-by-4.0"),
        ("CC-BY-SA-4.0", 2, "cc-by-sa-4.0"),
        ("ODbL-1.0", 2, "odbl"),
        ("GPL-3.0-or-later", 2, "gpl-3.0"),
        ("unknown", 4, "unknown"),
        ("", 4, "unknown"),
        ("all rights reserved", 5, "other"),
    ],
)
def test_licences_are_ranked_by_what_they_ask(text: str, rank: int, hub: str) -> None:
    """From no conditions to what must not be handed on."""
    assert (terms_of(text).rank, terms_of(text).on_hub) == (rank, hub)


@given(st.lists(st.sampled_from(["CC0-1.0", "MIT", "ODbL-1.0", "CC-BY-NC-4.0", "unknown", ""]), min_size=1, max_size=5))
def test_nothing_is_stricter_than_the_strictest(text: list[str]) -> None:
    """The whole asks for no less than any part, in whatever order they come."""
    terms = [terms_of(item) for item in text]

    assert strictest(terms).rank == max(item.rank for item in terms) < len(STRICTNESS)
    assert strictest(terms).licence == strictest(terms[::-1]).licence


@pytest.mark.parametrize("licence", ["unknown", "", "all rights reserved", "the rules of the competition"])
def test_data_that_must_not_be_handed_on_are_an_error(licence: str) -> None:
    """The hub is public; let pass, all files are there and the licence is named as it is."""
    bundle = export([licensed("a", licence)], options=OPTIONS, play=nothing_played)

    assert [(finding.code, finding.path, finding.severity) for finding in bundle.findings] == [
        ("DS755", "a.py", "error")
    ]
    assert len(bundle.files) == 6
    with_none = licensed("a", licence).model_copy(update={"inputs": ()})
    assert export([with_none], options=OPTIONS, play=nothing_played).findings == ()


def test_a_set_without_provenance_is_told_of() -> None:
    """Nothing is made up where nothing is kept."""
    bundle = export([AdmittedSet(name="a", text=TEXT, inputs=())], options=OPTIONS, play=nothing_played)

    assert [(finding.code, finding.severity) for finding in bundle.findings] == [("DS756", "note")]
    assert rows_of(bundle, "sets")[0]["admitted"] is None
    assert "datePublished" not in json.loads(text_of(bundle, "croissant.json"))


def test_questions_of_another_language() -> None:
    """Rows have the reviewed translation; a missing one is an error."""
    asked = "Read `inputs/t.csv` into `t`. How many rows has it?"
    question = TranslatedQuestion(number=1, original=asked, text="`t` 有多少行?", reviewer="Ada", model="")
    problemset = SMALL.model_copy(update={"translations": (Translation(language="zh", questions=(question,)),)})
    bundle = export([problemset], options=ExportOptions(name="b", version="1", language="zh"), play=nothing_played)

    assert [row["question"] for row in rows_of(bundle, "problems")] == ["`t` 有多少行?", "And how many columns?"]
    assert [(finding.code, finding.problem) for finding in bundle.findings] == [("DS771", 2)]
    assert head_of(bundle)["language"] == ["zh"]


def test_sets_of_the_repository_are_published_without_a_word() -> None:
    """All admitted sets can be said, each problem in a row."""
    workspace = Workspace(ROOT)
    sets = [workspace.read_problemset(name) for name in workspace.problemsets()]
    bundle = exported("huggingface", sets)

    assert bundle.findings == ()
    assert {row["problemset"] for row in rows_of(bundle, "problems")} == set(workspace.problemsets())
