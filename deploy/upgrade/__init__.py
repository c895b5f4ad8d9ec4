"""A rehearsal of an upgrade node by node: patrons bet while every process of a floor goes to the next release."""
