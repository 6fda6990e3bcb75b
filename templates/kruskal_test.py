"""
title: Do groups differ in rank
stage: statistics
unlike: [welch_test]
knowledge: [hypothesis test, ranks, grouping]
needs: [df]
presumes: rows of a sample
worth: "answer[0] >= group.distinct - 1"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 3..12}
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.independent
    says: rows that stand for different things
  - test: group.smallest >= 5
    says: a group with at least five rows in every level
"""

# %%
"""
question: |
  [[Do the values of {{ group }} differ in {{ amount }}, normal or not? || Has {{ amount }} the same distribution in
  every {{ group }}?]] Run the Kruskal-Wallis H test (corrected for ties, as scipy does) on {{ amount }} divided by
  {{ group }}. Answer with a tuple: the H statistic rounded to 2 decimals, then True if the p-value is below 0.01,
  else False.

validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

kruskal_samples = [members for _, members in df.groupby({{ group }}, observed=True)[{{ amount }}]]
kruskal_result = stats.kruskal(*kruskal_samples)

(float(round(kruskal_result.statistic, 2)), bool(kruskal_result.pvalue < 0.01))
