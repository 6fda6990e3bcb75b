"""How exports are shown."""

from pathlib import Path

from rich.console import Console

from authoring.api.exports import FormatLine
from authoring.cli.views.exports import file_tree, formats_table


def text_of(part: object) -> str:
    """Return what is shown on a wide screen."""
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        console.print(part)
    return caught.get()


def test_files_stand_below_their_folders(tmp_path: Path) -> None:
    """Each file once, with its size, in the folder that holds it."""
    for name in ("a.py", "data/one.csv", "data/two.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("12345")
    text = text_of(file_tree(tmp_path, ["data/two.csv", "a.py", "data/one.csv"]))

    assert text.count("data/") == 1
    assert text.index("a.py  5 B") < text.index("data/") < text.index("one.csv  5 B") < text.index("two.csv  5 B")


def test_only_choices_are_options() -> None:
    """A format with one language has no option for it."""
    text = text_of(
        formats_table(
            (
                FormatLine(name="plain", summary="as it is", suites=(), languages=("en",)),
                FormatLine(name="tree", summary="a tree", suites=("x", "y"), languages=("en", "zh")),
            )
        )
    )

    assert text.count("--language") == 1
    assert "--suite x|y --language en|zh" in text
