"""
title: A seasonal index
stage: statistics
knowledge: [time series, seasonality, index numbers]
needs: [df, months]
unlike: [season_means]
worth: 4 <= spread(answer) <= 600 and shown[0] >= 0.5 and shown[1] >= 0.4
shows: "({{ drift(amount) }}, {{ seasonality(amount, months.when, months.period) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
  - test: amount.minimum > 0
    says: an amount that is always positive
"""

# %%
"""
question: |
  [[Which {{ months.period }}s are high for their year? || How does {{ amount }} go up and down within a year?]] In the years
  that have all {{ months.steps }} {{ months.period }}s, express {{ amount }} in percent of its mean over the same year.
  Answer with a Series of the mean percentage of each {{ months.period }} of the year, indexed by its number (1 to {{ months.steps }}), rounded to 1 decimal.

validator:
  result: "{{ same_table }}"
"""

#: if months.steps == 12
period_of_year = df[{{ months.when }}].dt.month
#: else
period_of_year = df[{{ months.when }}].dt.quarter
#: endif
in_years = df.groupby(df[{{ months.when }}].dt.year)[{{ amount }}]
share_of_year = (df[{{ amount }}] / in_years.transform("mean") * 100)[in_years.transform("size") == {{ months.steps }}]

share_of_year.groupby(period_of_year).mean().round(1)
