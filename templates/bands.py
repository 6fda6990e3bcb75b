"""
title: Low, middle, high
stage: features
knowledge: [binning, derived columns]
needs: [df]
pools: [amount]
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
let:
  limits: amount.cuts(3, 4)
  band: new(amount.slug ~ "_band", ["low", "middle", "high"])
where:
  - test: not amount.minimum < 0 < amount.maximum
    says: an amount that no zero divides into gains and losses
  - test: limits
    says: an amount that round numbers divide into three parts
effects:
  add: [band]
gives:
  band: {column: band, amount: amount, low: "limits[0]", high: "limits[1]"}
"""

# %%
"""
question: |
  [[Divide the {{ rows }} in `df` into bands of {{ amount }}: || Three bands of {{ amount }} are enough: || For a
  report, {{ amount }} is to be low, middle or high:]] add a last column {{ band }} with the text `low` up to and
  including {{ limits[0] }}, `middle` above that up to and including {{ limits[1] }}, and `high` beyond. Answer with
  the number of rows of each: a Series indexed by `low`, `middle` and `high`, in this order.

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{{ same_table }}"
"""

edges = [-np.inf, {{ limits[0] }}, {{ limits[1] }}, np.inf]
df[{{ band }}] = pd.cut(df[{{ amount }}], bins=edges, labels=["low", "middle", "high"]).astype(str)

df[{{ band }}].value_counts().reindex(["low", "middle", "high"])
