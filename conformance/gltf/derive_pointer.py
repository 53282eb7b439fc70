"""Writes the cases of KHR_animation_pointer: this area's and the one of joints. Standard library only."""

import base64
import json
import math
import pathlib
import struct

ROOT = pathlib.Path(__file__).parent.parent


def floats(*numbers):
    return struct.pack(f"<{len(numbers)}f", *numbers)


class File:
    """A file with one animation, whose channels have pointers."""

    def __init__(self, nodes, **others):
        self.json = {"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_animation_pointer"], "scene": 0,
                     "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, **others}
        self.data, self.views, self.accessors, self.channels, self.samplers = b"", [], [], [], []

    def accessor(self, kind, width, values):
        data = floats(*values)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)})
        self.data += data
        one = {"bufferView": len(self.views) - 1, "componentType": 5126, "count": len(values) // width, "type": kind}
        if width == 1:
            one |= {"min": [min(values)], "max": [max(values)]}
        self.accessors.append(one)
        return len(self.accessors) - 1

    def animate(self, pointer, kind, width, times, values, interpolation="LINEAR"):
        sampler = {"input": self.accessor("SCALAR", 1, times), "output": self.accessor(kind, width, values),
                   "interpolation": interpolation}
        self.channels.append({"sampler": len(self.samplers), "target": {
            "path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": pointer}}}})
        self.samplers.append(sampler)

    def text(self):
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        whole = self.json | {"animations": [{"channels": self.channels, "samplers": self.samplers}],
                             "accessors": self.accessors, "bufferViews": self.views,
                             "buffers": [{"byteLength": len(self.data), "uri": uri}]}
        return json.dumps(whole, indent=2) + "\n"


def case(area, name, file, dialect, notes, **members):
    folder = ROOT / area / name
    folder.mkdir(exist_ok=True)
    (folder / f"{dialect}.gltf").write_text(file.text())
    members = members | {"files": {dialect: f"{dialect}.gltf"}}
    order = ["title", "extension", "section", "shows", "files", "run", "expect"]
    (folder / "case.json").write_text(json.dumps({key: members[key] for key in order}, indent=2) + "\n")
    (folder / "notes.md").write_text(f"# {members['title']}\n\n{notes}\n")


part = File([{"name": "Part"}])
part.animate("/nodes/0/translation", "VEC3", 3, [0, 1], [0, 0, 0, 2, 4, 6])
part.animate("/nodes/0/rotation", "VEC4", 4, [0, 1], [0, 0, 0, 1, 0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4)])
part.animate("/nodes/0/scale", "VEC3", 3, [0, 0.5], [2, 3, 4, 1, 1, 1], "STEP")
angle = math.pi / 16
case(
    "gltf", "a_pointer_animates_a_node", part, "2.0",
    "The pointers of a node's transform are the channels that core glTF has for it. At a quarter of a second: a quarter of the\n"
    "way to [2, 4, 6], a quarter of the arc of 90° about Z, and the scale of the first key.\n\n"
    "Tolerance 1e-5: some ten products of singles.",
    title="A pointer animates a node", extension="glTF", section="KHR_animation_pointer",
    shows=["glTF/KHR_animation_pointer", "glTF/object-model"],
    run={"verb": "evaluate", "animation": 0, "time": 0.25},
    expect=[
        {"node": "Part", "is": "local.translation", "value": [0.5, 1, 1.5], "tolerance": 1e-05},
        {"node": "Part", "is": "local.rotation", "value": [0, 0, round(math.sin(angle), 8), round(math.cos(angle), 8)],
         "tolerance": 1e-05},
        {"node": "Part", "is": "local.scale", "value": [2, 3, 4], "tolerance": 1e-05},
    ],
)

KHR = "KHR_physics_rigid_bodies"
limits = [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]
drive = {"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0, "stiffness": 1e6, "damping": 1e4}
lift = File(
    [{"name": "Post"}, {"name": "Lift", "extensions": {KHR: {
        "motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]}, "joint": {"connectedNode": 0, "joint": 0}}}}],
    extensions={KHR: {"physicsJoints": [{"limits": limits, "drives": [drive]}]}},
)
lift.json["extensionsUsed"].append(KHR)
lift.animate(f"/extensions/{KHR}/physicsJoints/0/drives/0/positionTarget", "SCALAR", 1, [0, 1], [0, -1.5])
case(
    "joint", "an_animated_drive_target_is_followed", lift, "latest",
    "The target of the drive goes to -1.5 within a second and stays. It is the place of the post seen from the lift, which so\n"
    "rises to 1.5 m, less the sag m g / k of 0.02 mm.\n\nTolerance: 1 mm.",
    title="An animated drive target is followed", extension=KHR, section="Joints",
    shows=[f"{KHR}/object-model"],
    run={"verb": "simulate", "seconds": 3},
    expect=[{"node": "Lift", "is": "model.translation", "value": [0, round(1.5 - 2 * 9.81 / 1e6, 8), 0],
             "tolerance": 0.001}],
)
