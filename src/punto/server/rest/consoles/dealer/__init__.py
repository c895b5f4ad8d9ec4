"""Routes of the dealer's console: steps, cards, readers, irregularities, the picture, talk.

Each file is one resource, as in `rest/routes`, and acts through `acting.py`. Begin with `dealing.py`.
"""
