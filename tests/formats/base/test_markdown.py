"""Words of strangers bring no markup into cards and READMEs, and links lead to web pages only."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from authoring.formats.base.markdown import is_web_address, link, plain
from authoring.formats.jupyter.wording import escaped_markdown

BAD_ADDRESSES = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\x01javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://a.org",
    "mailto:ann@a.org",
    "http://",
    "https://ann:secret@a.org",
    "//a.org/x",
    "http://[broken",
    "",
]
WORDS = [
    "[x](javascript:alert(1))",
    "![x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<img src=x onerror=alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "](javascript:alert(1)",
    "\\[x](javascript:alert(1))",
    "`[x](javascript:alert(1))",
    "mailto:ann@a.org",
    "a | b\n| c",
]


class _Addresses(HTMLParser):
    """What a page leads to or loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in {"href", "src", "action", "formaction"}]
        self.scripts += [name for name, _ in attrs if name.startswith("on")] + ([tag] if tag == "script" else [])


def page(markdown: str) -> _Addresses:
    """Return where Markdown leads when Jupyter's own converter makes a page of it."""
    reader = _Addresses()
    reader.feed(markdown2html_mistune(markdown))
    return reader


def leads_elsewhere(address: str) -> bool:
    """Return whether an address is neither of the web nor relative."""
    return re.match(r"(?i)\s*(?!https?:)[a-z][a-z0-9+.-]*:", address) is not None


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_only_addresses_of_the_web_become_links(address: str) -> None:
    """Whatever else is given stands there as a word, for a person to read."""
    assert not is_web_address(address)
    # What looks like an address of the web leads there by itself.
    assert [found for found in page(link("the data", address)).found if leads_elsewhere(found)] == []


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("https://a.org/x?y=1#z", "[the data](https://a.org/x?y=1#z)"),
        ("http://a.org/a (b)", "the data (http://a.org/a (b))"),
        ("https://a.org/(b)", "[the data](https://a.org/%28b%29)"),
        ("https://a.org/)[x](javascript:alert(1)", "[the data](https://a.org/%29%5Bx%5D%28javascript:alert%281%29)"),
    ],
)
def test_address_cannot_leave_its_link(address: str, written: str) -> None:
    """Brackets are quoted, and what no URL holds makes it none."""
    assert link("the data", address) == written
    assert [found for found in page(link("the data", address)).found if leads_elsewhere(found)] == []


@pytest.mark.parametrize("words", WORDS)
def test_words_bring_no_markup(words: str) -> None:
    """In a line, in a cell of a table and as the words of a link."""
    for text in (
        plain(words),
        f"| a |\n| --- |\n| {plain(words)} |",
        link(words, "https://a.org"),
        escaped_markdown(words),
    ):
        shown = page(text)
        assert [address for address in shown.found if address != "https://a.org"] == []
        assert shown.scripts == []
    assert "\n" not in plain(words)


@given(st.text() | st.lists(st.sampled_from(WORDS + BAD_ADDRESSES + ["`", "\\", "(", ")"])).map("".join))
@example("http://0<A0:>")
@example("http://0[x](javascript:alert(1))")
@example("http://0`<A0:>`")
def test_no_text_brings_a_link_that_leads_elsewhere(text: str) -> None:
    """Whatever a stranger's title, licence, address or question says."""
    for written in (plain(text), link(text, text), escaped_markdown(text)):
        assert [address for address in page(written).found if leads_elsewhere(address)] == []


def test_no_report_is_a_table_for_spreadsheets() -> None:
    """CSV is written for data alone, which stay as they are: were a report written, its formulas had to be disarmed."""
    writing = re.compile(r"csv\.(?:writer|DictWriter)\(|\.to_csv\(|to_excel\(")
    package = Path(__file__).parents[3] / "authoring"
    modules = [
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if writing.search(path.read_text())
    ]

    assert sorted(modules) == [
        "dseal/gate_codes.py",  # an example in a lint rule
        "dseal/rules/missing_input.py",  # a comment
        "formats/cibench/export/values.py",  # code of a reference, which prints
        "formats/mlbench/split.py",  # parts of a table: data
        "gate/environment_drift/reference_runs.py",  # a hash of a frame, within a session
        "sandbox/programs/table_maker.py",  # an invented table: data
        "seeds/sources/package/__init__.py",  # a package's table: data
    ]
