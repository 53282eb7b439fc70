"""Writes the cases of `VRMC_node_constraint` 1.0, by the procedures of its text: roll, aim and rotation."""
import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import build  # noqa: E402
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

NAME = "VRMC_node_constraint"
AXES = {"X": [1, 0, 0], "Y": [0, 1, 0], "Z": [0, 0, 1]}

# Nothing rests at an identity.
REST = n.Pose({
    "Root": {"t": [0.2, 0.1, -0.3], "r": v.turn([1, 2, -1], 0.4)},
    "Arm": {"t": [1.1, 0.4, -0.7], "r": v.turn([-2, 1, 3], 0.9), "parent": "Root"},
    "Source": {"t": [0.2, 0.9, -0.4], "r": v.turn([3, -1, 1], 0.7), "parent": "Arm"},
    "Leg": {"t": [-0.6, 0.8, 0.35], "r": v.turn([1, 3, 2], -0.6), "parent": "Root"},
    "Destination": {"t": [0.15, -0.5, 0.25], "r": v.turn([2, 2, -1], 0.5), "parent": "Leg"},
})
CHANGES = {
    "Arm": {"r": v.turn([-1, 2, 2], 1.3)},
    "Source": {"t": [0.65, 0.45, 0.3], "r": v.turn([1, 1, -3], 1.6)},
    "Leg": {"r": v.turn([2, -1, 1], 0.8)},
}
SETTING = """\
The scene: Root carries Arm and Leg, Arm the source, Leg the destination. At rest every node is rotated; the pose then rotates Arm and Leg,
and rotates and moves the source. A subscript 0 means at rest."""


def roll(rest, now, axis, weight):
    """The text's procedure: the source's rotation in the destination's frame, less the shortest swing of the axis, slerped from rest."""
    source0, source, destination0 = rest.nodes["Source"]["r"], now.nodes["Source"]["r"], rest.nodes["Destination"]["r"]
    delta = v.qmul(v.inverse(source0), source)
    in_parent = v.qmul(source0, delta, v.inverse(source0))
    in_destination = v.qmul(v.inverse(destination0), in_parent, destination0)
    to = v.rotate(in_destination, axis)
    swing = v.between(axis, to)
    target = v.qmul(destination0, v.inverse(swing), in_destination)
    return in_destination, to, n.slerp(destination0, target, weight)


def aim(rest, now, axis, weight):
    """The text's procedure: the shortest rotation in the world from where the axis points at rest below the parent to the source."""
    parent, destination0 = now.turn("Leg"), rest.nodes["Destination"]["r"]
    start = v.rotate(v.qmul(parent, destination0), axis)
    to = v.unit(v.sub(now.model("Source")[1], now.model("Destination")[1]))
    turn = v.between(start, to)
    target = v.qmul(v.inverse(parent), turn, parent, destination0)
    return start, to, n.slerp(destination0, target, weight)


def rotation(rest, now, weight):
    """The text's procedure: the source's rotation since rest about its own axes, applied to the destination's rest, slerped."""
    delta = v.qmul(v.inverse(rest.nodes["Source"]["r"]), now.nodes["Source"]["r"])
    destination0 = rest.nodes["Destination"]["r"]
    return delta, n.slerp(destination0, v.qmul(destination0, delta), weight)


def file(constraint, rest=REST, version="1.0"):
    extension = {"specVersion": version, "constraint": constraint}
    return rest.file({"Destination": {NAME: extension}}, [NAME])


def write(name, title, kind, shows, constraint, changes, result, notes, rest=REST, more=()):
    files = {"1.0": file({kind: constraint}, rest)}
    files |= dict(more)
    n.case("constraint", name, title, NAME, f"{kind.capitalize()} Constraint", [f"{NAME}/constraint.{kind}.{one}" for one in shows]
           + [f"{NAME}/specVersion"] + ([f"{NAME}-draft/constraint.{kind}.{kind}Axis"] if "draft" in files else []), files, {"verb": "evaluate", "pose": n.overrides(changes)},
           [{"node": "Destination", "is": "local.rotation", "value": result, "tolerance": n.NEAR}], f"{notes}\n\n{n.REASON}")


def with_weight(constraint, weight):
    return constraint if weight == 1 else {**constraint, "weight": weight}


def rolls():
    now = REST.moved(CHANGES)
    for letter, axis in AXES.items():
        for weight in (1, 0.6, 0):
            turned, to, result = roll(REST, now, axis, weight)
            suffix = "" if weight == 1 else "_by_0_6" if weight else "_without_weight"
            write(f"roll_about_{letter.lower()}{suffix}", f"A roll rotates its node about {letter} as the source twists, by a weight of {weight}", "roll",
                  ["source", "rollAxis", "weight"], with_weight({"source": "@Source", "rollAxis": letter}, weight), CHANGES, result, f"""\
{SETTING}

The source's rotation since rest in the destination's frame, destination₀⁻¹ · source · source₀⁻¹ · destination₀:
  {n.text(turned)}
It takes the axis {letter} to
  {n.text(to)}
Undoing the shortest rotation that does so leaves the twist; from rest towards it by {weight}:
  {n.text(result)}""")
    # A half revolution about an axis square to X takes X to its opposite: many swings are the shortest, and none is meant.
    half = {"Source": {"r": v.qmul(turn_in_parent(REST, [1, 0, 0]), REST.nodes["Source"]["r"])}}
    write("roll_whose_axis_is_turned_round_rests", "A roll whose axis the source rotates into its opposite rests", "roll", ["source", "rollAxis"],
          {"source": "@Source", "rollAxis": "X"}, half, REST.nodes["Destination"]["r"], f"""\
{SETTING}

The source rotates by half about an axis that is square to the destination's X at rest. The axis goes to its opposite, where every half turn
about an axis square to it is a shortest rotation; the text is silent, and the destination rests.""")
    # The same rotation by the other quaternion.
    opposite = {"Source": {"r": v.mul(CHANGES["Source"]["r"], -1)}}
    _, _, result = roll(REST, REST.moved(opposite), AXES["Y"], 0.6)
    write("roll_by_the_other_quaternion", "A quaternion and its negative are one rotation to a roll", "roll", ["source", "weight"],
          {"source": "@Source", "rollAxis": "Y", "weight": 0.6}, opposite, result,
          f"The source is posed by −q; the twist is taken the shorter way.\n  {n.text(result)}")


def turn_in_parent(rest, axis):
    """A half revolution, in the parent's frame, about an axis square to a roll axis of the destination at rest."""
    roll_axis = v.rotate(rest.nodes["Destination"]["r"], axis)
    return v.turn(v.cross(roll_axis, [0.3, 0.5, -0.8]), 3.14159265358979)


def aims():
    now = REST.moved(CHANGES)
    names = {"PositiveX": [1, 0, 0], "NegativeX": [-1, 0, 0], "PositiveY": [0, 1, 0], "NegativeY": [0, -1, 0], "PositiveZ": [0, 0, 1],
             "NegativeZ": [0, 0, -1]}
    for name, axis in names.items():
        for weight in (1, 0.45):
            start, to, result = aim(REST, now, axis, weight)
            sign = "+" if sum(axis) > 0 else "-"
            draft = {"specVersion": "1.0-draft", "constraint": {"aim": with_weight({"source": "@Source", "aimAxis": sign + name[-1]}, weight)}}
            more = {"draft": REST.file({"Destination": {NAME: draft}}, [NAME])}
            write(f"aim_with_{name[:8].lower()}_{name[-1].lower()}{'' if weight == 1 else '_by_0_45'}",
                  f"An aim points {sign}{name[-1]} at its source, by a weight of {weight}", "aim", ["source", "aimAxis", "weight"],
                  with_weight({"source": "@Source", "aimAxis": name}, weight), CHANGES, result, f"""\
{SETTING}

Where the axis points in the model with the destination at rest, below Leg as it is now:
  {n.text(start)}
The direction to the source:
  {n.text(to)}
The shortest rotation between the two, in the model, taken back through Leg's rotation and slerped from rest by {weight}:
  {n.text(result)}
A draft spells the axis {sign}{name[-1]}.""", more=more.items())
    still()


def still():
    """At rest an aim of 1.0 rotates its node already, and a source in the same place has no direction."""
    axis = [0, 0, 1]
    _, _, result = aim(REST, REST, axis, 1)
    write("aim_turns_at_rest_already", "An aim of 1.0 is not relative to rest: it rotates its node before anything has moved", "aim", ["source", "aimAxis"],
          {"source": "@Source", "aimAxis": "PositiveZ"}, {}, result, f"The procedure with every node at rest:\n  {n.text(result)}")
    rest = n.Pose({"Source": {"t": [0.5, 1.25, 0.75]}, "Leg": {"t": [0.25, 0.5, -0.5]},
                   "Destination": {"t": [0.125, 0.25, 0.5], "r": v.turn([2, 2, -1], 0.5), "parent": "Leg"}})
    changes = {"Source": {"t": rest.model("Destination")[1]}}
    write("aim_of_1_0_at_a_source_in_the_same_place_rests", "An aim at a source in the same place rests", "aim", ["source"],
          {"source": "@Source", "aimAxis": "PositiveX"}, changes, rest.nodes["Destination"]["r"],
          "There is no direction; the text is silent, and the destination rests. Sums of eighths are exact.", rest=rest)
    scaled = REST.moved({"Leg": {"s": [1.5, 0.8, -1.25]}})
    now = scaled.moved(CHANGES)
    _, _, result = aim(scaled, now, axis, 1)
    write("aim_below_a_mirrored_parent", "An aim below a mirrored parent goes by rotations, not by matrices", "aim", ["source", "aimAxis"],
          {"source": "@Source", "aimAxis": "PositiveZ"}, CHANGES, result, f"""\
{SETTING} Leg is scaled by 1.5, 0.8, −1.25.

Positions are those of the matrices, with the mirror; the parent's rotation is the product of the local rotations along its chain. The text
says \"world rotation\" and is silent about scales.
  {n.text(result)}""", rest=scaled)


def rotations():
    now = REST.moved(CHANGES)
    for weight, word in ((1, "wholly"), (0.4, "by_0_4"), (0, "without_weight")):
        delta, result = rotation(REST, now, weight)
        early = {"rotation": {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local", "weight": weight}}
        more = {"VRMC_constraints-1.0": REST.file({"Destination": {"VRMC_constraints-1.0": early}}, ["VRMC_constraints-1.0"])}
        write(f"rotation_of_1_0_{word}", f"A rotation of 1.0 rotates its node as the source has rotated since rest, by a weight of {weight}", "rotation",
              ["source", "weight"], with_weight({"source": "@Source"}, weight), CHANGES, result, f"""\
{SETTING}

d = source₀⁻¹ · source
  {n.text(delta)}
slerp(destination₀, destination₀ · d, {weight}), which is the early draft's rotation with both spaces local:
  {n.text(result)}""", more=more.items())
    # A rotation of more than half goes the shorter way.
    far = {"Source": {"r": v.qmul(REST.nodes["Source"]["r"], v.turn([1, -2, 2], 4.4))}}
    delta, result = rotation(REST, REST.moved(far), 0.4)
    write("rotation_beyond_a_half_turn_goes_the_shorter_way", "A source that has rotated by more than half is followed the shorter way", "rotation",
          ["source", "weight"], {"source": "@Source", "weight": 0.4}, far, result,
          f"The source has rotated by 4.4 rad, which is 4.4 − 2π = −1.883 rad; slerp takes the shorter arc, so 0.4 of that:\n  {n.text(result)}")
    animated()


def animated():
    """An animation moves the source; what it says of the destination's rotation does not count."""
    buffer = build.Buffer()
    end = v.turn([1, 1, -3], 1.6)
    times = buffer.add([[0.0], [2.0]], "SCALAR", 5126)
    source = buffer.add([REST.nodes["Source"]["r"], end], "VEC4", 5126)
    other = buffer.add([n.ONE, v.turn([0, 1, 0], 1.0)], "VEC4", 5126)
    channel = lambda sampler, node: {"sampler": sampler, "target": {"node": node, "path": "rotation"}}
    animation = {"channels": [channel(0, "@Source"), channel(1, "@Destination")],
                 "samplers": [{"input": times, "output": source}, {"input": times, "output": other}]}
    more = {"animations": [animation], "accessors": buffer.accessors, "bufferViews": buffer.views,
            "buffers": [{"byteLength": len(buffer.bytes),
                         "uri": "data:application/octet-stream;base64," + base64.b64encode(buffer.bytes).decode()}]}
    extension = {"specVersion": "1.0", "constraint": {"rotation": {"source": "@Source"}}}
    document = REST.file({"Destination": {NAME: extension}}, [NAME], more)
    source_now = n.slerp(REST.nodes["Source"]["r"], end, 0.25)
    now = REST.moved({"Source": {"r": source_now}})
    _, result = rotation(REST, now, 1)
    n.case("constraint", "an_animated_source_moves_its_destination", "A constraint replaces what an animation says of its node, and follows what it says of the source",
           NAME, "Rotation Constraint", [f"{NAME}/constraint.rotation.source"], {"1.0": document}, {"verb": "evaluate", "animation": 0, "time": 0.5},
           [{"node": "Source", "is": "local.rotation", "value": source_now, "tolerance": n.NEAR},
            {"node": "Destination", "is": "local.rotation", "value": result, "tolerance": n.NEAR}],
           f"After 0.5 s of 2 s the source is a quarter of its way, by slerp:\n  {n.text(source_now)}\nThe destination's own channel would rotate it about Y; the "
           f"constraint writes the rotation instead:\n  {n.text(result)}\n\n{n.REASON}")


rolls()
aims()
rotations()
