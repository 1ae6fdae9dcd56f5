"""The expert: the search bot with an appraiser that was learned from many matches.

`features` reads numbers off states, `model` weighs them, `weights` keeps what was learned,
`lessons` makes matches to learn from, `batches` keeps them, `fit` learns, and `bot` plays.
"""
