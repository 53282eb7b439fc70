//! Files that are wrong on purpose: an error with its place, never a panic, a hang or a huge result.

use std::fmt::Write as _;

use sinew_import::ImportError;

use crate::{text, text_with};

fn error(model: &str) -> String {
    text(model).expect_err(model).to_string()
}

fn body(inside: &str) -> String {
    format!("<mujoco>\n<worldbody>\n<body>\n{inside}\n</body>\n</worldbody>\n</mujoco>")
}

#[test]
fn what_is_not_xml_or_not_a_robot_is_refused() {
    for broken in ["", "robot", "<mujoco>", "<mujoco></robot>", "\u{0}", "<a b=1/>"] {
        assert!(matches!(text(broken), Err(ImportError::Xml { .. })), "{broken}");
    }
    assert!(matches!(text("<svg/>"), Err(ImportError::UnknownFormat { .. })));
    assert!(text("<mujoco/>").is_ok());
}

#[test]
fn entities_are_not_expanded() {
    let mut bomb = "<!DOCTYPE m [<!ENTITY a0 \"ha\">".to_owned();
    for level in 1..30 {
        let _ = write!(bomb, "<!ENTITY a{level} \"&a{0};&a{0};\">", level - 1);
    }
    bomb += "]><mujoco model=\"&a29;\"/>";
    assert!(error(&bomb).contains("document type declaration"));
    assert!(matches!(text("<!DOCTYPE m SYSTEM \"file:///etc/passwd\"><mujoco/>"), Err(ImportError::Xml { .. })));
}

#[test]
fn deep_nesting_is_refused_and_long_chains_are_not() {
    let nested = |count: usize| body(&("<body><joint/><geom size='1'/>".repeat(count) + &"</body>".repeat(count)));
    assert!(matches!(text(&nested(100_000)), Err(ImportError::Xml { .. })));
    assert_eq!(text(&nested(200)).unwrap().summary.bodies, 200);
}

#[test]
fn numbers_that_are_not_finite_or_too_large_are_refused_at_their_line() {
    for value in ["nan", "inf", "-inf", "1e999", "1e20", "0x1p3", "one", "1,0", ""] {
        let message = error(&body(&format!("<joint/>\n<geom size='{value}'/>")));
        assert!(message.starts_with("model.xml:5: "), "{value}: {message}");
    }
    for geom in ["<geom size='-1'/>", "<geom size='0'/>", "<geom type='box' size='1 1'/>", "<geom mass='-1' size='1'/>"]
    {
        assert!(error(&body(geom)).starts_with("model.xml:4: "), "{geom}");
    }
    for joint in ["<joint axis='0 0 0'/>", "<joint range='2 1'/>", "<joint type='screw'/>", "<joint axis='1 0'/>"] {
        assert!(error(&body(joint)).starts_with("model.xml:4: "), "{joint}");
    }
    for pose in ["quat='0 0 0 0'", "xyaxes='1 0 0 2 0 0'", "zaxis='0 0 0'", "axisangle='0 0 0 1'", "euler='1 2'"] {
        assert!(text(&body(&format!("<geom size='1' {pose}/>"))).is_err(), "{pose}");
    }
    for inertial in ["mass='-1'", "mass='1' diaginertia='-1 1 1'", "mass='1' fullinertia='1 1 1'", ""] {
        assert!(text(&body(&format!("<inertial pos='0 0 0' {inertial}/>"))).is_err(), "{inertial}");
    }
}

#[test]
fn sizes_at_the_edge_of_what_is_allowed_give_a_file_or_an_error() {
    for size in ["1e-300", "1e-30", "1e15"] {
        // The volume of the last is more than single precision has.
        let _ = text(&body(&format!("<joint/><geom size='{size}'/>")));
    }
    let _ = text(&body("<joint/><inertial pos='1e15 1e15 1e15' mass='1e15' diaginertia='1e15 1e15 1e15'/>"));
}

#[test]
fn includes_do_not_go_in_cycles() {
    let including = |file: &str| format!("<mujoco><include file=\"{file}\"/></mujoco>");
    let (a, b) = (including("b.xml"), including("a.xml"));
    let files: [(&str, &[u8]); 2] = [("a.xml", a.as_bytes()), ("b.xml", b.as_bytes())];
    let message = text_with(&including("a.xml"), &files).unwrap_err().to_string();
    assert!(message.contains("includes itself"), "{message}");
    // Each file includes the next one twice: 2³⁰ elements.
    let last = ("30.xml".to_owned(), "<mujoco/>".to_owned());
    let chain: Vec<(String, String)> = (0..30)
        .map(|level| {
            let next = format!("<include file=\"{}.xml\"/>", level + 1);
            (format!("{level}.xml"), format!("<mujoco>{next}{next}</mujoco>"))
        })
        .chain([last])
        .collect();
    let files: Vec<(&str, &[u8])> = chain.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    assert!(text_with(&including("0.xml"), &files).unwrap_err().to_string().contains("too many"));
    for file in ["../x.xml", "/etc/passwd", "none.xml", "https://example.org/x.xml"] {
        assert!(text(&including(file)).unwrap_err().to_string().contains("cannot be included"), "{file}");
    }
}

#[test]
fn references_that_lead_nowhere_are_refused() {
    for inside in
        ["<geom size='1' class='none'/>", "<geom type='mesh' mesh='none'/>", "<geom size='1' material='none'/>"]
    {
        assert!(error(&body(inside)).starts_with("model.xml:4: "), "{inside}");
    }
    for section in [
        "<actuator><position joint='none'/></actuator>",
        "<contact><exclude body1='none' body2='none'/></contact>",
        "<equality><weld body1='none'/></equality>",
        "<default><default/></default>",
        "<keyframe><key name='home' qpos='1 2 3'/></keyframe>",
        "<compiler angle='turns'/>",
        "<compiler eulerseq='xyq'/>",
        "<worldbody><joint/></worldbody>",
    ] {
        assert!(text(&format!("<mujoco>{section}</mujoco>")).is_err(), "{section}");
    }
}

#[test]
fn links_that_are_no_tree_are_refused() {
    let robot = |inside: &str| format!("<robot name='r'>{inside}</robot>");
    let link = |name: &str| format!("<link name='{name}'/>");
    let joint = |name: &str, parent: &str, child: &str| {
        format!("<joint name='{name}' type='continuous'><parent link='{parent}'/><child link='{child}'/></joint>")
    };
    let cases = [
        robot(""),
        robot(&(link("a") + &link("b"))),
        robot(&(link("a") + &link("a"))),
        robot(&(link("a") + &joint("j", "a", "b"))),
        robot(&(link("a") + &joint("j", "a", "a"))),
        robot(&(link("a") + &link("b") + &link("c") + &joint("j", "b", "c") + &joint("k", "c", "b"))),
        robot(&(link("a") + &link("b") + &joint("j", "a", "b") + &joint("k", "a", "b"))),
        robot("<link/>"),
        robot("<link name='a'><visual/></link>"),
        robot("<link name='a'><visual><geometry/></visual></link>"),
        robot("<link name='a'><collision><geometry><sphere radius='-1'/></geometry></collision></link>"),
        robot("<link name='a'><inertial><mass value='nan'/></inertial></link>"),
    ];
    for case in cases {
        assert!(matches!(text(&case), Err(ImportError::Invalid { .. })), "{case}");
    }
}

#[test]
fn a_mesh_that_cannot_be_read_is_a_loss() {
    let model = "<mujoco><asset>\n<mesh name='m' file='m.stl'/>\n</asset><worldbody><body><joint/>\n<geom type='mesh' mesh='m'/>\
                 <geom size='1'/></body></worldbody></mujoco>";
    for (files, reason) in [
        (&[][..], "no such file"),
        (&[("m.stl", &b"solid"[..])], "no triangles"),
        (&[("m.stl", &b"\x00\xff"[..])], "neither binary nor text"),
    ] {
        let imported = text_with(model, files).unwrap();
        let loss = &imported.losses[0];
        assert_eq!((loss.line, loss.property.as_str()), (2, "mesh"));
        assert!(loss.reason.contains(reason), "{}", loss.reason);
        assert_eq!(imported.summary.colliders, 1);
    }
}
