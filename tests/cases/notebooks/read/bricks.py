# Databricks notebook source
# MAGIC %md
# MAGIC # River levels
# MAGIC How high is the Elbe on average?

# COMMAND ----------

import pandas as pd
levels = pd.read_csv("gauges.csv")

# COMMAND ----------

levels["level"].mean()
