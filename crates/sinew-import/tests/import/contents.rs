//! What of a robot is where in the result, by hand from the sources.

use serde_json::json;
use sinew::validate::{Settings, validate};

use crate::{fixture, joint, json, lost, node, physics, text, text_with};

#[test]
fn every_fixture_is_valid() {
    for name in ["pendulum.urdf", "double_pendulum.xml", "four_bar.xml", "slider.xml", "arm.xml"] {
        let validation = validate(&fixture(name).document, &Settings::default());
        let findings: Vec<String> = validation.findings().iter().map(ToString::to_string).collect();
        assert!(findings.is_empty(), "{name}: {findings:?}");
    }
}

#[test]
fn z_is_up_in_the_source_and_y_in_the_result() {
    let root = json(&fixture("pendulum.urdf"))["nodes"][0].clone();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let rotation: Vec<f64> =
        root["rotation"].as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
    assert!((rotation[0] + half).abs() < 1e-7 && (rotation[3] - half).abs() < 1e-7, "{rotation:?}");
}

/// A capsule of radius 0.03 and 0.5 m at 1000 kg/m³, as MuJoCo 4.0.0 compiles it; the lower one has the density of its class.
#[test]
fn masses_of_geoms_and_classes_are_those_of_mujoco() {
    let file = json(&fixture("double_pendulum.xml"));
    for (name, mass, across, along) in
        [("upper", 1.526_814_03, 0.037_515_99, 0.000_676_89), ("lower", 1.072_330_29, 0.016_397_27, 0.000_211_79)]
    {
        let motion = &physics(&file, name)["motion"];
        assert!((motion["mass"].as_f64().unwrap() - mass).abs() < 1e-6);
        let moments: Vec<f64> =
            motion["inertiaDiagonal"].as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        let mut sorted = moments.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((sorted[0] - along).abs() < 1e-7 && (sorted[2] - across).abs() < 1e-7, "{moments:?}");
    }
    assert_eq!(file["extensions"]["KHR_virtual_transform"]["virtualTransforms"][0]["name"], "tip");
}

#[test]
fn a_hinge_has_its_limits_and_drives_from_its_reference() {
    let file = json(&fixture("arm.xml"));
    let lift = joint(&file, "lift");
    // ±170° around a reference of 10°.
    let range = &lift["limits"][2];
    assert_eq!(range["angularAxes"], json!([0]));
    assert!((range["min"].as_f64().unwrap() + std::f64::consts::PI).abs() < 1e-6);
    assert!((range["max"].as_f64().unwrap() - 160.0_f64.to_radians()).abs() < 1e-6);
    let [damper, servo] = lift["drives"].as_array().unwrap().as_slice() else { panic!("{lift}") };
    assert_eq!((&damper["damping"], damper.get("positionTarget")), (&json!(0.5), None));
    assert_eq!(
        (&servo["stiffness"], &servo["damping"], &servo["maxForce"]),
        (&json!(120.0), &json!(10.0), &json!(60.0))
    );
    assert!((servo["positionTarget"].as_f64().unwrap() - (0.3 - 10.0_f64.to_radians())).abs() < 1e-6);
    let elbow = &joint(&file, "elbow")["drives"][1];
    assert_eq!(
        (&elbow["stiffness"], &elbow["damping"], &elbow["positionTarget"]),
        (&json!(80.0), &json!(6.0), &json!(-0.8))
    );
    // MuJoCo has one set of defaults for actuators of all kinds.
    assert_eq!(elbow["maxForce"], json!(60.0));
}

#[test]
fn excluded_bodies_have_filters_and_the_tool_is_a_part_of_the_forearm() {
    let file = json(&fixture("arm.xml"));
    assert_eq!(physics(&file, "tool"), &json!(null));
    let filters = file["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"].as_array().unwrap();
    let base = filters.iter().find(|filter| filter["name"] == "base contype 1 conaffinity 1").unwrap();
    assert_eq!(base["notCollideWithSystems"], json!(["column contype 1 conaffinity 1"]));
    // 0.88802352 kg of the forearm and 4/3·π·0.05²·0.08·500 of the tool.
    let tool = 4.0 / 3.0 * std::f64::consts::PI * 0.05 * 0.05 * 0.08 * 500.0;
    let mass = physics(&file, "fore")["motion"]["mass"].as_f64().unwrap();
    assert!((mass - 0.888_023_52 - tool).abs() < 1e-6, "{mass}");
}

#[test]
fn masks_become_systems_that_do_not_collide() {
    let model = "<mujoco><worldbody><geom name='floor' type='plane' size='0 0 1' contype='2' conaffinity='1'/>
      <body><freejoint/><geom name='a' size='1' contype='1' conaffinity='0'/></body>
      <body><freejoint/><geom name='b' size='1' contype='1' conaffinity='0'/></body>
      <body><freejoint/><geom name='seen' size='1' contype='0' conaffinity='0'/></body></worldbody></mujoco>";
    let file = json(&text(model).unwrap());
    let filters = &file["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"];
    let of = |name: &str| &filters[physics(&file, name)["collider"]["collisionFilter"].as_u64().unwrap() as usize];
    assert_eq!(of("a")["notCollideWithSystems"], json!(["contype 1 conaffinity 0"]));
    assert_eq!(of("floor")["notCollideWithSystems"], json!(["contype 2 conaffinity 1"]));
    assert_eq!(physics(&file, "seen").get("collider"), None);
    assert_eq!(file["extensions"]["KHR_implicit_shapes"]["shapes"][0], json!({"type": "plane", "plane": {}}));
}

/// Three joints on one body: two slides and a hinge after them are one joint, another hinge is a second one with a body between.
#[test]
fn joints_on_one_body_are_as_few_as_possible() {
    let model = |joints: &str| {
        format!("<mujoco><worldbody><body name='b'>{joints}<geom size='0.1' mass='1'/></body></worldbody></mujoco>")
    };
    let planar = "<joint name='x' type='slide' axis='1 0 0'/><joint name='y' type='slide' axis='0 1 0'/><joint name='r' axis='0 0 1'/>";
    let imported = text(&model(planar)).unwrap();
    assert_eq!((imported.summary.bodies, imported.summary.joints), (1, 1));
    let file = json(&imported);
    let limits = &joint(&file, "x y r")["limits"];
    assert_eq!(limits[0], json!({"linearAxes": [0], "min": 0, "max": 0}));
    assert_eq!(limits[1], json!({"angularAxes": [1, 2], "min": 0, "max": 0}));
    let universal = "<joint name='p' axis='1 0 0'/><joint name='q' axis='0 1 0'/>";
    let imported = text(&model(universal)).unwrap();
    assert_eq!((imported.summary.bodies, imported.summary.joints), (2, 2));
    let file = json(&imported);
    let masses = ["b p", "b"].map(|name| physics(&file, name)["motion"]["mass"].as_f64().unwrap());
    assert!((masses[0] - 0.001).abs() < 1e-7 && (masses[1] - 0.999).abs() < 1e-6, "{masses:?}");
}

#[test]
fn losses_have_the_line_of_the_attribute_and_a_class_counts_once() {
    let model = "<mujoco>
<default>
<joint armature='0.1' frictionloss='0.2'/>
</default>
<worldbody>
<body><joint name='a'/><geom size='1'/>
<body><joint name='b'
  solreflimit='0.01 1'/><geom size='1'/></body></body>
</worldbody>
<sensor><jointpos joint='a'/></sensor>
<tendon><fixed name='t'><joint joint='a' coef='1'/><joint joint='b' coef='1'/></fixed></tendon>
<actuator><motor name='m' joint='a' gear='5'/>
<position tendon='t'/></actuator>
<equality><joint joint1='a' joint2='b'/></equality>
</mujoco>";
    let imported = text(model).unwrap();
    assert_eq!(
        lost(&imported),
        [
            "3 joint armature",
            "8 joint solreflimit",
            "10 sensor jointpos",
            "11 tendon fixed",
            "12 actuator motor",
            "13 actuator position",
            "14 equality joint",
        ]
    );
    // Dry friction is a damper that is no stronger than the friction.
    let file = json(&imported);
    let friction = &joint(&file, "a")["drives"][0];
    assert_eq!(
        (&friction["maxForce"], &friction["velocityTarget"], &friction["mode"]),
        (&json!(0.2), &json!(0.0), &json!("acceleration"))
    );
}

#[test]
fn a_mimic_of_urdf_is_lost_and_effort_too() {
    let model = "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>
<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>
<joint name='j' type='revolute'><parent link='a'/><child link='b'/>
<limit lower='-1' upper='2' effort='10' velocity='3'/>
<dynamics damping='0.5' friction='0.1'/>
<mimic joint='k'/></joint>
<transmission name='t'/></robot>";
    let imported = text(model).unwrap();
    assert_eq!(lost(&imported), ["4 joint limit effort", "4 joint limit velocity", "6 joint mimic", "7 transmission"]);
    let file = json(&imported);
    let j = joint(&file, "j");
    assert_eq!((&j["limits"][2]["min"], &j["limits"][2]["max"]), (&json!(-1.0), &json!(2.0)));
    assert_eq!(j["drives"].as_array().map(Vec::len), Some(2));
}

#[test]
fn meshes_are_seen_in_their_colour_and_collide_as_hulls() {
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let model = "<mujoco><compiler meshdir='assets'/><asset><mesh file='tetra.obj' scale='2 2 2'/>
      <material name='red' rgba='1 0 0 0.5'/></asset>
      <worldbody><body name='b'><freejoint/><geom name='g' type='mesh' mesh='tetra' material='red' density='6'/></body></worldbody></mujoco>";
    let imported = text_with(model, &[("assets/tetra.obj", obj)]).unwrap();
    let file = json(&imported);
    let g = node(&file, "g");
    assert_eq!(physics(&file, "g")["collider"]["geometry"], json!({"mesh": g["mesh"], "convexHull": true}));
    assert_eq!(file["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"], json!([1.0, 0.0, 0.0, 0.5]));
    assert_eq!(file["materials"][0]["alphaMode"], "BLEND");
    // 2³/6 m³ at 6 kg/m³, with the centre a quarter of the way to each corner.
    let motion = &physics(&file, "b")["motion"];
    assert!((motion["mass"].as_f64().unwrap() - 8.0).abs() < 1e-5);
    assert!(motion["centerOfMass"].as_array().unwrap().iter().all(|part| (part.as_f64().unwrap() - 0.5).abs() < 1e-6));
}
