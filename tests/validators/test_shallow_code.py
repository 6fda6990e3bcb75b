"""Which comparing code looks no deeper than at lengths, sums and texts."""

import pytest

from authoring.validators.shallow_code import shallow_looks

CODE = "def compare_fn(a, b):\n    return {{'match': {}, 'reason': ''}}\n"


@pytest.mark.parametrize(
    ("comparison", "looks"),
    [
        ("int(a.sum()) == int(b.sum())", ("sum",)),
        ("abs(a.mean() - b.mean()) < 1e-6 and len(a) == len(b)", ("len", "mean")),
        ("np.sum(a) == np.sum(b)", ("sum",)),
        ("a.shape == b.shape", ("shape",)),
        ("list(a.columns) == list(b.columns)", ("columns",)),
        ("a.sum(axis=1).equals(b.sum(axis=1))", ()),
        ("a.equals(b)", ()),
        ("len(a) == len(b) and (a == b).all()", ()),
        ("len(a) == 3", ()),
        ("(", ()),
    ],
)
def test_shallow_looks(comparison: str, looks: tuple[str, ...]) -> None:
    """Code that gives one number of a value does not look into it."""
    assert shallow_looks(CODE.format(comparison)) == looks
