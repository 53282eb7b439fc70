"""Cases of KHR_collision_shapes and KHR_implicit_shapes: how far a shape reaches, felt by a plate that lies on it.

For each direction d a copy of the shape stands still, turned so that d points up, and a plate that hardly turns (its inertia is
1e5 kg·m²) falls on it. It comes to rest at the height of the support function, h(d) = max d·p over the points of the shape,
plus half its own thickness. Nodes that scale by S and turn by R: p = R S q, so h is that of the shape at S d.
"""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import ALL, EVERY, SLOP, Scene, at, between, box, case, rod, sphere, value
from plates import PLATE, STAY, THICK, WORDS, X, Y, Z, plates
from solids import WEDGE, WEDGE_FACES

def reach(name, title, shape, directions, text, shows, dialects, section, extension, tolerance=SLOP, scale=(1.0, 1.0, 1.0), slack="", mesh=None):
    scene = Scene()
    if mesh:
        scene.mesh("Solid", mesh[0], [i for face in mesh[1] for i in face])
    expect, table = plates(scene, [shape], directions, scale, tolerance)
    case("shape", name, title, section, shows, scene, 1.0, expect, f"""
{text} A copy of the shape for each direction d is turned so that d points up, 0.1 m above the origin. The plate that falls on it
{WORDS}:

{table}
Tolerance: 5 mm, what contacts leave open or let overlap.{slack}""", dialects, extension)


SHAPES = {"section": "Shapes", "extension": "KHR_implicit_shapes"}
GEOMETRY = {"section": "Geometry", "extension": "KHR_physics_rigid_bodies"}


def primitives():
    reach("a_box_has_its_size_along_each_axis", "A box reaches half its size along each axis", box(0.8, 0.5, 0.3), [X, Y, Z, [1, 2, -1]],
          "A box of size s: h(d) = Σ |d_i| s_i/2.", ["shape.box.size", "collider.shape"], EVERY, **SHAPES)
    reach("a_sphere_has_its_radius_everywhere", "A sphere reaches its radius in every direction", sphere(0.37), [Y, [1, -2, 2]],
          "A sphere: h(d) = r.", ["shape.sphere.radius"], EVERY, **SHAPES)
    reach("a_capsule_is_the_hull_of_two_spheres_along_y", "A capsule's height is between the centres of its spheres, along Y", rod("capsule", 0.6, 0.2),
          [Y, X, Z, [1, 1, 0.5]], "The hull of two spheres of radius r at (0, ±height/2, 0): h(d) = |d_y| height/2 + r. (OMI_collider counts from end to end: 1.0 there.)",
          ["shape.capsule.height", "shape.capsule.radiusBottom", "shape.capsule.radiusTop"], EVERY, **SHAPES)
    reach("a_cylinder_stands_along_y", "A cylinder's height is from disc to disc, along Y", rod("cylinder", 0.7, 0.25),
          [Y, X, Z, [2, 1, 1]], "The hull of two discs: h(d) = |d_y| height/2 + r √(d_x² + d_z²).",
          ["shape.cylinder.height", "shape.cylinder.radiusBottom", "shape.cylinder.radiusTop"], EVERY, **SHAPES)
    reach("a_tapered_capsule_has_its_bottom_down", "radiusBottom is the sphere at -Y, radiusTop the one at +Y", rod("capsule", 0.7, 0.3, 0.12),
          [Y, [0, -1, 0], X, [1, 0.9, 0]], "The hull of a sphere of 0.3 at -0.35 and one of 0.12 at +0.35: h(d) = max(-0.35 d_y + 0.3, 0.35 d_y + 0.12).",
          ["shape.capsule.height", "shape.capsule.radiusBottom", "shape.capsule.radiusTop"], ALL, **SHAPES)
    reach("a_tapered_cylinder_has_its_bottom_down", "radiusBottom is the disc at -Y, radiusTop the one at +Y", rod("cylinder", 0.6, 0.35, 0.15),
          [Y, [0, -1, 0], X, [1, 1.5, 0], [0.5, -1, 1]], "The hull of two discs: h(d) = max(-0.3 d_y + 0.35 c, 0.3 d_y + 0.15 c) with c = √(d_x² + d_z²).",
          ["shape.cylinder.height", "shape.cylinder.radiusBottom", "shape.cylinder.radiusTop"], ALL, **SHAPES)
    reach("a_cylinder_with_a_top_of_zero_is_a_cone", "A cylinder with one radius of 0 is a cone", rod("cylinder", 0.8, 0.3, 0.0),
          [Y, X, [1, 2, 0], [1, -1, 0.5]], "The hull of a disc at -0.4 and the apex (0, 0.4, 0): h(d) = max(-0.4 d_y + 0.3 c, 0.4 d_y) with c = √(d_x² + d_z²).",
          ["shape.cylinder.radiusTop", "shape.cylinder.radiusBottom"], ALL, **SHAPES)


def defaults():
    scene, expect = Scene(), []
    shapes = [("Ball", {"type": "sphere"}, 0.5, None), ("Cube", {"type": "box"}, 0.5, None), ("Pill", {"type": "capsule"}, 0.5, None),
              ("LyingPill", {"type": "capsule"}, 0.25, v.turn(Z, 1.5707963)), ("Can", {"type": "cylinder"}, 0.25, None),
              ("LyingCan", {"type": "cylinder"}, 0.25, v.turn(X, 1.5707963)), ("Cone", {"type": "cylinder", "radiusTop": 0.05}, 0.25, v.turn(X, 1.5707963)),
              ("Drop", {"type": "capsule", "radiusBottom": 0.1, "height": 0.8}, 0.65, None)]
    for i, (name, shape, height, turn) in enumerate(shapes):
        scene.node(name, [2.0 * i, 0, 0], turn, collider={"shape": shape})
        shift = -0.25 if name == "Cone" else 0.0  # the wide end of the lying cone is at its bottom: -Y turned about X by 90° is -Z
        scene.node(f"Plate{i}", [2.0 * i, height + THICK + 0.06, shift], motion=dict(STAY), collider={"shape": PLATE})
        expect.append(value(f"Plate{i}", "model.translation.y", height + THICK, SLOP))
    case("shape", "numbers_that_are_not_given_have_defaults", "Shapes without numbers have the defaults of the schema", "Shapes",
         ["shape.box.size", "shape.sphere.radius", "shape.capsule.height", "shape.capsule.radiusTop", "shape.capsule.radiusBottom", "shape.cylinder.height",
          "shape.cylinder.radiusTop", "shape.cylinder.radiusBottom"], scene, 1.0, expect, """
The schemas of both revisions: box [1, 1, 1], sphere 0.5, capsule and cylinder of height 0.5 and radii 0.25. Plates (0.05 m is half of their thickness) come to
rest on top:

- Ball and Cube: 0.5 + 0.05. Pill, standing: 0.25 + 0.25; lying: its radius 0.25. Can, standing: 0.25; lying: 0.25.
- Cone, lying, with a given top radius of 0.05: the wide end has the default 0.25.
- Drop, a capsule of height 0.8 with a given bottom radius: the top one is the default 0.25, so that it reaches 0.4 + 0.25.

Tolerance: 5 mm of contact slop.""", extension="KHR_implicit_shapes")


def meshes():
    wedge = {"type": "convex", "mesh": "Solid", "points": WEDGE}
    reach("a_convex_hull_of_a_mesh", "A hull is that of the mesh's points", wedge, [X, Y, Z, [1, 2, 0.5], [-1, 0.5, 1]],
          "A wedge of six corners without any symmetry: h(d) = max d·p over its corners.", ["shape.convex.mesh"], EVERY, mesh=(WEDGE, WEDGE_FACES), **GEOMETRY)
    reach("a_trimesh_is_where_its_triangles_are", "Triangles stop what falls on them", {**wedge, "type": "trimesh"}, [[0, -1, 0], [0, 0, -1], [-1, 0, 0]],
          "The faces of the same wedge, as triangles; each of these directions has a whole face up, apart from the last, which has an edge.",
          ["shape.trimesh.mesh"], EVERY, mesh=(WEDGE, WEDGE_FACES), **GEOMETRY)
    # A trough: two slopes that meet in a valley. A hull closes it.
    trough = [[-0.6, 0.4, -0.8], [-0.6, 0.4, 0.8], [0.0, 0.0, -0.8], [0.0, 0.0, 0.8], [0.6, 0.4, -0.8], [0.6, 0.4, 0.8]]
    faces = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]]
    for kind, name, title, height, text in (
            ("trimesh", "a_trimesh_keeps_its_hollows", "A ball lies in the hollow of a triangle mesh", 0.2 * (0.52 ** 0.5) / 0.6,
             "The slopes rise by 0.4 over 0.6 m: a ball of radius r touches both when its centre is r/cos a above the valley, cos a = 0.6/√(0.6² + 0.4²)."),
            ("convex", "a_convex_hull_closes_hollows", "A ball lies on the hull of a hollow mesh, not in it", 0.4 + 0.2,
             "The hull of the trough has a flat lid at 0.4 m: the ball's centre is at 0.4 + 0.2.")):
        scene = Scene()
        scene.mesh("Trough", trough, [i for face in faces for i in face])
        scene.node("Ground", [0.5, 0.2, -0.3], collider={"shape": {"type": kind, "mesh": "Trough"}})
        scene.node("Ball", [0.5, 0.2 + height + 0.05, -0.3], motion={"mass": 2.0}, collider={"shape": sphere(0.2)})
        case("shape", name, title, "Geometry", [f"shape.{kind}.mesh"], scene, 1.0, [at("Ball", [0.5, 0.2 + height, -0.3], 0.01)], f"""
{text} With r = 0.2: {height:.4f} m above the ground's node, which is at 0.2.

Tolerance: 5 mm of slop in each of two contacts.""", EVERY)
    for mode, name, title, indices in ((5, "a_trimesh_of_a_strip", "Triangle strips are triangles", [0, 1, 2, 3]), (6, "a_trimesh_of_a_fan", "Triangle fans are triangles", [0, 1, 3, 2])):
        scene = Scene()
        scene.mesh("Sheet", [[-0.5, 0.1, -0.5], [-0.5, 0.1, 0.5], [0.5, 0.1, -0.5], [0.5, 0.1, 0.5]], indices, mode=mode)
        scene.node("Ground", [0, 0.3, 0], collider={"shape": {"type": "trimesh", "mesh": "Sheet"}})
        expect = []
        for i, (x, z) in enumerate(((-0.25, -0.3), (0.3, 0.25))):
            scene.node(f"Ball{i}", [x, 0.6, z], motion={"mass": 1.0}, collider={"shape": sphere(0.15)})
            expect.append(value(f"Ball{i}", "model.translation.y", 0.55, SLOP))
        case("shape", name, title, "Geometry", ["shape.trimesh.mesh"], scene, 1.0, expect, """
A square at y = 0.3 + 0.1 of two triangles; a ball of radius 0.15 on each of them comes to rest at 0.55.

Tolerance: 5 mm of contact slop.""", ALL)


def scales():
    scaled = "h(d) is that of the shape at S d, with S the node's scale."
    reach("a_scale_applies_to_a_box_axis_by_axis", "Unequal scale stretches a box along its axes", box(0.5, 0.4, 0.2), [X, Y, Z, [1, 1, 2]],
          scaled, ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.box.size"], ALL, scale=(1.4, 0.5, 2.0), **GEOMETRY)
    reach("a_scale_applies_to_a_sphere", "Equal scale grows a sphere", sphere(0.2), [Y, [1, 2, -1]], scaled, ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.sphere.radius"], ALL, scale=(1.7, 1.7, 1.7), **GEOMETRY)
    reach("a_scale_applies_to_a_capsule", "Equal scale grows radius and height of a capsule", rod("capsule", 0.4, 0.15), [Y, X, [1, 1, 0]], scaled,
          ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.capsule.height", "shape.capsule.radiusTop"], ALL, scale=(1.5, 1.5, 1.5), **GEOMETRY)
    reach("a_cylinder_stretches_along_its_axis", "Unequal scale along its axis makes a cylinder taller", rod("cylinder", 0.5, 0.2), [Y, X, Z, [1, 1, 1]], scaled,
          ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.cylinder.height", "shape.cylinder.radiusTop"], ALL, scale=(1.2, 2.0, 1.2), **GEOMETRY)
    reach("a_sphere_under_unequal_scale_is_an_ellipsoid", "Unequal scale makes an ellipsoid of a sphere", sphere(0.3), [X, Y, Z, [1, 1, 1]],
          scaled + " The text: shapes are in the local space of their node.", ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.sphere.radius"], ALL, scale=(1.5, 0.8, 1.1), tolerance=SLOP + 0.005,
          slack=" A further 5 mm for engines that have no ellipsoids and use a hull of enough points.", **GEOMETRY)
    reach("a_cylinder_under_unequal_scale_is_elliptic", "Unequal scale across its axis makes a cylinder elliptic", rod("cylinder", 0.5, 0.3), [X, Y, Z, [1, 0, 1]],
          scaled, ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.cylinder.radiusTop"], ALL, scale=(1.5, 1.0, 0.7), tolerance=SLOP + 0.005,
          slack=" A further 5 mm for engines that use a hull of enough points.", **GEOMETRY)
    reach("a_scale_applies_to_a_hull", "Scale moves the points of a hull", {"type": "convex", "mesh": "Solid", "points": WEDGE}, [X, Y, Z, [1, 2, 0.5]], scaled,
          ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.convex.mesh"], ALL, scale=(1.3, 0.7, 1.1), mesh=(WEDGE, WEDGE_FACES), **GEOMETRY)
    reach("a_negative_scale_has_its_absolute_size", "Negative scale leaves a box its absolute size", box(0.5, 0.4, 0.2), [X, Y, [1, 1, 2]],
          'Scale [1, -2, 3]: "the resulting shape size should be the absolute value of the nodes scale applied to the input shape parameters", a box of [0.5, 0.8, 0.6].',
          ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.box.size"], ["latest"], scale=(1.0, -2.0, 3.0), **GEOMETRY)
    reach("a_negative_scale_mirrors_a_mesh", "Negative scale mirrors the points of a hull", {"type": "convex", "mesh": "Solid", "points": WEDGE}, [X, [-1, 0, 0], [1, 2, 0.5], [-1, 2, 0.5]],
          "The node's X is mirrored, and with it the wedge: h(d) at (-d_x, d_y, d_z).", ["KHR_physics_rigid_bodies/scale-of-nodes", "shape.convex.mesh"], ALL, scale=(-1.0, 1.0, 1.0), mesh=(WEDGE, WEDGE_FACES), **GEOMETRY)
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(4, 1, 4)})
    scene.node("Gone", [0.3, 0.5, 0], s=[0, 0, 0], collider={"shape": box(1, 1, 1)})
    scene.node("Ball", [0.3, 0.4, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    case("shape", "a_scale_of_zero_disables_a_shape", "A shape on a node whose scale is 0 on all axes is not there", "Geometry", ["KHR_physics_rigid_bodies/scale-of-nodes", "collider.shape"], scene, 1.0,
         [value("Ball", "model.translation.y", 0.1, SLOP)], """
"A shape referenced by a node whose scale is zero on all three axes should be considered disabled." The ball starts where the shape is, and
falls to the floor at y = 0: 0.1.

Tolerance: 5 mm of contact slop.""", ["latest"])


def planes():
    scene = Scene()
    tilt = v.turn(Z, 0.35)
    scene.node("Ground", [0.4, 0.2, 0], tilt, collider={"shape": {"type": "plane"}, "material": {"staticFriction": 2.0, "dynamicFriction": 2.0}})
    normal, along = v.rotate(tilt, Y), v.rotate(tilt, X)
    expect = []
    for i, (a, b) in enumerate(((30.0, -20.0), (-40.0, 15.0))):
        start = v.add([0.4, 0.2, 0], v.mul(along, a), [0, 0, b])
        rest = v.add(start, v.mul(normal, 0.15))
        scene.node(f"Box{i}", v.add(rest, v.mul(normal, 0.01)), tilt, motion={"mass": 1.0}, collider={"shape": box(0.5, 0.3, 0.5), "material": {"staticFriction": 2.0, "dynamicFriction": 2.0}})
        expect.append(at(f"Box{i}", rest, 0.015))
    case("shape", "a_plane_without_size_has_no_end", "A plane without sizes goes on for ever, through the node's origin, along its X and Z", "Shapes",
         ["KHR_implicit_shapes/shapes[].plane"], scene, 1.0, expect, """
The plane is turned by 0.35 rad about Z; boxes lie on it far out, 30 m and 40 m along its slope. Friction (2.0 > tan 0.35 = 0.37) holds them: they stay where
they are, half of their thickness, 0.15 m, from the plane along its normal.

Tolerance: 5 mm of slop, and the way that a drop of 1 cm may slide: 15 mm together.""", ["latest"], "KHR_implicit_shapes")
    for sided in (False, True):
        scene = Scene()
        plane = {"type": "plane", **({"doubleSided": True} if sided else {})}
        scene.node("Sheet", [0, 1.0, 0], collider={"shape": plane})
        scene.node("Above", [0.5, 1.4, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
        scene.node("Below", [-0.5, 0.4, 0.3], motion={"mass": 1.0, "gravityFactor": -1.0}, collider={"shape": sphere(0.2)})
        expect = [value("Above", "model.translation.y", 1.2, SLOP)]
        expect.append(value("Below", "model.translation.y", 0.8, SLOP) if sided else between("Below", "model.translation.y", 2.0, 6.0))
        name = "a_double_sided_plane_stops_from_below" if sided else "a_plane_has_one_side_unless_it_says_otherwise"
        title = "A double-sided plane stops what comes from either side" if sided else "A plane stops from above; from below one passes through it"
        case("shape", name, title, "Shapes", ["KHR_implicit_shapes/shapes[].plane.doubleSided"], scene, 1.0, expect, f"""
The plane's normal is +Y, at y = 1. One ball of radius 0.2 falls on it and rests at 1.2. The other has gravityFactor -1 and rises from 0.4 below it:
{'it stops at 1 - 0.2 = 0.8.' if sided else 'it passes (doubleSided is false where not given), and after 1 s it is at 0.4 + g/2 = 5.3 m; anything above 2 m has passed.'}

Tolerance: 5 mm of contact slop.""", ["latest"], "KHR_implicit_shapes")
    scene = Scene()
    scene.node("Table", [0.2, 1.0, -0.1], collider={"shape": {"type": "plane", "sizeX": 1.2, "sizeZ": 0.6, "doubleSided": True}})
    spots = {"Inside": (0.5, 0.0), "AlongX": (0.75, 0.0), "AlongZ": (0.0, 0.45), "InsideCorner": (-0.5, -0.2)}
    expect = []
    for name, (x, z) in spots.items():
        scene.node(name, [0.2 + x, 1.2, -0.1 + z], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
        inside = abs(x) < 0.6 and abs(z) < 0.3
        expect.append(value(name, "model.translation.y", 1.1, SLOP) if inside else between(name, "model.translation.y", -6.0, 0.5))
    case("shape", "a_plane_may_have_sizes", "sizeX and sizeZ are the whole lengths of a plane, about its node", "Shapes",
         ["KHR_implicit_shapes/shapes[].plane.sizeX", "KHR_implicit_shapes/shapes[].plane.sizeZ"], scene, 1.0, expect, """
1.2 m along X and 0.6 m along Z: it reaches 0.6 and 0.3 m from its node. Balls of radius 0.1 dropped at (0.5, 0) and (-0.5, -0.2) lie on it at 1.1; those at
(0.75, 0) and (0, 0.45) are clear of its edge by 5 cm and fall.

Tolerance: 5 mm of contact slop; what fell is below 0.5 m after a second (1.2 - g/2 = -3.7).""", ["latest"], "KHR_implicit_shapes")


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
    corners = [v.add(centre, v.rotate(rotation, [a * 0.3, b * 0.1, c * 0.2])) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    expect, table = plates(scene, [{"type": "convex", "points": corners}], directions, add=add)
    case("shape", "a_collider_is_where_its_node_is", "A shape is placed by the whole chain of nodes above it", "Geometry", ["collider.shape"], scene, 1.0, expect, f"""
"If a shape is required to have an offset from the local space of the node […], a child node should be added with the desired offset". The corners of the box
go through its node, turned and moved, and the arm above it, turned and moved: c = arm + Ra (offset + Rn (±0.3, ±0.1, ±0.2)).

{table}
Tolerance: 5 mm of contact slop.""", ALL)
    # Two colliders on one moving body.
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Stool", [0.2, 0.8, 0.1], motion=dict(STAY))
    scene.node("Leg", [0.1, -0.3, 0.0], parent="Stool", collider={"shape": box(0.2, 0.5, 0.2)})
    scene.node("Seat", [0.0, 0.05, 0.0], parent="Stool", collider={"shape": box(0.8, 0.2, 0.8)})
    scene.node("Ball", [-0.1, 1.2, 0.1], motion={"mass": 0.2}, collider={"shape": sphere(0.1)})
    case("shape", "a_body_has_all_colliders_below_it", "All colliders below a body belong to it", "Colliders", ["collider.shape", "KHR_physics_rigid_bodies/which-body-a-node-is-part-of"], scene, 1.5,
         [value("Stool", "model.translation.y", 0.55, SLOP), value("Ball", "model.translation.y", 0.55 + 0.05 + 0.1 + 0.1, 2 * SLOP)], """
The leg reaches 0.3 + 0.25 = 0.55 below the stool's node, which comes to rest at 0.55 on the floor at 0. The seat's top is at 0.55 + 0.05 + 0.1 = 0.7, and the ball of
radius 0.1 on it at 0.8.

Tolerance: 5 mm of slop for each contact below.""", ALL)


def without_size():
    scene = Scene()
    scene.node("Pill", [0, 0, 0], collider={"shape": rod("capsule", 0.0, 0.3)})
    scene.node("Sheet", [2, 0.2, 0], collider={"shape": box(1.0, 0.0, 1.0)})
    expect = []
    for i, (x, height) in enumerate(((0.0, 0.3), (2.0, 0.2))):
        scene.node(f"Plate{i}", [x, height + THICK + 0.05, 0], motion=dict(STAY), collider={"shape": PLATE})
        expect.append(value(f"Plate{i}", "model.translation.y", height + THICK, SLOP))
    case("shape", "sizes_of_zero_that_leave_a_shape", "A capsule without height is a sphere, and a box without thickness a sheet", "Shapes",
         ["KHR_collision_shapes/sizes-of-0", "shape.capsule.height", "shape.box.size"], scene, 1.0, expect, """
The earlier schema allows sizes of 0. The hull of two spheres in one place is that sphere, which reaches 0.3; a box of [1, 0, 1] is a square at the node's place, 0.2 m high. Plates rest 0.05 m above.

Tolerance: 5 mm of contact slop.""", ["seed"], "KHR_collision_shapes")
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(9, 1, 9)})
    scene.node("Minus", [0, 0.5, 0], collider={"shape": sphere(-0.4)})
    scene.node("Strange", [2, 0.5, 0], collider={"shape": {"type": "blob", "size": [1.0, 1.0, 1.0]}})
    for i, x in enumerate((0.0, 2.0)):
        scene.node(f"Ball{i}", [x, 1.5, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    case("shape", "what_is_no_shape_is_not_there", "A shape of a negative size or an unknown type is left out, and the rest of the file runs", "Shapes",
         ["KHR_implicit_shapes/sizes-below-0"], scene, 1.5, [value(f"Ball{i}", "model.translation.y", 0.1, SLOP) for i in range(2)], """
The schemas want sizes that are not negative; other types are those of other extensions. A sphere of radius -0.4 and a shape of type "blob" are no shapes that anything could meet: the balls fall past them to the floor, at 0.1.

Tolerance: 5 mm of contact slop.""", ["seed", "latest"], "KHR_implicit_shapes")


def resting_bodies():
    scene, expect = Scene(), []
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(20, 1, 20)})
    lie = v.turn(Z, 1.5707963267948966)
    things = {"Brick": (box(0.5, 0.2, 0.3), None, 0.1), "Ball": (sphere(0.15), None, 0.15), "LyingPill": (rod("capsule", 0.4, 0.12), lie, 0.12),
              "Can": (rod("cylinder", 0.3, 0.2), None, 0.15), "LyingCan": (rod("cylinder", 0.5, 0.18), lie, 0.18)}
    for i, (name, (shape, turn, height)) in enumerate(things.items()):
        scene.node(name, [1.5 * i - 3, height + 0.08, 0.2], turn, motion={"mass": 1.0 + i}, collider={"shape": shape})
        expect.append(value(name, "model.translation.y", height, SLOP))
    case("shape", "bodies_of_every_shape_come_to_rest_on_a_floor", "Moving bodies of every shape lie on the floor", "Shapes",
         ["shape.box.size", "shape.sphere.radius", "shape.capsule.radiusBottom", "shape.cylinder.height", "shape.cylinder.radiusBottom"], scene, 1.5, expect, """
Dropped by 8 cm, each lies at its half height or radius above the floor at y = 0: 0.1, 0.15, 0.12, 0.15, 0.18.

Tolerance: 5 mm of contact slop.""", EVERY, "KHR_implicit_shapes")


for write in (primitives, defaults, meshes, scales, planes, offsets, without_size, resting_bodies):
    write()
