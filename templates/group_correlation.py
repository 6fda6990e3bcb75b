"""
title: A relation within groups
stage: statistics
family: correlation
knowledge: [correlation, grouping]
needs: [df]
presumes: measures apart from each other
worth: "[0.3, 2 / group.smallest ** 0.5]|max < answer|map(attribute=1)|map('abs')|max < 0.975"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
  one: {kind: amount, missing: 0, distinct: 10..}
  other: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= 8
    says: a group with at least eight rows in every level
"""

# %%
"""
question: |
  [[Does the relation between {{ one }} and {{ other }} hold within every {{ group }}? || {{ one }} and {{ other }}
  may go together in one {{ group }} and not in another. || Look at {{ one }} and {{ other }} group by group.]]
  Compute their Pearson correlation for each {{ group }}, and answer with a Series rounded to 3 decimals, indexed by
  {{ group }}[[order: in ascending order]].

validator:
  result: "{{ same_table }}"
"""

correlations_by_group = {
    level: members[{{ one }}].corr(members[{{ other }}]) for level, members in df.groupby({{ group }}, observed=True)
}

pd.Series(correlations_by_group).sort_index().round(3)
