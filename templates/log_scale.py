"""
title: On a logarithmic scale
stage: features
knowledge: [logarithms, skewness, derived columns]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: "answer[0] >= 1 and answer[1]|abs <= 0.6 * answer[0]"
slots:
  amount: {kind: [money, count, amount], missing: 0, distinct: 20..}
let:
  log: new("log_" ~ amount.slug)
where:
  - test: not amount.has_two_peaks
    says: an amount whose values do not fall into two heaps
  - test: table.followed < 10
    says: rows that do not follow things for long
  - test: amount.minimum > 0 and amount.maximum >= 8 * amount.minimum
    says: an amount that is always positive and spans a wide range
  - test: '"recoded" not in amount.roles and ("l" ~ amount.name, "log" ~ amount.name, "ln" ~ amount.name)|map("lower")|map("replace", "_", "")|select("in", table.names|map("lower")|map("replace", "_", "")|list)|list == []'
    says: an amount whose logarithm is no column yet
effects:
  add: [log]
gives:
  log: {column: log, amount: amount}
"""

# %%
"""
question: |
  [[{{ amount }} has a long tail. || A few large values dominate {{ amount }}.]] Add a last column {{ log }} to `df`
  with the logarithm of {{ amount }} to base 10, unrounded. Answer with a tuple: the skewness of {{ amount }}, then
  that of {{ log }} (as pandas computes it, corrected for bias),[[types: as floats]] rounded to 3 decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ log }}] = np.log10(df[{{ amount }}])

(float(round(df[{{ amount }}].skew(), 3)), float(round(df[{{ log }}].skew(), 3)))
