//! Why parts of MJCF are not in the result.

/// Why an element, or an attribute of it, is lost.
pub(super) fn why_lost(element: &str, attribute: Option<&str>) -> &'static str {
    match (element, attribute) {
        (_, Some("user")) | ("custom", _) => "user data is for the application",
        ("option" | "size", _) => "it is a setting of MuJoCo's simulation",
        ("visual" | "statistic", _) => "it is a setting of MuJoCo's viewer",
        ("compiler", _) => "the option is not supported; its default is used",
        (
            _,
            Some("solref" | "solimp" | "solreflimit" | "solimplimit" | "solreffriction" | "solimpfriction" | "solmix"),
        ) => "parameters of MuJoCo's soft constraints; limits and contacts of glTF are hard",
        (_, Some("margin" | "gap" | "priority")) => "glTF has no such parameter of contacts",
        ("joint", Some("armature")) => "glTF has no inertia that acts on a joint alone",
        (
            _,
            Some(
                "ctrlrange" | "ctrllimited" | "actrange" | "actlimited" | "actdim" | "actearly" | "nsample" | "interp"
                | "delay",
            ),
        ) => "glTF has no control signal; a drive has a target",
        (_, Some("lengthrange" | "cranklength")) => "glTF has no such transmission",
        ("site", Some(_)) => "a virtual transform has no look",
        ("geom", Some("fluidshape" | "fluidcoef")) => "glTF has no fluid",
        ("geom", Some("shellinertia")) => "the geom counts as solid",
        ("geom", Some("fitscale" | "hfield")) => "the shape is not read",
        ("light" | "camera", _) => "lights and cameras are left to the viewer",
        ("sensor", _) => "sensors are the application's",
        ("tendon" | "fixed" | "spatial", _) => "glTF has no tendons",
        ("pair", _) => "glTF has no parameters for a pair; its geoms collide as their masks say",
        ("extension" | "plugin", _) => "plugins are programs",
        ("skin" | "deformable" | "flex" | "flexcomp" | "composite", _) => "deformable bodies are not read",
        ("replicate" | "attach", _) => "the element is not expanded; write its bodies out",
        _ => "glTF has no such property",
    }
}
