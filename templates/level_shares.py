"""
title: Shares of the levels
stage: grouping
knowledge: [counting, shares, sorting]
needs: [df]
worth: spread(answer) >= 2
slots:
  group: {kind: [category, period], distinct: 3..30}
where:
  - test: group.distinct * 3 <= group.present
    says: a category of which a level has three rows on average
  - test: group.value_kind != "period" or not table.ordered
    says: a category that is no time of rows in their order
  - test: group.missing_share <= 0.5 and not group.is_even and group.leading(1) < 0.9 * group.present and "treatment" not in group.roles and (not group.levels or group.most(group.levels[0]) >= 1.5 * group.smallest)
    says: a category that most rows have, in which some levels are more frequent, none in nearly all rows
"""

# %%
"""
question: |
  [[How are the {{ rows }} in `df` spread over {{ group }}? || Which {{ group }} is how common among the {{ rows }} in
  `df`? || What does `df` consist of, by {{ group }}?]] Answer with a Series, indexed by {{ group }}, of the
  percentage of rows of each value{% if group.missing %}, out of the rows that have one{% endif %}, rounded to 1
  decimal, the largest[[ties: (as rounded)]] first[[ties: and equal ones in ascending order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

shares_of_levels = df[{{ group }}].value_counts(normalize=True).mul(100).round(1)

shares_of_levels.sort_index().sort_values(ascending=False, kind="stable")
