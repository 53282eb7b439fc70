"""Writes the cases of core glTF that everything else stands on: transforms, animations, morph weights, accessors."""
import base64
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import build  # noqa: E402
import nodes as n  # noqa: E402
import vectors as v  # noqa: E402

CHAIN = n.Pose({
    "Root": {"t": [0.3, -0.2, 0.5], "r": v.turn([1, 2, -1], 0.4)},
    "Arm": {"t": [1.1, 0.4, -0.7], "r": v.turn([-2, 1, 3], 0.9), "parent": "Root"},
    "Hand": {"t": [0.2, 0.9, -0.4], "r": v.turn([3, -1, 1], 0.7), "parent": "Arm"},
})
SCALES = {"plain": [1, 1, 1], "scaled": [1.5, 1.5, 1.5], "sheared": [1.5, 0.6, 1.2], "mirrored": [-1.4, 0.8, 1.1], "flattened": [1.2, 0.0, 0.9]}


def write(name, title, section, shows, document, run, expectations, notes, extra=None):
    n.case("gltf", name, title, "glTF", section, [f"glTF/{one}" for one in shows], {"2.0": document}, {"verb": "evaluate", **run}, expectations,
           f"{notes}\n\n{n.REASON}")
    for file, data in (extra or {}).items():
        (n.ROOT / "gltf" / name / file).write_bytes(data)


def near(node, what, value, tolerance=n.NEAR):
    return {"node": node, "is": what, "value": value, "tolerance": tolerance}


def transforms():
    for word, scale in SCALES.items():
        pose = CHAIN.moved({"Arm": {"s": scale}})
        changes = {"Root": {"r": v.turn([2, 1, 1], 0.8)}, "Hand": {"t": [0.4, 0.7, -0.1], "s": [0.9, 1.3, 1.1]}}
        now = pose.moved(changes)
        write(f"a_chain_below_a_{word}_node", f"A node's matrix is the product along its parents, below a {word} one", "Transformations",
              ["nodes[].children", "nodes[].translation", "nodes[].rotation", "nodes[].scale", "nodes[].name", "scenes[].nodes", "scene", "asset.version"],
              pose.file(), {"pose": n.overrides(changes)}, [near("Hand", "model.matrix", n.columns(now.model("Hand")))],
              f"Root · Arm · Hand, each T · R · S; Arm is scaled by {scale}.")
    family = n.Pose({
        "Root": {"t": [0.3, -0.2, 0.5], "r": v.turn([1, 2, -1], 0.4), "s": [1.2, 0.9, 1.1]},
        "First": {"t": [1.1, 0.4, -0.7], "r": v.turn([-2, 1, 3], 0.9), "parent": "Root"},
        "Second": {"t": [0.2, 0.9, -0.4], "r": v.turn([3, -1, 1], 0.7), "parent": "Root"},
        "Third": {"t": [-0.4, 0.3, 0.8], "r": v.turn([0, 1, 2], 1.2), "parent": "Root"},
        "Below": {"t": [0.5, -0.1, 0.2], "r": v.turn([1, 1, 0], 0.6), "parent": "Second"},
        "Beside": {"t": [0.1, 0.7, -0.6], "r": v.turn([2, 0, 1], -0.5), "parent": "Second"},
    })
    write("brothers_share_their_parent", "Each child of a node hangs on it, whatever stands between them in the file", "Transformations",
          ["nodes[].children", "nodes[].translation", "nodes[].rotation"], family.file(), {},
          [near(name, "model.matrix", n.columns(family.model(name))) for name in family.nodes], "Root · child, and Root · Second · grandchild.")
    pose = n.Pose({"Root": {"t": [0.5, 0.1, 0.2]}, "Part": {"parent": "Root"}})
    t, r, s = [0.4, -0.8, 1.2], v.turn([2, -1, 2], 1.2), [1.3, -0.7, 0.9]
    pose.nodes["Part"]["matrix"] = n.columns(n.compose(t, r, s))
    whole = n.times(n.compose([0.5, 0.1, 0.2], n.ONE, [1, 1, 1]), n.compose(t, r, s))
    write("a_matrix_is_a_transform", "A node with a matrix is where the matrix says", "Transformations", ["nodes[].matrix"], pose.file(), {},
          [near("Part", "model.matrix", n.columns(whole)), near("Part", "local.translation", t)],
          "The matrix is T · R · S of a mirrored part, column by column.")
    pose = n.Pose({"Shown": {"t": [1, 2, 3]}, "Data": {"t": [4, 5, 6]}})
    document = pose.file()
    document["scenes"] = [{"nodes": [1]}, {"nodes": [0]}]
    document["scene"] = 1
    document["asset"] |= {"minVersion": "2.0"}
    document["extensionsUsed"] = ["EXT_nobody_knows"]
    document["nodes"][0]["extensions"] = {"EXT_nobody_knows": {"deep": [1, {"x": 2}]}}
    write("what_nobody_knows_changes_nothing", "Unknown extensions and the choice of a scene change no transform", "Extensions",
          ["asset.minVersion", "extensionsUsed", "extensionsRequired", "scene"], document, {},
          [near("Shown", "model.translation", [1, 2, 3]), near("Data", "model.translation", [4, 5, 6])],
          "The second scene is the default one; nodes of the other have transforms all the same.")


class Motion:
    """An animation of some nodes."""

    def __init__(self):
        self.buffer, self.channels, self.samplers = build.Buffer(), [], []

    def add(self, node, path, times, keys, kind, interpolation=None):
        sampler = {"input": self.buffer.add([[time] for time in times], "SCALAR", 5126), "output": self.buffer.add(keys, kind, 5126)}
        if interpolation:
            sampler["interpolation"] = interpolation
        self.channels.append({"sampler": len(self.samplers), "target": {"node": f"@{node}", "path": path}})
        self.samplers.append(sampler)

    def content(self, uri=None):
        data = "data:application/octet-stream;base64," + base64.b64encode(self.buffer.bytes).decode()
        return {"animations": [{"name": "motion", "channels": self.channels, "samplers": self.samplers}], "accessors": self.buffer.accessors,
                "bufferViews": self.buffer.views, "buffers": [{"byteLength": len(self.buffer.bytes), "uri": uri or data}]}


TIMES = [0.5, 1.5, 3.5]
MOVES = [[0.1, 0.2, -0.3], [0.9, -0.4, 0.8], [-0.5, 1.1, 0.2]]
TURNS = [v.turn([1, 2, -1], 0.4), v.turn([-2, 1, 3], 1.5), v.turn([3, -1, 1], 2.2)]
GROWS = [[1, 1, 1], [1.6, 0.7, 1.2], [0.8, 2.1, 0.5]]
SHOWS = ["animations[].channels", "animations[].samplers", "accessors[]", "bufferViews[]", "buffers[]"]


def mix(a, b, part):
    return v.add(v.mul(a, 1 - part), v.mul(b, part))


def hermite(before, after, part, seconds):
    """The text's cubic spline: values and tangents of two keys."""
    (_, value, out), (into, following, _) = before, after
    t, t2, t3 = part, part * part, part ** 3
    return v.add(v.mul(value, 2 * t3 - 3 * t2 + 1), v.mul(out, seconds * (t3 - 2 * t2 + t)), v.mul(following, 3 * t2 - 2 * t3),
                 v.mul(into, seconds * (t3 - t2)))


def animations():
    pose = n.Pose({"Part": {"t": [9, 9, 9]}, "Other": {"t": [0.2, 0.3, 0.4]}})
    linear = Motion()
    linear.add("Part", "translation", TIMES, MOVES, "VEC3")
    linear.add("Part", "rotation", TIMES, [TURNS[0], v.mul(TURNS[1], -1), TURNS[2]], "VEC4", "LINEAR")
    linear.add("Part", "scale", TIMES, GROWS, "VEC3", "LINEAR")
    questions = [("before_its_first_key", 0.1, 0, 0, 0.0), ("on_a_key", 1.5, 1, 1, 0.0), ("between_keys", 2.1, 1, 2, 0.3), ("near_its_start", 0.75, 0, 1, 0.25),
                 ("behind_its_last_key", 9.0, 2, 2, 0.0)]
    for word, time, before, after, part in questions:
        result = mix(MOVES[before], MOVES[after], part), n.slerp(TURNS[before], TURNS[after], part), mix(GROWS[before], GROWS[after], part)
        write(f"a_linear_animation_{word}", f"A LINEAR animation {word.replace('_', ' ')}", "Animations", SHOWS, pose.file(more=linear.content()),
              {"animation": 0, "time": time},
              [near("Part", "local.translation", result[0]), near("Part", "local.rotation", result[1]), near("Part", "local.scale", result[2]),
               near("Other", "local.translation", [0.2, 0.3, 0.4])],
              f"Keys at 0.5, 1.5 and 3.5 s. At {time} s it is {part} of the way from key {before + 1} to key {after + 1}; rotations go by slerp along the shorter arc\n"
              f"(the second key is written as −q), and outside of its keys everything stands still.")
    step = Motion()
    step.add("Part", "translation", TIMES, MOVES, "VEC3", "STEP")
    step.add("Part", "rotation", TIMES, TURNS, "VEC4", "STEP")
    for time, key in ((1.4, 0), (1.5, 1), (3.4, 1)):
        write(f"a_stepping_animation_at_{str(time).replace('.', '_')}", "STEP holds a key until the next", "Animations", ["animations[].samplers"],
              pose.file(more=step.content()), {"animation": "motion", "time": time},
              [near("Part", "local.translation", MOVES[key]), near("Part", "local.rotation", TURNS[key])], f"Keys at 0.5, 1.5 and 3.5 s; {time} s has key {key + 1}.")
    spline = Motion()
    slopes = [([0.3, -0.2, 0.5], [0.8, 0.1, -0.6]), ([-0.4, 0.7, 0.2], [0.5, -0.9, 0.3]), ([0.6, 0.2, -0.1], [-0.3, 0.4, 0.9])]
    keys = [(into, value, out) for (into, out), value in zip(slopes, MOVES)]
    spline.add("Part", "translation", TIMES, [row for key in keys for row in key], "VEC3", "CUBICSPLINE")
    bends = [([0.1, -0.2, 0.3, 0.05], [0.2, 0.1, -0.1, 0.1]), ([-0.3, 0.1, 0.2, -0.1], [0.1, 0.3, -0.2, 0.15]), ([0.2, -0.1, 0.1, 0.2], [0, 0, 0, 0])]
    turn_keys = [(into, value, out) for (into, out), value in zip(bends, TURNS)]
    spline.add("Part", "rotation", TIMES, [row for key in turn_keys for row in key], "VEC4", "CUBICSPLINE")
    for time, before, part, seconds in ((0.8, 0, 0.3, 1.0), (2.7, 1, 0.6, 2.0)):
        place = hermite(keys[before], keys[before + 1], part, seconds)
        turn = v.unit(hermite(turn_keys[before], turn_keys[before + 1], part, seconds))
        write(f"a_cubic_spline_at_{str(time).replace('.', '_')}", "CUBICSPLINE goes through its keys with their tangents", "Animations", ["animations[].samplers"],
              pose.file(more=spline.content()), {"animation": 0, "time": time}, [near("Part", "local.translation", place), near("Part", "local.rotation", turn)],
              f"With t = {part} of {seconds} s: (2t³ − 3t² + 1)·v₀ + d·(t³ − 2t² + t)·b₀ + (3t² − 2t³)·v₁ + d·(t³ − t²)·a₁; rotations are brought to unit length.")
    beside = Motion()
    beside.add("Part", "translation", TIMES, MOVES, "VEC3")
    write("a_buffer_in_a_file_beside", "A buffer may be a file beside the glTF", "Buffers", ["buffers[]", "bufferViews[]"],
          pose.file(more=beside.content("keys.bin")), {"animation": 0, "time": 2.1}, [near("Part", "local.translation", mix(MOVES[1], MOVES[2], 0.3))],
          "As a_linear_animation_between_keys, with the numbers in keys.bin.", {"keys.bin": beside.buffer.bytes})


def weights():
    buffer = build.Buffer()
    corners = buffer.add([[0, 0, 0], [1, 0, 0], [0, 1, 0]], "VEC3", 5126)
    times = buffer.add([[0.0], [2.0]], "SCALAR", 5126)
    keys = buffer.add([[0.1], [0.5], [0.9], [0.3]], "SCALAR", 5126)
    data = "data:application/octet-stream;base64," + base64.b64encode(buffer.bytes).decode()
    target = [{"POSITION": corners}] * 2
    content = {"meshes": [{"primitives": [{"attributes": {"POSITION": corners}, "targets": target}], "weights": [0.25, 0.75]}],
               "animations": [{"channels": [{"sampler": 0, "target": {"node": "@Moved", "path": "weights"}}], "samplers": [{"input": times, "output": keys}]}],
               "accessors": buffer.accessors, "bufferViews": buffer.views, "buffers": [{"byteLength": len(buffer.bytes), "uri": data}]}
    pose = n.Pose({"Plain": {"mesh": 0}, "Own": {"mesh": 0, "weights": [0.6, 0.2]}, "Moved": {"mesh": 0}})
    write("morph_weights_of_mesh_node_and_animation", "Weights are the mesh's, else the node's own, else the animation's", "Morph targets",
          ["nodes[].weights", "meshes[].weights", "meshes[].primitives[].targets", "animations[].channels"], pose.file(more=content), {"animation": 0, "time": 0.5},
          [near("Plain", "weights", [0.25, 0.75]), near("Own", "weights", [0.6, 0.2]), near("Moved", "weights", [0.3, 0.45])],
          "At a quarter of the way from [0.1, 0.5] to [0.9, 0.3]: [0.3, 0.45].")


def accessors():
    """Every way to write the same keys down."""
    pose = n.Pose({"Part": {}})
    turns = [[0, 0, 0, 1], [0.5, 0.5, 0.5, 0.5]]
    result = n.slerp(turns[0], turns[1], 0.25)
    for name, code, kind, most in (("bytes", 5120, "b", 127), ("shorts", 5122, "h", 32767), ("unsigned_bytes", 5121, "B", 255), ("unsigned_shorts", 5123, "H", 65535)):
        packed = [[round(part * most) for part in turn] for turn in turns]
        read = [v.unit([part / most for part in turn]) for turn in packed]
        data = struct.pack("<2f", 0.0, 2.0) + struct.pack(f"<8{kind}", *[part for turn in packed for part in turn])
        document = pose.file(more={
            "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}], "samplers": [{"input": 0, "output": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
                          {"bufferView": 1, "componentType": code, "normalized": True, "count": 2, "type": "VEC4"}],
            "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": len(data) - 8}],
            "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]})
        write(f"rotations_in_normalized_{name}", f"Rotations may be written in normalized {name.replace('_', ' ')}", "Accessors", ["accessors[]"], document,
              {"animation": 0, "time": 0.5}, [near("Part", "local.rotation", n.slerp(read[0], read[1], 0.25))],
              f"A number is c / {most}. A quarter of the way from the identity to a third of a rotation about the diagonal:\n  {n.text(result)} (to the rounding of {name})")
    rows = [[0.1, 0.2, 0.3], [0.0, 0.0, 0.0], [0.7, 0.8, 0.9]]
    # A stride of 20 bytes, an offset of 4, and the middle row from a sparse list.
    plain = b"".join(struct.pack("<f3ff", 7.0, *row, 8.0) for row in rows)
    data = struct.pack("<3f", 0.0, 1.0, 2.0) + plain + struct.pack("<B3x", 1) + struct.pack("<3f", -0.4, 0.5, 0.6)
    document = pose.file(more={
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}], "samplers": [{"input": 0, "output": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2]},
                      {"bufferView": 1, "byteOffset": 4, "componentType": 5126, "count": 3, "type": "VEC3", "sparse": {
                          "count": 1, "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}}}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 60, "byteStride": 20},
                        {"buffer": 0, "byteOffset": 72, "byteLength": 1}, {"buffer": 0, "byteOffset": 76, "byteLength": 12}],
        "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]})
    write("keys_in_strides_with_a_sparse_one", "Accessors may skip bytes and replace single elements", "Accessors", ["accessors[]", "bufferViews[]"], document,
          {"animation": 0, "time": 1.25}, [near("Part", "local.translation", mix([-0.4, 0.5, 0.6], rows[2], 0.25))],
          "Rows are 20 bytes apart and begin at byte 4; the second one is replaced by [-0.4, 0.5, 0.6]. At 1.25 s a quarter of the way to the third.")


def stream(rows, version):
    """Elements as a stream of attributes that packs nothing: every difference is a byte of its own."""
    stride, block = len(rows[0]), min(8192 // len(rows[0]) // 16 * 16, 256)
    out, last = bytearray([0xa0 + version]), bytes(stride)
    for start in range(0, len(rows), block):
        part = rows[start:start + block]
        groups = -(-len(part) // 16)
        # Version 1: control mode 3 for each byte. Version 0: mode 3 for each group of sixteen.
        out += bytes([0xff] * (stride // 4)) if version else b""
        for byte in range(stride):
            before = [last[byte]] + [row[byte] for row in part]
            differences = [(now - then + 128) % 256 - 128 for then, now in zip(before, before[1:])]
            coded = bytes((2 * one if one >= 0 else -2 * one - 1) for one in differences)
            if not version:
                headers = [3] * groups + [0] * (-groups % 4)
                out += bytes(sum(headers[at + place] << (2 * place) for place in range(4)) for at in range(0, len(headers), 4))
                coded = coded.ljust(16 * groups, b"\0")
            out += coded
        last = part[-1]
    # The tail: what the first element differs from and, in version 1, a channel mode of 0 for every four bytes.
    tail = bytes(stride + (stride // 4 if version else 0))
    return bytes(out) + tail.rjust(24 if version else 32, b"\0")


def exponential(value, exponent):
    """The filter for floats: eight bits of e and 24 of m, the number is 2ᵉ·m."""
    mantissa = round(value / 2.0 ** exponent)
    return struct.pack("<I", (exponent & 0xff) << 24 | mantissa & 0xffffff), mantissa * 2.0 ** exponent


def quaternion(turn):
    """The filter for quaternions with 16 bits, and what the text's formula decodes."""
    largest = max(range(4), key=lambda at: abs(turn[at]))
    turn = v.mul(turn, -1) if turn[largest] < 0 else turn
    parts = [round(turn[(largest + at) % 4] * 2 ** 0.5 * 32767) for at in (1, 2, 3)]
    read = [part / 32767 / 2 ** 0.5 for part in parts]
    whole = [0.0] * 4
    for at, part in enumerate([max(0.0, 1 - v.dot(read, read)) ** 0.5] + read):
        whole[(largest + at) % 4] = part
    return struct.pack("<4h", *parts, 32764 | largest), whole


def compressed():
    """The keys of the linear animation in streams that version 0 and version 1 of the codec packed in no way."""
    pose = n.Pose({"Part": {"t": [9, 9, 9]}})
    turns = [quaternion(turn) for turn in TURNS]
    moves = [[exponential(part, -20) for part in move] for move in MOVES]
    views = [("NONE", 4, [struct.pack("<f", time) for time in TIMES]), ("QUATERNION", 8, [data for data, _ in turns]),
             ("EXPONENTIAL", 12, [b"".join(data for data, _ in move) for move in moves])]
    documents = {}
    for prefix, version in (("EXT", 0), ("KHR", 1)):
        name, data, listed, fallback = f"{prefix}_meshopt_compression", b"", [], 0
        for kind, stride, rows in views:
            one = stream(rows, version)
            extension = {"buffer": 0, "byteOffset": len(data), "byteLength": len(one), "byteStride": stride, "count": 3, "mode": "ATTRIBUTES"}
            extension |= {} if kind == "NONE" else {"filter": kind}
            listed.append({"buffer": 1, "byteOffset": fallback, "byteLength": 3 * stride, "extensions": {name: extension}})
            data += one.ljust(-(-len(one) // 4) * 4, b"\0")
            fallback += 3 * stride
        documents[prefix] = pose.file(more={
            "extensionsUsed": [name], "extensionsRequired": [name],
            "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}, {"sampler": 1, "target": {"node": 0, "path": "translation"}}],
                            "samplers": [{"input": 0, "output": 1}, {"input": 0, "output": 2}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0.5], "max": [3.5]},
                          {"bufferView": 1, "componentType": 5122, "normalized": True, "count": 3, "type": "VEC4"},
                          {"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": listed,
            "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()},
                        {"byteLength": fallback, "extensions": {name: {"fallback": True}}}]})
    place = mix([value for _, value in moves[1]], [value for _, value in moves[2]], 0.3)
    turn = n.slerp(v.unit(turns[1][1]), v.unit(turns[2][1]), 0.3)
    n.case("gltf", "keys_in_compressed_buffer_views", "Keys may be compressed with meshopt", "glTF", "Buffers",
           ["glTF/EXT_meshopt_compression", "glTF/KHR_meshopt_compression"], documents, {"verb": "evaluate", "animation": 0, "time": 2.1},
           [near("Part", "local.translation", place), near("Part", "local.rotation", turn, 2e-4)],
           "As a_linear_animation_between_keys, in streams of which every difference is a byte. Translations are 2⁻²⁰·m. Rotations are the text's formula of three\n"
           "parts in 16 bits, whose results it leaves open by a unit of 32767: 2e-4 radians are six of them. The second buffer has no bytes, and needs none.\n\n" + n.REASON)


def quantized():
    """A block of normalized bytes that a ball comes to rest on."""
    corners = [(x, y, z) for x in (-127, 90) for y in (-64, 127) for z in (-100, 127)]
    faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    indices = bytes(corner for a, b, c, d in faces for corner in (a, b, c, a, c, d))
    data = b"".join(struct.pack("<3bx", *corner) for corner in corners) + indices
    shape = {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"node": "@Block", "convexHull": True}}}}
    ball = {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}}}
    document = n.Pose({"Block": {"t": [0.1, 0.2, -0.1], "s": [0.6, 0.4, 0.7], "mesh": 0}, "Ball": {"t": [0.1, 1.0, -0.1]}})
    document = document.file({"Block": shape, "Ball": ball}, more={
        "extensionsUsed": ["KHR_implicit_shapes", "KHR_mesh_quantization", "KHR_physics_rigid_bodies"], "extensionsRequired": ["KHR_mesh_quantization"],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.25}}]}},
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [{"bufferView": 0, "componentType": 5120, "normalized": True, "count": 8, "type": "VEC3", "min": [-127, -64, -100], "max": [90, 127, 127]},
                      {"bufferView": 1, "componentType": 5121, "count": 36, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 32, "byteStride": 4, "target": 34962}, {"buffer": 0, "byteOffset": 32, "byteLength": 36, "target": 34963}],
        "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]})
    n.case("gltf", "vertices_in_normalized_bytes", "Vertices may be written in normalized bytes", "glTF", "Accessors", ["glTF/KHR_mesh_quantization"], {"latest": document},
           {"verb": "simulate", "seconds": 1.5}, [near("Ball", "model.translation.y", 0.2 + 0.4 * 1.0 + 0.25, build.SLOP)],
           "127 is 1, so that the top of the block is at 0.2 + 0.4 · 1 m and the centre of the ball 0.25 m above it, but for what engines leave open between two\n"
           "bodies. Not normalized, the block would reach 50 m up.")


transforms()
animations()
weights()
accessors()
compressed()
quantized()
