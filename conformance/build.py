"""Writes one physics scene in every dialect that has words for it.

A scene is described once, in neutral words (the property names that all dialects share); `case` writes
its folder: a file for each dialect, `case.json` and `notes.md`. Standard library only; running an area's
`derive*.py` again reproduces the committed files.

Dialects: `seed` and `latest` are two revisions of KHR_physics_rigid_bodies (with KHR_collision_shapes and
KHR_implicit_shapes), `2026` is `latest` as its author writes it since January 2026, with `geometry.mesh` in the place of
`geometry.node`: a case whose shapes are made of meshes has it beside `latest`. `omi` is OMI_physics_body with OMI_physics_shape and OMI_physics_joint, `omi-seed` is
OMI_physics_body with a `type` and OMI_collider; `mixed` is a file that speaks several, spelled out by the case.
"""

import base64
import json
import pathlib
import struct
import textwrap

import vectors as v

ROOT = pathlib.Path(__file__).parent
G = 9.81  # m/s², down -Y: what a file without gravity of its own runs with
DT = 1 / 60  # s, the fixed step
SLOP = 0.005  # m, what contacts of common engines leave open or let overlap

KHR, OMI = ["seed", "latest"], ["omi"]
LATER = ["latest", "2026"]  # with `geometry`
ALL = ["seed", "latest", "omi"]
EVERY = ["seed", "latest", "omi", "omi-seed"]


class Scene:
    """Nodes by name, in the order they are added. References between nodes are names."""

    def __init__(self, joints=(), gravity=None):
        self.nodes, self.meshes, self.joints = {}, {}, list(joints)
        self.animations, self.skins, self.root = [], [], {}
        if gravity is not None:
            self.root["OMI_physics_gravity"] = gravity

    def node(self, name, t=None, r=None, s=None, parent=None, **what):
        """what: motion, collider, trigger, joint, static (an end of a joint in the fixed world), mesh, skin, weights, matrix,
        ext, data (outside of the scene)."""
        assert name not in self.nodes, name
        self.nodes[name] = dict(t=t, r=r, s=s, parent=parent, **what)
        return name

    def mesh(self, name, positions, indices=None, **more):
        """more: mode, targets (lists of offsets), weights, joints, joint_weights."""
        self.meshes[name] = dict(positions=positions, indices=indices, **more)
        return name

    def names_meshes(self):
        """Whether a shape is made of a mesh, and none of a node's meshes."""
        parts = [node.get(key) or {} for node in self.nodes.values() for key in ("collider", "trigger")]
        shapes = [part.get("shape", {}) for part in parts]
        return any("mesh" in shape for shape in shapes) and all(shape.get("type") != "node" for shape in shapes)


def number(value):
    """Seven digits, as single precision has."""
    if isinstance(value, bool) or not isinstance(value, float):
        return value
    value = float(f"{value:.8g}")
    return int(value) if value == int(value) and abs(value) < 1e6 else value


def tidy(value):
    if isinstance(value, dict):
        return {key: tidy(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [tidy(item) for item in value]
    return number(value)


def dumps(value, indent=0, width=118):
    """JSON with everything on one line that fits on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= width or not isinstance(value, (dict, list)) or not value:
        return flat
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        body = [f"{pad}{json.dumps(key)}: {dumps(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(body) + "\n" + " " * indent + "}"
    if all(isinstance(item, (int, float)) for item in value):
        rows, row = [], pad
        for item in value:
            word = json.dumps(item) + ", "
            if len(row) + len(word) > width:
                rows.append(row.rstrip())
                row = pad
            row += word
        return "[\n" + "\n".join(rows + [row.rstrip().rstrip(",")]) + "\n" + " " * indent + "]"
    return "[\n" + ",\n".join(pad + dumps(item, indent + 2) for item in value) + "\n" + " " * indent + "]"


class Buffer:
    """One buffer as a data URI, with a view and an accessor for each list."""

    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, rows, kind, component):
        code = {5126: "f", 5125: "I", 5123: "H", 5121: "B"}[component]
        flat = [number for row in rows for number in (row if isinstance(row, (list, tuple)) else [row])]
        data = struct.pack(f"<{len(flat)}{code}", *flat)
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if kind in ("VEC3", "SCALAR") and component == 5126:
            columns = list(zip(*[row if isinstance(row, (list, tuple)) else [row] for row in rows]))
            single = lambda x: struct.unpack("<f", struct.pack("<f", x))[0]
            accessor["min"] = [single(min(column)) for column in columns]
            accessor["max"] = [single(max(column)) for column in columns]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def resolve(value, index):
    """Strings like "@Name" are the node's index."""
    if isinstance(value, dict):
        return {key: resolve(item, index) for key, item in value.items()}
    if isinstance(value, list):
        return [resolve(item, index) for item in value]
    return index[value[1:]] if isinstance(value, str) and value.startswith("@") else value


def shared(items, item):
    """The position of an item in a list that holds each once."""
    if item not in items:
        items.append(item)
    return items.index(item)


class Writer:
    """One scene in one dialect."""

    def __init__(self, scene, dialect):
        self.scene, self.dialect, self.buffer = scene, dialect, Buffer()
        self.nodes = {name: dict(node) for name, node in scene.nodes.items()}
        self.materials, self.filters, self.used = [], [], set()
        self.home, self.list = {
            "seed": ("KHR_collision_shapes", "shapes"),
            "latest": ("KHR_implicit_shapes", "shapes"),
            "2026": ("KHR_implicit_shapes", "shapes"),
            "omi": ("OMI_physics_shape", "shapes"),
            "omi-seed": ("OMI_collider", "colliders"),
        }[dialect]
        # Those that a scene lists by itself come first.
        self.shapes = list(scene.root.get(self.home, {}).get(self.list, []))
        self.mesh_index = {name: at for at, name in enumerate(scene.meshes)}
        self.prepare()
        self.index = {name: at for at, name in enumerate(self.nodes)}

    @property
    def khr(self):
        return self.dialect in KHR + LATER

    def prepare(self):
        """Adds the nodes that a dialect needs: geometry outside of the scene, colliders below bodies."""
        if self.dialect == "latest":
            for mesh in self.scene.meshes:
                of_mesh = [
                    n
                    for node in self.scene.nodes.values()
                    for n in (node.get("collider"), node.get("trigger"))
                    if n and n.get("shape", {}).get("mesh") == mesh
                ]
                if of_mesh:
                    self.nodes[f"{mesh}Geometry"] = dict(t=None, r=None, s=None, parent=None, mesh=mesh, data=True)
        if self.dialect == "omi":  # "A joint must be on its own glTF node"
            for name, node in list(self.nodes.items()):
                if node.get("joint") and (
                    node.get("static") or any(node.get(key) is not None for key in ("motion", "collider"))
                ):
                    self.nodes[f"{name}Joint"] = dict(t=None, r=None, s=None, parent=name, joint=node.pop("joint"))
        if self.dialect == "omi-seed":
            for name, node in list(self.nodes.items()):
                if node.get("motion") is not None and node.get("collider"):
                    shape = node.pop("collider")
                    self.nodes[f"{name}Shape"] = dict(t=None, r=None, s=None, parent=name, collider=shape)

    def shape(self, shape):
        kind, mesh = shape["type"], shape.get("mesh")
        values = {key: value for key, value in shape.items() if key not in ("type", "mesh")}
        if mesh is not None:
            values["mesh"] = self.mesh_index[mesh]
        if self.dialect == "omi-seed":
            self.used.add("OMI_collider")
            flat = {"type": {"convex": "hull"}.get(kind, kind), **values}
            if "radiusTop" in flat:
                assert flat["radiusTop"] == flat["radiusBottom"], "no tapered shapes in OMI_collider"
                flat["radius"] = flat.pop("radiusTop")
                del flat["radiusBottom"]
                if kind == "capsule":  # from end to end
                    flat["height"] += 2 * flat["radius"]
            return shared(self.shapes, flat)
        self.used.add(self.home)
        return shared(self.shapes, {"type": kind, kind: values})

    def geometry(self, what):
        """`shape` or `geometry` of a collider or a trigger."""
        shape = what["shape"]
        if self.dialect not in LATER:
            return {"shape": self.shape(shape)}
        if shape["type"] == "node":
            return {
                "geometry": {"node": self.index[shape["node"]], **({"convexHull": True} if shape.get("hull") else {})}
            }
        if "mesh" in shape:
            hull = {"convexHull": True} if shape["type"] == "convex" else {}
            if self.dialect == "2026":
                return {"geometry": {"mesh": self.mesh_index[shape["mesh"]], **hull}}
            return {"geometry": {"node": self.index[f"{shape['mesh']}Geometry"], **hull}}
        extra = {"convexHull": True} if what.get("convexHull") else {}
        return {"geometry": {"shape": self.shape(shape), **extra}}

    def solid(self, collider):
        out = self.geometry(collider)
        if "material" in collider:
            out["physicsMaterial"] = shared(self.materials, collider["material"])
        if "filter" in collider:
            out["collisionFilter"] = shared(self.filters, collider["filter"])
        return out

    def trigger(self, trigger):
        if "nodes" in trigger:
            out = {"nodes": [self.index[name] for name in trigger["nodes"]]}
        else:
            out = self.geometry(trigger)
        if "filter" in trigger:
            out["collisionFilter"] = shared(self.filters, trigger["filter"])
        return out

    def motion(self, motion):
        if self.khr:
            return motion
        motion = dict(motion)
        kinematic = motion.pop("isKinematic", False)
        if self.dialect == "omi":
            return {"type": "kinematic" if kinematic else "dynamic", **motion}
        if "inertiaDiagonal" in motion:
            tensor = v.tensor(motion.pop("inertiaDiagonal"), motion.pop("inertiaOrientation", [0, 0, 0, 1]))
            motion["inertiaTensor"] = [number for row in tensor for number in row]
        return {"type": "kinematic" if kinematic else "rigid", **motion}

    def extensions(self, node):
        out = resolve(node.get("ext", {}), self.index)
        self.used.update(out)
        body = {}
        if node.get("motion") is not None:
            body["motion"] = self.motion(node["motion"])
        elif node.get("static") and self.dialect == "omi":  # joints need bodies at both ends there
            body["motion"] = {"type": "static"}
        if node.get("collider"):
            if self.dialect == "omi-seed":
                out["OMI_collider"] = {"collider": self.shape(node["collider"]["shape"])}
            else:
                body["collider"] = self.solid(node["collider"])
        if node.get("trigger"):
            body["trigger"] = self.trigger(node["trigger"])
        if node.get("joint"):
            joint = {"connectedNode": self.index[node["joint"]["to"]], "joint": node["joint"].get("joint", 0)}
            if "enableCollision" in node["joint"]:
                joint["enableCollision"] = node["joint"]["enableCollision"]
            if self.khr:
                body["joint"] = joint
            else:
                out["OMI_physics_joint"] = joint
                self.used.add("OMI_physics_joint")
        if body:
            if self.dialect == "omi-seed":
                body = body["motion"]
            name = "KHR_physics_rigid_bodies" if self.khr else "OMI_physics_body"
            out[name] = body
            self.used.add(name)
        return out

    def node(self, name, node):
        out = {"name": name}
        for key, word in (("t", "translation"), ("r", "rotation"), ("s", "scale")):
            if node[key] is not None:
                out[word] = node[key]
        for word in ("matrix", "weights"):
            if word in node:
                out[word] = node[word]
        if "mesh" in node:
            out["mesh"] = self.mesh_index[node["mesh"]]
        if "skin" in node:
            out["skin"] = node["skin"]
        children = [self.index[child] for child, other in self.nodes.items() if other["parent"] == name]
        if children:
            out["children"] = children
        extensions = self.extensions(node)
        if extensions:
            out["extensions"] = extensions
        return out

    def mesh(self, name, mesh):
        primitive = {"attributes": {"POSITION": self.buffer.add(mesh["positions"], "VEC3", 5126)}}
        if "joints" in mesh:
            primitive["attributes"]["JOINTS_0"] = self.buffer.add(mesh["joints"], "VEC4", 5123)
            primitive["attributes"]["WEIGHTS_0"] = self.buffer.add(mesh["joint_weights"], "VEC4", 5126)
        if mesh["indices"] is not None:
            primitive["indices"] = self.buffer.add(mesh["indices"], "SCALAR", 5123)
        if "mode" in mesh:
            primitive["mode"] = mesh["mode"]
        if "targets" in mesh:
            primitive["targets"] = [{"POSITION": self.buffer.add(target, "VEC3", 5126)} for target in mesh["targets"]]
        out = {"name": name, "primitives": [primitive]}
        if "weights" in mesh:
            out["weights"] = mesh["weights"]
        return out

    def animation(self, animation):
        samplers, channels = [], []
        for name, path, times, values in animation:
            kind = "VEC4" if path == "rotation" else "VEC3"
            samplers.append(
                {
                    "input": self.buffer.add(times, "SCALAR", 5126),
                    "output": self.buffer.add(values, kind, 5126),
                    "interpolation": "LINEAR",
                }
            )
            channels.append({"sampler": len(samplers) - 1, "target": {"node": self.index[name], "path": path}})
        return {"channels": channels, "samplers": samplers}

    def file(self):
        scene = self.scene
        out = {"asset": {"version": "2.0"}}
        nodes = [self.node(name, node) for name, node in self.nodes.items()]
        roots = [
            self.index[name] for name, node in self.nodes.items() if node["parent"] is None and not node.get("data")
        ]
        meshes = [self.mesh(name, mesh) for name, mesh in scene.meshes.items()]
        animations = [self.animation(animation) for animation in scene.animations]
        skins = []
        for skin in scene.skins:
            inverse = self.buffer.add(skin["inverse"], "MAT4", 5126)
            skins.append({"joints": [self.index[name] for name in skin["joints"]], "inverseBindMatrices": inverse})
        root = resolve(scene.root, self.index)
        body = {}
        if self.materials:
            body["physicsMaterials"] = self.materials
        if self.filters:
            body["collisionFilters"] = self.filters
        if scene.joints and self.khr:
            body["physicsJoints"] = scene.joints
        if scene.joints and self.dialect == "omi":
            root["OMI_physics_joint"] = {"physicsJoints": scene.joints}
        if body:
            root["KHR_physics_rigid_bodies" if self.khr else "OMI_physics_body"] = body
        if self.shapes:
            root[self.home] = {self.list: self.shapes}
        self.used.update(root)
        if self.used:
            out["extensionsUsed"] = sorted(self.used)
        if root:
            out["extensions"] = root
        out.update({"scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes})
        for key, items in (("meshes", meshes), ("skins", skins), ("animations", animations)):
            if items:
                out[key] = items
        if self.buffer.bytes:
            uri = "data:application/octet-stream;base64," + base64.b64encode(self.buffer.bytes).decode()
            out.update(
                {
                    "accessors": self.buffer.accessors,
                    "bufferViews": self.buffer.views,
                    "buffers": [{"byteLength": len(self.buffer.bytes), "uri": uri}],
                }
            )
        return out


# Where each neutral property stands in a dialect.
PLACES = {
    "motion": {
        "seed": "KHR_physics_rigid_bodies/node.motion",
        "omi": "OMI_physics_body/node.motion",
        "omi-seed": "OMI_physics_body/node",
    },
    "collider": {"seed": "KHR_physics_rigid_bodies/node.collider", "omi": "OMI_physics_body/node.collider"},
    "trigger": {"seed": "KHR_physics_rigid_bodies/node.trigger", "omi": "OMI_physics_body/node.trigger"},
    "joint": {"seed": "KHR_physics_rigid_bodies/node.joint", "omi": "OMI_physics_joint/node"},
    "limit": {
        "seed": "KHR_physics_rigid_bodies/physicsJoints[].limits[]",
        "omi": "OMI_physics_joint/physicsJoints[].limits[]",
    },
    "drive": {
        "seed": "KHR_physics_rigid_bodies/physicsJoints[].drives[]",
        "omi": "OMI_physics_joint/physicsJoints[].drives[]",
    },
    "material": {"seed": "KHR_physics_rigid_bodies/physicsMaterials[]", "omi": "OMI_physics_body/physicsMaterials[]"},
    "filter": {"seed": "KHR_physics_rigid_bodies/collisionFilters[]", "omi": "OMI_physics_body/collisionFilters[]"},
    "shape": {
        "seed": "KHR_collision_shapes/shapes[]",
        "latest": "KHR_implicit_shapes/shapes[]",
        "2026": "KHR_implicit_shapes/shapes[]",
        "omi": "OMI_physics_shape/shapes[]",
        "omi-seed": "OMI_collider/colliders[]",
    },
}
# Words that a dialect spells otherwise, or does not have.
SPELLED = {
    ("omi", "motion.isKinematic"): "OMI_physics_body/node.motion.type",
    ("omi-seed", "motion.isKinematic"): "OMI_physics_body/node.type",
    ("omi-seed", "motion.inertiaDiagonal"): "OMI_physics_body/node.inertiaTensor",
    ("omi-seed", "motion.inertiaOrientation"): None,
    ("latest", "collider.shape"): "KHR_physics_rigid_bodies/node.collider.geometry.shape",
    ("latest", "trigger.shape"): "KHR_physics_rigid_bodies/node.trigger.geometry.shape",
    ("omi-seed", "collider.shape"): "OMI_collider/node.collider",
    ("omi-seed", "shape.box.size"): "OMI_collider/colliders[].size",
    ("omi-seed", "shape.sphere.radius"): "OMI_collider/colliders[].radius",
    ("omi-seed", "shape.convex.mesh"): "OMI_collider/colliders[].mesh",
    ("omi-seed", "shape.trimesh.mesh"): "OMI_collider/colliders[].mesh",
    ("latest", "shape.convex.mesh"): "KHR_physics_rigid_bodies/node.collider.geometry.convexHull",
    ("latest", "shape.trimesh.mesh"): "KHR_physics_rigid_bodies/node.collider.geometry.node",
    ("2026", "collider.shape"): "KHR_physics_rigid_bodies/node.collider.geometry.shape",
    ("2026", "trigger.shape"): "KHR_physics_rigid_bodies/node.trigger.geometry.shape",
    ("2026", "shape.convex.mesh"): "KHR_physics_rigid_bodies/node.collider.geometry.mesh",
    ("2026", "shape.trimesh.mesh"): "KHR_physics_rigid_bodies/node.collider.geometry.mesh",
}
for round_shape in ("capsule", "cylinder"):
    SPELLED[("omi-seed", f"shape.{round_shape}.height")] = "OMI_collider/colliders[].height"
    SPELLED[("omi-seed", f"shape.{round_shape}.radiusTop")] = "OMI_collider/colliders[].radius"
    SPELLED[("omi-seed", f"shape.{round_shape}.radiusBottom")] = "OMI_collider/colliders[].radius"


def places(words, dialects):
    """Neutral words as `extension/path` in every dialect of a case; a full path stays."""
    out = []
    for word in words:
        for dialect in dialects:
            if "/" in word:
                place = word
            elif (dialect, word) in SPELLED:
                place = SPELLED[(dialect, word)]
            else:
                head, tail = word.split(".", 1)
                homes = PLACES[head]
                home = homes.get(dialect) or (homes["seed"] if dialect in ("latest", "2026", "mixed") else None)
                place = f"{home}.{tail}" if home else None
            if place and place not in out:
                out.append(place)
    return out


def case(
    area,
    name,
    title,
    section,
    shows,
    scene,
    seconds,
    expect,
    notes,
    dialects=KHR,
    extension=None,
    gravity=None,
    step=None,
    actions=None,
    run=None,
    extra=None,
):
    """Writes conformance/<area>/<name>/. `extra` holds further files by name."""
    if "latest" in dialects and isinstance(scene, Scene) and scene.names_meshes():
        at_latest = dialects.index("latest") + 1
        dialects = [*dialects[:at_latest], "2026", *dialects[at_latest:]]
    folder = ROOT / area / name
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for dialect in dialects:
        written = scene[dialect] if isinstance(scene, dict) else scene
        files[dialect] = f"{dialect}.gltf"
        document = tidy(Writer(written, "latest" if dialect == "mixed" else dialect).file())
        (folder / files[dialect]).write_text(dumps(document) + "\n")
    if run is None:
        run = {"verb": "simulate", "seconds": seconds}
        if step:
            run["step"] = step
        if gravity is not None:
            run["gravity"] = list(gravity)
        if actions:
            run["input"] = {"actions": actions}
    if extension is None:
        extension = "KHR_physics_rigid_bodies" if dialects[0] in KHR + LATER else "OMI_physics_body"
    what = {
        "title": title,
        "extension": extension,
        "section": section,
        "shows": places(shows, dialects),
        "files": files,
        "run": run,
        "expect": expect,
    }
    (folder / "case.json").write_text(dumps(tidy(what)) + "\n")
    for file, text in (extra or {}).items():
        (folder / file).write_text(text)
    (folder / "notes.md").write_text(f"# {title}\n\n{wrapped(notes)}\n")


def wrapped(text, width=118):
    """Paragraphs in lines of a bearable length; code, tables and lists stay as they are."""
    out = []
    for paragraph in text.strip("\n").split("\n\n"):
        lines = [line.rstrip() for line in paragraph.strip("\n").splitlines()]
        if lines[0].startswith("- ") or any(line.startswith(("    ", "|")) for line in lines):
            out.append("\n".join(lines))
        else:
            out.append(textwrap.fill(" ".join(lines), width, break_long_words=False, break_on_hyphens=False))
    return "\n\n".join(out)


def value(node, what, expected, tolerance):
    return {"node": node, "is": what, "value": expected, "tolerance": tolerance}


def at(node, expected, tolerance=SLOP):
    return value(node, "model.translation", list(expected), tolerance)


def turned(node, expected, tolerance):
    return value(node, "model.rotation", list(expected), tolerance)


def between(node, what, low, high):
    return {"node": node, "is": what, "between": [low, high]}


def motion(mass=1.0, inertia=(1.0, 1.0, 1.0), **more):
    """A motion whose mass and moments are given, so that colliders do not matter."""
    return {"mass": mass, "inertiaDiagonal": list(inertia), **more}


def box(*size):
    return {"type": "box", "size": list(size)}


def sphere(radius):
    return {"type": "sphere", "radius": radius}


def rod(kind, height, bottom, top=None):
    return {"type": kind, "height": height, "radiusBottom": bottom, "radiusTop": bottom if top is None else top}
