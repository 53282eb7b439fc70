"""Behaviour graphs and the cases that are about them. Standard library only."""
import base64
import math
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import build

ROOT = pathlib.Path(__file__).parent
TYPES = ["bool", "int", "float", "float2", "float3", "float4", "float2x2", "float3x3", "float4x4", "ref"]
WORDS = {
    "true": True,
    "false": False,
    "NaN": "NaN",
    "inf": "Infinity",
    "-inf": "-Infinity",
    "pi": math.pi,
    "pi/2": math.pi / 2,
    "-pi/2": -math.pi / 2,
    "pi/4": math.pi / 4,
    "e": math.e,
    "h": math.sqrt(0.5),
    "-h": -math.sqrt(0.5),
}


def inline(signature, *numbers):
    """A value written in the file."""
    return {"type": TYPES.index(signature), "value": list(numbers)}


def of(label, socket="value"):
    """The output of a node."""
    return {"node": label, "socket": socket}


class Graph:
    """Nodes have labels; values come from nodes before, and flows lead to nodes behind."""

    def __init__(self):
        self.variables, self.events, self.declarations, self.nodes, self.labels = [], [], [], [], {}
        self.extensions = []

    def variable(self, name, signature, *numbers):
        self.variables.append({"name": name, **inline(signature, *numbers)} if numbers else {"name": name, "type": TYPES.index(signature)})
        return len(self.variables) - 1

    def event(self, name, **values):
        self.events.append({"id": name, **({"values": values} if values else {})})
        return len(self.events) - 1

    def node(self, label, op, values=None, flows=None, extension=None, sockets=None, **settings):
        declaration = {"op": op}
        if extension:
            declaration["extension"] = extension
            if extension not in self.extensions:
                self.extensions.append(extension)
            for key, list_ in zip(("inputValueSockets", "outputValueSockets"), sockets):
                if list_:
                    declaration[key] = {id_: {"type": TYPES.index(signature)} for id_, signature in list_.items()}
        if declaration not in self.declarations:
            self.declarations.append(declaration)
        node = {"declaration": self.declarations.index(declaration)}
        if settings:
            node["configuration"] = {
                key: {"value": setting if isinstance(setting, list) else [setting]} for key, setting in settings.items()
            }
        if values:
            node["values"] = values
        if flows:
            node["flows"] = {
                id_: {"node": to} if isinstance(to, str) else {"node": to[0], "socket": to[1]} for id_, to in flows.items()
            }
        self.labels[label] = len(self.nodes)
        self.nodes.append(node)

    def get(self, label, variable):
        self.node(label, "variable/get", variable=variable)

    def set(self, label, variable, value, then=None):
        self.node(label, "variable/set", {str(variable): value}, {"out": then} if then else None, variables=[variable])

    def count(self, label, variable, then=None, by=None):
        """Adds one, or something else, to a variable."""
        self.get(f"{label} before", variable)
        self.node(f"{label} sum", "math/add", {"a": of(f"{label} before"), "b": by or inline("int", 1)})
        self.set(label, variable, of(f"{label} sum"), then)

    def digit(self, label, variable, digit, then=None):
        """Writes a digit behind those that a variable has."""
        self.get(f"{label} before", variable)
        self.node(f"{label} tenfold", "math/mul", {"a": of(f"{label} before"), "b": inline("int", 10)})
        self.node(f"{label} sum", "math/add", {"a": of(f"{label} tenfold"), "b": inline("int", digit)})
        self.set(label, variable, of(f"{label} sum"), then)

    def file(self, nodes=None, more=None):
        def resolved(socket):
            return {**socket, "node": self.labels[socket["node"]]} if isinstance(socket.get("node"), str) else socket

        graph_nodes = []
        for node in self.nodes:
            node = dict(node)
            for key in ("values", "flows"):
                if key in node:
                    node[key] = {id_: resolved(socket) for id_, socket in node[key].items()}
            graph_nodes.append(node)
        graph = {"types": [{"signature": signature} for signature in TYPES]}
        for key, list_ in (("variables", self.variables), ("events", self.events)):
            if list_:
                graph[key] = list_
        graph["declarations"] = self.declarations
        graph["nodes"] = graph_nodes
        nodes = nodes or [{"name": "Node"}]
        below = {child for node in nodes for child in node.get("children", [])}
        more = dict(more or {})
        used = ["KHR_interactivity", *self.extensions, *more.pop("extensionsUsed", [])]
        return {
            "asset": {"version": "2.0", "generator": "conformance/graph"},
            "extensionsUsed": list(dict.fromkeys(used)),
            "scene": 0,
            "scenes": [{"nodes": [at for at in range(len(nodes)) if at not in below]}],
            "nodes": nodes,
            **{key: item for key, item in more.items() if key != "extensions"},
            "extensions": {"KHR_interactivity": {"graphs": [graph], "graph": 0}, **more.get("extensions", {})},
        }


def floats(*numbers):
    """Numbers as a buffer."""
    return "data:application/octet-stream;base64," + base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


def variable(name, value, tolerance=None):
    expected = {"variable": name, "is": "value", "value": value}
    return {**expected, "tolerance": tolerance} if tolerance else expected


def case(name, title, section, shows, file, expect, notes, seconds=0.1, **run):
    folder = ROOT / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ratified.gltf").write_text(build.dumps(file) + "\n")
    what = {
        "title": title,
        "extension": "KHR_interactivity",
        "section": section,
        "shows": [f"KHR_interactivity/{show}" for show in shows],
        "files": {"ratified": "ratified.gltf"},
        "run": {"verb": "simulate", "seconds": seconds, **run},
        "expect": expect,
    }
    (folder / "case.json").write_text(build.dumps(what) + "\n")
    (folder / "notes.md").write_text(f"# {title}\n\n{build.wrapped(notes)}\n")
