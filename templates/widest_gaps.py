"""
title: Where the gaps are
stage: features
knowledge: [sorting, filtering, quantiles]
presumes: rows that are alike
needs: [df, gap]
worth: spread(answer) > 0
"""

# %%
"""
question: |
  In which {{ gap.group }} do {{ rows }} differ most from their own kind? Answer with a Series, indexed by
  {{ gap.group }}, of the 90th percentile[[quantiles: (linear interpolation, the default of pandas)]] of the absolute
  values of {{ gap.column }}, rounded to {{ gap.amount.places }} decimals, the largest[[ties: (as rounded)]]
  first[[ties: and equal ones in ascending order of {{ gap.group }}]].

validator:
  result: "{{ same_table }}"
"""

spread_by_group = df[{{ gap.column }}].abs().groupby(df[{{ gap.group }}]).quantile(0.9).round({{ gap.amount.places }})

spread_by_group.sort_index().sort_values(ascending=False, kind="stable")
