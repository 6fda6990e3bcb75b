"""Which text is dates."""

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.tables.profile.dates import FORMATS, _fits, _parse, _shape_of, _shape_read_by, parse_dates
from tests.examples import examples


@given(
    st.sampled_from(FORMATS),
    st.lists(
        st.datetimes(min_value=pd.Timestamp("1970-01-01"), max_value=pd.Timestamp("2050-01-01")),
        min_size=3,
        max_size=20,
    ),
)
@settings(max_examples=examples(100), deadline=None)
def test_dates_read_back(form: str, dates: list[pd.Timestamp]) -> None:
    """A format that is found reads every value as pandas does, and formats that disagree are never chosen between."""
    texts = sorted({date.strftime(form.replace("%z", "+0200")) for date in dates})
    dates_parsed = parse_dates(pd.Series(texts, dtype="str"))

    if dates_parsed is not None:
        read = pd.to_datetime(pd.Series(texts), format=dates_parsed.format)
        assert read.equals(pd.to_datetime(pd.Series(texts), format=form))


@given(
    st.sampled_from(FORMATS),
    st.datetimes(min_value=pd.Timestamp("1970-01-01"), max_value=pd.Timestamp("2050-01-01")),
    st.sampled_from(["{}", " {}", "{} ", "{}Z", "{}.5"]),
    st.booleans(),
)
@settings(max_examples=examples(100), deadline=None)
def test_no_format_is_ruled_out_wrongly(form: str, date: pd.Timestamp, around: str, short: bool) -> None:  # noqa: FBT001 - drawn
    """Whatever pandas reads by a format looks like what that format reads."""
    text = around.format(date.strftime(form.replace("%z", "+0200")))
    if short:
        text = text.replace("-0", "-").replace("/0", "/")
    for candidate in FORMATS:
        if _parse(pd.Series([text], dtype="str"), candidate) is not None:
            shape = _shape_of(text)
            assert shape is None or _fits(_shape_read_by(candidate), shape)
