"""The pseudo-code of VRMC_springBone 1.0 and of VRMC_springBone_extended_collider 1.0, read once more in double precision.

It shares no code with any engine. A figure is a list of nodes (parents first) with local transforms at rest; `Springs.frame` is one
frame of the text for a pose of these nodes. Everything is in the world, whose axes are the model's.

What the text leaves open is decided as SPEC_NOTES.md says: colliders and centers are where the frame finds them, before any spring of
the frame moves a node.
"""

import math

from vectors import add, cross, dot, length, mul, sub


def normalized(a):
    size = length(a)
    return mul(a, 1 / size) if size > 1e-15 else [0.0, 0.0, 0.0]


def qmul(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def rotate(q, v):
    w = cross(q[:3], v)
    return add(v, add(mul(w, 2 * q[3]), mul(cross(q[:3], w), 2)))


def from_to(a, b):
    """The shortest rotation between unit vectors."""
    axis, w = cross(a, b), 1 + dot(a, b)
    if w < 1e-12:
        other = [1.0, 0.0, 0.0] if abs(a[0]) < 0.9 else [0.0, 1.0, 0.0]
        return normalized(cross(a, other)) + [0.0]
    q = axis + [w]
    size = math.sqrt(dot(q, q))
    return [x / size for x in q]


class Matrix:
    """An affine matrix: three columns and an origin."""

    def __init__(self, columns, origin):
        self.columns, self.origin = columns, origin

    @staticmethod
    def trs(t, r, s):
        axes = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
        return Matrix([mul(rotate(r, axis), k) for axis, k in zip(axes, s)], list(t))

    def vector(self, v):
        return [sum(self.columns[j][i] * v[j] for j in range(3)) for i in range(3)]

    def point(self, p):
        return add(self.vector(p), self.origin)

    def times(self, other):
        return Matrix([self.vector(column) for column in other.columns], self.point(other.origin))

    def cofactors(self):
        a, b, c = self.columns
        return [cross(b, c), cross(c, a), cross(a, b)]

    def inverse_point(self, p):
        rows = self.cofactors()
        determinant = dot(self.columns[0], rows[0])
        return [dot(row, sub(p, self.origin)) / determinant for row in rows]

    def normal(self, n):
        """By the transposed inverse."""
        rows = self.cofactors()
        determinant = dot(self.columns[0], rows[0])
        return normalized([sum(rows[j][i] * n[j] for j in range(3)) / determinant for i in range(3)])


IDENTITY = Matrix([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.0])


class Pose:
    """Local transforms of nodes: a list of (translation, rotation, scale), with the parents' indices."""

    def __init__(self, parents, locals_):
        self.parents, self.locals = parents, [[list(t), list(r), list(s)] for t, r, s in locals_]

    def matrix(self, node):
        if node is None:
            return IDENTITY
        return self.matrix(self.parents[node]).times(Matrix.trs(*self.locals[node]))

    def rotation(self, node):
        if node is None:
            return [0.0, 0.0, 0.0, 1.0]
        return qmul(self.rotation(self.parents[node]), self.locals[node][1])


class Joint:
    """SpringBoneJointState and the settings of a joint. `tail` is a point in the space of the node at rest."""

    def __init__(self, node, tail, settings, colliders, center, depth):
        self.node, self.tail, self.colliders, self.center, self.depth = node, tail, colliders, center, depth
        self.hit_radius = settings.get("hitRadius", 0.0)
        self.stiffness = settings.get("stiffness", 1.0)
        self.gravity = mul(settings.get("gravityDir", [0.0, -1.0, 0.0]), settings.get("gravityPower", 0.0))
        self.drag = settings.get("dragForce", 0.5)


class Springs:
    """Joints in the order root to descendants."""

    def __init__(self, pose, joints):
        self.rest = [[list(t), list(r), list(s)] for t, r, s in pose.locals]
        self.joints = sorted(joints, key=lambda joint: joint.depth)

    def begin(self, pose):
        """Initialization, with every joint at rest."""
        for joint in self.joints:
            pose.locals[joint.node][1] = list(self.rest[joint.node][1])
        for joint in self.joints:
            matrix = pose.matrix(joint.node)
            tail = matrix.point(joint.tail)
            joint.bone_axis = normalized(joint.tail)
            joint.bone_length = length(sub(tail, matrix.origin))
            center = pose.matrix(joint.center)
            joint.current = joint.previous = center.inverse_point(tail)

    def frame(self, pose, dt):
        """Update procedure. The pose has the rotations of the joints of the last frame."""
        centers = {joint.center: pose.matrix(joint.center) for joint in self.joints}
        nodes = {node for joint in self.joints for node, _ in joint.colliders}
        placed = {node: pose.matrix(node) for node in nodes}
        for joint in self.joints:
            center = centers[joint.center]
            current, previous = center.point(joint.current), center.point(joint.previous)
            parent = pose.parents[joint.node]
            _, rest_rotation, _ = self.rest[joint.node]
            position = pose.matrix(joint.node).origin
            inertia = mul(sub(current, previous), 1 - joint.drag)
            toward = rotate(qmul(pose.rotation(parent), rest_rotation), joint.bone_axis)
            stiffness = mul(toward, dt * joint.stiffness)
            external = mul(joint.gravity, dt)
            tail = self.constrained(joint, position, add(add(current, inertia), add(stiffness, external)))
            for node, shape in joint.colliders:
                distance, direction = collision(shape, placed[node], tail, joint.hit_radius)
                if distance < 0:
                    tail = self.constrained(joint, position, sub(tail, mul(direction, distance)))
            joint.previous, joint.current = center.inverse_point(current), center.inverse_point(tail)
            space = pose.matrix(parent).times(Matrix.trs(*self.rest[joint.node]))
            to = normalized(space.inverse_point(tail))
            pose.locals[joint.node][1] = qmul(rest_rotation, from_to(joint.bone_axis, to))

    @staticmethod
    def constrained(joint, position, tail):
        return add(position, mul(normalized(sub(tail, position)), joint.bone_length))


def collision(shape, matrix, tail, joint_radius):
    """`calculateCollision`: the distance, negative for a hit, and the direction from the collider to the joint."""
    (kind, it), = shape.items()
    offset = matrix.point(it.get("offset", [0.0, 0.0, 0.0]))
    delta = sub(tail, offset)
    if kind == "plane":
        normal = matrix.normal(it.get("normal", [0.0, 0.0, 1.0]))
        return dot(delta, normal) - joint_radius, normal
    if kind == "capsule":
        along = sub(matrix.point(it.get("tail", [0.0, 0.0, 0.0])), offset)
        part = dot(along, delta)
        if part > dot(along, along):
            delta = sub(delta, along)
        elif part >= 0 and dot(along, along) > 0:
            delta = sub(delta, mul(along, part / dot(along, along)))
    radius = it.get("radius", 0.0)
    if it.get("inside"):
        return radius - joint_radius - length(delta), mul(normalized(delta), -1)
    return length(delta) - radius - joint_radius, normalized(delta)
