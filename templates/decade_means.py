"""
title: Decade by decade
stage: time
knowledge: [time series, grouping, integer division]
presumes: one thing over time
needs: [df]
worth: "spread(answer) >= 0.3 * amount.deviation"
slots:
  year: {year: true, missing: 0, distinct: 10..}
  amount: {kind: amount, missing: 0, distinct: 12..}
where:
  - test: not table.followed
    says: rows of one thing
  - test: year.maximum - year.minimum >= 12
    says: years in more than one decade
"""

# %%
"""
question: |
  [[Give me the long view: || Step back:]] the mean of {{ amount }} per decade of {{ year }}, as a Series indexed by
  the decade's first year (1987 belongs to 1980)[[order:, in ascending order]], rounded to {{ amount.places }}
  decimals.

validator:
  result: "{{ same_table }}"
"""

decade = df[{{ year }}] // 10 * 10

df.groupby(decade)[{{ amount }}].mean().round({{ amount.places }})
