"""
title: The highest five-year average
stage: time
knowledge: [time series, sorting, rolling windows]
presumes: one thing over time
needs: [df]
worth: shown|abs <= 0.9
shows: "{{ drift(amount, year.name) }}"
slots:
  year: {year: true, missing: 0, distinct: 12..}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: year.distinct >= table.file_rows
    says: one row per year
"""

# %%
"""
question: |
  Single years jump about. Sort by {{ year }} and make a Series `five_years`, indexed by {{ year }}, of the mean
  {{ amount }} over the row of that {{ year }} and the four rows before it, without the first four. Which {{ year }}
  ends the highest of these means? Answer with the year[[types: as an integer]], the earliest if there are several.

validator:
  namespace_check:
    five_years: "{{ same_table }}"
"""

five_years = df.set_index({{ year }})[{{ amount }}].sort_index().rolling(5).mean().dropna()

int(five_years.idxmax())
