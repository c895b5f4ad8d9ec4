"""Figures for people to read.

Begin with `document`, which arranges a book's `figures` as `blocks`; `html`, `pdf` and `xlsx` write them. `plots` draws
the pictures and `help_page` writes a book's help page, which the terminal, the documentation and the client show.
"""
