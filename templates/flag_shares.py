"""
title: How often a flag is set
stage: grouping
unlike: [cross_counts]
knowledge: [grouping, shares, flags]
presumes: rows that are alike
needs: [df]
worth: "spread(answer) >= 4 + 100 * group.noise and not (0.0 in numbers(answer) and 100.0 in numbers(answer))"
slots:
  flag: {kind: flag, text: false, missing: 0, distinct: 2}
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
where:
  - test: flag.is_bool or (flag.minimum == 0 and flag.maximum == 1)
    says: a flag of 0 and 1, or of False and True
  - test: '"factor" not in flag.roles and "treatment" not in flag.roles and group.is_named'
    says: a flag that nobody set, and groups of which is known what they are
  - test: group.smallest >= 10 and not comparable([flag, group])
    says: a group in which every level has ten rows, and that is not called after the same thing
let:
  set: "true if flag.is_bool else 1"
"""

# %%
"""
question: |
  [[How often is {{ flag }} {{ set }} in each {{ group }}? || Does {{ flag }} depend on {{ group }}?]] Answer with a
  Series, indexed by {{ group }} in ascending order, of the percentage of its {{ rows }} in `df` whose {{ flag }} is
  {{ set }}, rounded to 1 decimal.

validator:
  result: "{{ same_table }}"
"""

df[{{ flag }}].groupby(df[{{ group }}], observed=True).mean().mul(100).round(1).sort_index()
