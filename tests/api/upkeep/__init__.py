"""Tests of what is mended after it was made."""
