"""
title: The largest difference from the year before
stage: time
knowledge: [time series, lags, extremes]
needs: [df, months]
family: year over year
worth: shown[0] and shown[1]|abs < 0.5
shows: "(bool(yearly_change.nlargest(2).diff().iloc[-1] < -1e-6), {{ drift(amount) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
"""

# %%
"""
question: |
  [[When did {{ amount }} lie furthest above its value of the year before? || Compare {{ amount }} with the same
  {{ months.period }} a year before.]] Make a Series `yearly_change`, indexed by {{ months.when }}, of the difference of
  {{ amount }} from its value {{ months.steps }} rows before, without the first {{ months.steps }}. Answer with a tuple: the
  {{ months.when }} of the largest, as text such as `2013-01-01`, and its value, rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    yearly_change: "{{ same_table }}"
"""

yearly_change = df.set_index({{ months.when }})[{{ amount }}].diff({{ months.steps }}).dropna()

(yearly_change.idxmax().strftime("%Y-%m-%d"), float(round(yearly_change.max(), {{ amount.places }})))
