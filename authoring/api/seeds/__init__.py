"""What a person can do with seeds: add, list, describe, vet, search and compare them, and have tables invented.

Fetching, vetting and profiling themselves belong to `authoring.seeds`; the folders of seeds to `authoring.workspace`.
"""
