"""
title: Does the past repeat itself
stage: time
panel: true
knowledge: [panel data, lags, correlation]
needs: [df]
worth: "answer|abs < 0.98"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
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
  [[Does {{ amount }} depend on what it was before? || How much inertia is in {{ amount }}?]] Add a last column
  {{ before }} to `df`: the {{ amount }} of the same {{ panel.entity }} in the row before it by {{ panel.time }},
  missing in its first; the order of `df` stays. Answer with the Pearson correlation of {{ amount }} and {{ before }}
  over the rows that have both,[[types: as a float]] rounded to 3 decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ before }}] = (
    df.sort_values({{ panel.time }}, kind="stable").groupby({{ panel.entity }})[{{ amount }}].shift(1)
)

float(round(df[{{ amount }}].corr(df[{{ before }}]), 3))
