"""
title: High in both
stage: sorting
knowledge: [filtering, boolean masks, medians]
presumes: measures apart from each other
needs: [df]
pools: [one, other]
worth: "shown[0]|abs <= 0.7 and shown[0]|abs >= [0.2, 2 / table.rows ** 0.5]|max and shown[1] <= 0.4 and [shown[2]|abs, shown[3]|abs]|min < 0.6 and not shown[4]"
shows: "({{ rank_correlation(one, other) }}, {{ commonest([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }}, {{ bounded([one, other]) }})"
slots:
  one: {kind: amount, distinct: 10..}
  other: {kind: amount, distinct: 10..}
where:
  - test: not akin([one], other)
    says: amounts that are not called after one thing
  - test: not ("share" in [one.value_kind, other.value_kind] and "count" in [one.value_kind, other.value_kind])
    says: amounts that are not the share of something and a number of things
  - test: one.present >= 20 and other.present >= 20
    says: two amounts in at least 20 rows each
"""

# %%
"""
question: |
  [[Call a row of `df` remarkable || Let a row of `df` be remarkable]] if its {{ one }} and its {{ other }} are greater
  than the medians of {{ one }} and {{ other }}, respectively{% if one.missing or other.missing %}, each taken over all rows that
  have the value{% endif %}. Make a Series of booleans named `remarkable` with the index of
  `df`{% if one.missing or other.missing %}, False where either is missing{% endif %}. How many rows are
  remarkable?[[types: Answer with an integer.]]

validator:
  namespace_check:
    remarkable: "{{ same_table }}"
"""

remarkable = (df[{{ one }}] > df[{{ one }}].median()) & (df[{{ other }}] > df[{{ other }}].median())

int(remarkable.sum())
