"""
title: Only the frequent ones
stage: sorting
knowledge: [filtering, counting, isin, grouping]
presumes: rows that are alike
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1]"
shows: "({{ explained_share(group, amount) }}, bool(df[{{ group }}].value_counts().iloc[2:4].diff().iloc[1:].ne(0).all()))"
slots:
  group: {kind: [category, identifier], missing: 0, distinct: 8..}
  amount: {kind: amount, distinct: 8..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.rows >= 3 * group.distinct and amount.missing * 10 <= table.rows and not group.is_even and group.is_text and 2 * group.leading(3) >= table.rows
    says: names of many things, of which three have half of the rows, and an amount that is nearly complete
"""

# %%
"""
question: |
  [[Look only at the {{ group }} that occur most: take || Leave the rare {{ group }} aside: take]] the
  three values of {{ group }} with the most {{ rows }} in `df`[[ties: (of equally frequent ones those that come first
  in ascending order)]]. Answer with the mean of {{ amount }} for each of them: a Series indexed by {{ group }} in
  ascending order, rounded to {{ amount.places }}
  decimals{% if amount.missing %}[[missing: (missing values left out)]]{% endif %}.

validator:
  result: "{{ same_table }}"
"""

level_counts = df[{{ group }}].value_counts().sort_index().sort_values(ascending=False, kind="stable")
is_common = df[{{ group }}].isin(level_counts.index[:3])

df[is_common].groupby({{ group }}, observed=True)[{{ amount }}].mean().round({{ amount.places }})
