"""What the toolkit can do, as functions without a terminal: arguments in, records out.

One module holds the functions of one subject. What a function reports while it is at work goes to a `Reporter`; what a
person has to decide comes in through a port argument. Start reading with `pipeline`. Nothing here draws on a terminal
or reads the environment, and nothing here knows how a step does its work: that belongs to the rooms below.
"""
