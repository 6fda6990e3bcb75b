"""
title: Do two amounts go together
stage: statistics
knowledge: [correlation]
needs: [df]
slots:
  one: {kind: amount, distinct: 10..}
  other: {kind: amount, distinct: 10..}
where:
  - test: one.sure_distinct - other.missing >= 8 and other.sure_distinct - one.missing >= 8
    says: two amounts that are known together in enough rows
"""

# %%
"""
question: |
  Do {{ one }} and {{ other }} go together? Give me their Pearson correlation over the {{ rows }} in `df` that have both, as a
  float rounded to 3 decimals.

validator:
  result:
"""

float(round(df[{{ one }}].corr(df[{{ other }}]), 3))
