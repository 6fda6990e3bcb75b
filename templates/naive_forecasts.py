"""
title: Last month, or the same month of last year
stage: modelling
knowledge: [forecasting, baselines, mean absolute error]
needs: [df, months]
worth: answer[0] >= 1.15 * answer[1] or answer[1] >= 1.15 * answer[0]
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
"""

# %%
"""
question: |
  How far off are two simple forecasts of {{ amount }}: what it was one
  row before, and what it was {{ months.steps }} rows, a year, before? Answer with a tuple of their mean absolute errors in
  this order, both without the first {{ months.steps }} rows of `df`, rounded to {{ amount.places }} decimals.

validator:
  result:
"""

forecast_errors = [df[{{ amount }}].diff(lag).iloc[{{ months.steps }}:].abs().mean() for lag in (1, {{ months.steps }})]

tuple(float(round(error, {{ amount.places }})) for error in forecast_errors)
