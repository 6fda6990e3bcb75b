"""What a stranger wrote is read within limits, or refused in one line that says where and why."""

import contextlib
import re
import resource
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import AuthoringError
from authoring.llm.pricing import read_prices
from authoring.records.documents import DocumentError, FileLimits, load_json, load_toml, load_yaml
from authoring.records.provenance import read_provenance
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark, read_environment
from authoring.workspace.exports import refuse_foreign
from authoring.workspace.files import read_text
from authoring.workspace.migration import migrate_workspace
from authoring.workspace.settings import read_settings

BOMB = "\n".join(["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9))])
"""Nested aliases: 300 bytes that stand for 43 million values."""
TOWER = "\n".join(["- &a0 []", *(f"- &a{n} [*a{n - 1}]" for n in range(1, 600))])
"""Aliases that each go one level deeper, though no line does."""
MERGES = "\n".join(["a0: &a0 {k: 1}", *(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 9))])

HOSTILE_YAML = {
    "nested aliases": (BOMB, "more than 100,000 values"),
    "a tower of aliases": (TOWER, "nested deeper"),
    "nested merges": (MERGES, "more than 100,000 values"),
    "an alias in its own anchor": ("a: &a [*a]", "inside its own anchor"),
    "an alias without an anchor": ("a: *b", "anchor does not come before"),
    "brackets": ("[" * 100_000, "nested deeper than 64 levels"),
    "braces": ("{a: " * 100_000, "nested deeper than 64 levels"),
    "dashes": ("- " * 1_000, "nested deeper than 64 levels"),
    "a long number": ("a: " + "9" * 5_000, "a number has more than 300 characters"),
    "a long number of base 16": ("a: 0x" + "f" * 50_000, "a number has more than 300 characters"),
    "a long number of base 60": ("a: " + ":".join(["59"] * 100_000), "a number has more than 300 characters"),
    "a number by its tag": ("a: !!int '" + "9" * 5_000 + "'", "a number has more than 300 characters"),
    "a key that stands twice": ("a: 1\nb: 2\na: 3", "line 3: the key 'a' stands twice"),
    "a Python object": ("!!python/object/apply:os.system ['true']", "no plain mapping or list"),
    "a Python name": ("a: !!python/name:os.system ''", "could not determine a constructor"),
    "an odd tag": ("a: !mine 1", "could not determine a constructor"),
    "a tag in words of a scanner": ("a: !exceeded%20maximum%20nesting%20depth x", "could not determine a constructor"),
    "a set": ("!!set {a, b}", "no plain mapping or list"),
    "an impossible date": ("a: 2024-99-99", "month must be in 1..12"),
    "a tag that does not fit": ("a: !!int x", "invalid literal"),
    "a list as a key": ("{[1]: 2}", "found unhashable key"),
    "two documents": ("a: 1\n---\nb: 2", "expected a single document"),
    "a null character": ("a: \x00", "special characters are not allowed"),
    "too large": ("a" * 2_000_001, "more than 2,000,000 characters"),
    "too many values": ("[" + "1," * 200_000 + "]", "more than 100,000 values"),
    "merging text": ("<<: x", "expected a mapping"),
    "an escape out of range": ('"\\UFFFFFFFF"', ""),
}
HOSTILE_JSON = {
    "brackets": ("[" * 100_000, "nested deeper than 200 levels"),
    "brackets that close": ("[" * 300 + "]" * 300, "nested deeper than 200 levels"),
    "objects": ('{"a":' * 100_000, "nested deeper than 200 levels"),
    "a long number": ("[" + "9" * 5_000 + "]", "a number has more than 300 characters"),
    "empty lists": ("[" + "[]," * 2_000_000 + "1]", "more than 2,000,000 values"),
    "cut off": ('{"a": 1', "line 1: expecting ',' delimiter"),
    "no UTF-8": (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
    "a string that never ends": ('["' + '\\"' * 1_000_000, "unterminated string"),
}
HOSTILE_TOML = {
    "brackets": ("a = " + "[" * 100_000, "nested deeper than 64 levels"),
    "brackets that close": ("a = " + "[" * 100 + "]" * 100, "nested deeper than 64 levels"),
    "dotted keys": (".".join(["a"] * 50_000) + " = 1", "line 1: it has more than 1,000 full stops"),
    "a deep key": (".".join(["a"] * 500) + " = 1", "nested deeper than 64 levels"),
    "a long number": ("a = " + "9" * 5_000, "limit"),
    "a long number of base 16": ("a = 0x" + "f" * 5_000, "a number has more than 300 characters"),
    "a key that stands twice": ("a = 1\na = 2", "cannot overwrite"),
    "no UTF-8": (b"a = '\xff'", "byte 5 is not UTF-8"),
    "too large": ("#" * 200_001, "more than 200,000 characters"),
}
READERS: dict[str, Callable[[str | bytes], Any]] = {"yaml": load_yaml, "json": load_json, "toml": load_toml}
HOSTILE = [
    pytest.param(kind, text, reason, id=f"{kind}: {name}")
    for kind, cases in (("yaml", HOSTILE_YAML), ("json", HOSTILE_JSON), ("toml", HOSTILE_TOML))
    for name, (text, reason) in cases.items()
]


@pytest.mark.parametrize(("kind", "text", "reason"), HOSTILE)
def test_hostile_document_is_refused_in_one_line(kind: str, text: str | bytes, reason: str) -> None:
    """Whatever is wrong with a document, reading it ends in one short line, and in no other error."""
    with pytest.raises(DocumentError) as refusal:
        READERS[kind](text)

    assert reason.lower() in str(refusal.value).lower()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 400


@pytest.mark.exhaustive
def test_hostile_documents_take_little_memory_and_time() -> None:
    """All of them together are refused by a process that may have 1 GB, in less than a minute of a processor."""
    code = textwrap.dedent("""
        from tests.records.test_documents import HOSTILE, READERS, DocumentError
        for case in HOSTILE:
            kind, text, _ = case.values
            try:
                READERS[kind](text)
            except DocumentError:
                continue
            raise SystemExit(case.id)
    """)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    subprocess.run([sys.executable, "-c", code], check=True, preexec_fn=limit)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("\ufeffname: B\nversion: 1.0", {"name": "B", "version": 1.0}),
        ("a: &x [1, 2]\nb: *x", {"a": [1, 2], "b": [1, 2]}),
        ("base: &b {x: 1, y: 2}\nown: {<<: *b, y: 3}", {"base": {"x": 1, "y": 2}, "own": {"x": 1, "y": 3}}),
        ("a: yes\nb: ~\nc: 0o7", {"a": True, "b": None, "c": "0o7"}),
        ('a: "\\ud83d"', {"a": "\ufffd"}),
        # libyaml, which reads first, refuses the last two.
        ("code: |\n \tx\n", {"code": "\tx\n"}),
        ("a: [?]", {"a": [{None: None}]}),
    ],
)
def test_plain_yaml_is_read_as_before(text: str, value: object) -> None:
    """Aliases, merges and YAML's own scalars are no offence."""
    assert load_yaml(text) == value
    assert load_yaml(text.encode("utf-8")) == value


def test_last_of_two_keys_counts_where_that_is_asked_for() -> None:
    """As DSEval reads its manifest."""
    assert load_yaml("a: 1\na: 2", repeated_keys=True) == {"a": 2}


def test_scalars_may_stay_text() -> None:
    """Numbers that are to become decimals must not be floats in between; a merge key is a key like any other."""
    assert load_yaml("{a: 0.1, b: ~, 1: yes}", scalars_as_text=True) == {"a": "0.1", "b": "~", "1": "yes"}


def test_half_characters_are_replaced() -> None:
    """JSON can spell what no file in UTF-8 can hold."""
    assert load_json('{"a\\ud800": ["\\udfff", "\\ud83d\\ude00"]}') == {"a\ufffd": ["\ufffd", "😀"]}
    assert load_json("[1.5, -2, true, null, 1e400]") == [1.5, -2, True, None, float("inf")]


def test_limits_can_be_set() -> None:
    """A caller that knows its documents allows less."""
    with pytest.raises(DocumentError, match="deeper than 2 levels"):
        load_json("[[[1]]]", limits=FileLimits(100, depth=2))
    with pytest.raises(DocumentError, match="more than 3 characters"):
        load_toml("a = 1", limits=FileLimits(3))


# PyYAML's writer breaks a text at the line ends of other systems, and its own reader joins the parts with a blank.
WRITABLE = st.text(st.characters(codec="utf-8", exclude_characters="\x85\u2028\u2029"), max_size=20)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | WRITABLE,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WRITABLE, inner, max_size=4),
    max_leaves=12,
)


@given(PLAIN)
def test_what_is_written_is_read_again(value: object) -> None:
    """Whatever this toolkit can write, it reads to the same value."""
    assert load_yaml(yaml.safe_dump(value, allow_unicode=True)) == value
    assert load_yaml(yaml.safe_dump(value, allow_unicode=False).encode()) == value


@given(st.text() | st.binary())
def test_any_text_gives_a_value_or_one_kind_of_error(text: str | bytes) -> None:
    """No reader lets another error out."""
    for read in READERS.values():
        with contextlib.suppress(DocumentError):
            read(text)


def test_yaml_and_toml_have_one_reader() -> None:
    """No module loads them past the limits, but for the gate's own tables, which come with this package."""
    loading = re.compile(r"yaml\.(?:safe_)?(?:load|compose)\b|tomllib\.loads?\b")
    package = Path(__file__).parents[2] / "authoring"
    modules = {
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if loading.search(path.read_text())
    }

    assert modules == {"records/documents/__init__.py", "seeds/vetting/data_files.py"}


def test_no_command_hangs_on_a_document_in_a_workspace(tmp_path: Path) -> None:
    """Every YAML, TOML and JSON file of a benchmark, a seed and a workspace is refused with its name."""
    workspace, _ = Workspace.create(tmp_path)
    (tmp_path / "problemsets" / "shop.py").write_text("# %%\nx = 1\n")
    (tmp_path / "seeds" / "shop").mkdir()
    (tmp_path / "out").mkdir()
    deep = "[" * 100_000
    meta = tmp_path / "problemsets" / "_meta" / "shop.yaml"
    reads: list[tuple[str, str, Callable[[], object]]] = [
        ("problemsets/_manifest.yaml", BOMB, lambda: read_benchmark(tmp_path / "problemsets")),
        ("problemsets/_manifest.yaml", BOMB, lambda: read_environment(tmp_path / "problemsets")),
        ("problemsets/_manifest.yaml", BOMB, lambda: workspace.dialect),
        ("problemsets/_meta/shop.yaml", BOMB, lambda: read_provenance(read_text(meta), path=str(meta))),
        ("problemsets/_translations/de/shop.yaml", BOMB, lambda: workspace.read_problemset("shop")),
        ("seeds/shop/seed.yaml", BOMB, lambda: workspace.read_seed("shop")),
        ("prices.yaml", BOMB, lambda: read_prices(tmp_path / "prices.yaml")),
        ("authoring.toml", f"a = {deep}", lambda: read_settings(tmp_path / "authoring.toml")),
        ("authoring.toml", "a = " + "9" * 5_000, lambda: read_settings(tmp_path / "authoring.toml")),
        ("out/export.json", deep, lambda: refuse_foreign(tmp_path / "out")),
    ]
    for name, text, read in reads:
        path = tmp_path / name
        before = path.read_text() if path.is_file() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        with pytest.raises(AuthoringError) as refusal:
            read()
        assert path.name in refusal.value.message, name
        assert refusal.value.hint, name
        path.unlink() if before is None else path.write_text(before)


def test_migration_passes_over_a_hostile_document(tmp_path: Path) -> None:
    """It is reported, and stays as it is."""
    Workspace.create(tmp_path)
    (tmp_path / "seeds" / "shop").mkdir()
    (tmp_path / "seeds" / "shop" / "seed.yaml").write_text(BOMB)

    problems = [file.problem for file in migrate_workspace(tmp_path).files if file.path == "seeds/shop/seed.yaml"]

    assert problems == ["cannot be read: line 6: it has more than 100,000 values with its aliases expanded"]
