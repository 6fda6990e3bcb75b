"""scikit-learn's bundled tables, which its loaders put together out of several files, as CSV."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_CLASSES = {"iris": "species", "wine": "cultivar", "breast_cancer": "diagnosis"}
"""Tables of classes, and what the column of class labels is called."""


def write_bundled(name: str, target: Path) -> None:
    """Write the bundled table `name` (of `iris`, `wine`, `breast_cancer`, `diabetes`, `linnerud`) as CSV.

    Class labels are written as text, not as numbers.
    """
    from sklearn import datasets  # noqa: PLC0415 - takes a second, and only these tables need it

    load: Callable[..., Any] = getattr(datasets, f"load_{name}")
    options = {"scaled": False} if name == "diabetes" else {}
    bundle = load(as_frame=True, **options)
    frame = bundle.data.copy()
    if name in _CLASSES:
        frame[_CLASSES[name]] = [str(bundle.target_names[label]) for label in bundle.target]
    elif name == "diabetes":
        frame["progression"] = bundle.target
    else:
        frame = frame.join(bundle.target)
    # The loaders hold counts as floats; as whole numbers they read as what they are.
    counts = [column for column, kind in frame.dtypes.items() if kind.kind == "f" and (frame[column] % 1 == 0).all()]
    frame.astype(dict.fromkeys(counts, "int64")).to_csv(target, index=False, lineterminator="\n")
