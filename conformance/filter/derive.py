"""Cases of "Collision Filtering": which colliders meet."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from build import ALL, KHR, SLOP, Scene, at, between, box, case, sphere, value

SECTION = "Collision Filtering"
MEMBER, WITH, NOT = "collisionSystems", "collideWithSystems", "notCollideWithSystems"
RULE = (
    "A meets B when A's systems are among B's collideWithSystems and not among its notCollideWithSystems, and so the"
    " other way round."
)


def falls(name, title, balls, text, shows, dialects=ALL):
    """balls: name → (filter of the ball, filter of its floor, whether they meet); a filter may be None."""
    scene, expect, rows = Scene(), [], []
    for i, (ball, (mine, other, meet)) in enumerate(balls.items()):
        x = 3.0 * i
        ground = {"shape": box(1.0, 0.4, 1.0), **({"filter": other} if other is not None else {})}
        falling = {"shape": sphere(0.2), **({"filter": mine} if mine is not None else {})}
        scene.node(f"Floor{ball}", [x, 0.0, 0.0], collider=ground)
        scene.node(ball, [x, 0.5, 0.0], motion={"mass": 1.0}, collider=falling)
        expect.append(
            value(ball, "model.translation.y", 0.4, SLOP) if meet else between(ball, "model.translation.y", -6.0, -2.0)
        )
        rows.append(
            f"- {ball}: {mine or 'no filter'} on {other or 'no filter'}: {'rests' if meet else 'falls through'}"
        )
    lines = "\n".join(rows)
    case(
        "filter",
        name,
        title,
        SECTION,
        shows,
        scene,
        1.0,
        expect,
        f"""
{RULE} {text}

{lines}

A ball that meets its floor (top at 0.2) rests at 0.4; one that does not is at 0.5 - g/2 = -4.4 after a second.

Tolerance: 5 mm of contact slop; anything below -2 m has fallen through.""",
        dialects,
    )


def member(*systems, **lists):
    return {MEMBER: list(systems), **lists}


falls(
    "without_filters_everything_meets",
    "Colliders without filters meet",
    {
        "Plain": (None, None, True),
        "Member": (member("ball"), None, True),
        "Other": (None, member("ground"), True),
        "Both": (member("ball"), member("ground"), True),
    },
    "Absent lists keep nothing out; being a member of a system alone changes nothing.",
    ["filter.collisionSystems", "collider.collisionFilter"],
)
falls(
    "collide_with_admits_what_it_names",
    "collideWithSystems admits the systems it names",
    {
        "Named": (member("ball"), member("ground", **{WITH: ["ball", "cube"]}), True),
        "Unnamed": (member("ball"), member("ground", **{WITH: ["cube"]}), False),
    },
    "",
    ["filter.collideWithSystems"],
)
falls(
    "collide_with_counts_on_either_side",
    "collideWithSystems counts on the mover's side too",
    {
        "Named": (member("ball", **{WITH: ["ground"]}), member("ground"), True),
        "Unnamed": (member("ball", **{WITH: ["sky"]}), member("ground"), False),
    },
    "",
    ["filter.collideWithSystems"],
)
falls(
    "collide_with_keeps_out_what_has_no_filter",
    "A collider with collideWithSystems meets only those that are listed",
    {"Stranger": (None, member("ground", **{WITH: ["cube"]}), False)},
    "A list of what is met leaves everything else out: one that belongs to no system is not listed.",
    ["filter.collideWithSystems"],
    KHR,
)
falls(
    "not_collide_with_keeps_out_what_it_names",
    "notCollideWithSystems keeps out the systems it names",
    {
        "Named": (member("ball"), member("ground", **{NOT: ["ball"]}), False),
        "Unnamed": (member("ball"), member("ground", **{NOT: ["cube"]}), True),
        "Stranger": (None, member("ground", **{NOT: ["ball"]}), True),
    },
    "A list of what is not met leaves everything else in: one without a filter is not listed.",
    ["filter.notCollideWithSystems"],
)
falls(
    "not_collide_with_counts_on_either_side",
    "notCollideWithSystems counts on the mover's side too",
    {
        "Named": (member("ball", **{NOT: ["ground"]}), member("ground"), False),
        "Unnamed": (member("ball", **{NOT: ["sky"]}), member("ground"), True),
    },
    "",
    ["filter.notCollideWithSystems"],
)
falls(
    "both_sides_have_to_agree",
    "One side that says no is enough",
    {
        "BallSaysNo": (member("ball", **{WITH: ["sky"]}), member("ground", **{WITH: ["ball"]}), False),
        "FloorSaysNo": (member("ball", **{WITH: ["ground"]}), member("ground", **{NOT: ["ball"]}), False),
        "BothSayYes": (member("ball", **{WITH: ["ground"]}), member("ground", **{WITH: ["ball"]}), True),
    },
    "The test is made both ways, and one no is enough.",
    ["filter.collideWithSystems", "filter.notCollideWithSystems"],
)
falls(
    "one_system_in_common_admits",
    "One system in common is enough to be admitted",
    {
        "OneOfTwo": (member("ball", **{WITH: ["ground"]}), member("ground", "stone"), True),
        "OtherOfTwo": (member("ball", **{WITH: ["stone", "sand"]}), member("ground", "stone"), True),
        "Neither": (member("ball", **{WITH: ["sand"]}), member("ground", "stone"), False),
    },
    "The floor is in two systems. By the letter of ⊆ the first ball would have to name both; the text's own sample (a"
    " ground in two systems, boxes that name one) only works when one is enough.",
    ["filter.collisionSystems", "filter.collideWithSystems"],
)
falls(
    "one_system_in_common_keeps_out",
    "One system in common is enough to be kept out",
    {
        "OneOfTwo": (member("ball", "red"), member("ground", **{NOT: ["red"]}), False),
        "OtherOfTwo": (member("ball", "red"), member("ground", **{NOT: ["blue", "ball"]}), False),
        "Neither": (member("ball", "red"), member("ground", **{NOT: ["blue"]}), True),
    },
    "The ball is in two systems, and the floor keeps one of them out.",
    ["filter.collisionSystems", "filter.notCollideWithSystems"],
)
falls(
    "both_lists_count",
    "Where a filter has both lists, both have to admit",
    {
        "InBoth": (member("ball"), member("ground", **{WITH: ["ball"], NOT: ["ball"]}), False),
        "Wanted": (member("ball"), member("ground", **{WITH: ["ball"], NOT: ["cube"]}), True),
        "NotWanted": (member("ball"), member("ground", **{WITH: ["cube"], NOT: ["sky"]}), False),
    },
    "Only one of them should be there, but the formula asks both.",
    ["filter.collideWithSystems", "filter.notCollideWithSystems"],
    KHR,
)
falls(
    "an_empty_list_admits_nothing",
    "A collideWithSystems that lists nothing meets nothing",
    {
        "Ball": (member("ball"), member("ground", **{WITH: []}), False),
        "Free": (member("ball"), member("ground", **{NOT: []}), True),
    },
    "A list of what is met leaves everything else out: none are. An empty"
    " notCollideWithSystems keeps nothing out. (In OMI_physics_body an empty list is the default and means all.)",
    ["filter.collideWithSystems", "filter.notCollideWithSystems"],
    KHR,
)
many = [f"layer{i}" for i in range(40)]
falls(
    "there_may_be_any_number_of_systems",
    "There is no end to the number of systems",
    {
        f"Ball{i}": (member(many[i], **{WITH: [many[i]]}), member(many[j], **{WITH: [many[j]]}), i == j)
        for i, j in ((0, 0), (33, 33), (33, 1), (39, 7), (38, 38))
    }
    | {"Spread": (member(*many[1:], **{WITH: many}), member("layer36", **{NOT: ["layer0"]}), True)},
    "40 systems, more than the 32 bits of many engines: 33 must not be taken for 1, nor 39 for 7.",
    ["filter.collisionSystems", "filter.collideWithSystems"],
)


def movers():
    scene = Scene()
    springy = {"restitution": 1.0, "staticFriction": 0.0, "dynamicFriction": 0.0}
    for i, (name, mine, other) in enumerate(
        (
            ("Ghost", member("ghost", **{NOT: ["target"]}), member("target")),
            ("Solid", member("solid"), member("target", **{NOT: ["ghost"]})),
        )
    ):
        scene.node(
            name,
            [-1.0, 0, 2.0 * i],
            motion={"mass": 1.0, "linearVelocity": [2.0, 0, 0]},
            collider={"shape": sphere(0.2), "filter": mine, "material": springy},
        )
        scene.node(
            f"{name}Target",
            [0, 0, 2.0 * i],
            motion={"mass": 1.0},
            collider={"shape": sphere(0.2), "filter": other, "material": springy},
        )
    case(
        "filter",
        "bodies_that_are_filtered_pass_through_each_other",
        "Filters hold between moving bodies",
        SECTION,
        ["filter.notCollideWithSystems"],
        scene,
        1.0,
        [
            at("Ghost", [1.0, 0, 0], 2e-3),
            at("GhostTarget", [0, 0, 0], 2e-3),
            value("SolidTarget", "linearVelocity.x", 2.0, 0.15),
            value("Solid", "linearVelocity.x", 0.0, 0.15),
        ],
        """
The ghost's filter keeps its target out: both go on as if alone, 2 m/s for 1 s from -1, and not at all. The solid ball
meets its target, which keeps only ghosts out; of two equal masses with restitution 1, the velocity goes over.

Tolerance: straight motion is exact; 0.15 m/s for the impact.""",
        ALL,
        gravity=(0, 0, 0),
    )
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6), "filter": member("ground")})
    scene.node("Table", [0.1, 0.6, 0], motion={"mass": 2.0, "inertiaDiagonal": [1e5, 1e5, 1e5]})
    scene.node(
        "Leg",
        [0.0, -0.4, 0],
        parent="Table",
        collider={"shape": box(0.2, 0.6, 0.2), "filter": member("leg", **{NOT: ["ground"]})},
    )
    scene.node("Top", [0.0, -0.05, 0], parent="Table", collider={"shape": box(0.8, 0.1, 0.8)})
    case(
        "filter",
        "each_collider_of_a_body_has_its_own_filter",
        "Filters belong to colliders, not to bodies",
        SECTION,
        ["collider.collisionFilter"],
        scene,
        1.0,
        [value("Table", "model.translation.y", 0.1, SLOP)],
        """
The leg does not meet the ground, the top does: its lower side is 0.1 below the table's node, which rests at 0.1 (on
its leg it would stand at 0.7).

Tolerance: 5 mm of contact slop.""",
        ALL,
    )


movers()
