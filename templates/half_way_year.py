"""
title: When half was reached
stage: time
knowledge: [cumulative sums, grouping, time series]
needs: [df]
presumes: rows of a whole
slots:
  year: {year: true, missing: 0, distinct: 5..}
  amount: {kind: amount, asks: sum, missing: 0, distinct: 8..}
where:
  - test: not table.followed
    says: rows that stand for different things
  - test: amount.minimum >= 0 and amount.value_kind in ["money", "count"] and "pop" not in amount.name|lower and not ["debt", "stock", "balance", "wealth", "capital", "assets"]|select("in", listed_words(amount))|list
    says: money or a count, but for people and other stocks that are there all the time
"""

# %%
"""
question: |
  [[By when was half of all {{ amount }} there? || Add up {{ amount }} through time.]] Make a Series `running`,
  indexed by {{ year }}[[order: in ascending order]], of the sum of {{ amount }} up to and including that {{ year }}.
  Answer with a tuple: the first {{ year }}[[types:, as an integer]], in which `running` is at least half of the sum
  over all of `df`, then the share of the whole reached then,[[types: as a float]] rounded to 3 decimals.

validator:
  namespace_check:
    running: "{{ same_table }}"
"""

running = df.groupby({{ year }})[{{ amount }}].sum().sort_index().cumsum()
half_reached = running[running >= running.iloc[-1] / 2]

(int(half_reached.index[0]), float(round(half_reached.iloc[0] / running.iloc[-1], 3)))
