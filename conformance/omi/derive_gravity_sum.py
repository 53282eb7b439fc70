"""Cases of OMI_physics_gravity: how fields add up, and how far they reach."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import DT, Scene, at, box, case, sphere, value
from gravity_scene import BODY, GRAVITY, LATE, NODE, body, field, fly

WHY = (
    "Tolerance: a field may begin to act a step late (an engine knows who is inside at the end of a step), and"
    " first-order integrators are off by half a step: 1.6·a·dt in speed, 1.6·a·t·dt in position, where a is the field's"
    " and, as that acts alone until then, the world's."
)


def expect(name, pull, place, t, world=0.0):
    """What to expect of a body; tolerances of one step of the field's strength, and of the world's where a field stops that."""
    x, u = fly(pull, place, t)
    strength = max(v.length(pull(place)), v.length(pull(x))) + world
    return [value(name, "linearVelocity", u, 1.6 * strength * DT + 0.005), at(name, x, 1.6 * strength * t * DT + 0.003)]


def orders():
    t, start = 0.4, [0.1, 0.2, 0.0]
    world, x, z, y = [0.0, -2.0, 0.0], [3.0, 0, 0], [0, 0, 2.5], [0, 1.5, 0]

    def blow(scene, name, vector, **more):
        strength = v.length(vector)
        field(
            scene,
            name,
            [4, 4, 4],
            type="directional",
            gravity=strength,
            directional={"direction": v.unit(vector)},
            **more,
        )

    def run(name, title, fields, pull, text, shows, section):
        scene = Scene(gravity={"gravity": 2.0})
        for at_name, (vector, more) in fields.items():
            blow(scene, at_name, vector, **more)
        body(scene, "Ball", start)
        case(
            "omi",
            name,
            title,
            section,
            [f"{NODE}.{x}" for x in shows],
            scene,
            t,
            expect("Ball", lambda _: pull, start, t, 2.0),
            f"""
{text}

    a = {pull} m/s²

{WHY}""",
            LATE,
            GRAVITY,
        )

    run(
        "fields_add_to_each_other_and_to_the_world",
        "Without further words all fields and the world's gravity add up",
        {"Wind": (x, {}), "Stream": (z, {})},
        v.add(x, z, world),
        "With `replace` and `stop` left alone, fields and the world's gravity are summed. [3, 0, 0] + [0, 0, 2.5] + [0,"
        " -2, 0].",
        ["priority", "replace", "stop"],
        "Overview",
    )
    run(
        "replace_discards_what_came_before",
        "replace throws away what fields of higher priority have given",
        {
            "Last": (z, {"priority": -5}),
            "First": (x, {"priority": 20}),
            "Second": (y, {"priority": 10, "replace": True}),
        },
        v.add(y, z, world),
        "In the order of priority: First [3, 0, 0]; Second replaces it with [0, 1.5, 0]; Last adds [0, 0, 2.5]; the"
        " world, which is always the last, adds [0, -2, 0]. (The order in the file is another.)",
        ["replace", "priority"],
        "Replace",
    )
    run(
        "stop_ends_the_sum",
        "stop leaves out fields of lower priority and the world",
        {"Low": (z, {"priority": 1}), "High": (x, {"priority": 3}), "Middle": (y, {"priority": 2, "stop": True})},
        v.add(x, y),
        "High [3, 0, 0], then Middle [0, 1.5, 0], which stops: neither Low nor the world's gravity counts.",
        ["stop", "priority"],
        "Stop",
    )
    run(
        "replace_and_stop_leave_one_field_alone",
        "A field that replaces and stops is alone",
        {
            "Low": (z, {"priority": 1}),
            "High": (x, {"priority": 3}),
            "Middle": (y, {"priority": 2, "stop": True, "replace": True}),
        },
        y,
        "Middle discards what High gave, and stops before Low and the world: [0, 1.5, 0] is all.",
        ["stop", "replace", "priority"],
        "Overview",
    )
    run(
        "a_field_of_higher_priority_is_not_replaced_by_the_world",
        "The world's gravity adds to fields, it does not replace them",
        {"Only": (x, {"priority": -2000, "replace": True})},
        v.add(x, world),
        "Even the lowest priority comes before the world: [3, 0, 0] + [0, -2, 0].",
        ["priority", "replace"],
        "Priority",
    )


def volumes():
    t = 0.4
    scene = Scene(gravity={"gravity": 0.0})
    scene.node(
        "Lift", [0, 0, 0], trigger={"nodes": ["Low", "Top"]}, ext={GRAVITY: {"type": "directional", "gravity": -3.0}}
    )
    scene.node("Low", [0, 0, 0], parent="Lift", trigger={"shape": box(1, 1, 1)})
    scene.node("Top", [2.0, 0.5, 0], parent="Lift", trigger={"shape": sphere(0.6)})
    places = {"InLow": [0.3, 0.1, 0], "InTop": [2.1, 0.4, 0.1], "Between": [1.0, 0.2, 0.0]}
    want = []
    for who, place in places.items():
        body(scene, who, place)
        want += expect(who, lambda x: [0, 3.0, 0], place, t) if who != "Between" else [at(who, place, 1e-4)]
    case(
        "omi",
        "a_field_reaches_as_far_as_its_compound_trigger",
        "A field acts in all parts of a compound trigger, and nowhere else",
        "Overview",
        [f"{NODE}.gravity", f"{BODY}/node.trigger.nodes"],
        scene,
        t,
        want,
        f"""
A field reaches as far as the shapes of its trigger. -3 m/s² along the default direction [0, -1, 0] lifts what is in
either part by 3 m/s², and not what is between them.

{WHY}""",
        LATE,
        GRAVITY,
    )
    scene = Scene(gravity={"gravity": 0.0})
    field(scene, "Gate", [0.6, 4, 4], [0, 0, 0], type="directional", gravity=2.0)
    scene.node(
        "Ball", [-0.8, 0, 0], motion={"mass": 1.0, "linearVelocity": [1.0, 0, 0]}, collider={"shape": sphere(0.05)}
    )
    inside = 0.7
    case(
        "omi",
        "a_field_ends_where_its_trigger_does",
        "A body that flies through a field is pulled while it is inside",
        "Overview",
        [f"{NODE}.gravity"],
        scene,
        1.6,
        [value("Ball", "linearVelocity", [1.0, -2.0 * inside, 0], 2.0 * 3 * DT)],
        f"""
The gate is 0.6 m wide; the ball of radius 0.05 overlaps it for 0.6 + 0.1 m, at 1 m/s for {inside} s, and gets
-2·{inside} = {-2 * inside} m/s.

Tolerance: three steps of 2 m/s², 0.1 m/s: in and out are known at the ends of steps.""",
        LATE,
        GRAVITY,
    )


orders()
volumes()
