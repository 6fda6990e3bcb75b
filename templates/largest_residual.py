"""
title: What a line does not explain
stage: modelling
knowledge: [linear regression, residuals, outliers]
needs: [df]
presumes: features known before
worth: "0.25 <= (answer[0] * one.deviation / other.deviation) ** 2 <= 0.92 and shown[0] <= 0.25 and not shown[1] and [shown[2]|abs, shown[3]|abs]|min < 0.6 and (shown[4] - answer[0] * one.deviation / other.deviation)|abs < 0.15"
shows: "({{ commonest([one, other]) }}, {{ bounded([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }}, {{ rank_correlation(one, other) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: money, missing: 0, distinct: 15..}
let:
  residual: new(other.slug ~ "_residual")
where:
  - test: not akin([one], other)
    says: amounts that are not called after one thing
  - test: not table.ordered
    says: rows in no order of time
  - test: table.rows >= 30
    says: at least 30 rows
effects:
  add: [residual]
gives:
  residual: {column: residual, one: one, other: other}
"""

# %%
"""
question: |
  [[Which {{ rows }} fall out of line? || Where is {{ other }} not what {{ one }} suggests?]] Fit a straight line of
  {{ other }} against {{ one }} through all rows of `df` by ordinary least squares, and add a last column
  {{ residual }} to `df`: {{ other }} minus the value on the line, unrounded. Answer with a tuple: the slope, rounded
  to {{ other.places + 2 }} decimals, then the largest absolute {{ residual }}, rounded to {{ other.places }}
  decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

line_slope, line_intercept = np.polyfit(df[{{ one }}], df[{{ other }}], 1)
df[{{ residual }}] = df[{{ other }}] - (line_slope * df[{{ one }}] + line_intercept)

(float(round(line_slope, {{ other.places + 2 }})), float(round(df[{{ residual }}].abs().max(), {{ other.places }})))
