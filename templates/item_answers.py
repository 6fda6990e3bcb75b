"""
title: How each item was answered
stage: reshaping
knowledge: [questionnaires, value counts, reshaping]
needs: [df]
related: true
worth: spread(answer) >= 10
slots:
  items: {kind: item, many: 4..30}
let:
  low: items|map(attribute="minimum")|min|int
  high: items|map(attribute="maximum")|max|int
  gaps: items|map(attribute="missing")|sum
where:
  - test: high - low >= 2
    says: items with three answers or more
"""

# %%
"""
question: |
  [[How were the questions answered? || Show the distribution of answers to every question.]] The columns
  {{ items|first }} to {{ items|last }}, side by side in `df`, are {{ items|length }} items on a scale from {{ low }}
  to {{ high }}. Answer with a DataFrame indexed by item, in their order, with the columns {{ low }} to {{ high }} in
  ascending order: the percentage of the item's answers{% if gaps %} (missing ones left
  out){% endif %} that are this number, rounded to 1 decimal, 0.0 where there is none.

validator:
  result: "{{ same_table }}"
"""

shares_of_answers = df.loc[:, {{ items|first }}:{{ items|last }}].apply(lambda item: item.value_counts(normalize=True))

shares_of_answers.reindex(range({{ low }}, {{ high + 1 }})).fillna(0).T.mul(100).round(1)
