"""
title: Along a line, or only in rank
stage: statistics
knowledge: [correlation, rank correlation]
needs: [df]
presumes: measures apart from each other
family: correlation
worth: "answer[1]|abs >= 0.3 and answer[1]|abs >= answer[0]|abs + 0.08 and answer[1]|abs < 0.985 and not shown[0] and shown[1] <= 0.25 and [shown[2]|abs, shown[3]|abs]|min < 0.6"
shows: "({{ bounded([one, other]) }}, {{ commonest([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }})"
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
  - test: table.rows >= 30 and not table.ordered
    says: at least 30 rows in no order of time
"""

# %%
"""
question: |
  [[Do {{ one }} and {{ other }} go together along a line, or only in rank? || How far is the relation of {{ one }} and
  {{ other }} from a straight line?]] Answer with a tuple of two correlations over the {{ rows }} in `df`: Pearson's, then
  Spearman's,[[types: as floats]] rounded to 3 decimals.

validator:
  result:
"""

paired_amounts = df[[{{ one }}, {{ other }}]]

tuple(float(round(paired_amounts.corr(method=method).iloc[0, 1], 3)) for method in ("pearson", "spearman"))
