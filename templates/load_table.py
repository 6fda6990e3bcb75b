"""
title: Read the table
stage: loading
always: true
knowledge: [reading files, shape of a table]
gives:
  df: {}
"""

# %%
"""
question: |
  [[This session is about {{ title }}. || We are going to look at {{ title }}. || The data of this session:
  {{ title }}. || Let us begin with the data, {{ title }}.]] Read {{ table.file }} into a DataFrame named `df`
  {% if table.options %}, passing {{ table.options }} to the pandas reader{% else %}with the defaults of
  pandas{% endif %}{% if table.suffix %}, followed by {{ table.suffix }}{% endif %}. Answer with a tuple: its number of rows, then of columns.

validator:
  namespace_check:
    df:
"""

df = {{ table.reader }}

df.shape
