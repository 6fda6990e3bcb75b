"""
title: The typical value of a skewed amount
stage: statistics
knowledge: [geometric mean, logarithms, grouping]
needs: [df, log]
worth: "answer|map(attribute=1)|max >= 1.2 * (answer|map(attribute=1)|min) and differs(shown, group.distinct, table.rows)"
shows: "{{ explained_share(group, log.column) }}"
slots:
  group: {kind: category, missing: 0, distinct: 2..20}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= 3
    says: a group with at least three rows in every level
"""

# %%
"""
question: |
  Give the geometric mean of {{ log.amount }} for each {{ group }}, 10 to the power of the mean of {{ log.column }}: a
  Series indexed by {{ group }} and rounded to {{ log.amount.places }} decimals, the largest[[ties: (as rounded)]]
  first[[ties: and equal ones in ascending order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

geometric_by_group = (10 ** df.groupby({{ group }}, observed=True)[{{ log.column }}].mean()).round({{ log.amount.places }})

geometric_by_group.sort_index().sort_values(ascending=False, kind="stable")
