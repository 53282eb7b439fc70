"""Vector environments for learning, made of any glTF with drives (`pip install sinew-gltf[gym]`)."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._files import ModelSource
from ._worlds import Worlds

Floats = npt.NDArray[np.float32]

Reward = Callable[[Floats, Floats], npt.ArrayLike]
"""From observations and actions to a reward for each world."""

Ended = Callable[[Floats], npt.ArrayLike]
"""From observations to whether each world has ended."""

Began = Callable[["SinewVectorEnv", npt.NDArray[np.bool_]], None]
"""Changes worlds that were just reset, named by a mask: another beginning for each."""


class SinewVectorEnv(VectorEnv):  # type: ignore[type-arg, misc, unused-ignore]
    """`num_envs` worlds of one file as a Gymnasium `VectorEnv`.

    Actions are in -1…1, one for each drive, and are multiplied by `action_scale` (a number, or one for each) before they become
    targets; observations are those of `Worlds`. `reward(observations, actions)` and `terminated(observations)` are functions of
    all worlds at once. An episode is cut after `max_steps`. `began(env, mask)` changes worlds that were just reset. A world that
    has ended is reset by the step behind the last (Gymnasium's next-step mode), whose action it ignores and whose reward is 0.
    """

    metadata: Dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        model: ModelSource,
        num_envs: int = 1,
        *,
        reward: Reward,
        terminated: Optional[Ended] = None,
        began: Optional[Began] = None,
        action_scale: npt.ArrayLike = 1.0,
        max_steps: int = 1000,
        substeps: int = 1,
        threads: Optional[int] = None,
        **options: Any,
    ) -> None:
        self.worlds = Worlds(model, num_envs, threads, **options)
        self.num_envs = num_envs
        count, width = len(self.worlds.actions), self.worlds.observations.shape[1]
        self.single_action_space = gymnasium.spaces.Box(-1.0, 1.0, (count,), np.float32)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (width,), np.float32)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._reward = reward
        self._terminated = terminated
        self._began = began
        self._scale = np.broadcast_to(np.asarray(action_scale, np.float32), (count,))
        self._max_steps = max_steps
        self._substeps = substeps
        self._elapsed = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Floats, Dict[str, Any]]:
        """Puts all worlds back to their beginning."""
        super().reset(seed=seed)
        self._begin(np.ones(self.num_envs, np.bool_))
        return self.worlds.observations.copy(), {}

    def step(
        self, actions: npt.ArrayLike
    ) -> Tuple[Floats, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Dict[str, Any]]:
        """Runs a step of every world, and resets those that ended in the step before."""
        given = np.asarray(actions, np.float32).reshape(self.num_envs, -1)
        reset = self._ended.copy()
        self.worlds.step(np.clip(given, -1.0, 1.0) * self._scale, self._substeps)
        self._elapsed += 1
        if reset.any():
            self._begin(reset)
        observations = self.worlds.observations
        rewards = np.array(self._reward(observations, given), np.float64)
        terminated = np.zeros(self.num_envs, np.bool_)
        if self._terminated is not None:
            terminated = np.array(self._terminated(observations), np.bool_)
        truncated = self._elapsed >= self._max_steps
        rewards[reset] = 0.0
        terminated[reset] = False
        self._ended = terminated | truncated
        return observations.copy(), rewards, terminated, truncated, {}

    def _begin(self, mask: npt.NDArray[np.bool_]) -> None:
        self.worlds.reset(mask)
        self._elapsed[mask] = 0
        self._ended[mask] = False
        if self._began is not None:
            self._began(self, mask)
            self.worlds._raw.observe(self.worlds.observations)


class SinewEnv(gymnasium.Env):  # type: ignore[type-arg, misc, unused-ignore]
    """One world as a plain Gymnasium `Env`, with the arguments of `SinewVectorEnv`; whoever steps it resets it."""

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, model: ModelSource, **options: Any) -> None:
        self._vector = SinewVectorEnv(model, 1, **options)
        self.action_space = self._vector.single_action_space
        self.observation_space = self._vector.single_observation_space

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Floats, Dict[str, Any]]:
        """Puts the world back to its beginning."""
        super().reset(seed=seed)
        observations, info = self._vector.reset(seed=seed, options=options)
        return observations[0], info

    def step(self, action: npt.ArrayLike) -> Tuple[Floats, float, bool, bool, Dict[str, Any]]:
        """Runs a step."""
        self._vector._ended[:] = False
        observations, rewards, terminated, truncated, info = self._vector.step(np.asarray(action, np.float32)[None])
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), info
