"""
title: A curve through the middle
stage: grouping
knowledge: [rolling windows, medians, smoothing]
needs: [df]
worth: "(answer[0] - answer[1])|abs >= 0.5 * other.deviation and [shown[0]|abs, shown[1]]|max < 0.985"
shows: "({{ rank_correlation(one, other) }}, {{ commonest([other]) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: one.orders_rows and table.rows >= 80 and not table.ordered and not table.followed
    says: at least 80 rows that are sorted by an amount
  - test: not akin([one], other)
    says: amounts that are not called after one thing
"""

# %%
"""
question: |
  The rows of `df` stand in the order of {{ one }}. [[How does {{ other }} go with it? || Follow {{ other }} along it.]]
  Make a Series `middle` of the median {{ other }} of each 25 consecutive rows: of rows 1 to 25, of rows 2 to 26 and so on,
  in this order, indexed from 0. Answer with a tuple: its first and its last value,[[types: as floats]] rounded to
  {{ other.places }} decimals.

validator:
  namespace_check:
    middle: "{{ same_table }}"
"""

middle = df[{{ other }}].rolling(25).median().dropna().reset_index(drop=True)

(float(round(middle.iloc[0], {{ other.places }})), float(round(middle.iloc[-1], {{ other.places }})))
