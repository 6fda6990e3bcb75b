"""
title: Where an amount varies most
stage: grouping
knowledge: [grouping, standard deviation]
needs: [df]
presumes: rows that are alike
worth: "shown >= 1.2 + 2 * group.noise"
shows: 'df.groupby({{ group }}, observed=True)[{{ amount }}].std().max() / df.groupby({{ group }}, observed=True)[{{ amount }}].std().min()'
slots:
  group: {kind: category, distinct: 2..30}
  amount: {kind: amount, distinct: 8..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= amount.missing + 10
    says: a group in which every level has ten values of the amount
"""

# %%
"""
question: |
  [[For which {{ group }} does {{ amount }} vary most, || Which {{ group }} is most spread out in {{ amount }},]] by
  the sample standard deviation (ddof=1){% if amount.missing %}[[missing: of the values that are there]]{% endif %}?
  Answer with a tuple: the {{ group }}, then its standard deviation rounded to {{ amount.places }} decimals. Of equal
  deviations take the {{ group }} that comes first in ascending order.

validator:
  result:
"""

spread_of_groups = df.groupby({{ group }}, observed=True)[{{ amount }}].std(ddof=1)

(spread_of_groups.idxmax(), float(round(spread_of_groups.max(), {{ amount.places }})))
