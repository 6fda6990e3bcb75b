"""
title: One level against the rest
stage: statistics
knowledge: [hypothesis test, t test]
needs: [df]
presumes: rows of a sample
worth: "answer[0]|abs >= 1"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
  amount: {kind: amount, distinct: 10..}
let:
  level: pick(group.levels) if group.levels else none
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.independent
    says: rows that stand for different things
  - test: group.levels
    says: a category whose levels are all known
  - test: amount.sure_distinct >= 10
    says: an amount with 10 distinct values
  - test: level.count >= amount.missing + 5 and table.rows - group.most(level) >= amount.missing + 5
    says: a category that divides the rows into two groups of at least 5 values
"""

# %%
"""
question: |
  [[Is {{ amount }} different for the {{ rows }} in `df` where {{ group }} is {{ level }}? || Do the {{ rows }} in
  `df` whose {{ group }} is {{ level }} stand out in {{ amount }}?]] Compare them, as the first sample, with all other
  rows by Welch's t test (two-sided, variances not assumed equal{% if amount.missing %}[[missing:, missing values left
  out]]{% endif %}). Answer with a tuple: the t statistic rounded to 3 decimals, then True if the p-value is below
  0.05, else False.

validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen_rows = df[{{ group }}] == {{ level }}
welch_result = stats.ttest_ind(
    df.loc[chosen_rows, {{ amount }}].dropna(), df.loc[~chosen_rows, {{ amount }}].dropna(), equal_var=False
)

(float(round(welch_result.statistic, 3)), bool(welch_result.pvalue < 0.05))
