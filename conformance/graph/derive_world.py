"""Cases of graphs with what is around them: bodies, triggers, rays, selections.

    python3 conformance/graph/derive_world.py
"""
import sys

sys.dont_write_bytecode = True
from model import Graph, case, inline, of, variable

BODIES = "KHR_physics_rigid_bodies"
EXACT = "Tolerance 1e-4: an impulse is an impulse, but for the rounding of singles."


def physics():
    """Files with spheres of a radius of 0.1 m."""
    return {
        "extensionsUsed": ["KHR_implicit_shapes", BODIES],
        "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.1}}, {"type": "box", "box": {"size": [0.6, 0.6, 0.6]}}]}},
    }


def ball(name, place, mass=2.0, **motion):
    rigid = {"motion": {"mass": mass, "inertiaDiagonal": [0.5, 0.5, 0.5], **motion}, "collider": {"geometry": {"shape": 0}}}
    return {"name": name, "translation": place, "extensions": {BODIES: rigid}}


def velocity(name, what, value):
    return {"node": name, "is": what, "value": value, "tolerance": 1e-4}


graph = Graph()
graph.node("start", "event/onStart", flows={"out": "push"})
sockets = ({"nodeIndex": "int", "linearImpulse": "float3", "angularImpulse": "float3"}, {})
graph.node(
    "push",
    "rigid_body/applyImpulse",
    {"nodeIndex": inline("int", 0), "linearImpulse": inline("float3", 3.0, 0.0, -1.0), "angularImpulse": inline("float3", 0.0, 0.25, 0.0)},
    extension=BODIES,
    sockets=sockets,
)
case(
    "rigid_body_applyImpulse",
    "An impulse of a graph changes velocities by its share of mass and inertia",
    "rigid_body/applyImpulse",
    ["rigid_body/applyImpulse"],
    graph.file([ball("Ball", [0, 1, 0])], physics()),
    [velocity("Ball", "linearVelocity", [1.5, 0, -0.5]), velocity("Ball", "angularVelocity", [0, 0.5, 0])],
    f"(3, 0, −1) N·s of 2 kg are (1.5, 0, −0.5) m/s, and 0.25 N·m·s of 0.5 kg·m² are 0.5 rad/s. {EXACT}",
    seconds=0.25,
    gravity=[0, 0, 0],
)

graph = Graph()
graph.node("start", "event/onStart", flows={"out": "push"})
graph.node(
    "push",
    "rigid_body/applyPointImpulse",
    {"nodeIndex": inline("int", 0), "impulse": inline("float3", 0.0, 0.0, 1.0), "position": inline("float3", 0.5, 1.0, 0.0)},
    extension=BODIES,
    sockets=({"nodeIndex": "int", "impulse": "float3", "position": "float3"}, {}),
)
case(
    "rigid_body_applyPointImpulse",
    "An impulse at a point also rotates",
    "rigid_body/applyPointImpulse",
    ["rigid_body/applyPointImpulse"],
    graph.file([ball("Ball", [0, 1, 0])], physics()),
    [velocity("Ball", "linearVelocity", [0, 0, 0.5]), velocity("Ball", "angularVelocity", [0, -1, 0])],
    "1 N·s of 2 kg are 0.5 m/s. Its arm is (0.5, 0, 0): (0.5, 0, 0) × (0, 0, 1) = (0, −0.5, 0) N·m·s, of 0.5 kg·m² −1 rad/s. " + EXACT,
    seconds=0.25,
    gravity=[0, 0, 0],
)

graph = Graph()
hit = graph.variable("node", "int", -5)
fraction = graph.variable("fraction", "float", -5.0)
normal = graph.variable("normal", "float3", 0.0, 0.0, 0.0)
missed = graph.variable("missed", "int", 0)
graph.node("start", "event/onStart", flows={"out": "wait"})
graph.node("wait", "flow/setDelay", {"duration": inline("float", 0.1)}, {"done": "both"})
graph.node("both", "flow/sequence", flows={"a": "cast", "b": "beside"})
sockets = ({"rayStart": "float3", "rayEnd": "float3"}, {"hitNodeIndex": "int", "hitFraction": "float", "hitNormal": "float3"})
graph.node("cast", "rigid_body/rayCast", {"rayStart": inline("float3", -2.0, 1.0, 0.0), "rayEnd": inline("float3", 2.0, 1.0, 0.0)}, {"hit": "keep"}, extension=BODIES, sockets=sockets)
graph.node("beside", "rigid_body/rayCast", {"rayStart": inline("float3", -2.0, 1.5, 0.0), "rayEnd": inline("float3", 2.0, 1.5, 0.0)}, {"hit": "keep", "miss": "miss"}, extension=BODIES, sockets=sockets)
graph.node(
    "keep",
    "variable/set",
    {str(hit): of("cast", "hitNodeIndex"), str(fraction): of("cast", "hitFraction"), str(normal): of("cast", "hitNormal")},
    variables=[hit, fraction, normal],
)
graph.count("miss", missed)
case(
    "rigid_body_rayCast",
    "A ray finds the first collider on its way",
    "rigid_body/rayCast",
    ["rigid_body/rayCast"],
    graph.file([{"name": "Empty"}, ball("Ball", [0.5, 1, 0])], physics()),
    [variable("node", 1), variable("fraction", 0.6, 1e-5), variable("normal", [-1.0, 0.0, 0.0], 1e-5), variable("missed", 1)],
    "The ray of 4 m meets the ball of 0.1 m at x = 0.5 − 0.1 = 0.4, after 2.4 m: 0.6 of its length, where the normal points back. Half a metre above there is nothing.",
    seconds=0.5,
    gravity=[0, 0, 0],
)

graph = Graph()
entered = graph.variable("entered", "int", 0)
exited = graph.variable("exited", "int", 0)
who = graph.variable("collider", "int", -5)
moved = graph.variable("motion", "int", -5)
sockets = ({}, {"colliderNodeIndex": "int", "motionNodeIndex": "int"})
graph.node("in", "event/rigid_body_triggerEntered", flows={"out": "enter"}, extension=BODIES, sockets=sockets, nodeIndex=0)
graph.node("out", "event/rigid_body_triggerExited", flows={"out": "leave"}, extension=BODIES, sockets=sockets, nodeIndex=0)
graph.count("enter", entered, "keep")
graph.node("keep", "variable/set", {str(who): of("in", "colliderNodeIndex"), str(moved): of("in", "motionNodeIndex")}, variables=[who, moved])
graph.count("leave", exited)
zone = {"name": "Zone", "extensions": {BODIES: {"trigger": {"geometry": {"shape": 1}}}}}
flying = {"name": "Body", "translation": [-1, 0, 0], "children": [2], "extensions": {BODIES: {"motion": {"mass": 1.0, "linearVelocity": [2, 0, 0]}}}}
part = {"name": "Part", "extensions": {BODIES: {"collider": {"geometry": {"shape": 0}}}}}
case(
    "rigid_body_triggers",
    "A trigger activates the graph when a collider enters and leaves",
    "event/rigid_body_triggerEntered",
    ["event/rigid_body_triggerEntered", "event/rigid_body_triggerExited"],
    graph.file([zone, flying, part], physics()),
    [variable("entered", 1), variable("exited", 1), variable("collider", 2), variable("motion", 1)],
    "The ball crosses the box between 0.3 and 0.7 s. The collider is node 2, and node 1 moves it.",
    seconds=1,
    gravity=[0, 0, 0],
)
case(
    "rigid_body_triggers_inside",
    "A collider that is in a trigger has entered and not left",
    "event/rigid_body_triggerEntered",
    ["event/rigid_body_triggerEntered", "event/rigid_body_triggerExited"],
    graph.file([zone, flying, part], physics()),
    [variable("entered", 1), variable("exited", 0)],
    "After 0.5 s the ball is in the middle of the box.",
    seconds=0.5,
    gravity=[0, 0, 0],
)

# Selections: the parent of the node that is selected handles it, too.
TREE = [{"name": "Root", "children": [1]}, {"name": "Child", "children": [2]}, {"name": "Leaf"}]
graph = Graph()
order = graph.variable("order", "int", 0)
point = graph.variable("point", "float3", 0.0, 0.0, 0.0)
controller = graph.variable("controller", "int", -5)
is_leaf = graph.variable("is the leaf", "bool", False)
SELECT = "KHR_node_selectability"
outputs = {"selectedNode": "ref", "controllerIndex": "int", "selectionPoint": "float3", "selectionRayOrigin": "float3", "event": "ref"}
graph.node("root", "event/onSelect", flows={"out": "d9"}, extension=SELECT, sockets=({}, outputs), nodeIndex=0, stopPropagation=False)
graph.node("child", "event/onSelect", flows={"out": "d2"}, extension=SELECT, sockets=({}, outputs), nodeIndex=1, stopPropagation=True)
graph.node("leaf", "event/onSelect", flows={"out": "d1"}, extension=SELECT, sockets=({}, outputs), nodeIndex=2, stopPropagation=False)
graph.node("same", "ref/eq", {"a": of("leaf", "selectedNode"), "b": inline("ref", "/nodes/2")})
graph.digit("d1", order, 1, "keep")
graph.node(
    "keep",
    "variable/set",
    {str(point): of("leaf", "selectionPoint"), str(controller): of("leaf", "controllerIndex"), str(is_leaf): of("same")},
    variables=[point, controller, is_leaf],
)
graph.digit("d2", order, 2)
graph.digit("d9", order, 9)
case(
    "event_onSelect",
    "A selection goes up the tree until a node stops it",
    "event/onSelect",
    ["event/onSelect"],
    graph.file(TREE),
    [variable("order", 12), variable("point", [0.5, 1.5, -2.0], 1e-6), variable("controller", 3), variable("is the leaf", True)],
    "The leaf is selected at 0.25 s: it handles the event first, then its parent, which stops it before the root.",
    seconds=0.5,
    input={"actions": [{"time": 0.25, "input": {"do": "select", "instance": 0, "node": 2, "selection": {"point": [0.5, 1.5, -2.0], "controller": 3}}}]},
)

graph = Graph()
order = graph.variable("order", "int", 0)
HOVER = "KHR_node_hoverability"
outputs = {"hoveredNode": "ref", "controllerIndex": "int", "event": "ref"}
nodes = [{"name": "Root", "children": [1, 2]}, {"name": "Left"}, {"name": "Right"}]
for at, (label, op, digit) in enumerate((("root in", "In", 9), ("left in", "In", 1), ("right in", "In", 2))):
    graph.node(label, f"event/onHover{op}", flows={"out": f"d{digit}"}, extension=HOVER, sockets=({}, outputs), nodeIndex=at, stopPropagation=False)
for at, (label, op, digit) in enumerate((("root out", "Out", 8), ("left out", "Out", 3), ("right out", "Out", 4))):
    graph.node(label, f"event/onHover{op}", flows={"out": f"d{digit}"}, extension=HOVER, sockets=({}, outputs), nodeIndex=at, stopPropagation=False)
for digit in (1, 2, 3, 4, 8, 9):
    graph.digit(f"d{digit}", order, digit)
case(
    "event_onHover",
    "Hovering enters and leaves nodes, and their parents with the first and the last of them",
    "event/onHoverIn",
    ["event/onHoverIn", "event/onHoverOut"],
    graph.file(nodes),
    [variable("order", 193248)],
    "Over the left node: it (1) and then the root (9) are entered. Over the right one: the left one is left (3) and the right one entered (2); the root has both below it. Over nothing: the right one (4) and the root (8) are left.",
    seconds=0.5,
    input={
        "actions": [
            {"time": 0.1, "input": {"do": "hover", "instance": 0, "node": 1, "controller": 0}},
            {"time": 0.2, "input": {"do": "hover", "instance": 0, "node": 2, "controller": 0}},
            {"time": 0.3, "input": {"do": "hover", "instance": 0, "controller": 0}},
        ]
    },
)
