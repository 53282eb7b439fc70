"""Cases of "Physics Materials": friction, restitution and how two materials combine."""

import itertools
import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, DT, G, KHR, Scene, at, box, case, sphere, value

SECTION = "Physics Materials"
STAY = {"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]}
POLICIES = ["average", "minimum", "maximum", "multiply"]  # in the order in which either decides
COMBINE = {"average": lambda a, b: (a + b) / 2, "minimum": min, "maximum": max, "multiply": lambda a, b: a * b}
RESTITUTION, FRICTION = (0.8, 0.5), (0.7, 0.3)
SPEED = 2.0


def material(restitution, friction, policy):
    out = {"staticFriction": friction, "dynamicFriction": friction, "restitution": restitution}
    if policy:
        out.update({"frictionCombine": policy, "restitutionCombine": policy})
    return out


def lanes(scene, tag, z, mine, other):
    """A ball that flies at a wall without gravity, and a brick that slides on a floor; `mine` is the movers' material."""
    scene.node(f"Wall{tag}", [0.0, 5.0, z], collider={"shape": box(0.4, 1.0, 1.0), "material": other})
    scene.node(
        f"Ball{tag}",
        [-0.8, 5.0, z],
        motion={"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [SPEED, 0, 0]},
        collider={"shape": sphere(0.2), "material": mine},
    )
    scene.node(f"Floor{tag}", [0.0, -0.5, z], collider={"shape": box(8.0, 1.0, 1.0), "material": other})
    scene.node(
        f"Brick{tag}",
        [-1.0, 0.1, z],
        motion={**STAY, "linearVelocity": [SPEED, 0, 0]},
        collider={"shape": box(0.4, 0.2, 0.3), "material": mine},
    )


def measured(t, restitution, friction, tags):
    slide = SPEED - friction * G * t
    out = []
    for tag in tags:
        out += [
            value(f"Ball{tag}", "linearVelocity.x", -restitution * SPEED, 0.1),
            value(f"Brick{tag}", "linearVelocity.x", slide, 0.11),
        ]
    return out, slide


def pairs():
    t = 0.26
    for first, second in itertools.combinations_with_replacement(POLICIES, 2):
        decides = first  # the earlier of the list
        e, mu = COMBINE[decides](*RESTITUTION), COMBINE[decides](*FRICTION)
        scene = Scene()
        lanes(
            scene, "A", 0.0, material(RESTITUTION[0], FRICTION[0], first), material(RESTITUTION[1], FRICTION[1], second)
        )
        lanes(
            scene, "B", 2.0, material(RESTITUTION[0], FRICTION[0], second), material(RESTITUTION[1], FRICTION[1], first)
        )
        expect, slide = measured(t, e, mu, "AB")
        same = first == second
        name = f"both_{first}" if same else f"{first}_decides_over_{second}"
        title = f"Two materials that ask for {first}" if same else f"Of {first} and {second}, {first} decides"
        case(
            "material",
            name,
            title,
            SECTION,
            [
                "collider.physicsMaterial",
                "material.frictionCombine",
                "material.restitutionCombine",
                "material.restitution",
                "material.dynamicFriction",
            ],
            scene,
            t,
            expect,
            f"""
The first of average, minimum, maximum, multiply that either material names decides. Here
{first}{'' if same else f' (against {second})'}, in lane A
{'on both sides' if same else 'the policy of what moves, in lane B that of what stands'}:

    restitution {RESTITUTION[0]}, {RESTITUTION[1]} → {e:.3f}; a ball at {SPEED:g} m/s leaves the wall at {-e * SPEED:.3f} m/s (it has gravityFactor 0)
    friction {FRICTION[0]}, {FRICTION[1]} → {mu:.3f}; a brick slows from {SPEED:g} m/s by µ·g·t to {slide:.4f} m/s in {t} s

(The four policies would give restitutions of 0.65, 0.5, 0.8, 0.4 and frictions of 0.5, 0.3, 0.7, 0.21.)

Tolerance: 0.1 m/s of the rebound, 5 % of the approach, for solvers of impacts in fixed steps; 0.11 m/s of the slide,
a step of the largest µ g, in which the contact may not be there yet ({0.7 * G * DT:.3f} m/s). The nearest policies
differ by 0.2 m/s and more.""",
            ALL,
        )


def no_policy():
    t = 0.26
    for policy in ("minimum", "maximum", "multiply"):
        e, mu = COMBINE[policy](*RESTITUTION), COMBINE[policy](*FRICTION)
        scene = Scene()
        lanes(
            scene, "A", 0.0, material(RESTITUTION[0], FRICTION[0], None), material(RESTITUTION[1], FRICTION[1], policy)
        )
        lanes(
            scene, "B", 2.0, material(RESTITUTION[0], FRICTION[0], policy), material(RESTITUTION[1], FRICTION[1], None)
        )
        expect, slide = measured(t, e, mu, "AB")
        case(
            "material",
            f"{policy}_decides_over_none",
            f"A material that names no policy leaves it to the other's {policy}",
            SECTION,
            ["material.frictionCombine", "material.restitutionCombine"],
            scene,
            t,
            expect,
            f"""
The list asks what "either uses". A material without a policy uses none (the schema has no default), so the other
one's decides: {policy}. Restitution {e:.3f}: {-e * SPEED:.3f} m/s; friction {mu:.3f}: {slide:.4f} m/s after {t} s.

Tolerance: as in the cases of pairs, 0.1 and 0.11 m/s.""",
            KHR,
        )
    scene = Scene()
    lanes(scene, "A", 0.0, material(RESTITUTION[0], FRICTION[0], None), material(RESTITUTION[1], FRICTION[1], None))
    expect, slide = measured(t, 0.65, 0.5, "A")
    case(
        "material",
        "without_any_policy_values_are_averaged",
        "Two materials without policies are averaged",
        SECTION,
        ["material.frictionCombine", "material.restitutionCombine"],
        scene,
        t,
        expect,
        f"""
The text has no rule where neither names a policy. The first of the list is taken, which is also what OMI_physics_body
has as its default: restitution 0.65, friction 0.5, {slide:.4f} m/s after {t} s.

Tolerance: as in the cases of pairs.""",
        ALL,
    )
    scene = Scene()
    mixed = {
        "staticFriction": 0.7,
        "dynamicFriction": 0.7,
        "restitution": 0.8,
        "frictionCombine": "maximum",
        "restitutionCombine": "minimum",
    }
    plain = {
        "staticFriction": 0.3,
        "dynamicFriction": 0.3,
        "restitution": 0.5,
        "frictionCombine": "multiply",
        "restitutionCombine": "multiply",
    }
    lanes(scene, "A", 0.0, mixed, plain)
    expect, slide = measured(t, 0.5, 0.7, "A")
    case(
        "material",
        "friction_and_restitution_have_their_own_policies",
        "frictionCombine and restitutionCombine do not touch each other",
        SECTION,
        ["material.frictionCombine", "material.restitutionCombine"],
        scene,
        t,
        expect,
        f"""
Friction: maximum of 0.7 and 0.3. Restitution: minimum of 0.8 and 0.5. Rebound at -1 m/s, slide at {slide:.4f} m/s
after {t} s.

Tolerance: as in the cases of pairs.""",
        ALL,
    )


def defaults():
    t = 0.25
    scene = Scene()
    lanes(
        scene,
        "A",
        0.0,
        {"frictionCombine": "minimum", "restitutionCombine": "minimum"},
        {
            "frictionCombine": "minimum",
            "restitutionCombine": "minimum",
            "restitution": 0.9,
            "dynamicFriction": 0.9,
            "staticFriction": 0.9,
        },
    )
    lanes(
        scene,
        "B",
        2.0,
        {"frictionCombine": "maximum", "restitutionCombine": "maximum"},
        {
            "frictionCombine": "maximum",
            "restitutionCombine": "maximum",
            "restitution": 0.0,
            "dynamicFriction": 0.1,
            "staticFriction": 0.1,
        },
    )
    expect, slide = measured(t, 0.0, 0.6, "AB")
    case(
        "material",
        "numbers_that_are_not_given_are_0_6_0_6_and_0",
        "Friction is 0.6 and restitution 0 where a material does not say",
        SECTION,
        ["material.staticFriction", "material.dynamicFriction", "material.restitution"],
        scene,
        t,
        expect,
        f"""
Defaults of the schema: staticFriction and dynamicFriction 0.6, restitution 0. Lane A takes the smaller of them and
0.9, lane B the larger of them and 0.1 (0 for restitution): both leave the defaults. No rebound, and {SPEED:g} -
0.6·g·{t} = {slide:.4f} m/s of slide.

Tolerance: as in the cases of pairs, 0.1 and 0.11 m/s.""",
        ALL,
    )


def incline(name, title, static, dynamic, moving, t, text, shows):
    """A brick on a slope of tan a = 0.65, at rest or sliding down."""
    angle = math.atan(0.65)
    turn = v.turn([0, 0, 1], -angle)  # down along +X
    scene = Scene()
    rough = {"staticFriction": static, "dynamicFriction": dynamic}
    scene.node("Slope", [0, 0, 0], turn, collider={"shape": box(16.0, 0.4, 2.0), "material": rough})
    along, normal = v.rotate(turn, [1, 0, 0]), v.rotate(turn, [0, 1, 0])
    start = v.add(v.mul(along, -4.0), v.mul(normal, 0.2 + 0.1))
    scene.node(
        "Brick",
        start,
        turn,
        motion={**STAY, **({"linearVelocity": [moving, 0, 0]} if moving else {})},
        collider={"shape": box(0.5, 0.2, 0.4), "material": rough},
    )
    accelerates = G * (math.sin(angle) - dynamic * math.cos(angle))
    stays = moving == 0 and static > 0.65
    if stays:
        expect = [at("Brick", start, 0.01)]
    else:
        speed = moving + accelerates * t
        way = moving * t + accelerates * t * t / 2
        expect = [
            value("Brick", "linearVelocity", v.mul(along, speed), 0.15),
            at("Brick", v.add(start, v.mul(along, way)), 0.15),
        ]
    case(
        "material",
        name,
        title,
        SECTION,
        shows,
        scene,
        t,
        expect,
        f"""
A slope with tan a = 0.65 (33.02°), static friction {static}, dynamic {dynamic}. {text}

    a = g (sin a - µ cos a) = {accelerates:.4f} m/s² while sliding

Tolerance:
{'it stays within 1 cm' if stays else 'engines that distinguish static and dynamic friction do so below a small speed (0.05 m/s, a hundredth of a second), and the first step may have no contact: 0.15 m/s, and as much in position over a second'}.""",
        ALL,
    )


def slopes():
    shows = ["material.staticFriction", "material.dynamicFriction"]
    incline(
        "static_friction_holds_what_lies_still",
        "Static friction above the slope holds a brick at rest",
        0.8,
        0.3,
        0.0,
        2.0,
        "0.65 < 0.8: at rest, it stays at rest, though dynamic friction alone would let it go.",
        shows,
    )
    incline(
        "dynamic_friction_slows_what_slides",
        "Dynamic friction below the slope lets a sliding brick go on",
        0.8,
        0.3,
        1.0,
        1.0,
        "It slides at 1 m/s: dynamic friction counts, 0.3 < 0.65, and it gets faster.",
        shows,
    )
    incline(
        "a_slope_beyond_static_friction_lets_go",
        "A slope steeper than static friction starts the slide",
        0.4,
        0.2,
        0.0,
        1.0,
        "0.65 > 0.4: it starts on its own, and dynamic friction counts from there.",
        shows,
    )
    incline(
        "without_friction_everything_slides",
        "Without friction the whole pull along the slope remains",
        0.0,
        0.0,
        0.0,
        0.8,
        "Nothing holds it.",
        shows,
    )


def bounces():
    t = 0.9
    scene = Scene()
    springy = {"restitution": 1.0, "staticFriction": 0.0, "dynamicFriction": 0.0}
    scene.node(
        "Cue",
        [-0.8, 0, 0],
        motion={"mass": 2.0, "linearVelocity": [1.5, 0, 0]},
        collider={"shape": sphere(0.2), "material": springy},
    )
    scene.node("Target", [0.0, 0, 0], motion={"mass": 0.5}, collider={"shape": sphere(0.2), "material": springy})
    u1, u2 = 1.5 * (2.0 - 0.5) / 2.5, 1.5 * 2 * 2.0 / 2.5
    case(
        "material",
        "an_elastic_collision_keeps_energy",
        "Restitution 1 keeps momentum and energy",
        SECTION,
        ["material.restitution"],
        scene,
        t,
        [value("Cue", "linearVelocity.x", u1, 0.09), value("Target", "linearVelocity.x", u2, 0.15)],
        f"""
u1 = v (m1 - m2)/(m1 + m2) = {u1:.3f}, u2 = v·2 m1/(m1 + m2) = {u2:.3f} m/s with m1 = 2, m2 = 0.5 and v = 1.5.

Tolerance: 6 % for solvers of impacts in fixed steps.""",
        ALL,
        gravity=(0, 0, 0),
    )
    scene = Scene()
    for i, (name, e) in enumerate((("Low", 0.5), ("High", 0.7))):
        bouncy = {"restitution": e, "restitutionCombine": "maximum"}
        scene.node(
            f"Floor{name}",
            [2.0 * i, -0.5, 0],
            collider={"shape": box(1.5, 1, 1.5), "material": {"restitution": 0.0, "restitutionCombine": "maximum"}},
        )
        scene.node(name, [2.0 * i, 1.2, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2), "material": bouncy})
    drop = 1.0
    fall = math.sqrt(2 * drop / G)
    expect = []
    rows = []
    for name, e in (("Low", 0.5), ("High", 0.7)):
        up = e * math.sqrt(2 * G * drop)
        top_time = fall + up / G
        rows.append(f"    e = {e}: up at {up:.3f} m/s, {e * e * drop:.3f} m high after {top_time:.3f} s")
    t = fall + 0.7 * math.sqrt(2 * G * drop) / G
    high = 0.49 * drop
    since = t - fall
    low = 0.5 * math.sqrt(2 * G * drop) * since - G * since * since / 2
    expect = [
        value("High", "model.translation.y", 0.2 + high, 0.08),
        value("Low", "model.translation.y", 0.2 + low, 0.08),
    ]
    lines = "\n".join(rows)
    case(
        "material",
        "a_ball_bounces_to_the_square_of_restitution",
        "A dropped ball rises to e² of its height",
        SECTION,
        ["material.restitution"],
        scene,
        round(t * 60) / 60,
        expect,
        f"""
A drop of {drop} m arrives at √(2 g h) = {math.sqrt(2 * G * drop):.3f} m/s after {fall:.3f} s and leaves with e times
that:

{lines}

Measured at {t:.3f} s (the whole number of steps next to it), when the ball of e = 0.7 is at its top, {0.2 + high:.3f}
m; the other one is on its way down again, at 0.2 + v τ - g τ²/2 = {0.2 + low:.3f} m with τ = {since:.3f} s since the
impact.

Tolerance: the impact is rounded to a step of {math.sqrt(2 * G * drop) * DT:.3f} m: 0.08 m, of speeds that differ by a
step of gravity ({G * DT:.2f} m/s) for half a second.""",
        ALL,
    )


for write in (pairs, no_policy, defaults, slopes, bounces):
    write()
