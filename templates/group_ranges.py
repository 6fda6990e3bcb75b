"""
title: From the lowest to the highest of each group
stage: grouping
knowledge: [grouping, extremes, aggregation]
presumes: rows that are alike
needs: [df]
unlike: [group_summary]
worth: "differs(shown[0], group.distinct, table.rows) and spread(answer, 1) > 0 and shown[1] <= 0.3"
shows: "({{ explained_share(group, amount) }}, {{ commonest([amount]) }})"
slots:
  group: {kind: [category, flag], distinct: 2..30}
  amount: {kind: amount, distinct: 8..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= amount.missing + 3
    says: a group in which every level has three values of the amount
"""

# %%
"""
question: |
  [[Within which limits does {{ amount }} lie in each {{ group }}? || From where to where does {{ amount }} reach in
  each {{ group }}?]] Answer with a DataFrame indexed by {{ group }} in ascending order, with the columns `lowest`,
  `highest` and `range`, the difference of the
  two{% if amount.missing %}[[missing: (missing values left out)]]{% endif %}, all
  rounded to {{ amount.places }} decimals at the very end.

validator:
  result: "{{ same_table }}"
"""

ranges_of_groups = df.groupby({{ group }}, observed=True)[{{ amount }}].agg(lowest="min", highest="max")

ranges_of_groups.assign(range=ranges_of_groups["highest"] - ranges_of_groups["lowest"]).round({{ amount.places }})
