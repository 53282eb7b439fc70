mod assets;
mod chain;
mod rig;
mod shaken;
