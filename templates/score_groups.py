"""
title: Scores by group
stage: grouping
knowledge: [questionnaires, grouping, means]
needs: [df, score]
presumes: rows that are alike
worth: spread(answer, 2) >= 0.05
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
where:
  - test: '"item" not in group.roles and group.is_named and group.smallest >= 10'
    says: a group beside the items of which every level has ten rows
"""

# %%
"""
question: |
  [[Who scores highest? || Do scores differ by {{ group }}?]] Answer with a DataFrame indexed by {{ group }}, in
  ascending order, with the columns `scored` (rows of `df` with a {{ score.column }}) and `mean` (of
  {{ score.column }}, rounded to 2 decimals).

validator:
  result: "{{ same_table }}"
"""

df.groupby({{ group }}, observed=True)[{{ score.column }}].agg(scored="count", mean="mean").round({"mean": 2})
