"""Cases of `geometry.node` and `convexHull`: shapes made of the meshes of nodes, as they are at rest."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import SLOP, Scene, at, box, case, sphere, value
from plates import THICK, X, Y, plates
from solids import WEDGE, WEDGE_FACES

NODE = "KHR_physics_rigid_bodies/node.collider.geometry.node"
HULL = "KHR_physics_rigid_bodies/node.collider.geometry.convexHull"
FLAT = [i for face in WEDGE_FACES for i in face]


def measured(name, title, points, directions, build, shows, text, hull=True):
    """build(scene) adds what the geometry is made of and returns its node's name."""
    scene = Scene()
    source = build(scene)

    def add(scene, i, place, up):
        scene.node(f"Shape{i}", place, up, collider={"shape": {"type": "node", "node": source, "hull": hull}})

    expect, table = plates(scene, [{"type": "convex", "points": points}], directions, add=add)
    case(
        "shape",
        name,
        title,
        "Geometry",
        shows,
        scene,
        1.0,
        expect,
        f"""
{text}

A plate on each copy, rotated so that d points up, comes to rest at h(d) = max d·p over the points p, plus 0.05 m:

{table}

Tolerance: 5 mm of contact slop.""",
        ["latest"],
    )


DIRECTIONS = [X, Y, [-1, 0.5, 1], [1, 2, -1]]


def elsewhere(scene):
    scene.mesh("Wedge", WEDGE, FLAT)
    return scene.node("Far", [9, 9, 9], v.turn([1, 1, 0], 1.0), [3.0, 3.0, 3.0], mesh="Wedge", data=True)


measured(
    "geometry_of_a_node_outside_the_scene",
    "A node outside the scene may give its mesh, without its own transform",
    WEDGE,
    DIRECTIONS,
    elsewhere,
    [NODE],
    "The geometry is that of the node's mesh in the node's own space, placed at the collider's node: where the other"
    " node is, and how it is rotated and scaled, does not matter.",
)

PART = [[-0.1, 0.0, -0.1], [0.1, 0.0, -0.1], [0.0, 0.0, 0.15], [0.0, 0.3, 0.0]]
PART_FACES = [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0]
ARM_TURN, ARM_AT, ARM_SCALE = v.turn([0, 0, 1], -0.9), [0.2, 0.1, 0.0], [1.0, 1.5, 1.0]
TIP_TURN, TIP_AT = v.turn([1, 0, 0], 0.6), [0.0, 0.3, 0.1]


def family(scene):
    scene.mesh("Part", PART, PART_FACES)
    scene.node("Root", [5, 5, 5], v.turn([0, 1, 0], 0.4), mesh="Part", data=True)
    scene.node("Arm", ARM_AT, ARM_TURN, ARM_SCALE, parent="Root", mesh="Part")
    scene.node("Tip", TIP_AT, TIP_TURN, parent="Arm", mesh="Part")
    return "Root"


def arm(p):
    return v.add(ARM_AT, v.rotate(ARM_TURN, [p[i] * ARM_SCALE[i] for i in range(3)]))


FAMILY = PART + [arm(p) for p in PART] + [arm(v.add(TIP_AT, v.rotate(TIP_TURN, p))) for p in PART]
measured(
    "geometry_of_a_node_includes_its_children",
    "The meshes below the node belong to its geometry",
    FAMILY,
    DIRECTIONS,
    family,
    [NODE],
    "Meshes of the node and of those below it make the geometry."
    " Points of the arm: a + Ra (Sa p); of the tip, which is below it: a + Ra Sa (t + Rt p).",
)

OFFSETS = [[[0.0, 0.0, 0.0]] * 4 + [[0.2, 0.0, 0.1], [0.0, 0.3, 0.0]], [[-0.2, -0.1, 0.0]] + [[0.0, 0.0, 0.0]] * 5]


def morph(weights_of):
    def build(scene):
        scene.mesh("Wedge", WEDGE, FLAT, targets=OFFSETS, weights=[0.5, 0.25])
        more = {"weights": [1.0, 0.5]} if weights_of == "node" else {}
        return scene.node("Bent", mesh="Wedge", data=True, **more)

    return build


for where, weights, text in (
    ("mesh", (0.5, 0.25), "the mesh's `weights` [0.5, 0.25]"),
    ("node", (1.0, 0.5), "the node's `weights` [1, 0.5], which count before the mesh's [0.5, 0.25]"),
):
    points = [v.add(p, v.mul(OFFSETS[0][i], weights[0]), v.mul(OFFSETS[1][i], weights[1])) for i, p in enumerate(WEDGE)]
    measured(
        f"geometry_is_morphed_by_the_weights_of_the_{where}",
        f"Morph targets move the points by the weights of the {where}",
        points,
        DIRECTIONS,
        morph(where),
        [NODE],
        f"What morph targets and skins do to a mesh is part of the geometry. p = p0 + w1 d1 + w2 d2 with {text}.",
    )

BONE_TURN, BONE_AT = v.turn([0, 0, 1], 0.7), [0.3, 0.2, -0.1]


def skinned(scene):
    joints = [[0, 1, 0, 0]] * 6
    share = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0]]
    scene.mesh("Wedge", WEDGE, FLAT, joints=joints, joint_weights=[w + [0.0, 0.0] for w in share])
    identity = [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0]
    scene.skins.append({"joints": ["BoneA", "BoneB"], "inverse": [identity, identity]})
    scene.node("BoneA", data=True)
    scene.node("BoneB", BONE_AT, BONE_TURN, data=True)
    scene.node("Skinned", [4, 4, 4], mesh="Wedge", skin=0, data=True)
    return "Skinned"


def skin_points():
    out = []
    for p, share in zip(WEDGE, (0.0, 0.0, 1.0, 0.5, 0.0, 1.0)):
        moved = v.add(BONE_AT, v.rotate(BONE_TURN, p))
        out.append(v.add(v.mul(p, 1 - share), v.mul(moved, share)))
    return out


# Vertices of a skinned mesh are where its joints put them, in the space of the scene, whatever the node's transform is (glTF 2.0,
# "Skins"); the geometry is in the node's space, so the node has no transform here.
def skinned_at_origin(scene):
    name = skinned(scene)
    scene.nodes[name]["t"] = None
    return name


measured(
    "geometry_is_skinned_as_its_joints_rest",
    "A skin moves the points to where its joints rest",
    skin_points(),
    DIRECTIONS,
    skinned_at_origin,
    [NODE],
    "What a skin does to a mesh is part of the geometry. Two joints with identities as"
    " inverse bind matrices: the first rests at the origin, the second is rotated by 0.7 rad about Z and moved by [0.3,"
    " 0.2, -0.1]; p = Σ w_j M_j p0. The node of the mesh has no transform of its own.",
)


def own_mesh():
    scene = Scene()
    scene.mesh("Wedge", WEDGE, FLAT)
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node(
        "Body",
        [0.3, 0.5, 0.2],
        s=[1.0, 1.4, 1.0],
        mesh="Wedge",
        motion={"mass": 2.0, "inertiaDiagonal": [0, 0, 0]},
        collider={"shape": {"type": "node", "node": "Body", "hull": True}},
    )
    case(
        "shape",
        "geometry_may_be_the_nodes_own_mesh",
        "A collider may name its own node",
        "Geometry",
        [NODE],
        scene,
        1.0,
        [value("Body", "model.translation.y", 0.28, SLOP)],
        """
The node that gives the mesh may be the collider's own. The wedge's lowest points are at y = -0.2, scaled by 1.4: the
node comes to rest 0.28 m above the floor (it cannot rotate: infinite inertia).

Tolerance: 5 mm of contact slop.""",
        ["latest"],
    )
    scene = Scene()
    scene.mesh(
        "Trough",
        [[-0.6, 0.4, -0.8], [-0.6, 0.4, 0.8], [0.0, 0.0, -0.8], [0.0, 0.0, 0.8], [0.6, 0.4, -0.8], [0.6, 0.4, 0.8]],
        [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4],
    )
    scene.node("Hollow", [0, 0, 0], mesh="Trough", collider={"shape": {"type": "node", "node": "Hollow"}})
    scene.node("Closed", [3, 0, 0], mesh="Trough", collider={"shape": {"type": "node", "node": "Closed", "hull": True}})
    low = 0.2 * (0.52**0.5) / 0.6
    scene.node("BallIn", [0, low + 0.05, 0.1], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
    scene.node("BallOn", [3, 0.65, 0.1], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
    case(
        "shape",
        "convex_hull_is_false_where_not_given",
        "Without convexHull a mesh keeps its hollows",
        "Geometry",
        [HULL],
        scene,
        1.0,
        [at("BallIn", [0, low, 0.1], 2 * SLOP), value("BallOn", "model.translation.y", 0.6, SLOP)],
        f"""
Two troughs, slopes of 0.4 over 0.6 m. In the first, as triangles, the ball of radius 0.2 touches both slopes with its
centre 0.2/cos a = {low:.4f} above the valley; on the second, closed by its hull at 0.4, it lies at 0.6.

Tolerance: 5 mm of slop for each contact.""",
        ["latest"],
    )
    scene = Scene()
    scene.node(
        "Bump",
        [0, 0, 0],
        collider={
            "shape": {"type": "capsule", "height": 0.6, "radiusBottom": 0.2, "radiusTop": 0.2},
            "convexHull": True,
        },
    )
    scene.node(
        "Plate",
        [0, 0.61, 0],
        motion={"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]},
        collider={"shape": box(0.3, 0.1, 0.3)},
    )
    case(
        "shape",
        "convex_hull_of_an_implicit_shape_is_the_shape",
        "convexHull has no effect on shapes that are convex",
        "Geometry",
        [HULL],
        scene,
        1.0,
        [value("Plate", "model.translation.y", 0.5 + THICK, SLOP)],
        """
Implicit shapes are convex already, and the flag changes nothing. The capsule reaches 0.3 + 0.2; the plate is 0.05 m
higher.

Tolerance: 5 mm of contact slop.""",
        ["latest"],
    )


own_mesh()
