from pentarch import Bot, Turn, run


class First(Bot):
    def decide(self, turn: Turn) -> str:
        return turn.legal[0].text


run(First)
