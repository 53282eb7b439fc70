"""One case for each operation of mathematics: the lines of operations.txt, whose values are worked out from the text.

    python3 conformance/graph/derive_operations.py
"""
import collections
import json
import math
import sys

sys.dont_write_bytecode = True
from model import ROOT, WORDS, Graph, case, inline, of, variable

# What rotations of either sign are shown on.
VECTOR = [1.0, 2.0, 3.0]

SECTIONS = {
    "math/E math/Pi math/Tau math/Inf math/NaN": "Constants",
    "math/eq math/lt math/le math/gt math/ge": "Comparison Operations",
    "math/isNaN math/isInf math/select math/switch": "Special Operations",
    "math/rad math/deg math/sin math/cos math/tan math/asin math/acos math/atan math/atan2": "Angle and Trigonometry Operations",
    "math/sinh math/cosh math/tanh math/asinh math/acosh math/atanh": "Hyperbolic Operations",
    "math/exp math/log math/log2 math/log10 math/sqrt math/cbrt math/pow": "Exponential Operations",
    "math/length math/normalize math/dot math/cross math/rotate2D math/rotate3D math/transform math/slerp": "Vector Operations",
    "math/transpose math/determinant math/inverse math/matMul math/matCompose math/matDecompose": "Matrix Operations",
    "math/not math/and math/or math/xor math/asr math/lsl math/clz math/ctz math/popcnt": "Integer and Boolean Operations",
    "math/rgbToOkLCh math/rgbFromOkLCh": "Color Operations",
}


def section(op):
    for names, title in SECTIONS.items():
        if op in names.split():
            return title
    if op.startswith("math/quat"):
        return "Quaternion Operations"
    if op.startswith(("math/combine", "math/extract")):
        return "Swizzle Operations"
    return "Type Conversion Operations" if op.startswith("type/") else "Arithmetic Operations"


def number(text, signature):
    if text in WORDS:
        return WORDS[text]
    return int(text) if signature == "int" else float(text)


def parsed(text):
    """`id:type=1,2,3` as id, type, numbers and the marks before them."""
    id_, rest = text.split(":")
    signature, numbers = rest.split("=")
    plain = numbers.lstrip("~≈±?")
    return id_, signature, [number(part, signature) for part in plain.split(",")], numbers[: len(numbers) - len(plain)]


def rotated(rotation):
    """The vector (1, 2, 3) rotated by a quaternion (section "Rotate 3D")."""
    *r, w = rotation
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    once = cross(r, VECTOR)
    return [v + 2 * (twice + w * one) for v, twice, one in zip(VECTOR, cross(r, once), once)]


def value(graph, label, signature, numbers):
    """A value in the file; what JSON has no number for comes from nodes."""
    if not any(isinstance(one, str) for one in numbers):
        return inline(signature, *numbers)

    def component(one):
        if not isinstance(one, str):
            return inline("float", one)
        if one not in graph.labels:
            if one == "-Infinity":
                component("Infinity")
            op = {"NaN": "math/NaN", "Infinity": "math/Inf", "-Infinity": "math/neg"}[one]
            graph.node(one, op, {"a": of("Infinity")} if one == "-Infinity" else None)
        return of(one)

    parts = [component(one) for one in numbers]
    if len(parts) == 1:
        return parts[0]
    graph.node(label, f"math/combine{signature.removeprefix('float')}", dict(zip("abcdefghijklmnop", parts)))
    return of(label)


lines = collections.OrderedDict()
for line in (ROOT / "operations.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        head, inputs, outputs = [part.strip() for part in f" {line} ".split(" | ")]
        op, _, settings = head.partition(" ")
        entry = (json.loads(settings or "{}"), [parsed(word) for word in inputs.split()], [parsed(word) for word in outputs.split()])
        lines.setdefault(op, []).append((line, entry))

for op, entries in lines.items():
    graph, expect, sets = Graph(), [], {}
    for at, (_, (settings, inputs, outputs)) in enumerate(entries):
        values = {
            id_: value(graph, f"{id_} of {at}", signature, numbers) for id_, signature, numbers, _ in inputs
        }
        graph.node(f"line {at}", op, values, **{key: item["value"] for key, item in settings.items()})
        for id_, signature, numbers, marks in outputs:
            if "?" in marks:
                continue
            name, output = f"{at + 1} {id_}", of(f"line {at}", id_)
            # Four units in the last place of the largest.
            largest = max((abs(one) for one in numbers if isinstance(one, float)), default=0.0)
            tolerance = 4 * 2.0**-52 * max(largest, 2.0**-52) if marks else None
            if "±" in marks:
                label = f"rotated by {id_} of {at}"
                graph.node(label, "math/rotate3D", {"a": inline("float3", *VECTOR), "rotation": output})
                name, signature, numbers, output = f"{name} on 1 2 3", "float3", rotated(numbers), of(label)
                # A rotation off by δ moves v by 8·|v|·δ at most, and four units in each component are δ = 8·2⁻⁵².
                tolerance = 8 * math.hypot(*VECTOR) * 8 * 2.0**-52
            sets[str(graph.variable(name, signature))] = output
            expect.append(variable(name, numbers if len(numbers) > 1 else numbers[0], tolerance))
    graph.node("start", "event/onStart", flows={"out": "set"})
    graph.node("set", "variable/set", sets, variables=[int(at) for at in sets])
    listed = "\n".join(f"    {line}" for line, _ in entries)
    case(
        op.replace("/", "_"),
        f"{op} gives the values of the text",
        section(op),
        [op, "variable/set", "event/onStart"],
        graph.file(),
        expect,
        f"""A node for each line; when the graph starts, its outputs are set into variables, which are compared. Behind the name of the
operation stand its inputs and then its outputs, with their types. Numbers are exact, with the sign of a zero; those behind `~` or `≈` may
differ by four units in the last place of a double, since the text leaves the rounding of these functions open. A rotation behind `±` may have
either sign, and so is compared by what it makes of (1, 2, 3). What stands behind `?` is one of several that the text allows, and is not
compared.

{listed}
""",
    )
print(len(lines), "cases")
