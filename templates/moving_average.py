"""
title: The highest moving average
stage: time
knowledge: [dates, sorting, rolling windows]
needs: [df]
worth: amount.maximum - answer >= 0.1 * amount.deviation and shown <= 4
shows: "(lambda steps: float(steps.max() / steps.median()))(df[{{ when }}].sort_values().diff().dropna())"
slots:
  when: {kind: date, parsed: true, missing: 0}
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: table.ordered and when.distinct >= 30 and when.distinct >= table.file_rows
    says: one row a date, at least 30 of them in their order
"""

# %%
"""
question: |
  Smooth {{ amount }} over time: order the {{ rows }} in `df` by {{ when }} (equal ones as they stand in `df`), and
  take the mean of {{ amount }} over each row and the six rows before it. Store these means in that order, without the
  first six rows, which have none, indexed from 0, as a Series `smooth`. Answer with the highest of them,[[types: as a
  float]] rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    smooth: "{{ same_table }}"
"""

rows_in_time = df.sort_values({{ when }}, kind="stable")
smooth = rows_in_time[{{ amount }}].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), {{ amount.places }}))
