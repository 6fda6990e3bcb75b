"""
title: A score for each row
stage: features
knowledge: [questionnaires, row means, missing values]
needs: [df]
related: true
presumes: items of one scale
worth: "answer[2] >= 0.05 and shown >= 0.1"
shows: "{{ weakest_item(items) }}"
slots:
  items: {kind: item, many: 4..60}
let:
  score: new("score")
  need: (items|length * 3 + 3) // 4
  gaps: items|map(attribute="missing")|sum
effects:
  add: [score]
gives:
  score: {column: score}
"""

# %%
"""
question: |
  [[Give each {{ row }} a score. || How does each {{ row }} score?]] Add a last column {{ score }} to `df`: the unrounded
  mean of the {{ row }}'s {% if gaps %}non-missing {% endif %}answers to the {{ items|length }} items from
  {{ items|first }} to {{ items|last }} (columns side by side){% if gaps %}, missing where fewer than {{ need }} of
  them are answered{% endif %}. Answer with a tuple: how many {{ rows }} have a score, their mean score, and its sample
  standard deviation (ddof=1), both rounded to 3 decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
  result:
"""

answers_to_items = df.loc[:, {{ items|first }}:{{ items|last }}]
#: if gaps
df[{{ score }}] = answers_to_items.mean(axis=1).where(answers_to_items.notna().sum(axis=1) >= {{ need }})
#: else
df[{{ score }}] = answers_to_items.mean(axis=1)
#: endif

(int(df[{{ score }}].count()), float(round(df[{{ score }}].mean(), 3)), float(round(df[{{ score }}].std(ddof=1), 3)))
