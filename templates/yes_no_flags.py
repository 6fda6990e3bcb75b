"""
title: Yes and no as true and false
stage: features
knowledge: [mapping, booleans, shares]
needs: [df]
worth: "spread(answer) >= 0.05 + group.noise and 2 * answer|map('last')|select('in', [0.0, 1.0])|list|length <= answer|length"
slots:
  flag: {kind: flag, text: true, missing: 0, distinct: 2}
  group: {kind: category, missing: 0, distinct: 3..20}
let:
  level: flag.levels|selectattr("value", "in", ["yes", "Yes", "YES", "y", "Y", "true", "True", "TRUE", "T"])|first|default(none)
  made: new("is_" ~ flag.slug)
where:
  - test: level
    says: a flag of two texts of which one is a yes
effects:
  add: [made]
"""

# %%
"""
question: |
  [[{{ flag }} is easier to count as True and False. || Two texts are one truth value.]] Add a last column {{ made }}
  of booleans to `df`: whether {{ flag }} is {{ level }}. Answer with a Series, indexed by {{ group }}, of the share
  of True within each, rounded to 3 decimals, the largest[[ties: (as rounded)]] first[[ties: and equal ones in
  ascending order of {{ group }}]].

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{{ same_table }}"
"""

df[{{ made }}] = df[{{ flag }}] == {{ level }}
true_shares = df.groupby({{ group }}, observed=True)[{{ made }}].mean().round(3)

true_shares.sort_index().sort_values(ascending=False, kind="stable")
