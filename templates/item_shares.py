"""
title: Rare and common ones
stage: sorting
knowledge: [questionnaires, shares, sorting]
needs: [df]
related: true
worth: spread(answer) >= 8
slots:
  items: {kind: item, many: 4..30}
let:
  gaps: items|map(attribute="missing")|sum
where:
  - test: items|map(attribute="minimum")|min == 0 and items|map(attribute="maximum")|max == 1
    says: items that are 0 or 1
"""

# %%
"""
question: |
  [[Which items have the fewest ones? || Order the items from the rarest 1 to the most common.]] The columns {{ items|first }} to
  {{ items|last }}, side by side in `df`, are {{ items|length }} items, each 0 or 1. Answer with a Series, indexed by
  item, of the percentage of its {% if gaps %}non-missing {% endif %}answers that are 1,
  rounded to 1 decimal, in ascending order of these percentages[[ties:, equal ones in the order of the columns]].

validator:
  result: "{{ same_table }}"
"""

df.loc[:, {{ items|first }}:{{ items|last }}].mean().mul(100).round(1).sort_values(kind="stable")
