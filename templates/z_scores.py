"""
title: Far from the mean
stage: outliers
knowledge: [standard deviation, outliers, derived columns]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: shown[0] <= 0.5 and shown[1] < 0.8 and shown[2] > 2
shows: "({{ commonest([amount]) }}, {{ autocorrelation(amount) }}, float((df[{{ amount }}].mean() - df[{{ amount }}].min()) / df[{{ amount }}].std()))"
unlike: [iqr_fences]
slots:
  amount: {kind: amount, missing: 0, distinct: 10..}
let:
  score: new(amount.slug ~ "_z")
where:
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 20 and amount.sure_distinct >= 5
    says: an amount with at least 20 values
  - test: amount.maximum > amount.mean + 2 * amount.deviation
    says: an amount with values far above its mean
effects:
  add: [score]
"""

# %%
"""
question: |
  [[How unusual is each {{ amount }}? || Express {{ amount }} in standard deviations.]] Add a last column {{ score }} to `df`: {{ amount }} minus its mean, divided by its sample
  standard deviation (ddof=1), unrounded. In how many {{ rows }} is {{ score }} above 2 or below -2?[[types: Answer with an integer.]]

validator:
  namespace_check:
    df:
"""

df[{{ score }}] = (df[{{ amount }}] - df[{{ amount }}].mean()) / df[{{ amount }}].std(ddof=1)

int((df[{{ score }}].abs() > 2).sum())
