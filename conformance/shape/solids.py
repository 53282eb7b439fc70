"""Support points, volumes and moments of the shapes, from their definitions alone."""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v


def sign(x):
    return (x > 1e-12) - (x < -1e-12)


def support(shape, d):
    """The point of a shape that is farthest along d; the middle of them where there are several."""
    kind = shape["type"]
    if kind == "sphere":
        return v.mul(v.unit(d), shape["radius"])
    if kind == "box":
        return [sign(d[i]) * shape["size"][i] / 2 for i in range(3)]
    if kind in ("convex", "trimesh"):
        best = max(v.dot(p, d) for p in shape["points"])
        farthest = [p for p in shape["points"] if v.dot(p, d) > best - 1e-9]
        return v.mul(v.add(*farthest), 1 / len(farthest))
    height, bottom, top = shape["height"], shape["radiusBottom"], shape["radiusTop"]
    ends = []
    for y, radius in ((-height / 2, bottom), (height / 2, top)):
        if kind == "capsule":  # the hull of two spheres
            ends.append(v.add([0, y, 0], v.mul(v.unit(d), radius)))
        else:  # the hull of two discs
            side = [d[0], 0.0, d[2]]
            ends.append(v.add([0, y, 0], v.mul(v.unit(side), radius) if v.length(side) > 1e-12 else [0, 0, 0]))
    far = [v.dot(p, d) for p in ends]
    if abs(far[0] - far[1]) < 1e-9:
        return v.mul(v.add(*ends), 0.5)
    return ends[far.index(max(far))]


def profile(shape):
    """(lowest, highest, radius at y) of a solid of revolution about Y."""
    kind = shape["type"]
    if kind == "sphere":
        r = shape["radius"]
        return -r, r, lambda y: math.sqrt(max(0.0, r * r - y * y))
    h, rb, rt = shape["height"], shape["radiusBottom"], shape["radiusTop"]
    if kind == "cylinder":
        return -h / 2, h / 2, lambda y: rb + (rt - rb) * (y + h / 2) / h
    # A cone touches both spheres where its normal does: sin a = (rb - rt)/h.
    sine = (rb - rt) / h
    cosine = math.sqrt(1 - sine * sine)
    low, high = -h / 2 + rb * sine, h / 2 + rt * sine

    def radius(y):
        if y < low:
            return math.sqrt(max(0.0, rb * rb - (y + h / 2) ** 2))
        if y > high:
            return math.sqrt(max(0.0, rt * rt - (y - h / 2) ** 2))
        return cosine * (rb + (rt - rb) * (y - low) / (high - low))

    return -h / 2 - rb, h / 2 + rt, radius


def revolve(shape, slices=40000):
    """Volume, centre (on Y) and moments about the centre for one kilogram, of discs of π r² dy."""
    low, high, radius = profile(shape)
    dy = (high - low) / slices
    volume = first = spin = tilt = second = 0.0
    for i in range(slices):
        y = low + (i + 0.5) * dy
        r2 = radius(y) ** 2
        volume += math.pi * r2 * dy
        first += math.pi * r2 * y * dy
        second += math.pi * r2 * y * y * dy
        spin += math.pi * r2 * r2 / 2 * dy  # a disc about its axis
        tilt += math.pi * r2 * r2 / 4 * dy  # and about a diameter
    centre = first / volume
    across = (tilt + second) / volume - centre * centre
    return volume, [0.0, centre, 0.0], [[across, 0, 0], [0, spin / volume, 0], [0, 0, across]]


def polyhedron(points, triangles):
    """Volume, centre and tensor about the centre for one kilogram, of tetrahedra with the origin.

    Of a tetrahedron with corners 0, a, b, c: V = a·(b×c)/6, and the mean of p pᵀ is
    (Σ p pᵀ + (Σ p)(Σ p)ᵀ)/20 over its corners.
    """
    volume, first, second = 0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)]
    for corners in triangles:
        a, b, c = (points[i] for i in corners)
        part = v.dot(a, v.cross(b, c)) / 6
        total = v.add(a, b, c)
        volume += part
        first = v.add(first, v.mul(total, part / 4))
        for i in range(3):
            for j in range(3):
                second[i][j] += part / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + total[i] * total[j])
    centre = v.mul(first, 1 / volume)
    spread = [[second[i][j] / volume - centre[i] * centre[j] for j in range(3)] for i in range(3)]
    trace = spread[0][0] + spread[1][1] + spread[2][2]
    return volume, centre, [[(trace if i == j else 0.0) - spread[i][j] for j in range(3)] for i in range(3)]


def cuboid(size):
    moments = [
        (size[1] ** 2 + size[2] ** 2) / 12,
        (size[0] ** 2 + size[2] ** 2) / 12,
        (size[0] ** 2 + size[1] ** 2) / 12,
    ]
    return size[0] * size[1] * size[2], [0.0] * 3, [[moments[i] if i == j else 0.0 for j in range(3)] for i in range(3)]


# A wedge with no symmetry: a slanted prism on a triangle, faces counterclockwise from outside.
WEDGE = [
    [-0.3, -0.2, -0.25],
    [0.4, -0.2, -0.25],
    [-0.3, 0.35, -0.25],
    [-0.3, -0.2, 0.3],
    [0.5, -0.2, 0.3],
    [-0.1, 0.45, 0.3],
]
WEDGE_FACES = [[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]]
