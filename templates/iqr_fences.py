"""
title: Outliers by the interquartile range
stage: outliers
knowledge: [quantiles, interquartile range, outliers]
needs: [df]
pools: [amount]
worth: answer <= 0.08 * table.file_rows and shown[0] <= 0.25 and not shown[1] and not shown[2]
shows: "({{ commonest([amount]) }}, bool(lower < 0 <= df[{{ amount }}].min() or upper > 100 >= df[{{ amount }}].max() >= 99), bool(min((df[{{ amount }}] - lower).abs().min(), (df[{{ amount }}] - upper).abs().min()) < 1e-9 * (1 + abs(upper))))"
slots:
  amount: {kind: amount, distinct: 10..}
where:
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 20 and amount.outliers >= 1
    says: an amount with at least 20 values and outliers among them
gives:
  fences: {amount: amount}
"""

# %%
"""
question: |
  [[Let us look for outliers of {{ amount }} in `df`. || Which values of {{ amount }} are out of the ordinary? ||
  Where do the usual values of {{ amount }} end?]] Set `lower` to its first quartile minus 1.5 times the interquartile
  range and `upper` to its third quartile plus 1.5 times that range[[quantiles: (linear interpolation, the default of
  pandas)]]{% if amount.missing %}[[missing:, missing values left out]]{% endif %}, both unrounded. Answer with a
  tuple: `lower`, then `upper`, each rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df[{{ amount }}].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, {{ amount.places }})), float(round(upper, {{ amount.places }})))

# %%
"""
question: |
  Collect the {{ rows }} in `df` whose {{ amount }} is below `lower` or above `upper` in a DataFrame `outliers`, in
  the order and with the index labels of `df`. How many are there[[types:, as an integer]]?

validator:
  namespace_check:
    outliers:
"""

outliers = df[(df[{{ amount }}] < lower) | (df[{{ amount }}] > upper)]

len(outliers)
