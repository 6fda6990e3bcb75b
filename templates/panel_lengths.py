"""
title: How long each was followed
stage: grouping
panel: true
knowledge: [panel data, counting, quantiles]
needs: [df]
worth: answer[2] >= 2 * answer[0]
where:
  - test: panel.gaps > 0 and panel.entity.missing == 0
    says: things that were not all looked at every time
  - test: panel.entity.distinct >= 8 and panel.entity.distinct * 3 <= table.rows
    says: eight things or more that are followed at least three times on average
"""

# %%
"""
question: |
  Not every {{ panel.entity }} was followed for as long. Make a Series `lengths` of the number of rows of each
  {{ panel.entity }} in `df`, indexed by it in ascending order. Answer with a tuple of its smallest value, its median and
  its largest[[types:, the median as a float]].

validator:
  namespace_check:
    lengths: "{{ same_table }}"
"""

lengths = df.groupby({{ panel.entity }}, observed=True).size()

(int(lengths.min()), float(lengths.median()), int(lengths.max()))
