"""What is found in the text of problem sets, and what the codes of findings mean."""
