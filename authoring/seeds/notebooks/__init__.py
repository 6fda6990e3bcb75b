"""Notebooks of strangers: read, cleaned and put in few words. Pure; nothing of them is ever run here."""
