"""
title: The highest twelve months
stage: time
knowledge: [time series, rolling windows, seasonality]
needs: [df, months]
worth: 0 < shown[0] < shown[1] - 1 and shown[2]
shows: "(int(smooth.argmax()), len(smooth), bool(smooth.nlargest(2).diff().iloc[-1] < -1e-6))"
slots:
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
"""

# %%
"""
question: |
  [[Seasons hide the longer run of {{ amount }}. || {{ amount }} is to be smoothed over whole years.]] Make a Series `smooth`,
  indexed by {{ months.when }}, of its mean over each row and the {{ months.steps - 1 }} before it, without the first
  {{ months.steps - 1 }}. Answer with a tuple: the {{ months.when }} at which it is highest, as text such as `2013-01-01`,
  and its value there, rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    smooth: "{{ same_table }}"
"""

smooth = df.set_index({{ months.when }})[{{ amount }}].rolling({{ months.steps }}).mean().dropna()

(smooth.idxmax().strftime("%Y-%m-%d"), float(round(smooth.max(), {{ amount.places }})))
