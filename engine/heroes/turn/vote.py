"""Votes of all seats at once: on the combat method, and on the end of the match."""

from abc import abstractmethod
from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.commands import AGREE, CONTINUE, VOTE, VOTE_KEEP
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import OVER_AGREED, T_AGREE, T_METHOD, T_VOTE, State, Task
from pentarch.engine.heroes.turn.fate import finish

# What Player.vote means: a method, or one of these.
NO_VOTE: Final = 0
VOTED_KEEP: Final = 5
VOTED_YES: Final = 1
VOTED_NO: Final = 2


def open_vote(state: State) -> None:
    """All who live are asked."""
    for player in state.players:
        player.pending = player.is_alive()
        player.vote = NO_VOTE


def close_vote(state: State) -> list[int]:
    """What those who live have voted, which is then forgotten."""
    votes = [player.vote for player in state.players if player.is_alive()]
    for player in state.players:
        player.vote = NO_VOTE
    return votes


class Simultaneous(Question):
    """All living seats answer at once; what they say shows when all have."""

    def actors(self, state: State) -> list[Seat]:
        return [seat for seat, player in enumerate(state.players) if player.pending]

    def waits(self, play: Play, task: Task) -> bool:
        return any(player.pending for player in play.state.players)


class Ballot(Simultaneous):
    """A vote: each command stands for a number."""

    @abstractmethod
    def choices(self) -> "list[tuple[Command, int]]":
        """The commands in order, each with what it votes for."""

    @abstractmethod
    def count(self, play: Play, votes: list[int]) -> None:
        """All have voted."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [command for command, _ in self.choices()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command in self.candidates(state, seat) else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        player = play.state.players[seat]
        player.pending = False
        for choice, vote in self.choices():
            if choice is command:
                player.vote = vote

    def close(self, play: Play, task: Task) -> None:
        play.state.agenda.pop()
        self.count(play, close_vote(play.state))


_METHODS: Final = [(VOTE.of(method - 1), method) for method in range(1, 5)]


@final
class VoteMethod(Ballot):
    """HW-D.vote: at the set-up; of the methods with most votes one is drawn (HW-19.0.b)."""

    def __init__(self) -> None:
        super().__init__(T_VOTE)

    def choices(self) -> "list[tuple[Command, int]]":
        return _METHODS

    def count(self, play: Play, votes: list[int]) -> None:
        counts = [votes.count(method) for method in range(5)]
        best = [method for method in range(1, 5) if counts[method] == max(counts)]
        play.state.method = best[play.one_of(len(best))]
        play.note("method", -1, play.state.method)


@final
class ChangeMethod(Ballot):
    """HW-D.method: at the start of a Round; only if all want the same."""

    def __init__(self) -> None:
        super().__init__(T_METHOD)

    def choices(self) -> "list[tuple[Command, int]]":
        return [(VOTE_KEEP.of(), VOTED_KEEP), *_METHODS]

    def count(self, play: Play, votes: list[int]) -> None:
        wanted = votes[0]
        if wanted != VOTED_KEEP and all(vote == wanted for vote in votes):
            play.state.method = wanted
            play.note("method", -1, wanted)


@final
class AgreeToEnd(Ballot):
    """HW-D.agree: the match ends if all agree."""

    def __init__(self) -> None:
        super().__init__(T_AGREE)

    def choices(self) -> "list[tuple[Command, int]]":
        return [(AGREE.of(), VOTED_YES), (CONTINUE.of(), VOTED_NO)]

    def count(self, play: Play, votes: list[int]) -> None:
        if all(vote == VOTED_YES for vote in votes):
            finish(play.state, OVER_AGREED)
