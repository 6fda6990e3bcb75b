"""
title: From low to high
stage: grouping
knowledge: [binning, quantiles, derived columns, medians]
needs: [df]
pools: [amount, other]
worth: "0.15 <= shown[0]|abs <= 0.9 and not shown[1] and shown[2] >= 0.2 and shown[3] and numbers(answer)|unique|list|length == 3"
shows: "({{ rank_correlation(other, amount) }}, {{ bounded([other, amount]) }}, float(df[{{ band }}].value_counts(normalize=True).min()), bool((pd.qcut(df[{{ amount }}], 3, labels=['low', 'middle', 'high']) == df[{{ band }}]).all()))"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: amount, missing: 0, distinct: 8..}
let:
  band: new(amount.slug ~ "_band", ["low", "middle", "high"])
where:
  - test: not amount.minimum < 0 < amount.maximum
    says: an amount that no zero divides into gains and losses
  - test: not akin([amount], other)
    says: amounts that are not called after one thing
  - test: table.rows >= 30
    says: at least 30 rows
  - test: not (table.series or table.followed)
    says: rows that do not follow things over time
effects:
  add: [band]
gives:
  band: {column: band, amount: amount}
"""

# %%
"""
question: |
  [[Divide the {{ rows }} in `df` into three parts by {{ amount }}. || Three bands of {{ amount }} are enough. || For a
  comparison, {{ amount }} is to be low, middle or high.]] The limits are the quantiles 1/3 and 2/3 of
  {{ amount }}[[quantiles: (linear interpolation, the default of pandas)]], rounded to {{ amount.places }} decimals. Add a last
  column {{ band }} with the text `low` up to and including the first limit, `middle` above that up to and including the
  second, and `high` beyond. Answer with a tuple: the two limits[[types:, as floats]].

validator:
  namespace_check:
    df: "{{ same_table }}"
  result:
"""

band_limits = df[{{ amount }}].quantile([1 / 3, 2 / 3]).round({{ amount.places }}).tolist()
band_edges = [-np.inf, *band_limits, np.inf]
df[{{ band }}] = pd.cut(df[{{ amount }}], bins=band_edges, labels=["low", "middle", "high"]).astype(str)

tuple(band_limits)

# %%
"""
question: |
  [[How does {{ other }} change from band to band of {{ band }}? || Does {{ other }} differ from band to band of
  {{ band }}?]] Answer with a Series of the median {{ other }}, indexed by `low`, `middle` and `high` in this
  order, rounded to {{ other.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

df.groupby({{ band }})[{{ other }}].median().reindex(["low", "middle", "high"]).round({{ other.places }})
