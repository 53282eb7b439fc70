"""Cases of flows, variables, pointers, animations and events. Every expected number is counted by hand; the notes say how.

    python3 conformance/graph/derive_flows.py
"""
import math
import sys

sys.dont_write_bytecode = True
from model import Graph, case, floats, inline, of, variable

TICK = "Tolerance: one step of 1/60 s, since a graph may tick at the beginning or at the end of it."


def started(first):
    graph = Graph()
    graph.node("start", "event/onStart", flows={"out": first})
    return graph


# Flows.
graph = started("sequence")
order = graph.variable("order", "int", 0)
graph.node("sequence", "flow/sequence", flows={"9": "d3", "10": "d1", "b": "d4", "11": "d2"})
for digit in (1, 2, 3, 4):
    graph.digit(f"d{digit}", order, digit)
case(
    "flow_sequence",
    "A sequence activates its flows in the order of their ids, each with all that follows from it",
    "Sequence",
    ["flow/sequence"],
    graph.file(),
    [variable("order", 1234)],
    'The ids in the order of their UTF-16 code units are `10`, `11`, `9`, `b`: "10" is less than "9". Each writes its digit behind the others.',
)

graph = started("yes")
order = graph.variable("order", "int", 0)
graph.node("yes", "flow/branch", {"condition": inline("bool", True)}, {"true": "d1", "false": "d8"})
graph.digit("d1", order, 1, "no")
graph.node("no", "flow/branch", {"condition": inline("bool", False)}, {"true": "d9", "false": "d2"})
for digit in (2, 8, 9):
    graph.digit(f"d{digit}", order, digit)
case(
    "flow_branch",
    "A branch activates one of its flows",
    "Branch",
    ["flow/branch"],
    graph.file(),
    [variable("order", 12)],
    "True leads to 1, then false to 2; 8 and 9 are the other flows.",
)

graph = started("negative")
order = graph.variable("order", "int", 0)
cases_ = [-3, 0, 5]
graph.node("negative", "flow/switch", {"selection": inline("int", -3)}, {"-3": "d1", "0": "d8", "5": "d9", "default": "d7"}, cases=cases_)
graph.digit("d1", order, 1, "none")
graph.node("none", "flow/switch", {"selection": inline("int", 4)}, {"-3": "d8", "0": "d8", "5": "d9", "default": "d2"}, cases=cases_)
graph.digit("d2", order, 2, "last")
graph.node("last", "flow/switch", {"selection": inline("int", 5)}, {"-3": "d8", "0": "d8", "5": "d3", "default": "d7"}, cases=cases_)
for digit in (3, 7, 8, 9):
    graph.digit(f"d{digit}", order, digit)
case(
    "flow_switch",
    "A switch activates the flow of its case, or the default one",
    "Switch",
    ["flow/switch"],
    graph.file(),
    [variable("order", 123)],
    "The cases −3, 0 and 5: −3 leads to 1, 4 is not one of them and leads to the default 2, 5 leads to 3.",
)

graph = Graph()
total = graph.variable("total", "int", 0)
done = graph.variable("done", "int", 0)
graph.get("now", total)
graph.node("less", "math/lt", {"a": of("now"), "b": inline("int", 7)})
graph.node("start", "event/onStart", flows={"out": "while"})
graph.node("while", "flow/while", {"condition": of("less")}, {"loopBody": "add", "completed": "end"})
graph.count("add", total, by=inline("int", 2))
graph.count("end", done)
case(
    "flow_while",
    "A while loop evaluates its condition before each round",
    "While Loop",
    ["flow/while"],
    graph.file(),
    [variable("total", 8), variable("done", 1)],
    "Twos are added while the total is below 7: 2, 4, 6, 8. Then `completed` is activated once.",
)

graph = Graph()
total = graph.variable("total", "int", 0)
last = graph.variable("index behind", "int", -1)
empty = graph.variable("rounds of an empty loop", "int", 0)
graph.node("start", "event/onStart", flows={"out": "for"})
graph.node(
    "for",
    "flow/for",
    {"startIndex": inline("int", 2), "endIndex": inline("int", 6)},
    {"loopBody": "add", "completed": "keep"},
    initialIndex=-7,
)
graph.count("add", total, by=of("for", "index"))
graph.set("keep", last, of("for", "index"), "empty")
graph.node("empty", "flow/for", {"startIndex": inline("int", 3), "endIndex": inline("int", 3)}, {"loopBody": "never"}, initialIndex=0)
graph.count("never", empty)
case(
    "flow_for",
    "A for loop runs from its start up to and without its end",
    "For Loop",
    ["flow/for"],
    graph.file(),
    [variable("total", 14), variable("index behind", 6), variable("rounds of an empty loop", 0)],
    "2 + 3 + 4 + 5 = 14; the index is the end, 6, when the loop is done. A loop from 3 to 3 has no round.",
)

graph = Graph()
passed = graph.variable("passed", "int", 0)
count = graph.variable("count", "int", -1)
graph.node("start", "event/onStart", flows={"out": "many"})
graph.node("many", "flow/for", {"startIndex": inline("int", 0), "endIndex": inline("int", 5)}, {"loopBody": "two", "completed": "again"}, initialIndex=0)
graph.node("again", "flow/sequence", flows={"a": ("two", "reset"), "b": "two", "c": "keep"})
graph.node("two", "flow/doN", {"n": inline("int", 2)}, {"out": "pass"})
graph.count("pass", passed)
graph.set("keep", count, of("two", "currentCount"))
case(
    "flow_doN",
    "Do N lets N activations through until it is reset",
    "Do N",
    ["flow/doN"],
    graph.file(),
    [variable("passed", 3), variable("count", 1)],
    "Of five activations two pass; after the reset one more, which is counted as 1.",
)

graph = Graph()
order = graph.variable("order", "int", 0)
index = graph.variable("last index", "int", -9)
once = graph.variable("order without a loop", "int", 0)
graph.node("start", "event/onStart", flows={"out": "many"})
graph.node("many", "flow/for", {"startIndex": inline("int", 0), "endIndex": inline("int", 5)}, {"loopBody": "both", "completed": "keep"}, initialIndex=0)
graph.node("both", "flow/sequence", flows={"a": "gate", "b": "single"})
graph.node("gate", "flow/multiGate", flows={"b": "d2", "a": "d1", "c": "d3"}, isRandom=False, isLoop=True)
graph.node("single", "flow/multiGate", flows={"b": "e5", "a": "e4"}, isRandom=False, isLoop=False)
for digit in (1, 2, 3):
    graph.digit(f"d{digit}", order, digit)
for digit in (4, 5):
    graph.digit(f"e{digit}", once, digit)
graph.set("keep", index, of("gate", "lastIndex"))
case(
    "flow_multiGate",
    "A multi gate activates its flows one after the other",
    "Multi Gate",
    ["flow/multiGate"],
    graph.file(),
    [variable("order", 12312), variable("last index", 1), variable("order without a loop", 45)],
    "Five activations: with a loop a, b, c, a, b, of which the last has index 1; without one a and b, and then nothing.",
)

graph = Graph()
outs = graph.variable("out", "int", 0)
completed = graph.variable("completed", "int", 0)
left = graph.variable("remaining", "int", -1)
graph.node("start", "event/onStart", flows={"out": "all"})
graph.node(
    "all",
    "flow/sequence",
    flows={"a": ("wait", "0"), "b": ("wait", "0"), "c": ("wait", "2"), "d": ("wait", "1"), "e": ("wait", "1"), "f": ("wait", "reset"), "g": ("wait", "2"), "h": "keep"},
)
graph.node("wait", "flow/waitAll", flows={"out": "one", "completed": "full"}, inputFlows=3)
graph.count("one", outs)
graph.count("full", completed)
graph.set("keep", left, of("wait", "remainingInputs"))
case(
    "flow_waitAll",
    "Wait all is complete when every input has been activated",
    "Wait All",
    ["flow/waitAll"],
    graph.file(),
    [variable("out", 4), variable("completed", 2), variable("remaining", 2)],
    "Inputs 0, 0, 2: `out` three times. Input 1 completes them, and completes them again. After the reset, input 2: `out`, and two remain.",
)

graph = Graph()
passed = graph.variable("passed", "int", 0)
wrong = graph.variable("wrong", "int", 0)
graph.node("nan", "math/NaN")
graph.node("tick", "event/onTick", flows={"out": "both"})
graph.node("both", "flow/sequence", flows={"a": "throttle", "b": "broken"})
graph.node("throttle", "flow/throttle", {"duration": inline("float", 0.09)}, {"out": "pass"})
graph.node("broken", "flow/throttle", {"duration": of("nan")}, {"out": "pass", "err": "error"})
graph.count("pass", passed)
graph.count("error", wrong)
case(
    "flow_throttle",
    "A throttle lets an activation through when its duration has passed",
    "Throttle",
    ["flow/throttle", "event/onTick"],
    graph.file(),
    [variable("passed", 10), variable("wrong", 60)],
    "60 ticks in a second. 0.09 s are between five and six ticks, so that every sixth passes: 0, 6, … 54. A duration of NaN is an error each time.",
    seconds=1,
    step="1/60",
)

graph = Graph()
never = graph.variable("cancelled", "int", 0)
later = graph.variable("out", "int", 0)
wrong = graph.variable("wrong", "int", 0)
graph.node("start", "event/onStart", flows={"out": "all"})
graph.node("all", "flow/sequence", flows={"a": "delay", "b": "stopped", "c": "cancel", "d": "own", "e": ("own", "cancel"), "f": "negative"})
graph.node("delay", "flow/setDelay", {"duration": inline("float", 0.5)}, {"out": "now", "done": "then"})
graph.node("stopped", "flow/setDelay", {"duration": inline("float", 0.25)}, {"done": "gone"})
graph.node("cancel", "flow/cancelDelay", {"delay": of("stopped", "lastDelay")})
graph.node("own", "flow/setDelay", {"duration": inline("float", 0.25)}, {"done": "gone"})
graph.node("negative", "flow/setDelay", {"duration": inline("float", -1.0)}, {"out": "gone", "err": "error", "done": "gone"})
graph.count("now", later)
graph.count("gone", never)
graph.count("error", wrong)
graph.count("then", later, by=inline("int", 10))
case(
    "flow_setDelay",
    "A delay activates its flow when it is over, unless it is cancelled",
    "Delay Operations",
    ["flow/setDelay", "flow/cancelDelay"],
    graph.file(),
    [variable("out", 11), variable("cancelled", 0), variable("wrong", 1)],
    "`out` at once adds 1, `done` half a second later 10. One delay is cancelled by its reference, one by its own input; −1 s is an error.",
    seconds=0.6,
)
case(
    "flow_setDelay_waits",
    "A delay does not activate its flow before its time",
    "Delay Operations",
    ["flow/setDelay"],
    graph.file(),
    [variable("out", 1), variable("cancelled", 0)],
    "After 0.4 of 0.5 s only `out` has been activated.",
    seconds=0.4,
)

# Variables.
graph = Graph()
a = graph.variable("a", "float3", 1.0, 2.0, 3.0)
b = graph.variable("b", "float3", 4.0, 5.0, 6.0)
graph.get("first", a)
graph.get("second", b)
graph.node("start", "event/onStart", flows={"out": "swap"})
graph.node("swap", "variable/set", {str(a): of("second"), str(b): of("first")}, variables=[a, b])
case(
    "variable_set",
    "Variables that are set together take values from before",
    "Variable Set",
    ["variable/set", "variable/get"],
    graph.file(),
    [variable("a", [4, 5, 6]), variable("b", [1, 2, 3])],
    "Both inputs are evaluated before either variable is set, so that they swap.",
)

graph = started("go")
x = graph.variable("x", "float2", 1.0, 10.0)
done = graph.variable("done", "int", 0)
line = {"p1": inline("float2", 1 / 3, 1 / 3), "p2": inline("float2", 2 / 3, 2 / 3)}
graph.node("go", "variable/interpolate", {"value": inline("float2", 3.0, 20.0), "duration": inline("float", 1.0), **line}, {"done": "end"}, variable=x, useSlerp=False)
graph.count("end", done)
case(
    "variable_interpolate",
    "A variable goes to its value in its time",
    "Variable Interpolate",
    ["variable/interpolate"],
    graph.file(),
    [variable("x", [2.0, 15.0], 10 / 60 + 1e-6), variable("done", 0)],
    f"The control points are those of a line, so that half of the way is done in half of the time: (2, 15). {TICK} At a speed of 10 it is 10/60.",
    seconds=0.5,
)
case(
    "variable_interpolate_ends",
    "A variable that has reached its value is exactly there",
    "Variable Interpolate",
    ["variable/interpolate"],
    graph.file(),
    [variable("x", [3.0, 20.0]), variable("done", 1)],
    "After 1.2 s of 1 s it is at its value, and `done` was activated once.",
    seconds=1.2,
)

# Pointers.
graph = Graph()
read = graph.variable("read", "float3", 0.0, 0.0, 0.0)
valid = graph.variable("valid", "bool", False)
lost = graph.variable("lost", "float3", 0.0, 0.0, 0.0)
invalid = graph.variable("lost is valid", "bool", True)
failed = graph.variable("failed", "int", 0)
many = graph.variable("nodes", "int", 0)
graph.node("get", "pointer/get", pointer="/nodes/1/translation", type=4)
graph.node("gone", "pointer/get", {"n": inline("ref", "/nodes/9")}, pointer="/nodes/{n}/translation", type=4)
graph.node("length", "pointer/get", pointer="/nodes.length", type=1)
graph.node("start", "event/onStart", flows={"out": "set"})
graph.node("set", "pointer/set", {"value": inline("float3", 1.5, -2.5, 3.5), "n": inline("ref", "/nodes/1")}, {"out": "keep"}, pointer="/nodes/{n}/translation", type=4)
graph.node(
    "keep",
    "variable/set",
    {str(read): of("get"), str(valid): of("get", "isValid"), str(lost): of("gone"), str(invalid): of("gone", "isValid"), str(many): of("length")},
    {"out": "nothing"},
    variables=[read, valid, lost, invalid, many],
)
graph.node("nothing", "pointer/set", {"value": inline("float3", 0.0, 0.0, 0.0), "n": inline("ref", "/nodes/9")}, {"err": "error"}, pointer="/nodes/{n}/translation", type=4)
graph.count("error", failed)
nodes = [{"name": "Other"}, {"name": "Moved", "translation": [7, 8, 9]}]
case(
    "pointer_set",
    "Properties are set and read by their pointers",
    "Pointer Operations",
    ["pointer/get", "pointer/set"],
    graph.file(nodes),
    [
        variable("read", [1.5, -2.5, 3.5]),
        variable("valid", True),
        variable("lost", ["NaN", "NaN", "NaN"]),
        variable("lost is valid", False),
        variable("failed", 1),
        variable("nodes", 2),
        {"node": "Moved", "is": "local.translation", "value": [1.5, -2.5, 3.5], "tolerance": 1e-6},
    ],
    "What was set is read in the same tick, exactly: the numbers are singles. A node that does not exist gives the default of the type, NaN, and `err`.",
)

graph = started("go")
done = graph.variable("done", "int", 0)
half = math.sqrt(0.5)
graph.node("go", "pointer/interpolate", {"value": inline("float4", 0.0, 0.0, half, half), "duration": inline("float", 1.0), **line}, {"done": "end"}, pointer="/nodes/0/rotation", type=5)
graph.count("end", done)
eighth = math.pi / 8
case(
    "pointer_interpolate",
    "A rotation goes to its value along the arc",
    "Pointer Interpolate",
    ["pointer/interpolate"],
    graph.file(),
    [
        {"node": "Node", "is": "local.rotation", "value": [0, 0, math.sin(eighth), math.cos(eighth)], "tolerance": math.pi / 2 / 60 + 1e-5},
        variable("done", 0),
    ],
    f"From no rotation to 90° about Z in a second: 45° after half of it. {TICK} In a step it rotates by 1.5°.",
    seconds=0.5,
)
case(
    "pointer_interpolate_ends",
    "A property that has reached its value stays there",
    "Pointer Interpolate",
    ["pointer/interpolate"],
    graph.file(),
    [{"node": "Node", "is": "local.rotation", "value": [0, 0, half, half], "tolerance": 1e-6}, variable("done", 1)],
    "After 1.2 s of 1 s.",
    seconds=1.2,
)

# Animations: the node goes from 0 to 2 along X in two seconds.
ANIMATED = {
    "buffers": [{"byteLength": 32, "uri": floats(0, 2, 0, 0, 0, 2, 0, 0)}],
    "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
        {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"},
    ],
    "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}], "samplers": [{"input": 0, "output": 1}]}],
}


def animated(then=()):
    graph = Graph()
    graph.variable("done", "int", 0)
    graph.node("animation", "math/select", {"condition": inline("bool", True), "a": inline("ref", "/animations/0"), "b": inline("ref", "/animations/0")})
    graph.node("start", "event/onStart", flows={"out": "play"})
    flows = {"done": "end", **({"out": then[0]} if then else {})}
    values = {"animation": of("animation"), "startTime": inline("float", 0.0), "endTime": inline("float", 1.5), "speed": inline("float", 2.0)}
    graph.node("play", "animation/start", values, flows)
    return graph


def at_x(x, tolerance):
    return {"node": "Node", "is": "local.translation", "value": [x, 0, 0], "tolerance": tolerance}


graph = animated()
graph.count("end", 0)
case(
    "animation_none",
    "A file with a graph plays no animation by itself",
    "Graphs",
    ["animation/start"],
    {**graph.file(more=ANIMATED), "extensions": {"KHR_interactivity": {"graphs": [{"declarations": [{"op": "event/onStart"}], "nodes": [{"declaration": 0}]}], "graph": 0}}},
    [at_x(0, 1e-6)],
    "The graph starts nothing, so that the node stays.",
    seconds=0.5,
)
case(
    "animation_start",
    "An animation runs at its speed",
    "Animation Start",
    ["animation/start"],
    graph.file(more=ANIMATED),
    [at_x(1.0, 2 / 60 + 1e-5), variable("done", 0)],
    f"At twice the speed half a second is a second of the animation: x = 1. {TICK} At 2 m/s that is 2/60 m.",
    seconds=0.5,
)
case(
    "animation_start_ends",
    "An animation ends at its end time and stays there",
    "Animation Start",
    ["animation/start"],
    graph.file(more=ANIMATED),
    [at_x(1.5, 1e-5), variable("done", 1)],
    "The end time of 1.5 s is reached after 0.75 s.",
    seconds=1,
)
graph = animated(["delay"])
graph.node("delay", "flow/setDelay", {"duration": inline("float", 0.25)}, {"done": "stop"})
graph.node("stop", "animation/stop", {"animation": of("animation")})
graph.count("end", 0)
case(
    "animation_stop",
    "An animation that is stopped leaves the node where it is",
    "Animation Stop",
    ["animation/stop"],
    graph.file(more=ANIMATED),
    [at_x(0.5, 2 * 2 / 60 + 1e-5), variable("done", 0)],
    "A quarter of a second at twice the speed: x = 0.5. Tolerance: a step for the animation and one for the delay, 2/60 m each. `done` is not activated.",
    seconds=1,
)
graph = animated(["at"])
graph.variable("stopped", "int", 0)
graph.node("at", "animation/stopAt", {"animation": of("animation"), "stopTime": inline("float", 0.7)}, {"done": "stopped"})
graph.count("end", 0)
graph.count("stopped", 1)
case(
    "animation_stopAt",
    "An animation stops at a time exactly",
    "Animation Stop At",
    ["animation/stopAt"],
    graph.file(more=ANIMATED),
    [at_x(0.7, 1e-5), variable("done", 0), variable("stopped", 1)],
    "It stops at 0.7 s of the animation, before its end; the flow of the stop is activated, and that of the start is not.",
    seconds=1,
)

# Events.
graph = Graph()
starts = graph.variable("starts", "int", 0)
ticks = graph.variable("ticks", "int", 0)
time = graph.variable("time", "float", -1.0)
first = graph.variable("first", "bool", False)
graph.node("start", "event/onStart", flows={"out": "started"})
graph.node("tick", "event/onTick", flows={"out": "all"})
graph.node("fresh", "math/isNaN", {"a": of("tick", "timeSinceLastTick")})
graph.get("seen", first)
graph.node("either", "math/or", {"a": of("fresh"), "b": of("seen")})
graph.node("all", "flow/sequence", flows={"a": "ticked", "b": "now", "c": "keep"})
graph.count("started", starts)
graph.count("ticked", ticks)
graph.set("now", time, of("tick", "timeSinceStart"))
graph.set("keep", first, of("either"))
case(
    "event_onTick",
    "A graph starts once and ticks once a step",
    "Lifecycle Events",
    ["event/onStart", "event/onTick"],
    graph.file(),
    [variable("starts", 1), variable("ticks", 60), variable("time", 1.0, 1 / 60 + 1e-6), variable("first", True)],
    "60 steps of 1/60 s. The time since the last tick is NaN in the first, which `first` remembers. The time since the start is that of the last tick.",
    seconds=1,
    step="1/60",
)

graph = Graph()
got = graph.variable("got", "float", 0.0)
before = graph.variable("order", "int", 0)
initial = graph.variable("initial", "float", 0.0)
event = graph.event("message", number=inline("float", 0.5))
graph.node("receive", "event/receive", flows={"out": "take"}, event=event)
graph.node("start", "event/onStart", flows={"out": "first"})
graph.set("first", initial, of("receive", "number"), "send")
graph.node("send", "event/send", {"number": inline("float", 2.5)}, {"out": "d1"}, event=event)
graph.set("take", got, of("receive", "number"), "d2")
graph.digit("d1", before, 1)
graph.digit("d2", before, 2)
case(
    "event_send",
    "A custom event is received with its values",
    "Custom Events",
    ["event/send", "event/receive"],
    graph.file(),
    [variable("got", 2.5), variable("initial", 0.5), variable("order", 12)],
    "Before the first event the output has the value of the file, 0.5. What follows from the sender happens before the receiver is activated: 12.",
)

graph = Graph()
seen = graph.variable("seen", "int", 0)
event = graph.event("message")
graph.node("first", "event/receive", flows={"out": "d1"}, event=event)
graph.node("second", "event/receive", flows={"out": "d2"}, event=event)
graph.node("start", "event/onStart", flows={"out": "send"})
graph.node("send", "event/send", event=event)
graph.digit("d1", seen, 1, "stop")
graph.node("stop", "event/stopPropagation", {"stopImmediate": inline("bool", True), "event": of("first", "event")})
graph.digit("d2", seen, 2)
case(
    "event_stopPropagation",
    "An event that is stopped immediately reaches no further node",
    "Stop Propagation",
    ["event/stopPropagation"],
    graph.file(),
    [variable("seen", 1)],
    "The first of two receivers stops the event.",
)

graph = Graph()
on = graph.variable("on", "int", 0)
graph.node("start", "event/onStart", flows={"out": "log"})
graph.node("log", "debug/log", {"what": inline("float", 1.5)}, {"out": "next"}, severity=0, message="{what} of {{them}}")
graph.count("next", on)
case("debug_log", "A message is no end of a flow", "Debug Operations", ["debug/log"], graph.file(), [variable("on", 1)], "`out` is activated once.")

graph = Graph()
inside = graph.variable("inside", "bool", False)
same = graph.variable("same", "bool", False)
graph.node("random", "math/random")
graph.node("low", "math/ge", {"a": of("random"), "b": inline("float", 0.0)})
graph.node("high", "math/lt", {"a": of("random"), "b": inline("float", 1.0)})
graph.node("both", "math/and", {"a": of("low"), "b": of("high")})
graph.node("equal", "math/eq", {"a": of("random"), "b": of("random")})
graph.node("start", "event/onStart", flows={"out": "set"})
graph.node("set", "variable/set", {str(inside): of("both"), str(same): of("equal")}, variables=[inside, same])
case(
    "math_random",
    "A random number lies between 0 and 1, and is one number for an activation",
    "Special Operations",
    ["math/random"],
    graph.file(),
    [variable("inside", True), variable("same", True)],
    "0 ≤ r < 1, and r = r within one activation.",
)

graph = Graph()
results = [graph.variable(name, "bool") for name in ("same", "other", "lost")]
refs = {name: inline("ref", pointer) for name, pointer in (("a", "/nodes/0"), ("b", "/nodes/1"), ("lost", "/nodes/9"))}
graph.node("same", "ref/eq", {"a": refs["a"], "b": refs["a"]})
graph.node("other", "ref/eq", {"a": refs["a"], "b": refs["b"]})
graph.node("lost", "ref/eq", {"a": refs["lost"], "b": refs["a"]})
graph.node("start", "event/onStart", flows={"out": "set"})
graph.node("set", "variable/set", {str(at): of(name) for at, name in zip(results, ("same", "other", "lost"))}, variables=results)
case(
    "ref_eq",
    "References are equal if they refer to the same object",
    "Reference Operations",
    ["ref/eq"],
    graph.file([{"name": "A"}, {"name": "B"}]),
    [variable("same", True), variable("other", False), variable("lost", False)],
    "A reference to a node that does not exist is null, which is not the first node.",
)

graph = Graph()
numbers = graph.variable("number", "float", 1.0)
whole = graph.variable("whole", "int", 1)
after = graph.variable("after", "int", 0)
graph.node("strange", "strange/value", extension="EXT_of_nobody", sockets=({}, {"f": "float", "i": "int"}))
graph.node("start", "event/onStart", flows={"out": "set"})
graph.node("set", "variable/set", {str(numbers): of("strange", "f"), str(whole): of("strange", "i")}, {"out": "unknown"}, variables=[numbers, whole])
graph.node("unknown", "strange/act", flows={"out": "next"}, extension="EXT_of_nobody", sockets=({}, {}))
graph.count("next", after)
case(
    "unsupported_operations",
    "An operation that is not supported does nothing and gives the defaults of its types",
    "Declarations",
    ["declarations[]"],
    graph.file(),
    [variable("number", "NaN"), variable("whole", 0), variable("after", 0)],
    "The defaults are NaN and 0; no flow of such a node is activated.",
)
