"""Train the policy by playing against itself: `python train.py [MATCHES] [SEED]`.

Every match is played by one policy at both seats. Afterwards what was done in seats that came out
well becomes a little more likely, and the rest a little less (REINFORCE, with Adam).
"""

import sys

import numpy as np
from policy import COMMANDS, FEATURES, WEIGHTS, Policy, features

from pentarch import pettingzoo

BATCH = 16  # matches for each change of the weights
RATE = 0.03
ENTROPY = 0.01
WINNING = 0.3  # as much as three points of renown


class Trainer:
    """The weights, and how they are changed."""

    def __init__(self, seed):
        self.luck = np.random.default_rng(seed)
        self.weights = np.zeros((FEATURES, COMMANDS), np.float32)
        self._mean = np.zeros_like(self.weights)
        self._spread = np.zeros_like(self.weights)
        self._changes = 0

    def play(self, env):
        """A match against itself: for each seat the decisions it made, and its score."""
        env.reset(seed=int(self.luck.integers(2**62)))
        decisions = {agent: [] for agent in env.agents}
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            agent = env.agent_selection
            seen = env.observe(agent)
            legal = np.flatnonzero(seen["action_mask"])
            if len(legal) == 1:
                env.step(int(legal[0]))
                continue
            looked = features(seen["observation"])
            odds = self._odds(looked, legal)
            chosen = int(self.luck.choice(len(legal), p=odds))
            decisions[agent].append((looked, legal, odds, chosen))
            env.step(int(legal[chosen]))
        scores = self._scores(env)
        return [(decisions[agent], scores[agent]) for agent in decisions]

    def learn(self, played):
        """Change the weights after some matches."""
        slope = np.zeros_like(self.weights)
        total = 0
        for decisions, score in played:
            total += len(decisions)
            for looked, legal, odds, chosen in decisions:
                pull = -odds * score
                pull[chosen] += score
                surprise = -np.log(odds + 1e-9)
                pull += ENTROPY * odds * (surprise - (odds * surprise).sum())
                slope[:, legal] += np.outer(looked, pull)
        slope /= max(total, 1) ** 0.5
        self._changes += 1
        self._mean += 0.1 * (slope - self._mean)
        self._spread += 0.01 * (slope**2 - self._spread)
        mean = self._mean / (1 - 0.9**self._changes)
        spread = self._spread / (1 - 0.99**self._changes)
        self.weights += RATE * mean / (np.sqrt(spread) + 1e-6)

    def _odds(self, looked, legal):
        scores = looked @ self.weights[:, legal]
        odds = np.exp(scores - scores.max()).astype(np.float64)
        return odds / odds.sum()

    def _scores(self, env):
        """What the own town has come to, and a little for winning.

        Were it winning alone, it would learn to ruin the other town, which is itself, and not to
        build one.
        """
        towns = env.infos[env.possible_agents[0]]["view"]["towns"]
        return {
            agent: towns[seat]["renown"] / 10 + WINNING * env.rewards[agent]
            for seat, agent in enumerate(env.possible_agents)
        }


def compared(played):
    """The same with scores as what they are above or below the mean."""
    mean = np.mean([score for _, score in played])
    return [(decisions, score - mean) for decisions, score in played]


def train(matches, seed=0, on_change=lambda learner, played: None, options=None, kind=Trainer):
    """A policy that has played so many matches against itself."""
    env = pettingzoo.env("township", options=options, actions="numbered")
    learner = kind(seed)
    for played in range(BATCH, matches + 1, BATCH):
        learner.learn(compared([part for _ in range(BATCH) for part in learner.play(env)]))
        on_change(learner, played)
    return Policy(learner.weights)


def tell(learner, played):
    """Say how far it is."""
    print(f"\r{played} matches", end="", flush=True)


if __name__ == "__main__":
    policy = train(*[int(number) for number in sys.argv[1:]] or [640], on_change=tell)
    policy.save()
    print(f"\nwritten to {WEIGHTS.name}")
