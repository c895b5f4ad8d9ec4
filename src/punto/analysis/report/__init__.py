"""Figures for people to read.

Begin with `document`, which arranges a book's `figures` as `blocks` (two of its parts are `spread_section` and
`counting_section`); `html`, `pdf` and `xlsx` write them. `pages` breaks a PDF into pages; `plots` and `multiples` draw
the pictures; `computed_sheets` and `workbook_styles` belong to the workbook. `help_page` writes a book's help page,
which the terminal, the documentation and the client show.
"""
