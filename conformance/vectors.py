"""Vectors, quaternions (x, y, z, w) and 3x3 matrices (rows) as plain lists."""

import math


def add(*vectors):
    return [sum(parts) for parts in zip(*vectors)]


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def mul(a, factor):
    return [x * factor for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return math.sqrt(dot(a, a))


def unit(a):
    return mul(a, 1 / length(a))


def turn(axis, angle):
    """The rotation by an angle (radians, right-handed) about an axis."""
    return mul(unit(axis), math.sin(angle / 2)) + [math.cos(angle / 2)]


def turn_by(vector):
    """exp: the rotation whose axis and angle are a vector's direction and length."""
    return turn(vector, length(vector)) if length(vector) > 0 else [0.0, 0.0, 0.0, 1.0]


def qmul(*rotations):
    """The product; the last one is applied first."""
    out = [0.0, 0.0, 0.0, 1.0]
    for q in rotations:
        ax, ay, az, aw = out
        bx, by, bz, bw = q
        out = [
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ]
    return out


def inverse(q):
    return [-q[0], -q[1], -q[2], q[3]]


def rotate(q, a):
    return qmul(q, list(a) + [0.0], inverse(q))[:3]


def between(a, b):
    """The shortest rotation that takes the direction a to b."""
    a, b = unit(a), unit(b)
    axis = cross(a, b)
    if length(axis) < 1e-9:
        if dot(a, b) > 0:
            return [0.0, 0.0, 0.0, 1.0]
        axis = cross(a, [1, 0, 0] if abs(a[0]) < 0.9 else [0, 1, 0])
        return turn(axis, math.pi)
    return turn(axis, math.atan2(length(axis), dot(a, b)))


def matrix(q):
    """Columns are the rotated axes; returned as rows."""
    columns = [rotate(q, axis) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
    return [list(row) for row in zip(*columns)]


def tensor(diagonal, q):
    """R D Rᵀ."""
    r = matrix(q)
    return [[sum(r[i][k] * diagonal[k] * r[j][k] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(rows, a):
    return [dot(row, a) for row in rows]


def solve(function, low, high):
    """The root of a function that changes its sign between two numbers, by halving."""
    rising = function(high) > 0
    for _ in range(200):
        middle = (low + high) / 2
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return (low + high) / 2
