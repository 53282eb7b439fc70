"""Cases of mass, centre of mass and inertia that follow from the volume of colliders."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import vectors as v
from build import DT, EVERY, KHR, Scene, box, case, rod, sphere, value
from solids import WEDGE, WEDGE_FACES, cuboid, polyhedron, revolve

FREE = (0, 0, 0)
WEDGE_SHAPE = {"type": "convex", "mesh": "Solid"}


def moments(shape):
    if shape["type"] == "box":
        return cuboid(shape["size"])
    if shape["type"] in ("convex", "trimesh"):
        return polyhedron(WEDGE, WEDGE_FACES)
    return revolve(shape)


def inertia(name, title, shape, dialects, shows, formula, scale=None):
    """One kilogram-scaled body gets the angular impulse I w, another an impulse through its centre of mass."""
    mass, spin, own = 3.0, [0.3, -0.25, 0.2], v.turn([1, -1, 2], 0.7)
    _, centre, unit_tensor = moments(shape)
    if scale:
        unit_tensor = [[x * scale * scale for x in row] for row in unit_tensor]
        centre = v.mul(centre, scale)
    tensor = [[mass * x for x in row] for row in unit_tensor]
    twist = v.rotate(own, v.apply(tensor, spin))
    world_spin = v.rotate(own, spin)
    scene = Scene()
    if "mesh" in shape:
        scene.mesh("Solid", WEDGE, [i for face in WEDGE_FACES for i in face])
    place, other = [0.5, 0.2, -0.1], [4.0, 1.0, 0.3]
    scene.node("Spun", place, own, scale and [scale] * 3, motion={"mass": mass}, collider={"shape": shape})
    scene.node("Pushed", other, own, scale and [scale] * 3, motion={"mass": mass}, collider={"shape": shape})
    through = v.add(other, v.rotate(own, centre))
    push = [1.5, 3.0, -2.4]
    smallest = min(tensor[i][i] for i in range(3))
    largest = max(tensor[i][i] for i in range(3))
    gyro = v.dot(spin, spin) * DT * (largest / smallest)
    arm = v.length(push) * 0.002 / smallest
    case(
        "shape",
        name,
        title,
        "Motions",
        ["motion.mass"] + shows,
        scene,
        DT,
        [
            value("Spun", "angularVelocity", world_spin, gyro + 0.01 * v.length(spin)),
            value("Pushed", "angularVelocity", [0, 0, 0], max(arm, 0.01)),
            value("Pushed", "linearVelocity", v.mul(push, 1 / mass), 0.01),
        ],
        f"""
{formula} By numbers, for {mass:g} kg of one density: centre of mass [{', '.join(f'{x:.5f}' for x in centre)}] and,
about it in the node's axes,

    I = [{', '.join(f'{x:.5f}' for x in tensor[0])}; {', '.join(f'{x:.5f}' for x in tensor[1])}; {', '.join(f'{x:.5f}' for x in tensor[2])}] kg·m²

`Spun` gets the angular impulse R I w with w = {spin}, so that its angular velocity is R w. `Pushed` gets an impulse
through its centre of mass, which moves it by J/m and does not rotate it.

Tolerance: the gyroscopic term of one step, |w|²·dt·(ratio of moments {largest / smallest:.2f}) = {gyro:.4f} rad/s,
plus 1 % for shapes that engines make of triangles; a centre of mass that is 2 mm off would rotate `Pushed` by {arm:.4f}
rad/s.""",
        dialects,
        gravity=FREE,
        actions=[
            {"time": 0, "node": "Spun", "angularImpulse": [round(x, 7) for x in twist]},
            {"time": 0, "node": "Pushed", "impulse": push, "point": [round(x, 7) for x in through]},
        ],
    )


inertia(
    "the_inertia_of_a_box",
    "A box has the inertia of a solid cuboid",
    box(0.8, 0.5, 0.3),
    EVERY,
    ["shape.box.size"],
    "I_x = m (s_y² + s_z²)/12 and so on.",
)
inertia(
    "the_inertia_of_a_sphere",
    "A sphere has the inertia of a solid ball",
    sphere(0.4),
    EVERY,
    ["shape.sphere.radius"],
    "I = 2/5 m r².",
)
inertia(
    "the_inertia_of_a_capsule",
    "A capsule has the inertia of a cylinder with two half balls",
    rod("capsule", 0.6, 0.2),
    EVERY,
    ["shape.capsule.height", "shape.capsule.radiusTop"],
    "Sums over discs of π r(y)² dy: about Y r²/2 each, about X and Z r²/4 + (y - c)².",
)
inertia(
    "the_inertia_of_a_cylinder",
    "A cylinder has the inertia of a solid one",
    rod("cylinder", 0.7, 0.25),
    EVERY,
    ["shape.cylinder.height", "shape.cylinder.radiusTop"],
    "I_y = m r²/2, I_x = I_z = m (3 r² + h²)/12.",
)
inertia(
    "the_inertia_of_a_tapered_capsule",
    "A tapered capsule's centre of mass is towards its thick end",
    rod("capsule", 0.7, 0.3, 0.12),
    KHR,
    ["shape.capsule.radiusBottom", "shape.capsule.radiusTop"],
    "Two balls and the cone that touches both, as discs of π r(y)² dy: about Y r²/2 each, about X and Z r²/4 + (y -"
    " c)².",
)
inertia(
    "the_inertia_of_a_tapered_cylinder",
    "A tapered cylinder's centre of mass is towards its wide end",
    rod("cylinder", 0.6, 0.35, 0.15),
    KHR,
    ["shape.cylinder.radiusBottom", "shape.cylinder.radiusTop"],
    "A frustum, as discs of π r(y)² dy: about Y r²/2 each, about X and Z r²/4 + (y - c)².",
)
inertia(
    "the_inertia_of_a_hull",
    "A hull has the inertia of the solid it encloses",
    WEDGE_SHAPE,
    KHR,
    ["shape.convex.mesh"],
    "Sums over tetrahedra from the origin to each face, with V = a·(b×c)/6 and mean p pᵀ = (Σ p pᵀ + (Σ p)(Σ p)ᵀ)/20.",
)
inertia(
    "the_inertia_of_a_scaled_box",
    "Inertia is that of the shape as scaled",
    box(0.4, 0.25, 0.15),
    KHR,
    ["shape.box.size"],
    "The node scales by 1.5: lengths grow by 1.5, moments at the same mass by 2.25.",
    scale=1.5,
)


def volumes():
    """Each shape hits a box of known volume from above, along its own axis."""
    dull = {"staticFriction": 0.0, "dynamicFriction": 0.0, "restitution": 0.0}
    shapes = {
        "Sphere": (sphere(0.3), 0.3),
        "Capsule": (rod("capsule", 0.4, 0.2), 0.4),
        "Cylinder": (rod("cylinder", 0.3, 0.25), 0.15),
        "Cone": (rod("cylinder", 0.5, 0.3, 0.0), 0.25),
        "Taper": (rod("capsule", 0.4, 0.25, 0.1), 0.45),
    }
    scene, expect, rows = Scene(), [], []
    slab = [0.6, 0.2, 0.5]
    for i, (name, (shape, reach)) in enumerate(shapes.items()):
        volume = revolve(shape)[0]
        share = volume / (volume + 0.06)
        scene.node(
            name,
            [2.0 * i, reach + 0.2 + 0.15, 0],
            motion={"linearVelocity": [0, -1.5, 0]},
            collider={"shape": shape, "material": dull},
        )
        scene.node(f"Slab{i}", [2.0 * i, 0.1, 0], motion={}, collider={"shape": box(*slab), "material": dull})
        expect += [
            value(name, "linearVelocity.y", -1.5 * share, 0.16),
            value(f"Slab{i}", "linearVelocity.y", -1.5 * share, 0.16),
        ]
        rows.append(f"| {name} | {volume:.5f} | {-1.5 * share:.4f} |")
    table = "\n".join(rows)
    case(
        "shape",
        "every_shape_weighs_its_volume",
        "Without masses, shapes weigh as their volumes",
        "Motions",
        ["motion.mass"],
        scene,
        0.5,
        expect,
        f"""
Each flies down at 1.5 m/s on a slab of 0.6·0.2·0.5 = 0.06 m³ and goes on together with it: u = -1.5·V/(V + 0.06),
whatever the density.

| shape | V (m³) | u (m/s) |
|---|---|---|
{table}

V = 4/3 π r³; π r² h + 4/3 π r³; π r² h; π r² h/3; and discs of π r(y)² dy for the tapered capsule.

Tolerance: 0.16 m/s, a tenth of the approach, for solvers that push overlapping bodies apart again.""",
        gravity=FREE,
    )


volumes()
