//! The names of each convention.

use sinew_model::model::HumanBone;

/// Names as returned by `plain`. `*` stands for `left` or `right`, `%` for `l` or `r`; bones are those of the left
/// side. Of several names for one bone the first one counts.
pub(super) struct Names {
    pub(super) body: &'static [(&'static str, HumanBone)],
    /// Thumb, index, middle, ring and little finger, each from the palm to the tip.
    pub(super) fingers: [[&'static str; 3]; 5],
}

const NO_FINGERS: [[&str; 3]; 5] = [[""; 3]; 5];

pub(super) const FINGER_BONES: [[HumanBone; 3]; 5] = [
    [HumanBone::LeftThumbMetacarpal, HumanBone::LeftThumbProximal, HumanBone::LeftThumbDistal],
    [HumanBone::LeftIndexProximal, HumanBone::LeftIndexIntermediate, HumanBone::LeftIndexDistal],
    [HumanBone::LeftMiddleProximal, HumanBone::LeftMiddleIntermediate, HumanBone::LeftMiddleDistal],
    [HumanBone::LeftRingProximal, HumanBone::LeftRingIntermediate, HumanBone::LeftRingDistal],
    [HumanBone::LeftLittleProximal, HumanBone::LeftLittleIntermediate, HumanBone::LeftLittleDistal],
];

pub(super) const MOTION_BUILDER: Names = Names {
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

pub(super) const CMU: Names = Names {
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

pub(super) const POSER: Names = Names {
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

pub(super) const BIOVISION: Names = Names {
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

pub(super) const BIPED: Names = Names {
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

pub(super) const UNREAL: Names = Names {
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

pub(super) const RIGIFY: Names = Names {
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

pub(super) const SMPL: Names = Names {
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

pub(super) const MVN: Names = Names {
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

pub(super) const ROKOKO: Names = Names {
    body: &[
        ("hips", HumanBone::Hips),
        ("spine1", HumanBone::Spine),
        ("spine2", HumanBone::Chest),
        // The last of the spine carries neck and shoulders.
        ("spine4", HumanBone::UpperChest),
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
    fingers: [
        ["*finger1metacarpal", "*finger1proximal", "*finger1distal"],
        ["*finger2proximal", "*finger2medial", "*finger2distal"],
        ["*finger3proximal", "*finger3medial", "*finger3distal"],
        ["*finger4proximal", "*finger4medial", "*finger4distal"],
        ["*finger5proximal", "*finger5medial", "*finger5distal"],
    ],
};

pub(super) const KHRONOS: Names = Names {
    body: &[
        ("torsojoint1", HumanBone::Hips),
        ("torsojoint2", HumanBone::Spine),
        ("torsojoint3", HumanBone::Chest),
        ("neckjoint1", HumanBone::Neck),
        ("neckjoint2", HumanBone::Head),
        ("legjoint%1", HumanBone::LeftUpperLeg),
        ("legjoint%2", HumanBone::LeftLowerLeg),
        ("legjoint%3", HumanBone::LeftFoot),
        ("legjoint%5", HumanBone::LeftToes),
        ("armjoint%1", HumanBone::LeftUpperArm),
        ("armjoint%2", HumanBone::LeftLowerArm),
        ("armjoint%3", HumanBone::LeftHand),
    ],
    fingers: NO_FINGERS,
};

pub(super) const VROID: Names = Names {
    body: &[
        ("jbipchips", HumanBone::Hips),
        ("jbipcspine", HumanBone::Spine),
        ("jbipcchest", HumanBone::Chest),
        ("jbipcupperchest", HumanBone::UpperChest),
        ("jbipcneck", HumanBone::Neck),
        ("jbipchead", HumanBone::Head),
        ("jadj%faceeye", HumanBone::LeftEye),
        ("jbip%upperleg", HumanBone::LeftUpperLeg),
        ("jbip%lowerleg", HumanBone::LeftLowerLeg),
        ("jbip%foot", HumanBone::LeftFoot),
        ("jbip%toebase", HumanBone::LeftToes),
        ("jbip%shoulder", HumanBone::LeftShoulder),
        ("jbip%upperarm", HumanBone::LeftUpperArm),
        ("jbip%lowerarm", HumanBone::LeftLowerArm),
        ("jbip%hand", HumanBone::LeftHand),
    ],
    fingers: [
        ["jbip%thumb1", "jbip%thumb2", "jbip%thumb3"],
        ["jbip%index1", "jbip%index2", "jbip%index3"],
        ["jbip%middle1", "jbip%middle2", "jbip%middle3"],
        ["jbip%ring1", "jbip%ring2", "jbip%ring3"],
        ["jbip%little1", "jbip%little2", "jbip%little3"],
    ],
};

/// The hip joints between root and femur, and the upper neck, are no human bones. The hand begins at the wrist, where a file has it.
pub(super) const ACCLAIM: Names = Names {
    body: &[
        ("root", HumanBone::Hips),
        ("hips", HumanBone::Hips),
        ("lowerback", HumanBone::Spine),
        ("upperback", HumanBone::Chest),
        ("thorax", HumanBone::UpperChest),
        ("lowerneck", HumanBone::Neck),
        ("head", HumanBone::Head),
        ("%femur", HumanBone::LeftUpperLeg),
        ("%tibia", HumanBone::LeftLowerLeg),
        ("%foot", HumanBone::LeftFoot),
        ("%toes", HumanBone::LeftToes),
        ("%clavicle", HumanBone::LeftShoulder),
        ("%humerus", HumanBone::LeftUpperArm),
        ("%radius", HumanBone::LeftLowerArm),
        ("%wrist", HumanBone::LeftHand),
        ("%hand", HumanBone::LeftHand),
        ("%thumb", HumanBone::LeftThumbMetacarpal),
        ("%fingers", HumanBone::LeftIndexProximal),
    ],
    fingers: NO_FINGERS,
};
