"""
title: How large is the difference
stage: statistics
knowledge: [effect size, pooled standard deviation, comparison]
needs: [df]
presumes: rows of a sample
worth: "answer|abs >= [0.2, 1.5 * (1 / first.count + 1 / second.count) ** 0.5]|max"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
  amount: {kind: amount, missing: 0, distinct: 10..}
let:
  first: group.levels[0] if group.levels|length >= 2 else none
  second: group.levels[1] if group.levels|length >= 2 else none
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: table.independent
    says: rows that stand for different things
  - test: group.levels|length >= 2
    says: a category whose levels are all known
  - test: first.count >= 8 and second.count >= 8
    says: two levels with at least eight rows each
"""

# %%
"""
question: |
  [[How much do {{ rows }} with {{ group }} {{ first }} and those with {{ second }} differ in {{ amount }}? || Measure
  the effect of {{ group }} on {{ amount }}, {{ first }} against {{ second }}.]] Give Cohen's d: the mean of
  {{ amount }} of the first minus that of the second, divided by the pooled standard deviation (the square root of the
  two sample variances, ddof=1, averaged with the weights n - 1 of their groups). Answer with a float rounded to 3
  decimals.

validator:
  result:
"""

sample_of_first = df.loc[df[{{ group }}] == {{ first }}, {{ amount }}]
sample_of_second = df.loc[df[{{ group }}] == {{ second }}, {{ amount }}]
pooled_freedom = len(sample_of_first) + len(sample_of_second) - 2
pooled_variance = (
    (len(sample_of_first) - 1) * sample_of_first.var(ddof=1) + (len(sample_of_second) - 1) * sample_of_second.var(ddof=1)
) / pooled_freedom

float(round((sample_of_first.mean() - sample_of_second.mean()) / pooled_variance**0.5, 3))
