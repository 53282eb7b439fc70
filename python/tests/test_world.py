"""Worlds: arrays in place, properties, queries, events, snapshots, recordings."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
import sinew_gltf as sinew
from conftest import fixture

BODY = '{"KHR_physics_rigid_bodies": {"motion": {"mass": 2}, "collider": {"geometry": {"shape": 0}}}}'
GROUND = '{"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}'
FALL = f"""{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
  "extensions": {{"KHR_implicit_shapes": {{"shapes": [
    {{"type": "sphere", "sphere": {{"radius": 0.5}}}}, {{"type": "box", "box": {{"size": [10, 1, 10]}}}}]}}}},
  "nodes": [{{"name": "ball", "translation": [0, 2, 0], "extensions": {BODY}}},
            {{"name": "ground", "translation": [0, -0.5, 0], "extensions": {GROUND}}}]}}""".encode()


def falling(**options: Any) -> tuple[sinew.World, sinew.Instance]:
    world = sinew.World(**options)
    return world, world.spawn(FALL)


def test_a_body_falls_as_newton_says() -> None:
    # After t seconds it has fallen g t² / 2, and 2 - 10 · 0.2² / 2 is left of its height, less a quarter step's fall at most.
    world, ball = falling(gravity=(0, -10, 0), dt=0.01)
    world.step(20)
    row = ball.model.body_nodes.index(0)
    assert ball.bodies.translation[row, 1] == pytest.approx(1.8, abs=2.0 * 0.01 / 4)
    assert ball.bodies.linear_velocity[row, 1] == pytest.approx(-2.0, abs=1e-5)


def test_arrays_are_filled_in_place_and_fields_are_views() -> None:
    world, ball = falling()
    bodies, before = ball.bodies, ball.bodies.translation.copy()
    world.step(10)
    assert (bodies.translation == before).all(), "until it is read again"
    assert ball.bodies is bodies and not (bodies.translation == before).all()
    assert np.shares_memory(bodies.translation, bodies.array) and np.shares_memory(bodies.is_sleeping, bodies.array)
    assert ball.locals is ball.locals and ball.locals.shape == (2, 10)
    assert ball.matrices.shape == (2, 4, 4)
    moved = ball.matrices[0] @ np.array([0, 0, 0, 1], np.float32)
    assert moved[:3] == pytest.approx(ball.locals[0, :3])


def test_a_matrix_takes_columns_to_the_model() -> None:
    # A quarter about Z takes x to y.
    file = b'{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0.70710678, 0.70710678], "translation": [5, 0, 0]}]}'
    node = sinew.World().spawn(file)
    assert node.matrices[0] @ (1, 0, 0, 1) == pytest.approx([5, 1, 0, 1], abs=1e-6)


def test_a_trace_fills_arrays_that_were_given() -> None:
    world, ball = falling()
    mine = np.zeros((30, 1, 15), np.float32)
    trace = ball.trace(30, bodies=mine, locals=True)
    assert trace.bodies is not None and trace.bodies.array is mine and len(trace) == 30
    other, twin = falling()
    for step in range(30):
        other.step()
        assert (twin.bodies.array == mine[step]).all()
        assert trace.locals is not None and (twin.locals == trace.locals[step]).all()
    assert trace.time[-1] == world.time
    again = ball.trace(30, out=trace)
    assert again is trace and world.steps == 60
    for wrong in (np.zeros((29, 1, 15), np.float32), np.zeros((30, 1, 30), np.float32)[:, :, ::2]):
        with pytest.raises(sinew.SinewError) as caught:
            ball.trace(30, bodies=wrong)
        assert caught.value.code == "INVALID_ARGUMENT"


def test_a_trace_is_a_table() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    _, ball = falling()
    trace = ball.trace(5)
    assert trace.bodies is not None
    table = trace.to_pandas()
    assert table["body/ball/translation.y"].tolist() == trace.bodies.translation[:, 0, 1].tolist()
    assert trace.to_arrow().num_rows == 5


def test_snapshots_resume_bit_for_bit() -> None:
    world, _ = falling()
    world.step(20)
    past = world.snapshot()
    world.step(50)
    digest = world.digest
    world.restore(past)
    assert world.steps == 20
    world.step(50)
    assert world.digest == digest
    with pytest.raises(sinew.SinewError) as caught:
        world.restore(past[:-1])
    assert caught.value.code == "SNAPSHOT_DAMAGED"
    with pytest.raises(sinew.SinewError) as caught:
        sinew.World().restore(past)
    assert caught.value.code == "SNAPSHOT_OTHER_WORLD"


def test_recordings_replay_and_differences_are_found() -> None:
    recorder = sinew.Recorder({"fall": FALL})
    recorder.apply("spawn", model="fall")
    steps = recorder.step(5)
    recorder.apply("impulse", instance=0, node=0, impulse=[1, 0, 0])
    steps += recorder.step(5)
    assert [step["step"] for step in steps] == list(range(1, 11)) and "inputs" in steps[5]
    assert sinew.Recorder({"fall": FALL}).replay(steps) is None
    steps[7]["digest"] ^= 1
    other = sinew.Recorder({"fall": FALL}).replay(steps)
    assert other is not None and other["step"] == 8
    with pytest.raises(sinew.SinewError) as caught:
        recorder.apply("spawn", model="nothing")
    assert caught.value.code == "UNKNOWN_ASSET"


def test_properties_are_live() -> None:
    world, ball = falling(gravity=(0, -10, 0))
    pointer = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/mass"
    assert ball[pointer] == 2.0
    ball[pointer] = 8.0
    assert ball[pointer] == 8.0 and ball.changed_properties[0]["pointer"] == pointer
    ball.apply_impulse("ball", (8, 0, 0))
    world.step()
    assert ball.bodies.linear_velocity[0, 0] == pytest.approx(1.0)
    for wrong in ("/nodes/0/nonsense", "/nodes/9/translation", ""):
        with pytest.raises(sinew.SinewError):
            ball[wrong]
    with pytest.raises(sinew.SinewError):
        ball[pointer] = float("nan")
    with pytest.raises(sinew.SinewError):
        ball[pointer] = (1, 2, 3)


def test_rays_shapes_and_points_find_colliders() -> None:
    world, ball = falling()
    hit = world.ray_cast((0, 5, 0), (0, -1, 0))
    assert hit is not None and hit.node == 0 and hit.distance == pytest.approx(2.5) and hit.normal[1] == pytest.approx(1)
    assert [hit.node for hit in world.ray_cast_all((0, 5, 0), (0, -1, 0))] == [0, 1]
    behind = world.ray_cast((0, 5, 0), (0, -1, 0), without={"nodes": [(ball.number, 0)]})
    assert behind is not None and behind.node == 1 and behind.distance == pytest.approx(5.0)
    assert world.ray_cast((0, 5, 0), (0, -1, 0), 1.0) is None
    assert world.overlap_point((0, 2, 0)) == [(0, 0)] and world.overlap_point((0, 9, 0)) == []
    small = {"kind": "sphere", "radius": 0.1}
    assert world.overlap_shape(small, (0, -0.5, 0)) == [(0, 1)]
    touched = world.shape_cast(small, (0, 5, 0), (0, -1, 0))
    assert touched is not None and touched.distance == pytest.approx(2.4, abs=1e-3)
    nearest = world.closest_point((0, 4, 0))
    assert nearest is not None and nearest["distance"] == pytest.approx(1.5)
    for arguments in (((0, 0, 0), (0, 0, 0)), ((float("nan"), 0, 0), (0, 1, 0))):
        with pytest.raises(sinew.SinewError):
            world.ray_cast(*arguments)


def test_events_of_all_steps_of_a_call_are_kept() -> None:
    world, _ = falling()
    world.step(120)
    begun = [event for event in world.events if event.kind.lower().endswith("begin")]
    assert begun and {begun[0].a, begun[0].b} == {(0, 0), (0, 1)} and begun[0].contact is not None
    # It falls 1.5 m: after √(2 · 1.5 / 9.81) s, to a step.
    assert begun[0].time == pytest.approx(np.sqrt(3 / 9.81), abs=2 / 60)
    assert world.contacts and world.contacts[0]["normal"][1] == pytest.approx(1, abs=1e-3) or world.contacts[0]["normal"][1] == pytest.approx(-1, abs=1e-3)
    world.step()
    assert not [event for event in world.events if event.kind.lower().endswith("begin")]


def test_what_is_despawned_is_unknown() -> None:
    world, ball = falling()
    world.step(60)
    world.despawn(ball)
    world.step(2)
    with pytest.raises(sinew.SinewError) as caught:
        ball.bodies
    assert caught.value.code == "UNKNOWN_INSTANCE"
    assert world.spawn(FALL).number == 1


@pytest.mark.parametrize("options", [{"dt": 0}, {"dt": float("nan")}, {"density": -1}, {"gravity": (0, 1e39, 0)}])
def test_wrong_options_raise(options: dict[str, Any]) -> None:
    with pytest.raises((sinew.SinewError, ValueError)):
        sinew.World(**options)


def test_the_interpreter_is_released_while_a_world_steps() -> None:
    world = sinew.World()
    world.spawn(fixture("fixtures/running/heap.gltf"))
    counted, is_done = [0], threading.Event()

    def count() -> None:
        while not is_done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    world.step(250)  # One stretch without a look for signals.
    during = counted[0] - before
    is_done.set()
    thread.join()
    assert during > 1000, "a thread of Python ran meanwhile"


def test_drives_of_a_file_are_listed_and_read() -> None:
    model = sinew.read(fixture("python/examples/cart_pole.gltf"))
    assert model.drives and {"node", "pointer", "kind", "axis", "stiffness"} <= set(model.drives[0])
    world = sinew.World()
    instance = world.spawn(model)
    world.step(10)
    assert instance.drives.shape == (len(model.drives), 3)
    assert np.isfinite(instance.drives).any()
    with pytest.raises(sinew.SinewError):
        model.find_node("nobody")


def test_animations_and_clips_play() -> None:
    world = sinew.World()
    avatar = world.spawn(fixture("fixtures/humanoid/avatar_vrm1.gltf"), animations="none")
    rest = avatar.locals.copy()
    avatar.play_clip(sinew.Clip(fixture("fixtures/running/smile.gltf")), repeat="loop")
    world.step(20)
    assert not np.allclose(avatar.locals, rest)
    avatar.stop_clip()
    with pytest.raises(sinew.SinewError):
        avatar.play(99)
    with pytest.raises(sinew.SinewError):
        world.spawn(FALL, animations=[{"animation": 3}])
