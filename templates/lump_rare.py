"""
title: The rare ones together
stage: features
unlike: [common_levels]
knowledge: [encoding, counting, derived columns]
presumes: rows that are alike
needs: [df]
slots:
  group: {kind: [category, identifier], text: true, missing: 0, distinct: 10..200}
let:
  lumped: new(group.slug ~ "_lumped")
where:
  - test: 3 * group.leading(4) >= 2 * table.rows and not group.is_even
    says: a category of many levels, of which four have two thirds of the rows
  - test: group.leading(4) - group.leading(3) >= 5 and group.leading(4) - group.leading(3) >= 2 * (group.leading(5) - group.leading(4))
    says: a category whose fourth level is no rare one, and twice as frequent as the fifth
  - test: '"other" not in group.profile.levels|map(attribute="value")|map("string")|map("lower")|list'
    says: a category without a level called other
effects:
  add: [lumped]
gives:
  lumped: {column: lumped, group: group}
"""

# %%
"""
question: |
  [[{{ group }} has too many levels for a model. || Simplify {{ group }}.]] Add a last column {{ lumped }} to `df`:
  the {{ group }} itself if it is one of the four with the most {{ rows }}[[ties: (of equally frequent ones those
  first in ascending order)]], else the text `other`. Answer with a Series of the number of {{ rows }} of each value,
  indexed by {{ lumped }}, the largest first[[ties:, equal ones in ascending order of {{ lumped }}]].

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{{ same_table }}"
"""

entry_frequency = df[{{ group }}].value_counts().sort_index().sort_values(ascending=False, kind="stable")
df[{{ lumped }}] = df[{{ group }}].where(df[{{ group }}].isin(entry_frequency.index[:4]), "other")

df[{{ lumped }}].value_counts().sort_index().sort_values(ascending=False, kind="stable")
