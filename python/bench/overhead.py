"""What Python costs: a step of a world, and a step of 256 worlds with actions and observations, beside the library alone.

`python overhead.py` prints the times. The library alone is the same loop without actions, observations and calls from Python.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import numpy as np
import sinew_gltf as sinew
from humanoid import gltf

EMPTY = b'{"asset": {"version": "2.0"}, "nodes": [{}]}'
CART = Path(__file__).parents[1] / "examples/cart_pole.gltf"


def quickest(work: object, rounds: int, count: int) -> float:
    """Seconds of processor time of one call, of the quickest round: other work of the machine does not count."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(count):
            work()  # type: ignore[operator]
        best = min(best, (time.process_time() - start) / count)
    return best


def main() -> None:
    """Prints the times."""
    world = sinew.World()
    world.spawn(EMPTY)
    one = quickest(world.step, 30, 2000)
    many = quickest(lambda: world.step(2000), 30, 1) / 2000
    print(f"World.step() of an empty world: {one * 1e6:.2f} µs; in step(2000): {many * 1e6:.2f} µs; the call: {(one - many) * 1e6:.2f} µs")
    for name, model in (("cart-pole", sinew.read(CART)), ("humanoid", sinew.read(gltf()))):
        for threads in (1, 2):
            worlds = sinew.Worlds(model, 256, threads, sleeping=False)
            actions = np.zeros((256, len(worlds.actions)), np.float32)
            blind = sinew.Worlds(model, 256, threads, sleeping=False, actions=[], observe=[])
            mine, alone = [], []
            for _ in range(20):
                worlds.reset()
                blind.reset()
                mine.append(quickest(lambda: worlds.step(actions), 1, 4))
                alone.append(quickest(blind.step, 1, 4))
            extra = min(mine) / min(alone) - 1
            middle = statistics.median(mine) / statistics.median(alone) - 1
            print(f"256 {name}, {threads} threads: {min(mine) * 1e3:.2f} ms a step, {min(alone) * 1e3:.2f} without actions and observations: {extra:+.1%} (medians {middle:+.1%})")
        worlds = sinew.Worlds(model, 256, 1)
        print(f"a reset of one of 256 {name}: {quickest(worlds.reset, 20, 1) / 256 * 1e3:.4f} ms")


if __name__ == "__main__":
    main()
