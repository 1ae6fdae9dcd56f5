"""What a match has cost so far, and whether it may cost more."""

from dataclasses import dataclass

from pentarch.bots.llm.settings import Settings
from pentarch.engine.plain import Json


@dataclass
class CallBudget:
    """Calls, tokens and money of one match."""

    settings: Settings
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def cost(self) -> float:
        """In the currency of the prices."""
        prices = self.settings
        return (self.tokens_in * prices.price_in + self.tokens_out * prices.price_out) / 1e6

    @property
    def spent(self) -> str:
        """What is used up; empty while another call is allowed. 0 money is no limit."""
        if self.calls >= self.settings.calls:
            return "calls"
        if self.tokens >= self.settings.tokens:
            return "tokens"
        return "cost" if self.settings.cost and self.cost >= self.settings.cost else ""

    @property
    def tokens(self) -> int:
        """Of questions and answers together."""
        return self.tokens_in + self.tokens_out

    def count(self, tokens_in: int, tokens_out: int) -> None:
        """A question was answered, and took that many tokens."""
        self.tokens_in += tokens_in
        self.tokens_out += tokens_out

    def plain(self) -> dict[str, Json]:
        """What the match has cost until now, as the note `usage` has it."""
        return {
            "calls": self.calls,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost": round(self.cost, 6),
        }
