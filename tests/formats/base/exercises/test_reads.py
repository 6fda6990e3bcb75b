"""Paths and addresses of data become ``inputs/NAME``."""

import pytest

from authoring.formats.base.exercises.reads import base_name, path_variables, rewrite_question, rewrite_reads


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("https://a.org/b/c.csv", "c.csv"),
        ("https://a.org/b/my%20c.csv?raw=true#top", "my c.csv"),
        (r"C:\Users\ann\c.csv", "c.csv"),
        ("~/c.csv", "c.csv"),
        ("c.csv", "c.csv"),
        ("data/", "data"),
        ("https://a.org/%C3%A9.csv", "é.csv"),
        ("a%b.csv", "a%b.csv"),
    ],
)
def test_base_name(path: str, name: str) -> None:
    """The last part counts, whatever the slashes; an address loses its query and its percent signs."""
    assert base_name(path) == name


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pd.read_csv('/home/ann/X.CSV')", 'pd.read_csv("inputs/x.csv")'),
        (
            "pd.read_csv(filepath_or_buffer='x.csv', sep=',')",
            "pd.read_csv(filepath_or_buffer=\"inputs/x.csv\", sep=',')",
        ),
        ("where = '../x.csv'\npd.read_csv(where)", 'where = "inputs/x.csv"\npd.read_csv(where)'),
        ("pd.read_csv('inputs/x.csv')", "pd.read_csv('inputs/x.csv')"),
        ("open('x.csv', 'w')", "open('x.csv', 'w')"),
        ("name = 'é'; pd.read_csv('a/x.csv')", "name = 'é'; pd.read_csv(\"inputs/x.csv\")"),
        ("pd.read_csv(f'{folder}/x.csv')", "pd.read_csv(f'{folder}/x.csv')"),
        ("df['kind'] == 'x'", "df['kind'] == 'x'"),
        ("df.to_csv('out/y.csv')", "df.to_csv('out/y.csv')"),
    ],
)
def test_code(code: str, expected: str) -> None:
    """What is read is found by its base name among the files that are given; what is written, or no path, stays."""
    assert rewrite_reads(code, ["x.csv"], path_variables(code)).code == expected


def test_missing_file_keeps_its_address() -> None:
    """What was not given is named, with where it can be had; a page of GitHub leads to the file itself."""
    rewritten = rewrite_reads("pd.read_csv('https://github.com/a/b/blob/main/c/d.csv')", [])

    assert [(read.name, read.is_given, read.url) for read in rewritten.reads] == [
        ("d.csv", False, "https://raw.githubusercontent.com/a/b/main/c/d.csv")
    ]


def test_address_without_a_name() -> None:
    """An address that names no file stays, and is told."""
    code = "pd.read_csv('https://a.org/export?id=7')"
    rewritten = rewrite_reads(code, [])

    assert (rewritten.code, rewritten.nameless) == (code, ("https://a.org/export?id=7",))


def test_question() -> None:
    """Links to data name the file; other links leave their text; a link that says nothing goes."""
    reads = rewrite_reads("pd.read_csv('https://a.org/x.csv')", ["x.csv"]).reads
    question = "Read [this](https://a.org/x.csv), the [shops](https://a.org/x.csv), see [Ann](https://ann.org)."

    assert rewrite_question("Read this [address](https://a.org/x.csv).", reads) == "Read `inputs/x.csv`."
    assert rewrite_question(question, reads) == "Read this (`inputs/x.csv`), the shops (`inputs/x.csv`), see Ann."
    assert rewrite_question("Read https://a.org/x.csv.", reads) == "Read `inputs/x.csv`."
