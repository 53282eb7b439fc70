"""Writes the cases of bodies below parents that mirror and flatten: the body moves rigidly in the model, and its node follows.

With B the rigid frame of a body (position and rotation of its node at rest, moved as the body is) and M the matrix of its node, M = B · B₀⁻¹ · M₀,
and relative to the parent L = P⁻¹ · M. Below a mirrored parent P = T · R · D, with D the mirror, a rotation Q of the body in the model is
D⁻¹ · (R⁻¹ · Q · R) · D before the node's own rotation: a rotation about the mirrored axis, the other way round.
"""
import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import build  # noqa: E402
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

NAME = "KHR_physics_rigid_bodies"
MOTION = {"mass": 2, "inertiaDiagonal": [0.4, 0.4, 0.4]}
SPIN, SPEED = [0.6, -0.9, 0.4], [0.3, 0.5, -0.2]
# The engine rotates by half a step's worth of arc too straight: below |w|³·dt²/12 = 4e-5 rad in a second, rounded up.
NEAR = 1e-3
MIRRORS = {"x": [-1.4, 1.4, 1.4], "y": [1.4, -1.4, 1.4], "z": [1.4, 1.4, -1.4]}


def scene(scale):
    return n.Pose({
        "Holder": {"t": [0.4, -0.3, 0.6], "r": v.turn([1, 2, -1], 0.7), "s": scale},
        "Box": {"t": [0.5, 0.2, -0.35], "r": v.turn([2, -1, 1], 0.9), "s": [1.1, 0.8, 0.9], "parent": "Holder"},
        "Tip": {"t": [0.3, 0.1, 0.2], "parent": "Box"},
    })


def moved(pose, turn, way):
    """The matrix of a node below Box, and Box's own: M = B · B₀⁻¹ · M₀."""
    rows, origin = pose.model("Box")
    carried = n.times((v.matrix(turn), [0, 0, 0]), (rows, [0, 0, 0]))[0], v.add(origin, way)
    return carried, n.times(carried, pose.local("Tip"))


def mirrored(rotation, letter):
    """A rotation seen in a mirror across an axis: the axis stays in it, the other two change their signs."""
    at = "xyz".index(letter)
    return [part if number == at else -part for number, part in enumerate(rotation[:3])] + [rotation[3]]


def write(name, title, shows, pose, run, expectations, notes, motion=MOTION, more=None):
    document = pose.file({"Box": {NAME: {"motion": motion}}}, [NAME], more)
    n.case("body", name, title, NAME, "Motions", [f"{NAME}/{one}" for one in shows], {"latest": document, "seed": document},
           {"verb": "simulate", "seconds": 1, "gravity": [0, 0, 0], **run}, expectations, notes)


def near(node, what, value):
    return {"node": node, "is": what, "value": value, "tolerance": NEAR}


REASON = f"Tolerance {NEAR}: the arc of a step is followed to its third order, |w|³·dt²/12 = 3e-5 rad a second, at arms of 2 m; singles add 1e-5."


def free():
    push = {"input": {"actions": [{"time": 0, "node": "Box", "linearVelocity": SPEED, "angularVelocity": SPIN}]}}
    for letter, scale in MIRRORS.items():
        pose = scene(scale)
        turn = v.turn_by(SPIN)
        box, tip = moved(pose, turn, SPEED)
        holder = pose.turn("Holder")
        seen = mirrored(v.qmul(v.inverse(holder), turn, holder), letter)
        local = v.qmul(seen, pose.nodes["Box"]["r"])
        write(f"a_body_below_a_parent_mirrored_along_{letter}", f"A body below a parent that mirrors {letter} rotates in the model, and its node the other way round",
              ["node.motion.mass", "which-body-a-node-is-part-of", "scale-of-nodes"], pose, push,
              [near("Box", "model.matrix", n.columns(box)), near("Box", "local.rotation", local), near("Tip", "model.matrix", n.columns(tip))], f"""\
Equal moments of inertia: the body keeps rotating by w = {n.text(SPIN)} rad/s, Q = exp(w · 1 s), and moves by {n.text(SPEED)}.

M = B · B₀⁻¹ · M₀ is M₀ rotated by Q about the body's origin and moved. Relative to the parent the rotation is R⁻¹ · Q · R
  {n.text(v.qmul(v.inverse(holder), turn, holder))}
seen in the mirror: the component along {letter} stays, the other two change their signs. Before the node's own rotation that is
  {n.text(local)}

{REASON}""")
    flat = scene([1.4, 0.0, 1.4])
    write("a_body_below_a_flattened_parent_leaves_its_node_alone", "Below a parent without thickness no local transform leads to where the body is",
          ["which-body-a-node-is-part-of", "scale-of-nodes"], flat, push,
          [near("Box", "local.translation", flat.nodes["Box"]["t"]), near("Box", "local.rotation", flat.nodes["Box"]["r"])],
          f"P has no inverse. The text is silent; the node keeps its local transform.\n\n{REASON}")


def driven():
    """An animation rotates the node; the body rotates in the model as the mirror has it."""
    for letter, scale in MIRRORS.items():
        pose = scene(scale)
        rest = pose.nodes["Box"]["r"]
        rate = [0.5, 0.7, -0.4]
        buffer = build.Buffer()
        seconds = [0.0, 0.5, 1.0, 1.5, 2.0]
        keys = [v.qmul(v.turn_by(v.mul(rate, time)), rest) for time in seconds]
        times = buffer.add([[time] for time in seconds], "SCALAR", 5126)
        values = buffer.add(keys, "VEC4", 5126)
        more = {"animations": [{"channels": [{"sampler": 0, "target": {"node": "@Box", "path": "rotation"}}],
                                "samplers": [{"input": times, "output": values}]}],
                "accessors": buffer.accessors, "bufferViews": buffer.views,
                "buffers": [{"byteLength": len(buffer.bytes),
                             "uri": "data:application/octet-stream;base64," + base64.b64encode(buffer.bytes).decode()}]}
        seen = mirrored([*rate, 0.0], letter)[:3]
        spin = v.rotate(pose.turn("Holder"), seen)
        now = pose.moved({"Box": {"r": keys[2]}})
        write(f"a_driven_body_below_a_parent_mirrored_along_{letter}", f"A body that an animation rotates below a parent that mirrors {letter} rotates the other way round in the model",
              ["node.motion.isKinematic", "which-body-a-node-is-part-of", "scale-of-nodes"], pose, {},
              [{"node": "Box", "is": "angularVelocity", "value": spin, "tolerance": 0.005}, near("Tip", "model.matrix", n.columns(now.model("Tip")))], f"""\
The animation rotates the node by {n.text(rate)} rad/s about its parent's axes, at a constant rate. In the model that is R times the rate seen in
the mirror: the component along {letter} stays, the other two change their signs.
  {n.text(spin)}

Tolerance of the velocity 0.005: it is the way of one step over its length, of rotations in singles (6e-8 · 4 / (1/60) = 1.4e-5), and of arcs that
are taken as straight within a step. {REASON}""", {"isKinematic": True, **MOTION}, more)


free()
driven()
