"""Cases of bodies below parents of every kind: what moves is rigid, whatever scales stand above it."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, KHR, Scene, at, case, value

SECTION = "Motions"
FREE = (0, 0, 0)
LINEAR, ANGULAR, T = [0.4, -0.3, 0.6], [0.8, -0.5, 1.1], 0.7


def columns(q, scale):
    """The columns of R S."""
    return [v.mul(v.rotate(q, axis), s) for axis, s in zip(([1, 0, 0], [0, 1, 0], [0, 0, 1]), scale)]


def column_major(axes, place):
    return [c for axis in axes for c in list(axis) + [0.0]] + list(place) + [1.0]


def below(name, title, parent_turn, parent_scale, own_turn, own_scale, spins, text, dialects):
    """The node's matrix after a rigid motion: exp(w t) M0, moved by R v t, with R the product of the rotations."""
    place, own_at = [0.5, -0.2, 0.3], [0.4, 0.6, -0.5]
    scene = Scene()
    scene.node("Parent", place, parent_turn, parent_scale)
    motion = {
        "mass": 1.0,
        "inertiaDiagonal": [0.3] * 3,
        "linearVelocity": LINEAR,
        **({"angularVelocity": ANGULAR} if spins else {}),
    }
    scene.node("Body", own_at, own_turn, own_scale, parent="Parent", motion=motion)
    above = columns(parent_turn, parent_scale)
    rotation = v.qmul(parent_turn, own_turn)
    start = v.add(place, *[v.mul(axis, c) for axis, c in zip(above, own_at)])
    rest = [
        v.add(*[v.mul(axis, c) for axis, c in zip(above, column)])
        for column in columns(own_turn, own_scale or [1.0, 1.0, 1.0])
    ]
    roll = v.turn_by(v.mul(v.rotate(rotation, ANGULAR), T)) if spins else [0.0, 0.0, 0.0, 1.0]
    end = v.add(start, v.mul(v.rotate(rotation, LINEAR), T))
    matrix = column_major([v.rotate(roll, axis) for axis in rest], end)
    expect = [value("Body", "model.matrix", matrix, 0.012 if spins else 2e-3), at("Body", end, 2e-3)]
    if own_scale:
        expect.append(value("Body", "local.scale", own_scale, 1e-5))
    case(
        "body",
        name,
        title,
        SECTION,
        ["motion.linearVelocity", "motion.angularVelocity", "KHR_physics_rigid_bodies/scale-of-nodes"],
        scene,
        T,
        expect,
        f"""
The parent is rotated and scaled by {parent_scale}; the node is
rotated{f' and scaled by {own_scale}' if own_scale else ''}. Velocities are along the node's axes, those of the product
of the rotations R = Rp Rn, and in metres: scales change neither their direction nor their size. {text}

    position: start + R v t = [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}] after {T} s
    matrix: {'exp(R w t) times' if spins else ''} the matrix at rest, which holds all scales of the chain

Tolerance: straight motion is exact;
{'0.01 rad of a first-order update of the rotation, times the largest scale' if spins else '2 mm of rounding'}.""",
        dialects,
        gravity=FREE,
    )


TURN, OWN = v.turn([1.0, 0.5, -0.4], 0.8), v.turn([0.3, -1.0, 0.6], 1.2)
below(
    "below_a_mirrored_parent",
    "A body below a mirrored parent rotates as any other",
    TURN,
    [-1.0, 1.0, 1.0],
    OWN,
    None,
    True,
    "The parent mirrors X; what is drawn stays mirrored and rotates as a whole.",
    ALL,
)
below(
    "below_a_parent_that_mirrors_and_grows",
    "A body below a parent that mirrors and scales moves in metres",
    TURN,
    [1.5, 1.5, -1.5],
    OWN,
    None,
    True,
    "The parent mirrors Z and scales by 1.5.",
    KHR,
)
below(
    "a_body_keeps_its_own_unequal_scale",
    "A node's own unequal scale stays with it",
    TURN,
    [1.0, 1.0, 1.0],
    OWN,
    [1.2, 0.5, 0.8],
    True,
    "The node's scale is written in its own axes, which rotate.",
    ALL,
)
below(
    "below_an_unequally_scaled_parent",
    "A body below an unequally scaled parent flies as far as any other",
    TURN,
    [2.0, 0.6, 1.3],
    OWN,
    None,
    False,
    "It does not rotate, so that the shear of its chain stays what it is.",
    KHR,
)
