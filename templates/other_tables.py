"""
title: Read the tables beside the first
stage: loading
knowledge: [reading files, several tables]
always: true
needs: [df]
gives:
  tables: {}
where:
  - test: table.others
    says: other tables beside it
"""

# %%
"""
question: |
  More files belong to these data: {{ table.others|map(attribute="file")|list }}. Read
  {% if table.others|length == 1 %}it{% else %}each of them{% endif %} into a dict `tables` of DataFrames, whose keys are
  the names of the files without folder and ending{% for other in table.others if other.options %}
  {% if loop.first %} (pass {% else %}, and {% endif %}{{ other.options }} to the pandas reader for {{ other.file }}
  {% if loop.last %}){% endif %}{% endfor %}, with the default settings of the pandas reader
  {% if table.others|selectattr("options")|list %} for the rest{% endif %}{% for other in table.others if other.suffix %},
  followed by {{ other.suffix }} for {{ other.file }}{% endfor %}.
  {% if table.others|length == 1 %}Answer with a tuple: its number of rows, then of columns.{% else %}Which of
  the tables, `df` not included, has the most rows? Answer with a tuple: its key in `tables`, then its number of
  rows.{% endif %}

validator:
  namespace_check:
    tables:
execution:
  max_time: 30
"""

tables = {
    #: for other in table.others
    {{ other.stem }}: {{ other.reader }},
    #: endfor
}
#: if table.others|length == 1
tables[{{ table.others[0].stem }}].shape
#: else
largest_table = max(tables, key=lambda name: len(tables[name]))

(largest_table, len(tables[largest_table]))
#: endif
