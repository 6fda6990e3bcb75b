"""
title: A straight line through time
stage: statistics
knowledge: [linear regression, trend]
presumes: one thing over time
needs: [df]
worth: answer[1] >= 0.3
slots:
  year: {year: true, missing: 0, distinct: 10..}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.followed < 10
    says: rows that do not follow things for long
"""

# %%
"""
question: |
  Is there a trend? Fit a straight line of {{ amount }} against {{ year }} through all {{ rows }} in `df` by ordinary
  least squares. Answer with a tuple: the slope per unit of {{ year }}, rounded to {{ amount.places + 2 }} decimals,
  and the coefficient of determination (r squared), rounded to 3 decimals.

validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

trend_line = stats.linregress(df[{{ year }}], df[{{ amount }}])

(float(round(trend_line.slope, {{ amount.places + 2 }})), float(round(trend_line.rvalue**2, 3)))
