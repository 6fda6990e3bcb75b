"""Delimited text as tables: encoding aside, everything between the bytes of a CSV file and the call that reads them."""
