"""
title: The largest rise from one year to the next
stage: time
knowledge: [time series, relative change]
needs: [df]
slots:
  year: {year: true, missing: 0, distinct: 10..}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: year.distinct >= table.file_rows
    says: one row per year
  - test: amount.minimum > 0 and amount.maximum >= 1.5 * amount.minimum
    says: an amount that is always positive, and half as large again once
"""

# %%
"""
question: |
  In which {{ year }} did {{ amount }} rise most, in percent of its value in the row before in order of {{ year }}?
  Answer with a tuple: that {{ year }}[[types: as an integer]], then the change in percent of that value, rounded to 2
  decimals (the earlier {{ year }} if there are several with exactly the same change).

validator:
  result:
"""

change_by_year = df.set_index({{ year }})[{{ amount }}].sort_index().pct_change().mul(100)

(int(change_by_year.idxmax()), float(round(change_by_year.max(), 2)))
