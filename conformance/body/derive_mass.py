"""Cases of KHR_physics_rigid_bodies, "Motions": what mass, inertia and centre of mass do."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, DT, EVERY, KHR, OMI, Scene, at, box, case, motion, sphere, turned, value

SECTION = "Motions"
FREE = (0, 0, 0)  # no gravity


def impulses():
    t, mass, impulse = 0.5, 2.5, [3.0, -1.0, 2.0]
    scene = Scene()
    scene.node("Target", [0.1, 0.2, 0.3], motion={"mass": mass}, collider={"shape": sphere(0.3)})
    speed = v.mul(impulse, 1 / mass)
    case(
        "body",
        "an_impulse_changes_speed_by_its_share_of_mass",
        "An impulse J changes the velocity by J/m",
        SECTION,
        ["motion.mass"],
        scene,
        t,
        [value("Target", "linearVelocity", speed, 1e-3), at("Target", v.add([0.1, 0.2, 0.3], v.mul(speed, t)), 2e-3)],
        f"""
J = {impulse} N·s at the centre of mass at t = 0, m = {mass} kg: v = J/m = {[round(x, 3) for x in speed]} m/s, and x =
x0 + v t at {t} s.

Tolerance: no force acts after the impulse, so every integrator is exact up to rounding.""",
        EVERY,
        gravity=FREE,
        actions=[{"time": 0, "node": "Target", "impulse": impulse}],
    )


def off_centre_impulse():
    mass, inertia = 2.0, [0.5, 0.8, 1.1]
    position, point, impulse = [1.0, 0.5, -0.4], [1.3, 0.7, -0.4], [0.0, 0.0, 0.9]
    arm = v.sub(point, position)
    twist = v.cross(arm, impulse)
    spin = [twist[i] / inertia[i] for i in range(3)]
    scene = Scene()
    scene.node("Plate", position, motion=motion(mass, inertia), collider={"shape": box(0.8, 0.6, 0.1)})
    off = max(abs(x) for x in spin) ** 2 * DT * 1.2
    case(
        "body",
        "an_impulse_off_the_centre_also_turns",
        "An impulse off the centre of mass rotates by the inverse of the inertia",
        SECTION,
        ["motion.mass", "motion.inertiaDiagonal"],
        scene,
        DT,
        [
            value("Plate", "linearVelocity", v.mul(impulse, 1 / mass), 1e-3),
            value("Plate", "angularVelocity", spin, off),
        ],
        f"""
r = point - centre = {[round(x, 2) for x in arm]}, J = {impulse}: angular impulse r×J = {[round(x, 3) for x in twist]}
N·m·s.

    v = J/m = [0, 0, {impulse[2] / mass}]
    w = (r×J)/I = [{spin[0]:.4f}, {spin[1]:.4f}, {spin[2]:.4f}] rad/s, component by component: the inertia is diagonal in the node's axes

One step later. Tolerance: the gyroscopic term changes w by no more than |w|²·dt·1.2 = {off:.4f} rad/s in a step
(ratios of moments are below 1.2); an engine without the term is as good here.""",
        EVERY,
        gravity=FREE,
        actions=[{"time": 0, "node": "Plate", "impulse": impulse, "point": point}],
    )


def collision():
    t, m1, m2, speed = 1.0, 3.0, 1.8, 1.2
    scene = Scene()
    dull = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene.node(
        "Truck",
        [-0.6, 0, 0],
        motion={"mass": m1, "linearVelocity": [speed, 0, 0]},
        collider={"shape": box(0.4, 0.4, 0.4), "material": dull},
    )
    scene.node("Cart", [0.1, 0, 0], motion={"mass": m2}, collider={"shape": box(0.4, 0.4, 0.4), "material": dull})
    after = m1 * speed / (m1 + m2)
    hit = (0.7 - 0.4) / speed

    case(
        "body",
        "a_dull_collision_shares_momentum_by_mass",
        "Two bodies that meet without restitution go on together, momentum kept",
        SECTION,
        ["motion.mass", "material.restitution"],
        scene,
        t,
        [
            value("Truck", "linearVelocity", [after, 0, 0], 0.1),
            value("Cart", "linearVelocity", [after, 0, 0], 0.1),
            value("Truck", "model.translation.x", -0.3 + after * (t - hit), 0.08),
            value("Cart", "model.translation.x", 0.1 + after * (t - hit), 0.08),
        ],
        f"""
Momentum: m1 v = (m1 + m2) u, u = {m1}·{speed}/{m1 + m2} = {after:.4f} m/s. The gap of 0.3 m is closed after {hit} s,
with the truck's centre at -0.3 and the cart's at 0.1; then both go u·({t} - {hit}) = {after * (t - hit):.4f} m.

Tolerance: bodies that overlap by a part of the step's way ({speed}·dt = 0.02 m) are pushed apart again, which may
leave up to a twelfth of the approach, 0.1 m/s, between them; in the {t - hit:.2f} s after the impact that is 0.075 m,
and 5 mm are slop. (Equal masses would have u = {speed / 2}.)""",
        ALL,
        gravity=FREE,
    )


def infinite_mass():
    scene = Scene()
    bouncy = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 1.0}
    scene.node(
        "Rock",
        [0, 0, 0],
        motion={"mass": 0.0, "linearVelocity": [0.3, 0.1, 0]},
        collider={"shape": box(0.4, 1.0, 1.0), "material": bouncy},
    )
    scene.node(
        "Ball",
        [-1.0, 0, 0],
        motion={"mass": 5.0, "linearVelocity": [2.0, 0, 0]},
        collider={"shape": sphere(0.2), "material": bouncy},
    )
    case(
        "body",
        "a_mass_of_zero_is_infinite",
        "A mass of 0 stands for infinity: nothing changes that body's velocity",
        SECTION,
        ["motion.mass"],
        scene,
        1.0,
        [at("Rock", [0.3, 0.1, 0], 2e-3), value("Ball", "linearVelocity.x", 2 * 0.3 - 2.0, 0.08)],
        """
JSON has no infinity; the text has 0 stand for it. An impulse of 40 N·s and a ball of 5 kg leave the rock at its
velocity: [0.3, 0.1, 0]·1 s. The ball bounces off something that does not give way, with restitution 1: relative to
the rock its velocity 2 - 0.3 reverses, so that u = 0.3 - 1.7 = -1.4 m/s. (With a finite mass of the rock both
would differ.)

Tolerance: straight motion is exact; 0.08 m/s (5 % of the approach) for solvers that stop short of full restitution.""",
        KHR,
        gravity=FREE,
        actions=[{"time": 0, "node": "Rock", "impulse": [40, 0, 0]}],
    )


def inertia():
    """Angular impulses along the principal axes: w = L / D on each, and no gyroscopic term."""
    orientation, own = v.turn([1, -2, 0.5], 0.8), v.turn([0.3, 1, -1], 1.1)
    diagonal, twist = [0.4, 0.9, 0.7], 0.6
    scene, expect, actions = Scene(), [], []
    for i, name in enumerate(("First", "Second", "Third")):
        scene.node(
            name,
            [2.0 * i, 0, 0],
            own,
            motion=motion(3.0, diagonal, inertiaOrientation=orientation),
            collider={"shape": sphere(0.3)},
        )
        axis = v.rotate(v.qmul(own, orientation), [float(i == k) for k in range(3)])
        actions.append({"time": 0, "node": name, "angularImpulse": [round(x, 7) for x in v.mul(axis, twist)]})
        expect.append(value(name, "angularVelocity", v.mul(axis, twist / diagonal[i]), 0.005))
        expect.append(turned(name, v.qmul(v.turn(axis, twist / diagonal[i] * 0.5), own), 0.03))
    case(
        "body",
        "inertia_is_given_by_its_diagonal_and_orientation",
        "inertiaOrientation rotates the principal axes, inertiaDiagonal weighs them",
        SECTION,
        ["motion.inertiaDiagonal", "motion.inertiaOrientation"],
        scene,
        0.5,
        expect,
        f"""
The text's product of orientation and diagonal is a tensor only as R D Rᵀ, with R taking "from inertia major axis
space to node space". In the world the principal axes are e = Rn Ro ei.

An angular impulse L = {twist} N·m·s along a principal axis gives w = L/D about the same axis, for good:
{twist}/{diagonal[0]}, {twist}/{diagonal[1]}, {twist}/{diagonal[2]} = {twist / diagonal[0]:.4f},
{twist / diagonal[1]:.4f}, {twist / diagonal[2]:.4f} rad/s about each of the three. (With Ro rotated the other way
round, or D permuted, the impulse would not be along a principal axis and w would point elsewhere.)

Rotation after 0.5 s: exp(w·0.5) Rn. Tolerance: steady rotation; 0.005 rad/s, and 0.03 rad (one step of 1.5 rad/s is
0.025 rad).""",
        EVERY,
        gravity=FREE,
        actions=actions,
    )


def infinite_inertia():
    scene = Scene()
    diagonal = [0.5, 0.0, 0.8]
    scene.node("Spindle", [0, 0, 0], motion=motion(2.0, diagonal), collider={"shape": sphere(0.3)})
    scene.node("Other", [3, 0, 0], motion=motion(2.0, diagonal), collider={"shape": sphere(0.3)})
    case(
        "body",
        "a_moment_of_inertia_of_zero_is_infinite",
        "A component 0 of inertiaDiagonal stands for infinity about that axis alone",
        SECTION,
        ["motion.inertiaDiagonal"],
        scene,
        0.4,
        [
            value("Spindle", "angularVelocity", [0, 0, 0], 1e-4),
            value("Spindle", "model.rotation", [0, 0, 0, 1], 1e-4),
            value("Other", "angularVelocity", [0, 0, 0.5], 1e-3),
            value("Other", "model.rotation", v.turn([0, 0, 1], 0.2), 0.01),
        ],
        """
About Y the inertia is infinite: an angular impulse of 5 N·m·s about Y does nothing. About Z it is 0.8: 0.4 N·m·s give
0.5 rad/s, and 0.5·0.4 = 0.2 rad after 0.4 s.

Tolerance: nothing happens exactly (1e-4 is rounding); one step of 0.5 rad/s is 0.0083 rad.""",
        KHR + OMI,
        gravity=FREE,
        actions=[
            {"time": 0, "node": "Spindle", "angularImpulse": [0, 5, 0]},
            {"time": 0, "node": "Other", "angularImpulse": [0, 0, 0.4]},
        ],
    )


def centre_of_mass():
    t, own, centre, scale = 0.9, v.turn([0, 1, 0.4], 0.7), [0.3, -0.2, 0.5], 1.6
    inertia, twist = 0.5, [0.2, 0.45, -0.3]
    spin = v.mul(twist, 1 / inertia)
    for name, factor, title in (
        ("a_body_turns_about_its_centre_of_mass", 1.0, "A body rotates about its centerOfMass, given in node space"),
        (
            "the_centre_of_mass_scales_with_the_node",
            scale,
            "centerOfMass is in node space: the node's scale applies to it",
        ),
    ):
        scene = Scene()
        start = [0.4, 1.0, -0.2]
        scene.node(
            "Hammer",
            start,
            own,
            None if factor == 1 else [factor] * 3,
            motion=motion(2.0, [inertia] * 3, centerOfMass=centre),
        )
        fixed = v.add(start, v.rotate(own, v.mul(centre, factor)))
        after = v.qmul(v.turn_by(v.mul(spin, t)), own)
        end = v.sub(fixed, v.rotate(after, v.mul(centre, factor)))
        expect = [at("Hammer", end, 0.01), value("Hammer", "angularVelocity", spin, 2e-3)]
        if factor == 1:
            expect.append(turned("Hammer", after, 0.01))
        case(
            "body",
            name,
            title,
            SECTION,
            ["motion.centerOfMass"],
            scene,
            t,
            expect,
            f"""
An angular impulse L = {twist} leaves the centre of mass where it is, at c = start + R ({factor}·{centre}) =
[{fixed[0]:.4f}, {fixed[1]:.4f}, {fixed[2]:.4f}], and rotates the body about it at w = L/I =
{[round(x, 3) for x in spin]} rad/s (the same inertia {inertia} about all axes).

    R(t) = exp(w t) R
    node = c - R(t) ({factor}·centerOfMass) = [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}]  at t = {t} s

Tolerance: a quaternion updated to first order is off by t·w³·dt²/12 < 1e-3 rad, at an arm of
{factor * v.length(centre):.2f} m below 1 mm; 1 cm is allowed for engines that apply the impulse a step late
(|w|·dt·arm = {v.length(spin) * DT * v.length(centre) * factor:.3f} m).""",
            ALL if factor == 1 else KHR,
            gravity=FREE,
            actions=[{"time": 0, "node": "Hammer", "angularImpulse": twist}],
        )


def from_colliders():
    """Nothing given: mass and inertia from the volume, so that only ratios of masses are known."""
    dull = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene = Scene()
    scene.node(
        "Small",
        [-0.7, 0, 0],
        motion={"linearVelocity": [1.5, 0, 0]},
        collider={"shape": box(0.2, 0.3, 0.4), "material": dull},
    )
    scene.node("Large", [0.2, 0, 0], motion={}, collider={"shape": box(0.4, 0.6, 0.5), "material": dull})
    small, large = 0.2 * 0.3 * 0.4, 0.4 * 0.6 * 0.5
    after = small * 1.5 / (small + large)
    case(
        "body",
        "mass_that_is_not_given_comes_from_the_volume",
        "Without mass, a body weighs as the volume of its colliders",
        SECTION,
        ["motion.mass", "shape.box.size"],
        scene,
        1.0,
        [value("Small", "linearVelocity", [after, 0, 0], 0.1), value("Large", "linearVelocity", [after, 0, 0], 0.1)],
        f"""
What is not given is left to the engine, which takes it from the volume of the colliders. Whatever the density, the
masses are as the volumes, {small:.3f} : {large:.3f} m³, and after a dull collision both go at u =
1.5·{small:.3f}/{small + large:.3f} = {after:.4f} m/s.

Tolerance: a fifteenth of the approach, for solvers that push overlapping bodies apart again. (With equal masses u
would be 0.75.)""",
        gravity=FREE,
    )


def compound():
    """Two boxes off the node's origin, mass given."""
    mass = 4.0
    sizes, places = ([0.6, 0.2, 0.2], [0.2, 0.8, 0.4]), ([0.5, 0.1, 0.0], [-0.3, 0.0, 0.2])
    volumes = [s[0] * s[1] * s[2] for s in sizes]
    total = sum(volumes)
    masses = [mass * vol / total for vol in volumes]
    centre = v.mul(v.add(*[v.mul(p, m) for p, m in zip(places, masses)]), 1 / mass)
    tensor = [[0.0] * 3 for _ in range(3)]
    for s, p, m in zip(sizes, places, masses):
        d = v.sub(p, centre)
        for i in range(3):
            for j in range(3):
                own = m * (s[(i + 1) % 3] ** 2 + s[(i + 2) % 3] ** 2) / 12 if i == j else 0.0
                tensor[i][j] += own + m * ((v.dot(d, d) if i == j else 0.0) - d[i] * d[j])
    spin = [0.25, -0.2, 0.3]
    twist = [round(x, 6) for x in v.apply(tensor, spin)]
    scene = Scene()
    scene.node("Frame", [0.3, 0.1, 0.2], motion={"mass": mass})
    for i, (s, p) in enumerate(zip(sizes, places)):
        scene.node(f"Part{i}", list(p), parent="Frame", collider={"shape": box(*s)})
    end = v.sub(v.add([0.3, 0.1, 0.2], centre), v.rotate(v.turn_by(v.mul(spin, DT)), centre))
    case(
        "body",
        "several_colliders_make_one_inertia",
        "The inertia of several colliders is about their common centre of mass",
        SECTION,
        ["motion.mass", "collider.shape"],
        scene,
        DT,
        [value("Frame", "angularVelocity", spin, 0.004), at("Frame", end, 0.002)],
        f"""
Two boxes of one density share 4 kg by volume, {masses[0]:.4f} and {masses[1]:.4f} kg. Their common centre is at
[{centre[0]:.4f}, {centre[1]:.4f}, {centre[2]:.4f}]; by the parallel axis theorem, I = Σ m (s² terms)/12 + m (d² - d
dᵀ):

    I = [{', '.join(f'{x:.4f}' for x in tensor[0])}; {', '.join(f'{x:.4f}' for x in tensor[1])}; {', '.join(f'{x:.4f}' for x in tensor[2])}]

The angular impulse I·w with w = {spin} is given, so that w comes out after one step.

Tolerance: the gyroscopic term of one step, |w|²·dt·ratio of moments
({max(tensor[i][i] for i in range(3)) / min(tensor[i][i] for i in range(3)):.1f}) = 0.004 rad/s.""",
        gravity=FREE,
        actions=[{"time": 0, "node": "Frame", "angularImpulse": twist}],
    )


for write in (
    impulses,
    off_centre_impulse,
    collision,
    infinite_mass,
    inertia,
    infinite_inertia,
    centre_of_mass,
    from_colliders,
    compound,
):
    write()
