"""
title: A power of another amount
stage: statistics
knowledge: [logarithms, linear regression, scaling]
needs: [df]
presumes: measures apart from each other
worth: "0.4 <= answer[1] and not shown[0] and shown[1] <= 0.25 and [shown[2]|abs, shown[3]|abs]|min < 0.6"
shows: "({{ bounded([one, other]) }} and log_line.rvalue ** 2 > 0.999, {{ commonest([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: (one.orders_rows or not one.sorts) and (other.orders_rows or not other.sorts)
    says: amounts that are no clock by which rows are sorted
  - test: table.width <= 6
    says: at most six columns
  - test: not akin([one], other)
    says: amounts that are not called after one thing
  - test: one.minimum > 0 and other.minimum > 0 and one.maximum >= 100 * one.minimum and other.maximum >= 100 * other.minimum
    says: two positive amounts over two orders of magnitude
  - test: table.rows >= 25 and not table.ordered and not table.followed
    says: at least 25 rows in no order of time
"""

# %%
"""
question: |
  [[With what power of {{ one }} does {{ other }} grow? || How does {{ other }} scale with {{ one }}?]] Fit a straight line
  of the logarithm of {{ other }} against that of {{ one }}, both to base 10, by ordinary least squares. Answer with a
  tuple: the slope, then r squared,[[types: as floats]] rounded to 3 decimals.

validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

log_line = stats.linregress(np.log10(df[{{ one }}]), np.log10(df[{{ other }}]))

(float(round(log_line.slope, 3)), float(round(log_line.rvalue**2, 3)))
