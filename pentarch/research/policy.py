"""A policy as a bot: what was trained in an environment plays on the ladder as it is."""

from typing import Final, Protocol

from pentarch.bots.sdk import Bot, Start, Turn
from pentarch.engine.commands import Command
from pentarch.research.actions import Action, Actions, Mask, actions_of
from pentarch.research.course import layout_of
from pentarch.research.observations import Array, Layout


class Policy(Protocol):
    """Anything that takes an observation and the mask of legal actions, and gives an action."""

    def act(self, observation: Array, mask: Mask) -> Action:
        """One of the actions that the mask allows."""


class PolicyBot(Bot):
    """A bot that does what a policy says: anything with `act(observation, mask)`.

    Observations, masks and actions are those of the environments (`pentarch.pettingzoo`,
    `pentarch.gymnasium`): `actions` names the way in which commands are numbered. The policy must
    give a legal action; a bot that does not forfeits like any other. Needs numpy, which every
    hosted bot has and the extra `research` brings.

    Examples:
        >>> from pentarch import PolicyBot, play
        >>> class First:
        ...     def act(self, observation, mask):
        ...         return int(mask.argmax())
        >>> record = play("township", [PolicyBot(First()), "random"], seed=1)
        >>> record.bots, record.forfeits
        (['policybot', 'random'], [])
    """

    def __init__(self, policy: Policy, *, actions: str = "listed") -> None:
        self.policy: Final = policy
        self._way: Final = actions
        self._actions: Actions
        self._layout: Layout

    def start(self, start: Start) -> None:
        """Learn which ruleset it is."""
        self._actions = actions_of(start.ruleset, self._way)
        self._layout = layout_of(start.ruleset.info.id)

    def decide(self, turn: Turn) -> Command:
        """What the policy says. Raises NoAction when that is not legal."""
        observation = self._layout.array(turn.view)
        action = self.policy.act(observation, self._actions.mask(turn.legal))
        return self._actions.command(turn.legal, action)
