"""Learns to balance a pole on a cart, a glTF file, with a plain search over linear policies in NumPy.

The drive of the cart pushes with at most 10 N towards a velocity that the policy sets; the pole turns freely about its hinge. A policy
is four numbers for position and velocity of cart and pole. All candidates of a generation run side by side, one world each, and the
best of them are the mean of the next: the cross-entropy method. Run it with `python cart_pole.py`.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from sinew_gltf.gym import SinewVectorEnv

FILE = Path(__file__).with_name("cart_pole.gltf")
STEPS = 500
LEAN = np.deg2rad(12)


def reward(observations: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """One for every step."""
    return np.ones(len(observations))


def has_fallen(observations: np.ndarray) -> np.ndarray:
    """Off the rail, or leaning too far."""
    return (np.abs(observations[:, 0]) > 2.4) | (np.abs(observations[:, 2]) > LEAN)


def push(env: SinewVectorEnv, mask: np.ndarray) -> None:
    """Begins every episode with a push of the pole, so that no policy gets away with standing still."""
    impulses = np.zeros((env.num_envs, 3), np.float32)
    impulses[:, 0] = env.np_random.uniform(-0.03, 0.03, env.num_envs)
    env.worlds.apply_impulse("pole", impulses, mask)


def make(count: int) -> SinewVectorEnv:
    """So many carts."""
    return SinewVectorEnv(
        FILE,
        count,
        reward=reward,
        terminated=has_fallen,
        began=push,
        action_scale=[10.0, 0.0],
        max_steps=STEPS,
        observe=["drives"],
        dt=0.02,
    )


def run(env: SinewVectorEnv, policies: np.ndarray, seed: int) -> np.ndarray:
    """The number of steps that each policy keeps its pole up."""
    observations, _ = env.reset(seed=seed)
    is_up = np.ones(env.num_envs, bool)
    kept = np.zeros(env.num_envs)
    actions = np.zeros((env.num_envs, 2), np.float32)
    for _ in range(STEPS):
        actions[:, 0] = np.sign(np.sum(policies * observations, axis=1))
        observations, _, terminated, truncated, _ = env.step(actions)
        kept += is_up
        is_up &= ~(terminated | truncated)
        if not is_up.any():
            break
    return kept


def learn(generations: int = 20, count: int = 64, seed: int = 0) -> tuple[np.ndarray, list[float]]:
    """The policy that was found, and the mean of each generation."""
    random = np.random.default_rng(seed)
    env = make(count)
    mean, spread = np.zeros(4), np.ones(4)
    means: list[float] = []
    for generation in range(generations):
        policies = mean + spread * random.standard_normal((count, 4))
        kept = run(env, policies, seed + generation)
        best = policies[np.argsort(kept)[-count // 8 :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.05
        means.append(float(kept.mean()))
        if means[-1] > 0.95 * STEPS:
            break
    env.close()
    return mean, means


if __name__ == "__main__":
    start = time.perf_counter()
    policy, means = learn()
    for generation, mean in enumerate(means):
        print(f"generation {generation}: a pole stays up for {mean:.0f} of {STEPS} steps")
    env = make(32)
    kept = run(env, np.tile(policy, (32, 1)), seed=1234)
    print(f"32 poles that were not seen in training: {kept.mean():.0f} steps; {time.perf_counter() - start:.1f} s in all")
