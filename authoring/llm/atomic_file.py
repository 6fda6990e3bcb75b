"""Text files of this room that other processes read and write at the same time."""

import tempfile
from pathlib import Path


def write_text_whole(path: Path, text: str) -> None:
    """Write a file under a name that no other process has, then rename it: a kill leaves the old file or the new one.

    Raises:
        OSError: it cannot be written.
    """
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", prefix=f".{path.name}.", dir=path.parent, delete=False
    ) as file:
        new = Path(file.name)
        try:
            file.write(text)
            file.close()
            # The file is made so that only its owner can read it.
            new.chmod(0o644)
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
