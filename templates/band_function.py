"""
title: The bands as a function
stage: functions
knowledge: [functions, conditions]
needs: [df, band]
"""

# %%
"""
question: |
  [[Write || New values will come in one by one. Write]] a function `band_of(value)` that returns the band of a number
  by the limits of {{ band.column }}: `low` up to and including {{ band.low }}, `middle` above that up to and
  including {{ band.high }}, `high` beyond; for None `unknown`.

validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`{{ band.low }}`"]
      - ["`{{ band.high }}`"]
      - ["`{{ band.low }} + 1e-6`"]
      - ["`{{ band.high }} + 1e-6`"]
      - ["`{{ band.low }} - 1000`"]
      - ["`{{ band.high }} + 1000`"]
      - ["`({{ band.low }} + {{ band.high }}) / 2`"]
      - ["`None`"]
      - ["`random.uniform({{ band.amount.minimum }}, {{ band.amount.maximum }})`"]
      - //
      - //
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= {{ band.low }}:
        return "low"
    return "middle" if value <= {{ band.high }} else "high"
