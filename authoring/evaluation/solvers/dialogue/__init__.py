"""What solvers that ask a language model share: what is shown, how it is asked, and how code is read from replies.

The solvers themselves are the members beside this folder. No reference, validator or evidence comes here.
"""
