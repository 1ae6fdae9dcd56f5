"""The same training with PyTorch: `python train_torch.py [MATCHES] [SEED]`.

Needs `pip install 'pentarch[torch]'`; its build for CPUs is enough. What it writes is the same
policy in numpy, so that the bot needs no PyTorch.
"""

import sys

import numpy as np
import torch
from policy import COMMANDS, WEIGHTS
from train import ENTROPY, RATE, Trainer, tell, train


class TorchTrainer(Trainer):
    """Lets PyTorch find the slope, and Adam follow it."""

    def __init__(self, seed):
        super().__init__(seed)
        # It has its numbers in common with `weights`, by which matches are played.
        self._linear = torch.from_numpy(self.weights).requires_grad_()
        self._adam = torch.optim.Adam([self._linear], lr=RATE, betas=(0.9, 0.99), eps=1e-6)

    def learn(self, played):
        """Change the weights after some matches."""
        made = [(*decision, score) for decisions, score in played for decision in decisions]
        looked = torch.from_numpy(np.array([decision[0] for decision in made]))
        is_legal = torch.zeros(len(made), COMMANDS, dtype=torch.bool)
        for row, (_, legal, *_) in enumerate(made):
            is_legal[row, legal] = True
        chosen = torch.tensor([legal[place] for _, legal, _, place, _ in made])
        scored = torch.tensor([score for *_, score in made], dtype=torch.float32)

        scores = (looked @ self._linear).masked_fill(~is_legal, -1e9)
        odds = torch.log_softmax(scores, dim=1)
        gained = (scored * odds.gather(1, chosen[:, None])[:, 0]).sum()
        entropy = -(odds.exp() * odds).sum()
        self._adam.zero_grad()
        (-(gained + ENTROPY * entropy) / max(len(made), 1) ** 0.5).backward()
        self._adam.step()


if __name__ == "__main__":
    numbers = [int(number) for number in sys.argv[1:]] or [640]
    policy = train(*numbers, on_change=tell, kind=TorchTrainer)
    policy.save()
    print(f"\nwritten to {WEIGHTS.name}")
