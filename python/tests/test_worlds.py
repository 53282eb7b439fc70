"""Many worlds: actions, observations, resets, and environments for learning."""

from __future__ import annotations

import importlib.util
import time
from types import ModuleType

import numpy as np
import pytest
import sinew_gltf as sinew
from conftest import ROOT

CART = ROOT / "python/examples/cart_pole.gltf"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cart_pole", CART.with_suffix(".py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def carts(count: int, **options: object) -> sinew.Worlds:
    return sinew.Worlds(CART, count, dt=0.02, **options)  # type: ignore[arg-type]


def test_actions_are_targets_of_drives() -> None:
    worlds = carts(3, observe=["drives"])
    assert [pointer.rsplit("/", 1)[1] for pointer in worlds.actions] == ["velocityTarget", "positionTarget"]
    assert len(worlds.observation_names) == worlds.observations.shape[1] == 4
    actions = np.array([[-10, 0], [0, 0], [10, 0]], np.float32)
    observations = worlds.step(actions)
    assert observations is worlds.observations
    # 10 N on 1.1 kg, of which the pole is hinged above: more than 10 / 1.1 and less than 10 / 1.0 m/s², for 0.02 s.
    assert 0.02 * 10 / 1.1 < observations[2, 1] < 0.02 * 10 / 1.0
    assert observations[0, 1] == pytest.approx(-observations[2, 1], rel=1e-4) and observations[1, 1] == pytest.approx(0, abs=1e-6)


def test_a_cart_accelerates_as_the_equations_of_motion_say() -> None:
    # Barto, Sutton and Anderson: with the pole upright and at rest, θ'' = -a F / (l (4/3 m_p... )) in its own form; by hand for a
    # uniform pole of half length l: x'' = F / (M + m - 3 m / 4).
    worlds = carts(1, observe=["drives"])
    worlds.step(np.array([[10, 0]], np.float32))
    assert worlds.observations[0, 1] / 0.02 == pytest.approx(10 / (1.0 + 0.1 / 4), rel=5e-3)


def test_reset_puts_worlds_of_a_mask_back_to_the_same_bits() -> None:
    worlds = carts(4)
    beginning, digests = worlds.observations.copy(), worlds.digests
    random = np.random.default_rng(1)
    for _ in range(30):
        worlds.step(random.uniform(-10, 10, (4, 2)))
    assert worlds.digests[0] != digests[0]
    moved = worlds.observations.copy()
    worlds.reset(np.array([True, False, True, False]))
    assert (worlds.observations[[0, 2]] == beginning[[0, 2]]).all() and (worlds.observations[[1, 3]] == moved[[1, 3]]).all()
    worlds.reset()
    assert worlds.digests == digests and (worlds.observations == beginning).all()
    worlds.step(np.full((4, 2), [3, 0]))
    fresh = carts(4)
    fresh.step(np.full((4, 2), [3, 0]))
    assert worlds.digests == fresh.digests


def test_a_state_becomes_the_beginning() -> None:
    worlds = carts(2, observe=["bodies"])
    worlds.step(np.full((2, 2), [5, 0]), n=10)
    worlds.set_beginning(0)
    later = worlds.observations.copy()
    worlds.step(n=10)
    assert (worlds.reset() == later).all()


def test_threads_make_no_difference() -> None:
    random = np.random.default_rng(2)
    actions = random.uniform(-10, 10, (40, 6, 2)).astype(np.float32)
    digests = []
    for threads in (1, 2, 5, None):
        worlds = carts(6, threads=threads)
        for action in actions:
            worlds.step(action)
        digests.append(worlds.digests)
    assert digests.count(digests[0]) == 4


def test_properties_and_impulses_are_set_for_each_world() -> None:
    worlds = carts(3, observe=["bodies"])
    mass = f"/nodes/{worlds.model.find_node('cart')}/extensions/KHR_physics_rigid_bodies/motion/mass"
    worlds.set(mass, [1.0, 2.0, 4.0])
    worlds.apply_impulse("cart", np.tile([1, 0, 0], (3, 1)), mask=[True, True, False])
    worlds.step()
    speeds = worlds.bodies.linear_velocity[:, worlds.model.body_nodes.index(worlds.model.find_node("cart")), 0]
    assert speeds[0] > speeds[1] > 0.3 and speeds[2] == pytest.approx(0, abs=1e-6)


def test_wrong_arrays_raise() -> None:
    worlds = carts(2)
    for wrong in (np.zeros((3, 2)), np.zeros((2, 1)), np.full((2, 2), np.nan)):
        with pytest.raises(sinew.SinewError):
            worlds.step(wrong)
    with pytest.raises(sinew.SinewError):
        worlds.reset([True])
    with pytest.raises(sinew.SinewError):
        carts(1, observe=["feelings"])
    with pytest.raises(sinew.SinewError):
        carts(1, actions=["/nodes/0/translation"])
    assert carts(0).step().shape[0] == 0


def test_gymnasium_accepts_the_environment() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import data_equivalence

    env = example().make(4)
    observations, info = env.reset(seed=7)
    assert env.observation_space.contains(observations) and info == {}
    first = [env.step(env.action_space.sample() * 0 + 0.5)[0] for _ in range(5)]
    env.reset(seed=7)
    again = [env.step(env.action_space.sample() * 0 + 0.5)[0] for _ in range(5)]
    assert data_equivalence(first, again, exact=True), "the same seed gives the same"
    env.close()


def test_gymnasiums_own_checker_passes_one_world() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from sinew_gltf.gym import SinewEnv

    module = example()
    env = SinewEnv(
        CART, reward=module.reward, terminated=module.has_fallen, action_scale=[10.0, 0.0], observe=["drives"], dt=0.02
    )
    check_env(env, skip_render_check=True)


def test_worlds_that_end_are_reset_by_the_next_step() -> None:
    pytest.importorskip("gymnasium")
    env = example().make(3)
    env.reset(seed=3)
    actions = np.tile(np.array([1.0, 0.0], np.float32), (3, 1))
    for _ in range(200):
        _, _, terminated, truncated, _ = env.step(actions)
        if terminated.any():
            break
    assert terminated.any() and not truncated.any()
    observations, rewards, after, _, _ = env.step(actions)
    assert (rewards[terminated] == 0).all() and not after[terminated].any()
    assert (np.abs(observations[terminated, 0]) < 0.01).all()


def test_a_policy_is_learned_in_time() -> None:
    pytest.importorskip("gymnasium")
    module = example()
    start = time.process_time()
    policy, means = module.learn(generations=12)
    seconds = time.process_time() - start
    unseen = module.run(module.make(16), np.tile(policy, (16, 1)), seed=999)
    assert means[0] < 200, "a policy that was not learned lets the pole fall"
    assert unseen.mean() > 450
    assert seconds < 120
