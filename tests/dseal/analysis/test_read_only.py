"""What a look at data may hold, and what is refused in words."""

import pytest

from authoring.dseal.analysis.read_only import (
    LONGEST_EXPRESSION,
    looks_at_groups,
    looks_at_levels,
    refusal_of,
    without_customary_imports,
)

TABLES = ("df", "df2")


@pytest.mark.parametrize(
    "code",
    [
        "df['a'].isna().sum()",
        "df[df['a'] > 3].groupby('b')['c'].agg(['mean', 'size'])",
        "df.merge(df2, on='a', how='left', indicator=True)['_merge'].value_counts()",
        "pd.to_datetime(df['day'], errors='coerce').isna().mean()",
        "np.round(np.mean(df['a']), 2)",
        "{name: int(df[name].nunique()) for name in df.columns}",
        "df['text'].str.split().map(lambda words: len(words)).max()",
        "sorted(set(df['a']))[:5]",
        "  df.shape\n",
        "f'{len(df)} rows'",
        "df[['a', 'b']].drop_duplicates().to_dict('records')",
        "df.query('a > 3 and b in [1, 2]').shape",
        "df.groupby('a')['b'].max().pipe(lambda tops: (tops > tops.mean()).sum())",
        "df.query('`body mass (g)` > 3 | ~name.str.contains(\"xy\".lower())', engine='python')",
        "df.groupby('a').sum().query('`b` == \"x\"')['c'].max()",
    ],
)
def test_looks_are_allowed(code: str) -> None:
    """Arithmetic, masks, groups, joins, comprehensions, lambdas and conversions only read."""
    assert refusal_of(code, TABLES) == ""


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "single expression"),
        ("x = 1", "single expression"),
        ("while True: pass", "single expression"),
        ("import os", "single expression"),
        ("df.shape; df.size", "single expression"),
        ("df[", "no Python"),
        ("(rows := df)", "NamedExpr"),
        ("(yield df)", "Yield"),
        ("__import__('os').system('id')", "'__import__'"),
        ("os.system('id')", "'os'"),
        ("open('x', 'w')", "'open'"),
        ("eval('1')", "'eval'"),
        ("getattr(df, 'to_csv')('x')", "'getattr'"),
        ("df.__class__", "'__class__'"),
        ("df._mgr", "'_mgr'"),
        ("'{0.__class__}'.format(df)", "'format'"),
        ("df.to_csv('x.csv')", "'to_csv'"),
        ("df['a'].to_numpy().tofile('x')", "'tofile'"),
        ("df.eval('a + b')", "'eval'"),
        ("df.query('@pd')", "`@`"),
        ("df.query('a.pipe(b)')", "'pipe'"),
        ("df.pipe(len)", "'pipe' takes a lambda"),
        ("df.pipe((lambda x, y: x, 'y'), 3)", "'pipe' takes a lambda"),
        ("df.pipe(lambda x: x, func=3)", "'pipe' takes a lambda"),
        ("[df.pipe][0]", "'pipe' can only be called"),
        ("df.pipe(lambda x: x.to_csv('x'))", "'to_csv'"),
        ("df.query('a == \"x@y\"')", "`@`"),
        ("df.query(f'a > {len(df)}')", "written out"),
        ("df.query('a' + 'b')", "written out"),
        ("df.query(expr='a > 1')", "written out"),
        ("df.query('a > 1', local_dict={})", "written out"),
        ("df.query('a > 1', inplace=True)", "written out"),
        ("df.query('a = 1')", "no single condition"),
        ("df.query('a > 1\\nb > 2')", "no single condition"),
        ("df.query('a >')", "no single condition"),
        ("df.query('__import__(\"os\")')", "calls a function"),
        ("df.query('_mgr > 1')", "'_mgr'"),
        ("df.query('a.__class__')", "'__class__'"),
        ("df.query('a.to_pickle(\"x\")')", "'to_pickle'"),
        ("df.query('sin(a) > 0')", "calls a function"),
        ("df.query('[x for x in a]')", "ListComp"),
        ('df.query(\'"a`" + a.to_csv(5) + "`b"\')', "'to_csv'"),
        ("df.query('a.query(b)')", "holds 'query'"),
        ("[look for look in [df.query]]", "only be called"),
        ("df.plot()", "'plot'"),
        ("df.drop(columns='a', inplace=True)", "in place"),
        ("df.pop('a')", "'pop'"),
        ("pd.read_csv('inputs/a.csv')", "pd.read_csv"),
        ("pd.io.common.os.system('id')", "pd.io"),
        ("np.load('x')", "np.load"),
        ("np.random.rand()", "np.random"),
        ("[pd for row in [1]]", "'pd'"),
        ("(lambda pd: pd.io)(df)", "'pd'"),
        ("[df for df in [np]]", "'df'"),
        ("[os for pd in df]", "'pd'"),
        ("[1 for row in [np]]", "'np'"),
        ("[len for len in [df]]", "'len'"),
        ("other.shape", "df, df2"),
        ("df" + " + 1" * LONGEST_EXPRESSION, "longer"),
        ("\x00", "no Python"),
        ("(" * 240 + ")" * 240, "no Python"),
    ],
)
def test_everything_else_is_refused_in_words(code: str, words: str) -> None:
    """Statements, names from elsewhere, private attributes, files, text that is run, and changes are refused."""
    assert words in refusal_of(code, TABLES)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import numpy as np; np.log(df.x).describe()", "np.log(df.x).describe()"),
        ("import numpy as np\nimport pandas as pd\n(df.x\n .sum())", "(df.x\n .sum())"),
        ("import pandas as pd, numpy as np\n\ndf['é'].sum()", "df['é'].sum()"),
        ("import numpy", "import numpy"),
        ("import numpy as np", "import numpy as np"),
        ("import os; df.x.sum()", "import os; df.x.sum()"),
        ("import numpy as pd; pd.log(df.x)", "import numpy as pd; pd.log(df.x)"),
        ("from numpy import log; log(df.x)", "from numpy import log; log(df.x)"),
        ("df.x.sum()", "df.x.sum()"),
        ("import numpy as np; (", "import numpy as np; ("),
    ],
)
def test_imports_of_what_is_there_are_left_out(code: str, expected: str) -> None:
    """Pandas and numpy under their customary names, before an expression; any other import stays and is refused."""
    assert without_customary_imports(code) == expected
    assert bool(refusal_of(without_customary_imports(code), ["df"])) is (expected == code and code != "df.x.sum()")


def test_looks_at_levels() -> None:
    """Only the last call counts."""
    assert looks_at_levels("df['a'].value_counts()")
    assert looks_at_levels("df['a'].nunique()")
    assert not looks_at_levels("df['a'].value_counts().max()")
    assert not looks_at_levels("len(df)")
    assert not looks_at_levels("df[")


def test_looks_at_groups() -> None:
    """Sizes of groups, and how often something holds in each, are no answers to problems."""
    assert looks_at_groups("df.groupby('a').size()")
    assert looks_at_groups("df.groupby('a')['b'].apply(lambda s: (s == s.max()).sum())")
    assert looks_at_groups("df.isna().sum()")
    assert not looks_at_groups("df.groupby('a')['b'].sum()")
    assert not looks_at_groups("df.groupby('a')['b'].apply(lambda s: s.max() - s.min())")
    assert not looks_at_groups("df[")
