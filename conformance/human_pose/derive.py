"""Writes the cases of poses carried from one humanoid to another."""
import figures as f
from figures import Clip, Figure, hips, n, posture, v

NAME = "VRMC_vrm_animation"
SECTION = "How to transform human pose"
TURNED = {bone: f.some_turn(bone, 2) for bone in f.ORDER}  # rest rotations in the model of a humanoid that has them
OTHER = {bone: f.some_turn(bone, 5) for bone in f.ORDER}
FORMULA = """\
With N = now · rest⁻¹ in the model (W · L⁻¹ · local · W⁻¹ bone by bone), a bone of the target is at N · W of its own rest rotation, and its
local rotation is what its parent leaves of that: local = L · W⁻¹ · normalized · W."""
MOVED = ["spine", "chest", "neck", "leftUpperArm", "leftLowerArm", "rightUpperLeg", "rightLowerLeg", "head", "leftShoulder", "hips"]
AT = [0.5, 1]


def walk(figure, bones=None, seed=1):
    """A clip that rotates bones and carries the hips."""
    clip = Clip(figure).turn_bones([bone for bone in (bones or MOVED) if bone in figure.bones], seed)
    rest = figure.pose.nodes["hips"]["t"]
    return clip.move("hips", rest, v.add(rest, [0.3, -0.12, 0.2]))


def write(name, title, clip, targets, expectations, notes, shows=("pose-conversion",), run=None, section=SECTION, more=()):
    """`targets`: dialect → document."""
    n.case("human_pose", name, title, NAME, section, [f"{NAME}/{one}" if "/" not in one else one for one in shows], targets,
           {"verb": "retarget", "clip": "clip.vrma", "at": AT, **(run or {})}, expectations, f"{notes}\n\n{n.REASON}",
           {"clip.vrma": f.dumps(clip if isinstance(clip, dict) else clip.vrma()), **dict(more)})


def carried(clip, target, time, ratio):
    """Where the target's hips are: rest of the target + (hips of the clip − their rest) · ratio, in the model."""
    turned = clip.figure.faces_back != target.faces_back
    now, rest = (f.place_seen(pose.model("hips")[1], turned) for pose in (clip.at(time), clip.figure.pose))
    return v.add(target.pose.model("hips")[1], v.mul(v.sub(now, rest), ratio))


def sampled(clip, target, ratio=None, bones=None, local=True):
    """Expectations at both times, with the hips scaled by the heights unless a ratio is given."""
    ratio = target.height() / clip.figure.height() if ratio is None else ratio
    out = []
    for sample, time in enumerate(AT):
        now = clip.at(time)
        out += posture(target, clip.figure.turns(now), bones, sample, local)
        if local:
            out.append(hips(carried(clip, target, time, ratio), sample))
    return out


def formulas():
    """The two formulas: with and without rest rotations on either side, in VRM 1.0 and as a normalized human pose in VRM 0.x too."""
    cases = [("from_and_to_figures_without_rotations", {}, {}, "rest without rotations: local rotations are the normalized ones"),
             ("from_a_turned_figure", TURNED, {}, "of which the first rests rotated: normalized = W · L⁻¹ · local · W⁻¹"),
             ("to_a_turned_figure", {}, OTHER, "of which the second rests rotated: local = L · W⁻¹ · normalized · W"),
             ("between_two_turned_figures", TURNED, OTHER, "that both rest rotated, differently")]
    for name, ours, theirs, word in cases:
        source, target = Figure(rests=ours), Figure(rests=theirs, size=0.8)
        clip = walk(source)
        write(name, f"A pose goes between humanoids {word.split(':')[0]}", clip, {"vrm-1.0": target.vrm()}, sampled(clip, target),
              f"Two humanoids {word}.\n\n{FORMULA}", ("pose-conversion", "humanoid.humanBones", "VRMC_vrm/humanoid.humanBones.*.node", "VRMC_vrm/specVersion",
                                                     "specVersion", "animations[].channels"))
        back = Figure(rests=theirs, size=0.8, faces_back=True)
        write(f"{name}_in_either_version", f"VRM 0.x and 1.0 have one human pose, with humanoids {word.split(':')[0]}", clip,
              {"vrm-1.0": target.vrm(), "vrm-0.x": back.vrm0()}, sampled(clip, target, local=False),
              f"The normalized rotations are those of a humanoid that looks along +Z, so that they are the same in both versions.\n\n{FORMULA}",
              ("pose-conversion", "VRM/humanoid.humanBones[].bone", "VRM/humanoid.humanBones[].node"))


def old_figures():
    """VRM 0.x looks along −Z: rotations are conjugated by a half revolution about Y, and x and z of the hips negated."""
    for name, rests, word in (("to_a_figure_of_vrm_0_x", {}, "without rest rotations"), ("to_a_turned_figure_of_vrm_0_x", OTHER, "with rest rotations")):
        clip, target = walk(Figure(rests=TURNED)), Figure(rests=rests, size=1.2, faces_back=True)
        write(name, f"A pose on a humanoid of VRM 0.x {word} is rotated by half about Y", clip, {"vrm-0.x": target.vrm0()}, sampled(clip, target),
              f"A humanoid of VRM 0.x looks along −Z: each N becomes H · N · H⁻¹ with H a half revolution about Y, (x, y, z, w) → (−x, y, −z, w), and the\n"
              f"hips' x and z change their signs.\n\n{FORMULA}", ("pose-conversion", "VRM/no-local-rotation"))
    source = Figure(rests=OTHER, faces_back=True)
    clip, target = walk(source), Figure(rests=TURNED, size=1.1)
    document = source.vrm0(meshes=clip.content())
    write("from_an_animated_figure_of_vrm_0_x", "The motion of an animated model of VRM 0.x goes to one of 1.0", document, {"vrm-1.0": target.vrm()},
          sampled(clip, target), f"The clip is a model with bones and an animation; it looks along −Z.\n\n{FORMULA}", ("pose-conversion", "animations"))
    source = Figure(rests=OTHER)
    clip = walk(source)
    write("from_an_animated_figure_of_vrm_1_0", "The motion of an animated model of VRM 1.0 goes to another one", source.vrm(meshes=clip.content()), {"vrm-1.0": target.vrm()},
          sampled(clip, target), f"The clip is a model with bones and an animation.\n\n{FORMULA}", ("pose-conversion", "animations"))


def missing():
    """Bones that one side lacks."""
    without = lambda *gone: [bone for bone in f.FULL if bone not in gone]
    spine = ("chest", "upperChest", "neck")
    shoulders = ("leftShoulder", "rightShoulder")
    cases = [("the_target_lacks_the_chest", f.FULL, without("chest"), "Their rotation goes into the children that exist: N of the others stays."),
             ("the_target_lacks_chest_upper_chest_and_neck", f.FULL, without(*spine), "Three bones in a row: head, arms and shoulders take over their rotations."),
             ("the_target_lacks_shoulders", f.FULL, without(*shoulders), "The upper arms take the rotation of the shoulders over."),
             ("the_target_has_the_required_bones_alone", f.FULL, f.REQUIRED, "Whatever optional bone the clip rotates goes into a required one below it."),
             ("the_source_lacks_the_chest", without("chest"), f.FULL, "A bone that the source lacks is not rotated: its normalized rotation is the identity."),
             ("the_source_lacks_chest_upper_chest_and_neck", without(*spine), f.FULL, "Three bones in a row move with the spine."),
             ("the_source_has_the_required_bones_alone", f.REQUIRED, f.FULL, "Every optional bone moves with its parent bone."),
             ("each_lacks_what_the_other_has", without("chest", *shoulders), without("upperChest", "neck"), "Bones that both lack and bones that one lacks.")]
    for name, ours, theirs, word in cases:
        source = Figure(ours, rests=TURNED)
        clip, target = walk(source), Figure(theirs, rests=OTHER, size=0.9)
        write(name, name.replace("_", " ").capitalize(), clip, {"vrm-1.0": target.vrm()}, sampled(clip, target), f"{word}\n\n{FORMULA}",
              ("pose-conversion", "humanoid.humanBones", "VRMC_vrm/humanoid.humanBones"))
    thumbs = f.FULL + f.THUMBS
    source, old = Figure(thumbs, rests=TURNED), Figure(thumbs, size=0.9, faces_back=True)
    clip = walk(source, ["leftThumbMetacarpal", "leftThumbProximal", "rightThumbMetacarpal", "leftHand"])
    write("thumbs_have_other_names_in_vrm_0_x", "The metacarpal and proximal bones of a thumb are the proximal and intermediate ones of VRM 0.x", clip,
          {"vrm-0.x": old.vrm0()}, sampled(clip, old, bones=["leftThumbMetacarpal", "leftThumbProximal", "rightThumbMetacarpal", "leftHand"]),
          f"In VRM 0.x the first bone of a thumb is called proximal, the second intermediate.\n\n{FORMULA}",
          ("pose-conversion", "VRM/humanoid.humanBones[].bone"))


def between():
    """Nodes that are no bones."""
    ours = {"leftLowerArm": ("sourceTwist", f.some_turn("leftHand", 7)), "neck": ("sourceCollar", f.some_turn("neck", 7))}
    theirs = {"leftHand": ("targetTwist", f.some_turn("leftHand", 8)), "chest": ("targetBelt", f.some_turn("chest", 8))}
    source = Figure(rests=TURNED, between=ours)
    target = Figure(rests=OTHER, between=theirs, size=0.9)
    clip = walk(source)
    write("nodes_between_bones_that_rest", "Nodes between bones that do not move are part of the rest", clip, {"vrm-1.0": target.vrm()}, sampled(clip, target),
          f"A node above the source's forearm and neck, and one above the target's hand and chest, each rotated at rest. They keep their local\n"
          f"rotations, and the bones below are rotated so that they end where the human pose has them.\n\n{FORMULA}")
    clip = walk(source).turn("sourceTwist", ours["leftLowerArm"][1], v.qmul(ours["leftLowerArm"][1], v.turn([1, 2, 0], 0.8)))
    write("a_node_between_bones_of_the_source_moves", "A node between bones that moves rotates the bone below it", clip, {"vrm-1.0": target.vrm()},
          sampled(clip, target), f"The general form: N(parent bone)⁻¹ · N(bone), where N of the forearm has the twist in it.\n\n{FORMULA}")
    above = [("Root", [0.4, 0.1, -0.3], v.turn([1, 2, 0], 0.5), [1, 1, 1]), ("Inner", [-0.2, 0.05, 0.6], v.turn([0, 1, 1], -0.7), [1.2, 1.2, 1.2])]
    placed = Figure(rests=TURNED, above=above)
    clip = walk(placed)
    target = Figure(rests=OTHER, size=0.9, above=[("Holder", [0.1, -0.2, 0.2], v.turn([2, -1, 1], 0.6), [0.7, 0.7, 0.7])])
    write("nodes_above_the_hips", "Hips below rotated and scaled nodes are where they are in the model", clip, {"vrm-1.0": target.vrm()}, sampled(clip, target),
          f"The parent of the hips is the model's root: positions are metres in the model, whatever rotates, moves and scales above them.\n\n{FORMULA}")


def scales():
    """What the way of the hips is scaled by."""
    source, target = Figure(rests=TURNED), Figure(rests=OTHER, size=0.75)
    clip = walk(source)
    stands = [("Stand", [0.4, 0.0, -0.3], n.ONE, [1, 1, 1])]
    rule = "hips = rest of the target + ratio · (hips of the clip − their rest), in the model."
    ratios = [("height", target.height() / source.height(), "the rest heights of the hips"), ("none", 1.0, "nothing"),
              ("legs", target.legs() / source.legs(), "the lengths of the legs, hip joint to knee to ankle")]
    for policy, ratio, word in ratios:
        out = [hips(carried(clip, target, time, ratio), sample) for sample, time in enumerate(AT)]
        write(f"hips_scaled_by_{policy}", f"The way of the hips is scaled by {word}", clip, {"vrm-1.0": target.vrm()}, out,
              f"ratio = {n.text(ratio)}; {rule}\n\nThe target is three quarters as tall.", ("pose-conversion",), {"hips": policy},
              "Hips position")
        aside = Figure(rests=OTHER, size=0.75, above=stands)
        # The humanoid is built around the origin whatever is above it; now it goes to where its stand is.
        aside.pose.nodes["hips"]["t"] = v.add(aside.pose.nodes["hips"]["t"], stands[0][1])
        for side in ("left", "right"):
            foot = aside.pose.nodes[f"{side}Foot"]
            foot["t"] = v.mul(foot["t"], 1.2)
        ratio = {"height": aside.height() / source.height(), "none": 1.0, "legs": aside.legs() / source.legs()}[policy]
        out = [hips(carried(clip, aside, time, ratio), sample) for sample, time in enumerate(AT)]
        write(f"hips_aside_scaled_by_{policy}", f"Hips that do not rest above the origin start from where they rest, scaled by {word}", clip,
              {"vrm-1.0": aside.vrm()}, out, f"ratio = {n.text(ratio)}; {rule}\n\nThe target stands aside, and has longer legs than its height says.",
              ("pose-conversion",), {"hips": policy}, "Hips position")
        still = Clip(source).turn_bones(["spine", "hips"])
        out = [hips(target.pose.model("hips")[1], sample) for sample in range(len(AT))]
        write(f"hips_without_keys_stay_by_{policy}", "Where the clip has no position of the hips, they stay where they rest", still, {"vrm-1.0": target.vrm()},
              out, "Only rotations have keys: nothing says where the hips are, so that they are at rest.", ("pose-conversion",), {"hips": policy}, "Hips position")


    low = Figure(rests=OTHER, size=0.75)
    low.pose.nodes["hips"]["t"] = [0.0, 0.0, 0.02]
    write("hips_on_the_ground_scale_nothing", "Hips that rest on the ground have no height to scale by", clip, {"vrm-1.0": low.vrm()},
          sampled(clip, low, 1.0), f"A rest height of 0 measures nothing. The text is silent; the ratio is 1. {rule}\n\n{FORMULA}", ("pose-conversion",),
          section="Hips position")


def keys():
    """How clips are sampled."""
    source, target = Figure(), Figure(rests=OTHER)
    step = walk(source)
    for node in list(step.rotations) + ["hips"]:
        step.interpolation[node] = "STEP"
    now = source.pose.moved({"hips": {"t": step.translations["hips"][0]}})
    out = posture(target, source.turns(now), ["spine", "leftUpperArm", "head"], 0) + [hips(now.model("hips")[1], 0)]
    end = step.at(1)
    out += posture(target, source.turns(end), ["spine", "leftUpperArm", "head"], 1) + [hips(end.model("hips")[1], 1)]
    write("keys_that_step", "A clip with STEP holds a key until the next", step, {"vrm-1.0": target.vrm()}, out,
          f"At 0.5 s everything is as at 0 s, and at 1 s as at the second key.\n\n{FORMULA}", ("animations[].samplers", "pose-conversion"))
    beyond = walk(source)
    end = beyond.at(1)
    write("beyond_its_end_a_clip_stands_still", "Behind its last key a clip stands still", beyond, {"vrm-1.0": target.vrm()},
          posture(target, source.turns(end), ["spine", "leftUpperArm"], 0) + [hips(end.model("hips")[1], 0)], f"At 7 s the pose is that of 1 s.\n\n{FORMULA}",
          ("animations[].samplers",), {"at": [7]})
    two = walk(source)
    document = two.vrma()
    second = walk(source, seed=4)
    other = second.vrma()
    shift = {"accessors": len(document["accessors"]), "bufferViews": len(document["bufferViews"])}
    for view in other["bufferViews"]:
        view["buffer"] = 1
    for accessor in other["accessors"]:
        accessor["bufferView"] += shift["bufferViews"]
    for sampler in other["animations"][0]["samplers"]:
        sampler["input"] += shift["accessors"]
        sampler["output"] += shift["accessors"]
    other["animations"][0]["name"] = "second"
    for key in ("accessors", "bufferViews", "buffers", "animations"):
        document[key] += other[key]
    for name, clip, run in (("of_several_animations_the_first_counts", two, {}), ("an_animation_can_be_chosen_by_index", second, {"animation": 1}),
                            ("an_animation_can_be_chosen_by_name", second, {"animation": "second"})):
        write(name, name.replace("_", " ").capitalize(), document, {"vrm-1.0": target.vrm()}, sampled(clip, target, bones=["spine", "leftUpperArm", "hips"]),
              f"A clip file with two animations; as a general rule the first is meant.\n\n{FORMULA}", ("animations",), run)
    still = Clip(source).turn_bones(["leftUpperArm"])
    out = posture(target, source.turns(still.at(0.5)), ["leftUpperArm", "rightUpperArm", "spine"], 0)
    write("bones_without_keys_rest", "Bones that no channel moves stay at rest", still, {"vrm-1.0": target.vrm()}, out, f"Only the left upper arm has keys.\n\n{FORMULA}",
          ("animations", "pose-conversion"), {"at": [0.5]})
    scaled = walk(source)
    big = Figure(rests=OTHER, size=1.3)
    for bone in ("spine", "leftUpperArm"):
        big.pose.nodes[bone]["s"] = [1.25, 1.25, 1.25]
    write("bones_that_are_scaled", "Scales of bones change no rotation", scaled, {"vrm-1.0": big.vrm()}, sampled(scaled, big),
          f"Rotations in the model are products of local rotations; spine and left upper arm of the target are scaled by 1.25.\n\n{FORMULA}",
          ("pose-conversion", "VRMC_vrm/scale-of-bones"))


formulas()
old_figures()
missing()
between()
scales()
keys()
