"""
title: Which items do not fit
stage: statistics
knowledge: [questionnaires, correlation, item analysis]
needs: [df]
related: true
unlike: [reversed_items]
presumes: items of one scale
worth: "answer|length >= 4 and spread(answer) >= 0.08 and numbers(answer)|min > -0.3 and numbers(answer)|max >= 0.2"
slots:
  items: {kind: item, many: 4..30}
let:
  gaps: items|map(attribute="missing")|sum
"""

# %%
"""
question: |
  [[Which items do not fit? || How well does each item go with the others?]] The columns {{ items|first }}
  to {{ items|last }}, side by side in `df`, are {{ items|length }} items. Answer with a Series, indexed by item in
  their order, of each item's Pearson correlation with the sum of the other items, rounded to 3 decimals{% if gaps %}.
  Leave out {{ rows }} with a missing value in any of them{% endif %}.

validator:
  result: "{{ same_table }}"
"""

#: if gaps
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}].dropna()
#: else
answered_in_full = df.loc[:, {{ items|first }}:{{ items|last }}]
#: endif
sums_of_answers = answered_in_full.sum(axis=1)

answered_in_full.apply(lambda item: item.corr(sums_of_answers - item)).round(3)
