"""Writes the cases of KHR_virtual_transform: every combination of flags under plain, scaled, sheared and mirrored parents.

"Transform Calculation": with every flag set the parent's matrix times the own one, M · L; otherwise T(p) · R(r) · S(s) · L, where p, r and s
are the parent's position, rotation and scale, or nothing (0, the identity, 1) where the flag is not set. r is the product of the local
rotations along the chain. s is the diagonal of R(r)⁻¹ · M, which for a chain without shear is the product of scales with their signs.
"""
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

NAME = "KHR_virtual_transform"
FLAGS = ["Position", "Rotation", "Scale"]
OWN = {"t": [0.25, -0.4, 0.7], "r": v.turn([1, -2, 2], 0.75), "s": [0.9, 1.4, -0.6]}

PARENTS = {
    "a_plain_parent": ("rotated and moved", n.Pose({
        "Body": {"t": [0.4, 1.2, -0.3], "r": v.turn([2, 1, -1], 0.8)},
        "Hand": {"t": [0.7, -0.2, 0.5], "r": v.turn([-1, 3, 1], 1.1), "parent": "Body"},
    })),
    "a_scaled_parent": ("scaled along its own axes, with nothing rotated below", n.Pose({
        "Body": {"t": [0.4, 1.2, -0.3], "r": v.turn([2, 1, -1], 0.8), "s": [2, 2, 2]},
        "Hand": {"t": [0.7, -0.2, 0.5], "r": v.turn([-1, 3, 1], 1.1), "s": [1.5, 0.6, 1.1], "parent": "Body"},
    })),
    "a_sheared_parent": ("sheared: rotated below a body that is scaled along its axes", n.Pose({
        "Body": {"t": [0.4, 1.2, -0.3], "r": v.turn([2, 1, -1], 0.8), "s": [2.0, 0.7, 1.3]},
        "Hand": {"t": [0.7, -0.2, 0.5], "r": v.turn([-1, 3, 1], 1.1), "s": [1.5, 0.6, 1.1], "parent": "Body"},
    })),
    "a_mirrored_parent": ("mirrored along one axis", n.Pose({
        "Body": {"t": [0.4, 1.2, -0.3], "r": v.turn([2, 1, -1], 0.8)},
        "Hand": {"t": [0.7, -0.2, 0.5], "r": v.turn([-1, 3, 1], 1.1), "s": [1.5, -0.6, 1.1], "parent": "Body"},
    })),
}
# The parents move before the question is asked.
CHANGES = {"Body": {"r": v.turn([1, 2, 1], -0.9)}, "Hand": {"t": [0.55, -0.35, 0.8]}}


def parts(pose, name):
    """Position, rotation and scale of a node in the model."""
    rows, position = pose.model(name)
    rotation = pose.turn(name)
    seen = n.times((n.invert(v.matrix(rotation)), [0, 0, 0]), (rows, [0, 0, 0]))[0]
    return position, rotation, [seen[at][at] for at in range(3)]


def matrix(pose, flags, own, rest=None):
    """`rest` is the pose whose parts stand in for what is not inherited; without it nothing does."""
    local = n.compose(own["t"], own["r"], own["s"])
    if all(flags):
        return n.times(pose.model("Hand"), local)
    if rest is not None and not any(flags):
        return n.times(rest.model("Hand"), local)
    nothing = ([0, 0, 0], n.ONE, [1, 1, 1]) if rest is None else parts(rest, "Hand")
    taken = [part if flag else other for part, other, flag in zip(parts(pose, "Hand"), nothing, flags)]
    return n.times(n.compose(*taken), local)


def entry(name, flags=None, own=OWN, parent="@Hand", **more):
    out = {"name": name, "parent": parent, "translation": own["t"], "rotation": own["r"], "scale": own["s"], **more}
    if parent is None:
        del out["parent"]
    for flag, value in zip(FLAGS, flags or []):
        out[f"respectParent{flag}"] = value
    return out


def document(pose, entries, extension=NAME):
    """The extension stands at the file's root."""
    return pose.file(used=[extension], more={"extensions": {extension: {"virtualTransforms": entries}}})


def files(pose, entries):
    return {"singular": document(pose, entries), "plural": document(pose, entries, NAME + "s")}


def expect(name, found, **more):
    return {"virtualTransform": name, **more, "is": "matrix", "value": n.columns(found), "tolerance": n.NEAR}


def write(name, title, shows, files, expectations, notes, run=None, section="Transform Calculation"):
    run = run or {"verb": "evaluate", "pose": n.overrides(CHANGES)}
    n.case("virtual_transform", name, title, NAME, section, [f"{NAME}/virtualTransforms[].{one}" for one in shows], files, run, expectations,
           f"{notes}\n\n{n.REASON}")


def flags_word(flags):
    return "_and_".join(flag.lower() for flag, is_set in zip(FLAGS, flags) if is_set) or "nothing"


def combinations():
    for parent, (word, pose) in PARENTS.items():
        now = pose.moved(CHANGES)
        position, rotation, scale = parts(now, "Hand")
        for flags in itertools.product([True, False], repeat=3):
            found = matrix(now, flags, OWN)
            words = flags_word(flags)
            how = "Every flag is set: M · L, with the shear that M may have." if all(flags) else (
                f"T(p) · R(r) · S(s) · L, of which {words.replace('_', ' ')} come from the parent and the rest is nothing.")
            write(f"{words}_of_{parent}", f"A virtual transform that takes {words.replace('_', ' ')} from a parent that is {word}",
                  [f"respectParent{flag}" for flag in FLAGS] + ["translation", "rotation", "scale", "parent"],
                  files(pose, [entry("Grip", flags)]), [expect("Grip", found)], f"""\
The hand is {word}. In the model it has now
  position p {n.text(position)}
  rotation r {n.text(rotation)}
  scale    s {n.text(scale)}
{how} Column by column:
  {n.text(n.columns(found)[:8])}
  {n.text(n.columns(found)[8:])}""")


def rest_reading():
    """The other reading of an unset flag: what the parent has at rest."""
    pose = PARENTS["a_scaled_parent"][1]
    now = pose.moved(CHANGES)
    for flags in itertools.product([True, False], repeat=3):
        if all(flags):
            continue
        found = matrix(now, flags, OWN, pose)
        words = flags_word(flags)
        write(f"{words}_with_the_rest_as_the_parent_rests", f"What is not inherited can stay as the parent rests: {words.replace('_', ' ')} move",
              [f"respectParent{flag}" for flag in FLAGS], files(pose, [entry("Grip", flags)]), [expect("Grip", found)], f"""\
The table of properties can be read so that a part whose flag is not set keeps the value of \"post-initialization\". With that reading
(`uninherited` rest) the parts that do not move are the hand's at rest. Column by column:
  {n.text(n.columns(found)[:8])}
  {n.text(n.columns(found)[8:])}""", run={"verb": "evaluate", "pose": n.overrides(CHANGES), "uninherited": "rest"}, section="Properties")


def entries():
    pose = PARENTS["a_sheared_parent"][1]
    now = pose.moved(CHANGES)
    plain = {"t": [0, 0, 0], "r": n.ONE, "s": [1, 1, 1]}
    bare = {"name": "Bare", "parent": "@Hand"}
    write("an_entry_with_a_name_and_a_parent_alone", "An entry without transform and flags is where its parent is",
          ["translation", "rotation", "scale", "respectParentPosition", "respectParentRotation", "respectParentScale"],
          files(pose, [bare]), [expect("Bare", matrix(now, [True] * 3, plain))],
          "Translation 0, rotation the identity, scale 1, and every flag set: the parent's matrix.", section="Properties")
    free = n.compose(OWN["t"], OWN["r"], OWN["s"])
    write("an_entry_without_a_parent", "Without a parent a virtual transform is relative to the model's root", ["parent"],
          files(pose, [entry("Free", parent=None)]), [expect("Free", free)], "L itself: T · R · S.", section="Properties")
    long = {**OWN, "r": v.mul(OWN["r"], 1.002)}
    write("a_rotation_of_another_length", "A rotation is brought to unit length", ["rotation"], files(pose, [entry("Grip", own=long)]),
          [expect("Grip", matrix(now, [True] * 3, OWN))], "The quaternion is 1.002 long; as a rotation it is the one of unit length.", section="Properties")
    other = {"t": [-0.3, 0.2, 0.1], "r": v.turn([0, 1, 1], 0.4), "s": [1, 1, 1]}
    third = {"t": [0.6, 0.1, -0.2], "r": v.turn([1, 0, 1], 0.9), "s": [2, 1, 1]}
    body = n.times(now.model("Body"), n.compose(third["t"], third["r"], third["s"]))
    write("entries_are_found_by_name_and_by_tag", "Several entries keep their order, names and tags, and each has its own parent", ["name", "tags", "parent"],
          files(pose, [entry("Grip", tags=["weapon_socket"]), entry("Look", own=other, tags=["look_at", "eye"]),
                       entry("Seat", own=third, parent="@Body", tags=["seat"])]),
          [expect("Grip", matrix(now, [True] * 3, OWN)), expect("eye", matrix(now, [True] * 3, other)), expect("look_at", matrix(now, [True] * 3, other)),
           expect("weapon_socket", matrix(now, [True] * 3, OWN)), expect("Seat", body, node="Body")],
          "Each is its parent's matrix times its own.", section="Tags")
    write("of_both_names_of_the_extension_the_drafts_counts", "In a file with both names of the extension KHR_virtual_transform counts", ["name"],
          {"both": pose.file(used=[NAME, NAME + "s"], more={"extensions": {
              NAME + "s": {"virtualTransforms": [entry("Grip", own=other)]}, NAME: {"virtualTransforms": [entry("Grip")]}}})},
          [expect("Grip", matrix(now, [True] * 3, OWN))], "The draft names it in the singular; a converter writes the plural.", section="Schema")


combinations()
rest_reading()
entries()
