"""
title: Each row's part of its group
stage: features
knowledge: [grouping, transform, shares]
needs: [df]
presumes: rows of a whole
worth: answer < 0.999
slots:
  group: {kind: category, missing: 0, distinct: 2..60}
  amount: {kind: amount, asks: sum, missing: 0, distinct: 8..}
let:
  part: new(amount.slug ~ "_part")
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.followed < 10
    says: rows that do not follow things for long
  - test: amount.minimum > 0 and table.rows >= 3 * group.distinct
    says: an amount to add up that is positive, and groups of several rows
effects:
  add: [part]
gives:
  part: {column: part, group: group, amount: amount}
"""

# %%
"""
question: |
  [[How much of its {{ group }} is each {{ row }}? || Put every {{ row }} in relation to its {{ group }}.]] Add a last
  column {{ part }} to `df`: the {{ amount }} of the row divided by the sum of {{ amount }} over all {{ rows }} with
  the same {{ group }}, an unrounded share between 0 and 1. What is its largest value,[[types: as a float]] rounded to
  4 decimals?

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ part }}] = df[{{ amount }}] / df.groupby({{ group }}, observed=True)[{{ amount }}].transform("sum")

float(round(df[{{ part }}].max(), 4))
