"""Kaggle as a source: found, asked, downloaded and checked, through its own client."""
