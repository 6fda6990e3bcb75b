"""How data sets and notebooks are named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import SeedError
from authoring.seeds.sources.kaggle.references import DatasetReference, dataset_reference, notebook_reference


@pytest.mark.parametrize(
    ("given", "ref", "version"),
    [
        ("ada/shop", "ada/shop", None),
        ("ada/shop@3", "ada/shop", 3),
        ("ada/shop/3", "ada/shop", 3),
        ("ada/shop/versions/3", "ada/shop", 3),
        ("https://www.kaggle.com/datasets/ada/shop", "ada/shop", None),
        ("https://www.kaggle.com/datasets/ada/shop/versions/12?select=a.csv", "ada/shop", 12),
        ("kaggle.com/ada/shop/", "ada/shop", None),
        ("datasets/ada/shop", "ada/shop", None),
        (" ada-l/shop_2.0 ", "ada-l/shop_2.0", None),
    ],
)
def test_data_sets(given: str, ref: str, version: int | None) -> None:
    """A data set is named as the site names it, or by the address of its page."""
    reference = dataset_reference(given)
    assert (reference.ref, reference.version) == (ref, version)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "shop",
        "ada/",
        "/shop",
        "ada/shop@",
        "ada/shop@0",
        "ada/shop@new",
        "ada/shop@-1",
        "a/b/c/d",
        "../shop",
        "a b/c",
    ],
)
def test_no_data_sets(given: str) -> None:
    """What is none is refused with the form that is wanted."""
    with pytest.raises(SeedError, match="no data set of Kaggle's") as refused:
        dataset_reference(given)

    assert "kaggle:OWNER/SLUG@VERSION" in refused.value.hint


@pytest.mark.parametrize(
    "given", ["competitions/titanic", "c/titanic", "https://www.kaggle.com/competitions/titanic/data"]
)
def test_competitions(given: str) -> None:
    """The data of competitions is refused with the reason."""
    with pytest.raises(SeedError, match="may not be passed on"):
        dataset_reference(given)


@pytest.mark.parametrize("given", ["bob/eda", "kaggle:bob/eda", "https://www.kaggle.com/code/bob/eda", "code/bob/eda"])
def test_notebooks(given: str) -> None:
    """A notebook is named as the site names it, or by the address of its page."""
    assert notebook_reference(given) == "bob/eda"


@pytest.mark.parametrize("given", ["eda.ipynb", "notebooks/eda/x", "", "bob/"])
def test_no_notebooks(given: str) -> None:
    """What is none is refused; it may be a path that was mistyped, so that is said too."""
    with pytest.raises(SeedError, match="no file, and no notebook of Kaggle's"):
        notebook_reference(given)


@given(st.text(max_size=60))
def test_any_text(given: str) -> None:
    """Any text names one data set, of which the shown form is read as the same again, or is refused."""
    try:
        found = dataset_reference(given)
    except SeedError:
        return

    assert dataset_reference(found.label) == found
    assert (found.owner, found.slug) == tuple(found.ref.split("/"))


def test_the_file_that_an_address_selects() -> None:
    """`?select=` of a page's address names a file; other words behind the address name nothing."""
    address = "https://www.kaggle.com/datasets/ada/shop?resource=download&select=my%20orders.csv"

    assert dataset_reference(address) == DatasetReference("ada/shop", None, "my orders.csv")
    assert dataset_reference("ada/shop@2?resource=download") == DatasetReference("ada/shop", 2)
    assert dataset_reference(dataset_reference(address).text) == dataset_reference(address)
