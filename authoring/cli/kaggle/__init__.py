"""The verbs of ``authoring seed`` that ask Kaggle: a search, and what is known of a data set."""
