"""Perfect matchings in general graphs: can everybody be paired with somebody allowed?

Edmonds' algorithm, in the usual form with one breadth-first search per augmentation. Pairing
tables hold tens of bots, so plainness beats speed here.
"""

from collections import deque
from collections.abc import Sequence

Graph = Sequence[Sequence[int]]


def largest_matching(graph: Graph) -> list[int]:
    """A matching of the most pairs: for every node its partner, or -1."""
    partner = [-1] * len(graph)
    for node, others in enumerate(graph):
        if partner[node] == -1:
            free = next((other for other in others if partner[other] == -1), -1)
            if free != -1:
                partner[node], partner[free] = free, node
    for node in range(len(graph)):
        if partner[node] == -1:
            _augment(graph, partner, node)
    return partner


def has_perfect_matching(graph: Graph) -> bool:
    """Whether all nodes can be paired."""
    return len(graph) % 2 == 0 and -1 not in largest_matching(graph)


def _augment(graph: Graph, partner: list[int], root: int) -> None:
    """Grow an alternating tree from a free node; flip the first augmenting path found."""
    count = len(graph)
    parent = [-1] * count
    base = list(range(count))
    is_outer = [False] * count
    is_outer[root] = True
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for other in graph[node]:
            if base[node] == base[other] or partner[node] == other:
                continue
            if other == root or (partner[other] != -1 and parent[partner[other]] != -1):
                _shrink(node, other, partner, parent, base, is_outer, queue)
            elif parent[other] == -1:
                parent[other] = node
                if partner[other] == -1:
                    _flip(other, partner, parent)
                    return
                is_outer[partner[other]] = True
                queue.append(partner[other])


def _shrink(
    node: int,
    other: int,
    partner: list[int],
    parent: list[int],
    base: list[int],
    is_outer: list[bool],
    queue: "deque[int]",
) -> None:
    """Two outer nodes touch: everything on the odd cycle becomes outer under one base."""
    top = _common_base(node, other, partner, parent, base)
    in_blossom = [False] * len(base)
    for start, child in ((node, other), (other, node)):
        walk, below = start, child
        while base[walk] != top:
            in_blossom[base[walk]] = in_blossom[base[partner[walk]]] = True
            parent[walk] = below
            below = partner[walk]
            walk = parent[partner[walk]]
    for place in range(len(base)):
        if in_blossom[base[place]]:
            base[place] = top
            if not is_outer[place]:
                is_outer[place] = True
                queue.append(place)


def _common_base(
    node: int, other: int, partner: list[int], parent: list[int], base: list[int]
) -> int:
    seen = set()
    walk = node
    while True:
        walk = base[walk]
        seen.add(walk)
        if partner[walk] == -1:
            break
        walk = parent[partner[walk]]
    walk = base[other]
    while walk not in seen:
        walk = base[parent[partner[walk]]]
    return walk


def _flip(end: int, partner: list[int], parent: list[int]) -> None:
    while end != -1:
        before = parent[end]
        following = partner[before]
        partner[end], partner[before] = before, end
        end = following
