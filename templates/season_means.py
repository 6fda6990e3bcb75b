"""
title: What a usual year looks like
stage: grouping
knowledge: [dates, seasonality, grouping]
needs: [df, months]
unlike: [seasonal_index, group_summary, pivot_means]
worth: shown[0]|abs <= 0.4 and shown[1] >= 0.3 and differs(shown[1], months.steps, table.rows)
shows: "({{ drift(amount) }}, {{ seasonality(amount, months.when, months.period) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
"""

# %%
"""
question: |
  [[Has {{ amount }} a season? || What does a usual year of {{ amount }} look like?]] Answer with a Series of the mean
  {{ amount }} of each {{ months.period }} of the year over all years, indexed by its number (1 to {{ months.steps }}), rounded to {{ amount.places + 1 }} decimals.

validator:
  result: "{{ same_table }}"
"""

#: if months.steps == 12
period_of_year = df[{{ months.when }}].dt.month
#: else
period_of_year = df[{{ months.when }}].dt.quarter
#: endif

df.groupby(period_of_year)[{{ amount }}].mean().round({{ amount.places + 1 }})
