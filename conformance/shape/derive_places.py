"""Cases of planes, of colliders where their nodes are, and of bodies that lie on a floor."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, EVERY, SLOP, Scene, at, between, box, case, rod, sphere, value
from plates import PLATE, STAY, THICK, X, Y, Z, plates


def planes():
    scene = Scene()
    tilt = v.turn(Z, 0.35)
    scene.node(
        "Ground",
        [0.4, 0.2, 0],
        tilt,
        collider={"shape": {"type": "plane"}, "material": {"staticFriction": 2.0, "dynamicFriction": 2.0}},
    )
    normal, along = v.rotate(tilt, Y), v.rotate(tilt, X)
    expect = []
    for i, (a, b) in enumerate(((30.0, -20.0), (-40.0, 15.0))):
        start = v.add([0.4, 0.2, 0], v.mul(along, a), [0, 0, b])
        rest = v.add(start, v.mul(normal, 0.15))
        scene.node(
            f"Box{i}",
            v.add(rest, v.mul(normal, 0.01)),
            tilt,
            motion={"mass": 1.0},
            collider={"shape": box(0.5, 0.3, 0.5), "material": {"staticFriction": 2.0, "dynamicFriction": 2.0}},
        )
        expect.append(at(f"Box{i}", rest, 0.015))
    case(
        "shape",
        "a_plane_without_size_has_no_end",
        "A plane without sizes goes on for ever, through the node's origin, along its X and Z",
        "Shapes",
        ["KHR_implicit_shapes/shapes[].plane"],
        scene,
        1.0,
        expect,
        """
The plane is rotated by 0.35 rad about Z; boxes lie on it far out, 30 m and 40 m along its slope. Friction (2.0 > tan
0.35 = 0.37) holds them: they stay where they are, half of their thickness, 0.15 m, from the plane along its normal.

Tolerance: 5 mm of slop, and the way that a drop of 1 cm may slide: 15 mm together.""",
        ["latest"],
        "KHR_implicit_shapes",
    )
    for sided in (False, True):
        scene = Scene()
        plane = {"type": "plane", **({"doubleSided": True} if sided else {})}
        scene.node("Sheet", [0, 1.0, 0], collider={"shape": plane})
        scene.node("Above", [0.5, 1.4, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
        scene.node(
            "Below", [-0.5, 0.4, 0.3], motion={"mass": 1.0, "gravityFactor": -1.0}, collider={"shape": sphere(0.2)}
        )
        expect = [value("Above", "model.translation.y", 1.2, SLOP)]
        expect.append(
            value("Below", "model.translation.y", 0.8, SLOP)
            if sided
            else between("Below", "model.translation.y", 2.0, 6.0)
        )
        name = "a_double_sided_plane_stops_from_below" if sided else "a_plane_has_one_side_unless_it_says_otherwise"
        title = (
            "A double-sided plane stops what comes from either side"
            if sided
            else "A plane stops from above; from below one passes through it"
        )
        case(
            "shape",
            name,
            title,
            "Shapes",
            ["KHR_implicit_shapes/shapes[].plane.doubleSided"],
            scene,
            1.0,
            expect,
            f"""
The plane's normal is +Y, at y = 1. One ball of radius 0.2 falls on it and rests at 1.2. The other has gravityFactor
-1 and rises from 0.4 below it:
{'it stops at 1 - 0.2 = 0.8.' if sided else 'it passes (doubleSided is false where not given), and after 1 s it is at 0.4 + g/2 = 5.3 m; anything above 2 m has passed.'}

Tolerance: 5 mm of contact slop.""",
            ["latest"],
            "KHR_implicit_shapes",
        )
    scene = Scene()
    scene.node(
        "Table",
        [0.2, 1.0, -0.1],
        collider={"shape": {"type": "plane", "sizeX": 1.2, "sizeZ": 0.6, "doubleSided": True}},
    )
    spots = {"Inside": (0.5, 0.0), "AlongX": (0.75, 0.0), "AlongZ": (0.0, 0.45), "InsideCorner": (-0.5, -0.2)}
    expect = []
    for name, (x, z) in spots.items():
        scene.node(name, [0.2 + x, 1.2, -0.1 + z], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
        inside = abs(x) < 0.6 and abs(z) < 0.3
        expect.append(
            value(name, "model.translation.y", 1.1, SLOP) if inside else between(name, "model.translation.y", -6.0, 0.5)
        )
    case(
        "shape",
        "a_plane_may_have_sizes",
        "sizeX and sizeZ are the whole lengths of a plane, about its node",
        "Shapes",
        ["KHR_implicit_shapes/shapes[].plane.sizeX", "KHR_implicit_shapes/shapes[].plane.sizeZ"],
        scene,
        1.0,
        expect,
        """
1.2 m along X and 0.6 m along Z: it reaches 0.6 and 0.3 m from its node. Balls of radius 0.1 dropped at (0.5, 0) and
(-0.5, -0.2) lie on it at 1.1; those at (0.75, 0) and (0, 0.45) are clear of its edge by 5 cm and fall.

Tolerance: 5 mm of contact slop; what fell is below 0.5 m after a second (1.2 - g/2 = -3.7).""",
        ["latest"],
        "KHR_implicit_shapes",
    )


def offsets():
    scene = Scene()
    turn = v.turn([1, 2, -1], 0.8)
    part = box(0.6, 0.2, 0.4)
    chain = v.turn([0, 1, 0], 0.5)
    offset, directions = [0.2, 0.1, -0.3], [X, Y, [1, 1, -2]]

    def add(scene, i, place, up):
        scene.node(f"Stand{i}", place, up)
        scene.node(f"Arm{i}", [0.1, 0.0, 0.2], chain, parent=f"Stand{i}")
        scene.node(f"Shape{i}", offset, turn, parent=f"Arm{i}", collider={"shape": part})

    rotation = v.qmul(chain, turn)
    centre = v.add([0.1, 0.0, 0.2], v.rotate(chain, offset))
    corners = [
        v.add(centre, v.rotate(rotation, [a * 0.3, b * 0.1, c * 0.2]))
        for a in (-1, 1)
        for b in (-1, 1)
        for c in (-1, 1)
    ]
    expect, table = plates(scene, [{"type": "convex", "points": corners}], directions, add=add)
    case(
        "shape",
        "a_collider_is_where_its_node_is",
        "A shape is placed by the whole chain of nodes above it",
        "Geometry",
        ["collider.shape"],
        scene,
        1.0,
        expect,
        f"""
A shape that is to be off its node gets a node of its own. The corners of the box go through its node, rotated and
moved, and the arm above it, rotated and moved: c = arm + Ra (offset + Rn (±0.3, ±0.1, ±0.2)).

{table}

Tolerance: 5 mm of contact slop.""",
        ALL,
    )
    # Two colliders on one moving body.
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Stool", [0.2, 0.8, 0.1], motion=dict(STAY))
    scene.node("Leg", [0.1, -0.3, 0.0], parent="Stool", collider={"shape": box(0.2, 0.5, 0.2)})
    scene.node("Seat", [0.0, 0.05, 0.0], parent="Stool", collider={"shape": box(0.8, 0.2, 0.8)})
    scene.node("Ball", [-0.1, 1.2, 0.1], motion={"mass": 0.2}, collider={"shape": sphere(0.1)})
    case(
        "shape",
        "a_body_has_all_colliders_below_it",
        "All colliders below a body belong to it",
        "Colliders",
        ["collider.shape", "KHR_physics_rigid_bodies/which-body-a-node-is-part-of"],
        scene,
        1.5,
        [
            value("Stool", "model.translation.y", 0.55, SLOP),
            value("Ball", "model.translation.y", 0.55 + 0.05 + 0.1 + 0.1, 2 * SLOP),
        ],
        """
The leg reaches 0.3 + 0.25 = 0.55 below the stool's node, which comes to rest at 0.55 on the floor at 0. The seat's
top is at 0.55 + 0.05 + 0.1 = 0.7, and the ball of radius 0.1 on it at 0.8.

Tolerance: 5 mm of slop for each contact below.""",
        ALL,
    )


def without_size():
    scene = Scene()
    scene.node("Pill", [0, 0, 0], collider={"shape": rod("capsule", 0.0, 0.3)})
    scene.node("Sheet", [2, 0.2, 0], collider={"shape": box(1.0, 0.0, 1.0)})
    expect = []
    for i, (x, height) in enumerate(((0.0, 0.3), (2.0, 0.2))):
        scene.node(f"Plate{i}", [x, height + THICK + 0.05, 0], motion=dict(STAY), collider={"shape": PLATE})
        expect.append(value(f"Plate{i}", "model.translation.y", height + THICK, SLOP))
    case(
        "shape",
        "sizes_of_zero_that_leave_a_shape",
        "A capsule without height is a sphere, and a box without thickness a sheet",
        "Shapes",
        ["KHR_collision_shapes/sizes-of-0", "shape.capsule.height", "shape.box.size"],
        scene,
        1.0,
        expect,
        """
The earlier schema allows sizes of 0. The hull of two spheres in one place is that sphere, which reaches 0.3; a box of
[1, 0, 1] is a square at the node's place, 0.2 m high. Plates rest 0.05 m above.

Tolerance: 5 mm of contact slop.""",
        ["seed"],
        "KHR_collision_shapes",
    )
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(9, 1, 9)})
    scene.node("Minus", [0, 0.5, 0], collider={"shape": sphere(-0.4)})
    scene.node("Strange", [2, 0.5, 0], collider={"shape": {"type": "blob", "size": [1.0, 1.0, 1.0]}})
    for i, x in enumerate((0.0, 2.0)):
        scene.node(f"Ball{i}", [x, 1.5, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    case(
        "shape",
        "what_is_no_shape_is_not_there",
        "A shape of a negative size or an unknown type is left out, and the rest of the file runs",
        "Shapes",
        ["KHR_implicit_shapes/sizes-below-0"],
        scene,
        1.5,
        [value(f"Ball{i}", "model.translation.y", 0.1, SLOP) for i in range(2)],
        """
The schemas want sizes that are not negative; other types are those of other extensions. A sphere of radius -0.4 and a
shape of type "blob" are no shapes that anything could meet: the balls fall past them to the floor, at 0.1.

Tolerance: 5 mm of contact slop.""",
        ["seed", "latest"],
        "KHR_implicit_shapes",
    )


def resting_bodies():
    scene, expect = Scene(), []
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(20, 1, 20)})
    lie = v.turn(Z, 1.5707963267948966)
    things = {
        "Brick": (box(0.5, 0.2, 0.3), None, 0.1),
        "Ball": (sphere(0.15), None, 0.15),
        "LyingPill": (rod("capsule", 0.4, 0.12), lie, 0.12),
        "Can": (rod("cylinder", 0.3, 0.2), None, 0.15),
        "LyingCan": (rod("cylinder", 0.5, 0.18), lie, 0.18),
    }
    for i, (name, (shape, turn, height)) in enumerate(things.items()):
        scene.node(name, [1.5 * i - 3, height + 0.08, 0.2], turn, motion={"mass": 1.0 + i}, collider={"shape": shape})
        expect.append(value(name, "model.translation.y", height, SLOP))
    case(
        "shape",
        "bodies_of_every_shape_come_to_rest_on_a_floor",
        "Moving bodies of every shape lie on the floor",
        "Shapes",
        [
            "shape.box.size",
            "shape.sphere.radius",
            "shape.capsule.radiusBottom",
            "shape.cylinder.height",
            "shape.cylinder.radiusBottom",
        ],
        scene,
        1.5,
        expect,
        """
Dropped by 8 cm, each lies at its half height or radius above the floor at y = 0: 0.1, 0.15, 0.12, 0.15, 0.18.

Tolerance: 5 mm of contact slop.""",
        EVERY,
        "KHR_implicit_shapes",
    )


for write in (planes, offsets, without_size, resting_bodies):
    write()
