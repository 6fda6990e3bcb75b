"""Where what came of a download waits for the next run."""

import os
from pathlib import Path

import pytest

from authoring.seeds.sources.kaggle.parts import LONGEST_KEPT, download_folder
from authoring.seeds.sources.kaggle.references import DatasetReference

SHOP = DatasetReference("ada/shop", 1)


def broken_run(home: Path, scratch: Path, *names: str) -> None:
    """Leave files in the folder of a download that breaks off."""

    def run() -> None:
        with download_folder(home, SHOP, scratch) as folder:
            for name in names:
                (folder / name).write_text("x")
            raise OSError("broken")

    with pytest.raises(OSError, match="broken"):
        run()


def test_only_a_part_is_kept(tmp_path: Path) -> None:
    """A part outlives a run that broke off; what cannot be gone on with does not, nor does anything after success."""
    broken_run(tmp_path / "home", tmp_path, "whole.zip")
    assert list((tmp_path / "home").iterdir()) == []
    broken_run(tmp_path / "home", tmp_path, "shop.zip.partial")
    with download_folder(tmp_path / "home", SHOP, tmp_path) as folder:
        assert (folder / "shop.zip.partial").exists()
    assert list((tmp_path / "home").iterdir()) == []


def test_one_process_at_a_time(tmp_path: Path) -> None:
    """While one run holds the folder of a data set, another one downloads into its own scratch folder."""
    with download_folder(tmp_path / "home", SHOP, tmp_path / "a") as first:
        with download_folder(tmp_path / "home", SHOP, tmp_path / "b") as second:
            assert second == tmp_path / "b"
        with download_folder(tmp_path / "home", DatasetReference("bob/shop"), tmp_path / "b") as other:
            assert other.parent == first.parent
        assert first.exists()


def test_without_a_home(tmp_path: Path) -> None:
    """Where nothing is to outlive the run, the scratch folder serves."""
    with download_folder(None, SHOP, tmp_path) as folder:
        assert folder == tmp_path


def test_old_parts(tmp_path: Path) -> None:
    """A part that nobody has gone on with for a week is thrown away by whoever downloads next."""
    broken_run(tmp_path / "home", tmp_path, "shop.zip.partial")
    (folder,) = (tmp_path / "home").iterdir()
    for path in folder.iterdir():
        before = path.stat().st_mtime - LONGEST_KEPT - 60
        os.utime(path, (before, before))
    with download_folder(tmp_path / "home", DatasetReference("bob/towns"), tmp_path):
        assert not folder.exists()
