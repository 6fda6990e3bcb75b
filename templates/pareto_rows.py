"""
title: How few make half of it
stage: sorting
knowledge: [cumulative sums, sorting, concentration]
needs: [df]
presumes: rows of a whole
worth: answer[1] <= 35
slots:
  amount: {kind: amount, asks: sum, missing: 0, distinct: 20..}
where:
  - test: not table.followed and not table.series
    says: rows that follow neither things nor each other
  - test: amount.minimum >= 0 and table.rows >= 30
    says: an amount to add up that is never negative, in at least 30 rows
"""

# %%
"""
question: |
  [[Is the total of {{ amount }} in the hands of a few? || How concentrated is {{ amount }}? || A few {{ rows }} may
  make up most of all {{ amount }}.]] How many of the {{ rows }} in `df`, from the highest {{ amount }} down,
  does it take at least until their sum reaches half of the sum of all? Answer with a tuple: that number[[types: as an
  integer]], then its percentage of all {{ rows }},[[types: as a float]] rounded to 1 decimal.

validator:
  result:
"""

running_sum = df[{{ amount }}].sort_values(ascending=False).cumsum()
rows_needed = int((running_sum < df[{{ amount }}].sum() / 2).sum()) + 1

(rows_needed, round(rows_needed / len(df) * 100, 1))
