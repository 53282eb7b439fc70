//! `KHR_animation_pointer`: properties that animations animate.
