"""The manifest of an export: what it was made from, and every file with its hash."""

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.base.manifest import Manifest, manifest_of
from authoring.formats.base.port import ExportOptions
from authoring.records.base import sha256_of
from authoring.records.bundle import EXPORT_MANIFEST, AdmittedSet, FileContent
from tests.exports import manifest_in

OPTIONS = ExportOptions(
    name="Bänchmark", version="2", dialect="strict", language="zh", suite="template", tool="dseal-authoring 0"
)
TEXT = "# %%\nx = 1\n"
META = "name: small\nrevision: 4\n"
SMALL = AdmittedSet(name="small", text=TEXT, inputs=(FileContent(path="t.csv", content=b"x\n"),), meta=META)


def manifest_with(files: list[FileContent], allowed: frozenset[str] = frozenset()) -> Manifest:
    """Return the manifest of files, written and read again."""
    file = manifest_of("dseval", [SMALL], files, options=OPTIONS, allowed=allowed)

    assert file.path == EXPORT_MANIFEST
    return manifest_in(file.content)


def test_it_says_what_was_exported_and_how() -> None:
    """What was asked for and what was let pass stand in it, and the sets with their revisions."""
    manifest = manifest_with([], frozenset({"DS712", "DS702"}))

    assert manifest.model_dump(exclude={"problemsets", "files"}) == {
        "format": "dseval",
        "tool": "dseal-authoring 0",
        "benchmark": "Bänchmark",
        "version": "2",
        "dialect": "strict",
        "language": "zh",
        "suite": "template",
        "allowed": ("DS702", "DS712"),
        "passed": (),
    }
    (item,) = manifest.problemsets
    assert (item.name, item.revision, item.sha256) == ("small", 4, sha256_of(TEXT))
    assert [(file.name, file.size) for file in item.inputs] == [("t.csv", 2)]


def test_set_of_unknown_origin_is_its_first_revision() -> None:
    """A set that somebody put into the folder has no provenance, and can be exported."""
    file = manifest_of("dseval", [SMALL.model_copy(update={"meta": ""})], [], options=OPTIONS, allowed=frozenset())

    assert manifest_in(file.content).problemsets[0].revision == 1


_PATHS = st.lists(st.text("abc.", min_size=1).filter(lambda part: part.strip(".") != ""), min_size=1).map("/".join)


@given(st.dictionaries(_PATHS, st.binary(max_size=20), max_size=5))
def test_every_file_is_listed_with_its_hash(contents: dict[str, bytes]) -> None:
    """Files stand sorted by path, with size and SHA-256 of their bytes, in whatever order they came."""
    files = [FileContent(path=path, content=content) for path, content in contents.items()]

    assert [(item.name, item.size, item.sha256) for item in manifest_with(files).files] == [
        (path, len(content), hashlib.sha256(content).hexdigest()) for path, content in sorted(contents.items())
    ]
    assert manifest_with(files) == manifest_with(files[::-1])


def test_it_is_readable_text() -> None:
    """A person finds a name in it as it is written, one entry a line."""
    text = manifest_of("dseval", [SMALL], [], options=OPTIONS, allowed=frozenset()).content.decode()

    assert '\n "benchmark": "Bänchmark",\n' in text
    assert text.endswith("}\n")
    assert list(json.loads(text))[:3] == ["format_version", "written_by", "format"]
