"""Cases of VRMC_springBone, VRMC_springBone_extended_collider and VRM 0.x `secondaryAnimation`: figures whose hair swings.

Each figure walks, nods and turns for ten seconds; `reading.py`, the text's pseudo-code in double precision, says where its joints are
in every one of 600 frames. `case.json` has a time of them, `frames.json` of each case two dozen frames more, for tests that step.
"""

import json
import math
import pathlib
import struct
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))
from build import Buffer, dumps, tidy, wrapped
from reading import Joint, Pose, Springs, add, mul, normalized, qmul, rotate, sub

DT = 1 / 60
FRAMES = 600
KEPT = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 120, 144, 180, 200, 233, 270, 300, 340, 377, 420, 460, 500, 540, 570, 600]
NAME, EXTENDED, OLD = "VRMC_springBone", "VRMC_springBone_extended_collider", "VRM"


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    return [*mul(normalized(list(map(float, axis))), math.sin(half)), math.cos(half)]


class Figure:
    """Nodes, springs, colliders and a motion."""

    def __init__(self, scale=1.0, jump=False, steady=False):
        self.nodes, self.names = [], {}
        self.colliders, self.groups, self.springs, self.old = [], [], [], None
        self.jump, self.steady = jump, steady
        self.node("Root", s=scale)
        self.node("Hips", "Root", (0, 0.9, 0))
        self.node("Chest", "Hips", (0, 0.35, 0.02), turn((1, 0, 0), 8))
        self.node("Head", "Chest", (0, 0.25, 0))
        self.node("Arm", "Chest", (0.2, 0.1, 0))

    def node(self, name, parent=None, t=(0, 0, 0), r=(0, 0, 0, 1), s=1.0):
        self.names[name] = len(self.nodes)
        scale = [float(s)] * 3 if not isinstance(s, (list, tuple)) else list(map(float, s))
        self.nodes.append(
            dict(name=name, parent=parent and self.names[parent], t=list(map(float, t)), r=list(map(float, r)), s=scale)
        )
        return name

    def chain(self, name, parent, start, step, count, r=(0, 0, 0, 1), s=1.0):
        """count + 1 nodes, each `step` from the one before."""
        names, at = [], start
        for i in range(count + 1):
            names.append(self.node(f"{name}{i}", parent if not names else names[-1], at, r, s))
            at = step
        return names

    def collider(self, node, shape, extended=False):
        entry = {"node": self.names[node], "shape": shape}
        if extended:
            entry["shape"] = {"sphere": {"offset": [0.0, -10000.0, 0.0], "radius": 0.0}}
            entry["extensions"] = {EXTENDED: {"specVersion": "1.0", "shape": shape}}
        self.colliders.append((entry, shape))
        return len(self.colliders) - 1

    def group(self, *colliders):
        self.groups.append(list(colliders))
        return len(self.groups) - 1

    def spring(self, nodes, groups=(), center=None, each=None, **settings):
        joints = []
        for i, node in enumerate(nodes):
            joints.append({"node": self.names[node], **settings, **(each(i) if each else {})})
        entry = {"joints": joints}
        if groups:
            entry["colliderGroups"] = list(groups)
        if center:
            entry["center"] = self.names[center]
        self.springs.append(entry)

    def secondary(self, bones, groups=(), center=None, **settings):
        """VRM 0.x: everything below the bones swings."""
        self.old = self.old or {"boneGroups": [], "colliderGroups": []}
        entry = {"comment": "", **settings, "bones": [self.names[bone] for bone in bones], "colliderGroups": list(groups)}
        entry["center"] = self.names[center] if center else -1
        self.old["boneGroups"].append(entry)

    def motion(self, time):
        """The locals that the animation sets at a time, from keys in single precision."""
        def keyed(keys, mix):
            time_ = min(time, keys[-1][0])
            before = max((k for k in keys if k[0] <= time_), key=lambda k: k[0])
            after = min((k for k in keys if k[0] >= time_), key=lambda k: k[0])
            part = (time_ - before[0]) / (after[0] - before[0]) if after[0] > before[0] else 0.0
            return mix(before[1], after[1], part)

        lerp = lambda a, b, k: [x + (y - x) * k for x, y in zip(a, b)]
        return {
            path: keyed(keys, slerp if path[1] == "rotation" else lerp) for path, keys in self.tracks.items()
        }

    @property
    def tracks(self):
        if self.steady:
            return {}
        times = [single(0.4 * i) for i in range(26)]
        walk, nod, swing = [], [], []
        for i, t in enumerate(times):
            walk.append((t, list(map(single, (0.5 * math.sin(0.9 * i), 0.9 + 0.06 * math.sin(1.7 * i), 0.45 * math.sin(0.5 * i))))))
            nod.append((t, list(map(single, qmul(turn((0, 1, 0), 35 * math.sin(0.8 * i)), turn((1, 0, 0.2), 18 * math.sin(1.1 * i)))))))
            swing.append((t, list(map(single, turn((0.3, 1, 0.5), 50 * math.sin(0.7 * i))))))
        tracks = {("Hips", "translation"): walk, ("Head", "rotation"): nod, ("Arm", "rotation"): swing}
        if self.jump:
            first = single(1 / 120)
            far = [(0.0, walk[0][1])] + [(first, list(map(single, (0.8, 1.3, -0.4))))] + walk[1:]
            turned = [(0.0, nod[0][1]), (first, list(map(single, turn((0.2, 1, 0), 100))))] + nod[1:]
            tracks[("Hips", "translation")], tracks[("Head", "rotation")] = far, turned
        return tracks

    def pose(self, time):
        pose = Pose([node["parent"] for node in self.nodes], [(node["t"], node["r"], node["s"]) for node in self.nodes])
        for (name, path), value in self.motion(time).items():
            pose.locals[self.names[name]]["translation rotation scale".split().index(path)] = list(value)
        return pose

    def joints(self):
        """The pairs of the text, and those of VRM 0.x."""
        rest = Pose([node["parent"] for node in self.nodes], [(node["t"], node["r"], node["s"]) for node in self.nodes])
        found = []

        def point(node, below):
            return rest.matrix(node).inverse_point(rest.matrix(below).origin)

        def hit(groups):
            entries = [self.colliders[c] for g in groups for c in self.groups[g]]
            return [(entry["node"], shape) for entry, shape in entries]

        for spring in self.springs:
            for head, tail in zip(spring["joints"], spring["joints"][1:]):
                found.append((head["node"], point(head["node"], tail["node"]), head, hit(spring.get("colliderGroups", ())), spring.get("center")))
        for group in (self.old or {}).get("boneGroups", []):
            settings = {key: group[key] for key in ("hitRadius", "gravityPower", "dragForce") if key in group}
            settings["stiffness"] = group["stiffiness"]
            g = group["gravityDir"]
            settings["gravityDir"] = [g["x"], g["y"], -g["z"]]
            colliders = []
            for index in group["colliderGroups"]:
                for sphere in self.old["colliderGroups"][index]["colliders"]:
                    o = sphere["offset"]
                    shape = {"sphere": {"offset": [o["x"], o["y"], -o["z"]], "radius": sphere["radius"]}}
                    colliders.append((self.old["colliderGroups"][index]["node"], shape))
            center = group["center"] if group["center"] >= 0 else None
            waiting = list(group["bones"])
            while waiting:
                node = waiting.pop()
                children = [i for i, it in enumerate(self.nodes) if it["parent"] == node]
                if children:
                    tail = point(node, children[0])
                else:
                    here, above = rest.matrix(node).origin, rest.matrix(self.nodes[node]["parent"]).origin
                    tail = rest.matrix(node).inverse_point(add(here, mul(normalized(sub(here, above)), 0.07)))
                found.append((node, tail, settings, colliders, center))
                waiting += children
        depth = lambda node: 0 if node is None else 1 + depth(self.nodes[node]["parent"])
        return [Joint(node, tail, settings, colliders, center, depth(node)) for node, tail, settings, colliders, center in found]

    def run(self):
        """For every frame, the local rotations of joints and the points of all nodes at or below them."""
        joints = self.joints()
        moved = sorted({joint.node for joint in joints})
        below = [i for i in range(len(self.nodes)) if any(self.is_within(i, node) for node in moved)]
        pose = self.pose(0.0)
        springs = Springs(Pose(pose.parents, [(node["t"], node["r"], node["s"]) for node in self.nodes]), joints)
        springs.begin(pose)
        kept = {}
        for frame in range(1, FRAMES + 1):
            next_ = self.pose(frame * DT)
            for node in moved:
                next_.locals[node][1] = pose.locals[node][1]
            pose = next_
            springs.frame(pose, DT)
            if frame in KEPT:
                kept[frame] = [(i, pose.matrix(i).origin, pose.locals[i][1]) for i in below]
        return moved, kept

    def is_within(self, node, above):
        while node is not None and node != above:
            node = self.nodes[node]["parent"]
        return node == above

    def file(self):
        buffer, samplers, channels = Buffer(), [], []
        for (name, path), keys in self.tracks.items():
            times = buffer.add([t for t, _ in keys], "SCALAR", 5126)
            values = buffer.add([v for _, v in keys], "VEC4" if path == "rotation" else "VEC3", 5126)
            channels.append({"sampler": len(samplers), "target": {"node": self.names[name], "path": path}})
            samplers.append({"input": times, "output": values})
        nodes = []
        for i, node in enumerate(self.nodes):
            entry = {"name": node["name"], "translation": node["t"], "rotation": node["r"], "scale": node["s"]}
            children = [j for j, it in enumerate(self.nodes) if it["parent"] == i]
            nodes.append({**entry, **({"children": children} if children else {})})
        used, extensions = [], {}
        if self.springs:
            used.append(NAME)
            extensions[NAME] = {"specVersion": "1.0"}
            if self.colliders:
                extensions[NAME]["colliders"] = [entry for entry, _ in self.colliders]
                extensions[NAME]["colliderGroups"] = [{"colliders": group} for group in self.groups]
                if any("extensions" in entry for entry, _ in self.colliders):
                    used.append(EXTENDED)
            extensions[NAME]["springs"] = self.springs
        if self.old:
            used.append(OLD)
            bones = [{"bone": bone, "node": self.names[node]} for bone, node in (("hips", "Hips"), ("spine", "Chest"), ("head", "Head"))]
            extensions[OLD] = {"humanoid": {"humanBones": bones}, "secondaryAnimation": self.old}
        document = {"asset": {"version": "2.0"}, "extensionsUsed": used, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes}
        document["extensions"] = extensions
        if channels:
            document["animations"] = [{"channels": channels, "samplers": samplers}]
            import base64

            uri = "data:application/octet-stream;base64," + base64.b64encode(buffer.bytes).decode()
            document["buffers"] = [{"byteLength": len(buffer.bytes), "uri": uri}]
            document["bufferViews"], document["accessors"] = buffer.views, buffer.accessors
        return document


def slerp(a, b, k):
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = [-x for x in b], -cosine
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-9:
        return list(a)
    p, q = math.sin((1 - k) * angle) / math.sin(angle), math.sin(k * angle) / math.sin(angle)
    mixed = [x * p + y * q for x, y in zip(a, b)]
    size = math.sqrt(sum(x * x for x in mixed))
    return [x / size for x in mixed]


def case(name, title, shows, figure, at=1.75, extension=NAME, notes=""):
    moved, kept = figure.run()
    # The time of the case is a frame of its own.
    frame = round(at / DT)
    extra = KEPT.copy()
    if frame not in kept:
        KEPT.append(frame)
        moved, kept = figure.run()
        KEPT[:] = extra
    folder = HERE / name
    folder.mkdir(parents=True, exist_ok=True)
    expect = []
    for i, position, rotation in kept[frame]:
        node = figure.nodes[i]["name"]
        expect.append({"node": node, "is": "model.translation", "value": position, "tolerance": 1e-4})
        if i in moved:
            expect.append({"node": node, "is": "local.rotation", "value": rotation, "tolerance": 0.0017})
    what = {
        "title": title,
        "extension": extension,
        "section": "SpringBone Algorithm" if extension == NAME else "Spring bones",
        "shows": shows,
        "files": {"1.0" if extension == NAME else "0.x": "figure.gltf"},
        "run": {"verb": "simulate", "seconds": at},
        "expect": expect,
    }
    (folder / "figure.gltf").write_text(dumps(tidy(figure.file())) + "\n")
    (folder / "case.json").write_text(dumps(tidy(what)) + "\n")
    frames = [
        {"frame": f, "nodes": [{"node": i, "translation": t, "rotation": r} for i, t, r in kept[f]]} for f in KEPT
    ]
    (folder / "frames.json").write_text("[\n" + ",\n".join(json.dumps(tidy(frame)) for frame in frames) + "\n]\n")
    text = f"""
{notes}

The numbers are those of the text's pseudo-code in double precision, frame by frame at 60 Hz from rest (`../reading.py`), after
{frame} frames. Tolerance: 0.1 mm and 0.1°, which is what single precision may gather; `frames.json` has more frames of the same run."""
    (folder / "notes.md").write_text(f"# {title}\n\n{wrapped(text)}\n")


def joint(*names):
    return [f"{NAME}/springs[].joints[].{name}" for name in names]


HAIR = dict(start=(0, 0.12, -0.09), step=(0, -0.08, -0.02))


def cases():
    f = Figure()
    f.spring(f.chain("Hair", "Head", count=1, **HAIR), gravityPower=0.4, gravityDir=[0.3, -2.0, 0.1], dragForce=0.3)
    case("one_joint_swings_its_tail", "A joint swings its tail; the direction of gravity counts with its length", [f"{NAME}/specVersion", *joint("node", "gravityDir", "gravityPower")], f)

    f = Figure()
    f.spring(f.chain("Hair", "Head", count=8, **HAIR), gravityPower=0.2)
    case("a_chain_of_eight_with_defaults", "A chain of eight joints with the default stiffness and drag", [f"{NAME}/springs[].joints"], f, 10.0)

    f = Figure()
    stem = f.chain("Stem", "Head", count=4, **HAIR)
    twig = f.chain("Twig", stem[1], start=(0.05, -0.01, 0), step=(0.05, -0.03, 0.01), count=3)
    f.spring(twig, stiffness=0.6, dragForce=0.35)
    f.spring(stem, stiffness=0.8, gravityPower=0.3)
    case("a_branch_listed_before_its_stem", "A branch moves with its stem, also where it is listed before it", [f"{NAME}/springs"], f)

    f = Figure()
    nodes = f.chain("Hair", "Head", count=7, r=turn((1, 0.3, 0), 9), **HAIR)
    f.spring([nodes[0], nodes[2], nodes[3], nodes[7]], stiffness=0.7, dragForce=0.4, gravityPower=0.1)
    case("nodes_between_joints_are_skipped", "A tail may be several nodes below its head, and what is between stays as it is", joint("node"), f)

    f = Figure()
    each = lambda i: {"stiffness": 0.3 + 0.3 * i, "dragForce": 0.2 + 0.12 * i, "gravityPower": 0.5 - 0.1 * i, "gravityDir": [0.2 * i, -1.0, 0.1]}
    f.spring(f.chain("Hair", "Head", count=5, **HAIR), each=each)
    case("every_joint_has_its_own_settings", "Settings are those of the head of a pair", joint("stiffness", "dragForce", "gravityPower", "gravityDir"), f, 2.5)

    f = Figure()
    f.spring(f.chain("Hair", "Head", count=2, **HAIR), stiffness=1.2, dragForce=0.0)
    f.spring(f.chain("Tie", "Chest", start=(0, 0.05, 0.12), step=(0, -0.1, 0.03), count=2), stiffness=0.9, dragForce=1.0)
    case("drag_of_nothing_and_of_everything", "Without drag a tail swings on; with a drag of 1 it has no inertia", joint("dragForce"), f, 1.2)

    f = Figure()
    f.spring(f.chain("Loose", "Head", count=3, **HAIR), stiffness=0.0, gravityPower=0.8, dragForce=0.3)
    f.spring(f.chain("Stiff", "Head", start=(0.08, 0.1, 0), step=(0.07, -0.02, 0), count=3), stiffness=4.0, dragForce=0.2)
    case("stiffness_of_nothing_and_of_four", "Stiffness pulls towards the rest; without any, only gravity does", joint("stiffness", "gravityPower"), f, 3.0)

    f = Figure()
    f.node("Skull", "Head", (0, 0.08, 0), turn((0, 0, 1), 20), 1.3)
    balls = [f.collider("Skull", {"sphere": {"offset": [0.0, 0.02, -0.03], "radius": 0.11}}), f.collider("Arm", {"sphere": {"offset": [0.05, 0.1, -0.1], "radius": 0.12}})]
    f.spring(f.chain("Hair", "Head", count=5, **HAIR), [f.group(*balls)], hitRadius=0.03, stiffness=0.6, gravityPower=0.5)
    case("spheres_on_moving_and_scaled_nodes", "Tails stay out of spheres, wherever their nodes go", [f"{NAME}/colliders[].shape.sphere.offset", f"{NAME}/colliders[].shape.sphere.radius", *joint("hitRadius"), f"{NAME}/colliders[].node"], f, 2.2)

    f = Figure()
    f.node("Rod", "Arm", (0.02, 0, -0.05), turn((1, 0, 0), 30), 0.8)
    rods = [f.collider("Rod", {"capsule": {"offset": [-0.25, 0.1, -0.02], "tail": [0.15, 0.14, -0.05], "radius": 0.08}}), f.collider("Chest", {"capsule": {"offset": [0.0, 0.0, 0.0], "tail": [0.0, 0.25, -0.02], "radius": 0.13}})]
    f.spring(f.chain("Hair", "Head", count=6, **HAIR), [f.group(*rods)], hitRadius=0.02, stiffness=0.5, gravityPower=0.6, dragForce=0.4)
    case("capsules_on_moving_and_scaled_nodes", "Tails stay out of capsules: beside their segment, and at both ends", [f"{NAME}/colliders[].shape.capsule.offset", f"{NAME}/colliders[].shape.capsule.tail", f"{NAME}/colliders[].shape.capsule.radius"], f, 2.2)

    f = Figure()
    f.node("Bell", "Hips", (0, 0, 0), turn((0, 1, 0), 15), 1.2)
    room = [f.collider("Bell", {"sphere": {"offset": [0.0, -0.1, 0.0], "radius": 0.23, "inside": True}}, True), f.collider("Hips", {"capsule": {"offset": [0.0, 0.0, -0.05], "tail": [0.0, -0.5, -0.02], "radius": 0.16, "inside": True}}, True)]
    f.spring(f.chain("Skirt", "Hips", start=(0, -0.05, -0.12), step=(0.01, -0.09, -0.03), count=3), [f.group(*room)], hitRadius=0.02, stiffness=0.3, dragForce=0.25)
    case("tails_stay_inside", "Inside spheres and capsules hold tails in", [f"{EXTENDED}/specVersion", f"{EXTENDED}/shape.sphere.inside", f"{EXTENDED}/shape.sphere.offset", f"{EXTENDED}/shape.sphere.radius", f"{EXTENDED}/shape.capsule.inside", f"{EXTENDED}/shape.capsule.offset", f"{EXTENDED}/shape.capsule.tail", f"{EXTENDED}/shape.capsule.radius"], f, 2.2)

    f = Figure()
    f.node("Board", "Chest", (0, 0.1, -0.1), turn((0, 1, 0), 190), [1.5, 0.7, 1.1])
    boards = [f.collider("Board", {"plane": {"offset": [0.0, 0.02, 0.01], "normal": [0.6, 0.0, 0.8]}}, True), f.collider("Hips", {"plane": {"offset": [0.0, 0.28, 0.0], "normal": [0.0, 1.0, 0.0]}}, True), f.collider("Head", {"plane": {"offset": [0.0, 0.0, -0.3]}}, True)]
    f.spring(f.chain("Hair", "Head", count=5, **HAIR), [f.group(*boards)], hitRadius=0.015, stiffness=0.4, gravityPower=0.7)
    case("planes_on_moving_and_scaled_nodes", "Tails stay on the side of a plane's normal, which scale turns as it turns normals", [f"{EXTENDED}/shape.plane.offset", f"{EXTENDED}/shape.plane.normal"], f, 2.2)

    f = Figure()
    a, b, c = (f.collider("Head", {"sphere": {"offset": [0.0, 0.05, -0.05], "radius": 0.12}}), f.collider("Head", {"capsule": {"offset": [0.07, 0.0, -0.1], "tail": [-0.05, -0.1, -0.14], "radius": 0.07}}), f.collider("Chest", {"sphere": {"offset": [0.02, 0.12, -0.08], "radius": 0.15}}))
    one, two = f.group(a, b), f.group(c, a)
    f.spring(f.chain("Left", "Head", start=(0.04, 0.12, -0.08), step=(0, -0.08, -0.01), count=4), [one, two], hitRadius=0.02, gravityPower=0.5, stiffness=0.5)
    f.spring(f.chain("Right", "Head", start=(-0.04, 0.12, -0.08), step=(0, -0.08, -0.01), count=4), [two, one], hitRadius=0.02, gravityPower=0.5, stiffness=0.5)
    case("groups_push_in_the_order_of_the_spring", "Colliders push one after the other, in the order in which a spring names its groups", [f"{NAME}/springs[].colliderGroups", f"{NAME}/colliderGroups[].colliders"], f, 2.2)

    f = Figure()
    f.spring(f.chain("Bang", "Head", start=(0.03, 0.12, 0.08), step=(0, -0.07, 0.01), count=3), center="Hips", dragForce=0.2, stiffness=0.5, gravityPower=0.2)
    f.spring(f.chain("Tail", "Head", count=4, **HAIR), center="Head", dragForce=0.2, stiffness=0.4, gravityPower=0.3)
    f.spring(f.chain("Free", "Hips", start=(0, 0, -0.1), step=(0, -0.1, -0.03), count=3), dragForce=0.2, stiffness=0.5)
    case("inertia_in_the_space_of_a_center", "With a center, motion of the center swings nothing", [f"{NAME}/springs[].center"], f, 2.2)

    f = Figure(scale=1.0)
    f.spring(f.chain("Hair", "Head", start=(0, 0.12, -0.09), step=(0.02, 0.07, 0.04), count=5, r=turn((0.7, 0.2, 1), 35)), stiffness=0.9, gravityPower=0.4)
    case("joints_with_rotations_at_rest", "A joint rotates from its own rest", joint("stiffness"), f, 4.0)

    f = Figure(jump=True)
    f.spring(f.chain("Hair", "Head", count=5, **HAIR), stiffness=0.8, gravityPower=0.2, dragForce=0.4)
    case("a_first_frame_that_jumps", "A jump in the first frame whips the tails, which then settle", joint("dragForce"), f, 0.25)

    f = Figure(scale=1.8)
    f.spring(f.chain("Hair", "Head", count=4, s=0.9, **HAIR), stiffness=0.8, gravityPower=0.4)
    f.spring(f.chain("Wide", "Chest", start=(0, 0.05, 0.12), step=(0, -0.06, 0.01), count=3, s=1.25), stiffness=0.7, dragForce=0.3)
    case("joints_that_are_scaled", "Bones are as long as they are in the world; forces are the world's", joint("node"), f, 2.2, notes="The text is silent about scale but for lengths. Stiffness, gravity and radii stay metres of the world, as its formulas have them.")

    f = Figure()
    stem = f.chain("Hair", "Head", count=3, **HAIR)
    f.chain("Fork", stem[1], start=(0.05, -0.02, 0), step=(0.05, -0.03, 0.02), count=1)
    skirt = f.chain("Skirt", "Hips", start=(0, -0.05, -0.1), step=(0, -0.1, -0.03), count=2)
    f.secondary([stem[0]], [0, 1], stiffiness=0.6, gravityPower=0.35, gravityDir={"x": 0.2, "y": -1.0, "z": 0.5}, dragForce=0.4, hitRadius=0.02)
    f.secondary([skirt[0]], [1], "Hips", stiffiness=1.1, gravityPower=0.0, gravityDir={"x": 0.0, "y": -1.0, "z": 0.0}, dragForce=0.3, hitRadius=0.03)
    f.old["colliderGroups"] = [
        {"node": f.names["Head"], "colliders": [{"offset": {"x": 0.01, "y": 0.05, "z": 0.04}, "radius": 0.11}]},
        {"node": f.names["Chest"], "colliders": [{"offset": {"x": 0.0, "y": 0.1, "z": 0.03}, "radius": 0.14}, {"offset": {"x": 0.0, "y": -0.1, "z": 0.0}, "radius": 0.12}]},
    ]
    rows = [f"{OLD}/secondaryAnimation.boneGroups[].{word}" for word in ("stiffiness", "gravityPower", "gravityDir", "dragForce", "center", "hitRadius", "bones", "colliderGroups")]
    rows += [f"{OLD}/secondaryAnimation.colliderGroups[].{word}" for word in ("node", "colliders[].offset", "colliders[].radius")]
    case("springs_of_vrm_0_x", "In VRM 0.x everything below a bone swings, forks too, and a leaf has a tail 7 cm on", rows, f, 2.2, OLD, "The vectors of VRM 0.x are left-handed: z is the opposite of the file's, of gravity as of offsets.")

    f = Figure()
    f.spring(f.chain("Hair", "Head", count=3, **HAIR), [f.group(f.collider("Head", {"capsule": {"offset": [0.0, 0.04, -0.06], "tail": [0.0, 0.04, -0.06], "radius": 0.13}}), f.collider("Chest", {"sphere": {"offset": [0.0, 0.1, -0.1], "radius": 0.1, "inside": False}}, True), f.collider("Arm", {"capsule": {"offset": [-0.2, 0.2, -0.2], "tail": [-0.2, 0.0, -0.1], "radius": 0.1, "inside": False}}, True))], hitRadius=0.02, gravityPower=0.6, stiffness=0.5)
    case("a_capsule_without_length_is_a_sphere", "A capsule whose ends coincide is a sphere; the extended shape counts in place of the other", [f"{NAME}/colliders[].shape.capsule.tail", f"{EXTENDED}/shape"], f, 2.2)


if __name__ == "__main__":
    cases()
