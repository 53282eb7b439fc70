//! Which materials need the hook.

use proptest::prelude::*;

use super::*;

const POLICIES: [Option<Combine>; 5] =
    [None, Some(Combine::Average), Some(Combine::Minimum), Some(Combine::Maximum), Some(Combine::Multiply)];

fn material() -> impl Strategy<Value = Material> {
    let value = prop::sample::select(vec![0.0_f32, 0.25, 0.5, 0.8, 1.0]);
    let policy = || prop::sample::select(POLICIES.to_vec());
    (value.clone(), value.clone(), value, policy(), policy(), any::<bool>()).prop_map(
        |(still, slides, restitution, friction_combine, restitution_combine, same)| Material {
            static_friction: if same { slides } else { still },
            dynamic_friction: slides,
            restitution,
            friction_combine,
            restitution_combine,
        },
    )
}

proptest! {
    #[test]
    fn every_pair_that_the_engine_combines_differently_has_the_hook(materials in prop::collection::vec(material(), 1..12)) {
        let mut table = MaterialTable::new();
        let slots: Vec<MaterialSlot> = materials.iter().map(|material| table.add(material)).collect();
        table.update();
        for (a, first) in slots.iter().zip(&materials) {
            for (b, second) in slots.iter().zip(&materials) {
                let is_hooked = table.needs_hook(*a) || table.needs_hook(*b);
                prop_assert!(is_hooked || engine_is_right(first, second), "{:?} {:?}", first, second);
            }
        }
    }
}

#[test]
fn materials_that_the_engine_combines_correctly_have_no_hook() {
    let mut table = MaterialTable::new();
    let slots = [0.2, 0.5, 0.9].map(|friction| {
        table.add(&Material { static_friction: friction, dynamic_friction: friction, ..Material::default() })
    });
    table.update();
    assert!(slots.iter().all(|slot| !table.needs_hook(*slot)));
    // Sliding otherwise than lying still is asked of one; the others need no hook for their pairs with it.
    let ice = table.add(&Material { static_friction: 0.1, dynamic_friction: 0.05, ..Material::default() });
    assert!(!table.update(), "the older ones have not changed");
    assert!(table.needs_hook(ice) && slots.iter().all(|slot| !table.needs_hook(*slot)));
}
