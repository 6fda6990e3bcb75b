"""Models that judge text: the kind of a wrong answer, and a problem by the rubric.

A verdict counts only with words that the model quotes, and that stand word for word in what it was to judge; whatever
has none is "not judged". A judge proposes no text and changes no verdict of a validator.
"""
