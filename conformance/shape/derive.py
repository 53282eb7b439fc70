"""Cases of KHR_collision_shapes and KHR_implicit_shapes: how far a shape reaches, felt by a plate that lies on it.

For each direction d a copy of the shape stands still, rotated so that d points up, and a plate that hardly rotates (its inertia is
1e5 kg·m²) falls on it. It comes to rest at the height of the support function, h(d) = max d·p over the points of the shape,
plus half its own thickness. Nodes that scale by S and rotate by R: p = R S q, so h is that of the shape at S d.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, EVERY, SLOP, Scene, at, box, case, rod, sphere, value
from plates import PLATE, STAY, THICK, WORDS, X, Y, Z, plates
from solids import WEDGE, WEDGE_FACES


def reach(
    name,
    title,
    shape,
    directions,
    text,
    shows,
    dialects,
    section,
    extension,
    tolerance=SLOP,
    scale=(1.0, 1.0, 1.0),
    slack="",
    mesh=None,
):
    scene = Scene()
    if mesh:
        scene.mesh("Solid", mesh[0], [i for face in mesh[1] for i in face])
    expect, table = plates(scene, [shape], directions, scale, tolerance)
    case(
        "shape",
        name,
        title,
        section,
        shows,
        scene,
        1.0,
        expect,
        f"""
{text} A copy of the shape for each direction d is rotated so that d points up, 0.1 m above the origin. The plate that
falls on it {WORDS}:

{table}

Tolerance: 5 mm, what contacts leave open or let overlap.{slack}""",
        dialects,
        extension,
    )


SHAPES = {"section": "Shapes", "extension": "KHR_implicit_shapes"}
GEOMETRY = {"section": "Geometry", "extension": "KHR_physics_rigid_bodies"}


def primitives():
    reach(
        "a_box_has_its_size_along_each_axis",
        "A box reaches half its size along each axis",
        box(0.8, 0.5, 0.3),
        [X, Y, Z, [1, 2, -1]],
        "A box of size s: h(d) = Σ |d_i| s_i/2.",
        ["shape.box.size", "collider.shape"],
        EVERY,
        **SHAPES,
    )
    reach(
        "a_sphere_has_its_radius_everywhere",
        "A sphere reaches its radius in every direction",
        sphere(0.37),
        [Y, [1, -2, 2]],
        "A sphere: h(d) = r.",
        ["shape.sphere.radius"],
        EVERY,
        **SHAPES,
    )
    reach(
        "a_capsule_is_the_hull_of_two_spheres_along_y",
        "A capsule's height is between the centres of its spheres, along Y",
        rod("capsule", 0.6, 0.2),
        [Y, X, Z, [1, 1, 0.5]],
        "The hull of two spheres of radius r at (0, ±height/2, 0): h(d) = |d_y| height/2 + r. (OMI_collider counts from"
        " end to end: 1.0 there.)",
        ["shape.capsule.height", "shape.capsule.radiusBottom", "shape.capsule.radiusTop"],
        EVERY,
        **SHAPES,
    )
    reach(
        "a_cylinder_stands_along_y",
        "A cylinder's height is from disc to disc, along Y",
        rod("cylinder", 0.7, 0.25),
        [Y, X, Z, [2, 1, 1]],
        "The hull of two discs: h(d) = |d_y| height/2 + r √(d_x² + d_z²).",
        ["shape.cylinder.height", "shape.cylinder.radiusBottom", "shape.cylinder.radiusTop"],
        EVERY,
        **SHAPES,
    )
    reach(
        "a_tapered_capsule_has_its_bottom_down",
        "radiusBottom is the sphere at -Y, radiusTop the one at +Y",
        rod("capsule", 0.7, 0.3, 0.12),
        [Y, [0, -1, 0], X, [1, 0.9, 0]],
        "The hull of a sphere of 0.3 at -0.35 and one of 0.12 at +0.35: h(d) = max(-0.35 d_y + 0.3, 0.35 d_y + 0.12).",
        ["shape.capsule.height", "shape.capsule.radiusBottom", "shape.capsule.radiusTop"],
        ALL,
        **SHAPES,
    )
    reach(
        "a_tapered_cylinder_has_its_bottom_down",
        "radiusBottom is the disc at -Y, radiusTop the one at +Y",
        rod("cylinder", 0.6, 0.35, 0.15),
        [Y, [0, -1, 0], X, [1, 1.5, 0], [0.5, -1, 1]],
        "The hull of two discs: h(d) = max(-0.3 d_y + 0.35 c, 0.3 d_y + 0.15 c) with c = √(d_x² + d_z²).",
        ["shape.cylinder.height", "shape.cylinder.radiusBottom", "shape.cylinder.radiusTop"],
        ALL,
        **SHAPES,
    )
    reach(
        "a_cylinder_with_a_top_of_zero_is_a_cone",
        "A cylinder with one radius of 0 is a cone",
        rod("cylinder", 0.8, 0.3, 0.0),
        [Y, X, [1, 2, 0], [1, -1, 0.5]],
        "The hull of a disc at -0.4 and the apex (0, 0.4, 0): h(d) = max(-0.4 d_y + 0.3 c, 0.4 d_y) with c = √(d_x² +"
        " d_z²).",
        ["shape.cylinder.radiusTop", "shape.cylinder.radiusBottom"],
        ALL,
        **SHAPES,
    )


def defaults():
    scene, expect = Scene(), []
    shapes = [
        ("Ball", {"type": "sphere"}, 0.5, None),
        ("Cube", {"type": "box"}, 0.5, None),
        ("Pill", {"type": "capsule"}, 0.5, None),
        ("LyingPill", {"type": "capsule"}, 0.25, v.turn(Z, 1.5707963)),
        ("Can", {"type": "cylinder"}, 0.25, None),
        ("LyingCan", {"type": "cylinder"}, 0.25, v.turn(X, 1.5707963)),
        ("Cone", {"type": "cylinder", "radiusTop": 0.05}, 0.25, v.turn(X, 1.5707963)),
        ("Drop", {"type": "capsule", "radiusBottom": 0.1, "height": 0.8}, 0.65, None),
    ]
    for i, (name, shape, height, turn) in enumerate(shapes):
        scene.node(name, [2.0 * i, 0, 0], turn, collider={"shape": shape})
        shift = (
            -0.25 if name == "Cone" else 0.0
        )  # the wide end of the lying cone is at its bottom: -Y rotated about X by 90° is -Z
        scene.node(f"Plate{i}", [2.0 * i, height + THICK + 0.06, shift], motion=dict(STAY), collider={"shape": PLATE})
        expect.append(value(f"Plate{i}", "model.translation.y", height + THICK, SLOP))
    case(
        "shape",
        "numbers_that_are_not_given_have_defaults",
        "Shapes without numbers have the defaults of the schema",
        "Shapes",
        [
            "shape.box.size",
            "shape.sphere.radius",
            "shape.capsule.height",
            "shape.capsule.radiusTop",
            "shape.capsule.radiusBottom",
            "shape.cylinder.height",
            "shape.cylinder.radiusTop",
            "shape.cylinder.radiusBottom",
        ],
        scene,
        1.0,
        expect,
        """
The schemas of both revisions: box [1, 1, 1], sphere 0.5, capsule and cylinder of height 0.5 and radii 0.25. Plates
(0.05 m is half of their thickness) come to rest on top:

- Ball and Cube: 0.5 + 0.05. Pill, standing: 0.25 + 0.25; lying: its radius 0.25. Can, standing: 0.25; lying: 0.25.
- Cone, lying, with a given top radius of 0.05: the wide end has the default 0.25.
- Drop, a capsule of height 0.8 with a given bottom radius: the top one is the default 0.25, so that it reaches 0.4 + 0.25.

Tolerance: 5 mm of contact slop.""",
        extension="KHR_implicit_shapes",
    )


def meshes():
    wedge = {"type": "convex", "mesh": "Solid", "points": WEDGE}
    reach(
        "a_convex_hull_of_a_mesh",
        "A hull is that of the mesh's points",
        wedge,
        [X, Y, Z, [1, 2, 0.5], [-1, 0.5, 1]],
        "A wedge of six corners without any symmetry: h(d) = max d·p over its corners.",
        ["shape.convex.mesh"],
        EVERY,
        mesh=(WEDGE, WEDGE_FACES),
        **GEOMETRY,
    )
    reach(
        "a_trimesh_is_where_its_triangles_are",
        "Triangles stop what falls on them",
        {**wedge, "type": "trimesh"},
        [[0, -1, 0], [0, 0, -1], [-1, 0, 0]],
        "The faces of the same wedge, as triangles; each of these directions has a whole face up, apart from the last,"
        " which has an edge.",
        ["shape.trimesh.mesh"],
        EVERY,
        mesh=(WEDGE, WEDGE_FACES),
        **GEOMETRY,
    )
    # A trough: two slopes that meet in a valley. A hull closes it.
    trough = [[-0.6, 0.4, -0.8], [-0.6, 0.4, 0.8], [0.0, 0.0, -0.8], [0.0, 0.0, 0.8], [0.6, 0.4, -0.8], [0.6, 0.4, 0.8]]
    faces = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]
    for kind, name, title, height, text in (
        (
            "trimesh",
            "a_trimesh_keeps_its_hollows",
            "A ball lies in the hollow of a triangle mesh",
            0.2 * (0.52**0.5) / 0.6,
            (
                "The slopes rise by 0.4 over 0.6 m: a ball of radius r touches both when its centre is r/cos a above"
                " the valley, cos a = 0.6/√(0.6² + 0.4²)."
            ),
        ),
        (
            "convex",
            "a_convex_hull_closes_hollows",
            "A ball lies on the hull of a hollow mesh, not in it",
            0.4 + 0.2,
            "The hull of the trough has a flat lid at 0.4 m: the ball's centre is at 0.4 + 0.2.",
        ),
    ):
        scene = Scene()
        scene.mesh("Trough", trough, [i for face in faces for i in face])
        scene.node("Ground", [0.5, 0.2, -0.3], collider={"shape": {"type": kind, "mesh": "Trough"}})
        scene.node("Ball", [0.5, 0.2 + height + 0.05, -0.3], motion={"mass": 2.0}, collider={"shape": sphere(0.2)})
        case(
            "shape",
            name,
            title,
            "Geometry",
            [f"shape.{kind}.mesh"],
            scene,
            1.0,
            [at("Ball", [0.5, 0.2 + height, -0.3], 0.01)],
            f"""
{text} With r = 0.2: {height:.4f} m above the ground's node, which is at 0.2.

Tolerance: 5 mm of slop in each of two contacts.""",
            EVERY,
        )
    for mode, name, title, indices in (
        (5, "a_trimesh_of_a_strip", "Triangle strips are triangles", [0, 1, 2, 3]),
        (6, "a_trimesh_of_a_fan", "Triangle fans are triangles", [0, 1, 3, 2]),
    ):
        scene = Scene()
        scene.mesh(
            "Sheet", [[-0.5, 0.1, -0.5], [-0.5, 0.1, 0.5], [0.5, 0.1, -0.5], [0.5, 0.1, 0.5]], indices, mode=mode
        )
        scene.node("Ground", [0, 0.3, 0], collider={"shape": {"type": "trimesh", "mesh": "Sheet"}})
        expect = []
        for i, (x, z) in enumerate(((-0.25, -0.3), (0.3, 0.25))):
            scene.node(f"Ball{i}", [x, 0.6, z], motion={"mass": 1.0}, collider={"shape": sphere(0.15)})
            expect.append(value(f"Ball{i}", "model.translation.y", 0.55, SLOP))
        case(
            "shape",
            name,
            title,
            "Geometry",
            ["shape.trimesh.mesh"],
            scene,
            1.0,
            expect,
            """
A square at y = 0.3 + 0.1 of two triangles; a ball of radius 0.15 on each of them comes to rest at 0.55.

Tolerance: 5 mm of contact slop.""",
            ALL,
        )


def scales():
    scaled = "h(d) is that of the shape at S d, with S the node's scale."
    reach(
        "a_scale_applies_to_a_box_axis_by_axis",
        "Unequal scale stretches a box along its axes",
        box(0.5, 0.4, 0.2),
        [X, Y, Z, [1, 1, 2]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.box.size"],
        ALL,
        scale=(1.4, 0.5, 2.0),
        **GEOMETRY,
    )
    reach(
        "a_scale_applies_to_a_sphere",
        "Equal scale grows a sphere",
        sphere(0.2),
        [Y, [1, 2, -1]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.sphere.radius"],
        ALL,
        scale=(1.7, 1.7, 1.7),
        **GEOMETRY,
    )
    reach(
        "a_scale_applies_to_a_capsule",
        "Equal scale grows radius and height of a capsule",
        rod("capsule", 0.4, 0.15),
        [Y, X, [1, 1, 0]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.capsule.height", "shape.capsule.radiusTop"],
        ALL,
        scale=(1.5, 1.5, 1.5),
        **GEOMETRY,
    )
    reach(
        "a_cylinder_stretches_along_its_axis",
        "Unequal scale along its axis makes a cylinder taller",
        rod("cylinder", 0.5, 0.2),
        [Y, X, Z, [1, 1, 1]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.cylinder.height", "shape.cylinder.radiusTop"],
        ALL,
        scale=(1.2, 2.0, 1.2),
        **GEOMETRY,
    )
    reach(
        "a_sphere_under_unequal_scale_is_an_ellipsoid",
        "Unequal scale makes an ellipsoid of a sphere",
        sphere(0.3),
        [X, Y, Z, [1, 1, 1]],
        scaled + " The text: shapes are in the local space of their node.",
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.sphere.radius"],
        ALL,
        scale=(1.5, 0.8, 1.1),
        tolerance=SLOP + 0.005,
        slack=" A further 5 mm for engines that have no ellipsoids and use a hull of enough points.",
        **GEOMETRY,
    )
    reach(
        "a_cylinder_under_unequal_scale_is_elliptic",
        "Unequal scale across its axis makes a cylinder elliptic",
        rod("cylinder", 0.5, 0.3),
        [X, Y, Z, [1, 0, 1]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.cylinder.radiusTop"],
        ALL,
        scale=(1.5, 1.0, 0.7),
        tolerance=SLOP + 0.005,
        slack=" A further 5 mm for engines that use a hull of enough points.",
        **GEOMETRY,
    )
    reach(
        "a_scale_applies_to_a_hull",
        "Scale moves the points of a hull",
        {"type": "convex", "mesh": "Solid", "points": WEDGE},
        [X, Y, Z, [1, 2, 0.5]],
        scaled,
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.convex.mesh"],
        ALL,
        scale=(1.3, 0.7, 1.1),
        mesh=(WEDGE, WEDGE_FACES),
        **GEOMETRY,
    )
    reach(
        "a_negative_scale_has_its_absolute_size",
        "Negative scale leaves a box its absolute size",
        box(0.5, 0.4, 0.2),
        [X, Y, [1, 1, 2]],
        "Scale [1, -2, 3]: sizes are multiplied by the absolute values of the scale, a box of [0.5, 0.8, 0.6].",
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.box.size"],
        ["latest"],
        scale=(1.0, -2.0, 3.0),
        **GEOMETRY,
    )
    reach(
        "a_negative_scale_mirrors_a_mesh",
        "Negative scale mirrors the points of a hull",
        {"type": "convex", "mesh": "Solid", "points": WEDGE},
        [X, [-1, 0, 0], [1, 2, 0.5], [-1, 2, 0.5]],
        "The node's X is mirrored, and with it the wedge: h(d) at (-d_x, d_y, d_z).",
        ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.convex.mesh"],
        ALL,
        scale=(-1.0, 1.0, 1.0),
        mesh=(WEDGE, WEDGE_FACES),
        **GEOMETRY,
    )
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(4, 1, 4)})
    scene.node("Gone", [0.3, 0.5, 0], s=[0, 0, 0], collider={"shape": box(1, 1, 1)})
    scene.node("Ball", [0.3, 0.4, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    case(
        "shape",
        "a_scale_of_zero_disables_a_shape",
        "A shape on a node whose scale is 0 on all axes is not there",
        "Geometry",
        ["KHR_physics_rigid_bodies/scale-of-nodes", "collider.shape"],
        scene,
        1.0,
        [value("Ball", "model.translation.y", 0.1, SLOP)],
        """
Scaled to nothing along all axes, a shape is disabled. The ball starts where the shape is, and falls to the floor at y
= 0: 0.1.

Tolerance: 5 mm of contact slop.""",
        ["latest"],
    )


for write in (primitives, defaults, meshes, scales):
    write()
