"""The trained policy as a bot: `pentarch bot submit` takes this folder as it is."""

from policy import Policy

from pentarch import PolicyBot, run


class Learner(PolicyBot):
    """Plays what the policy says, and trains no more."""

    def __init__(self):
        super().__init__(Policy.load(), actions="numbered")


if __name__ == "__main__":
    run(Learner)
