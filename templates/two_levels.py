"""
title: Two groups side by side
stage: sorting
knowledge: [filtering, isin, medians]
needs: [df]
unlike: [group_median_gap, two_conditions]
worth: "(answer[0] - answer[1])|abs >= (0.2 + group.noise) * amount.deviation"
slots:
  group: {kind: category, text: true, missing: 0, distinct: 3..30}
  amount: {kind: amount, distinct: 8..}
let:
  first: group.levels[0] if group.levels else none
  second: group.levels[1] if group.levels else none
where:
  - test: amount.has_middle
    says: an amount of which fewer than half are the smallest or the largest
  - test: group.levels and not group.is_even and group.levels[1].count > group.levels[2].count
    says: a category whose levels are known, two of them more frequent than the others
  - test: group.is_named and group.most(second) >= amount.missing + 10
    says: a category of which is known what it is, with two levels of ten rows
"""

# %%
"""
question: |
  [[Look at the two most frequent values of {{ group }} only, {{ first }} and {{ second }}: || Only {{ first }} and
  {{ second }}, the most frequent values of {{ group }}, matter now:]] how large is the median of {{ amount }} among the
  {{ rows }} with the first, and among those with the
  second{% if amount.missing %}[[missing:, missing values left out]]{% endif %}? Answer with a tuple of two floats in this
  order, rounded to {{ amount.places }} decimals.

validator:
  result:
"""

level_medians = df[df[{{ group }}].isin([{{ first }}, {{ second }}])].groupby({{ group }})[{{ amount }}].median()

(float(round(level_medians[{{ first }}], {{ amount.places }})), float(round(level_medians[{{ second }}], {{ amount.places }})))
