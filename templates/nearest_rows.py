"""
title: What is most like the largest
stage: outliers
family: distances
knowledge: [scaling, distances, sorting]
presumes: rows that are alike
needs: [df]
pools: [amount, amounts]
worth: shown[0] == 1 and shown[1] <= 0.3 and shown[2] >= 0.05 and shown[3]
shows: "[(int((df[{{ amount }}] == df[{{ amount }}].max()).sum()), {{ commonest(amounts) }}, {{ flattest(amounts) }}, {{ differ_clearly('squares') }}) for squares in [(((df[{{ amounts }}] - df[{{ amounts }}].loc[df[{{ amount }}].idxmax()]) / df[{{ amounts }}].std()) ** 2).sum(axis=1).drop(df[{{ amount }}].idxmax())]][0]"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
  amounts: {kind: amount, missing: 0, distinct: 10.., many: 2..4}
where:
  - test: table.width <= 14 and table.followed < 10 and not table.ordered
    says: at most 14 columns, and rows that do not follow things for long, in no order of time
  - test: table.rows >= 20
    says: at least 20 rows
  - test: not akin(amounts, amount)
    says: amounts that are not called after one thing
"""

# %%
"""
question: |
  [[Which {{ rows }} resemble the one with the highest {{ amount }} in {{ amounts }}? || Take the row with the highest
  {{ amount }}: which others are close to it in {{ amounts }}?]] Standardise these columns of `df` (minus the mean,
  divided by the sample standard deviation, ddof=1) and take the Euclidean distance. Answer with the three other rows
  nearest to it, all columns of `df` and index labels kept, nearest first; equally near ones in the order of
  `df`.

validator:
  result: "{{ same_table }}"
"""

compared_measures = df[{{ amounts }}]
scaled_measures = (compared_measures - compared_measures.mean()) / compared_measures.std(ddof=1)
highest_row = df[{{ amount }}].idxmax()
row_distances = ((scaled_measures - scaled_measures.loc[highest_row]) ** 2).sum(axis=1).pow(0.5).drop(highest_row)

df.loc[row_distances.sort_values(kind="stable").index[:3]]
