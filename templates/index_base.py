"""
title: An index of 100
stage: time
worth: answer[1] >= 105
unlike: [yearly_change]
knowledge: [time series, index numbers, derived columns]
needs: [df]
slots:
  year: {year: true, missing: 0, distinct: 8..}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: year.distinct >= table.file_rows
    says: one row per year
  - test: amount.minimum > 0
    says: an amount that is always positive
"""

# %%
"""
question: |
  [[How far has {{ amount }} come since the beginning? || Express {{ amount }} as an index.]] Make a Series
  `base_100`, indexed by {{ year }}[[order: in ascending order]], of {{ amount }} divided by its value in the earliest
  {{ year }} and multiplied by 100, unrounded. Answer with a tuple: the {{ year }} in which it is highest[[types:, as
  an integer]] (the earliest of several), then its value there,[[types: as a float]] rounded to 1 decimal.

validator:
  namespace_check:
    base_100: "{{ same_table }}"
"""

by_year = df.set_index({{ year }})[{{ amount }}].sort_index()
base_100 = by_year / by_year.iloc[0] * 100

(int(base_100.idxmax()), float(round(base_100.max(), 1)))
