"""
title: Two conditions at once
stage: sorting
knowledge: [filtering, boolean masks, comparison]
presumes: rows that are alike
needs: [df]
worth: "(answer[0] - answer[1])|abs >= 5 + 80 * group.noise and answer|min > 0 and answer|max < 100"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
  amount: {kind: amount, distinct: 10..}
let:
  limits: amount.cuts(2, 5)
  level: group.levels[0] if group.levels else none
where:
  - test: amount.missing_share <= 0.1
    says: an amount that most rows have
  - test: group.is_named
    says: a category of which is known what it is
  - test: limits and group.levels
    says: an amount with a round number in its middle, and a category whose levels are known
  - test: level.count >= 20 and group.value_kind != "period" and not group.is_year
    says: a level in at least 20 rows, which is no time
"""

# %%
"""
question: |
  [[How often is {{ amount }} above {{ limits[0] }} where {{ group }} is {{ level }}? || Do {{ rows }} with
  {{ group }} {{ level }} exceed {{ limits[0] }} in {{ amount }} more often than the rest?]] Answer with a tuple of
  floats, rounded to 1 decimal: the percentage of {{ rows }} whose {{ amount }} is greater than {{ limits[0] }} among
  those whose {{ group }} is {{ level }}, then among all others{% if amount.missing %}[[missing:; {{ rows }} without a
  value are left out of both]]{% endif %}.

validator:
  result:
"""

with_value = df.dropna(subset=[{{ amount }}])
is_above = with_value[{{ amount }}] > {{ limits[0] }}
has_level = with_value[{{ group }}] == {{ level }}

(float(round(is_above[has_level].mean() * 100, 1)), float(round(is_above[~has_level].mean() * 100, 1)))
