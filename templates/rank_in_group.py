"""
title: Rank within the group
stage: grouping
knowledge: [grouping, ranking, derived columns, differences]
presumes: rows that are alike
needs: [df]
worth: "shown[0] <= 0.8 and differs(shown[0], group.distinct, table.rows) and shown[1] and shown[2]"
shows: "({{ explained_share(group, amount) }}, {{ differ_clearly('(-leads_of_groups)') }}, bool((leads_of_groups > 0).all()))"
slots:
  group: {kind: category, missing: 0, distinct: 3..30}
  amount: {kind: amount, missing: 0, distinct: 20..}
let:
  rank: new(amount.slug ~ "_rank")
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: not table.followed and not table.ordered
    says: rows that do not follow things, in no order of time
  - test: amount.distinct * 8 >= table.rows and not ["time", "times", "seconds"]|select("in", listed_words(amount))|list
    says: an amount whose values hardly repeat, and of which more is better
  - test: 4 * group.distinct <= table.rows and group.smallest >= 3
    says: a category of several rows in each level
effects:
  add: [rank]
gives:
  rank: {column: rank, group: group, amount: amount}
"""

# %%
"""
question: |
  [[How do the {{ rows }} of the same {{ group }} rank by {{ amount }}? || Rank the {{ rows }} of each {{ group }} by
  {{ amount }}.]] Add a last column {{ rank }} to `df`: the rank of a row's {{ amount }} within its {{ group }}, an integer, 1 for the highest, equal values sharing their best (1, 2, 2, 4). In which
  {{ group }} does the highest {{ amount }} lead the second highest by the most? Answer with a tuple: that {{ group }}, then
  the difference, rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

ranks_in_groups = df.groupby({{ group }}, observed=True)[{{ amount }}].rank(method="min", ascending=False)
df[{{ rank }}] = ranks_in_groups.astype(int)

highest_two = df.groupby({{ group }}, observed=True)[{{ amount }}].nlargest(2).groupby(level=0)
leads_of_groups = highest_two.max() - highest_two.min()

(leads_of_groups.idxmax(), float(round(leads_of_groups.max(), {{ amount.places }})))
