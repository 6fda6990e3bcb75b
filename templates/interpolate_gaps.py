"""
title: Gaps between what was seen before and after
stage: missing
knowledge: [missing values, interpolation, time series]
needs: [df, months]
slots:
  amount: {kind: amount, missing: 1.., distinct: 15..}
where:
  - test: table.calendar and amount.missing_share <= 0.15
    says: a series with a few gaps
effects:
  fill: [amount]
"""

# %%
"""
question: |
  [[Close the gaps in {{ amount }}. || A series with gaps cannot be compared with the year before.]] In `df`, in the order of
  its rows, fill the missing {{ amount }} by linear interpolation between the neighbours that are there; before the first
  and after the last of these, take the nearest. Answer with the mean {{ amount }} of the rows that you filled, rounded to
  {{ amount.places }} decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

was_missing = df[{{ amount }}].isna()
df[{{ amount }}] = df[{{ amount }}].interpolate(method="linear", limit_direction="both")

float(round(df.loc[was_missing, {{ amount }}].mean(), {{ amount.places }}))
