"""What states say in numbers: a module for each ruleset, with the same names in it.

`NAMES` are the features of a seat, `rows(state)` has their values for each seat, and
`progress(state)` says how far a match has come, 0 to 1. `VERSION` changes with every change of what
a feature means: weights that were learned of other features are refused.
"""
