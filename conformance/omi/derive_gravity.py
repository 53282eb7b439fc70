"""Cases of OMI_physics_gravity: gravity of the file, and fields that pull towards points, circles, lines and shapes.

Fields that change with the place are integrated here in steps of 1e-4 s, from the text's formulas.
"""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import DT, Scene, at, box, case, value
from gravity_scene import BODY, GRAVITY, LATE, NODE, body, field, fly


def towards(point, amount, unit=0.0):
    """amount, or amount·(unit/distance)², from where to the point."""

    def pull(x, target):
        way = v.sub(target, x)
        distance = v.length(way)
        strength = amount * (unit / distance) ** 2 if unit > 0 else amount
        return v.mul(way, strength / distance)

    return lambda x: pull(x, point(x))


def expect(name, pull, place, t, world=0.0):
    """What to expect of a body; tolerances of one step of the field's strength, and of the world's where a field stops that."""
    x, u = fly(pull, place, t)
    strength = max(v.length(pull(place)), v.length(pull(x))) + world
    return [value(name, "linearVelocity", u, 1.6 * strength * DT + 0.005), at(name, x, 1.6 * strength * t * DT + 0.003)]


WHY = (
    "Tolerance: a field may begin to act a step late (an engine knows who is inside at the end of a step), and"
    " first-order integrators are off by half a step: 1.6·a·dt in speed, 1.6·a·t·dt in position, where a is the field's"
    " and, as that acts alone until then, the world's."
)


def whole():
    t = 0.5
    for name, title, gravity, pull, text in (
        (
            "gravity_of_the_file_points_down",
            "Gravity of the file is along -Y where no direction is given",
            {"gravity": 3.5},
            [0, -3.5, 0],
            "3.5 m/s² down.",
        ),
        (
            "gravity_of_the_file_has_a_direction",
            "Gravity of the file may point anywhere",
            {"gravity": 5.0, "direction": [0.6, 0.0, -0.8]},
            [3.0, 0, -4.0],
            "5·[0.6, 0, -0.8] m/s².",
        ),
        (
            "gravity_of_the_file_may_be_negative",
            "Negative gravity points the other way",
            {"gravity": -2.0, "direction": [0.0, -0.6, 0.8]},
            [0, 1.2, -1.6],
            "-2·[0, -0.6, 0.8] m/s².",
        ),
    ):
        scene = Scene(gravity=gravity)
        body(scene, "Ball", [0.2, 1.0, 0.4])
        body(scene, "Half", [3.0, 1.0, 0.4], gravityFactor=0.5)
        want = []
        for who, start, factor in (("Ball", [0.2, 1.0, 0.4], 1.0), ("Half", [3.0, 1.0, 0.4], 0.5)):
            a = v.mul(pull, factor)
            want += [
                value(who, "linearVelocity", v.mul(a, t), 0.01),
                at(who, v.add(start, v.mul(a, t * t / 2)), v.length(a) * t * DT / 2 * 1.1),
            ]
        case(
            "omi",
            name,
            title,
            "Property Summary",
            [f"{GRAVITY}/gravity", f"{GRAVITY}/direction"],
            scene,
            t,
            want,
            f"""
{text} v = g t and x = x0 + g t²/2 after {t} s; half of it for a gravityFactor of 0.5.

Tolerance: |g|·t·dt/2 for first-order integrators; speeds are exact.""",
            LATE,
            GRAVITY,
        )


def directional():
    t, turn = 0.4, v.turn([1.0, 0.5, -0.3], 0.7)
    scene = Scene(gravity={"gravity": 0.0})
    field(scene, "Draft", [2, 2, 2], [0, 0, 0], turn, type="directional", gravity=4.0)
    field(
        scene,
        "Jet",
        [2, 2, 2],
        [5, 0, 0],
        turn,
        [1.0, 2.0, 0.5],
        type="directional",
        gravity=3.0,
        directional={"direction": [0.0, 0.6, 0.8]},
    )
    body(scene, "InDraft", [0.2, 0.1, 0.3])
    body(scene, "InJet", [5.1, 0.2, 0.0])
    body(scene, "Outside", [2.5, 0.0, 0.0])
    down, jet = v.rotate(turn, [0, -4.0, 0]), v.rotate(turn, [0.0, 1.8, 2.4])
    case(
        "omi",
        "a_directional_field_turns_with_its_node",
        "A directional field pulls along the node's axes, inside of its trigger",
        "Directional",
        [f"{NODE}.type", f"{NODE}.gravity", f"{NODE}.directional.direction"],
        scene,
        t,
        expect("InDraft", lambda x: down, [0.2, 0.1, 0.3], t)
        + expect("InJet", lambda x: jet, [5.1, 0.2, 0.0], t)
        + [at("Outside", [2.5, 0, 0], 1e-4)],
        f"""
The direction rotates with the node: [0, -1, 0] where not given. Gravity of the world is 0.

    draft: R [0, -4, 0] = {[round(x, 4) for x in down]} m/s²
    jet: R (3·[0, 0.6, 0.8]) = {[round(x, 4) for x in jet]} m/s²; the node's scale is no part of a direction

A body in neither trigger stays.

{WHY}""",
        LATE,
        GRAVITY,
    )


def points():
    t, centre = 0.4, [0.5, 0.3, -0.2]
    for unit, name, title in (
        (
            0.0,
            "a_point_field_is_constant_without_unit_distance",
            "A point field pulls with the same strength everywhere",
        ),
        (1.5, "a_point_field_falls_off_with_the_square", "With unitDistance a point field follows the inverse square"),
    ):
        scene = Scene(gravity={"gravity": 0.0})
        field(
            scene,
            "Planet",
            [9, 9, 9],
            centre,
            type="point",
            gravity=2.0,
            **({"point": {"unitDistance": unit}} if unit else {}),
        )
        starts = {"Near": v.add(centre, [0.6, 0.8, 0.0]), "Far": v.add(centre, [-1.2, 0.0, 1.6])}
        pull = towards(lambda x: centre, 2.0, unit)
        want = []
        for who, start in starts.items():
            body(scene, who, start)
            want += expect(who, pull, start, t)
        strengths = (2.0, 2.0) if not unit else (2.0 * 1.5**2, 2.0 * 0.75**2)
        case(
            "omi",
            name,
            title,
            "Point",
            [f"{NODE}.point.unitDistance", f"{NODE}.gravity"],
            scene,
            t,
            want,
            f"""
Towards the node's place, {centre}. At 1 m and 2 m the pull is {strengths[0]:g} and {strengths[1]:g}
m/s²{f': 2·(1.5/d)²' if unit else ', constant'}. Integrated along the way (the text's formula, midpoint rule, steps of
1e-4 s) for {t} s.

{WHY}""",
            LATE,
            GRAVITY,
        )
    scene = Scene(gravity={"gravity": 0.0})
    field(scene, "Bubble", [9, 9, 9], centre, type="point", gravity=-1.5)
    start = v.add(centre, [0.6, 0.0, -0.8])
    body(scene, "Ball", start)
    case(
        "omi",
        "a_negative_field_pushes_away",
        "Negative gravity pushes away from the nearest point",
        "Gravity",
        [f"{NODE}.gravity"],
        scene,
        t,
        expect("Ball", towards(lambda x: centre, -1.5), start, t),
        f"""
Negative strength rotates the pull round: 1.5 m/s² along [0.6, 0, -0.8], away from the node.

{WHY}""",
        LATE,
        GRAVITY,
    )


def round_fields(kind, name, title, nearest, section, text, scale=None, scales=None):
    t, place, turn = 0.35, [0.4, 0.2, -0.3], v.turn([1.0, 0.0, 1.0], 0.6)
    scene = Scene(gravity={"gravity": 0.0})
    field(
        scene,
        "Field",
        [9, 9, 9],
        place,
        turn,
        scales or (scale and [scale] * 3),
        type=kind,
        gravity=1.2,
        **{kind: {"radius": 0.8 / (scale or 1), "unitDistance": 0.7}},
    )
    local = {"Above": [0.3, 0.5, -0.2], "Beside": [1.5, 0.4, 0.6]}

    def point(x):
        return v.add(place, v.rotate(turn, nearest(v.rotate(v.inverse(turn), v.sub(x, place)))))

    pull = towards(point, 1.2, 0.7)
    want, rows = [], []
    for who, at_local in local.items():
        start = v.add(place, v.rotate(turn, at_local))
        body(scene, who, start)
        want += expect(who, pull, start, t)
        rows.append(
            f"    {who.lower()}: at {at_local} of the node, nearest point {[round(c, 4) for c in nearest(at_local)]}"
        )
    lines = "\n".join(rows)
    case(
        "omi",
        name,
        title,
        section,
        [f"{NODE}.{kind}.radius", f"{NODE}.{kind}.unitDistance", f"{NODE}.type"],
        scene,
        t,
        want,
        f"""
{text} The circle lies in the node's XZ plane, and the node is rotated.

{lines}

Strength 1.2·(0.7/d)². Integrated along the way by the midpoint rule for {t} s.

{WHY}""",
        LATE,
        GRAVITY,
    )


def on_disc(x):
    out = math.hypot(x[0], x[2])
    return [x[0], 0.0, x[2]] if out <= 0.8 else [x[0] / out * 0.8, 0.0, x[2] / out * 0.8]


def on_circle(x):
    out = math.hypot(x[0], x[2])
    return [x[0] / out * 0.8, 0.0, x[2] / out * 0.8]


def lines():
    t, place, turn, scale = 0.35, [0.4, 0.2, -0.3], v.turn([0.0, 0.3, 1.0], 0.5), [1.5, 1.5, 1.5]
    corners = [[-0.8, 0.0, 0.0], [0.4, 0.0, 0.2], [0.4, 0.6, 0.2]]

    def world(p):
        return v.add(place, v.rotate(turn, [p[i] * scale[i] for i in range(3)]))

    ends = [world(p) for p in corners]

    def nearest(x):
        best = None
        for a, b in zip(ends, ends[1:]):
            way = v.sub(b, a)
            s = min(1.0, max(0.0, v.dot(v.sub(x, a), way) / v.dot(way, way)))
            point = v.add(a, v.mul(way, s))
            if best is None or v.length(v.sub(x, point)) < v.length(v.sub(x, best)):
                best = point
        return best

    scene = Scene(gravity={"gravity": 0.0})
    field(
        scene,
        "Cable",
        [9, 9, 9],
        place,
        turn,
        scale,
        type="line",
        gravity=3.0,
        line={"points": [c for p in corners for c in p]},
    )
    starts = {
        "ByTheFirst": world([-0.3, 0.5, -0.2]),
        "ByTheSecond": world([0.9, 0.4, 0.2]),
        "BeyondTheEnd": world([-1.3, 0.2, 0.1]),
    }
    pull = towards(nearest, 3.0)
    want = []
    for who, start in starts.items():
        body(scene, who, start)
        want += expect(who, pull, start, t)
    case(
        "omi",
        "a_line_field_pulls_to_the_nearest_segment",
        "A line field pulls to the nearest point of its segments",
        "Line",
        [f"{NODE}.line.points", f"{NODE}.line.unitDistance"],
        scene,
        t,
        want,
        f"""
Two segments through {corners}, "relative to the node's transform", which rotates them and scales them by 1.5. One body
is beside the first, one beside the second, one beyond the end. The strength is 3 m/s² everywhere: `unitDistance` is
not given. Integrated along the way by the midpoint rule for {t} s.

{WHY}""",
        LATE,
        GRAVITY,
    )


def shaped():
    t, place, turn = 0.35, [0.4, 0.2, -0.3], v.turn([0.0, 1.0, 0.2], 0.5)
    half = [0.5, 0.3, 0.4]

    def nearest(x):
        local = v.rotate(v.inverse(turn), v.sub(x, place))
        return v.add(place, v.rotate(turn, [min(half[i], max(-half[i], local[i])) for i in range(3)]))

    scene = Scene(gravity={"gravity": 0.0})
    scene.root["OMI_physics_shape"] = {"shapes": [{"type": "box", "box": {"size": [1.0, 0.6, 0.8]}}]}
    scene.node(
        "Cube",
        place,
        turn,
        ext={
            BODY: {"trigger": {"shape": 1}},
            GRAVITY: {"type": "shaped", "gravity": 2.0, "shaped": {"shape": 0, "unitDistance": 0.8}},
        },
    )
    scene.root["OMI_physics_shape"]["shapes"].append({"type": "box", "box": {"size": [9.0, 9.0, 9.0]}})
    starts = {"OverAFace": [0.2, 1.0, 0.1], "OverAnEdge": [0.9, 0.8, 0.0], "OverACorner": [-0.8, -0.7, 0.9]}
    pull = towards(nearest, 2.0, 0.8)
    want = []
    for who, local in starts.items():
        start = v.add(place, v.rotate(turn, local))
        body(scene, who, start)
        want += expect(who, pull, start, t)
    case(
        "omi",
        "a_shaped_field_pulls_to_the_nearest_point_of_a_shape",
        "A shaped field makes a planet of any shape",
        "Shaped",
        [f"{NODE}.shaped.shape", f"{NODE}.shaped.unitDistance"],
        scene,
        t,
        want,
        f"""
The shape is a box of [1, 0.6, 0.8] at the node; the nearest point has each coordinate of the body, in the node's
axes, cut off at half the size. Over a face, an edge and a corner; strength 2·(0.8/d)². Integrated along the way by
the midpoint rule for {t} s.

{WHY}""",
        LATE,
        GRAVITY,
    )


def at_the_point():
    scene = Scene(gravity={"gravity": 0.0})
    field(scene, "Well", [4, 4, 4], [0.3, 0.2, 0.1], type="point", gravity=5.0, point={"unitDistance": 1.0})
    body(scene, "Ball", [0.3, 0.2, 0.1])
    case(
        "omi",
        "at_the_point_itself_nothing_pulls",
        "A body at the point of a field stays there",
        "Point",
        [f"{NODE}.point.unitDistance"],
        scene,
        0.5,
        [at("Ball", [0.3, 0.2, 0.1], 1e-3), value("Ball", "linearVelocity", [0, 0, 0], 1e-3)],
        """
There is no way to the nearest point where the body is there already, and so no direction to pull; the inverse square
has no value. The body stays, and is no infinity.

Tolerance: rounding.""",
        LATE,
        GRAVITY,
    )
    t, centre = 0.4, [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    scene = Scene(gravity={"gravity": 0.0})
    field(
        scene,
        "Rod",
        [9, 9, 9],
        type="line",
        gravity=2.0,
        line={"points": [c for p in centre for c in p], "unitDistance": 1.2},
    )
    starts = {"Middle": [0.3, 0.8, 0.6], "Beyond": [1.6, 0.8, 0.0]}
    pull = towards(lambda x: [min(1.0, max(-1.0, x[0])), 0.0, 0.0], 2.0, 1.2)
    want = []
    for who, start in starts.items():
        body(scene, who, start)
        want += expect(who, pull, start, t)
    case(
        "omi",
        "a_line_field_falls_off_with_the_square",
        "With unitDistance a line field follows the inverse square",
        "Line",
        [f"{NODE}.line.unitDistance"],
        scene,
        t,
        want,
        f"""
One segment from -1 to 1 along X; both bodies are 1 m from it, one beside and one beyond its end: 2·1.2² = 2.88 m/s²
at first. Integrated along the way by the midpoint rule for {t} s.

{WHY}""",
        LATE,
        GRAVITY,
    )


whole()
directional()
points()
round_fields(
    "disc",
    "a_disc_field_pulls_to_a_filled_circle",
    "A disc pulls straight to itself, and beside it to its edge",
    on_disc,
    "Disc",
    '"The nearest point in a filled circle": straight below within the radius of 0.8, else on the edge.',
)
round_fields(
    "torus",
    "a_torus_field_pulls_to_the_edge_of_a_circle",
    "A torus pulls to the nearest point of a circle, also from within",
    on_circle,
    "Torus",
    '"The nearest point on the edge of a hollow circle": radius 0.8.',
)
lines()
round_fields(
    "disc",
    "a_disc_field_scales_with_its_node",
    "The radius of a disc is in the node's space",
    on_disc,
    "Disc",
    "A radius of 0.5 on a node that scales by 1.6 is 0.8 m; `unitDistance` stays in metres.",
    1.6,
)
round_fields(
    "torus",
    "a_torus_field_scales_with_its_node",
    "The radius of a torus is in the node's space",
    on_circle,
    "Torus",
    "A radius of 0.5 on a node that scales by 1.6 is 0.8 m; `unitDistance` stays in metres.",
    1.6,
)
round_fields(
    "disc",
    "a_disc_field_scaled_unequally_has_the_same_area",
    "A disc on a node that scales X and Z unequally is the circle of the same area",
    on_disc,
    "Disc",
    "A radius of 0.5 on a node that scales by 2, 3 and 1.28: an ellipse of 1 m and 0.64 m, whose area is that of a circle"
    " of √(2·1.28)·0.5 = 0.8 m. The text has circles alone; Y does not count.",
    1.6,
    [2.0, 3.0, 1.28],
)
at_the_point()
shaped()
