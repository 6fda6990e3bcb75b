"""Plain text is said in Markdown so that it shows as it is written."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from authoring.formats.jupyter.wording import escaped_markdown

TAG = re.compile(r"<[^>]*>")
PLAIN = {
    *["p", "code", "span", "ul", "ol", "li", "pre", "br", "div", "hr", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"]
}
"""What lists, code and lines of a text are shown with."""


def page(text: str) -> str:
    """Return the HTML that a page shows for a text."""
    html: str = markdown2html_mistune(escaped_markdown(text))
    return html


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("How many rows has `df`?", "<p>How many rows has <code>df</code>?</p>"),
        ("a < b & c > d", "<p>a &lt; b &amp; c &gt; d</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("the column bill_length_mm of _all_", "<p>the column bill_length_mm of _all_</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![x](a.png)", "<p>![x](a.png)</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("`<b>` stays code", "<p><code>&lt;b&gt;</code> stays code</p>"),
        ("one ` alone <b>", "<p>one ` alone &lt;b&gt;</p>"),
        ("`a\nb` <i>x</i> `c`", "<p>`a\nb` &lt;i&gt;x&lt;/i&gt; `c`</p>"),
        ("from $5 to $6", "<p>from <span>$</span>5 to <span>$</span>6</p>"),
        ("a\n---\nb", "<p>a\n---\nb</p>"),
        ("# no heading", "<p># no heading</p>"),
        ("> no quote", "<p>&gt; no quote</p>"),
        ("~~no~~", "<p>~~no~~</p>"),
        ("C:\\new", "<p>C:\\new</p>"),
    ],
)
def test_text_shows_as_it_is_written(text: str, escaped: str) -> None:
    """What Markdown would make something of stays what it is; code in backticks is code."""
    assert page(text).strip() == escaped


def test_lists_and_fenced_code_stay_what_they_are() -> None:
    """Questions may list, and show code."""
    html = page("Do:\n\n- one\n- two\n\n```python\nx < 1\n```\n")

    assert "<li>one</li>" in html
    assert "x" in html
    assert "```" not in html


@settings(deadline=None)
@given(st.text(alphabet="`<>ab/![]()*_$\\ \n~#-\"'=&;:", max_size=60))
def test_no_text_brings_tags_of_its_own(text: str) -> None:
    """Whatever a question says, a page gets no tag, link or picture from it."""
    tags = TAG.findall(page(text))

    assert {tag.strip("</ >").split()[0] for tag in tags} <= PLAIN
    assert [tag for tag in tags if re.search(r"(?i)\b(href|src|on\w+|style)=", tag)] == []
