"""Cases of KHR_physics_rigid_bodies, "Motions": how a body moves."""
import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v
from build import ALL, DT, EVERY, G, KHR, OMI, SLOP, Scene, at, between, box, case, sphere, turned, value

SECTION = "Motions"
FREE = (0, 0, 0)  # no gravity


def motion(mass=1.0, inertia=(1.0, 1.0, 1.0), **more):
    return {"mass": mass, "inertiaDiagonal": list(inertia), **more}


def falling():
    t, start = 0.7, [0.4, 3.0, -0.6]
    scene = Scene()
    for name, mass, x in (("Light", 0.05, 0.0), ("Heavy", 400.0, 2.0)):
        scene.node(name, v.add(start, [x, 0, 0]), motion={"mass": mass}, collider={"shape": sphere(0.25)})
    fall = G * t * t / 2
    off = G * t * DT / 2
    case("body", "free_fall_takes_no_heed_of_mass", "A body of any mass falls with the acceleration of gravity", SECTION,
         ["motion.gravityFactor", "motion.linearVelocity"], scene, t,
         [at("Light", v.add(start, [0, -fall, 0]), 1.05 * off), at("Heavy", v.add(start, [2, -fall, 0]), 1.05 * off),
          value("Light", "linearVelocity", [0, -G * t, 0], 0.01), value("Heavy", "linearVelocity", [0, -G * t, 0], 0.01)],
         f"""
Gravity is 9.81 m/s² along -Y where nothing says otherwise; `gravityFactor` is 1 and `linearVelocity` 0 where not given.

    y(t) = y0 - g t²/2 = {start[1]} - {fall:.4f} = {start[1] - fall:.4f}  at t = {t} s
    v(t) = -g t = {-G * t:.4f} m/s

Tolerance: a first-order integrator of step dt is off by g·t·dt/2 = {off:.4f} m (semi-implicit Euler falls that much too far,
explicit Euler that much too short), and 5 % are added for rounding. Speeds add up exactly in both; 0.01 m/s is rounding.""", EVERY)


def factors():
    t, factors = 0.6, {"None": 0.0, "Double": 2.0, "Balloon": -0.7, "Half": 0.5}
    scene, expect = Scene(), []
    for i, (name, factor) in enumerate(factors.items()):
        scene.node(name, [i * 1.5, 1.0, 0.3], motion={"mass": 2.0, "gravityFactor": factor}, collider={"shape": sphere(0.2)})
        expect += [value(name, "linearVelocity", [0, -factor * G * t, 0], 0.01),
                   at(name, [i * 1.5, 1 - factor * G * t * t / 2, 0.3], abs(factor) * G * t * DT / 2 * 1.05 + 1e-4)]
    case("body", "gravity_factor_scales_gravity", "gravityFactor scales gravity, to nothing and to the other side", SECTION,
         ["motion.gravityFactor"], scene, t, expect, f"""
v(t) = -f·g·t, y(t) = y0 - f·g·t²/2 with f = 0, 2, -0.7, 0.5 and t = {t} s: speeds 0, {-2 * G * t:.3f}, {0.7 * G * t:.3f}, {-0.5 * G * t:.3f} m/s.

Tolerance: |f|·g·t·dt/2 in position for a first-order integrator, 0.01 m/s of rounding in speed.""", ALL)


def velocities():
    t = 0.8
    parent, own = v.turn([1, 2, 3], 0.9), v.turn([-2, 1, 0.5], 1.3)
    linear, angular = [0.7, -0.4, 1.1], [0.9, 1.7, -0.6]
    position, place = [0.5, -0.3, 0.8], [2.0, 1.0, -1.5]
    scene = Scene()
    scene.node("Stand", place, parent, [2.0, 2.0, 2.0])
    scene.node("Stone", position, own, parent="Stand", motion=motion(1.5, (0.4, 0.4, 0.4), linearVelocity=linear, angularVelocity=angular))
    model = v.qmul(parent, own)
    start = v.add(place, v.rotate(parent, v.mul(position, 2)))
    world = v.rotate(model, linear)
    spin = v.rotate(model, angular)
    end = v.add(start, v.mul(world, t))
    rotation = v.qmul(own, v.turn_by(v.mul(angular, t)))
    case("body", "velocities_are_along_the_axes_of_the_node", "Initial velocities are along the node's axes, and no scale changes them", SECTION,
         ["motion.linearVelocity", "motion.angularVelocity"], scene, t,
         [value("Stone", "linearVelocity", world, 1e-3), value("Stone", "angularVelocity", spin, 2e-3), at("Stone", end, 2e-3),
          value("Stone", "local.rotation", rotation, 0.01)], f"""
"Initial linear velocity of the rigid body in node space". The node's axes in the world are those of Rp·Rn (parent, node); the parent
scales by 2. A velocity is in metres per second, so the scale changes where the body starts and not how fast it goes.

    v = Rp Rn {linear} = [{world[0]:.4f}, {world[1]:.4f}, {world[2]:.4f}]
    w = Rp Rn {angular} = [{spin[0]:.4f}, {spin[1]:.4f}, {spin[2]:.4f}]
    position = parent + Rp (2·{position}) + v t
    local rotation = Rn exp(w_node t), as Rp⁻¹ exp(w t) Rp Rn = Rn exp((Rp Rn)⁻¹ w t)

The inertia is the same about all axes, so the body turns steadily about w. Tolerance: straight motion is exact in every
integrator (1e-3 is rounding); a first-order update of the quaternion in 48 steps of |w|·dt = {v.length(angular) * DT:.3f} rad is off by at most
t·w³·dt²/12 = {t * v.length(angular) ** 3 * DT * DT / 12:.4f} rad.""", gravity=FREE)


def scaled_parent():
    t = 0.5
    scene = Scene()
    scene.node("Wide", [1.0, 0.0, 2.0], s=[2.5, 2.5, 2.5])
    scene.node("Puck", [0.4, 0.8, -0.2], parent="Wide", motion=motion(linearVelocity=[1.5, 0.5, -1.0]))
    local = [0.4 + 1.5 * t / 2.5, 0.8 + 0.5 * t / 2.5, -0.2 - 1.0 * t / 2.5]
    case("body", "below_a_scaled_parent_metres_stay_metres", "A body below a scaled parent moves in metres of the world", "Units",
         ["motion.linearVelocity"], scene, t,
         [at("Puck", [1 + 1 + 0.75, 2.0 + 0.25, 2 - 0.5 - 0.5], 1e-3), value("Puck", "local.translation", local, 1e-3),
          value("Puck", "local.scale", [1, 1, 1], 1e-5)], f"""
Velocities are in m/s (Units). In the world: start [1 + 2.5·0.4, 2.5·0.8, 2 - 2.5·0.2] = [2, 2, 1.5], way v t = [0.75, 0.25, -0.5].
Written back into the node: the way divided by the parent's scale, [0.3, 0.1, -0.2]. The node's own scale stays 1.

Tolerance: straight motion is exact; 1e-3 m is rounding.""", ALL, gravity=FREE)


def kinematic():
    t = 0.9
    linear, angular, own = [0.8, 0.3, -0.5], [0.4, -1.2, 0.7], v.turn([0, 0, 1], 0.6)
    world = v.rotate(own, linear)
    start = [0.2, 1.1, 0.4]
    scene = Scene()
    scene.node("Lift", start, own, motion={"isKinematic": True, "linearVelocity": linear, "angularVelocity": angular},
               collider={"shape": box(0.6, 0.2, 0.4)})
    scene.node("Wall", v.add(start, v.mul(v.unit(world), 0.7)), collider={"shape": box(0.3, 0.3, 0.3)})
    case("body", "a_kinematic_body_keeps_its_velocity", "A kinematic body goes on at its velocity, whatever gravity and obstacles say", SECTION,
         ["motion.isKinematic", "motion.linearVelocity", "motion.angularVelocity"], scene, t,
         [at("Lift", v.add(start, v.mul(world, t)), 2e-3), value("Lift", "local.rotation", v.qmul(own, v.turn_by(v.mul(angular, t))), 0.01)], f"""
"Treat the rigid body as having infinite mass. Its velocity will be constant during simulation." A static box stands in its way, and
gravity pulls.

    position = start + R v t = [{start[0] + world[0] * t:.4f}, {start[1] + world[1] * t:.4f}, {start[2] + world[2] * t:.4f}]
    rotation = R exp(w t), w in node space

Tolerance: straight motion is exact (2e-3 m is rounding over {round(t / DT)} steps); a first-order update of the quaternion is off by
t·w³·dt²/12, below 1e-3 rad, and 0.01 rad is allowed.""")


def kinematic_pushes():
    t = 1.0
    scene = Scene()
    ice = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene.node("Piston", [-0.5, 0, 0], motion={"isKinematic": True, "linearVelocity": [0.8, 0, 0]}, collider={"shape": box(0.4, 0.5, 0.5), "material": ice})
    scene.node("Load", [0.2, 0, 0], motion={"mass": 50.0}, collider={"shape": box(0.2, 0.3, 0.4), "material": ice})
    case("body", "a_kinematic_body_pushes_as_if_of_infinite_mass", "A kinematic body pushes a heavy one without slowing down", SECTION,
         ["motion.isKinematic"], scene, t,
         [at("Piston", [0.3, 0, 0], 2e-3), value("Piston", "linearVelocity", [0.8, 0, 0], 1e-3), value("Load", "model.translation.x", 0.6, 0.02),
          value("Load", "linearVelocity", [0.8, 0, 0], 0.04)], """
The piston is where its velocity takes it: -0.5 + 0.8·1 = 0.3. Its front is at 0.3 + 0.2 = 0.5, and the load of half width 0.1, pushed
without restitution by something of infinite mass, moves along at 0.8 m/s: centre at 0.6.

Tolerance: contacts are solved once a step, so that the load is off by at most the way of one step, 0.8/60 = 0.013 m, plus 5 mm of
contact slop; its speed within 5 %.""", ALL, gravity=FREE)


def impulses():
    t, mass, impulse = 0.5, 2.5, [3.0, -1.0, 2.0]
    scene = Scene()
    scene.node("Target", [0.1, 0.2, 0.3], motion={"mass": mass}, collider={"shape": sphere(0.3)})
    speed = v.mul(impulse, 1 / mass)
    case("body", "an_impulse_changes_speed_by_its_share_of_mass", "An impulse J changes the velocity by J/m", SECTION, ["motion.mass"], scene, t,
         [value("Target", "linearVelocity", speed, 1e-3), at("Target", v.add([0.1, 0.2, 0.3], v.mul(speed, t)), 2e-3)], f"""
J = {impulse} N·s at the centre of mass at t = 0, m = {mass} kg: v = J/m = {[round(x, 3) for x in speed]} m/s, and x = x0 + v t at {t} s.

Tolerance: no force acts after the impulse, so every integrator is exact up to rounding.""", EVERY, gravity=FREE,
         actions=[{"time": 0, "node": "Target", "impulse": impulse}])


def off_centre_impulse():
    mass, inertia = 2.0, [0.5, 0.8, 1.1]
    position, point, impulse = [1.0, 0.5, -0.4], [1.3, 0.7, -0.4], [0.0, 0.0, 0.9]
    arm = v.sub(point, position)
    twist = v.cross(arm, impulse)
    spin = [twist[i] / inertia[i] for i in range(3)]
    scene = Scene()
    scene.node("Plate", position, motion=motion(mass, inertia), collider={"shape": box(0.8, 0.6, 0.1)})
    off = max(abs(x) for x in spin) ** 2 * DT * 1.2
    case("body", "an_impulse_off_the_centre_also_turns", "An impulse off the centre of mass turns by the inverse of the inertia", SECTION,
         ["motion.mass", "motion.inertiaDiagonal"], scene, DT,
         [value("Plate", "linearVelocity", v.mul(impulse, 1 / mass), 1e-3), value("Plate", "angularVelocity", spin, off)], f"""
r = point - centre = {[round(x, 2) for x in arm]}, J = {impulse}: angular impulse r×J = {[round(x, 3) for x in twist]} N·m·s.

    v = J/m = [0, 0, {impulse[2] / mass}]
    w = (r×J)/I = [{spin[0]:.4f}, {spin[1]:.4f}, {spin[2]:.4f}] rad/s, component by component: the inertia is diagonal in the node's axes

One step later. Tolerance: the gyroscopic term changes w by no more than |w|²·dt·1.2 = {off:.4f} rad/s in a step (ratios of moments are
below 1.2); an engine without the term is as good here.""", EVERY, gravity=FREE,
         actions=[{"time": 0, "node": "Plate", "impulse": impulse, "point": point}])


def collision():
    t, m1, m2, speed = 1.0, 3.0, 1.8, 1.2
    scene = Scene()
    dull = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene.node("Truck", [-0.6, 0, 0], motion={"mass": m1, "linearVelocity": [speed, 0, 0]}, collider={"shape": box(0.4, 0.4, 0.4), "material": dull})
    scene.node("Cart", [0.1, 0, 0], motion={"mass": m2}, collider={"shape": box(0.4, 0.4, 0.4), "material": dull})
    after = m1 * speed / (m1 + m2)
    hit = (0.7 - 0.4) / speed

    case("body", "a_dull_collision_shares_momentum_by_mass", "Two bodies that meet without restitution go on together, momentum kept", SECTION,
         ["motion.mass", "material.restitution"], scene, t,
         [value("Truck", "linearVelocity", [after, 0, 0], 0.1), value("Cart", "linearVelocity", [after, 0, 0], 0.1),
          value("Truck", "model.translation.x", -0.3 + after * (t - hit), 0.08), value("Cart", "model.translation.x", 0.1 + after * (t - hit), 0.08)], f"""
Momentum: m1 v = (m1 + m2) u, u = {m1}·{speed}/{m1 + m2} = {after:.4f} m/s. The gap of 0.3 m is closed after {hit} s, with the truck's
centre at -0.3 and the cart's at 0.1; then both go u·({t} - {hit}) = {after * (t - hit):.4f} m.

Tolerance: bodies that overlap by a part of the step's way ({speed}·dt = 0.02 m) are pushed apart again, which may leave up to a twelfth
of the approach, 0.1 m/s, between them; in the {t - hit:.2f} s after the impact that is 0.075 m, and 5 mm are slop. (Equal masses would have
u = {speed / 2}.)""", ALL, gravity=FREE)



def infinite_mass():
    scene = Scene()
    bouncy = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 1.0}
    scene.node("Rock", [0, 0, 0], motion={"mass": 0.0, "linearVelocity": [0.3, 0.1, 0]}, collider={"shape": box(0.4, 1.0, 1.0), "material": bouncy})
    scene.node("Ball", [-1.0, 0, 0], motion={"mass": 5.0, "linearVelocity": [2.0, 0, 0]}, collider={"shape": sphere(0.2), "material": bouncy})
    case("body", "a_mass_of_zero_is_infinite", "A mass of 0 stands for infinity: nothing changes that body's velocity", SECTION, ["motion.mass"], scene, 1.0,
         [at("Rock", [0.3, 0.1, 0], 2e-3), value("Ball", "linearVelocity.x", 2 * 0.3 - 2.0, 0.08)], """
"A value of zero in `mass` […] should be understood to represent a value of infinity." An impulse of 40 N·s and a ball of 5 kg leave the
rock at its velocity: [0.3, 0.1, 0]·1 s. The ball bounces off something that does not give way, with restitution 1: relative to the rock
its velocity 2 - 0.3 turns round, so that u = 0.3 - 1.7 = -1.4 m/s. (With a finite mass of the rock both would differ.)

Tolerance: straight motion is exact; 0.08 m/s (5 % of the approach) for solvers that stop short of full restitution.""", KHR, gravity=FREE,
         actions=[{"time": 0, "node": "Rock", "impulse": [40, 0, 0]}])


def inertia():
    """Angular impulses along the principal axes: w = L / D on each, and no gyroscopic term."""
    orientation, own = v.turn([1, -2, 0.5], 0.8), v.turn([0.3, 1, -1], 1.1)
    diagonal, twist = [0.4, 0.9, 0.7], 0.6
    scene, expect, actions = Scene(), [], []
    for i, name in enumerate(("First", "Second", "Third")):
        scene.node(name, [2.0 * i, 0, 0], own, motion=motion(3.0, diagonal, inertiaOrientation=orientation), collider={"shape": sphere(0.3)})
        axis = v.rotate(v.qmul(own, orientation), [float(i == k) for k in range(3)])
        actions.append({"time": 0, "node": name, "angularImpulse": [round(x, 7) for x in v.mul(axis, twist)]})
        expect.append(value(name, "angularVelocity", v.mul(axis, twist / diagonal[i]), 0.005))
        expect.append(turned(name, v.qmul(v.turn(axis, twist / diagonal[i] * 0.5), own), 0.015))
    case("body", "inertia_is_given_by_its_diagonal_and_orientation", "inertiaOrientation turns the principal axes, inertiaDiagonal weighs them", SECTION,
         ["motion.inertiaDiagonal", "motion.inertiaOrientation"], scene, 0.5, expect, f"""
The text's "product of inertiaOrientation and the matrix whose diagonal is inertiaDiagonal" is a tensor only as R D Rᵀ, with R taking
"from inertia major axis space to node space". In the world the principal axes are e = Rn Ro ei.

An angular impulse L = {twist} N·m·s along a principal axis gives w = L/D about the same axis, for good:
{twist}/{diagonal[0]}, {twist}/{diagonal[1]}, {twist}/{diagonal[2]} = {twist / diagonal[0]:.4f}, {twist / diagonal[1]:.4f}, {twist / diagonal[2]:.4f} rad/s about each of the three. (With Ro turned the other
way round, or D permuted, the impulse would not be along a principal axis and w would point elsewhere.)

Rotation after 0.5 s: exp(w·0.5) Rn. Tolerance: steady rotation; 0.005 rad/s and 0.015 rad (one step of 1.5 rad/s is 0.025 rad).""",
         EVERY, gravity=FREE, actions=actions)


def infinite_inertia():
    scene = Scene()
    diagonal = [0.5, 0.0, 0.8]
    scene.node("Spindle", [0, 0, 0], motion=motion(2.0, diagonal), collider={"shape": sphere(0.3)})
    scene.node("Other", [3, 0, 0], motion=motion(2.0, diagonal), collider={"shape": sphere(0.3)})
    case("body", "a_moment_of_inertia_of_zero_is_infinite", "A component 0 of inertiaDiagonal stands for infinity about that axis alone", SECTION,
         ["motion.inertiaDiagonal"], scene, 0.4,
         [value("Spindle", "angularVelocity", [0, 0, 0], 1e-4), value("Spindle", "model.rotation", [0, 0, 0, 1], 1e-4),
          value("Other", "angularVelocity", [0, 0, 0.5], 1e-3), value("Other", "model.rotation", v.turn([0, 0, 1], 0.2), 0.01)], """
About Y the inertia is infinite: an angular impulse of 5 N·m·s about Y does nothing. About Z it is 0.8: 0.4 N·m·s give 0.5 rad/s, and
0.5·0.4 = 0.2 rad after 0.4 s.

Tolerance: nothing happens exactly (1e-4 is rounding); one step of 0.5 rad/s is 0.0083 rad.""", KHR + OMI, gravity=FREE,
         actions=[{"time": 0, "node": "Spindle", "angularImpulse": [0, 5, 0]}, {"time": 0, "node": "Other", "angularImpulse": [0, 0, 0.4]}])


def centre_of_mass():
    t, own, centre, scale = 0.9, v.turn([0, 1, 0.4], 0.7), [0.3, -0.2, 0.5], 1.6
    inertia, twist = 0.5, [0.2, 0.45, -0.3]
    spin = v.mul(twist, 1 / inertia)
    for name, factor, title in (("a_body_turns_about_its_centre_of_mass", 1.0, "A body turns about its centerOfMass, given in node space"),
                                ("the_centre_of_mass_scales_with_the_node", scale, "centerOfMass is in node space: the node's scale applies to it")):
        scene = Scene()
        start = [0.4, 1.0, -0.2]
        scene.node("Hammer", start, own, None if factor == 1 else [factor] * 3,
                   motion=motion(2.0, [inertia] * 3, centerOfMass=centre))
        fixed = v.add(start, v.rotate(own, v.mul(centre, factor)))
        after = v.qmul(v.turn_by(v.mul(spin, t)), own)
        end = v.sub(fixed, v.rotate(after, v.mul(centre, factor)))
        expect = [at("Hammer", end, 0.01), value("Hammer", "angularVelocity", spin, 2e-3)]
        if factor == 1:
            expect.append(turned("Hammer", after, 0.01))
        case("body", name, title, SECTION, ["motion.centerOfMass"], scene, t, expect, f"""
An angular impulse L = {twist} leaves the centre of mass where it is, at c = start + R ({factor}·{centre}) = [{fixed[0]:.4f}, {fixed[1]:.4f}, {fixed[2]:.4f}],
and turns the body about it at w = L/I = {[round(x, 3) for x in spin]} rad/s (the same inertia {inertia} about all axes).

    R(t) = exp(w t) R
    node = c - R(t) ({factor}·centerOfMass) = [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}]  at t = {t} s

Tolerance: a quaternion updated to first order is off by t·w³·dt²/12 < 1e-3 rad, at an arm of {factor * v.length(centre):.2f} m below 1 mm; 1 cm is allowed for
engines that apply the impulse a step late (|w|·dt·arm = {v.length(spin) * DT * v.length(centre) * factor:.3f} m).""", ALL if factor == 1 else KHR,
             gravity=FREE, actions=[{"time": 0, "node": "Hammer", "angularImpulse": twist}])


def children():
    t, spin = 0.75, [0.0, 1.4, 0.0]
    own, below = v.turn([1, 0, 0], 0.3), v.turn([0, 0, 1], 0.5)
    scene = Scene()
    scene.node("Ship", [1, 2, 3], own, motion=motion(1.0, (0.2, 0.2, 0.2), linearVelocity=[0.5, 0.0, 0.2], angularVelocity=spin))
    scene.node("Mast", [0.2, 0.9, 0.0], below, [1.0, 2.0, 1.0], parent="Ship")
    scene.node("Flag", [0.1, 0.4, -0.3], parent="Mast")
    after = v.qmul(own, v.turn_by(v.mul(spin, t)))
    end = v.add([1, 2, 3], v.mul(v.rotate(own, [0.5, 0.0, 0.2]), t))
    mast = v.add(end, v.rotate(after, [0.2, 0.9, 0.0]))
    flag = v.add(mast, v.rotate(v.qmul(after, below), [0.1, 0.8, -0.3]))
    case("body", "what_is_below_a_body_moves_with_it", "All nodes below a body move with it as one", SECTION, ["motion.linearVelocity", "motion.angularVelocity"], scene, t,
         [at("Mast", mast, 0.01), at("Flag", flag, 0.015), value("Mast", "local.translation", [0.2, 0.9, 0], 1e-6), value("Mast", "local.rotation", below, 1e-5)], f"""
"All descendant nodes should move with that node": their local transforms stay, and the model transforms follow from the chain.

    R(t) = R exp(w t), p(t) = p0 + R v t
    mast = p + R(t) [0.2, 0.9, 0] = [{mast[0]:.4f}, {mast[1]:.4f}, {mast[2]:.4f}]
    flag = mast + R(t) Rmast ([1, 2, 1]·[0.1, 0.4, -0.3]) = [{flag[0]:.4f}, {flag[1]:.4f}, {flag[2]:.4f}]

Tolerance: 0.01 rad at an arm of about 1 m.""", ALL, gravity=FREE)


def matrix_node():
    own = v.turn([0, 0, 1], math.radians(30))
    rows = v.matrix(own)
    columns = [c for k in range(3) for c in [rows[0][k], rows[1][k], rows[2][k], 0.0]] + [0.5, 2.0, -1.0, 1.0]
    scene = Scene()
    scene.node("Block", matrix=columns, motion=motion(1.0, linearVelocity=[2.0, 0, 0]))
    world = v.rotate(own, [2.0, 0, 0])
    case("body", "a_body_whose_node_has_a_matrix", "A node given as a matrix is a body like any other", SECTION, ["motion.linearVelocity"], scene, 0.5,
         [at("Block", v.add([0.5, 2.0, -1.0], v.mul(world, 0.5)), 1e-3), value("Block", "local.rotation", own, 1e-3)], f"""
The matrix is a turn by 30° about Z and a translation. v = Rz(30°) [2, 0, 0] = [{world[0]:.4f}, {world[1]:.4f}, 0], half a second long.

Tolerance: straight motion is exact up to rounding.""", ALL, gravity=FREE)


def from_colliders():
    """Nothing given: mass and inertia from the volume, so that only ratios of masses are known."""
    dull = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    scene = Scene()
    scene.node("Small", [-0.7, 0, 0], motion={"linearVelocity": [1.5, 0, 0]}, collider={"shape": box(0.2, 0.3, 0.4), "material": dull})
    scene.node("Large", [0.2, 0, 0], motion={}, collider={"shape": box(0.4, 0.6, 0.5), "material": dull})
    small, large = 0.2 * 0.3 * 0.4, 0.4 * 0.6 * 0.5
    after = small * 1.5 / (small + large)
    case("body", "mass_that_is_not_given_comes_from_the_volume", "Without mass, a body weighs as the volume of its colliders", SECTION, ["motion.mass", "shape.box.size"], scene, 1.0,
         [value("Small", "linearVelocity", [after, 0, 0], 0.1), value("Large", "linearVelocity", [after, 0, 0], 0.1)], f"""
"These values are typically derived from the volume of the collision geometry". Whatever the density, the masses are as the volumes,
{small:.3f} : {large:.3f} m³, and after a dull collision both go at u = 1.5·{small:.3f}/{small + large:.3f} = {after:.4f} m/s.

Tolerance: a fifteenth of the approach, for solvers that push overlapping bodies apart again. (With equal masses u would be 0.75.)""", gravity=FREE)


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
    case("body", "several_colliders_make_one_inertia", "The inertia of several colliders is about their common centre of mass", SECTION, ["motion.mass", "collider.shape"], scene, DT,
         [value("Frame", "angularVelocity", spin, 0.004), at("Frame", end, 0.002)], f"""
Two boxes of one density share 4 kg by volume, {masses[0]:.4f} and {masses[1]:.4f} kg. Their common centre is at
[{centre[0]:.4f}, {centre[1]:.4f}, {centre[2]:.4f}]; by the parallel axis theorem, I = Σ m (s² terms)/12 + m (d² - d dᵀ):

    I = [{', '.join(f'{x:.4f}' for x in tensor[0])}; {', '.join(f'{x:.4f}' for x in tensor[1])}; {', '.join(f'{x:.4f}' for x in tensor[2])}]

The angular impulse I·w with w = {spin} is given, so that w comes out after one step.

Tolerance: the gyroscopic term of one step, |w|²·dt·ratio of moments ({max(tensor[i][i] for i in range(3)) / min(tensor[i][i] for i in range(3)):.1f}) = 0.004 rad/s.""", gravity=FREE,
         actions=[{"time": 0, "node": "Frame", "angularImpulse": twist}])


def scheduled():
    scene = Scene()
    scene.node("Puck", [0, 0, 0], motion=motion(2.0))
    t = 0.9
    expect_x = 2.0 / 2.0 * (t - 0.3)
    case("body", "an_impulse_acts_from_its_time_on", "An impulse that comes later acts from then on", SECTION, ["motion.mass"], scene, t,
         [value("Puck", "model.translation", [expect_x, 0, -0.5 * (t - 0.6)], 0.02), value("Puck", "linearVelocity", [1, 0, -0.5], 1e-3)], """
2 N·s along X at 0.3 s and 1 N·s along -Z at 0.6 s on 2 kg: 1 m/s for 0.6 s, and 0.5 m/s for 0.3 s.

Tolerance: an action may come a step early or late, 1/60 m.""", EVERY, gravity=FREE,
         actions=[{"time": 0.3, "node": "Puck", "impulse": [2, 0, 0]}, {"time": 0.6, "node": "Puck", "impulse": [0, 0, -1]}])


def oblique_gravity():
    t, pull = 0.5, [1.0, -4.0, 2.5]
    scene = Scene()
    scene.node("Drop", [0, 0, 0], motion={"mass": 3.0, "linearVelocity": [-1.0, 2.0, 0.5]}, collider={"shape": sphere(0.1)})
    start = [-1.0, 2.0, 0.5]
    end = [start[i] * t + pull[i] * t * t / 2 for i in range(3)]
    off = v.length(pull) * t * DT / 2 * 1.05
    case("body", "a_throw_is_a_parabola", "A thrown body flies along a parabola", SECTION, ["motion.linearVelocity"], scene, t,
         [at("Drop", end, off), value("Drop", "linearVelocity", v.add(start, v.mul(pull, t)), 0.01)], f"""
Gravity is {pull} here: x = v t + g t²/2 = [{end[0]:.4f}, {end[1]:.4f}, {end[2]:.4f}] at t = {t} s.

Tolerance: |g|·t·dt/2 = {off / 1.05:.4f} m for first-order integrators; speeds are exact.""", EVERY, gravity=pull)


def outside():
    scene = Scene()
    scene.node("Floor", [0, -0.5, 0], collider={"shape": box(6, 1, 6)})
    scene.node("Table", [0, 0.5, 0], collider={"shape": box(6, 0.2, 6)}, data=True)
    scene.node("Ghost", [0, 2.0, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)}, data=True)
    scene.node("Ball", [0.3, 1.0, 0], motion={"mass": 1.0}, collider={"shape": sphere(0.2)})
    case("body", "what_is_outside_of_the_scene_does_not_run", "Bodies and colliders outside of the scene are not there", SECTION, ["collider.shape"], scene, 1.2,
         [value("Ball", "model.translation.y", 0.2, SLOP), at("Ghost", [0, 2, 0], 1e-5)], """
glTF shows the nodes of the scene; others are data. The table in the ball's way is in no scene: the ball falls through it to the floor, at 0.2. The ghost, a body outside of the scene, does not fall.

Tolerance: 5 mm of contact slop.""", ALL)


for write in (falling, factors, velocities, scaled_parent, kinematic, kinematic_pushes, impulses, off_centre_impulse, collision, infinite_mass,
              inertia, infinite_inertia, centre_of_mass, children, matrix_node, from_colliders, compound, scheduled, oblique_gravity, outside):
    write()
