"""
title: Who makes up the total
stage: grouping
knowledge: [grouping, sums, shares]
needs: [df]
presumes: rows of a whole
worth: differs(shown, group.distinct, table.rows)
shows: "{{ explained_share(group, amount) }}"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..20}
  amount: {kind: amount, asks: sum, missing: 0, distinct: 8..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: amount.minimum >= 0
    says: an amount to add up that is never negative
"""

# %%
"""
question: |
  [[How is the total of {{ amount }} divided among the values of {{ group }}? || Which {{ group }} accounts for how
  much of all {{ amount }}? || Split the sum of {{ amount }} by {{ group }}.]] Answer with a Series, indexed by
  {{ group }}, of the percentage that each has of the sum of {{ amount }} in `df`, rounded to 1 decimal, the
  largest[[ties: (as rounded)]] first[[ties: and equal ones in ascending order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

sums_by_group = df.groupby({{ group }}, observed=True)[{{ amount }}].sum()
percentages_of_total = (sums_by_group / df[{{ amount }}].sum()).mul(100).round(1)

percentages_of_total.sort_index().sort_values(ascending=False, kind="stable")
