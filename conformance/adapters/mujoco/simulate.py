"""A scene as MJCF, run."""

import mujoco

from scene import PHYSICS, Unsupported, add, conjugate, multiply, rotate

DENSITY = 1000  # kg/m³, where a file gives no mass


def words(numbers):
    return " ".join(repr(float(number)) for number in numbers)


def wxyz(q):
    return words([q[3], q[0], q[1], q[2]])


def simulate(scene, options):
    above, _, below = options.get("step", "1/60").partition("/")
    dt = float(above) / float(below or 1)
    gravity = [float(part) for part in options.get("gravity", "0,-9.81,0").split(",")]
    bodies, text = describe(scene, dt, gravity)
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError as refusal:
        raise Unsupported(f"MuJoCo takes no such model: {refusal}") from refusal
    data = mujoco.MjData(model)
    for at, body in enumerate(bodies):
        motion = body[PHYSICS]["motion"]
        # A free joint has its linear velocity along the world's axes and its angular along the body's, as the text has both.
        data.qvel[6 * at : 6 * at + 3] = rotate(body["world"], motion.get("linearVelocity", [0, 0, 0]))
        data.qvel[6 * at + 3 : 6 * at + 6] = motion.get("angularVelocity", [0, 0, 0])
    for _ in range(round(float(options.get("seconds", 5)) / dt)):
        mujoco.mj_step(model, data)
    return answer(scene, bodies, data)


def describe(scene, dt, gravity):
    nodes = scene["nodes"]
    bodies, inside, outside = [], {}, []
    for node in nodes:
        node[PHYSICS] = node.get("extensions", {}).get(PHYSICS, {}) if "world" in node else {}
        if "trigger" in node[PHYSICS]:
            raise Unsupported("the adapter has no triggers")
        if "motion" in node[PHYSICS]:
            if node[PHYSICS]["motion"].get("isKinematic"):
                raise Unsupported("the adapter has no kinematic bodies")
            bodies.append(node)
            inside[node["index"]] = []
    for node in nodes:
        if "collider" in node[PHYSICS]:
            body = owner(nodes, node)
            (inside[body["index"]] if body else outside).append((node, shape(scene, node)))
    parts = [geom(None, node, form, None) for node, form in outside]
    parts += [one_body(body, inside[body["index"]]) for body in bodies]
    equalities = [joint(scene, node) for node in nodes if "joint" in node[PHYSICS]]
    option = f'<option timestep="{dt!r}" gravity="{words(gravity)}"/>'
    compiler = '<compiler inertiafromgeom="auto" autolimits="true" boundmass="0" boundinertia="0"/>'
    return bodies, (
        f"<mujoco>{compiler}{option}<worldbody>{''.join(parts)}</worldbody>"
        f"<equality>{''.join(equalities)}</equality></mujoco>"
    )


def owner(nodes, node):
    while node is not None:
        if "motion" in node[PHYSICS]:
            return node
        node = nodes[node["parent"]] if node["parent"] is not None else None
    return None


def shape(scene, node):
    given = node[PHYSICS]["collider"]
    index = given.get("geometry", {}).get("shape", given.get("shape"))
    extensions = scene["data"].get("extensions", {})
    shapes = (extensions.get("KHR_implicit_shapes") or extensions.get("KHR_collision_shapes") or {}).get("shapes", [])
    if index is None:
        raise Unsupported("the adapter has no shapes of meshes")
    if index >= len(shapes):
        raise Unsupported("the adapter reads shapes of one revision alone")
    form = shapes[index]
    size, kind = node["size"], form["type"]
    about = form.get(kind, {})
    if kind == "box":
        half = [side * size / 2 for side in about.get("size", [1, 1, 1])]
        return kind, half, 8 * half[0] * half[1] * half[2]
    if kind == "sphere":
        radius = about.get("radius", 0.5) * size
        return kind, [radius], 4 / 3 * 3.141592653589793 * radius**3
    if kind not in ("capsule", "cylinder"):
        raise Unsupported(f"the adapter has no shape {kind}")
    if about.get("radiusBottom", 0.25) != about.get("radiusTop", 0.25):
        raise Unsupported(f"a {kind} with two radii is no shape of MuJoCo")
    radius, half = about.get("radiusTop", 0.25) * size, about.get("height", 0.5) * size / 2
    volume = 3.141592653589793 * radius**2 * (2 * half + (4 / 3 * radius if kind == "capsule" else 0))
    return kind, [radius, half], volume


def relative(body, node):
    if body is None:
        return node["position"], node["world"]
    back = conjugate(body["world"])
    away = [x - y for x, y in zip(node["position"], body["position"])]
    return rotate(back, away), multiply(back, node["world"])


def geom(body, node, form, mass):
    kind, size, _ = form
    position, rotation = relative(body, node)
    if kind in ("capsule", "cylinder"):
        # The axis of these is Z in MuJoCo and Y in glTF: a quarter about X.
        rotation = multiply(rotation, [-0.7071067811865476, 0, 0, 0.7071067811865476])
    weight = "" if mass is None else f' mass="{mass!r}"'
    return f'<geom type="{kind}" size="{words(size)}" pos="{words(position)}" quat="{wxyz(rotation)}"{weight}/>'


def one_body(body, colliders):
    motion = body[PHYSICS]["motion"]
    if motion.get("mass") == 0 or 0 in motion.get("inertiaDiagonal", []):
        raise Unsupported("an engine has no infinite mass that still moves")
    volume = sum(form[2] for _, form in colliders)
    mass = motion.get("mass", volume * DENSITY)
    inertial = ""
    if "inertiaDiagonal" in motion:
        center = [part * body["size"] for part in motion.get("centerOfMass", [0, 0, 0])]
        quat = wxyz(motion.get("inertiaOrientation", [0, 0, 0, 1]))
        moments = words(motion["inertiaDiagonal"])
        inertial = f'<inertial pos="{words(center)}" mass="{mass!r}" diaginertia="{moments}" quat="{quat}"/>'
    elif "centerOfMass" in motion:
        raise Unsupported("a centre of mass with moments from the shapes")
    elif not colliders:
        raise Unsupported("a body without colliders and without moments of inertia")
    geoms = "".join(geom(body, node, form, mass * form[2] / volume) for node, form in colliders)
    weightless = 1 - motion.get("gravityFactor", 1)
    return (
        f'<body name="{body["index"]}" pos="{words(body["position"])}" quat="{wxyz(body["world"])}" gravcomp="{weightless!r}">'
        f"<freejoint/>{inertial}{geoms}</body>"
    )


def joint(scene, node):
    """A pin or a weld; others would be a tree of joints, which a file need not be."""
    given = node[PHYSICS]["joint"]
    description = scene["physics"].get("physicsJoints", [])[given["joint"]]
    if description.get("drives"):
        raise Unsupported("the adapter has no drives")
    locked = set()
    for limit in description.get("limits", []):
        if limit.get("min") != 0 or limit.get("max") != 0 or "stiffness" in limit:
            raise Unsupported("the adapter has pins and welds alone")
        locked.update(limit.get("linearAxes", []))
        locked.update(axis + 3 for axis in limit.get("angularAxes", []))
    if given.get("enableCollision"):
        raise Unsupported("the adapter has no joined bodies that collide")
    other = scene["nodes"][given["connectedNode"]]
    first, second = owner(scene["nodes"], node), owner(scene["nodes"], other)
    if second is None:
        node, other, first, second = other, node, second, first
    named = f'body1="{second["index"]}"' + (f' body2="{first["index"]}"' if first else "")
    anchor, turned = relative(second, other)
    if locked == {0, 1, 2}:
        return f'<connect {named} anchor="{words(anchor)}"/>'
    if locked == {0, 1, 2, 3, 4, 5}:
        # The pose of the other body as it is when both frames meet.
        place, rotation = relative(first, node)
        back = multiply(turned, conjugate(rotation))
        away = add(anchor, [-part for part in rotate(back, place)])
        return f'<weld {named} relpose="{words(away)} {wxyz(back)}"/>'
    raise Unsupported("the adapter has pins and welds alone")


def answer(scene, bodies, data):
    moved, moving = {}, []
    for at, body in enumerate(bodies):
        position, (w, x, y, z) = data.qpos[7 * at : 7 * at + 3], data.qpos[7 * at + 3 : 7 * at + 7]
        rotation = [float(x), float(y), float(z), float(w)]
        moved[body["index"]] = ([float(part) for part in position], rotation)
        angular = rotate(rotation, [float(part) for part in data.qvel[6 * at + 3 : 6 * at + 6]])
        linear = [float(part) for part in data.qvel[6 * at : 6 * at + 3]]
        moving.append({"node": body["index"], "linearVelocity": linear, "angularVelocity": angular, "sleeping": False})
    nodes = scene["nodes"]

    def place(node, position, rotation, scale):
        if node["index"] in moved:
            node["now"] = moved[node["index"]]
        else:
            local = [part * scale for part in node.get("translation", [0, 0, 0])]
            node["now"] = (add(position, rotate(rotation, local)), multiply(rotation, node.get("rotation", [0, 0, 0, 1])))
        for child in node.get("children", []):
            place(nodes[child], *node["now"], node["size"])

    for node in nodes:
        if node["parent"] is None and "world" in node:
            place(node, [0, 0, 0], [0, 0, 0, 1], 1.0)
    return {"nodes": [state(nodes, node) for node in nodes], "bodies": moving}


def state(nodes, node):
    if "now" not in node:
        raise Unsupported("the adapter has no nodes outside of the scene")
    (position, rotation), size = node["now"], node["size"]
    columns = [[part * size for part in rotate(rotation, axis)] + [0] for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
    above = nodes[node["parent"]] if node["parent"] is not None else None
    (origin, turned), scale = (above["now"], above["size"]) if above else (([0, 0, 0], [0, 0, 0, 1]), 1.0)
    away = rotate(conjugate(turned), [x - y for x, y in zip(position, origin)])
    return {
        "index": node["index"],
        "name": node.get("name"),
        "local": {
            "translation": [part / scale for part in away],
            "rotation": multiply(conjugate(turned), rotation),
            "scale": [size / scale] * 3,
        },
        "model": {"matrix": [part for column in columns for part in column] + [*position, 1]},
    }
