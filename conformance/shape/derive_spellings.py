"""Cases of files that speak several revisions: each object tells its own by its words."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from build import SLOP, Scene, case, value

RIGID = "KHR_physics_rigid_bodies"
FALLS = {"motion": {"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]}}


def ball(scene, name, x, height, body):
    scene.node(name, [x, height, 0], ext=body)


def lists(scene, early=None, late=None, omi=None):
    for name, shapes in (("KHR_collision_shapes", early), ("KHR_implicit_shapes", late), ("OMI_physics_shape", omi)):
        if shapes:
            scene.root[name] = {
                "shapes": [
                    (
                        {"type": "sphere", "sphere": {"radius": r}}
                        if r
                        else {"type": "box", "box": {"size": [20.0, 1.0, 20.0]}}
                    )
                    for r in shapes
                ]
            }


def floor(scene, body):
    scene.node("Floor", [0, -0.5, 0], ext=body)


def written(name, title, scene, heights, text, shows):
    case(
        "shape",
        name,
        title,
        "Colliders",
        shows,
        scene,
        1.2,
        [value(ball_name, "model.translation.y", height, SLOP) for ball_name, height in heights.items()],
        f"""
{text}

Tolerance: 5 mm of contact slop.""",
        ["mixed"],
    )


scene = Scene()
lists(scene, early=[None, 0.3], late=[0.15])
floor(scene, {RIGID: {"collider": {"shape": 0}}})
ball(scene, "Early", 0.0, 0.5, {RIGID: {**FALLS, "collider": {"shape": 1}}})
ball(scene, "Late", 2.0, 0.5, {RIGID: {**FALLS, "collider": {"geometry": {"shape": 0}}}})
written(
    "one_file_may_speak_both_revisions",
    "`shape` and `geometry.shape` each look in their own list",
    scene,
    {"Early": 0.3, "Late": 0.15},
    "Two revisions have one name. `collider.shape` is an index into KHR_collision_shapes (0.3 m),"
    " `collider.geometry.shape` one into KHR_implicit_shapes (0.15 m); balls rest at their radii.",
    [f"{RIGID}/node.collider.shape", f"{RIGID}/node.collider.geometry.shape"],
)

scene = Scene()
lists(scene, late=[None, 0.25])
floor(scene, {RIGID: {"collider": {"shape": 0}}})
ball(scene, "Ball", 0.0, 0.5, {RIGID: {**FALLS, "collider": {"shape": 1}}})
written(
    "an_early_spelling_may_mean_the_later_list",
    "`shape` looks in KHR_implicit_shapes where a file has only that",
    scene,
    {"Ball": 0.25},
    "The later text's own example writes `collider.shape`, with shapes of KHR_implicit_shapes. There is one list in the"
    " file, and it is meant: the ball rests at 0.25.",
    [f"{RIGID}/node.collider.shape"],
)

scene = Scene()
lists(scene, early=[None, 0.4], late=[None, 0.2])
floor(scene, {RIGID: {"collider": {"geometry": {"shape": 0}}}})
ball(scene, "Ball", 0.0, 0.6, {RIGID: {**FALLS, "collider": {"shape": 1, "geometry": {"shape": 1}}}})
written(
    "of_two_spellings_the_later_one_counts",
    "Where a collider has `shape` and `geometry`, `geometry` counts",
    scene,
    {"Ball": 0.2},
    "One object cannot have two shapes. The later revision is the one that its authors went on with: 0.2 m, not 0.4.",
    [f"{RIGID}/node.collider.geometry.shape"],
)

scene = Scene()
lists(scene, late=[None, 0.2], omi=[0.4])
floor(scene, {RIGID: {"collider": {"geometry": {"shape": 0}}}})
ball(
    scene,
    "Both",
    0.0,
    0.6,
    {
        RIGID: {**FALLS, "collider": {"geometry": {"shape": 1}}},
        "OMI_physics_body": {"motion": {"type": "static"}, "collider": {"shape": 0}},
    },
)
ball(
    scene,
    "Omi",
    2.0,
    0.6,
    {"OMI_physics_body": {"motion": {"type": "dynamic", **FALLS["motion"]}, "collider": {"shape": 0}}},
)
written(
    "khr_and_omi_may_meet_in_a_file",
    "KHR's and OMI's bodies meet, and on a node that has both KHR's counts",
    scene,
    {"Both": 0.2, "Omi": 0.4},
    "A body of OMI_physics_body rests on a floor of KHR_physics_rigid_bodies, at 0.4. The other node carries both"
    " extensions: it is the dynamic ball of 0.2 that KHR says, and not the static one of 0.4 that OMI says.",
    [f"{RIGID}/node.collider.geometry.shape", "OMI_physics_body/node.collider.shape"],
)
