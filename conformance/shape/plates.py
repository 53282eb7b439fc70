"""A plate that falls on a shape, rotated so that some direction points up, feels how far the shape reaches there."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import SLOP, box, value
from solids import support

PLATE, THICK = box(0.3, 0.1, 0.3), 0.05
X, Y, Z = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]
STAY = {"mass": 1.0, "inertiaDiagonal": [1e5, 1e5, 1e5]}
WORDS = "is at rest at the height h(d) of the support function, plus 0.05 m, half of the plate"


def plates(scene, parts, directions, scale=(1.0, 1.0, 1.0), tolerance=SLOP, offset=(0, 0, 0), add=None):
    """One copy of the shape and one plate for each direction; returns what to expect and a table for the notes."""
    expect, table = [], []
    for i, d in enumerate(directions):
        d = v.unit(d)
        up = v.between(d, Y)
        place = [2.0 * i, 0.1, 0.0]
        if add:
            add(scene, i, place, up)
        else:
            scene.node(
                f"Shape{i}",
                place,
                None if up[3] == 1 else up,
                None if list(scale) == [1, 1, 1] else list(scale),
                collider={"shape": {k: x for k, x in parts[0].items() if k != "points"}},
            )
        points = [
            v.add(offset, [scale[k] * c for k, c in enumerate(support(part, [scale[k] * d[k] for k in range(3)]))])
            for part in parts
        ]
        best = max(points, key=lambda p: v.dot(p, d))
        top = v.rotate(up, best)
        height = place[1] + v.dot(best, d) + THICK
        scene.node(
            f"Plate{i}", [place[0] + top[0], height + 0.06, top[2]], motion=dict(STAY), collider={"shape": PLATE}
        )
        expect.append(value(f"Plate{i}", "model.translation.y", height, tolerance))
        table.append(f"| [{', '.join(f'{c:.3f}' for c in d)}] | {v.dot(best, d):.4f} | {height:.4f} |")
    rows = "\n".join(table)
    return expect, f"| d | h(d) | plate at |\n|---|---|---|\n{rows}"
