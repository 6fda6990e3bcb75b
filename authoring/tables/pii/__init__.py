"""Personal data in tables: patterns of mail addresses and numbers, names of people, and the scan of whole tables."""
