"""Writes the cases of expressions and of look-at: what a clip says, and what morph targets and eyes of a humanoid make of it."""
import math

import figures as f
from figures import Clip, Figure, n, v

NAME, VRM1 = "VRMC_vrm_animation", "VRMC_vrm"
FACE = f.FULL + f.EYES
DEGREE = math.pi / 180
# Angles in degrees are read off quaternions of singles: some 1e-6 rad, which is 1e-4 degrees.
ANGLE = 2e-3


def mesh(targets):
    """A triangle with morph targets that move nothing far: only their weights are asked for."""
    buffer = f.build.Buffer()
    corners = buffer.add([[0.0, 1.5, 0.0], [0.1, 1.5, 0.0], [0.0, 1.6, 0.0]], "VEC3", 5126)
    offset = buffer.add([[0.0, 0.01, 0.0]] * 3, "VEC3", 5126)
    uri = "data:application/octet-stream;base64," + f.base64.b64encode(buffer.bytes).decode()
    return {"meshes": [{"primitives": [{"attributes": {"POSITION": corners}, "targets": [{"POSITION": offset}] * targets}]}],
            "accessors": buffer.accessors, "bufferViews": buffer.views, "buffers": [{"byteLength": len(buffer.bytes), "uri": uri}]}


def with_face(figure, nodes=("Face",)):
    """The humanoid with nodes that show the mesh."""
    for name in nodes:
        figure.pose.nodes[name] = {"t": [0.0, 0.0, 0.0], "r": n.ONE, "s": [1.0, 1.0, 1.0], "parent": None, "mesh": 0}
    return figure


def clip(values=None, gaze=None, custom=(), alone=False):
    """`values`: expression → its value at 1 s, from 0; `look-at`: yaw, pitch and roll in degrees at 1 s; `alone`: without a humanoid."""
    source = Figure(f.FULL)
    made = Clip(source)
    expressions = {"preset": {}, "custom": {}}
    for name, value in (values or {}).items():
        node = f"expression {name}"
        made.extra[node] = {"parent": None}
        made.move(node, [0.0, 0.0, 0.0], [value, 0.0, 0.0])
        expressions["custom" if name in custom else "preset"][name] = {"node": f"@{node}"}
    more = {"expressions": {key: part for key, part in expressions.items() if part}} if values else {}
    if gaze:
        made.extra["gaze"] = {"parent": None}
        made.turn("gaze", look(*gaze), look(*gaze))
        more["lookAt"] = {"node": "@gaze", "offsetFromHeadBone": [0, 0.06, 0]}
    if not made.rotations and not alone:
        made.turn("spine", n.ONE, n.ONE)
    return made.vrma(more, alone=alone)


def look(yaw, pitch, roll=0.0):
    """Extrinsic Z, X, Y: roll, then pitch, then yaw."""
    return v.qmul(v.turn([0, 1, 0], yaw * DEGREE), v.turn([1, 0, 0], pitch * DEGREE), v.turn([0, 0, 1], roll * DEGREE))


def write(name, title, extension, section, shows, targets, expectations, notes, clip_document, verb="simulate", at=(1,)):
    run = {"verb": "retarget", "clip": "clip.vrma", "at": list(at)} if verb == "retarget" else {"verb": "simulate", "seconds": 0.5, "clip": "clip.vrma"}
    n.case("human_pose", name, title, extension, section, shows, targets, run, expectations, f"{notes}\n\n{n.REASON}", {"clip.vrma": f.dumps(clip_document)})


def weights(expected, node="Face"):
    return [{"node": node, "is": "weights", "value": expected, "tolerance": n.NEAR}]


def bind(index, weight=1.0):
    return {"node": "@Face", "index": index, "weight": weight}


def figure(preset, custom=None, look_at=None, targets=3):
    """A humanoid of 1.0 whose expressions move morph targets of its face."""
    made = with_face(Figure(FACE))
    more = {"expressions": {"preset": preset, "custom": custom or {}}}
    if look_at:
        more["lookAt"] = look_at
    return made.vrm(more, mesh(targets))


def values():
    preset = {"happy": {"morphTargetBinds": [bind(0, 0.8)]}, "aa": {"morphTargetBinds": [bind(0, 0.5), bind(2)]}}
    nod = {"nod": {"morphTargetBinds": [bind(1, 0.6)]}}
    # The value is the X of a node's translation; at 0.5 s of 1 s half of it.
    write("an_expression_is_the_x_of_its_node", "An expression of a clip is the X of its node's translation, within 0 and 1", NAME, "Expressions",
          [f"{NAME}/expressions.preset", f"{NAME}/expressions.custom"], {"vrm-1.0": figure(preset, nod)},
          [{"expression": "happy", "sample": at, "is": "value", "value": value, "tolerance": n.NEAR} for at, value in enumerate((0.45, 0.9))]
          + [{"expression": "nod", "sample": at, "is": "value", "value": value, "tolerance": n.NEAR} for at, value in enumerate((0.8, 1.0))],
          "happy goes from 0 to 0.9, nod from 0 to 1.6 and is cut off at 1.", clip({"happy": 0.9, "nod": 1.6}, custom=["nod"]), "retarget", (0.5, 1))
    write("binds_of_several_expressions_add_up", "Morph targets get the sum of what expressions bind, each times its weight", VRM1, "Expressions",
          [f"{VRM1}/expressions.preset.morphTargetBinds", f"{VRM1}/expressions.custom.morphTargetBinds"], {"vrm-1.0": figure(preset, nod)},
          weights([0.8 * 0.45 + 0.5 * 0.3, 0.6 * 0.4, 0.3]), "At 0.5 s happy is 0.45, aa 0.3 and nod 0.4: target 0 gets 0.8 · 0.45 + 0.5 · 0.3, target 1 0.6 · 0.4, "
          "target 2 0.3.", clip({"happy": 0.9, "aa": 0.6, "nod": 0.8}, custom=["nod"]))
    for value, shown in ((0.8, 0.0), (1.2, 1.0)):
        binary = {"happy": {"isBinary": True, "morphTargetBinds": [bind(0, 0.7)]}}
        write(f"a_binary_expression_at_{str(value / 2).replace('.', '_')}_is_{'on' if shown else 'off'}", "A binary expression is on above a half, and off else", VRM1,
              "Expressions", [f"{VRM1}/expressions.preset.isBinary"], {"vrm-1.0": figure(binary)}, weights([0.7 * shown, 0, 0]),
              f"At 0.5 s its value is {value / 2}, which is shown as {shown:g}.", clip({"happy": value}))


def alone():
    """Clips without a humanoid, which is optional: they move expressions and look-at, and no bone."""
    rests = {bone: f.some_turn(bone, 5) for bone in f.ORDER}
    preset = {"happy": {"morphTargetBinds": [bind(0, 0.8)]}}
    document = with_face(Figure(FACE, rests=rests)).vrm({"expressions": {"preset": preset}}, mesh(3))
    figure_at_rest = Figure(FACE, rests=rests)
    still = [{"bone": bone, "sample": 0, "is": "local", "value": figure_at_rest.pose.nodes[bone]["r"], "tolerance": n.NEAR} for bone in ("hips", "leftUpperArm", "head")]
    still.append(f.hips(figure_at_rest.pose.model("hips")[1]))
    write("expressions_without_a_humanoid", "A clip without a humanoid moves expressions", NAME, "VRMC_vrm_animation", [f"{NAME}/humanoid.humanBones", f"{NAME}/expressions.preset"],
          {"vrm-1.0": document}, weights([0.8 * 0.45, 0, 0]), "humanoid is no required property. At 0.5 s happy is 0.45, and target 0 gets 0.8 of it.",
          clip({"happy": 0.9}, alone=True))
    write("bones_rest_without_a_humanoid", "A clip without a humanoid leaves the bones at rest", NAME, "VRMC_vrm_animation", [f"{NAME}/humanoid.humanBones"],
          {"vrm-1.0": document}, still + [{"expression": "happy", "sample": 0, "is": "value", "value": 0.9, "tolerance": n.NEAR}],
          "No bone of the clip says anything: each has the rotation that the model has it rest with, and the hips are where they rest.",
          clip({"happy": 0.9}, alone=True), "retarget")
    yaw, pitch = 30, 20
    target = Figure(FACE, rests=rests)
    # Both angles are to the left and down: the left eye has the outer range, the right one the inner one.
    eyes = {"leftEye": look(12 * 30 / 80, 10 * 20 / 40), "rightEye": look(8 * 30 / 50, 10 * 20 / 40)}
    out = [{"sample": 0, "is": f"lookAt.{key}", "value": value, "tolerance": ANGLE} for key, value in (("yaw", yaw), ("pitch", pitch))]
    for eye, rotation in eyes.items():
        local = v.qmul(v.inverse(target.pose.turn("head")), rotation, target.pose.turn(eye))
        out += [{"bone": eye, "sample": 0, "is": "normalized", "value": rotation, "tolerance": n.NEAR}, {"bone": eye, "sample": 0, "is": "local", "value": local, "tolerance": n.NEAR}]
    write("a_gaze_without_a_humanoid", "A clip without a humanoid rotates the eyes and nothing else", NAME, "VRMC_vrm_animation", [f"{NAME}/humanoid.humanBones", f"{NAME}/lookAt.node"],
          {"vrm-1.0": target.vrm({"expressions": {"preset": {}}, "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **RANGES}})}, out + still,
          "The eyes turn relative to the head as they do with a clip that has one; the other bones rest.", clip(None, (yaw, pitch), alone=True), "retarget")


def overrides():
    """What an expression takes away from others."""
    kinds = {"overrideBlink": ("blink", "blink"), "overrideMouth": ("aa", "mouth"), "overrideLookAt": ("lookLeft", "gaze")}
    for override, (victim, word) in kinds.items():
        for mode in ("block", "blend"):
            preset = {"happy": {override: mode, "morphTargetBinds": [bind(0)]}, victim: {"morphTargetBinds": [bind(1)]}}
            look_at = {"type": "expression", "rangeMapHorizontalOuter": {"inputMaxValue": 60, "outputScale": 0.9}} if victim == "lookLeft" else None
            # Look-at of 40 degrees to the left shows 40/60 · 0.9 = 0.6 of lookLeft; other expressions are at 0.6 too.
            given = clip({"happy": 0.5}, (40, 0)) if look_at else clip({"happy": 0.5, victim: 1.2})
            left = 0.0 if mode == "block" else 0.6 * (1 - 0.25)
            write(f"{mode}_of_the_{word}_by_an_expression", f"An expression that {mode}s the {word} {'lets nothing of it through' if mode == 'block' else 'weakens it by its own weight'}",
                  VRM1, "Procedural override", [f"{VRM1}/expressions.preset.{override}"], {"vrm-1.0": figure(preset, look_at=look_at)}, weights([0.25, left, 0]),
                  f"happy is 0.25 at 0.5 s, {victim} 0.6: block leaves 0, blend leaves 0.6 · (1 − 0.25) = 0.45.", given)
    both = {"happy": {"overrideMouth": "blend", "morphTargetBinds": [bind(0)]}, "sad": {"overrideMouth": "blend", "morphTargetBinds": [bind(1)]},
            "aa": {"morphTargetBinds": [bind(2)]}}
    write("two_blends_of_the_mouth_add_up", "Two expressions that weaken the mouth add up, to all of it at the most", VRM1, "Procedural override",
          [f"{VRM1}/expressions.preset.overrideMouth"], {"vrm-1.0": figure(both)}, weights([0.25, 0.4, 0.6 * 0.35]),
          "happy 0.25 and sad 0.4 leave 1 − 0.65 of aa's 0.6.", clip({"happy": 0.5, "sad": 0.8, "aa": 1.2}))
    write("two_blends_leave_nothing_below_zero", "Weakened by more than all of it, nothing is left", VRM1, "Procedural override",
          [f"{VRM1}/expressions.preset.overrideMouth"], {"vrm-1.0": figure(both)}, weights([0.75, 0.7, 0]),
          "happy 0.75 and sad 0.7 are more than 1.", clip({"happy": 1.5, "sad": 1.4, "aa": 1.2}))
    binary = {"happy": {"overrideBlink": "blend", "morphTargetBinds": [bind(0)]}, "blink": {"isBinary": True, "morphTargetBinds": [bind(1)]}}
    write("a_binary_expression_that_is_weakened_is_off", "A binary expression is never shown in part: weakened, it is off", VRM1, "Procedural override",
          [f"{VRM1}/expressions.preset.overrideBlink", f"{VRM1}/expressions.preset.isBinary"], {"vrm-1.0": figure(binary)}, weights([0.25, 0, 0]),
          "blink is 0.9 and so on; happy 0.25 weakens it.", clip({"happy": 0.5, "blink": 1.8}))


RANGES = {"rangeMapHorizontalInner": {"inputMaxValue": 50, "outputScale": 8}, "rangeMapHorizontalOuter": {"inputMaxValue": 80, "outputScale": 12},
          "rangeMapVerticalDown": {"inputMaxValue": 40, "outputScale": 10}, "rangeMapVerticalUp": {"inputMaxValue": 60, "outputScale": 9}}


def mapped(name, angle, ranges=None):
    one = (ranges or RANGES)[name]
    return min(abs(angle), one["inputMaxValue"]) / one["inputMaxValue"] * one["outputScale"]


def gaze():
    directions = {"left_and_down": (30, 20), "right_and_up": (-36, -24), "far_left_and_far_up": (120, -75), "right_and_far_down": (-44, 58)}
    rests = {"leftEye": v.turn([1, 1, 0], 0.3), "rightEye": v.turn([0, 1, -2], 0.5), "head": v.turn([1, 0, 2], 0.4)}
    for word, (yaw, pitch) in directions.items():
        target = Figure(FACE, rests=rests)
        vertical = mapped("rangeMapVerticalDown", pitch) if pitch > 0 else -mapped("rangeMapVerticalUp", pitch)
        eyes = {}
        for eye, is_outer in (("leftEye", yaw > 0), ("rightEye", yaw < 0)):
            horizontal = math.copysign(mapped("rangeMapHorizontalOuter" if is_outer else "rangeMapHorizontalInner", yaw), yaw)
            eyes[eye] = look(horizontal, vertical)
        out = [{"sample": 0, "is": f"lookAt.{key}", "value": value, "tolerance": ANGLE} for key, value in (("yaw", yaw), ("pitch", pitch))]
        for eye, rotation in eyes.items():
            rest = target.pose
            local = v.qmul(v.inverse(rest.turn("head")), rotation, rest.turn(eye))
            out.append({"bone": eye, "sample": 0, "is": "normalized", "value": rotation, "tolerance": n.NEAR})
            out.append({"bone": eye, "sample": 0, "is": "local", "value": local, "tolerance": n.NEAR})
        write(f"eyes_look_{word}", f"Looking {word.replace('_', ' ')} rotates each eye by its own range", VRM1, "Look at",
              [f"{NAME}/lookAt.node", f"{VRM1}/lookAt.type"] + [f"{VRM1}/lookAt.{name}" for name in RANGES],
              {"vrm-1.0": target.vrm({"expressions": {"preset": {}}, "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **RANGES}})}, out, f"""\
The clip's node is rotated by extrinsic Z, X, Y: a roll of 25° that does not count, pitch {pitch}° (down positive), yaw {yaw}° (left positive).
The eye on the side that is looked to has the outer range, the other the inner one; up and down have their own. An angle counts up to inputMaxValue,
in parts of which it is outputScale: an eye's normalized rotation is Ry · Rx of these. Both eyes and the head rest rotated.
Tolerance of the angles {ANGLE}°: 1e-6 rad of a quaternion of singles, times 180/π, times 30 for an angle near the pole.""",
              clip(None, (yaw, pitch, 25)), "retarget")
    target = Figure(FACE, rests=rests)
    up = look(0, -mapped("rangeMapVerticalUp", 90))
    write("eyes_look_straight_up", "Looking straight up has no yaw, whatever the node is rotated by before", VRM1, "Look at", [f"{NAME}/lookAt.node"],
          {"vrm-1.0": target.vrm({"expressions": {"preset": {}}, "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **RANGES}})},
          [{"sample": 0, "is": "lookAt.yaw", "value": 0, "tolerance": ANGLE}, {"sample": 0, "is": "lookAt.pitch", "value": -90, "tolerance": 0.01}]
          + [{"bone": eye, "sample": 0, "is": "normalized", "value": up, "tolerance": n.NEAR} for eye in f.EYES],
          "The node is rotated up by 90° and then left by 37°: the line of sight is +Y all the same, which is in no direction to the left or right; the text is silent,\n"
          "and the yaw is 0. Eyes go up by the whole of their range. Tolerance of the pitch 0.01°: √(2⁻²⁴) rad of an arc near its end.", clip(None, (37, -90)), "retarget")
    narrow = {name: {"inputMaxValue": 0, "outputScale": one["outputScale"]} for name, one in RANGES.items()}
    for pitch, turned in ((0, 0), (-0.5, -9)):
        write(f"a_range_of_no_width_{'rests' if pitch == 0 else 'is_all'}_at_{str(abs(pitch)).replace('.', '_')}_degrees", "A range that ends at 0 shows all of itself beside 0", VRM1,
              "Look at", [f"{VRM1}/lookAt.rangeMapVerticalUp"],
              {"vrm-1.0": target.vrm({"expressions": {"preset": {}}, "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0], **narrow}})},
              [{"bone": eye, "sample": 0, "is": "normalized", "value": look(scale, turned), "tolerance": n.NEAR} for eye, scale in (("leftEye", 12), ("rightEye", 8))],
              f"With an inputMaxValue of 0 the text would divide by it; it is silent, and any angle beside 0 gives the whole outputScale: 12° and 8° for a yaw of 30°,\n"
              f"{turned}° for a pitch of {pitch}°.", clip(None, (30, pitch)), "retarget")
    shown = {"lookLeft": 0, "lookRight": 1, "lookDown": 2, "lookUp": 3}
    preset = {name: {"morphTargetBinds": [bind(at)]} for name, at in shown.items()}
    ranges = {name: {"inputMaxValue": one["inputMaxValue"], "outputScale": one["outputScale"] / 15} for name, one in RANGES.items()}
    for word, (yaw, pitch) in directions.items():
        expected = [0.0] * 4
        expected[0 if yaw > 0 else 1] = mapped("rangeMapHorizontalOuter", yaw, ranges)
        expected[2 if pitch > 0 else 3] = mapped("rangeMapVerticalDown" if pitch > 0 else "rangeMapVerticalUp", pitch, ranges)
        write(f"expressions_look_{word}", f"Looking {word.replace('_', ' ')} is shown by expressions", VRM1, "Look at",
              [f"{VRM1}/lookAt.type", f"{VRM1}/lookAt.rangeMapHorizontalOuter", f"{VRM1}/lookAt.rangeMapVerticalDown", f"{VRM1}/lookAt.rangeMapVerticalUp"],
              {"vrm-1.0": figure(preset, look_at={"type": "expression", "offsetFromHeadBone": [0, 0.06, 0], **ranges}, targets=4)}, weights(expected),
              "With type expression lookLeft and lookRight have the outer range, lookDown and lookUp their own; the order of the targets is left, right,\ndown, up.",
              clip(None, (yaw, pitch, -15)))


def old():
    """VRM 0.x: percent, every node of the mesh, names of its own."""
    made = with_face(Figure(f.FULL + f.EYES, faces_back=True), ("Face", "Mask"))
    groups = [{"name": "Joy", "presetName": "joy", "binds": [{"mesh": 0, "index": 0, "weight": 80}]},
              {"name": "A", "presetName": "a", "binds": [{"mesh": 0, "index": 1, "weight": 50}]},
              {"name": "nod", "presetName": "unknown", "isBinary": True, "binds": [{"mesh": 0, "index": 2, "weight": 100}]}]
    document = made.vrm0({"blendShapeMaster": {"blendShapeGroups": groups}}, mesh(3))
    expected = [0.8 * 0.45, 0.5 * 0.3, 1.0]
    write("blend_shape_groups_of_vrm_0_x", "Groups of VRM 0.x are expressions in percent on every node of the mesh", "VRM", "Blend shapes",
          ["VRM/blendShapeMaster.blendShapeGroups[].name", "VRM/blendShapeMaster.blendShapeGroups[].presetName", "VRM/blendShapeMaster.blendShapeGroups[].isBinary",
           "VRM/blendShapeMaster.blendShapeGroups[].binds[].mesh", "VRM/blendShapeMaster.blendShapeGroups[].binds[].index",
           "VRM/blendShapeMaster.blendShapeGroups[].binds[].weight"], {"vrm-0.x": document}, weights(expected) + weights(expected, "Mask"),
          "joy is happy and a is aa in 1.0. At 0.5 s: 80 % of 0.45, 50 % of 0.3, and nod, which is binary, is on at 0.7.",
          clip({"happy": 0.9, "aa": 0.6, "nod": 1.4}, custom=["nod"]))
    ranges = {"lookAtHorizontalInner": {"xRange": 50, "yRange": 8}, "lookAtHorizontalOuter": {"xRange": 80, "yRange": 12},
              "lookAtVerticalDown": {"xRange": 40, "yRange": 10}, "lookAtVerticalUp": {"xRange": 60, "yRange": 9}}
    first = {"blendShapeMaster": {"blendShapeGroups": []},
             "firstPerson": {"firstPersonBone": "@head", "firstPersonBoneOffset": {"x": 0.01, "y": 0.06, "z": 0.02}, "lookAtTypeName": "Bone", **ranges}}
    made = Figure(f.FULL + f.EYES, faces_back=True)
    yaw, pitch = 30, 20
    left, right = look(12 * 30 / 80, 10 * 20 / 40), look(8 * 30 / 50, 10 * 20 / 40)
    out = []
    for eye, rotation in (("leftEye", left), ("rightEye", right)):
        out.append({"bone": eye, "sample": 0, "is": "normalized", "value": rotation, "tolerance": n.NEAR})
        out.append({"bone": eye, "sample": 0, "is": "local", "value": f.ahead_or_back(rotation, True), "tolerance": n.NEAR})
    write("eyes_of_vrm_0_x_look_left_and_down", "A humanoid of VRM 0.x looks with its own ranges, rotated by half", "VRM", "Look at",
          ["VRM/firstPerson.lookAtTypeName", "VRM/firstPerson.lookAtHorizontalOuter.xRange", "VRM/firstPerson.lookAtHorizontalOuter.yRange"],
          {"vrm-0.x": made.vrm0(first)}, out, "xRange is inputMaxValue and yRange outputScale. The humanoid looks along −Z, so that the local rotation of an eye is the normalized one\n"
          "conjugated by a half revolution about Y.", clip(None, (yaw, pitch)), "retarget")
    eyes()


def eyes():
    """Where a humanoid looks from, as a virtual transform."""
    rests = {"head": v.turn([1, 0, 2], 0.4), "neck": v.turn([0, 2, 1], 0.3)}
    target = Figure(f.FULL, rests=rests)
    changes = {"neck": {"r": v.turn([1, 2, 3], 0.9)}}
    now = target.pose.moved(changes)
    offset = [0.02, 0.07, 0.05]
    found = n.times(now.model("head"), n.compose(offset, v.inverse(target.pose.turn("head")), [1, 1, 1]))
    n.case("human_pose", "look_at_of_vrm_1_0_as_a_virtual_transform", "On request the eyes' place of VRM 1.0 is a virtual transform that looks along +Z", "VRMC_vrm", "Look at",
           ["VRMC_vrm/lookAt.offsetFromHeadBone"], {"vrm-1.0": target.vrm({"lookAt": {"type": "bone", "offsetFromHeadBone": offset}})},
           {"verb": "evaluate", "lookAt": True, "pose": n.overrides(changes)},
           [{"virtualTransform": "lookAt", "is": "matrix", "value": n.columns(found), "tolerance": n.NEAR},
            {"virtualTransform": "look_at", "is": "matrix", "value": n.columns(found), "tolerance": n.NEAR}],
           f"The offset is in the head's axes; the rotation undoes the head's rest rotation in the model, so that +Z looks ahead: head · T(offset) · R(W⁻¹).\n\n{n.REASON}")
    back = Figure(f.FULL, rests=rests, faces_back=True)
    now = back.pose.moved(changes)
    # Files carry the offset left-handed, with Z ahead, beside nodes that look along -Z.
    place = [0.02, 0.07, -0.05]
    rotation = v.qmul(v.inverse(back.pose.turn("head")), f.HALF)
    found = n.times(now.model("head"), n.compose(place, rotation, [1, 1, 1]))
    first = {"firstPerson": {"firstPersonBone": "@head", "firstPersonBoneOffset": {"x": 0.02, "y": 0.07, "z": 0.05}, "lookAtTypeName": "Bone"}}
    n.case("human_pose", "look_at_of_vrm_0_x_as_a_virtual_transform", "On request the first person's place of VRM 0.x is a virtual transform that looks ahead", "VRM", "Look at",
           ["VRM/firstPerson.firstPersonBoneOffset"], {"vrm-0.x": back.vrm0(first)}, {"verb": "evaluate", "lookAt": True, "pose": n.overrides(changes)},
           [{"virtualTransform": "lookAt", "is": "matrix", "value": n.columns(found), "tolerance": n.NEAR}],
           f"The offset's z points ahead in the files that exist, and the humanoid looks along −Z: z is negated. The rotation undoes the head's rest rotation and\n"
           f"rotates by half, so that +Z looks ahead.\n\n{n.REASON}")


values()
alone()
overrides()
gaze()
old()
