//! Naming conventions for the joints of humanoid skeletons.

mod tables;

use std::collections::HashMap;

use sinew_model::model::HumanBone;

use tables::{
    ACCLAIM, BIOVISION, BIPED, CMU, FINGER_BONES, KHRONOS, MOTION_BUILDER, MVN, POSER, RIGIFY, ROKOKO, SMPL, UNREAL,
    VROID,
};

/// A naming convention for the joints of a humanoid skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NamingConvention {
    /// `Hips`, `Spine`, `LeftUpLeg`, `LeftHandIndex1`: `MotionBuilder`, Mixamo and most motion capture.
    MotionBuilder,
    /// As `MotionBuilder`, with a `LowerBack` below `Spine`: the conversions of Carnegie Mellon's library.
    Cmu,
    /// `hips`, `leftUpperLeg`: the names of `VRMC_vrm` 1.0.
    Vrm,
    /// The names of VRM 0.x, which differ at the thumbs, and of Unity.
    Vrm0x,
    /// `hip`, `abdomen`, `lThigh`, `lShldr`: Poser and DAZ Studio.
    Poser,
    /// `Hips`, `Chest`, `LeftHip`, `LeftKnee`, `LeftCollar`: Biovision, after which the format is named.
    Biovision,
    /// `Bip01 Pelvis`, `Bip01 L Thigh`: the biped of 3ds Max.
    Biped,
    /// `pelvis`, `thigh_l`: Unreal's mannequin.
    Unreal,
    /// `DEF-spine`, `DEF-thigh.L`, `f_index.01.L`: Rigify of Blender.
    Rigify,
    /// `Pelvis`, `L_Hip`, `L_Knee` or `left_hip`, `left_knee`: the SMPL family of body models.
    Smpl,
    /// `Pelvis`, `L5`, `T8`, `LeftUpperLeg`: Xsens MVN.
    Mvn,
    /// `Hips`, `Spine1`, `LeftThigh`, `LeftShin`, `LeftFinger2Proximal`: Rokoko's Newton skeleton.
    Rokoko,
    /// `torso_joint_1`, `leg_joint_L_1`: Khronos's sample figures.
    Khronos,
    /// `J_Bip_C_Hips`, `J_Bip_L_UpperLeg`: `VRoid` Studio.
    Vroid,
    /// `root`, `lowerback`, `lfemur`, `lhumerus`: Acclaim's skeletons (ASF), as Carnegie Mellon's library has them.
    Acclaim,
}

/// Prefixes that tools add to every name, as returned by [`plain`].
const PREFIXES: [&str; 5] = ["mixamorig", "bip001", "bip01", "character1", "def"];

impl NamingConvention {
    /// All conventions; if two fit a file equally well, the first one is taken.
    pub const ALL: [NamingConvention; 15] = [
        NamingConvention::MotionBuilder,
        NamingConvention::Cmu,
        NamingConvention::Vrm,
        NamingConvention::Vrm0x,
        NamingConvention::Poser,
        NamingConvention::Biovision,
        NamingConvention::Biped,
        NamingConvention::Unreal,
        NamingConvention::Rigify,
        NamingConvention::Smpl,
        NamingConvention::Mvn,
        NamingConvention::Rokoko,
        NamingConvention::Khronos,
        NamingConvention::Vroid,
        NamingConvention::Acclaim,
    ];

    /// The display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::MotionBuilder => "MotionBuilder and Mixamo",
            Self::Cmu => "the CMU library",
            Self::Vrm => "VRM 1.0",
            Self::Vrm0x => "VRM 0.x",
            Self::Poser => "Poser and DAZ",
            Self::Biovision => "Biovision",
            Self::Biped => "the 3ds Max biped",
            Self::Unreal => "the Unreal mannequin",
            Self::Rigify => "Rigify",
            Self::Smpl => "SMPL",
            Self::Mvn => "MVN",
            Self::Rokoko => "Rokoko",
            Self::Khronos => "Khronos's sample figures",
            Self::Vroid => "VRoid Studio",
            Self::Acclaim => "Acclaim skeletons",
        }
    }

    /// A map from plain names to bones, with the rank of the name among those of its bone.
    fn dictionary(self) -> HashMap<String, (usize, HumanBone)> {
        let names = match self {
            Self::Vrm => return own_names(HumanBone::name),
            Self::Vrm0x => return own_names(HumanBone::name_0x),
            Self::MotionBuilder => &MOTION_BUILDER,
            Self::Cmu => &CMU,
            Self::Poser => &POSER,
            Self::Biovision => &BIOVISION,
            Self::Biped => &BIPED,
            Self::Unreal => &UNREAL,
            Self::Rigify => &RIGIFY,
            Self::Smpl => &SMPL,
            Self::Mvn => &MVN,
            Self::Rokoko => &ROKOKO,
            Self::Khronos => &KHRONOS,
            Self::Vroid => &VROID,
            Self::Acclaim => &ACCLAIM,
        };
        let fingers = names.fingers.iter().flatten().copied().zip(FINGER_BONES.into_iter().flatten());
        let rows = names.body.iter().copied().chain(fingers.filter(|(name, _)| !name.is_empty()));
        let mut dictionary = HashMap::new();
        for (rank, (pattern, bone)) in rows.enumerate() {
            dictionary.insert(pattern.replace('*', "left").replace('%', "l"), (rank, bone));
            if let Some(right) = HumanBone::from_name(&bone.name().replacen("left", "right", 1)) {
                dictionary.insert(pattern.replace('*', "right").replace('%', "r"), (rank, right));
            }
        }
        dictionary
    }

    /// The bones by this convention, each with the index of its joint among the names.
    pub(crate) fn bones(self, names: &PlainNames) -> Vec<(HumanBone, usize)> {
        let dictionary = self.dictionary();
        let mut found: [Option<(usize, usize)>; HumanBone::COUNT] = [None; HumanBone::COUNT];
        for joint in 0..names.names.len() {
            let hit = names.readings(joint).find_map(|name| dictionary.get(name));
            if let Some(&(rank, bone)) = hit {
                let best = &mut found[bone.index()];
                if best.is_none_or(|(other, _)| rank < other) {
                    *best = Some((rank, joint));
                }
            }
        }
        let bones = HumanBone::ALL.into_iter().zip(found);
        bones.filter_map(|(bone, found)| found.map(|(_, joint)| (bone, joint))).collect()
    }
}

fn own_names(name: fn(HumanBone) -> &'static str) -> HashMap<String, (usize, HumanBone)> {
    HumanBone::ALL.into_iter().map(|bone| (name(bone).to_ascii_lowercase(), (0, bone))).collect()
}

/// The names of a skeleton's joints without differences between tools.
pub(crate) struct PlainNames {
    names: Vec<String>,
    /// The length of the common prefix of all names, in bytes.
    shared: usize,
}

impl PlainNames {
    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<String> = names.map(plain).collect();
        let first = names.first().map_or("", String::as_str);
        let shared = names.iter().fold(first.len(), |shared, name| {
            let same = first.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
            shared.min(same)
        });
        Self { names, shared }
    }

    /// A name as it is, without a known prefix, and without the common prefix.
    fn readings(&self, joint: usize) -> impl Iterator<Item = &str> {
        let name = self.names[joint].as_str();
        let known = PREFIXES.into_iter().filter_map(|prefix| name.strip_prefix(prefix));
        std::iter::once(name).chain(known).chain(name.get(self.shared..))
    }
}

/// A name in lower case, without a namespace (`mixamorig:Hips`), blanks, `_`, `-` and `.`.
fn plain(name: &str) -> String {
    let name = name.rsplit(':').next().unwrap_or(name);
    name.chars().filter(|c| !matches!(c, ' ' | '\t' | '_' | '-' | '.')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rig_has_one_name_for_two_bones() {
        for names in [
            &MOTION_BUILDER,
            &CMU,
            &POSER,
            &BIOVISION,
            &BIPED,
            &UNREAL,
            &RIGIFY,
            &SMPL,
            &MVN,
            &ROKOKO,
            &KHRONOS,
            &VROID,
            &ACCLAIM,
        ] {
            let mut patterns: Vec<&str> = names.body.iter().map(|(name, _)| *name).collect();
            patterns.extend(names.fingers.iter().flatten().filter(|name| !name.is_empty()));
            let count = patterns.len();
            patterns.sort_unstable();
            patterns.dedup();
            assert_eq!(patterns.len(), count);
        }
    }

    #[test]
    fn every_rig_names_the_required_bones_on_both_sides() {
        for convention in NamingConvention::ALL {
            let dictionary = convention.dictionary();
            for bone in HumanBone::ALL.into_iter().filter(|bone| bone.is_required()) {
                assert!(dictionary.values().any(|&(_, named)| named == bone), "{convention:?} has no {bone}");
            }
        }
    }

    #[test]
    fn namespaces_prefixes_and_separators_do_not_matter() {
        for hips in ["Hips", "mixamorig:Hips", "mixamorig_Hips", "Someone:HIPS", "Character1_Hips"] {
            let names = PlainNames::new([hips, "Unrelated"].into_iter());
            assert_eq!(NamingConvention::MotionBuilder.bones(&names), [(HumanBone::Hips, 0)], "{hips}");
        }
        let names = PlainNames::new(["actor7 Hips", "actor7 LeftArm", "actor7"].into_iter());
        assert_eq!(NamingConvention::MotionBuilder.bones(&names), [(HumanBone::Hips, 0), (HumanBone::LeftUpperArm, 1)]);
    }

    /// The whole skeleton of CMU's ASF files, and the body of one of `VRoid` Studio.
    #[test]
    fn skeletons_of_acclaim_and_vroid_are_known() {
        let bones = |convention: NamingConvention, names: &[&str]| {
            let found = convention.bones(&PlainNames::new(names.iter().copied()));
            found.into_iter().map(|(bone, joint)| (names[joint].to_owned(), bone.name())).collect::<HashMap<_, _>>()
        };
        let asf = [
            "root",
            "lhipjoint",
            "lfemur",
            "ltibia",
            "lfoot",
            "ltoes",
            "rhipjoint",
            "rfemur",
            "rtibia",
            "rfoot",
            "rtoes",
            "lowerback",
            "upperback",
            "thorax",
            "lowerneck",
            "upperneck",
            "head",
            "lclavicle",
            "lhumerus",
            "lradius",
            "lwrist",
            "lhand",
            "lfingers",
            "lthumb",
            "rclavicle",
            "rhumerus",
            "rradius",
            "rwrist",
            "rhand",
            "rfingers",
            "rthumb",
        ];
        let found = bones(NamingConvention::Acclaim, &asf);
        // All but the hip joints, the upper neck and what is behind the wrists.
        assert_eq!(found.len(), asf.len() - 5);
        for (joint, bone) in [("lfemur", "leftUpperLeg"), ("thorax", "upperChest"), ("rwrist", "rightHand")] {
            assert_eq!(found[joint], bone);
        }
        let vroid =
            ["J_Bip_C_Hips", "J_Bip_C_UpperChest", "J_Bip_R_LowerArm", "J_Bip_L_Little3", "J_Sec_Hair1_01", "Face"];
        let found = bones(NamingConvention::Vroid, &vroid);
        assert_eq!(
            (found.len(), found["J_Bip_L_Little3"], found["J_Bip_R_LowerArm"]),
            (4, "leftLittleDistal", "rightLowerArm")
        );
    }
}
