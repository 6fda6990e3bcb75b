"""
title: The mean of means
stage: grouping
family: group means
knowledge: [grouping, weighted means, comparison]
needs: [df]
presumes: rows of a whole
worth: "(answer[0] - answer[1])|abs >= 0.05 * amount.deviation and differs(shown, group.distinct, table.rows)"
shows: "{{ explained_share(group, amount) }}"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 3..30}
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.levels and group.most(group.levels[0]) >= 2 * group.smallest + 2 and group.smallest >= 5
    says: a group whose levels differ much in size
"""

# %%
"""
question: |
  [[Large groups weigh more in a plain mean. || The values of {{ group }} are of very different size. || Does the size
  of the {{ group }} groups matter?]] Answer with a tuple of floats rounded to {{ amount.places }} decimals: the mean
  of {{ amount }} over all {{ rows }} in `df`, then the mean of the means of each {{ group }}, in which every
  {{ group }} counts the same.

validator:
  result:
"""

equal_weights = df.groupby({{ group }}, observed=True)[{{ amount }}].mean().mean()

(float(round(df[{{ amount }}].mean(), {{ amount.places }})), float(round(equal_weights, {{ amount.places }})))
