"""Cases of `geometry.mesh`: shapes made of a mesh itself, whatever nodes do with it."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import SLOP, Scene, box, case, value
from plates import THICK, X, Y, plates
from solids import WEDGE, WEDGE_FACES

MESH = "KHR_physics_rigid_bodies/node.collider.geometry.mesh"
FLAT = [i for face in WEDGE_FACES for i in face]
DIRECTIONS = [X, Y, [-1, 0.5, 1], [1, 2, -1]]
SILENT = (
    "The published text knows `node` alone. The extension's author writes `mesh` since January 2026 (Blender exporter, Babylon"
    " loader): the mesh by its index, in the space of the collider's node."
)


def measured(name, title, points, text, vertices=None, scale=(1.0, 1.0, 1.0), prepare=None, **carried):
    """`vertices` is more of the mesh, `carried` what the collider's node has beside its collider; prepare(scene, i, node) adds
    what else there is."""
    scene = Scene()
    scene.mesh("Wedge", WEDGE, FLAT, **(vertices or {}))

    def add(scene, i, place, up):
        stretched = None if list(scale) == [1, 1, 1] else list(scale)
        node = scene.node(
            f"Shape{i}", place, up, stretched, collider={"shape": {"type": "convex", "mesh": "Wedge"}}, **carried
        )
        if prepare:
            prepare(scene, i, node)

    parts = [{"type": "convex", "points": points}]
    expect, table = plates(scene, parts, DIRECTIONS, scale=scale, add=add)
    case(
        "shape",
        name,
        title,
        "Geometry",
        [MESH],
        scene,
        1.0,
        expect,
        f"""
{SILENT}

{text}

A plate on each copy, rotated so that d points up, comes to rest at h(d) = max d·p over the points p, plus 0.05 m:

{table}

Tolerance: 5 mm of contact slop.""",
        ["2026"],
    )


OFFSETS = [[[0.0, 0.0, 0.0]] * 4 + [[0.2, 0.0, 0.1], [0.0, 0.3, 0.0]], [[-0.2, -0.1, 0.0]] + [[0.0, 0.0, 0.0]] * 5]
measured(
    "a_mesh_as_geometry_is_morphed_by_its_own_weights",
    "A mesh as geometry has its own weights, not those of the node that shows it",
    [v.add(p, v.mul(OFFSETS[0][i], 0.5), v.mul(OFFSETS[1][i], 0.25)) for i, p in enumerate(WEDGE)],
    "p = p0 + w1 d1 + w2 d2 with the mesh's `weights` [0.5, 0.25]. The collider's node shows the same mesh with [1, 0.5],"
    " which is what is seen and not what is touched. The node's scale of [1.2, -0.8, 1] stretches and mirrors the points as"
    " those of any shape.",
    vertices={"targets": OFFSETS, "weights": [0.5, 0.25]},
    scale=(1.2, -0.8, 1.0),
    mesh="Wedge",
    weights=[1.0, 0.5],
)


def bones(scene, i, node):
    """One skin for all; its joints rest far from where the mesh was bound."""
    if i == 0:
        identity = [1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0, 0, 0, 0, 0, 1.0]
        scene.skins.append({"joints": ["Bone"], "inverse": [identity]})
        scene.node("Bone", [0.3, 0.2, -0.1], v.turn([0, 0, 1], 0.7))
    scene.nodes[node].update(mesh="Wedge", skin=0)


measured(
    "a_mesh_as_geometry_has_no_skin",
    "A mesh as geometry is as its vertices are written, also where its node has a skin",
    WEDGE,
    "The collider's node shows the mesh by a skin whose joint is rotated by 0.7 rad about Z and moved by [0.3, 0.2, -0.1]; a mesh"
    " has no skin, a node has.",
    vertices={"joints": [[0, 0, 0, 0]] * 6, "joint_weights": [[1.0, 0.0, 0.0, 0.0]] * 6},
    prepare=bones,
)


def below(scene, i, node):
    scene.nodes[node]["mesh"] = "Wedge"
    scene.node(f"Below{i}", [0.5, 0.6, 0.4], v.turn([1, 0, 1], 0.8), parent=node, mesh="Wedge")


measured(
    "a_mesh_as_geometry_is_without_the_nodes_below",
    "A mesh as geometry is that mesh alone, whatever hangs below its node",
    WEDGE,
    "The collider's node shows the mesh, and so does a node below it, 0.9 m away. `geometry.node` would take both.",
    prepare=below,
)

RIGID = "KHR_physics_rigid_bodies"


def counting(name, title, geometry, height, text):
    scene = Scene()
    low = [[-1.0, 0.1, -1.0], [-1.0, 0.1, 1.0], [1.0, 0.1, 1.0], [1.0, 0.1, -1.0]]
    scene.mesh("Low", low, [0, 1, 2, 0, 2, 3])
    scene.mesh("High", [[x, 0.4, z] for x, _, z in low], [0, 1, 2, 0, 2, 3])
    scene.root["KHR_implicit_shapes"] = {"shapes": [{"type": "box", "box": {"size": [2.0, 0.5, 2.0]}}]}
    scene.node("Floor", [0.2, 0.3, -0.1], ext={RIGID: {"collider": {"geometry": geometry}}})
    scene.node("ShowsHigh", mesh="High", data=True)
    scene.node(
        "Plate",
        [0.3, 1.0, 0.1],
        motion={"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]},
        collider={"shape": box(0.3, 0.1, 0.3)},
    )
    case(
        "shape",
        name,
        title,
        "Geometry",
        [MESH],
        scene,
        1.2,
        [value("Plate", "model.translation.y", 0.3 + height + THICK, SLOP)],
        f"""
{SILENT}

{text}

Tolerance: 5 mm of contact slop.""",
        ["2026"],
    )


counting(
    "of_a_mesh_and_a_node_the_mesh_counts",
    "Where a geometry has `mesh` and `node`, `mesh` counts",
    {"mesh": 0, "node": "@ShowsHigh"},
    0.1,
    "Two revisions have two words for one thing. A program that writes for readers of both may write both, and the newer one is"
    " the one that its author went on with: the square at 0.1 m above the node at 0.3, not the one at 0.4. The plate is 0.05"
    " m higher.",
)
counting(
    "of_a_shape_and_a_mesh_the_shape_counts",
    "Where a geometry has `shape` and `mesh`, `shape` counts",
    {"shape": 0, "mesh": 0},
    0.25,
    "Exactly one of them must be there; the author's loader looks for `shape` first. The box reaches 0.25 m above the node at"
    " 0.3, the square of the mesh 0.1. The plate is 0.05 m higher.",
)
