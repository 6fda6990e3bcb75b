"""
title: The median of an order
stage: statistics
knowledge: [ordered categories, medians, grouping]
needs: [df]
worth: answer|map(attribute=1)|unique|list|length >= 2
slots:
  grade: {kind: ordinal, text: true, missing: 0, distinct: 3..12}
  group: {kind: [category, flag], missing: 0, distinct: 2..20}
let:
  steps: grade.entry.levels|map(attribute="value")|list
where:
  - test: steps|length == grade.distinct and group.smallest >= 2
    says: classes whose order is known
"""

# %%
"""
question: |
  [[{{ grade }} has an order, but no distances. || What is the typical {{ grade }} of each {{ group }}?]] Its steps
  are, from the lowest up, {{ steps }}. Give the lower median of {{ grade }} for each {{ group }}: the one in the
  middle of its {{ rows }} by these steps, of two the lower one. Answer with a Series of the steps as text, indexed by
  {{ group }}[[order: in ascending order]].

validator:
  result: "{{ same_table }}"
"""

grade_steps = {{ steps }}
step_numbers = df[{{ grade }}].map(grade_steps.index)
middle_steps = step_numbers.groupby(df[{{ group }}]).quantile(0.5, interpolation="lower")

middle_steps.astype(int).map(dict(enumerate(grade_steps))).sort_index()
