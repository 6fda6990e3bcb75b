"""
title: The most typical rows
stage: outliers
family: distances
knowledge: [medians, interquartile range, distances, sorting]
needs: [df]
pools: [amounts]
presumes: rows that are alike
worth: shown[0] <= 0.3 and shown[1] >= 0.05 and shown[2]
shows: "[({{ commonest(amounts) }}, {{ flattest(amounts) }}, {{ differ_clearly('sums') }}) for sums in [((df[{{ amounts }}] - df[{{ amounts }}].median()).abs() / (df[{{ amounts }}].quantile(0.75) - df[{{ amounts }}].quantile(0.25))).sum(axis=1)]][0]"
slots:
  amounts: {kind: amount, missing: 0, distinct: 10.., many: 2..4}
where:
  - test: not amounts|selectattr("has_two_peaks")|list
    says: amounts whose values do not fall into two heaps
  - test: table.width <= 14 and table.followed < 10 and not table.ordered
    says: at most 14 columns, and rows that do not follow things for long, in no order of time
  - test: table.rows >= 20
    says: at least 20 rows
  - test: not akin(amounts[:1], amounts[1])
    says: amounts that are not called after one thing
"""

# %%
"""
question: |
  [[Which {{ rows }} are the most ordinary in {{ amounts }}? || Find the {{ rows }} that lie nearest to the middle in
  {{ amounts }}.]] In each of these columns a row's distance is the absolute difference from the column's median, divided
  by its interquartile range[[quantiles: (quartiles by linear interpolation, the default of pandas)]]; add the distances
  up. Answer with the three rows of `df` with the smallest sum, nearest first, all columns and index labels
  kept; equal sums in the order of `df`.

validator:
  result: "{{ same_table }}"
"""

typical_measures = df[{{ amounts }}]
quartile_widths = typical_measures.quantile(0.75) - typical_measures.quantile(0.25)
typical_distances = ((typical_measures - typical_measures.median()).abs() / quartile_widths).sum(axis=1)

df.loc[typical_distances.sort_values(kind="stable").index[:3]]
