"""
title: A series and its moving average
stage: time
family: plot
knowledge: [plots, line plots, rolling windows]
needs: [df, months]
slots:
  amount: {kind: amount, missing: 0, distinct: 15..}
where:
  - test: table.calendar and table.rows >= 4 * months.steps and table.rows <= 1500
    says: at least four years, and at most 1500 rows
"""

# %%
"""
question: |
  Draw {{ amount }} against {{ months.when }} as a line with matplotlib, in a figure of 8 by 4 inches, and in the same axes
  the mean over each row and the {{ months.steps - 1 }} before it as a second line. A legend names them `each
  {{ months.period }}` and `moving average`.

validator:
  template: intact
  vis:
    legend: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

plt.figure(figsize=(8, 4))
plt.plot(df[{{ months.when }}], df[{{ amount }}], label="each " + {{ months.period }})
plt.plot(df[{{ months.when }}], df[{{ amount }}].rolling({{ months.steps }}).mean(), label="moving average")
plt.legend()
plt.show()
