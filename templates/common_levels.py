"""
title: Only the frequent ones
stage: sorting
knowledge: [filtering, counting, isin]
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1]"
shows: "({{ explained_share(group, amount) }}, bool(df[{{ group }}].value_counts().iloc[2:4].diff().iloc[1:].ne(0).all()))"
slots:
  group: {kind: [category, identifier], missing: 0, distinct: 8..}
  amount: {kind: amount, distinct: 8..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.rows >= 3 * group.distinct and amount.missing * 10 <= table.rows and not group.is_even and group.is_text and group.leading(3) >= 0.2 * table.rows
    says: names of many things, of which three have a fifth of the rows, and an amount that is nearly complete
"""

# %%
"""
question: |
  [[Look only at the {{ group }} that occur most: take || Leave the rare {{ group }} aside: take]] the
  three values of {{ group }} with the most {{ rows }} in `df`[[ties: (of equally frequent ones those that come first
  in ascending order)]]. Answer with a tuple: the percentage of all {{ rows }} that belong to them, rounded to 1
  decimal, then the mean of {{ amount }} over these {{ rows }}, rounded to {{ amount.places }}
  decimals{% if amount.missing %}[[missing: (missing values left out)]]{% endif %}.

validator:
  result:
"""

level_counts = df[{{ group }}].value_counts().sort_index().sort_values(ascending=False, kind="stable")
is_common = df[{{ group }}].isin(level_counts.index[:3])

(float(round(is_common.mean() * 100, 1)), float(round(df.loc[is_common, {{ amount }}].mean(), {{ amount.places }})))
