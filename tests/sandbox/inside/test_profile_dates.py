"""Which text is dates."""

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.sandbox.inside.profile_dates import FORMATS, date_format


@given(
    st.sampled_from(FORMATS),
    st.lists(
        st.datetimes(min_value=pd.Timestamp("1970-01-01"), max_value=pd.Timestamp("2050-01-01")),
        min_size=3,
        max_size=20,
    ),
)
@settings(max_examples=100, deadline=None)
def test_dates_read_back(form: str, dates: list[pd.Timestamp]) -> None:
    """A format that is found reads every value as pandas does, and formats that disagree are never chosen between."""
    texts = sorted({date.strftime(form.replace("%z", "+0200")) for date in dates})
    found = date_format(pd.Series(texts, dtype="str"))

    if found is not None:
        read = pd.to_datetime(pd.Series(texts), format=found)
        assert read.equals(pd.to_datetime(pd.Series(texts), format=form))
