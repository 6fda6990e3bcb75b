"""
title: Who lies above the line
stage: modelling
knowledge: [residuals, grouping, comparison]
needs: [df, residual]
worth: spread(answer) >= (0.1 + group.noise) * residual.other.deviation
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..20}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= 4
    says: a group with at least four rows in every level
"""

# %%
"""
question: |
  Does {{ group }} explain what the line leaves open? Answer with a Series of the mean of {{ residual.column }} for each {{ group }},
  indexed by {{ group }} and rounded to {{ residual.other.places }} decimals, the highest[[ties: (as rounded)]] first[[ties: and equal ones in ascending
  order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

residual_means = df.groupby({{ group }}, observed=True)[{{ residual.column }}].mean().round({{ residual.other.places }})

residual_means.sort_index().sort_values(ascending=False, kind="stable")
