//! Naming conventions for the joints of humanoid skeletons.

use std::collections::HashMap;

use sinew_model::model::HumanBone;

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
    /// `Hips`, `Spine1`, `LeftThigh`, `LeftShin`: Rokoko.
    Rokoko,
}

/// Names as returned by [`plain`]. `*` stands for `left` or `right`, `%` for `l` or `r`; bones are those of the left
/// side. Of several names for one bone the first one counts.
struct Names {
    body: &'static [(&'static str, HumanBone)],
    /// Thumb, index, middle, ring and little finger, each from the palm to the tip.
    fingers: [[&'static str; 3]; 5],
}

const NO_FINGERS: [[&str; 3]; 5] = [[""; 3]; 5];

const FINGER_BONES: [[HumanBone; 3]; 5] = [
    [HumanBone::LeftThumbMetacarpal, HumanBone::LeftThumbProximal, HumanBone::LeftThumbDistal],
    [HumanBone::LeftIndexProximal, HumanBone::LeftIndexIntermediate, HumanBone::LeftIndexDistal],
    [HumanBone::LeftMiddleProximal, HumanBone::LeftMiddleIntermediate, HumanBone::LeftMiddleDistal],
    [HumanBone::LeftRingProximal, HumanBone::LeftRingIntermediate, HumanBone::LeftRingDistal],
    [HumanBone::LeftLittleProximal, HumanBone::LeftLittleIntermediate, HumanBone::LeftLittleDistal],
];

const MOTION_BUILDER: Names = Names {
    body: &[
        ("hips", HumanBone::Hips),
        ("spine", HumanBone::Spine),
        ("spine1", HumanBone::Chest),
        ("spine2", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*eye", HumanBone::LeftEye),
        ("jaw", HumanBone::Jaw),
        ("*upleg", HumanBone::LeftUpperLeg),
        ("*leg", HumanBone::LeftLowerLeg),
        ("*foot", HumanBone::LeftFoot),
        ("*toebase", HumanBone::LeftToes),
        ("*toe", HumanBone::LeftToes),
        ("*shoulder", HumanBone::LeftShoulder),
        ("*arm", HumanBone::LeftUpperArm),
        ("*forearm", HumanBone::LeftLowerArm),
        ("*hand", HumanBone::LeftHand),
    ],
    fingers: [
        ["*handthumb1", "*handthumb2", "*handthumb3"],
        ["*handindex1", "*handindex2", "*handindex3"],
        ["*handmiddle1", "*handmiddle2", "*handmiddle3"],
        ["*handring1", "*handring2", "*handring3"],
        ["*handpinky1", "*handpinky2", "*handpinky3"],
    ],
};

const CMU: Names = Names {
    body: &[
        ("hips", HumanBone::Hips),
        ("lowerback", HumanBone::Spine),
        ("spine", HumanBone::Chest),
        ("spine1", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*upleg", HumanBone::LeftUpperLeg),
        ("*leg", HumanBone::LeftLowerLeg),
        ("*foot", HumanBone::LeftFoot),
        ("*toebase", HumanBone::LeftToes),
        ("*shoulder", HumanBone::LeftShoulder),
        ("*arm", HumanBone::LeftUpperArm),
        ("*forearm", HumanBone::LeftLowerArm),
        ("*hand", HumanBone::LeftHand),
        ("%thumb", HumanBone::LeftThumbMetacarpal),
        ("*handindex1", HumanBone::LeftIndexProximal),
    ],
    fingers: NO_FINGERS,
};

const POSER: Names = Names {
    body: &[
        ("hip", HumanBone::Hips),
        ("abdomen", HumanBone::Spine),
        ("abdomenlower", HumanBone::Spine),
        ("chest", HumanBone::Chest),
        ("chestlower", HumanBone::Chest),
        ("chestupper", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("necklower", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*eye", HumanBone::LeftEye),
        ("%eye", HumanBone::LeftEye),
        ("lowerjaw", HumanBone::Jaw),
        ("%thigh", HumanBone::LeftUpperLeg),
        ("%thighbend", HumanBone::LeftUpperLeg),
        ("%shin", HumanBone::LeftLowerLeg),
        ("%foot", HumanBone::LeftFoot),
        ("%toe", HumanBone::LeftToes),
        ("%collar", HumanBone::LeftShoulder),
        ("%shldr", HumanBone::LeftUpperArm),
        ("%shldrbend", HumanBone::LeftUpperArm),
        ("%forearm", HumanBone::LeftLowerArm),
        ("%forearmbend", HumanBone::LeftLowerArm),
        ("%hand", HumanBone::LeftHand),
    ],
    fingers: [
        ["%thumb1", "%thumb2", "%thumb3"],
        ["%index1", "%index2", "%index3"],
        ["%mid1", "%mid2", "%mid3"],
        ["%ring1", "%ring2", "%ring3"],
        ["%pinky1", "%pinky2", "%pinky3"],
    ],
};

const BIOVISION: Names = Names {
    body: &[
        ("hips", HumanBone::Hips),
        ("hip", HumanBone::Hips),
        // The only joint of the back, or the lowest: a humanoid requires a spine.
        ("chest", HumanBone::Spine),
        ("chest2", HumanBone::Chest),
        ("chest3", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*hip", HumanBone::LeftUpperLeg),
        ("*knee", HumanBone::LeftLowerLeg),
        ("*ankle", HumanBone::LeftFoot),
        ("*toe", HumanBone::LeftToes),
        ("*collar", HumanBone::LeftShoulder),
        ("*shoulder", HumanBone::LeftUpperArm),
        ("*elbow", HumanBone::LeftLowerArm),
        ("*wrist", HumanBone::LeftHand),
    ],
    fingers: NO_FINGERS,
};

const BIPED: Names = Names {
    body: &[
        ("pelvis", HumanBone::Hips),
        ("spine", HumanBone::Spine),
        ("spine1", HumanBone::Chest),
        ("spine2", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("%thigh", HumanBone::LeftUpperLeg),
        ("%calf", HumanBone::LeftLowerLeg),
        ("%foot", HumanBone::LeftFoot),
        ("%toe0", HumanBone::LeftToes),
        ("%clavicle", HumanBone::LeftShoulder),
        ("%upperarm", HumanBone::LeftUpperArm),
        ("%forearm", HumanBone::LeftLowerArm),
        ("%hand", HumanBone::LeftHand),
    ],
    fingers: [
        ["%finger0", "%finger01", "%finger02"],
        ["%finger1", "%finger11", "%finger12"],
        ["%finger2", "%finger21", "%finger22"],
        ["%finger3", "%finger31", "%finger32"],
        ["%finger4", "%finger41", "%finger42"],
    ],
};

const UNREAL: Names = Names {
    body: &[
        ("pelvis", HumanBone::Hips),
        ("spine01", HumanBone::Spine),
        ("spine02", HumanBone::Chest),
        ("spine03", HumanBone::UpperChest),
        ("neck01", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("thigh%", HumanBone::LeftUpperLeg),
        ("calf%", HumanBone::LeftLowerLeg),
        ("foot%", HumanBone::LeftFoot),
        ("ball%", HumanBone::LeftToes),
        ("clavicle%", HumanBone::LeftShoulder),
        ("upperarm%", HumanBone::LeftUpperArm),
        ("lowerarm%", HumanBone::LeftLowerArm),
        ("hand%", HumanBone::LeftHand),
    ],
    fingers: [
        ["thumb01%", "thumb02%", "thumb03%"],
        ["index01%", "index02%", "index03%"],
        ["middle01%", "middle02%", "middle03%"],
        ["ring01%", "ring02%", "ring03%"],
        ["pinky01%", "pinky02%", "pinky03%"],
    ],
};

const RIGIFY: Names = Names {
    body: &[
        ("spine", HumanBone::Hips),
        ("spine001", HumanBone::Spine),
        ("spine002", HumanBone::Chest),
        ("spine003", HumanBone::UpperChest),
        ("spine004", HumanBone::Neck),
        ("spine006", HumanBone::Head),
        ("eye%", HumanBone::LeftEye),
        ("jaw", HumanBone::Jaw),
        ("thigh%", HumanBone::LeftUpperLeg),
        ("shin%", HumanBone::LeftLowerLeg),
        ("foot%", HumanBone::LeftFoot),
        ("toe%", HumanBone::LeftToes),
        ("shoulder%", HumanBone::LeftShoulder),
        ("upperarm%", HumanBone::LeftUpperArm),
        ("forearm%", HumanBone::LeftLowerArm),
        ("hand%", HumanBone::LeftHand),
    ],
    fingers: [
        ["thumb01%", "thumb02%", "thumb03%"],
        ["findex01%", "findex02%", "findex03%"],
        ["fmiddle01%", "fmiddle02%", "fmiddle03%"],
        ["fring01%", "fring02%", "fring03%"],
        ["fpinky01%", "fpinky02%", "fpinky03%"],
    ],
};

const SMPL: Names = Names {
    body: &[
        ("pelvis", HumanBone::Hips),
        ("spine1", HumanBone::Spine),
        ("spine2", HumanBone::Chest),
        ("spine3", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("jaw", HumanBone::Jaw),
        ("%hip", HumanBone::LeftUpperLeg),
        ("*hip", HumanBone::LeftUpperLeg),
        ("%knee", HumanBone::LeftLowerLeg),
        ("*knee", HumanBone::LeftLowerLeg),
        ("%ankle", HumanBone::LeftFoot),
        ("*ankle", HumanBone::LeftFoot),
        ("%foot", HumanBone::LeftToes),
        ("*foot", HumanBone::LeftToes),
        ("%collar", HumanBone::LeftShoulder),
        ("*collar", HumanBone::LeftShoulder),
        ("%shoulder", HumanBone::LeftUpperArm),
        ("*shoulder", HumanBone::LeftUpperArm),
        ("%elbow", HumanBone::LeftLowerArm),
        ("*elbow", HumanBone::LeftLowerArm),
        ("%wrist", HumanBone::LeftHand),
        ("*wrist", HumanBone::LeftHand),
        ("*eyesmplhf", HumanBone::LeftEye),
    ],
    fingers: [
        ["*thumb1", "*thumb2", "*thumb3"],
        ["*index1", "*index2", "*index3"],
        ["*middle1", "*middle2", "*middle3"],
        ["*ring1", "*ring2", "*ring3"],
        ["*pinky1", "*pinky2", "*pinky3"],
    ],
};

const MVN: Names = Names {
    body: &[
        ("pelvis", HumanBone::Hips),
        ("l5", HumanBone::Spine),
        ("t12", HumanBone::Chest),
        ("t8", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*upperleg", HumanBone::LeftUpperLeg),
        ("*lowerleg", HumanBone::LeftLowerLeg),
        ("*foot", HumanBone::LeftFoot),
        ("*toe", HumanBone::LeftToes),
        ("*shoulder", HumanBone::LeftShoulder),
        ("*upperarm", HumanBone::LeftUpperArm),
        ("*forearm", HumanBone::LeftLowerArm),
        ("*hand", HumanBone::LeftHand),
    ],
    fingers: NO_FINGERS,
};

const ROKOKO: Names = Names {
    body: &[
        ("hips", HumanBone::Hips),
        ("spine1", HumanBone::Spine),
        ("spine2", HumanBone::Chest),
        ("spine3", HumanBone::UpperChest),
        ("neck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("*thigh", HumanBone::LeftUpperLeg),
        ("*shin", HumanBone::LeftLowerLeg),
        ("*foot", HumanBone::LeftFoot),
        ("*toe", HumanBone::LeftToes),
        ("*shoulder", HumanBone::LeftShoulder),
        ("*arm", HumanBone::LeftUpperArm),
        ("*forearm", HumanBone::LeftLowerArm),
        ("*hand", HumanBone::LeftHand),
    ],
    fingers: NO_FINGERS,
};

/// Prefixes that tools add to every name, as returned by [`plain`].
const PREFIXES: [&str; 5] = ["mixamorig", "bip001", "bip01", "character1", "def"];

impl NamingConvention {
    /// All conventions; if two fit a file equally well, the first one is taken.
    pub const ALL: [NamingConvention; 12] = [
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
        for names in [&MOTION_BUILDER, &CMU, &POSER, &BIOVISION, &BIPED, &UNREAL, &RIGIFY, &SMPL, &MVN, &ROKOKO] {
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
}
