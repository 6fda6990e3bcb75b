"""
title: From quartile to quartile
stage: features
knowledge: [quantiles, binning, grouping]
needs: [df]
presumes: features known before
worth: "spread(answer) >= 0.2 * other.deviation and 0.1 <= shown[0]|abs <= 0.95 and shown[0]|abs >= 2 / table.rows ** 0.5 and [shown[1]|abs, shown[2]|abs]|min < 0.6"
shows: "({{ rank_correlation(one, other) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 20..}
  other: {kind: amount, distinct: 10..}
where:
  - test: not akin([one], other)
    says: amounts that are not called after one thing
  - test: table.rows >= 40 and other.missing * 10 <= table.rows and one.cuts(4, 5)
    says: an amount that quartiles divide, and another one that is nearly complete
"""

# %%
"""
question: |
  [[Does {{ other }} rise with {{ one }}? || Follow {{ other }} through the quartiles of {{ one }}.]] Divide the
  {{ rows }} in `df` by the quartiles of {{ one }}[[quantiles: (linear interpolation, the default of pandas)]] into
  groups 1 to 4, a value equal to a quartile in the lower group. Answer with a Series of the median of {{ other }} in
  each group {% if other.missing %}[[missing:(missing values left out)]] {% endif %}, rounded to {{ other.places }}
  decimals and indexed by the number of the group, ascending.

validator:
  result: "{{ same_table }}"
"""

dividing_quartiles = df[{{ one }}].quantile([0.25, 0.5, 0.75])
quarter_of_rows = pd.Series(1 + np.searchsorted(dividing_quartiles, df[{{ one }}], side="left"), index=df.index)

df.groupby(quarter_of_rows)[{{ other }}].median().round({{ other.places }})
