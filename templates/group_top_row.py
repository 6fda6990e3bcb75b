"""
title: The highest of each group
stage: grouping
knowledge: [grouping, selecting rows, sorting]
presumes: rows that are alike
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1][0] == 1"
shows: '({{ explained_share(group, amount) }}, {{ leading_groups(group, amount, "max") }})'
slots:
  group: {kind: [category, flag], missing: 0, distinct: 3..30}
  amount: {kind: amount, distinct: 8..}
  label: {kind: [identifier, text, date, period, category], prefer: [identifier, text], missing: 0, distinct: 5..}
where:
  - test: group.is_named and group.value_kind != "count"
    says: a category of which is known what it is, and no count
  - test: label.has_letters or label.is_moment or label.is_year
    says: a column that says in words or as a time what stands in a row
  - test: not table.followed or "entity" in label.roles
    says: a column that names what stands in a row
  - test: group.smallest > amount.missing + 1
    says: a group in which every level has two values of the amount
"""

# %%
"""
question: |
  [[Which {{ row }} leads in each {{ group }}? || Find the front runner of every {{ group }}. || Who is ahead in each
  {{ group }}?]] Make a DataFrame `leaders` with the columns {{ group }}, {{ label }} and {{ amount }}, in this order:
  for each {{ group }} the row of `df` with the highest {{ amount }}, the first in `df` of several, in ascending order
  of {{ group }}[[index:, and its index counts from 0]]. Answer with the {{ group }} whose leader has the highest
  {{ amount }} of all[[ties:, the first in that order if several have]].

validator:
  namespace_check:
    leaders: "{{ same_table }}"
"""

best_rows = df.groupby({{ group }}, observed=True)[{{ amount }}].idxmax()
leaders = df.loc[best_rows, [{{ group }}, {{ label }}, {{ amount }}]].sort_values({{ group }}).reset_index(drop=True)

leaders.loc[leaders[{{ amount }}].idxmax(), {{ group }}]
