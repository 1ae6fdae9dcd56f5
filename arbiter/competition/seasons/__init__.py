"""Seasons: phases, who may enter, finals with cuts, and the final table. Pure like the formats."""
