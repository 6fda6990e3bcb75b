"""
title: Against the own group
stage: features
unlike: [join_summary]
knowledge: [grouping, transform, derived columns]
needs: [df]
worth: "differs(shown, group.distinct, table.rows)"
shows: "{{ explained_share(group, amount) }}"
slots:
  group: {kind: category, missing: 0, distinct: 2..30}
  amount: {kind: amount, missing: 0, distinct: 10..}
let:
  gap: new(amount.slug ~ "_gap")
where:
  - test: table.followed < 10 or "entity" in group.roles
    says: rows that do not follow things for long, or the things themselves
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= 8
    says: a group with at least eight rows in every level
effects:
  add: [gap]
gives:
  gap: {column: gap, group: group, amount: amount}
"""

# %%
"""
question: |
  [[How far do {{ rows }} lie from the middle of their own {{ group }}? || {{ amount }} can be measured against the
  usual value of each {{ group }}.]] Add a last column {{ gap }} to `df`: {{ amount }} minus the median of {{ amount }} of all {{ rows }}
  with the same {{ group }}. What is its largest absolute value,[[types: as a float]] rounded to {{ amount.places }}
  decimals?

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ gap }}] = df[{{ amount }}] - df.groupby({{ group }}, observed=True)[{{ amount }}].transform("median")

float(round(df[{{ gap }}].abs().max(), {{ amount.places }}))
