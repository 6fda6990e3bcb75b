"""
title: Indicator columns
stage: features
knowledge: [encoding, indicator variables]
needs: [df]
slots:
  group: {kind: [category], text: true, missing: 0, distinct: 3..12}
where:
  - test: table.amounts
    says: an amount
  - test: '"recoded" not in group.roles'
    says: a category of which no column says yet whether it is one of its levels
  - test: not group.is_even
    says: a category in which some levels are more frequent
"""

# %%
"""
question: |
  [[A model cannot read {{ group }} as text. || Turn {{ group }} into indicators.]] Make a DataFrame `encoded` with
  the index of `df` and one column of integers 0 and 1 for every value of {{ group }}, named `{{ group.slug }}_`
  followed by the value, in ascending order of the values (none is left out). Answer with the sum of each column: a
  Series indexed by column name in that order.

validator:
  namespace_check:
    encoded: "{{ same_table }}"
  result: "{{ same_table }}"
"""

encoded = pd.get_dummies(df[{{ group }}], prefix={{ group.slug }}, dtype=int)

encoded.sum()
