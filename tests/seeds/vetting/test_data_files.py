"""The gate's data files can be read."""

import pytest

from authoring.seeds.vetting.data_files import read_table


@pytest.mark.parametrize("name", ["fame.yaml", "licences.yaml"])
def test_data_file_is_read(name: str) -> None:
    """Each holds something."""
    assert read_table(name)
