"""A body on a joint: an anchor in the fixed world (frame a) and a socket below the body (frame b).

Both are rotated and off the origin.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import vectors as v

ANCHOR, TURN = [0.6, 1.4, -0.5], v.turn([1.0, -2.0, 0.7], 0.8)  # frame a in the world
SOCKET, SOCKET_TURN = [0.25, -0.15, 0.3], v.turn([-0.4, 1.0, 2.0], 1.1)  # frame b on the body
AXES = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0])
LOCK_ANGLES = {"angularAxes": [0, 1, 2], "min": 0, "max": 0}
LOCK_PLACE = {"linearAxes": [0, 1, 2], "min": 0, "max": 0}
SOFT = {"mass": 2.0, "inertiaDiagonal": [0.5, 0.5, 0.5]}


def world(vector):
    """A vector along frame a's axes in the world."""
    return v.rotate(TURN, vector)


def pose(place, turn=(0.0, 0.0, 0.0, 1.0), anchor=ANCHOR, socket=SOCKET, frame=TURN):
    """Where the body is when frame b is at `place` and rotated by `turn`, both seen from frame a."""
    rotation = v.qmul(frame, list(turn), v.inverse(SOCKET_TURN))
    origin = v.add(anchor, v.rotate(frame, place))
    return v.sub(origin, v.rotate(rotation, socket)), rotation


def hang(
    scene,
    name="Body",
    place=(0.0, 0.0, 0.0),
    turn=(0.0, 0.0, 0.0, 1.0),
    motion=None,
    joint=0,
    anchor=ANCHOR,
    socket=SOCKET,
    swapped=False,
    **more,
):
    """Adds an anchor, a body and its socket; `swapped` has the joint on the socket, so that the body carries frame a."""
    at, rotation = pose(place, turn, anchor, socket)
    link = {"joint": joint, **more}
    scene.node(
        f"{name}Anchor",
        list(anchor),
        TURN,
        static=True,
        **({} if swapped else {"joint": {"to": f"{name}Socket", **link}}),
    )
    scene.node(name, at, rotation, motion=dict(SOFT if motion is None else motion))
    scene.node(
        f"{name}Socket",
        list(socket),
        SOCKET_TURN,
        parent=name,
        **({"joint": {"to": f"{name}Anchor", **link}} if swapped else {}),
    )
    return name


FRAMES = f"""Frame a is the anchor's node, at {ANCHOR} in the fixed world and rotated; frame b is the socket's, off the
body's origin by s and rotated against it. Numbers below are of b seen from a, along a's axes, p its place and Q its
rotation; the body is where that puts it: R_body = Ra Q Rs⁻¹, t_body = t_a + Ra p - R_body s."""
