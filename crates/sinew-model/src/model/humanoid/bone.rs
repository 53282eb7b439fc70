//! The bones of a humanoid, whatever file names them.

use std::fmt;

/// One line a bone: what it is, its name, what it hangs on, and which humanoids have it.
macro_rules! human_bones {
    ($($(#[$attribute:meta])* $name:literal => $bone:ident, $place:ident $($parent:ident)?, $presence:ident;)*) => {
        /// A bone of a humanoid (`VRMC_vrm` 1.0, humanoid, "List of humanoid bones"). A bone comes behind its parent.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum HumanBone {
            $($(#[$attribute])* $bone,)*
        }

        impl HumanBone {
            /// Every bone, parents first.
            pub const ALL: [HumanBone; HumanBone::COUNT] = [$(HumanBone::$bone),*];

            /// How many bones there are.
            pub const COUNT: usize = [$($name),*].len();

            /// The bone's name in files of 1.0.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$bone => $name,)*
                }
            }

            /// The bone that it hangs on, on a humanoid that has them all; `None` for the hips.
            pub const fn parent(self) -> Option<HumanBone> {
                match self {
                    $(Self::$bone => human_bones!(@parent $($parent)?),)*
                }
            }

            const fn presence(self) -> Presence {
                match self {
                    $(Self::$bone => Presence::$presence,)*
                }
            }
        }
    };
    (@parent) => { None };
    (@parent $parent:ident) => { Some(HumanBone::$parent) };
}

/// Which humanoids have a bone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Required,
    Optional,
    /// Only those that have its parent ("Needs Parent Bone").
    NeedsParent,
}

human_bones! {
    /// Between the hip joints; the root of the body.
    "hips" => Hips, root, Required;
    /// The top of the pelvis.
    "spine" => Spine, below Hips, Required;
    /// The bottom of the ribs.
    "chest" => Chest, below Spine, Optional;
    /// The top of the ribs.
    "upperChest" => UpperChest, below Chest, NeedsParent;
    /// The base of the neck.
    "neck" => Neck, below UpperChest, Optional;
    /// The top of the neck.
    "head" => Head, below Neck, Required;
    /// The left eye.
    "leftEye" => LeftEye, below Head, Optional;
    /// The right eye.
    "rightEye" => RightEye, below Head, Optional;
    /// The jaw.
    "jaw" => Jaw, below Head, Optional;
    /// The left hip joint.
    "leftUpperLeg" => LeftUpperLeg, below Hips, Required;
    /// The left knee.
    "leftLowerLeg" => LeftLowerLeg, below LeftUpperLeg, Required;
    /// The left ankle.
    "leftFoot" => LeftFoot, below LeftLowerLeg, Required;
    /// The left ball of the foot.
    "leftToes" => LeftToes, below LeftFoot, Optional;
    /// The right hip joint.
    "rightUpperLeg" => RightUpperLeg, below Hips, Required;
    /// The right knee.
    "rightLowerLeg" => RightLowerLeg, below RightUpperLeg, Required;
    /// The right ankle.
    "rightFoot" => RightFoot, below RightLowerLeg, Required;
    /// The right ball of the foot.
    "rightToes" => RightToes, below RightFoot, Optional;
    /// The left collarbone.
    "leftShoulder" => LeftShoulder, below UpperChest, Optional;
    /// The left shoulder joint.
    "leftUpperArm" => LeftUpperArm, below LeftShoulder, Required;
    /// The left elbow.
    "leftLowerArm" => LeftLowerArm, below LeftUpperArm, Required;
    /// The left wrist.
    "leftHand" => LeftHand, below LeftLowerArm, Required;
    /// The left thumb, in the palm.
    "leftThumbMetacarpal" => LeftThumbMetacarpal, below LeftHand, Optional;
    /// The left thumb, nearest to the palm.
    "leftThumbProximal" => LeftThumbProximal, below LeftThumbMetacarpal, NeedsParent;
    /// The left thumb, at the tip.
    "leftThumbDistal" => LeftThumbDistal, below LeftThumbProximal, NeedsParent;
    /// The left index finger, nearest to the palm.
    "leftIndexProximal" => LeftIndexProximal, below LeftHand, Optional;
    /// The left index finger, in the middle.
    "leftIndexIntermediate" => LeftIndexIntermediate, below LeftIndexProximal, NeedsParent;
    /// The left index finger, at the tip.
    "leftIndexDistal" => LeftIndexDistal, below LeftIndexIntermediate, NeedsParent;
    /// The left middle finger, nearest to the palm.
    "leftMiddleProximal" => LeftMiddleProximal, below LeftHand, Optional;
    /// The left middle finger, in the middle.
    "leftMiddleIntermediate" => LeftMiddleIntermediate, below LeftMiddleProximal, NeedsParent;
    /// The left middle finger, at the tip.
    "leftMiddleDistal" => LeftMiddleDistal, below LeftMiddleIntermediate, NeedsParent;
    /// The left ring finger, nearest to the palm.
    "leftRingProximal" => LeftRingProximal, below LeftHand, Optional;
    /// The left ring finger, in the middle.
    "leftRingIntermediate" => LeftRingIntermediate, below LeftRingProximal, NeedsParent;
    /// The left ring finger, at the tip.
    "leftRingDistal" => LeftRingDistal, below LeftRingIntermediate, NeedsParent;
    /// The left little finger, nearest to the palm.
    "leftLittleProximal" => LeftLittleProximal, below LeftHand, Optional;
    /// The left little finger, in the middle.
    "leftLittleIntermediate" => LeftLittleIntermediate, below LeftLittleProximal, NeedsParent;
    /// The left little finger, at the tip.
    "leftLittleDistal" => LeftLittleDistal, below LeftLittleIntermediate, NeedsParent;
    /// The right collarbone.
    "rightShoulder" => RightShoulder, below UpperChest, Optional;
    /// The right shoulder joint.
    "rightUpperArm" => RightUpperArm, below RightShoulder, Required;
    /// The right elbow.
    "rightLowerArm" => RightLowerArm, below RightUpperArm, Required;
    /// The right wrist.
    "rightHand" => RightHand, below RightLowerArm, Required;
    /// The right thumb, in the palm.
    "rightThumbMetacarpal" => RightThumbMetacarpal, below RightHand, Optional;
    /// The right thumb, nearest to the palm.
    "rightThumbProximal" => RightThumbProximal, below RightThumbMetacarpal, NeedsParent;
    /// The right thumb, at the tip.
    "rightThumbDistal" => RightThumbDistal, below RightThumbProximal, NeedsParent;
    /// The right index finger, nearest to the palm.
    "rightIndexProximal" => RightIndexProximal, below RightHand, Optional;
    /// The right index finger, in the middle.
    "rightIndexIntermediate" => RightIndexIntermediate, below RightIndexProximal, NeedsParent;
    /// The right index finger, at the tip.
    "rightIndexDistal" => RightIndexDistal, below RightIndexIntermediate, NeedsParent;
    /// The right middle finger, nearest to the palm.
    "rightMiddleProximal" => RightMiddleProximal, below RightHand, Optional;
    /// The right middle finger, in the middle.
    "rightMiddleIntermediate" => RightMiddleIntermediate, below RightMiddleProximal, NeedsParent;
    /// The right middle finger, at the tip.
    "rightMiddleDistal" => RightMiddleDistal, below RightMiddleIntermediate, NeedsParent;
    /// The right ring finger, nearest to the palm.
    "rightRingProximal" => RightRingProximal, below RightHand, Optional;
    /// The right ring finger, in the middle.
    "rightRingIntermediate" => RightRingIntermediate, below RightRingProximal, NeedsParent;
    /// The right ring finger, at the tip.
    "rightRingDistal" => RightRingDistal, below RightRingIntermediate, NeedsParent;
    /// The right little finger, nearest to the palm.
    "rightLittleProximal" => RightLittleProximal, below RightHand, Optional;
    /// The right little finger, in the middle.
    "rightLittleIntermediate" => RightLittleIntermediate, below RightLittleProximal, NeedsParent;
    /// The right little finger, at the tip.
    "rightLittleDistal" => RightLittleDistal, below RightLittleIntermediate, NeedsParent;
}

impl HumanBone {
    /// The bone's place in [`HumanBone::ALL`] and in every array with one entry a bone.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether every humanoid of 1.0 must have it.
    pub fn is_required(self) -> bool {
        self.presence() == Presence::Required
    }

    /// Whether every humanoid of VRM 0.x must have it: the chest and the neck too.
    pub fn is_required_0x(self) -> bool {
        self.is_required() || matches!(self, Self::Chest | Self::Neck)
    }

    /// Whether a humanoid that has it must have its parent, though that one is optional.
    pub fn needs_parent(self) -> bool {
        self.presence() == Presence::NeedsParent
    }

    /// The bones above, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = HumanBone> {
        std::iter::successors(self.parent(), |bone| bone.parent())
    }

    /// The bone with this name in files of 1.0.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bone| bone.name() == name)
    }

    /// The bone with this name in files of VRM 0.x, where the three bones of a thumb are called as those of the other
    /// fingers: its proximal one is the metacarpal of 1.0, its intermediate one the proximal.
    pub fn from_name_0x(name: &str) -> Option<Self> {
        match name {
            "leftThumbProximal" => Some(Self::LeftThumbMetacarpal),
            "leftThumbIntermediate" => Some(Self::LeftThumbProximal),
            "rightThumbProximal" => Some(Self::RightThumbMetacarpal),
            "rightThumbIntermediate" => Some(Self::RightThumbProximal),
            "leftThumbMetacarpal" | "rightThumbMetacarpal" => None,
            other => Self::from_name(other),
        }
    }

    /// The bone's name in files of VRM 0.x.
    pub fn name_0x(self) -> &'static str {
        match self {
            Self::LeftThumbMetacarpal => "leftThumbProximal",
            Self::LeftThumbProximal => "leftThumbIntermediate",
            Self::RightThumbMetacarpal => "rightThumbProximal",
            Self::RightThumbProximal => "rightThumbIntermediate",
            other => other.name(),
        }
    }
}

impl fmt::Display for HumanBone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// A set of bones.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BoneSet(u64);

impl BoneSet {
    /// No bone.
    pub const EMPTY: Self = Self(0);

    /// Every bone.
    pub const ALL: Self = Self((1 << HumanBone::COUNT) - 1);

    /// Whether a bone is in the set.
    pub const fn contains(self, bone: HumanBone) -> bool {
        self.0 >> bone as u8 & 1 == 1
    }

    /// Puts a bone into the set.
    pub fn insert(&mut self, bone: HumanBone) {
        self.0 |= 1 << bone as u8;
    }

    /// Takes a bone out of the set.
    pub fn remove(&mut self, bone: HumanBone) {
        self.0 &= !(1 << bone as u8);
    }

    /// The bones that are in either set.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many bones are in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no bone is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bones, parents first.
    pub fn iter(self) -> impl Iterator<Item = HumanBone> {
        HumanBone::ALL.into_iter().filter(move |&bone| self.contains(bone))
    }
}

impl FromIterator<HumanBone> for BoneSet {
    fn from_iter<I: IntoIterator<Item = HumanBone>>(bones: I) -> Self {
        bones.into_iter().fold(Self::EMPTY, |mut set, bone| {
            set.insert(bone);
            set
        })
    }
}

impl fmt::Debug for BoneSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifty_five_bones_of_which_fifteen_are_required() {
        assert_eq!(HumanBone::ALL.len(), 55);
        assert_eq!(HumanBone::ALL.into_iter().filter(|bone| bone.is_required()).count(), 15);
        assert_eq!(HumanBone::ALL.into_iter().filter(|bone| bone.is_required_0x()).count(), 17);
    }

    #[test]
    fn a_bone_comes_behind_its_parent_and_ends_at_the_hips() {
        for bone in HumanBone::ALL {
            assert!(bone.parent().is_none_or(|parent| parent < bone), "{bone}");
            assert_eq!(bone.ancestors().last().unwrap_or(bone), HumanBone::Hips);
            assert_eq!(HumanBone::ALL[bone.index()], bone);
        }
    }

    #[test]
    fn names_of_both_revisions_lead_back_to_their_bone() {
        for bone in HumanBone::ALL {
            assert_eq!(HumanBone::from_name(bone.name()), Some(bone));
            assert_eq!(HumanBone::from_name_0x(bone.name_0x()), Some(bone));
        }
        assert_eq!(HumanBone::from_name_0x("leftThumbIntermediate"), Some(HumanBone::LeftThumbProximal));
        assert_eq!(HumanBone::from_name_0x("rightThumbProximal"), Some(HumanBone::RightThumbMetacarpal));
        assert_eq!(HumanBone::from_name("leftThumbIntermediate"), None);
        assert_eq!(HumanBone::from_name_0x("leftThumbMetacarpal"), None);
    }

    #[test]
    fn a_set_holds_what_was_put_in() {
        let mut set: BoneSet = [HumanBone::Jaw, HumanBone::Hips].into_iter().collect();
        set.insert(HumanBone::RightLittleDistal);
        assert_eq!(set.iter().collect::<Vec<_>>(), [HumanBone::Hips, HumanBone::Jaw, HumanBone::RightLittleDistal]);
        set.remove(HumanBone::Jaw);
        assert_eq!((set.len(), set.contains(HumanBone::Jaw)), (2, false));
        assert_eq!(BoneSet::ALL.len(), 55);
    }
}
