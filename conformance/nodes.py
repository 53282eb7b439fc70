"""Nodes, their transforms and the cases that are about them alone. Standard library only.

A matrix is a pair of three rows and a translation; rotations are quaternions x, y, z, w (see vectors.py).
"""
import math
import pathlib

import build
import vectors as v

ROOT = pathlib.Path(__file__).parent
ONE = [0.0, 0.0, 0.0, 1.0]
# Expressions here are products of some ten singles of numbers up to 8: 10 · 8 · 2^-24 = 5e-6, twice that to be fair.
NEAR = 1e-5
REASON = "Tolerance 1e-5: some ten products of singles (2⁻²⁴ each) of numbers up to 8, times 2; radians for rotations."


def compose(t, r, s):
    """T · R · S."""
    rows = v.matrix(v.unit(r))
    return [[rows[i][j] * s[j] for j in range(3)] for i in range(3)], list(t)


def times(a, b):
    rows = [[sum(a[0][i][k] * b[0][k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return rows, v.add(v.apply(a[0], b[1]), a[1])


IDENTITY = ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.0])


def columns(m):
    """Column by column, as files and answers have a matrix."""
    out = []
    for j in range(3):
        out += [m[0][0][j], m[0][1][j], m[0][2][j], 0.0]
    return out + list(m[1]) + [1.0]


def invert(rows):
    """The inverse of three rows, by cofactors."""
    a, b, c = rows
    det = v.dot(a, v.cross(b, c))
    cofactors = [v.cross(b, c), v.cross(c, a), v.cross(a, b)]
    return [[cofactors[j][i] / det for j in range(3)] for i in range(3)]


def log(q):
    """Axis times angle, of the rotation's shorter way."""
    q = v.unit(q)
    if q[3] < 0:
        q = v.mul(q, -1)
    sine = v.length(q[:3])
    return v.mul(q[:3], 2 * math.atan2(sine, q[3]) / sine) if sine > 1e-12 else [0.0, 0.0, 0.0]


def slerp(a, b, t):
    """Along the shorter arc, by the formula with sines."""
    cosine = v.dot(a, b)
    if cosine < 0:
        b, cosine = v.mul(b, -1), -cosine
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-9:
        return list(a)
    return v.mul(v.add(v.mul(a, math.sin((1 - t) * angle)), v.mul(b, math.sin(t * angle))), 1 / math.sin(angle))


class Pose:
    """Nodes by name; each has t, r, s, a parent's name, and what else its JSON holds."""

    def __init__(self, nodes):
        self.nodes = {}
        for name, node in nodes.items():
            self.nodes[name] = {"t": [0.0, 0.0, 0.0], "r": ONE, "s": [1.0, 1.0, 1.0], "parent": None, **node}

    def moved(self, changes):
        """The same nodes with some transforms replaced."""
        return Pose({name: {**node, **changes.get(name, {})} for name, node in self.nodes.items()})

    def local(self, name):
        node = self.nodes[name]
        return compose(node["t"], node["r"], node["s"])

    def model(self, name):
        """The product along the chain of parents."""
        if name is None:
            return IDENTITY
        return times(self.model(self.nodes[name]["parent"]), self.local(name))

    def turn(self, name):
        """The rotation in the model: the product of local rotations, whatever the scales."""
        if name is None:
            return ONE
        return v.qmul(self.turn(self.nodes[name]["parent"]), v.unit(self.nodes[name]["r"]))

    def file(self, extensions=None, used=(), more=None):
        """glTF: `extensions` by node name. Strings like "@Arm" are the node's index."""
        index = {name: at for at, name in enumerate(self.nodes)}
        nodes = []
        for name, node in self.nodes.items():
            written = {"name": name}
            if "matrix" in node:
                written["matrix"] = node["matrix"]
            for key, long, rest in (("t", "translation", [0, 0, 0]), ("r", "rotation", ONE), ("s", "scale", [1, 1, 1])):
                if "matrix" not in node and list(node[key]) != list(rest):
                    written[long] = list(node[key])
            children = [index[child] for child, other in self.nodes.items() if other["parent"] == name]
            if children:
                written["children"] = children
            for key in ("mesh", "weights", "skin"):
                if key in node:
                    written[key] = node[key]
            if extensions and name in extensions:
                written["extensions"] = extensions[name]
            nodes.append(written)
        roots = [index[name] for name, node in self.nodes.items() if node["parent"] is None]
        document = {"asset": {"version": "2.0"}}
        if used:
            document["extensionsUsed"] = list(used)
        document |= {"scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes, **(more or {})}
        return build.resolve(document, index)


def overrides(changes):
    """A pose file: what `changes` of Pose.moved are, in the words of glTF."""
    words = {"t": "translation", "r": "rotation", "s": "scale"}
    return {"nodes": {name: {words[key]: part for key, part in change.items()} for name, change in changes.items()}}


def case(area, name, title, extension, section, shows, files, run, expect, notes, extra=None):
    """Writes conformance/<area>/<name>/; `files` maps dialects to documents, `extra` further files to texts."""
    folder = ROOT / area / name
    folder.mkdir(parents=True, exist_ok=True)
    names = {}
    for dialect, document in files.items():
        names[dialect] = f"{dialect}.gltf"
        (folder / names[dialect]).write_text(build.dumps(build.tidy(document)) + "\n")
    for file, text in (extra or {}).items():
        (folder / file).write_text(text)
    what = {"title": title, "extension": extension, "section": section, "shows": shows, "files": names, "run": run,
            "expect": expect}
    (folder / "case.json").write_text(build.dumps(build.tidy(what)) + "\n")
    body = "\n".join(line.rstrip() for line in notes.strip("\n").splitlines())
    (folder / "notes.md").write_text(f"# {title}\n\n{body}\n")


def text(numbers):
    """Numbers for notes."""
    if isinstance(numbers, (int, float)):
        return f"{numbers:.6g}"
    return "[" + ", ".join(f"{number:.6g}" if abs(number) > 5e-13 else "0" for number in numbers) + "]"
