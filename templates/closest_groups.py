"""
title: Which groups are most alike
stage: modelling
knowledge: [grouping, scaling, distances]
needs: [df]
worth: shown[0] >= 0.05 + group.distinct / table.rows and shown[1] >= 0.05 and shown[2] > 0.001
shows: "[(min({{ explained_share(group, amounts[0]) }}, {{ explained_share(group, amounts[1]) }}), {{ flattest(amounts) }}, float(np.diff(np.sort(((means[:, None] - means[None]) ** 2).sum(axis=2)[np.triu_indices(len(means), 1)] ** 0.5)[:2])[0])) for means in [((df[{{ amounts }}] - df[{{ amounts }}].mean()) / df[{{ amounts }}].std()).groupby(df[{{ group }}], observed=True).mean().to_numpy()]][0]"
slots:
  group: {kind: [category], missing: 0, distinct: 4..15}
  amounts: {kind: amount, missing: 0, distinct: 10.., many: 2..4}
where:
  - test: group.is_named and "treatment" not in group.roles
    says: a category of which is known what it is, not drawn by lot
  - test: group.smallest >= 5
    says: a group in which every level has five rows
"""

# %%
"""
question: |
  [[Which two levels of {{ group }} are most alike in {{ amounts }}? || Find the closest pair of levels of {{ group }} by
  {{ amounts }}.]]
  Standardise these columns over all {{ rows }} in `df` (minus the mean, divided by the sample standard deviation,
  ddof=1), take the mean of each by {{ group }}, and the Euclidean distance between these means. Answer with a tuple of
  three: the two levels in ascending order, then their distance rounded to 3 decimals.

validator:
  result:
"""

from itertools import combinations

group_measures = df[{{ amounts }}]
scaled_measures = (group_measures - group_measures.mean()) / group_measures.std(ddof=1)
group_centres = scaled_measures.groupby(df[{{ group }}], observed=True).mean()
centre_distances = {
    pair: float(((group_centres.loc[pair[0]] - group_centres.loc[pair[1]]) ** 2).sum() ** 0.5)
    for pair in combinations(group_centres.index, 2)
}
closest_groups = min(centre_distances, key=centre_distances.get)

(*closest_groups, round(centre_distances[closest_groups], 3))
