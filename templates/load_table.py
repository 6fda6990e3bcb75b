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
  [[This session is about one data set: {{ title }}. || We are going to look at {{ title }}. || The data of this session: {{ title }}. || Let us
  begin with the data, {{ title }}.]] Read {{ table.file }} into a DataFrame named `df`
  {% if table.options %}, passing {{ table.options }} to the pandas reader,{% else %} with the default settings of the
  pandas reader{% endif %} and tell me its size as a tuple: the number of rows, then the number of columns.

validator:
  namespace_check:
    df:
"""

df = {{ table.reader }}

df.shape
