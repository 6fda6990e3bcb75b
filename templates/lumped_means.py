"""
title: The frequent ones compared
stage: grouping
family: group means
knowledge: [grouping, aggregation, quantiles]
presumes: rows that are alike
needs: [df, lumped]
worth: spread(answer, 2) >= 0.3 * amount.deviation
slots:
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: amount.has_middle
    says: an amount of which fewer than half are the smallest or the largest
"""

# %%
"""
question: |
  Compare the values of {{ lumped.column }} by {{ amount }}: a DataFrame with one row per {{ lumped.column }} as its index, ascending, and
  the columns `q25`, `q50` and `q75` with the three quartiles of {{ amount }}[[quantiles: (linear interpolation, the default of pandas)]], rounded to
  {{ amount.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

lumped_groups = df.groupby({{ lumped.column }})[{{ amount }}]

pd.DataFrame({"q25": lumped_groups.quantile(0.25), "q50": lumped_groups.quantile(0.5), "q75": lumped_groups.quantile(0.75)}).round(
    {{ amount.places }}
)
