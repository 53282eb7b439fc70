"""Random expressions of behaviour graphs with the values that Python computes for them.

    python3 conformance/graph_expressions.py > fixtures/graph/expressions.json

Each expression is a list of nodes as KHR_interactivity has them (with `op` for `declaration`, and types by signature) whose last node
is the result. The values come from Python's floats and this file alone.
"""

import json
import math
import random

FLOATS = ["float", "float2", "float3", "float4"]
LENGTH = {"bool": 1, "int": 1, "float": 1, "float2": 2, "float3": 3, "float4": 4, "float2x2": 4, "float3x3": 9}


def wrap(value):
    return (value + 2**31) % 2**32 - 2**31


def quotient(a, b):
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return wrap(size if (a < 0) == (b < 0) else -size)


def remainder(a, b):
    return 0 if b == 0 else wrap(a - b * quotient(a, b) if (a, b) != (-(2**31), -1) else 0)


def to_int(a):
    return wrap(math.trunc(a)) if math.isfinite(a) else 0


def rounded(function, a):
    """Whole numbers of Python have no negative zero; those of the text have."""
    return math.copysign(float(function(a)), a)


def least(a, b):
    """Negative zero is less than positive zero."""
    return a if a < b or (a == b and math.copysign(1, a) < 0) else b


def greatest(a, b):
    return b if least(a, b) is a else a


def clamp(a, b, c):
    return least(greatest(a, least(b, c)), greatest(b, c))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def product(a, b, size):
    at = lambda m, row, column: m[column * size + row]
    return [sum(at(a, row, k) * at(b, k, column) for k in range(size)) for column in range(size) for row in range(size)]


def hamilton(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz,
            aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz]


EACH = {
    "abs": lambda a: abs(a), "neg": lambda a: -a, "floor": lambda a: float(math.floor(a)) if a else a,
    "ceil": lambda a: rounded(math.ceil, a),
    "trunc": lambda a: rounded(math.trunc, a), "fract": lambda a: a - math.floor(a), "saturate": lambda a: least(greatest(a, 0.0), 1.0),
    "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "atan": math.atan, "asinh": math.asinh, "rad": math.radians,
    "cbrt": math.cbrt,
}
EACH_TWO = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "min": least, "max": greatest, "atan2": math.atan2,
}
EACH_THREE = {"mix": lambda a, b, c: (1 - c) * a + c * b, "clamp": clamp}
INT_TWO = {
    "add": lambda a, b: wrap(a + b), "sub": lambda a, b: wrap(a - b), "mul": lambda a, b: wrap(a * b), "div": quotient,
    "rem": remainder, "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b,
    "lsl": lambda a, b: wrap(a << (b & 31)), "asr": lambda a, b: a >> (b & 31), "min": min, "max": max,
}


class Expression:
    def __init__(self, source):
        self.random, self.nodes = source, []

    def add(self, op, inputs, outputs):
        """A node; its first output as (type, value, source)."""
        values = {name: source for name, (_, _, source) in inputs.items()}
        self.nodes.append({"op": op, "values": values})
        return [(kind, value, {"node": len(self.nodes) - 1, "socket": socket}) for socket, kind, value in outputs]

    def constant(self, kind):
        source = self.random
        if kind == "int":
            value = [source.choice([source.randint(-9, 9), source.randint(-(2**31), 2**31 - 1)])]
        elif kind == "bool":
            value = [source.random() < 0.5]
        else:
            value = [source.uniform(-4, 4) for _ in range(LENGTH[kind])]
        return (kind, value, {"type": kind, "value": value})

    def make(self, kind, depth):
        if depth == 0 or self.random.random() < 0.1:
            return self.constant(kind)
        return getattr(self, "make_" + ("floats" if kind in FLOATS else kind if kind in ("int", "bool") else "matrix"))(kind, depth - 1)

    def make_floats(self, kind, depth):
        pick = self.random.choice
        choice = self.random.random()
        if kind == "float" and choice < 0.35:
            which = pick(["length", "dot", "intToFloat", "extract", "select", "determinant"])
            if which == "intToFloat":
                a = self.make("int", depth)
                return self.add("type/intToFloat", {"a": a}, [("value", kind, [float(a[1][0])])])[0]
            if which == "extract":
                a = self.make("float3", depth)
                place = self.random.randrange(3)
                return self.add("math/extract3", {"a": a}, [(str(place), kind, [a[1][place]])])[0]
            if which == "select":
                c, a, b = self.make("bool", depth), self.make(kind, depth), self.make(kind, depth)
                return self.add("math/select", {"condition": c, "a": a, "b": b}, [("value", kind, a[1] if c[1][0] else b[1])])[0]
            if which == "determinant":
                a = self.make("float2x2", depth)
                return self.add("math/determinant", {"a": a}, [("value", kind, [a[1][0] * a[1][3] - a[1][2] * a[1][1]])])[0]
            of = pick(FLOATS)
            a = self.make(of, depth)
            if which == "length":
                return self.add("math/length", {"a": a}, [("value", kind, [math.hypot(*a[1])])])[0]
            b = self.make(of, depth)
            return self.add("math/dot", {"a": a, "b": b}, [("value", kind, [sum(x * y for x, y in zip(a[1], b[1]))])])[0]
        if kind == "float3" and choice < 0.3:
            if choice < 0.15:
                a, b = self.make(kind, depth), self.make(kind, depth)
                return self.add("math/cross", {"a": a, "b": b}, [("value", kind, cross(a[1], b[1]))])[0]
            parts = {name: self.make("float", depth) for name in "abc"}
            return self.add("math/combine3", parts, [("value", kind, [parts[name][1][0] for name in "abc"])])[0]
        if kind == "float4" and choice < 0.3:
            a, b = self.make(kind, depth), self.make(kind, depth)
            return self.add("math/quatMul", {"a": a, "b": b}, [("value", kind, hamilton(a[1], b[1]))])[0]
        if choice < 0.6:
            op = pick(sorted(EACH))
            a = self.make(kind, depth)
            return self.add("math/" + op, {"a": a}, [("value", kind, [EACH[op](x) for x in a[1]])])[0]
        if choice < 0.9:
            op = pick(sorted(EACH_TWO))
            a, b = self.make(kind, depth), self.make(kind, depth)
            return self.add("math/" + op, {"a": a, "b": b}, [("value", kind, [EACH_TWO[op](x, y) for x, y in zip(a[1], b[1])])])[0]
        op = pick(sorted(EACH_THREE))
        a, b, c = (self.make(kind, depth) for _ in range(3))
        value = [EACH_THREE[op](*each) for each in zip(a[1], b[1], c[1])]
        return self.add("math/" + op, {"a": a, "b": b, "c": c}, [("value", kind, value)])[0]

    def make_matrix(self, kind, depth):
        size = {"float2x2": 2, "float3x3": 3}[kind]
        if self.random.random() < 0.5:
            a = self.make(kind, depth)
            value = [a[1][row * size + column] for column in range(size) for row in range(size)]
            return self.add("math/transpose", {"a": a}, [("value", kind, value)])[0]
        a, b = self.make(kind, depth), self.make(kind, depth)
        return self.add("math/matMul", {"a": a, "b": b}, [("value", kind, product(a[1], b[1], size))])[0]

    def make_int(self, kind, depth):
        if self.random.random() < 0.15:
            a = self.make("float", depth)
            return self.add("type/floatToInt", {"a": a}, [("value", kind, [to_int(a[1][0])])])[0]
        op = self.random.choice(sorted(INT_TWO))
        a, b = self.make(kind, depth), self.make(kind, depth)
        return self.add("math/" + op, {"a": a, "b": b}, [("value", kind, [INT_TWO[op](a[1][0], b[1][0])])])[0]

    def make_bool(self, kind, depth):
        if self.random.random() < 0.5:
            of = self.random.choice(["float", "int"])
            a, b = self.make(of, depth), self.make(of, depth)
            return self.add("math/lt", {"a": a, "b": b}, [("value", kind, [a[1][0] < b[1][0]])])[0]
        op = self.random.choice(["and", "or", "xor"])
        a, b = self.make(kind, depth), self.make(kind, depth)
        value = {"and": a[1][0] and b[1][0], "or": a[1][0] or b[1][0], "xor": a[1][0] != b[1][0]}[op]
        return self.add("math/" + op, {"a": a, "b": b}, [("value", kind, [value])])[0]


def main():
    source = random.Random(29)
    kinds = ["float", "float2", "float3", "float4", "float2x2", "float3x3", "int", "bool"]
    lines = []
    while len(lines) < 240:
        expression = Expression(source)
        kind, value, result = expression.make(kinds[len(lines) % len(kinds)], source.randint(2, 6))
        if "node" not in result or len(expression.nodes) > 30 or not all(math.isfinite(x) and abs(x) < 1e9 for x in value):
            continue
        lines.append(json.dumps({"nodes": expression.nodes, "result": result, "type": kind, "value": value}))
    print("[\n" + ",\n".join(lines) + "\n]")


if __name__ == "__main__":
    main()
