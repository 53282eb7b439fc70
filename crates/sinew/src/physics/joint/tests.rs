mod rig;
mod shaken;
