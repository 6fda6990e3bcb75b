"""
title: Fill gaps with the median of the group
stage: missing
knowledge: [missing values, imputation, grouping]
needs: [df]
worth: "differs(shown, group.distinct, table.rows)"
shows: "{{ explained_share(group, amount) }}"
slots:
  amount: {kind: amount, missing: 2.., distinct: 5..}
  group: {kind: category, missing: 0, distinct: 2..20}
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest > amount.missing
    says: a group in which every level keeps values to fill gaps from
effects:
  fill: [amount]
"""

# %%
"""
question: |
  {{ amount }} has gaps. Fill each of them, inside `df`, with the median of {{ amount }} over the rows that have the
  same {{ group }}, and change nothing else. What is the mean of {{ amount }} after that,[[types: as a float]] rounded
  to {{ amount.places }} decimals?

validator:
  namespace_check:
    df:
"""

medians_to_fill = df.groupby({{ group }}, observed=True)[{{ amount }}].transform("median")
df[{{ amount }}] = df[{{ amount }}].fillna(medians_to_fill)

float(round(df[{{ amount }}].mean(), {{ amount.places }}))
