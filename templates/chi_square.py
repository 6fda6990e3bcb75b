"""
title: Are two categories independent
stage: statistics
knowledge: [hypothesis test, contingency table]
needs: [df]
presumes: rows of a sample
worth: answer[0] >= answer[1] and shown > 0
shows: "{{ rarest_pair(one, other) }}"
slots:
  one: {kind: [category, flag], missing: 0, distinct: 2..8}
  other: {kind: [category, flag], missing: 0, distinct: 2..8}
where:
  - test: one.is_named and other.is_named
    says: two categories of which is known what they are
  - test: not (one.kind == "flag" and other.kind == "flag" and comparable([one, other]))
    says: two categories, and not two flags of one thing
  - test: table.independent
    says: rows that stand for different things
  - test: one.smallest * other.smallest >= 5 * table.file_rows
    says: two categories with at least 5 rows to expect in every pair of levels
  - test: not (one.is_even and other.is_even)
    says: a category in which some levels are more frequent
"""

# %%
"""
question: |
  [[Are {{ one }} and {{ other }} independent of each other? || Does {{ one }} have anything to do with {{ other }}?]]
  Run Pearson's chi-square test on the table of their counts in `df`, without continuity correction. Answer with a
  tuple: the statistic rounded to 3 decimals, the degrees of freedom[[types: as an integer]], and True if independence
  is rejected at the 5 percent level, else False.

validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

observed_counts = pd.crosstab(df[{{ one }}], df[{{ other }}])
chi_statistic, chi_p_value, chi_freedom, _ = stats.chi2_contingency(observed_counts, correction=False)

(float(round(chi_statistic, 3)), int(chi_freedom), bool(chi_p_value < 0.05))
