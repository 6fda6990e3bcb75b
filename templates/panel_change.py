"""
title: Who has changed most
stage: time
panel: true
knowledge: [panel data, first and last, comparison]
presumes: one thing over time
needs: [df]
worth: (answer[1] - answer[2])|abs >= 0.3 * amount.deviation and shown[0] <= 1 and shown[1]
shows: "(int((changes.abs() == changes.abs().max()).sum()), bool((df.groupby({{ panel.entity }}).size() > 1).all()))"
slots:
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: not panel.gaps
    says: things that were all looked at every time
  - test: panel.entity.missing == 0 and panel.time.missing == 0 and panel.entity.distinct >= 3
    says: things and times without gaps in their names
  - test: not panel.entity.is_bool and amount.name not in [panel.entity.name, panel.time.name]
    says: an amount beside what is followed
"""

# %%
"""
question: |
  [[Which {{ panel.entity }} has changed most in {{ amount }}? || Follow each {{ panel.entity }} from its first
  {{ panel.time }} to its last.]] Make a Series `changes`, indexed by {{ panel.entity }}[[order: in ascending order]],
  of {{ amount }} at its latest {{ panel.time }} minus {{ amount }} at its earliest, unrounded. Answer with a
  tuple: the {{ panel.entity }} whose difference is largest in absolute value[[ties: (the first in that order if several
  are equal)]], that difference, and the median of all, both rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    changes: "{{ same_table }}"
  result:
"""

by_entity = df.sort_values({{ panel.time }}, kind="stable").groupby({{ panel.entity }})[{{ amount }}]
changes = (by_entity.last() - by_entity.first()).sort_index()

most_changed = changes.abs().idxmax()

(most_changed, float(round(changes[most_changed], {{ amount.places }})), float(round(changes.median(), {{ amount.places }})))
