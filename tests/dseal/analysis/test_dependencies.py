"""What a cell takes and leaves, as its code tells."""

import pytest

from authoring.dseal.analysis.dependencies import effects_of, modules_used


@pytest.mark.parametrize(
    ("code", "mutated"),
    [
        ("df['a'] = 1", "df"),
        ("df.loc[0, 'a'] += 1", "df"),
        ("df.columns = ['a']", "df"),
        ("del df['a']", "df"),
        ("x += [1]", "x"),
        ("df.drop(columns='a', inplace=True)", "df"),
        ("df.drop(columns='a', inplace=False)", ""),
        ("df.drop(columns='a')", ""),
        ("xs.append(y)", "xs"),
        ("xs[0].sort()", "xs"),
        ("model.fit(X, y)", "model"),
        ("random.shuffle(xs)", "xs"),
        ("heappush(h, 1)", "h"),
        ("df.head()", ""),
        ("x.partition(3)", "x"),
        ("text.partition(',')", ""),
        ("df['name'].str.partition(mark)[2]", ""),
        ("def f():\n    df['a'] = 1", ""),
    ],
)
def test_mutated_names(code: str, mutated: str) -> None:
    """Stores into an object, and methods known to work in place, change what a name stands for."""
    assert " ".join(sorted(effects_of(code).mutates)) == mutated


@pytest.mark.parametrize(
    ("code", "is_open"),
    [
        ("exec(text)", True),
        ("from os.path import *", True),
        ("globals()['a'] = 1", True),
        ("def", True),
        (" + ".join(["a"] * 5000), True),
        ("(" * 90 + "a" + ")" * 90, False),
        ("a" + ".b" * 5000, True),
        ("df.eval('a + b')", False),
        ("a = 1", False),
        ("", False),
    ],
)
def test_open_is_what_cannot_be_known(code: str, is_open: bool) -> None:  # noqa: FBT001 - a row of the table
    """Code that binds names by text, or is no Python, may do anything."""
    assert effects_of(code).open is is_open


def test_functions_and_classes_are_what_their_calls_do() -> None:
    """A callee carries what its body looks up and changes, and whether it changes what it is given."""
    callees = effects_of(
        "def f(a):\n    a['x'] = limit\ndef g():\n    log.append(1)\n"
        "h = lambda q: q + step\nclass C:\n    def m(self): pass"
    ).callees

    assert {
        name: (sorted(each.reads), sorted(each.mutates), each.changes_arguments) for name, each in callees.items()
    } == {
        "f": (["limit"], [], True),
        "g": (["log"], ["log"], False),
        "h": (["step"], [], False),
        "C": ([], [], True),
    }


def test_texts_of_queries_name_variables() -> None:
    """``@limit`` in a query is a variable of the session."""
    assert "limit" in effects_of("df.query('a > @limit')").reads


def test_files_are_names_too() -> None:
    """A file that one cell writes is what a later cell reads; opening one to read it writes nothing."""
    assert "file out.csv" in effects_of("df.to_csv('out.csv')").binds
    assert "file out.csv" in effects_of("pd.read_csv('out.csv')").reads
    assert effects_of("open('in.txt').read()").binds == frozenset()
    assert effects_of("pd.to_datetime(x, format='%Y.%m')").binds == frozenset()
    assert "file out.txt" in effects_of("df.to_string('out.txt')").binds
    assert "file in.txt" in effects_of("open('in.txt', 'w').write('x')").binds


def test_modules_are_used_by_any_of_their_names() -> None:
    """By an alias, a part or a function of it, each once; the standard library and other names are none."""
    aliases = {"pd": "pandas", "plt": "matplotlib.pyplot", "mean": "statistics.mean", "zscore": "scipy.stats.zscore"}
    code = "import seaborn\nplt.plot(zscore(pd.Series(mean(x))))\npd.DataFrame()"

    assert modules_used(code, aliases | {"seaborn": "seaborn"}) == ("pandas", "matplotlib", "seaborn", "scipy")
    assert modules_used("x = 1", aliases) == ()
