"""
title: From the first to the last time
stage: time
panel: true
knowledge: [panel data, grouping, differences]
presumes: one thing over time
needs: [df]
unlike: [panel_change]
worth: shown and answer[1] > 0
shows: "bool(spans.nlargest(2).diff().iloc[-1] < -1e-6 and spans.std() > 0)"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: panel.gaps > 0 and panel.entity.missing == 0 and panel.time.missing == 0
    says: things that were not all looked at every time
  - test: panel.entity.distinct >= 5 and panel.entity.distinct * 3 <= table.rows
    says: five things or more that are followed at least three times on average
  - test: amount.name not in [panel.entity.name, panel.time.name]
    says: an amount beside what is followed
"""

# %%
"""
question: |
  [[Whose {{ amount }} has risen most from its first to its last row? || How far has {{ amount }} come for each
  {{ panel.entity }}?]] Make a Series `spans`, indexed by {{ panel.entity }}[[order: in ascending order]]: the {{ amount }}
  of its latest {{ panel.time }} less that of its earliest. Answer with a tuple: the {{ panel.entity }} with the largest
  difference, and that difference, rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    spans: "{{ same_table }}"
"""

followed = df.sort_values({{ panel.time }}, kind="stable").groupby({{ panel.entity }}, observed=True)[{{ amount }}]
spans = followed.last() - followed.first()

(spans.idxmax(), float(round(spans.max(), {{ amount.places }})))
