"""A file as a user of an engine would build it by hand. What MuJoCo has no word for is refused with the reason."""

import json
import math

PHYSICS = "KHR_physics_rigid_bodies"
KNOWN = {PHYSICS, "KHR_implicit_shapes", "KHR_collision_shapes"}


class Unsupported(Exception):
    """What the adapter cannot say to the engine."""


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def conjugate(q):
    return [-q[0], -q[1], -q[2], q[3]]


def rotate(q, v):
    return multiply(multiply(q, [*v, 0]), conjugate(q))[:3]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not text.lstrip().startswith("{"):
        raise Unsupported("the adapter reads .gltf alone")
    data = json.loads(text)
    for name in data.get("extensionsUsed", []):
        if name not in KNOWN:
            raise Unsupported(f"an engine alone does not know {name}")
    if data.get("animations"):
        raise Unsupported("an engine alone plays no animation")
    physics = data.get("extensions", {}).get(PHYSICS, {})
    if physics.get("collisionFilters"):
        raise Unsupported("filters by names of systems are no part of an engine")
    if physics.get("physicsMaterials"):
        raise Unsupported("MuJoCo has no restitution, and its friction does not combine by the text's rules")
    nodes = place(data)
    return {"data": data, "nodes": nodes, "physics": physics}


def place(data):
    nodes = [dict(node, index=at, parent=None) for at, node in enumerate(data.get("nodes", []))]
    for node in nodes:
        for child in node.get("children", []):
            nodes[child]["parent"] = node["index"]

    def enter(node, position, rotation, scale):
        if "matrix" in node:
            raise Unsupported("the adapter has no nodes with a matrix")
        own = node.get("scale", [1, 1, 1])
        if max(own) - min(own) > 1e-6 * abs(own[0]) or own[0] <= 0:
            raise Unsupported("an engine has no nodes with unequal or negative scales")
        q = node.get("rotation", [0, 0, 0, 1])
        length = math.sqrt(sum(part * part for part in q))
        moved = [part * scale for part in node.get("translation", [0, 0, 0])]
        node["position"] = add(position, rotate(rotation, moved))
        node["world"] = multiply(rotation, [part / length for part in q])
        node["size"] = scale * own[0]
        for child in node.get("children", []):
            enter(nodes[child], node["position"], node["world"], node["size"])

    scene = data.get("scenes", [{}])[data.get("scene", 0)]
    for root in scene.get("nodes", []):
        enter(nodes[root], [0, 0, 0], [0, 0, 0, 1], 1.0)
    return nodes
