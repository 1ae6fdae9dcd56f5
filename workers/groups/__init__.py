"""Control groups: what the kernel lets a bot's whole process tree use, and how it stops the tree.

Every bot's process tree is in a group of its own: whatever it forks counts together, its memory
with shared memory and swap, its processes and threads, and the CPU time of those that have ended.
A group is frozen while its bot is not asked, and ended as a whole.

contract    what a group is, whoever keeps it together
hierarchy   where the kernel shows groups
brakes      freezing and killing
kernel      what both versions of the kernel's interface share
v1, v2      the versions

How this host does it is a `Separation`, found by `find`. A host without groups has none: what an
administrator may allow then is in `workers.loose`.

A group's name has the number of its bot's slot (`workers.user_ids`). Whoever can claim the slot of
a group that exists has found what a killed worker left behind.
"""

from pentarch.workers.groups.contract import Group, NoGroups, Separation, Share
from pentarch.workers.groups.hierarchy import UNIFIED, own_groups
from pentarch.workers.groups.v1 import V1Way
from pentarch.workers.groups.v2 import V2Way

__all__ = ["Group", "NoGroups", "Share", "Separation", "find"]


def find() -> Separation:
    """How this host makes groups. Raises NoGroups."""
    bases = own_groups()
    reasons = []
    if UNIFIED in bases:
        try:
            return V2Way(bases[UNIFIED])
        except NoGroups as error:
            reasons.append(str(error))
    try:
        return V1Way(bases)
    except NoGroups as error:
        reasons.append(str(error))
    raise NoGroups("; ".join(reasons))
