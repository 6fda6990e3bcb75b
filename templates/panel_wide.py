"""
title: A column for each
stage: reshaping
panel: true
knowledge: [pivoting, panel data, wide format]
needs: [df]
worth: shown == 0
shows: "int(df.pivot(index={{ panel.time }}, columns={{ panel.entity }}, values={{ amount }}).isna().sum().sum())"
slots:
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: table.followed >= 8
    says: things that are followed at eight times or more
  - test: panel.entity.missing == 0 and panel.time.missing == 0 and panel.entity.distinct in range(3, 60)
    says: 3 to 60 things that are followed
  - test: not panel.entity.is_bool and amount.name not in [panel.entity.name, panel.time.name]
    says: an amount beside what is followed
"""

# %%
"""
question: |
  [[Put the {{ panel.entity }} histories of {{ amount }} side by side. || To compare {{ amount }} over time we need a
  wide table.]] Make a DataFrame `wide` of {{ amount }} with one row per {{ panel.time }} as its index, one column per
  {{ panel.entity }}, both ascending, missing where `df` has no row. Answer with a tuple: the two different
  {{ panel.entity }} whose changes from one {{ panel.time }} to the next have the highest Pearson correlation, the one
  that comes first in the order of the columns first.

validator:
  namespace_check:
    wide: "{{ same_table }}"
"""

wide = df.pivot(index={{ panel.time }}, columns={{ panel.entity }}, values={{ amount }})
likeness = wide.diff().corr().stack()
first_labels, second_labels = likeness.index.get_level_values(0), likeness.index.get_level_values(1)

likeness[first_labels < second_labels].idxmax()
