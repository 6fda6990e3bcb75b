"""
title: Decade by decade
stage: grouping
knowledge: [dates, binning, grouping]
needs: [df, months]
worth: spread(answer) >= 0.2 * amount.deviation
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 40 * months.steps
    says: at least four decades
"""

# %%
"""
question: |
  [[How has {{ amount }} changed from decade to decade? || Look at {{ amount }} decade by decade.]] Answer with a Series of
  its mean in each decade that has all {{ 10 * months.steps }} {{ months.period }}s, indexed by the decade's first year, as
  1990[[order:, in ascending order]], rounded to {{ amount.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

of_decades = df.groupby(df[{{ months.when }}].dt.year // 10 * 10)[{{ amount }}].agg(["mean", "size"])

of_decades.loc[of_decades["size"] == {{ 10 * months.steps }}, "mean"].round({{ amount.places }})
