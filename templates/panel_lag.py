"""
title: How often it rises
stage: time
panel: true
knowledge: [panel data, lags, shares]
presumes: one thing over time
needs: [df]
worth: 10 <= answer <= 90 and not 48 < answer < 52
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: not panel.gaps
    says: things that were all looked at every time
  - test: panel.entity.missing == 0 and panel.time.missing == 0 and panel.entity.distinct * 3 <= table.rows
    says: things that are followed at least three times each
  - test: amount.name not in [panel.entity.name, panel.time.name]
    says: an amount beside what is followed
let:
  before: new(amount.slug ~ "_before")
effects:
  add: [before]
"""

# %%
"""
question: |
  [[How often does {{ amount }} rise from one {{ panel.time }} to the next? || Does {{ amount }} rise more often than
  it does not?]] Add a last column {{ before }} to `df`: the {{ amount }} of the same {{ panel.entity }} in the row
  before it by {{ panel.time }}, missing in its first; the order of `df` stays. Of the rows that have {{ before }},
  in what percentage is {{ amount }} greater? Answer with a float rounded to 1 decimal.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ before }}] = (
    df.sort_values({{ panel.time }}, kind="stable").groupby({{ panel.entity }})[{{ amount }}].shift(1)
)
has_before = df[{{ before }}].notna()

float(round((df.loc[has_before, {{ amount }}] > df.loc[has_before, {{ before }}]).mean() * 100, 1))
