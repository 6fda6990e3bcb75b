"""
title: What is most frequent in each group
stage: grouping
knowledge: [grouping, counting, shares]
needs: [df]
presumes: rows of a sample
unlike: [cross_counts, combinations]
worth: shown[0] >= 2 and shown[1] == 1 and shown[2] >= 2
shows: "[(int(counts.idxmax(axis=1).nunique()), int(counts.eq(counts.max(axis=1), axis=0).sum(axis=1).max()), int(counts.idxmax(axis=1)[(first - second) ** 2 > 4 * (first + second)].nunique())) for counts in [pd.crosstab(df[{{ down }}], df[{{ across }}])] for first in [counts.max(axis=1)] for second in [counts.apply(lambda row: row.nlargest(2).iloc[-1], axis=1)]][0]"
slots:
  down: {kind: [category, flag], missing: 0, distinct: 2..20}
  across: {kind: category, missing: 0, distinct: 3..20}
where:
  - test: down.is_named and across.is_named
    says: two categories of which is known what they are
  - test: not across.is_even and "treatment" not in across.roles
    says: a category in which some levels are more frequent, and that was not drawn by lot
  - test: down.smallest >= 5
    says: a category with at least five rows in every level
"""

# %%
"""
question: |
  [[Which {{ across }} is most frequent in each {{ down }}? || What is the usual {{ across }} of each {{ down }}?]]
  Answer with a DataFrame indexed by {{ down }} in ascending order, with the columns `leading`, the {{ across }} of most
  {{ rows }}[[ties:, the first in ascending order where several have as many]], and `share`, its percentage of the
  {{ rows }} of this {{ down }}, rounded to 1 decimal.

validator:
  result: "{{ same_table }}"
"""

row_counts = pd.crosstab(df[{{ down }}], df[{{ across }}])

pd.DataFrame(
    {
        "leading": row_counts.idxmax(axis=1),
        "share": (row_counts.max(axis=1) / row_counts.sum(axis=1) * 100).round(1),
    }
)
