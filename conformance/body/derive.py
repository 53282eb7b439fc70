"""Cases of KHR_physics_rigid_bodies, "Motions": how a body moves."""

import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, DT, EVERY, G, SLOP, Scene, at, box, case, motion, sphere, value

SECTION = "Motions"
FREE = (0, 0, 0)  # no gravity


def falling():
    t, start = 0.7, [0.4, 3.0, -0.6]
    scene = Scene()
    for name, mass, x in (("Light", 0.05, 0.0), ("Heavy", 400.0, 2.0)):
        scene.node(name, v.add(start, [x, 0, 0]), motion={"mass": mass}, collider={"shape": sphere(0.25)})
    fall = G * t * t / 2
    off = G * t * DT / 2
    case(
        "body",
        "free_fall_takes_no_heed_of_mass",
        "A body of any mass falls with the acceleration of gravity",
        SECTION,
        ["motion.gravityFactor", "motion.linearVelocity"],
        scene,
        t,
        [
            at("Light", v.add(start, [0, -fall, 0]), 1.05 * off),
            at("Heavy", v.add(start, [2, -fall, 0]), 1.05 * off),
            value("Light", "linearVelocity", [0, -G * t, 0], 0.01),
            value("Heavy", "linearVelocity", [0, -G * t, 0], 0.01),
        ],
        f"""
Gravity is 9.81 m/s² along -Y where nothing says otherwise; `gravityFactor` is 1 and `linearVelocity` 0 where not
given.

    y(t) = y0 - g t²/2 = {start[1]} - {fall:.4f} = {start[1] - fall:.4f}  at t = {t} s
    v(t) = -g t = {-G * t:.4f} m/s

Tolerance: a first-order integrator of step dt is off by g·t·dt/2 = {off:.4f} m (semi-implicit Euler falls that much
too far, explicit Euler that much too short), and 5 % are added for rounding. Speeds add up exactly in both; 0.01 m/s
is rounding.""",
        EVERY,
    )


def factors():
    t, factors = 0.6, {"None": 0.0, "Double": 2.0, "Balloon": -0.7, "Half": 0.5}
    scene, expect = Scene(), []
    for i, (name, factor) in enumerate(factors.items()):
        scene.node(
            name, [i * 1.5, 1.0, 0.3], motion={"mass": 2.0, "gravityFactor": factor}, collider={"shape": sphere(0.2)}
        )
        expect += [
            value(name, "linearVelocity", [0, -factor * G * t, 0], 0.01),
            at(name, [i * 1.5, 1 - factor * G * t * t / 2, 0.3], abs(factor) * G * t * DT / 2 * 1.05 + 1e-4),
        ]
    case(
        "body",
        "gravity_factor_scales_gravity",
        "gravityFactor scales gravity, to nothing and to the other side",
        SECTION,
        ["motion.gravityFactor"],
        scene,
        t,
        expect,
        f"""
v(t) = -f·g·t, y(t) = y0 - f·g·t²/2 with f = 0, 2, -0.7, 0.5 and t = {t} s: speeds 0, {-2 * G * t:.3f},
{0.7 * G * t:.3f}, {-0.5 * G * t:.3f} m/s.

Tolerance: |f|·g·t·dt/2 in position for a first-order integrator, 0.01 m/s of rounding in speed.""",
        ALL,
    )


def velocities():
    t = 0.8
    parent, own = v.turn([1, 2, 3], 0.9), v.turn([-2, 1, 0.5], 1.3)
    linear, angular = [0.7, -0.4, 1.1], [0.9, 1.7, -0.6]
    position, place = [0.5, -0.3, 0.8], [2.0, 1.0, -1.5]
    scene = Scene()
    scene.node("Stand", place, parent, [2.0, 2.0, 2.0])
    scene.node(
        "Stone",
        position,
        own,
        parent="Stand",
        motion=motion(1.5, (0.4, 0.4, 0.4), linearVelocity=linear, angularVelocity=angular),
    )
    model = v.qmul(parent, own)
    start = v.add(place, v.rotate(parent, v.mul(position, 2)))
    world = v.rotate(model, linear)
    spin = v.rotate(model, angular)
    end = v.add(start, v.mul(world, t))
    rotation = v.qmul(own, v.turn_by(v.mul(angular, t)))
    case(
        "body",
        "velocities_are_along_the_axes_of_the_node",
        "Initial velocities are along the node's axes, and no scale changes them",
        SECTION,
        ["motion.linearVelocity", "motion.angularVelocity"],
        scene,
        t,
        [
            value("Stone", "linearVelocity", world, 1e-3),
            value("Stone", "angularVelocity", spin, 2e-3),
            at("Stone", end, 2e-3),
            value("Stone", "local.rotation", rotation, 0.01),
        ],
        f"""
Both velocities are in node space. The node's axes in the world are those of Rp·Rn (parent, node); the parent scales
by 2. A velocity is in metres per second, so the scale changes where the body starts and not how fast it goes.

    v = Rp Rn {linear} = [{world[0]:.4f}, {world[1]:.4f}, {world[2]:.4f}]
    w = Rp Rn {angular} = [{spin[0]:.4f}, {spin[1]:.4f}, {spin[2]:.4f}]
    position = parent + Rp (2·{position}) + v t
    local rotation = Rn exp(w_node t), as Rp⁻¹ exp(w t) Rp Rn = Rn exp((Rp Rn)⁻¹ w t)

The inertia is the same about all axes, so the body rotates steadily about w. Tolerance: straight motion is exact in
every integrator (1e-3 is rounding); a first-order update of the quaternion in 48 steps of |w|·dt =
{v.length(angular) * DT:.3f} rad is off by at most t·w³·dt²/12 = {t * v.length(angular) ** 3 * DT * DT / 12:.4f} rad.""",
        gravity=FREE,
    )


def scaled_parent():
    t = 0.5
    scene = Scene()
    scene.node("Wide", [1.0, 0.0, 2.0], s=[2.5, 2.5, 2.5])
    scene.node("Puck", [0.4, 0.8, -0.2], parent="Wide", motion=motion(linearVelocity=[1.5, 0.5, -1.0]))
    local = [0.4 + 1.5 * t / 2.5, 0.8 + 0.5 * t / 2.5, -0.2 - 1.0 * t / 2.5]
    case(
        "body",
        "below_a_scaled_parent_metres_stay_metres",
        "A body below a scaled parent moves in metres of the world",
        "Units",
        ["motion.linearVelocity"],
        scene,
        t,
        [
            at("Puck", [1 + 1 + 0.75, 2.0 + 0.25, 2 - 0.5 - 0.5], 1e-3),
            value("Puck", "local.translation", local, 1e-3),
            value("Puck", "local.scale", [1, 1, 1], 1e-5),
        ],
        """
Velocities are in m/s (Units). In the world: start [1 + 2.5·0.4, 2.5·0.8, 2 - 2.5·0.2] = [2, 2, 1.5], way v t = [0.75,
0.25, -0.5]. Written back into the node: the way divided by the parent's scale, [0.3, 0.1, -0.2]. The node's own scale
stays 1.

Tolerance: straight motion is exact; 1e-3 m is rounding.""",
        ALL,
        gravity=FREE,
    )


def kinematic():
    t = 0.9
    linear, angular, own = [0.8, 0.3, -0.5], [0.4, -1.2, 0.7], v.turn([0, 0, 1], 0.6)
    world = v.rotate(own, linear)
    start = [0.2, 1.1, 0.4]
    scene = Scene()
    scene.node(
        "Lift",
        start,
        own,
        motion={"isKinematic": True, "linearVelocity": linear, "angularVelocity": angular},
        collider={"shape": box(0.6, 0.2, 0.4)},
    )
    scene.node("Wall", v.add(start, v.mul(v.unit(world), 0.7)), collider={"shape": box(0.3, 0.3, 0.3)})
    case(
        "body",
        "a_kinematic_body_keeps_its_velocity",
        "A kinematic body goes on at its velocity, whatever gravity and obstacles say",
        SECTION,
        ["motion.isKinematic", "motion.linearVelocity", "motion.angularVelocity"],
        scene,
        t,
        [
            at("Lift", v.add(start, v.mul(world, t)), 2e-3),
            value("Lift", "local.rotation", v.qmul(own, v.turn_by(v.mul(angular, t))), 0.01),
        ],
        f"""
A kinematic body has no finite mass for anything to act on: the text wants its velocity constant. A static box stands
in its way, and gravity pulls.

    position = start + R v t = [{start[0] + world[0] * t:.4f}, {start[1] + world[1] * t:.4f}, {start[2] + world[2] * t:.4f}]
    rotation = R exp(w t), w in node space

Tolerance: straight motion is exact (2e-3 m is rounding over {round(t / DT)} steps); a first-order update of the
quaternion is off by t·w³·dt²/12, below 1e-3 rad, and 0.01 rad is allowed.""",
    )


def kinematic_pushes():
    t = 1.0
    scene = Scene()
    ice = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene.node(
        "Piston",
        [-0.5, 0, 0],
        motion={"isKinematic": True, "linearVelocity": [0.8, 0, 0]},
        collider={"shape": box(0.4, 0.5, 0.5), "material": ice},
    )
    scene.node("Load", [0.2, 0, 0], motion={"mass": 50.0}, collider={"shape": box(0.2, 0.3, 0.4), "material": ice})
    case(
        "body",
        "a_kinematic_body_pushes_as_if_of_infinite_mass",
        "A kinematic body pushes a heavy one without slowing down",
        SECTION,
        ["motion.isKinematic"],
        scene,
        t,
        [
            at("Piston", [0.3, 0, 0], 2e-3),
            value("Piston", "linearVelocity", [0.8, 0, 0], 1e-3),
            value("Load", "model.translation.x", 0.6, 0.02),
            value("Load", "linearVelocity", [0.8, 0, 0], 0.04),
        ],
        """
The piston is where its velocity takes it: -0.5 + 0.8·1 = 0.3. Its front is at 0.3 + 0.2 = 0.5, and the load of half
width 0.1, pushed without restitution by something of infinite mass, moves along at 0.8 m/s: centre at 0.6.

Tolerance: contacts are solved once a step, so that the load is off by at most the way of one step, 0.8/60 = 0.013 m,
plus 5 mm of contact slop; its speed within 5 %.""",
        ALL,
        gravity=FREE,
    )


def children():
    t, spin = 0.75, [0.0, 1.4, 0.0]
    own, below = v.turn([1, 0, 0], 0.3), v.turn([0, 0, 1], 0.5)
    scene = Scene()
    scene.node(
        "Ship",
        [1, 2, 3],
        own,
        motion=motion(1.0, (0.2, 0.2, 0.2), linearVelocity=[0.5, 0.0, 0.2], angularVelocity=spin),
    )
    scene.node("Mast", [0.2, 0.9, 0.0], below, [1.0, 2.0, 1.0], parent="Ship")
    scene.node("Flag", [0.1, 0.4, -0.3], parent="Mast")
    after = v.qmul(own, v.turn_by(v.mul(spin, t)))
    end = v.add([1, 2, 3], v.mul(v.rotate(own, [0.5, 0.0, 0.2]), t))
    mast = v.add(end, v.rotate(after, [0.2, 0.9, 0.0]))
    flag = v.add(mast, v.rotate(v.qmul(after, below), [0.1, 0.8, -0.3]))
    case(
        "body",
        "what_is_below_a_body_moves_with_it",
        "All nodes below a body move with it as one",
        SECTION,
        ["motion.linearVelocity", "motion.angularVelocity"],
        scene,
        t,
        [
            at("Mast", mast, 0.01),
            at("Flag", flag, 0.015),
            value("Mast", "local.translation", [0.2, 0.9, 0], 1e-6),
            value("Mast", "local.rotation", below, 1e-5),
        ],
        f"""
What is below a body is part of it: their local transforms stay, and the model transforms follow from the chain.

    R(t) = R exp(w t), p(t) = p0 + R v t
    mast = p + R(t) [0.2, 0.9, 0] = [{mast[0]:.4f}, {mast[1]:.4f}, {mast[2]:.4f}]
    flag = mast + R(t) Rmast ([1, 2, 1]·[0.1, 0.4, -0.3]) = [{flag[0]:.4f}, {flag[1]:.4f}, {flag[2]:.4f}]

Tolerance: 0.01 rad at an arm of about 1 m.""",
        ALL,
        gravity=FREE,
    )


def matrix_node():
    own = v.turn([0, 0, 1], math.radians(30))
    rows = v.matrix(own)
    columns = [c for k in range(3) for c in [rows[0][k], rows[1][k], rows[2][k], 0.0]] + [0.5, 2.0, -1.0, 1.0]
    scene = Scene()
    scene.node("Block", matrix=columns, motion=motion(1.0, linearVelocity=[2.0, 0, 0]))
    world = v.rotate(own, [2.0, 0, 0])
    case(
        "body",
        "a_body_whose_node_has_a_matrix",
        "A node given as a matrix is a body like any other",
        SECTION,
        ["motion.linearVelocity"],
        scene,
        0.5,
        [at("Block", v.add([0.5, 2.0, -1.0], v.mul(world, 0.5)), 1e-3), value("Block", "local.rotation", own, 1e-3)],
        f"""
The matrix is a rotation by 30° about Z and a translation. v = Rz(30°) [2, 0, 0] = [{world[0]:.4f}, {world[1]:.4f}, 0],
half a second long.

Tolerance: straight motion is exact up to rounding.""",
        ALL,
        gravity=FREE,
    )


def scheduled():
    scene = Scene()
    scene.node("Puck", [0, 0, 0], motion=motion(2.0))
    t = 0.9
    expect_x = 2.0 / 2.0 * (t - 0.3)
    case(
        "body",
        "an_impulse_acts_from_its_time_on",
        "An impulse that comes later acts from then on",
        SECTION,
        ["motion.mass"],
        scene,
        t,
        [
            value("Puck", "model.translation", [expect_x, 0, -0.5 * (t - 0.6)], 0.02),
            value("Puck", "linearVelocity", [1, 0, -0.5], 1e-3),
        ],
        """
2 N·s along X at 0.3 s and 1 N·s along -Z at 0.6 s on 2 kg: 1 m/s for 0.6 s, and 0.5 m/s for 0.3 s.

Tolerance: an action may come a step early or late, 1/60 m.""",
        EVERY,
        gravity=FREE,
        actions=[
            {"time": 0.3, "node": "Puck", "impulse": [2, 0, 0]},
            {"time": 0.6, "node": "Puck", "impulse": [0, 0, -1]},
        ],
    )


def oblique_gravity():
    t, pull = 0.5, [1.0, -4.0, 2.5]
    scene = Scene()
    scene.node(
        "Drop", [0, 0, 0], motion={"mass": 3.0, "linearVelocity": [-1.0, 2.0, 0.5]}, collider={"shape": sphere(0.1)}
    )
    start = [-1.0, 2.0, 0.5]
    end = [start[i] * t + pull[i] * t * t / 2 for i in range(3)]
    off = v.length(pull) * t * DT / 2 * 1.05
    case(
        "body",
        "a_throw_is_a_parabola",
        "A thrown body flies along a parabola",
        SECTION,
        ["motion.linearVelocity"],
        scene,
        t,
        [at("Drop", end, off), value("Drop", "linearVelocity", v.add(start, v.mul(pull, t)), 0.01)],
        f"""
Gravity is {pull} here: x = v t + g t²/2 = [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}] at t = {t} s.

Tolerance: |g|·t·dt/2 = {off / 1.05:.4f} m for first-order integrators; speeds are exact.""",
        EVERY,
        gravity=pull,
    )


def outside():
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Table", [0, 0.5, 0], collider={"shape": box(6, 0.2, 6)}, data=True)
    scene.node("Ghost", [0, 2.0, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)}, data=True)
    scene.node("Ball", [0.3, 1.0, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
    case(
        "body",
        "what_is_outside_of_the_scene_does_not_run",
        "Bodies and colliders outside of the scene are not there",
        SECTION,
        ["collider.shape"],
        scene,
        1.2,
        [value("Ball", "model.translation.y", 0.2, SLOP), at("Ghost", [0, 2, 0], 1e-5)],
        """
glTF shows the nodes of the scene; others are data. The table in the ball's way is in no scene: the ball falls through
it to the floor, at 0.2. The ghost, a body outside of the scene, does not fall.

Tolerance: 5 mm of contact slop.""",
        ALL,
    )


for write in (
    falling,
    factors,
    velocities,
    scaled_parent,
    kinematic,
    kinematic_pushes,
    children,
    matrix_node,
    scheduled,
    oblique_gravity,
    outside,
):
    write()
