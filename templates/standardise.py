"""
title: On one scale
stage: features
knowledge: [scaling, standardisation]
presumes: rows that are alike
needs: [df]
worth: shown <= 0.5
shows: "{{ commonest(amounts) }}"
slots:
  amounts: {kind: amount, missing: 0, distinct: 5.., many: 2..4}
where:
  - test: not table.ordered
    says: rows in no order of time
  - test: amounts|map(attribute="sure_distinct")|min >= 3
    says: two amounts that vary
  - test: amounts|map(attribute="deviation")|max >= 3 * amounts|map(attribute="deviation")|min
    says: amounts on different scales
"""

# %%
"""
question: |
  Put {{ amounts }} on one scale: make a DataFrame `scaled` with these columns in this order and the index of `df`, of
  each value minus the column's mean, divided by the column's population standard deviation (ddof=0), unrounded.
  Answer with the largest value of each column of `scaled`: a Series indexed by column name, in the same order,
  rounded to 3 decimals.

validator:
  namespace_check:
    scaled:
  result: "{{ same_table }}"
"""

amounts_to_scale = df[{{ amounts }}]
scaled = (amounts_to_scale - amounts_to_scale.mean()) / amounts_to_scale.std(ddof=0)

scaled.max().round(3)
