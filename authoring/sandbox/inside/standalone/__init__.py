"""A judge that needs no sandbox of ours: one program that exports carry to wherever another project executes code."""
