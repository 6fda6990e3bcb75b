"""
title: The lowest and the highest
stage: sorting
knowledge: [selecting rows, extremes]
needs: [df]
pools: [amount]
unlike: [top_rows]
worth: shown == 1
shows: "int(max((df[{{ amount }}] == df[{{ amount }}].min()).sum(), (df[{{ amount }}] == df[{{ amount }}].max()).sum()))"
slots:
  amount: {kind: amount, distinct: 12..}
where:
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.width <= 14 and not table.ordered
    says: at most 14 columns, and rows in no order of time
  - test: amount.present >= 10
    says: at least 10 rows with the amount
"""

# %%
"""
question: |
  [[Show me the two extremes of {{ amount }}: || Which {{ rows }} have the lowest and the highest {{ amount }}? Answer
  with]] a DataFrame of two rows, all columns of `df` and its index labels: first the row with the lowest, then the one
  with the highest {{ amount }}.

validator:
  result: "{{ same_table }}"
"""

df.loc[[df[{{ amount }}].idxmin(), df[{{ amount }}].idxmax()]]
