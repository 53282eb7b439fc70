"""What Python costs: a step of a world, a step of 256 worlds with actions and observations, resets, and what two threads gain.

`python overhead.py` prints the times. The library alone is `Worlds` without observations whose actions are set outside the measured time: `Worlds::step_all`
and one call, for worlds that move as those beside them do. All worlds move: poles are pushed and humanoids fall. What is compared runs in turns, and the quickest rounds count, so that other work of
the machine disturbs little.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Callable

import numpy as np
import sinew_gltf as sinew
from humanoid import gltf

EMPTY = b'{"asset": {"version": "2.0"}, "nodes": [{}]}'
CART = Path(__file__).parents[1] / "examples/cart_pole.gltf"
COUNT = 256
STEPS = 8
ROUNDS = 40


def quickest(work: Callable[[], object], rounds: int, count: int) -> float:
    """Seconds of processor time of one call, of the quickest round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(count):
            work()
        best = min(best, (time.process_time() - start) / count)
    return best


def call() -> None:
    """The call of a step."""
    world = sinew.World()
    world.spawn(EMPTY)
    one = quickest(world.step, 30, 2000)
    many = quickest(lambda: world.step(2000), 30, 1) / 2000
    print(f"World.step(): {one * 1e6:.2f} µs; in step(2000): {many * 1e6:.2f} µs; the call: {(one - many) * 1e6:.2f} µs")


class Episodes:
    """Worlds that begin again with every round, each pushed by an impulse of its own."""

    def __init__(self, model: sinew.Model, threads: int, pushed: str, **options: object) -> None:
        self.worlds = sinew.Worlds(model, COUNT, threads, **options)  # type: ignore[arg-type]
        numbers = np.random.default_rng(1)
        self.impulses = numbers.uniform(-0.05, 0.05, (COUNT, 3)).astype(np.float32)
        self.actions = numbers.uniform(-1, 1, (STEPS, COUNT, len(self.worlds.actions))).astype(np.float32)
        self.pushed = pushed

    def begin(self) -> None:
        """Resets and pushes all."""
        self.worlds.reset()
        self.worlds.apply_impulse(self.pushed, self.impulses)
        self.worlds.step()

    def run(self, clock: Callable[[], float], counts_actions: bool = True) -> float:
        """Seconds of a step of all worlds. What is not counted is done all the same, so that the worlds move alike."""
        self.begin()
        spent = 0.0
        for actions in self.actions:
            given = actions if actions.shape[1] else None
            if not counts_actions:
                self.worlds.step(given, 0)
            start = clock()
            self.worlds.step(given if counts_actions else None)
            spent += clock() - start
        return spent / STEPS


def steps(name: str, model: sinew.Model, pushed: str) -> None:
    """Steps with actions and observations, by one thread, beside the steps of equal worlds alone."""
    full, bare = Episodes(model, 1, pushed), Episodes(model, 1, pushed, observe=[])
    times = np.array([[full.run(time.process_time), bare.run(time.process_time, False)] for _ in range(ROUNDS)])
    assert full.worlds.digests == bare.worlds.digests, "they must do the same"
    mine, alone = times.min(axis=0)
    print(
        f"{COUNT} of {name}: {alone * 1e3:.2f} ms a step alone; with {len(full.worlds.actions)} actions and "
        f"{full.worlds.observations.shape[1]} observations {mine / alone - 1:+.1%} (median {np.median(times[:, 0] / times[:, 1]) - 1:+.1%})"
    )


def threads(name: str, model: sinew.Model, pushed: str) -> None:
    """What two threads gain, by the wall."""
    one, two = Episodes(model, 1, pushed), Episodes(model, 2, pushed)
    times = np.array([[each.run(time.perf_counter) for each in (one, two)] for _ in range(ROUNDS)])
    quick = times.min(axis=0)
    print(f"{COUNT} of {name} on two threads: {quick[0] / quick[1]:.2f} times as fast (quickest rounds of {ROUNDS})")


def resets(name: str, model: sinew.Model, pushed: str) -> None:
    """A reset of worlds that have moved, with actions set or without."""
    for title, options in (("with actions set", {}), ("without", {"actions": []})):
        episodes = Episodes(model, 1, pushed, **options)
        best = float("inf")
        for _ in range(ROUNDS):
            episodes.run(time.process_time)
            best = min(best, quickest(episodes.worlds.reset, 1, 1) / COUNT)
        print(f"a reset of one of {COUNT} of {name}, {title}: {best * 1e3:.4f} ms")


def main() -> None:
    """Prints the times."""
    call()
    for name, model, pushed in (
        ("cart-pole", sinew.read(CART), "pole"),
        ("humanoid", sinew.read(gltf()), "chest"),
        ("driven humanoid", sinew.read(gltf(drives=True)), "chest"),
    ):
        steps(name, model, pushed)
        resets(name, model, pushed)
        threads(name, model, pushed)


if __name__ == "__main__":
    main()
