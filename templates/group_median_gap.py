"""
title: How far apart the groups are
stage: grouping
family: group means
knowledge: [grouping, medians, comparison]
needs: [df]
worth: answer[2] >= (0.2 + group.noise) * amount.deviation and shown == [1, 1]
shows: '{{ leading_groups(group, amount, "median") }}'
slots:
  group: {kind: [category, flag], distinct: 3..30}
  amount: {kind: amount, distinct: 8..}
where:
  - test: amount.has_middle
    says: an amount of which fewer than half are the smallest or the largest
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest > amount.missing + 4
    says: a group in which every level has five values of the amount
"""

# %%
"""
question: |
  [[How far apart are the {{ group }} groups in {{ amount }}? || Compare {{ amount }} across {{ group }}. || By how
  much do the values of {{ group }} differ in {{ amount }}?]] Take the median of {{ amount }} for each
  {{ group }}{% if amount.missing %}[[missing: (missing values left out)]]{% endif %}. Answer with a tuple: the
  {{ group }} with the highest median, the one with the lowest, and the difference of the two,[[types: as a float]]
  rounded to {{ amount.places }} decimals.[[ties: Of equal medians take the {{ group }} that comes first in ascending
  order.]]

validator:
  result:
"""

group_medians = df.groupby({{ group }}, observed=True)[{{ amount }}].median()

(
    group_medians.idxmax(),
    group_medians.idxmin(),
    float(round(group_medians.max() - group_medians.min(), {{ amount.places }})),
)
