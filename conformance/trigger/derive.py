"""Cases of "Triggers": what is reported when, and that nothing is pushed."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, DT, G, Scene, at, box, case, rod, sphere, value

SECTION = "Triggers"
FREE = (0, 0, 0)
ABOUT = """Tolerance: overlaps are looked for once a step, at its beginning or its end, so an event may come up to two steps ({two:.4f} s) late or one early; 5 mm of contact distance
at {speed:g} m/s are {slop:.4f} s more. Straight motion is exact."""


def event(kind, zone, who, t, speed):
    slop = 0.005 / speed
    return {"kind": f"trigger{kind}", "a": zone, "b": who, "between": [max(0.0, t - DT - slop), t + 2 * DT + slop]}


def events(*items):
    return {"is": "events", "value": list(items)}


def about(speed):
    return ABOUT.format(two=2 * DT, speed=speed, slop=0.005 / speed)


def flight(
    name,
    title,
    zone,
    inside,
    text,
    shows,
    radius=0.1,
    turn=None,
    scale=None,
    speed=1.5,
    height=(0.0, 0.0),
    dialects=ALL,
):
    """A ball flies along X past (y, z) = height; its centre is in reach of the zone for x in `inside`, about its node."""
    scene = Scene()
    place = [0.3, 0.4, -0.2]
    scene.node("Zone", place, turn, scale, trigger={"shape": zone})
    start = place[0] - 1.2
    scene.node(
        "Ball",
        [start, place[1] + height[0], place[2] + height[1]],
        motion={"mass": 1.0, "linearVelocity": [speed, 0, 0]},
        collider={"shape": sphere(radius)},
    )
    enter, leave = (1.2 + inside[0]) / speed, (1.2 + inside[1]) / speed
    t = 2.0
    case(
        "trigger",
        name,
        title,
        SECTION,
        shows,
        scene,
        t,
        [
            events(event("Enter", "Zone", "Ball", enter, speed), event("Exit", "Zone", "Ball", leave, speed)),
            value("Ball", "linearVelocity", [speed, 0, 0], 1e-4),
            at("Ball", [start + speed * t, place[1] + height[0], place[2] + height[1]], 2e-3),
        ],
        f"""
{text} The ball of radius {radius} starts 1.2 m before the zone's node at {speed} m/s, and is not slowed: a trigger
does not push.

    enter at x = {inside[0]:.4f}: (1.2 {'+' if inside[0] > 0 else '-'} {abs(inside[0]):.4f})/{speed} = {enter:.4f} s
    exit at x = {inside[1]:.4f}: {leave:.4f} s

{about(speed)}""",
        dialects,
        gravity=FREE,
    )


def shapes():
    flight(
        "a_box_tells_of_what_enters_and_leaves",
        "A trigger reports a collider that enters and leaves, and does not push it",
        box(0.6, 0.5, 0.4),
        (-0.4, 0.4),
        "The ball touches the box of half width 0.3 when its centre is 0.3 + 0.1 from the middle.",
        ["trigger.shape"],
    )
    reach = math.sqrt(0.5**2 - 0.3**2)
    flight(
        "a_sphere_as_a_trigger",
        "A sphere reports when the distance is the sum of radii",
        sphere(0.4),
        (-reach, reach),
        "The ball passes 0.3 m above the centre: inside while √(x² + 0.3²) < 0.4 + 0.1, that is |x| < 0.4.",
        ["trigger.shape"],
        height=(0.3, 0.0),
    )
    lie = v.turn([0, 0, 1], math.pi / 2)
    flight(
        "a_turned_capsule_as_a_trigger",
        "A capsule that is rotated lies along X",
        rod("capsule", 0.7, 0.2),
        (-0.65, 0.65),
        "Turned by 90° about Z it reaches 0.35 + 0.2 along X, and the ball 0.1 more.",
        ["trigger.shape"],
        turn=lie,
    )
    flight(
        "a_scaled_trigger_is_larger",
        "The node's scale applies to a trigger's shape",
        box(0.3, 0.5, 0.4),
        (-0.55, 0.55),
        "Half width 0.15·3 = 0.45, and the ball's 0.1.",
        ["trigger.shape"],
        scale=[3.0, 1.0, 1.0],
    )


def start_inside():
    scene = Scene()
    scene.node("Zone", [0, 0, 0], trigger={"shape": box(1, 1, 1)})
    scene.node(
        "Ball", [0.1, 0.2, 0], motion={"mass": 1.0, "linearVelocity": [0, 0, 0.8]}, collider={"shape": sphere(0.1)}
    )
    scene.node("Stays", [-0.3, 0.0, 0.1], motion={"mass": 1.0}, collider={"shape": sphere(0.05)})
    leave = 0.6 / 0.8
    want = events(
        event("Enter", "Zone", "Ball", 0.0, 0.8),
        event("Enter", "Zone", "Stays", 0.0, 0.8),
        event("Exit", "Zone", "Ball", leave, 0.8),
    )
    case(
        "trigger",
        "what_is_inside_from_the_start_enters_at_once",
        "What overlaps a trigger from the start has entered",
        SECTION,
        ["trigger.shape"],
        scene,
        1.2,
        [want],
        f"""
Both balls are inside at the start, and enter with the first step, in the order of their nodes. One leaves when it is
0.5 + 0.1 along Z: {leave:.4f} s; the other stays.

{about(0.8)}""",
        ALL,
        gravity=FREE,
    )


def falling():
    scene = Scene()
    scene.node("Gate", [0, 0, 0], trigger={"shape": box(2, 0.4, 2)})
    scene.node("Stone", [0.2, 2.0, 0.1], motion={"mass": 3.0}, collider={"shape": box(0.2, 0.2, 0.2)})
    enter, leave = math.sqrt(2 * (2.0 - 0.3) / G), math.sqrt(2 * (2.0 + 0.3) / G)
    want = events(
        {"kind": "triggerEnter", "a": "Gate", "b": "Stone", "between": [enter - 2 * DT, enter + 3 * DT]},
        {"kind": "triggerExit", "a": "Gate", "b": "Stone", "between": [leave - 2 * DT, leave + 3 * DT]},
    )
    fall = 2.0 - G * 0.9**2 / 2
    case(
        "trigger",
        "a_trigger_lets_what_falls_through",
        "A falling body passes a trigger as if it were not there",
        SECTION,
        ["trigger.shape"],
        scene,
        0.9,
        [want, value("Stone", "model.translation.y", fall, G * 0.9 * DT / 2 * 1.05)],
        f"""
The stone's lower side, 0.1 below its centre, reaches the gate's upper one at y = 0.2 when the centre is at 0.3:
√(2·1.7/g) = {enter:.4f} s. Its upper side leaves the lower one at y = -0.3: √(2·2.3/g) = {leave:.4f} s. At 0.9 s it
is at 2 - g t²/2 = {fall:.4f}.

Tolerance: two steps early, three late: one for first-order integrators (g·t·dt/2 over a speed of g·t is dt/2), the
rest as overlaps are looked for once a step.""",
        ALL,
    )


def falling_parts():
    scene = Scene()
    scene.node("Gate", [0, 0, 0], trigger={"shape": box(2, 0.4, 2)})
    scene.node("Totem", [0.2, 2.0, 0.1], motion={"mass": 3.0, "inertiaDiagonal": [0.5] * 3})
    want, rows = [], []
    for name, place in (("Low", -0.3), ("High", 0.7)):
        scene.node(name, [0, place, 0], parent="Totem", collider={"shape": box(0.2, 0.2, 0.2)})
        enter, leave = (math.sqrt(2 * (2.0 + place + side) / G) for side in (-0.3, 0.3))
        rows.append(f"    {name.lower()}: in {enter:.4f} s, out {leave:.4f} s")
        for kind, t in (("Enter", enter), ("Exit", leave)):
            want.append({"kind": f"trigger{kind}", "a": "Gate", "b": name, "between": [t - 2 * DT, t + 3 * DT]})
    lines = "\n".join(rows)
    case(
        "trigger",
        "a_fast_body_of_several_parts_enters_once_for_each",
        "Each part of a body that falls through a trigger enters and leaves once",
        SECTION,
        ["trigger.shape"],
        scene,
        1.0,
        [events(*want)],
        f"""
The centre of a part is at y = 2 - 0.3 or 2 + 0.7 at first; with 0.1 of the part and 0.2 of the gate, it is inside
from y = 0.3 to y = -0.3, at t = √(2·(y0 ∓ 0.3)/g):

{lines}

At 6 to 8 m/s a step is 0.1 m long and more, so that engines look ahead for what is fast; each part is reported once
all the same.

Tolerance: two steps early, three late, as for a falling body of one part.""",
        ALL,
    )


def filters():
    scene = Scene()
    scene.node(
        "Zone",
        [0, 0, 0],
        trigger={"shape": box(0.4, 2, 2), "filter": {"collisionSystems": ["zone"], "collideWithSystems": ["red"]}},
    )
    for i, (name, systems, more) in enumerate(
        (("Red", ["red"], {}), ("Blue", ["blue"], {}), ("Shy", ["red"], {"notCollideWithSystems": ["zone"]}))
    ):
        scene.node(
            name,
            [-1.0, 0.5 * i - 0.5, 0],
            motion={"mass": 1.0, "linearVelocity": [1.25, 0, 0]},
            collider={"shape": sphere(0.1), "filter": {"collisionSystems": systems, **more}},
        )
    enter, leave = 0.7 / 1.25, 1.3 / 1.25
    case(
        "trigger",
        "filters_hold_for_triggers",
        "A trigger reports only what both filters admit",
        SECTION,
        ["trigger.collisionFilter", "filter.collideWithSystems", "filter.notCollideWithSystems"],
        scene,
        1.5,
        [events(event("Enter", "Zone", "Red", enter, 1.25), event("Exit", "Zone", "Red", leave, 1.25))],
        f"""
A trigger's filter has "the same semantics as a collider". Red is admitted by both; blue is not in the zone's list;
the third one is red and keeps out of zones. Red enters after (1 - 0.3)/1.25 = {enter:.3f} s and leaves after (1 +
0.3)/1.25 = {leave:.3f} s.

{about(1.25)}""",
        ALL,
        gravity=FREE,
    )


def compounds():
    for apart, name, title in (
        (
            True,
            "a_compound_trigger_tells_at_each_of_its_parts",
            "A compound reports when something enters and leaves its parts",
        ),
        (False, "a_compound_trigger_is_one_volume", "A compound whose parts overlap reports once"),
    ):
        scene = Scene()
        scene.node("Zone", [0, 0, 0], trigger={"nodes": ["Near", "Far"]})
        scene.node("Near", [-0.5, 0, 0], parent="Zone", trigger={"shape": box(0.4, 1, 1)})
        scene.node("Far", [0.6 if apart else -0.2, 0, 0], parent="Zone", trigger={"shape": box(0.6, 1, 1)})
        scene.node(
            "Ball", [-1.5, 0, 0], motion={"mass": 1.0, "linearVelocity": [1.5, 0, 0]}, collider={"shape": sphere(0.1)}
        )
        if apart:
            spans = [(-0.8, -0.2), (0.2, 1.0)]
            text = (
                "Its parts are 0.6 m apart, more than the ball: it is inside for x from -0.8 to -0.2 and from 0.2 to"
                " 1.0, and both times that of the compound's node is reported."
            )
        else:
            spans = [(-0.8, 0.2)]
            text = (
                "Its parts overlap: from -0.7 to -0.3 and from -0.5 to 0.1. The ball is inside of one volume for x from"
                " -0.8 to 0.2, and the parts do not report on their own."
            )
        want, lines = [], []
        for low, high in spans:
            want += [
                event("Enter", "Zone", "Ball", (1.5 + low) / 1.5, 1.5),
                event("Exit", "Zone", "Ball", (1.5 + high) / 1.5, 1.5),
            ]
            lines.append(f"    in {(1.5 + low) / 1.5:.4f} s, out {(1.5 + high) / 1.5:.4f} s")
        spoken = "\n".join(lines)
        case(
            "trigger",
            name,
            title,
            SECTION,
            ["trigger.nodes"],
            scene,
            2.0,
            [events(*want)],
            f"""
{text} From x = -1.5 at 1.5 m/s:

{spoken}

{about(1.5)}""",
            ALL,
            gravity=FREE,
        )


def parts_with_filters():
    scene = Scene()
    scene.node("Zone", [0, 0, 0], trigger={"nodes": ["ForRed", "ForBlue"]})
    for name, x, system in (("ForRed", -0.5, "red"), ("ForBlue", 0.5, "blue")):
        scene.node(
            name,
            [x, 0, 0],
            parent="Zone",
            trigger={"shape": box(0.4, 2, 2), "filter": {"collisionSystems": ["zone"], "collideWithSystems": [system]}},
        )
    for n, (name, system) in enumerate((("Red", "red"), ("Blue", "blue"))):
        scene.node(
            name,
            [-1.5, 0.5 * n, 0],
            motion={"mass": 1.0, "linearVelocity": [1.5, 0, 0]},
            collider={"shape": sphere(0.1), "filter": {"collisionSystems": [system]}},
        )
    times = [(1.5 - 0.8) / 1.5, (1.5 - 0.2) / 1.5, (1.5 + 0.2) / 1.5, (1.5 + 0.8) / 1.5]
    case(
        "trigger",
        "each_part_of_a_compound_has_its_own_filter",
        "Parts of a compound trigger admit by their own filters",
        SECTION,
        ["trigger.nodes", "trigger.collisionFilter"],
        scene,
        1.9,
        [
            events(
                event("Enter", "Zone", "Red", times[0], 1.5),
                event("Exit", "Zone", "Red", times[1], 1.5),
                event("Enter", "Zone", "Blue", times[2], 1.5),
                event("Exit", "Zone", "Blue", times[3], 1.5),
            )
        ],
        f"""
The first part admits red, the second blue; both balls fly through both, and the compound reports each only in the
part that admits it: red from {times[0]:.4f} to {times[1]:.4f} s, blue from {times[2]:.4f} to {times[3]:.4f} s.

{about(1.5)}""",
        ALL,
        gravity=FREE,
    )


def moving():
    scene = Scene()
    scene.node(
        "Cart",
        [-1.0, 0, 0],
        motion={"isKinematic": True, "linearVelocity": [1.2, 0, 0]},
        collider={"shape": box(0.1, 0.1, 0.1)},
    )
    scene.node("Feeler", [0.5, 0.3, 0], parent="Cart", trigger={"shape": box(0.2, 0.2, 0.2)})
    scene.node("Post", [0.4, 0.3, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    enter, leave = 0.7 / 1.2, 1.1 / 1.2
    case(
        "trigger",
        "a_trigger_moves_with_the_body_above_it",
        "A trigger below a body is carried by it",
        SECTION,
        ["trigger.shape"],
        scene,
        1.5,
        [
            events(event("Enter", "Feeler", "Post", enter, 1.2), event("Exit", "Feeler", "Post", leave, 1.2)),
            at("Post", [0.4, 0.3, 0], 1e-3),
        ],
        f"""
The feeler starts at -0.5 and goes at 1.2 m/s; it meets the post at 0.4 when they are 0.1 + 0.1 apart: after 0.7/1.2 =
{enter:.4f} s, and leaves after 1.1/1.2 = {leave:.4f} s. The post is not pushed, and the cart's own collider is no
news to its own trigger.

{about(1.2)}""",
        ALL,
        gravity=FREE,
    )
    scene = Scene()
    scene.node(
        "Ship", [0, 0, 0], motion={"mass": 2.0, "inertiaDiagonal": [1.0, 1.0, 1.0], "angularVelocity": [0, 1.0, 0]}
    )
    scene.node("Antenna", [1.0, 0, 0], parent="Ship", trigger={"shape": sphere(0.2)})
    angle = 0.9
    scene.node("Buoy", [math.cos(angle), 0, -math.sin(angle)], motion={"mass": 1.0}, collider={"shape": sphere(0.1)})
    half = 2 * math.asin(0.15)
    case(
        "trigger",
        "a_trigger_turns_with_the_body_above_it",
        "A trigger below a rotating body goes round with it",
        SECTION,
        ["trigger.shape"],
        scene,
        1.6,
        [
            events(
                event("Enter", "Antenna", "Buoy", angle - half, 1.0),
                event("Exit", "Antenna", "Buoy", angle + half, 1.0),
            )
        ],
        f"""
The antenna is 1 m out and rotates at 1 rad/s about Y, from +X towards -Z. The buoy is on the same circle at {angle}
rad. They overlap while the chord 2 sin(δ/2) is below 0.2 + 0.1: δ = 2 asin 0.15 = {half:.4f} rad, that is from
{angle - half:.4f} s to {angle + half:.4f} s.

{about(1.0)}""",
        ALL,
        gravity=FREE,
    )


def several():
    scene = Scene()
    scene.node("Zone", [0, 0, 0], trigger={"shape": box(0.4, 1, 3)})
    speeds = {"Fast": 2.0, "Slow": 0.9}
    want = []
    for i, (name, speed) in enumerate(speeds.items()):
        scene.node(
            name,
            [-1.0, 0, 1.0 * i - 0.5],
            motion={"isKinematic": name == "Slow", "mass": 1.0, "linearVelocity": [speed, 0, 0]},
            collider={"shape": sphere(0.1)},
        )
    want = [
        event("Enter", "Zone", "Fast", 0.7 / 2.0, 2.0),
        event("Exit", "Zone", "Fast", 1.3 / 2.0, 2.0),
        event("Enter", "Zone", "Slow", 0.7 / 0.9, 0.9),
        event("Exit", "Zone", "Slow", 1.3 / 0.9, 0.9),
    ]
    case(
        "trigger",
        "each_body_has_its_own_events",
        "A trigger reports each collider on its own, kinematic ones too",
        SECTION,
        ["trigger.shape"],
        scene,
        1.7,
        [events(*want)],
        f"""
From 1 m before the middle, with 0.2 + 0.1 to either side: in after 0.7/v, out after 1.3/v. Fast (dynamic, 2 m/s):
{0.35:.3f} and {0.65:.3f} s; slow (kinematic, 0.9 m/s): {0.7 / 0.9:.4f} and {1.3 / 0.9:.4f} s.

{about(0.9)}""",
        ALL,
        gravity=FREE,
    )
    scene = Scene()
    scene.node("Zone", [0, 0, 0], trigger={"shape": box(0.4, 1, 1)})
    scene.node(
        "Train", [-2.0, 0, 0], motion={"mass": 1.0, "linearVelocity": [1.5, 0, 0], "inertiaDiagonal": [1.0, 1.0, 1.0]}
    )
    scene.node("Engine", [0.5, 0, 0], parent="Train", collider={"shape": box(0.2, 0.2, 0.2)})
    scene.node("Wagon", [-0.3, 0, 0], parent="Train", collider={"shape": box(0.4, 0.2, 0.2)})
    at_x = lambda x: x / 1.5
    want = [
        event("Enter", "Zone", "Engine", at_x(2 - 0.5 - 0.3), 1.5),
        event("Exit", "Zone", "Engine", at_x(2 - 0.5 + 0.3), 1.5),
        event("Enter", "Zone", "Wagon", at_x(2 + 0.3 - 0.4), 1.5),
        event("Exit", "Zone", "Wagon", at_x(2 + 0.3 + 0.4), 1.5),
    ]
    case(
        "trigger",
        "each_collider_of_a_body_enters_on_its_own",
        "Events name the node of the collider that entered",
        SECTION,
        ["trigger.shape"],
        scene,
        2.1,
        [events(*want)],
        f"""
"Node index of entering collider". At 1.5 m/s from x = -2: the engine, 0.5 ahead and 0.1 long to either side, is
inside from {at_x(1.2):.4f} to {at_x(1.8):.4f} s, the wagon, 0.3 behind and 0.2 long to either side, from
{at_x(1.9):.4f} to {at_x(2.7):.4f} s.

{about(1.5)}""",
        ALL,
        gravity=FREE,
    )


def mesh_trigger():
    scene = Scene()
    points = [
        [-0.3, -0.3, -0.3],
        [0.3, -0.3, -0.3],
        [0.0, 0.3, -0.3],
        [-0.3, -0.3, 0.3],
        [0.3, -0.3, 0.3],
        [0.0, 0.3, 0.3],
    ]
    faces = [0, 2, 1, 3, 4, 5, 0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5]
    scene.mesh("Tent", points, faces)
    scene.node("Zone", [0.2, 0, 0], trigger={"shape": {"type": "convex", "mesh": "Tent"}})
    scene.node(
        "Cube",
        [-1.2, -0.1, 0],
        motion={"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5], "linearVelocity": [1.4, 0, 0]},
        collider={"shape": box(0.2, 0.2, 0.2)},
    )
    # The tent's side at height y is at |x| = 0.15 - y/2; the lower edge of the cube, y = -0.2, meets it first.
    side = 0.15 + 0.2 / 2
    enter, leave = (1.4 - side - 0.1) / 1.4, (1.4 + side + 0.1) / 1.4
    case(
        "trigger",
        "a_hull_of_a_mesh_as_a_trigger",
        "A trigger may be the hull of a mesh",
        SECTION,
        ["trigger.shape"],
        scene,
        1.8,
        [events(event("Enter", "Zone", "Cube", enter, 1.4), event("Exit", "Zone", "Cube", leave, 1.4))],
        f"""
A tent, 0.6 wide at its ground (y = -0.3) with its ridge at y = 0.3: at height y its sides are at |x| = 0.15 - y/2.
The lower edge of the cube, at y = -0.2, meets them first, at |x| = {side}, with half its width ahead: in after
{enter:.4f} s, out after {leave:.4f} s.

{about(1.4)}""",
        ALL,
        gravity=FREE,
    )


for write in (
    shapes,
    start_inside,
    falling,
    falling_parts,
    filters,
    compounds,
    parts_with_filters,
    moving,
    several,
    mesh_trigger,
):
    write()
