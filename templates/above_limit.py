"""
title: What is typical above a limit
stage: sorting
knowledge: [filtering, counting]
unlike: [mode_function]
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1] and shown[2]"
shows: "[({{ explained_share(group, amount) }}, bool(counts.head(2).diff().iloc[1:].ne(0).sum()), bool(counts.iloc[0] / counts.sum() >= 1.3 * shares[counts.index[0]] or counts.index[0] != shares.index[0])) for counts in [df.loc[df[{{ amount }}] > {{ limits[0] }}, {{ group }}].value_counts()] for shares in [df[{{ group }}].value_counts(normalize=True)]][0]"
slots:
  amount: {kind: amount, distinct: 8..}
  group: {kind: category, missing: 0, distinct: 3..30}
let:
  limits: amount.cuts(2, 5)
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: limits
    says: an amount with a round number in its middle
  - test: group.leading(1) <= 0.7 * table.rows
    says: a category in which no level has more than 70 percent of the rows
"""

# %%
"""
question: |
  [[Look only at the rows where || Take the rows of `df` where || Leave all rows aside but those where]] {{ amount }}
  is greater than {{ limits[0] }}. Which {{ group }} is most frequent among them? Answer with a tuple: the
  {{ group }}, then its count.[[ties: If several are equally frequent, take the first in ascending order.]]

validator:
  result:
"""

rows_above = df.loc[df[{{ amount }}] > {{ limits[0] }}, {{ group }}].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))
