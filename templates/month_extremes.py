"""
title: The months apart
stage: time
knowledge: [dates, grouping, extremes]
needs: [df]
presumes: one thing over time
worth: shown[0] >= 5 and shown[1] == 2
shows: "(int(df[{{ when }}].dt.strftime('%Y-%m').value_counts().min()), int((monthly == monthly.max()).sum() + (monthly == monthly.min()).sum()))"
slots:
  when: {kind: date, parsed: true, missing: 0, distinct: 12..}
  amount: {kind: amount, missing: 0, distinct: 8..}
where:
  - test: when.days >= 150 and when.days <= 20000 and table.rows >= 24
    says: dates over at least five months
"""

# %%
"""
question: |
  [[Which calendar months stand out in {{ amount }}? || Find the highest and the lowest month of {{ amount }}.]] Make
  a Series `monthly` of the mean {{ amount }} of each month of each year by {{ when }}, unrounded, in order of time
  and indexed by text such as `2013-01`; months without {{ rows }} do not appear. Answer with a tuple: the month with
  the highest mean, then that with the lowest, the earlier one if several are equal.

validator:
  namespace_check:
    monthly: "{{ same_table }}"
"""

monthly = df.groupby(df[{{ when }}].dt.strftime("%Y-%m"))[{{ amount }}].mean().sort_index()

(monthly.idxmax(), monthly.idxmin())
