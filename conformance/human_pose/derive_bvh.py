"""Writes the cases of BVH clips. Not glTF, and without a specification: what the programs that write it agree on.

The rotation of a joint is the product of its rotation channels in the order they are listed; positions replace the OFFSET; lengths are in
centimetres unless the caller says otherwise.
"""
import itertools
import math

import figures as f
from figures import Figure, hips, n, posture, v

BONES = f.REQUIRED + ["chest", "neck"]
ANGLES = {"hips": (14, -22, 31), "spine": (-8, 17, 25), "chest": (12, 33, -6), "leftUpperArm": (-48, 21, 36), "leftLowerArm": (9, -41, 15),
          "rightUpperLeg": (27, 11, -19), "head": (-16, 28, 7)}
AXES = {"X": [1, 0, 0], "Y": [0, 1, 0], "Z": [0, 0, 1]}
SOURCE = Figure(BONES)
TARGET = Figure(f.FULL, rests={bone: f.some_turn(bone, 5) for bone in f.ORDER}, size=0.8)
POSITION = [12.5, 83.0, -7.25]  # centimetres


def rotation(angles, order):
    """The product of rotations about the axes in the order that is listed."""
    return v.qmul(*[v.turn(AXES[letter], math.radians(angle)) for letter, angle in zip(order, angles)])


def bvh(frames, order="ZXY", names=None, unit=0.01, root=None, positions=("hips",), ends=True, frame_time=0.5):
    """`frames`: lists of bone → angles, and "position" of the hips in units."""
    names = names or {}
    lines, listed = ["HIERARCHY"], []

    def joint(bone, depth):
        pad = "  " * depth
        parent = SOURCE.parent(bone)
        place = v.sub(f.PLACE[bone], f.PLACE[parent] if parent else [0, 0, 0])
        offset = [part / unit for part in place] if parent or root is None else root
        lines.append(f"{pad}{'JOINT' if parent else 'ROOT'} {names.get(bone, bone)}")
        lines.append(f"{pad}{{")
        lines.append(f"{pad}  OFFSET " + " ".join(f"{part:.6f}" for part in offset))
        moves = ["Xposition", "Yposition", "Zposition"] if bone in positions else []
        channels = moves + [f"{letter}rotation" for letter in order]
        lines.append(f"{pad}  CHANNELS {len(channels)} {' '.join(channels)}")
        listed.append(bone)
        below = [other for other in SOURCE.bones if SOURCE.parent(other) == bone]
        for other in below:
            joint(other, depth + 1)
        if not below and ends:
            length = 8 if "Foot" in bone else 10
            lines.append(f"{pad}  End Site\n{pad}  {{\n{pad}    OFFSET 0 {-length if 'Foot' in bone else length} 0\n{pad}  }}")
        lines.append(f"{pad}}}")

    joint("hips", 0)
    lines += ["MOTION", f"Frames: {len(frames)}", f"Frame Time: {frame_time}"]
    for frame in frames:
        numbers = []
        for bone in listed:
            if bone in positions:
                numbers += frame.get("position" if bone == "hips" else f"position of {bone}")
            numbers += frame.get(bone, (0, 0, 0))
        lines.append(" ".join(f"{number:.6g}" for number in numbers))
    return "\n".join(lines) + "\n"


def turned(angles, order, rest=None):
    """The source with its joints rotated."""
    return SOURCE.pose.moved({bone: {"r": rotation(three, order)} for bone, three in angles.items()})


def write(name, title, section, shows, text, expectations, notes, run=None):
    n.case("human_pose", name, title, "BVH", section, [f"BVH/{one}" for one in shows], {"vrm-1.0": TARGET.vrm()},
           {"verb": "retarget", "clip": "clip.bvh", "at": [0.5], **(run or {})}, expectations, f"{notes}\n\n{n.REASON}", {"clip.bvh": text})


REST = {"position": [0, 90, 2]}


def carried(position, rest=None, ratio=None):
    """Where the target's hips are: their rest + (position − rest of the file's) · ratio of the heights, in metres."""
    rest = SOURCE.pose.model("hips")[1] if rest is None else rest
    ratio = TARGET.height() / rest[1] if ratio is None else ratio
    return hips(v.add(TARGET.pose.model("hips")[1], v.mul(v.sub(position, rest), ratio)))


def orders():
    for order in map("".join, itertools.permutations("XYZ")):
        now = turned(ANGLES, order)
        write(f"bvh_angles_in_the_order_{order.lower()}", f"Angles of BVH in the order {order} are the product of rotations in that order", "Channels",
              ["CHANNELS", "HIERARCHY", "ROOT", "JOINT", "OFFSET", "MOTION", "Frames", "numbers"], bvh([REST, {**ANGLES, "position": POSITION}], order),
              posture(TARGET, SOURCE.turns(now), ["hips", "spine", "chest", "leftUpperArm", "leftLowerArm", "rightUpperLeg", "head"])
              + [carried(v.mul(POSITION, 0.01))],
              f"R = R{order[0].lower()} · R{order[1].lower()} · R{order[2].lower()}, in degrees. The second frame is at 0.5 s. The humanoid of the OFFSETs rests without rotations in the T-pose,\n"
              f"so that R is the normalized rotation; the hips are at their rest + (0.01 · position − rest of the file's) · (0.8 · 0.9 / 0.9).")


def details():
    now = turned(ANGLES, "ZXY")
    some = ["hips", "chest", "leftUpperArm"]
    # Halfway between two frames: the shorter arc, and a straight line.
    half = SOURCE.pose.moved({bone: {"r": n.slerp(n.ONE, rotation(three, "ZXY"), 0.5)} for bone, three in ANGLES.items()})
    middle = v.mul(v.add(REST["position"], POSITION), 0.5)
    write("bvh_between_frames", "Between frames rotations go along the shorter arc and positions on a line", "Motion", ["MOTION", "Frames"],
          bvh([REST, {**ANGLES, "position": POSITION}]), posture(TARGET, SOURCE.turns(half), some) + [carried(v.mul(middle, 0.01))],
          "0.25 s is halfway between the frames at 0 and 0.5 s.", {"at": [0.25]})
    for unit, metres in (("m", 1.0), ("in", 0.0254), ("0.1", 0.1)):
        place = [part * 0.01 / metres for part in POSITION]
        write(f"bvh_in_units_of_{unit.replace('.', '_')}", f"Lengths of BVH are in the unit that the caller names: {unit}", "Units", ["OFFSET"],
              bvh([{"position": [0, 0.9 / metres, 0]}, {**ANGLES, "position": place}], unit=metres), [carried(v.mul(POSITION, 0.01))]
              + posture(TARGET, SOURCE.turns(now), ["spine"]), f"A unit is {metres} m; the offsets of the humanoid are written in it too.", {"bvhUnit": unit})
    # The T-pose is the first frame.
    start = {"leftUpperArm": (20, -10, 15), "rightUpperLeg": (-12, 8, 5), "chest": (3, 9, -14)}
    first = turned(start, "ZXY")
    turns = {bone: v.qmul(now.turn(bone), v.inverse(first.turn(bone))) for bone in SOURCE.bones}
    write("bvh_rests_in_its_first_frame", "On request the first frame is the T-pose", "Rest", ["MOTION"],
          bvh([{**start, "position": [0, 90, 2]}, {**ANGLES, "position": POSITION}]), posture(TARGET, turns, some + ["rightUpperLeg"]),
          "N = now · first⁻¹ in the model, with the rotations of the first frame as those at rest.", {"bvhRest": "first-frame"})
    # A root at 0 stands on its lowest End Site.
    write("bvh_whose_root_is_at_zero_stands_on_its_lowest_end", "A humanoid whose root is at 0 is raised until its lowest end is on the ground", "Units", ["End-Site", "OFFSET"],
          bvh([REST, {**ANGLES, "position": POSITION}], root=[0, 0, 0]), [carried(v.mul(POSITION, 0.01), [0, 0.9 - 0.08 + 0.08, 0])],
          "The hips are 0.82 m above the ankles, below which the End Sites reach 0.08 m: the hips rest at 0.9 m.\nKeys stay as they are, and are offsets from (0, 0.9, 0): hips = rest of the target + (position − (0, 0.9, 0)) · ratio of the heights.")
    # Positions on another joint replace its OFFSET, which moves no bone of the target but counts for nothing else.
    mixamo = {"hips": "mixamorig:Hips", "spine": "mixamorig:Spine", "chest": "mixamorig:Spine1", "neck": "mixamorig:Neck", "head": "mixamorig:Head"}
    words = {"UpperArm": "Arm", "LowerArm": "ForeArm", "Hand": "Hand", "UpperLeg": "UpLeg", "LowerLeg": "Leg", "Foot": "Foot"}
    for side in ("left", "right"):
        for bone, word in words.items():
            mixamo[side + bone] = f"mixamorig:{side.capitalize()}{word}"
    expected = posture(TARGET, SOURCE.turns(now), ["hips", "spine", "chest", "leftUpperArm", "leftLowerArm", "rightUpperLeg"])
    write("bvh_joints_by_the_names_of_a_rig", "Joints are bones by the names that a common rig gives them", "Names", ["bones-by-joint-names", "JOINT"],
          bvh([REST, {**ANGLES, "position": POSITION}], names=mixamo), expected, "LeftUpLeg is leftUpperLeg, Spine1 the chest, and so on; a prefix that all share does not count.")
    strange = {bone: f"j{at:02}" for at, bone in enumerate(SOURCE.bones)}
    write("bvh_joints_by_a_list_of_names", "Joints of any name are bones by a list", "Names", ["bones-by-joint-names"],
          bvh([REST, {**ANGLES, "position": POSITION}], names=strange), expected, "The caller says which joint is which bone.",
          {"bvhNames": {name: bone for bone, name in strange.items()}})
    write("bvh_without_end_sites", "A humanoid without End Sites moves as one with them", "Hierarchy", ["End-Site", "HIERARCHY"],
          bvh([REST, {**ANGLES, "position": POSITION}], ends=False), expected, "End Sites are lengths, not nodes.")
    write("bvh_between_its_frames_and_its_end", "Behind its last frame a clip stands still", "Motion", ["Frames"],
          bvh([REST, {**ANGLES, "position": POSITION}]), posture(TARGET, SOURCE.turns(now), some) + [carried(v.mul(POSITION, 0.01))],
          "At 3 s it is as at 0.5 s, the last frame.", {"at": [3]})


orders()
details()
