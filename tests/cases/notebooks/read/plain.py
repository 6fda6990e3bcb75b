import pandas as pd

levels = pd.read_csv("gauges.csv")
print(levels.mean())
