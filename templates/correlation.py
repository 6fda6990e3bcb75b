"""
title: Do two amounts go together
stage: statistics
knowledge: [correlation]
needs: [df]
presumes: measures apart from each other
family: correlation
worth: "0.2 < answer|abs < 0.95 and answer|abs >= 3 / table.rows ** 0.5 and not shown[0] and shown[1] <= 0.25 and [shown[2]|abs, shown[3]|abs]|min < 0.6 and (answer - shown[4])|abs < 0.12"
shows: "({{ bounded([one, other]) }}, {{ commonest([one, other]) }}, {{ drift(one, table.time) }}, {{ drift(other, table.time) }}, {{ rank_correlation(one, other) }})"
slots:
  one: {kind: amount, distinct: 10..}
  other: {kind: amount, distinct: 10..}
where:
  - test: not akin([one], other)
    says: amounts that are not called after one thing
  - test: one.sure_distinct - other.missing >= 8 and other.sure_distinct - one.missing >= 8
    says: two amounts that are known together in enough rows
"""

# %%
"""
question: |
  [[Do {{ one }} and {{ other }} go together? || Is {{ one }} related to {{ other }}? || How close is the relation of
  {{ one }} and {{ other }}?]] Give me their Pearson correlation over the {{ rows }} in `df`
  {% if one.missing or other.missing %}that have both{% endif %},[[types: as a float]] rounded to 3 decimals.

validator:
  result:
"""

float(round(df[{{ one }}].corr(df[{{ other }}]), 3))
