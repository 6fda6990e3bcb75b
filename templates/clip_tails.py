"""
title: Clip the tails
stage: outliers
knowledge: [quantiles, clipping, outliers]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: "answer|abs >= 0.04 * amount.deviation and shown >= 3"
shows: "{{ farthest(amount) }}"
slots:
  amount: {kind: amount, missing: 0, distinct: 20..}
let:
  clipped: new(amount.slug ~ "_clipped")
where:
  - test: not amount.is_allotted
    says: an amount whose sum is not known beforehand
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.outliers >= 1
    says: an amount with values far from the others
effects:
  add: [clipped]
"""

# %%
"""
question: |
  [[Extreme values of {{ amount }} should not dominate a mean. || A mean of {{ amount }} hangs on its extremes.]] Add
  a last column {{ clipped }} to `df`: {{ amount }}, with every value below its 5th percentile set to that percentile,
  and every value above its 95th percentile to that one[[quantiles: (linear interpolation, the default of pandas)]].
  What is the mean of {{ clipped }} minus the mean of {{ amount }},[[types: as a float]] rounded to
  {{ amount.places + 1 }} decimals?

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

tail_low, tail_high = df[{{ amount }}].quantile([0.05, 0.95])
df[{{ clipped }}] = df[{{ amount }}].clip(tail_low, tail_high)

float(round(df[{{ clipped }}].mean() - df[{{ amount }}].mean(), {{ amount.places + 1 }}))
