"""What the cases of OMI_physics_gravity are made of: bodies, fields, and the way through a field."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import box, sphere

BODY, GRAVITY = "OMI_physics_body", "OMI_physics_gravity"
NODE = f"{GRAVITY}/node"
LATE = ["omi"]


def body(scene, name, place, **motion):
    scene.node(name, place, motion={"mass": 2.0, **motion}, collider={"shape": sphere(0.05)})


def field(scene, name, size, place=(0.0, 0.0, 0.0), turn=None, scale=None, **what):
    scene.node(name, list(place), turn, scale, trigger={"shape": box(*size)}, ext={GRAVITY: what})


def fly(pull, place, t, dt=1e-4):
    """Position and velocity after t in a field, by the midpoint rule."""
    x, u = list(place), [0.0, 0.0, 0.0]
    for _ in range(round(t / dt)):
        half = v.add(x, v.mul(u, dt / 2))
        a = pull(half)
        u = v.add(u, v.mul(a, dt))
        x = v.add(half, v.mul(u, dt / 2))
    return x, u
