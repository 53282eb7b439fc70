"""Writes the cases of node constraints, with the formulas of the texts worked out here.

`VRMC_constraints-1.0` (the early draft) has position, rotation and aim, with a space to read the source in, a space to move the
destination in, a mask and a weight; drafts of `VRMC_node_constraint` have the same inside `constraint`. Both are one
expectation. `derive_1_0.py` has the kinds of `VRMC_node_constraint` 1.0.
"""
import itertools
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

EARLY, LATER = "VRMC_constraints-1.0", "VRMC_node_constraint"
SPACES = ["local", "model"]

# Nothing rests at an identity, no two numbers are alike, and the destination's parent is scaled along its axes.
REST = n.Pose({
    "Root": {"t": [0.3, -0.2, 0.5], "r": v.turn([1, 2, -1], 0.4)},
    "Arm": {"t": [1.1, 0.4, -0.7], "r": v.turn([-2, 1, 3], 0.9), "s": [1.3, 1.3, 1.3], "parent": "Root"},
    "Source": {"t": [0.2, 0.9, -0.4], "r": v.turn([3, -1, 1], 0.7), "parent": "Arm"},
    "Leg": {"t": [-0.6, 0.8, 0.35], "r": v.turn([1, 3, 2], -0.6), "s": [1.5, 0.8, 1.25], "parent": "Root"},
    "Destination": {"t": [0.15, -0.5, 0.25], "r": v.turn([2, 2, -1], 0.5), "parent": "Leg"},
})
# The source, its parent and the destination's parent all move.
CHANGES = {
    "Arm": {"r": v.turn([-1, 2, 2], 1.3)},
    "Source": {"t": [0.65, 0.45, 0.3], "r": v.turn([1, 1, -3], 1.6)},
    "Leg": {"r": v.turn([2, -1, 1], 0.8)},
}
SETTING = """\
The scene: Root carries Arm and Leg, Arm the source, Leg (scaled 1.5, 0.8, 1.25) the destination. At rest every node is rotated; the pose
then rotates Arm and Leg, and rotates and moves the source. A subscript 0 means at rest."""


def documents(kind, parameters, rest=REST, draft=True):
    """The early file, and the same constraint in a draft of the later extension."""
    early = rest.file({"Destination": {EARLY: {kind: parameters}}}, [EARLY])
    if not draft:
        return {EARLY: early}
    later = {"specVersion": "1.0-draft", "constraint": {kind: parameters}}
    return {EARLY: early, "draft": rest.file({"Destination": {LATER: later}}, [LATER])}


def shows(kind, names, draft=True):
    found = [f"{EARLY}/{kind}.{name}" for name in names]
    return found + ([f"{LATER}-draft/constraint.{kind}.{name}" for name in names] if draft else [])


def position(rest, now, source_space, destination_space, mask, weight):
    """The destination's local translation: rest + W·mask(source - source0), through the parent's matrix in model space."""
    read = (lambda pose: pose.nodes["Source"]["t"]) if source_space == "local" else (lambda pose: pose.model("Source")[1])
    way = v.sub(read(now), read(rest))
    contribution = [weight * part if free else 0.0 for part, free in zip(way, mask)]
    moved = contribution if destination_space == "local" else v.apply(n.invert(now.model("Leg")[0]), contribution)
    return way, contribution, v.add(rest.nodes["Destination"]["t"], moved)


def rotation(rest, now, source_space, destination_space, mask, weight):
    """The destination's local rotation, from the masked and weighted rotation vector of the source's rotation since rest."""
    if source_space == "local":
        turned = v.qmul(v.inverse(rest.nodes["Source"]["r"]), now.nodes["Source"]["r"])
    else:
        turned = v.qmul(now.turn("Source"), v.inverse(rest.turn("Source")))
    vector = n.log(turned)
    contribution = v.turn_by([weight * part if free else 0.0 for part, free in zip(vector, mask)])
    rests = rest.nodes["Destination"]["r"]
    if destination_space == "local":
        return vector, contribution, v.qmul(rests, contribution)
    parent = now.turn("Leg")
    return vector, contribution, v.qmul(v.inverse(parent), contribution, parent, rests)


def facing(aim, up, to_source, yaw, pitch):
    """The rotation that makes `aim` face the source while `up` stays on its side, as a product of two axes' frames."""
    aim, up = v.unit(aim), v.unit(up)
    right = v.unit(v.cross(up, aim))
    direction = v.unit(to_source)
    # Yaw takes `right` to where it is square to the source as well as to `up`: both are rotated about `up`.
    across = v.cross(up, direction)
    level = v.length(across)
    about_up = n.ONE if not yaw or level < 1e-9 else None
    if about_up is None:
        across = v.unit(across)
        angle = math.atan2(v.dot(up, v.cross(right, across)), v.dot(right, across))
        about_up = v.turn(up, angle)
    # Pitch is the difference of the heights above the plane across `up`; rotating about `right` lowers what is ahead.
    height = lambda one: math.asin(max(-1.0, min(1.0, v.dot(up, one))))
    about_right = v.turn(right, height(aim) - height(direction)) if pitch else n.ONE
    return v.qmul(about_up, about_right)


def aim(rest, now, source_space, destination_space, mask, weight, aim_vector=(0, 0, 1), up_vector=(0, 1, 0)):
    """The destination's local rotation, from how it would face at rest to how it faces now."""
    def way(pose):
        read = lambda space, name: pose.nodes[name]["t"] if space == "local" else pose.model(name)[1]
        return v.sub(read(source_space, "Source"), read(destination_space, "Destination"))
    def turned(pose):
        if v.length(way(pose)) < 1e-9:
            return None
        return facing(aim_vector, up_vector, way(pose), *mask)
    then, current = turned(rest), turned(now)
    difference = n.ONE if current is None else v.qmul(current, v.inverse(then or n.ONE))
    contribution = v.turn_by(v.mul(n.log(difference), weight))
    rests = rest.nodes["Destination"]["r"]
    if destination_space == "local":
        return way(now), contribution, v.qmul(contribution, rests)
    result = v.qmul(v.inverse(now.turn("Leg")), contribution, rest.turn("Leg"), rests)
    return way(now), contribution, result


def axes(mask):
    return "".join(letter for letter, free in zip("xyz", mask) if free) or "none"


def run(changes):
    return {"verb": "evaluate", "pose": n.overrides(changes)}


def expect(name, what, value):
    return {"node": name, "is": what, "value": value, "tolerance": n.NEAR}


FORMULAS = {
    ("position", "local"): "way = source − source₀, local translations",
    ("position", "model"): "way = source − source₀, positions in the model",
    ("rotation", "local"): "d = source₀⁻¹ · source, local rotations; its rotation vector (axis times angle, below a half revolution) is",
    ("rotation", "model"): "d = source · source₀⁻¹, rotations in the model; its rotation vector (axis times angle, below a half revolution) is",
    ("to position", "local"): "destination = destination₀ + contribution",
    ("to position", "model"): "destination = destination₀ + P⁻¹ · contribution, P the three axes of Leg in the model now",
    ("to rotation", "local"): "destination = destination₀ · contribution",
    ("to rotation", "model"): "destination = P⁻¹ · contribution · P · destination₀, P the rotation of Leg in the model now",
}
WEIGHTS = [1.0, 0.7, 0.85, 0.4, 0.55, 0.9, 0.25, 0.65]


def spaced(kind):
    """Every pair of spaces with every mask."""
    function = {"position": position, "rotation": rotation}[kind]
    what = {"position": "local.translation", "rotation": "local.rotation"}[kind]
    now = REST.moved(CHANGES)
    for source, destination in itertools.product(SPACES, SPACES):
        for number, mask in enumerate(itertools.product([True, False], repeat=3)):
            weight = WEIGHTS[number]
            difference, contribution, result = function(REST, now, source, destination, mask, weight)
            parameters = {"source": "@Source", "sourceSpace": source, "destinationSpace": destination,
                          "freezeAxes": list(mask), "weight": weight}
            files = documents(kind, parameters)
            names = ["source", "sourceSpace", "destinationSpace", "freezeAxes", "weight"]
            shown = shows(kind, names)
            if kind == "rotation" and source == destination == "local" and all(mask):
                released = {"specVersion": "1.0", "constraint": {"rotation": {"source": "@Source"}}}
                files["1.0"] = REST.file({"Destination": {LATER: released}}, [LATER])
                shown += [f"{LATER}/constraint.rotation.source"]
            notes = f"""\
{SETTING}

{FORMULAS[kind, source]}
  {n.text(difference)}
The axes {axes(mask)} are constrained, with a weight of {weight}: the contribution is
  {n.text(contribution)}
{FORMULAS["to " + kind, destination]}
  {n.text(result)}

{n.REASON}"""
            n.case("constraint", f"{kind}_{source}_to_{destination}_of_{axes(mask)}",
                   f"A {kind} read in {source} space moves {axes(mask)} in {destination} space",
                   EARLY, f"{kind.capitalize()} Constraint", shown, files, run(CHANGES),
                   [expect("Destination", what, result)], notes)


def aims():
    """Every pair of spaces with every mask, and several pairs of vectors."""
    now = REST.moved(CHANGES)
    names = ["source", "sourceSpace", "destinationSpace", "freezeAxes", "weight", "aimVector", "upVector"]
    masks = {(True, True): "yaw_and_pitch", (True, False): "yaw", (False, True): "pitch", (False, False): "nothing"}
    settings = [(source, destination, mask, [0.3, -0.2, 1.0], [0.1, 1.0, 0.25], f"aim_{source}_to_{destination}_of_{word}")
                for source, destination in itertools.product(SPACES, SPACES) for mask, word in masks.items()]
    vectors = [([1, 0, 0], [0, 1, 0]), ([0, -1, 0], [0, 0, 1]), ([0, 0, -2], [3, 0, 0]), ([-1, 0.5, 0.2], [0.4, 2, -1]),
               ([0.1, 1, 0.3], [0, 1, 0]), ([0.2, 0.1, -0.9], [0, -1, 0.3])]
    for at, (aim_vector, up_vector) in enumerate(vectors):
        settings.append(("model", "model", (True, True), aim_vector, up_vector, f"aim_with_vectors_{at + 1}"))
    for at, (source, destination, mask, aim_vector, up_vector, name) in enumerate(settings):
        weight = WEIGHTS[at % len(WEIGHTS)]
        way, contribution, result = aim(REST, now, source, destination, mask, weight, aim_vector, up_vector)
        parameters = {"source": "@Source", "sourceSpace": source, "destinationSpace": destination, "aimVector": aim_vector,
                      "upVector": up_vector, "freezeAxes": list(mask), "weight": weight}
        word = masks[mask].replace("_", " ")
        notes = f"""\
{SETTING}

The way from the destination (in {destination} space) to the source (in {source} space) is now
  {n.text(way)}
With x = up × aim and z = x × up, yaw rotates about up until x is square to the way, pitch rotates about x until the aim vector is as high
above the plane across up as the way is; A = yaw · pitch, each only where it is constrained ({word}). The contribution is
A · A₀⁻¹, by the weight {weight} of its angle:
  {n.text(contribution)}
{"destination = contribution · destination₀" if destination == "local" else
 "destination = P⁻¹ · contribution · P₀ · destination₀, P the rotation of Leg in the model"}
  {n.text(result)}

{n.REASON}"""
        n.case("constraint", name, f"An aim at a source in {source} space rotates {word} in {destination} space"
               + (f", with aim vector {aim_vector} and up vector {up_vector}" if "vectors" in name else ""), EARLY, "Aim Constraint",
               shows("aim", names), documents("aim", parameters), run(CHANGES),
               [expect("Destination", "local.rotation", result)], notes)


def defaults():
    """What is not given: model space, every axis, the whole weight, +Z and +Y."""
    now = REST.moved(CHANGES)
    for kind, function, mask in (("position", position, 3), ("rotation", rotation, 3), ("aim", aim, 2)):
        _, _, result = function(REST, now, "model", "model", (True,) * mask, 1.0)
        what = "local.translation" if kind == "position" else "local.rotation"
        files = documents(kind, {"source": "@Source"}, draft=kind == "position")
        bare = {"specVersion": "1.0-draft", kind: {"source": "@Source"}}
        files["bare draft"] = REST.file({"Destination": {LATER: bare}}, [LATER])
        shouting = {"source": "@Source", "sourceSpace": "MODEL", "destinationSpace": "MODEL"}
        files["upper case"] = REST.file({"Destination": {EARLY: {kind: shouting}}}, [EARLY])
        notes = f"""\
{SETTING}

The tables of the draft: sourceSpace and destinationSpace are model, freezeAxes all true, weight 1, aimVector [0, 0, 1] and upVector
[0, 1, 0]. With these the formula of {kind}_model_to_model_… gives
  {n.text(result)}
The first draft of VRMC_node_constraint has the kind right under the extension, with the same defaults. The schema of the draft spells
spaces in upper case, its text in lower case.

{n.REASON}"""
        n.case("constraint", f"{kind}_without_options", f"A {kind} that says nothing but its source is in model space, whole, of all axes",
               EARLY, f"{kind.capitalize()} Constraint",
               [f"{EARLY}/{kind}.source", f"{EARLY}/{kind}.sourceSpace", f"{EARLY}/{kind}.destinationSpace", f"{EARLY}/{kind}.weight",
                f"{EARLY}/{kind}.freezeAxes", f"{LATER}-draft/{kind}"], files, run(CHANGES), [expect("Destination", what, result)], notes)
    rests()


def rests():
    """While the source rests, the destination rests, wherever their parents go."""
    changes = {"Root": {"t": [2, 1, -3], "r": v.turn([3, 1, 2], 1.9)}}
    for kind, what, key in (("position", "local.translation", "t"), ("rotation", "local.rotation", "r"), ("aim", "local.rotation", "r")):
        parameters = {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local"}
        result = REST.nodes["Destination"][key]
        n.case("constraint", f"{kind}_of_a_source_at_rest_rests", f"A {kind} whose source has not moved leaves its destination at rest",
               EARLY, f"{kind.capitalize()} Constraint", shows(kind, ["source"]), documents(kind, parameters), run(changes),
               [expect("Destination", what, result)],
               f"All is relative to rest: the local transforms of source and destination are as authored, so the difference is none, though Root\n"
               f"has moved. The destination keeps\n  {n.text(result)}\n\n{n.REASON}")
        still = {**parameters, "weight": 0}
        n.case("constraint", f"{kind}_without_weight_rests", f"A {kind} of weight 0 leaves its destination at rest", EARLY,
               f"{kind.capitalize()} Constraint", shows(kind, ["weight"]), documents(kind, still), run(CHANGES),
               [expect("Destination", what, result)],
               f"The contribution times 0 is none, whatever the source does.\n  {n.text(result)}\n\n{n.REASON}")


def special():
    """Parents that mirror and flatten, sources in no direction or straight above, and what follows what."""
    mirrored = REST.moved({"Leg": {"s": [-1.5, 0.8, 1.25]}})
    now = mirrored.moved(CHANGES)
    way, contribution, result = position(mirrored, now, "model", "model", (True, True, True), 0.7)
    parameters = {"source": "@Source", "weight": 0.7}
    n.case("constraint", "position_below_a_mirrored_parent", "Below a mirrored parent a position still moves by the model's way", EARLY,
           "Position Constraint", shows("position", ["source", "destinationSpace"]), documents("position", parameters, mirrored),
           run(CHANGES), [expect("Destination", "local.translation", result)],
           f"{SETTING} Leg is mirrored along its x: P has a negative determinant, and P⁻¹ · contribution its sign.\n\ncontribution\n"
           f"  {n.text(contribution)}\nresult\n  {n.text(result)}\n\n{n.REASON}")
    flat = REST.moved({"Leg": {"s": [1.5, 0.0, 1.25]}})
    n.case("constraint", "position_below_a_flattened_parent_rests", "Below a parent without thickness no position in the model can be reached",
           EARLY, "Position Constraint", shows("position", ["source", "destinationSpace"]), documents("position", parameters, flat),
           run(CHANGES), [expect("Destination", "local.translation", flat.nodes["Destination"]["t"])],
           f"P has a determinant of 0 and no inverse. The text is silent; the destination rests.\n\n{n.REASON}")
    straight_above()
    in_the_same_place()
    chain()
    circle()
    both()
    below()
    carried()
    brother()
    drafts()
    beyond()


def upright():
    """The destination's parent has no rotation of its own, so that up is up; sums of eighths are exact."""
    return n.Pose({
        "Source": {"t": [0.4, 1.3, 0.9]},
        "Leg": {"t": [-0.5, 0.75, 0.375]},
        "Destination": {"t": [0.125, -0.5, 0.25], "r": v.turn([2, 2, -1], 0.5), "parent": "Leg"},
    })


def straight_above():
    rest = upright()
    place = rest.model("Destination")[1]
    changes = {"Source": {"t": v.add(place, [0, 1.7, 0])}}
    _, contribution, result = aim(rest, rest.moved(changes), "model", "model", (True, True), 1.0)
    n.case("constraint", "aim_straight_above_has_no_yaw", "A source straight above has no yaw, and the pitch of a quarter revolution", EARLY, "Aim Constraint",
           shows("aim", ["source", "upVector"]), documents("aim", {"source": "@Source"}, rest), run(changes),
           [expect("Destination", "local.rotation", result)],
           f"The way is along up, so that no rotation about up brings the aim vector nearer: yaw is 0 (the text is silent), pitch −90°. From how the\n"
           f"destination faced at rest to that:\n  {n.text(contribution)}\nresult\n  {n.text(result)}\n\n{n.REASON}")


def in_the_same_place():
    rest = upright()
    changes = {"Source": {"t": rest.model("Destination")[1]}}
    n.case("constraint", "aim_at_a_source_in_the_same_place_rests", "A source where the destination is lies in no direction", EARLY, "Aim Constraint",
           shows("aim", ["source"]), documents("aim", {"source": "@Source"}, rest), run(changes),
           [expect("Destination", "local.rotation", rest.nodes["Destination"]["r"])],
           f"There is no direction to face; the text is silent, and the contribution is none.\n\n{n.REASON}")
    # At rest in the same place: the source counts as straight ahead then.
    together = rest.moved({"Source": {"t": rest.model("Destination")[1]}})
    changes = {"Source": {"t": v.add(together.model("Destination")[1], [0.5, 0.4, 0.9])}}
    _, contribution, result = aim(together, together.moved(changes), "model", "model", (True, True), 1.0)
    n.case("constraint", "aim_at_a_source_that_rests_in_the_same_place", "A source that rests where the destination is counts as straight ahead then",
           EARLY, "Aim Constraint", shows("aim", ["source"]), documents("aim", {"source": "@Source"}, together), run(changes),
           [expect("Destination", "local.rotation", result)],
           f"A₀ is the identity, so that the contribution is A itself:\n  {n.text(contribution)}\nresult\n  {n.text(result)}\n\n{n.REASON}")


def chain():
    """Source → Middle (rotation, local) → Last (rotation, model), listed so that the file's order is the wrong one."""
    rest = n.Pose({
        "Last": {"r": v.turn([1, -2, 1], 0.3), "t": [1, 0, 0]},
        "Middle": {"r": v.turn([0, 1, 2], 0.8), "t": [0, 1, 0]},
        "Source": {"r": v.turn([2, 1, 0], 0.5), "t": [0, 0, 1]},
    })
    turned = v.turn([1, 1, 3], 1.1)
    changes = {"Source": {"r": turned}}
    middle = v.qmul(rest.nodes["Middle"]["r"], v.inverse(rest.nodes["Source"]["r"]), turned)
    last = v.qmul(middle, v.inverse(rest.nodes["Middle"]["r"]), rest.nodes["Last"]["r"])
    local = {"rotation": {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local"}}
    model = {"rotation": {"source": "@Middle", "sourceSpace": "model", "destinationSpace": "model"}}
    files = {EARLY: rest.file({"Middle": {EARLY: local}, "Last": {EARLY: model}}, [EARLY])}
    draft = lambda kind: {LATER: {"specVersion": "1.0-draft", "constraint": kind}}
    files["draft"] = rest.file({"Middle": draft(local), "Last": draft(model)}, [LATER])
    n.case("constraint", "a_result_is_seen_in_the_same_frame", "A constraint whose source is constrained sees the result of the same frame", EARLY, "Sources",
           shows("rotation", ["source"]), files, run(changes),
           [expect("Middle", "local.rotation", middle), expect("Last", "local.rotation", last)],
           f"Middle = Middle₀ · Source₀⁻¹ · Source\n  {n.text(middle)}\nLast, read and moved in the model = (Middle · Middle₀⁻¹) · Last₀\n  {n.text(last)}\n"
           f"Last stands before Middle in the file, and must wait for it.\n\n{n.REASON}")


def circle():
    """Two that wait for each other stay; a third one runs."""
    rest = n.Pose({
        "A": {"r": v.turn([1, -2, 1], 0.3)}, "B": {"r": v.turn([0, 1, 2], 0.8)},
        "Source": {"r": v.turn([2, 1, 0], 0.5)}, "Free": {"r": v.turn([1, 1, 1], 0.2)},
    })
    changes = {"Source": {"r": v.turn([1, 1, 3], 1.1)}, "A": {"r": v.turn([2, 0, 1], 0.6)}}
    free = v.qmul(rest.nodes["Free"]["r"], v.inverse(rest.nodes["Source"]["r"]), changes["Source"]["r"])
    of = lambda name: {EARLY: {"rotation": {"source": f"@{name}", "sourceSpace": "local", "destinationSpace": "local"}}}
    files = {EARLY: rest.file({"A": of("B"), "B": of("A"), "Free": of("Source")}, [EARLY])}
    n.case("constraint", "a_circle_is_not_evaluated", "Constraints that depend on each other leave their nodes alone, and the others run", EARLY, "Sources",
           shows("rotation", ["source"], draft=False), files, run(changes),
           [expect("A", "local.rotation", changes["A"]["r"]), expect("B", "local.rotation", rest.nodes["B"]["r"]),
            expect("Free", "local.rotation", free)],
           f"\"The source must not make a circular dependency\": A and B do, and keep what the pose gives them. Free = Free₀ · Source₀⁻¹ · Source\n"
           f"  {n.text(free)}\n\n{n.REASON}")


def both():
    """Both extensions on one node: the later one counts."""
    now = REST.moved(CHANGES)
    _, _, result = rotation(REST, now, "local", "local", (True, True, True), 0.6)
    later = {"specVersion": "1.0", "constraint": {"rotation": {"source": "@Source", "weight": 0.6}}}
    early = {"position": {"source": "@Source"}}
    files = {"both": REST.file({"Destination": {EARLY: early, LATER: later}}, [EARLY, LATER])}
    n.case("constraint", "of_both_extensions_the_later_counts", "On a node with both extensions VRMC_node_constraint counts", LATER, "Constraints",
           [f"{LATER}/constraint.rotation.weight", f"{EARLY}/position"], files, run(CHANGES),
           [expect("Destination", "local.rotation", result),
            expect("Destination", "local.translation", REST.nodes["Destination"]["t"])],
           f"The rotation of 1.0 with a weight of 0.6 is applied, the position of the draft is not.\n  {n.text(result)}\n\n{n.REASON}")


def below():
    """A local source below its destination is no circle."""
    rest = n.Pose({
        "Destination": {"t": [0.3, 0.1, 0.2], "r": v.turn([1, -2, 1], 0.3)},
        "Source": {"t": [0.4, 0.6, -0.3], "r": v.turn([2, 1, 0], 0.5), "parent": "Destination"},
    })
    changes = {"Source": {"r": v.turn([1, 1, 3], 1.1)}}
    result = v.qmul(rest.nodes["Destination"]["r"], v.inverse(rest.nodes["Source"]["r"]), changes["Source"]["r"])
    now = rest.moved({**changes, "Destination": {"r": result}})
    parameters = {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local"}
    n.case("constraint", "a_local_source_below_its_destination", "A source below its destination may be read in its local space", EARLY, "Sources",
           shows("rotation", ["source", "sourceSpace"]), documents("rotation", parameters, rest), run(changes),
           [expect("Destination", "local.rotation", result), expect("Source", "model.matrix", n.columns(now.model("Source")))],
           f"The source's local rotation does not depend on the destination: destination = destination₀ · source₀⁻¹ · source\n  {n.text(result)}\n"
           f"and the source is carried along by it.\n\n{n.REASON}")


def carried():
    """What hangs below a constrained node, with and without a constraint of its own."""
    rest = n.Pose({
        "Source": {"t": [0.4, 0.6, -0.3], "r": v.turn([2, 1, 0], 0.5)},
        "Destination": {"t": [0.3, 0.1, 0.2], "r": v.turn([1, -2, 1], 0.3)},
        "Child": {"t": [0.7, -0.2, 0.4], "r": v.turn([0, 1, 3], 0.8), "parent": "Destination"},
        "Other": {"t": [-0.5, 0.3, 0.1], "r": v.turn([2, 1, 1], 0.4), "parent": "Destination"},
        "Tip": {"t": [0.1, 0.6, 0.2], "r": v.turn([1, 0, 1], 0.9), "parent": "Child"},
        "End": {"t": [0.2, 0.3, -0.4], "parent": "Tip"},
    })
    turned = v.turn([1, 1, 3], 1.1)
    changes = {"Source": {"r": turned}}
    own = v.qmul(v.inverse(rest.nodes["Source"]["r"]), turned)
    moved = {"Destination": {"r": v.qmul(rest.nodes["Destination"]["r"], own)}, "Tip": {"r": v.qmul(rest.nodes["Tip"]["r"], own)}}
    now = rest.moved({**changes, **moved})
    local = {"rotation": {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local"}}
    draft = {LATER: {"specVersion": "1.0-draft", "constraint": local}}
    files = {EARLY: rest.file({"Destination": {EARLY: local}, "Tip": {EARLY: local}}, [EARLY]),
             "draft": rest.file({"Destination": draft, "Tip": draft}, [LATER])}
    n.case("constraint", "what_hangs_below_a_constrained_node_is_carried_along", "Children of a constrained node follow it, and may be constrained themselves", EARLY,
           "Sources", shows("rotation", ["source"]), files, run(changes),
           [expect(name, "model.matrix", n.columns(now.model(name))) for name in ("Destination", "Child", "Other", "Tip", "End")],
           f"Destination and Tip rotate by d = source₀⁻¹ · source about their own axes; everything else keeps its local transform, and is the product along its\n"
           f"parents.\n\n{n.REASON}")


def brother():
    """A destination behind a brother, and a source behind another: what they rest at is their own parent's, not the brother's."""
    rest = n.Pose({
        "Arm": {"t": [1.1, 0.4, -0.7], "r": v.turn([-2, 1, 3], 0.9)},
        "Thumb": {"t": [0.6, -0.3, 0.2], "r": v.turn([1, 1, 2], 0.7), "parent": "Arm"},
        "Source": {"t": [0.2, 0.9, -0.4], "r": v.turn([3, -1, 1], 0.7), "parent": "Arm"},
        "Leg": {"t": [-0.6, 0.8, 0.35], "r": v.turn([1, 3, 2], -0.6)},
        "Toe": {"t": [0.3, 0.5, -0.8], "r": v.turn([0, 2, 1], 1.1), "parent": "Leg"},
        "Destination": {"t": [0.15, -0.5, 0.25], "r": v.turn([2, 2, -1], 0.5), "parent": "Leg"},
    })
    now = rest.moved(CHANGES)
    for kind, function, mask, what in (("position", position, 3, "local.translation"), ("rotation", rotation, 3, "local.rotation"), ("aim", aim, 2, "local.rotation")):
        _, _, result = function(rest, now, "model", "model", (True,) * mask, 0.8)
        n.case("constraint", f"{kind}_beside_brothers", f"A {kind} between nodes that have brothers goes by its own nodes", EARLY, f"{kind.capitalize()} Constraint",
               shows(kind, ["source", "weight"]), documents(kind, {"source": "@Source", "sourceSpace": "model", "destinationSpace": "model", "weight": 0.8}, rest), run(CHANGES),
               [expect("Destination", what, result)],
               f"As {kind}_model_to_model_…, with a node between each parent and the one that counts.\n  {n.text(result)}\n\n{n.REASON}")


def drafts():
    """What the drafts of the later extension leave open or spell otherwise."""
    now = REST.moved(CHANGES)
    _, _, local = rotation(REST, now, "local", "local", (True, True, True), 0.8)
    inner = {"specVersion": "1.0-draft", "constraint": {"rotation": {"source": "@Source", "weight": 0.8}}}
    n.case("constraint", "a_rotation_of_a_draft_without_spaces_is_local", "A rotation inside `constraint` that names no space is local on both sides", LATER,
           "Rotation Constraint (draft)", [f"{LATER}-draft/constraint.rotation.sourceSpace", f"{LATER}-draft/constraint.rotation.destinationSpace"],
           {"draft": REST.file({"Destination": {LATER: inner}}, [LATER])}, run(CHANGES), [expect("Destination", "local.rotation", local)],
           f"Every revision since the one that has no spaces rotates locally: destination₀ · (source₀⁻¹ · source)^0.8\n  {n.text(local)}\n\n{n.REASON}")
    _, _, mixed = rotation(REST, now, "local", "model", (True, False, True), 0.8)
    half = {"specVersion": "1.0-draft",
            "constraint": {"rotation": {"source": "@Source", "sourceSpace": "local", "axes": [True, False, True], "weight": 0.8}}}
    n.case("constraint", "a_rotation_of_a_draft_with_one_space_has_model_for_the_other", "Where a draft names one space, the other is model; `axes` is `freezeAxes`",
           LATER, "Rotation Constraint (draft)",
           [f"{LATER}-draft/constraint.rotation.sourceSpace", f"{LATER}-draft/constraint.rotation.destinationSpace", f"{LATER}-draft/constraint.rotation.axes"],
           {"draft": REST.file({"Destination": {LATER: half}}, [LATER])}, run(CHANGES), [expect("Destination", "local.rotation", mixed)],
           f"An object with a space is of the revision whose spaces default to model: a local source moves the destination in the model,\nabout x and z."
           f"\n  {n.text(mixed)}\n\n{n.REASON}")


def beyond():
    """A weight beyond 1 goes on in the same direction."""
    now = REST.moved(CHANGES)
    _, contribution, result = position(REST, now, "local", "local", (True, True, True), 1.6)
    n.case("constraint", "a_weight_beyond_one_goes_on", "A weight beyond its range is used as written", EARLY, "Weight",
           shows("position", ["weight"]), documents("position", {"source": "@Source", "sourceSpace": "local", "destinationSpace": "local",
                                                                   "weight": 1.6}), run(CHANGES),
           [expect("Destination", "local.translation", result)],
           f"\"Simply multiplied by the weight\", 1.6:\n  {n.text(contribution)}\n\n{n.REASON}")


spaced("position")
spaced("rotation")
aims()
defaults()
special()
