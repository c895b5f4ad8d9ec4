"""Scoreboards: a list of scores folded into roads. They know nothing about money or tables.

Begin with `shoe_roads`, all roads of one shoe. `score` is the text form of a result, `layout` places marks, `derived`
and `good_roads` read the Main Road, `scoreboard` fits it all to a display, `picture` draws it as SVG.
"""
