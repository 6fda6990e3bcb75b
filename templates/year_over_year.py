"""
title: The largest rise over the year before
stage: time
knowledge: [time series, lags, relative change]
needs: [df, months]
family: year over year
worth: 3 <= answer[1] <= 2000 and shown[0] and shown[1]|abs >= 0.5
shows: "(bool(yearly_growth.nlargest(2).diff().iloc[-1] < -1e-6), {{ drift(amount) }})"
slots:
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps
    says: at least four years
  - test: amount.minimum > 0
    says: an amount that is always positive
"""

# %%
"""
question: |
  [[When had {{ amount }} risen most within a year? || When was {{ amount }} furthest above its value of the year before?]]
  Make a Series `yearly_growth`, indexed by {{ months.when }}, of the change of {{ amount }} from the same
  {{ months.period }} of the year before, in percent, without the first year. Answer with a tuple: the {{ months.when }} of
  the largest, as text such as `2013-01-01`, and its value, rounded to 1 decimal.

validator:
  namespace_check:
    yearly_growth: "{{ same_table }}"
"""

yearly_growth = df.set_index({{ months.when }})[{{ amount }}].pct_change({{ months.steps }}).mul(100).dropna()

(yearly_growth.idxmax().strftime("%Y-%m-%d"), float(round(yearly_growth.max(), 1)))
