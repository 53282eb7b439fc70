//! The moments of shapes with analytic dimensions, in closed form.

use std::f64::consts::PI;

use glam::{DMat3, DVec3, Vec3};

use super::moments::Moments;

pub(super) fn cuboid(size: Vec3) -> Moments {
    let size = size.as_dvec3();
    let volume = size.x * size.y * size.z;
    centered(volume, DMat3::from_diagonal(size * size * (volume / 12.0)))
}

pub(super) fn ball(radius: f32) -> Moments {
    let radius = f64::from(radius);
    let volume = 4.0 / 3.0 * PI * radius.powi(3);
    centered(volume, DMat3::from_diagonal(DVec3::splat(volume * radius * radius / 5.0)))
}

/// The convex hull of two discs at ∓`height`/2 along Y.
pub(super) fn cylinder(height: f32, radius_bottom: f32, radius_top: f32) -> Moments {
    let (height, bottom, top) = (f64::from(height), f64::from(radius_bottom), f64::from(radius_top));
    let mut moments = Moments::NONE;
    let radius = |y: f64| bottom + (top - bottom) * (y / height + 0.5);
    if height > 0.0 {
        add_revolution(&mut moments, -height / 2.0, height / 2.0, |y| radius(y).powi(2));
    }
    moments
}

/// The convex hull of two spheres at ∓`height`/2 along Y: two spherical segments, and a conical frustum tangent to
/// both.
pub(super) fn capsule(height: f32, radius_bottom: f32, radius_top: f32) -> Moments {
    let (height, bottom, top) = (f64::from(height), f64::from(radius_bottom), f64::from(radius_top));
    let mut moments = Moments::NONE;
    let (low, high) = (-height / 2.0, height / 2.0);
    let ball = |center: f64, radius: f64| move |y: f64| radius.powi(2) - (y - center).powi(2);
    if (bottom - top).abs() >= height {
        // One sphere contains the other.
        let (center, radius) = if bottom >= top { (low, bottom) } else { (high, top) };
        add_revolution(&mut moments, center - radius, center + radius, ball(center, radius));
        return moments;
    }
    // The sine of the slope of the line tangent to both circles.
    let sine = (bottom - top) / height;
    let cosine = (1.0 - sine * sine).sqrt();
    let (from, to) = (low + bottom * sine, high + top * sine);
    let (radius_from, radius_to) = (bottom * cosine, top * cosine);
    let side = |y: f64| (radius_from + (radius_to - radius_from) * (y - from) / (to - from)).powi(2);
    add_revolution(&mut moments, low - bottom, from, ball(low, bottom));
    add_revolution(&mut moments, from, to, side);
    add_revolution(&mut moments, to, high + top, ball(high, top));
    moments
}

fn centered(volume: f64, second: DMat3) -> Moments {
    Moments { volume, first: DVec3::ZERO, second }
}

/// Adds the moments of a solid of revolution about Y between two heights. `squared` is the square of the radius at a
/// height: a polynomial of degree 2, so every integrand is of degree 4 at most, which Gauss's three-point rule
/// integrates exactly.
fn add_revolution(moments: &mut Moments, from: f64, to: f64, squared: impl Fn(f64) -> f64) {
    let node = (0.6_f64).sqrt();
    let half = (to - from) / 2.0;
    for (abscissa, weight) in [(-node, 5.0 / 9.0), (0.0, 8.0 / 9.0), (node, 5.0 / 9.0)] {
        let y = from + half * (1.0 + abscissa);
        let square = squared(y).max(0.0);
        let area = PI * square * weight * half;
        moments.volume += area;
        moments.first.y += area * y;
        // ∫ x² over a disc of radius r is π r⁴/4.
        moments.second.x_axis.x += area * square / 4.0;
        moments.second.y_axis.y += area * y * y;
        moments.second.z_axis.z += area * square / 4.0;
    }
}
