"""What commands take in: arguments that name a book or a strategy, standard input, and how bad input is reported.

Begin with `refuse`, which turns every bad input into one line and exit code 2.
"""
