"""Humanoids and clips, and how a pose of one becomes a pose of another. Standard library only.

"How to transform human pose" (VRMC_vrm_animation): what two humanoids share is how far a bone has rotated from rest, seen in the model,
N = now · rest⁻¹. The normalized rotation of a bone is N(parent bone)⁻¹ · N(bone); for a bone that hangs on its parent bone that is the
text's W · L⁻¹ · local · W⁻¹, with W the rest rotation in the model and L the one relative to the parent.
"""
import base64
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import build  # noqa: E402
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

# Where joints are in the T-pose, in metres, the left side; the right one mirrors it. The humanoid looks along +Z.
LEFT = {
    "Eye": ("head", [0.03, 1.55, 0.08]), "Shoulder": ("upperChest", [0.04, 1.35, 0.01]), "UpperArm": ("Shoulder", [0.16, 1.36, 0.0]),
    "LowerArm": ("UpperArm", [0.42, 1.36, -0.01]), "Hand": ("LowerArm", [0.66, 1.36, 0.0]),
    "ThumbMetacarpal": ("Hand", [0.69, 1.35, 0.03]), "ThumbProximal": ("ThumbMetacarpal", [0.72, 1.35, 0.05]),
    "UpperLeg": ("hips", [0.09, 0.86, 0.0]), "LowerLeg": ("UpperLeg", [0.09, 0.48, 0.01]), "Foot": ("LowerLeg", [0.09, 0.08, -0.02]),
}
MIDDLE = {
    "hips": (None, [0.0, 0.9, 0.02]), "spine": ("hips", [0.0, 1.0, 0.03]), "chest": ("spine", [0.0, 1.12, 0.02]),
    "upperChest": ("chest", [0.0, 1.22, 0.01]), "neck": ("upperChest", [0.0, 1.4, 0.0]), "head": ("neck", [0.0, 1.48, 0.02]),
}
PARENT, PLACE = {}, {}
for bone, (parent, place) in MIDDLE.items():
    PARENT[bone], PLACE[bone] = parent, place
for side, sign in (("left", 1), ("right", -1)):
    for bone, (parent, place) in LEFT.items():
        PARENT[side + bone] = side + parent if parent in LEFT else parent
        PLACE[side + bone] = [sign * place[0], place[1], place[2]]
ORDER = list(PARENT)
EYES = ["leftEye", "rightEye"]
THUMBS = [bone for bone in ORDER if "Thumb" in bone]
REQUIRED = ["hips", "spine", "head"] + [side + bone for side in ("left", "right")
                                         for bone in ("UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot")]
FULL = [bone for bone in ORDER if bone not in EYES + THUMBS]
# VRM 0.x calls the bones of the thumb otherwise.
OLD = {f"{side}{new}": f"{side}{old}" for side in ("left", "right")
       for new, old in (("ThumbMetacarpal", "ThumbProximal"), ("ThumbProximal", "ThumbIntermediate"))}
HALF = [0.0, 1.0, 0.0, 0.0]  # a half revolution about Y
UNIT = [0, 0, 0]


def some_turn(bone, seed=0, most=0.9):
    """A rotation of its own for each bone: any will do, none is special."""
    at = ORDER.index(bone) + 31 * seed
    axis = [math.sin(1 + at), math.cos(2 * at + 1), math.sin(3 * at + 2)]
    return v.turn(axis, most * (0.35 + 0.6 * abs(math.sin(7 * at + 1))))


def ahead_or_back(rotation, faces_back):
    """A rotation seen from a humanoid that looks the other way."""
    return v.qmul(HALF, rotation, v.inverse(HALF)) if faces_back else rotation


def place_seen(place, faces_back):
    return [-place[0], place[1], -place[2]] if faces_back else list(place)


class Figure:
    """A humanoid: bones, each a node, at rest in the T-pose with rest rotations in the model as `rests` says."""

    def __init__(self, bones=FULL, size=1.0, rests=None, faces_back=False, between=None, above=None):
        """`rests`: bone → rest rotation in the model. `between`: bone → (name, local rotation) of a node above it that is no bone.
        `above`: nodes above the hips, outermost first, each (name, t, r, s)."""
        self.bones = [bone for bone in ORDER if bone in bones]
        self.faces_back = faces_back
        nodes = {}
        rests = rests or {}
        outer = None
        for name, t, r, s in above or []:
            nodes[name] = {"t": t, "r": r, "s": s, "parent": outer}
            outer = name
        frame = n.Pose(nodes)
        for bone in self.bones:
            parent = self.parent(bone)
            hangs_on = outer if parent is None else parent
            if between and bone in between:
                name, rotation = between[bone]
                nodes[name] = {"t": UNIT, "r": rotation, "parent": hangs_on}
                hangs_on = name
                frame = n.Pose(nodes)
            rows, origin = frame.model(hangs_on)
            place = v.mul(place_seen(PLACE[bone], faces_back), size)
            local = v.apply(n.invert(rows), v.sub(place, origin))
            rotation = v.qmul(v.inverse(frame.turn(hangs_on)), rests.get(bone, n.ONE))
            nodes[bone] = {"t": local, "r": rotation, "parent": hangs_on}
            frame = n.Pose(nodes)
        self.pose = frame

    def parent(self, bone):
        """The nearest bone above that the humanoid has."""
        above = PARENT[bone]
        while above is not None and above not in self.bones:
            above = PARENT[above]
        return above

    def turns(self, now):
        """N of every bone, seen from a humanoid that looks along +Z."""
        return {bone: ahead_or_back(v.qmul(now.turn(bone), v.inverse(self.pose.turn(bone))), self.faces_back) for bone in self.bones}

    def height(self):
        return self.pose.model("hips")[1][1]

    def legs(self):
        """Hip joint to knee to ankle, the mean of both sides."""
        far = lambda a, b: v.length(v.sub(self.pose.model(a)[1], self.pose.model(b)[1]))
        sides = [far(f"{side}UpperLeg", f"{side}LowerLeg") + far(f"{side}LowerLeg", f"{side}Foot") for side in ("left", "right")]
        return sum(sides) / 2

    def posed(self, turns):
        """What a human pose of another humanoid makes of this one: bone → (normalized, local). Bones that the other lacks go with their parents."""
        full = {}
        for bone in ORDER:
            full[bone] = turns[bone] if bone in turns else full[PARENT[bone]] if PARENT[bone] else n.ONE
        # A bone that the source lacks hangs unturned on the bone above it, whichever that is.
        found, model = {}, {}
        for bone in self.bones:
            parent = self.parent(bone)
            normalized = v.qmul(v.inverse(full[parent]) if parent else n.ONE, full[bone])
            turned = ahead_or_back(full[bone], self.faces_back)
            model[bone] = v.qmul(turned, self.pose.turn(bone))
            # Nodes between keep their local rotations.
            hangs_on, chain = self.pose.nodes[bone]["parent"], n.ONE
            while hangs_on is not None and hangs_on not in self.bones:
                chain = v.qmul(self.pose.nodes[hangs_on]["r"], chain)
                hangs_on = self.pose.nodes[hangs_on]["parent"]
            above = v.qmul(model[hangs_on] if hangs_on else n.ONE, chain)
            found[bone] = (normalized, v.qmul(v.inverse(above), model[bone]))
        return found

    def vrm(self, more=None, meshes=None):
        """VRM 1.0."""
        bones = {bone: {"node": f"@{bone}"} for bone in self.bones}
        extension = {"specVersion": "1.0", "meta": {"name": "figure", "authors": ["Sinew"], "licenseUrl": "https://vrm.dev/licenses/1.0/"},
                     "humanoid": {"humanBones": bones}, **(more or {})}
        return self.pose.file(used=["VRMC_vrm"], more={**(meshes or {}), "extensions": {"VRMC_vrm": extension}})

    def vrm0(self, more=None, meshes=None):
        """VRM 0.x."""
        bones = [{"bone": OLD.get(bone, bone), "node": f"@{bone}", "useDefaultValues": True} for bone in self.bones]
        extension = {"specVersion": "0.0", "exporterVersion": "by hand", "meta": {"title": "figure"}, "humanoid": {"humanBones": bones}, **(more or {})}
        return self.pose.file(used=["VRM"], more={**(meshes or {}), "extensions": {"VRM": extension}})


class Clip:
    """A motion of a humanoid: keys for local rotations by node, for the hips' position, and what else nodes stand for."""

    def __init__(self, figure, times=(0.0, 1.0)):
        self.figure, self.times = figure, list(times)
        self.rotations, self.translations, self.extra = {}, {}, {}
        self.interpolation = {}

    def turn(self, node, *keys):
        self.rotations[node] = list(keys)
        return self

    def move(self, node, *keys):
        self.translations[node] = list(keys)
        return self

    def turn_bones(self, bones, seed=1):
        """Each from rest to a rotation of its own about its own axes."""
        for bone in bones:
            rest = self.figure.pose.nodes[bone]["r"]
            self.turn(bone, rest, v.qmul(rest, some_turn(bone, seed)))
        return self

    def at(self, time):
        """The pose of the humanoid at a time between the first two keys, linear."""
        part = (time - self.times[0]) / (self.times[1] - self.times[0])
        changes = {}
        for node, keys in self.rotations.items():
            changes.setdefault(node, {})["r"] = n.slerp(keys[0], keys[1], part)
        for node, keys in self.translations.items():
            changes.setdefault(node, {})["t"] = v.add(v.mul(keys[0], 1 - part), v.mul(keys[1], part))
        return self.figure.pose.moved({name: change for name, change in changes.items() if name in self.figure.pose.nodes})

    def content(self):
        """Animation, accessors, views and buffer."""
        buffer = build.Buffer()
        times = buffer.add([[time] for time in self.times], "SCALAR", 5126)
        channels, samplers = [], []
        for path, tracks, kind in (("rotation", self.rotations, "VEC4"), ("translation", self.translations, "VEC3")):
            for node, keys in tracks.items():
                channels.append({"sampler": len(samplers), "target": {"node": f"@{node}", "path": path}})
                sampler = {"input": times, "output": buffer.add(keys, kind, 5126)}
                if node in self.interpolation:
                    sampler["interpolation"] = self.interpolation[node]
                samplers.append(sampler)
        return {"animations": [{"name": "motion", "channels": channels, "samplers": samplers}], "accessors": buffer.accessors,
                "bufferViews": buffer.views,
                "buffers": [{"byteLength": len(buffer.bytes),
                             "uri": "data:application/octet-stream;base64," + base64.b64encode(buffer.bytes).decode()}]}

    def vrma(self, more=None, used=("VRMC_vrm_animation",), alone=False):
        """As a clip of its own; `alone` has no humanoid, only what other nodes stand for."""
        if alone:
            pose = n.Pose({name: {"t": [0.0, 0.0, 0.0], "r": n.ONE, "s": [1.0, 1.0, 1.0], **node} for name, node in self.extra.items()})
            return pose.file(used=used, more={**self.content(), "extensions": {"VRMC_vrm_animation": {"specVersion": "1.0", **(more or {})}}})
        bones = {bone: {"node": f"@{bone}"} for bone in self.figure.bones}
        pose = n.Pose({**self.figure.pose.nodes, **self.extra})
        extension = {"specVersion": "1.0", "humanoid": {"humanBones": bones}, **(more or {})}
        return pose.file(used=used, more={**self.content(), "extensions": {"VRMC_vrm_animation": extension}})


def dumps(document):
    return build.dumps(build.tidy(document)) + "\n"


def posture(figure, turns, bones=None, sample=0, local=True):
    """Expectations of a humanoid's bones."""
    out = []
    for bone, (normalized, own) in figure.posed(turns).items():
        if bones is None or bone in bones:
            out.append({"bone": bone, "sample": sample, "is": "normalized", "value": normalized, "tolerance": n.NEAR})
            if local:
                out.append({"bone": bone, "sample": sample, "is": "local", "value": own, "tolerance": n.NEAR})
    return out


def hips(value, sample=0):
    return {"sample": sample, "is": "hips", "value": value, "tolerance": n.NEAR}
