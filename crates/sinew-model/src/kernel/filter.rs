//! Collision filtering (`KHR_physics_rigid_bodies`, Collision Filtering).

/// A collision filter. The default belongs to no system and collides with everything, like a collider without a filter.
///
/// A system is any type that can be compared: the file's names, or their ids.
#[derive(Clone, Copy, Debug)]
pub struct Filter<'a, System> {
    /// The collision systems of its owner.
    pub systems: &'a [System],
    /// The only systems that it collides with; `None` for all.
    pub collide_with: Option<&'a [System]>,
    /// The systems that it does not collide with.
    pub not_collide_with: &'a [System],
}

impl<System> Default for Filter<'_, System> {
    fn default() -> Self {
        Self { systems: &[], collide_with: None, not_collide_with: &[] }
    }
}

/// How the systems of one filter match the lists of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One common system is enough. The sample of the text's authors, a ground in two systems and boxes that list one of
    /// them, requires this.
    #[default]
    SharesOne,
    /// As the text writes it, with ⊆ and ⊄: all systems have to be in the list. A filter without systems matches
    /// every `collideWithSystems` and no `notCollideWithSystems`.
    Subset,
}

/// Whether a filter allows its owner to collide with the owner of another.
pub fn admits<System: PartialEq>(this: &Filter<'_, System>, other: &Filter<'_, System>, rule: Rule) -> bool {
    let is_in = |list: &[System]| match rule {
        Rule::SharesOne => other.systems.iter().any(|system| list.contains(system)),
        Rule::Subset => other.systems.iter().all(|system| list.contains(system)),
    };
    let is_wanted = this.collide_with.is_none_or(is_in);
    let is_kept_out = !other.systems.is_empty() && is_in(this.not_collide_with);
    is_wanted && !is_kept_out
}

/// Whether the owners of two filters collide: each must admit the other.
pub fn collide<System: PartialEq>(a: &Filter<'_, System>, b: &Filter<'_, System>, rule: Rule) -> bool {
    admits(a, b, rule) && admits(b, a, rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Names = Filter<'static, &'static str>;

    const ANY: Names = Filter { systems: &[], collide_with: None, not_collide_with: &[] };
    const RULES: [Rule; 2] = [Rule::SharesOne, Rule::Subset];

    #[test]
    fn what_has_no_filter_meets_what_has_none() {
        for rule in RULES {
            assert!(collide(&ANY, &ANY, rule));
        }
    }

    #[test]
    fn what_is_kept_out_is_kept_out_in_both_directions() {
        let ghost = Names { systems: &["ghost"], ..ANY };
        let wall = Names { systems: &["wall"], not_collide_with: &["ghost"], ..ANY };
        for rule in RULES {
            assert!(!collide(&ghost, &wall, rule) && !collide(&wall, &ghost, rule));
            // The ghost itself has nothing against the wall: the states differ, and no collision wins.
            assert!(admits(&ghost, &wall, rule) && !admits(&wall, &ghost, rule));
            assert!(collide(&wall, &wall, rule));
        }
    }

    #[test]
    fn only_what_is_named_is_met() {
        let character = Names { systems: &["character"], collide_with: Some(&["landscape", "debris"]), ..ANY };
        let debris = Names { systems: &["debris"], ..ANY };
        for rule in RULES {
            assert!(collide(&character, &debris, rule));
            assert!(!collide(&character, &character, rule));
        }
    }

    /// A ground in two systems, and boxes that name one of them each: boxes rest on the ground in the sample, and would
    /// fall through it if all systems of the ground had to be named.
    #[test]
    fn one_system_in_common_is_enough_unless_the_subset_is_asked_for() {
        let ground = Names { systems: &["a", "b"], ..ANY };
        let cube = Names { systems: &["a"], collide_with: Some(&["a"]), ..ANY };
        assert!(collide(&ground, &cube, Rule::SharesOne));
        assert!(!collide(&ground, &cube, Rule::Subset));
        // And kept out by one of two: by the text's ⊄, the ground is not.
        let shy = Names { systems: &["c"], not_collide_with: &["a"], ..ANY };
        assert!(!collide(&ground, &shy, Rule::SharesOne));
        assert!(collide(&ground, &shy, Rule::Subset));
    }

    #[test]
    fn what_belongs_to_nothing_is_not_kept_out_and_not_named() {
        let picky = Names { systems: &["x"], collide_with: Some(&["x"]), ..ANY };
        let shy = Names { systems: &["y"], not_collide_with: &["x"], ..ANY };
        assert!(!collide(&picky, &ANY, Rule::SharesOne) && collide(&picky, &ANY, Rule::Subset));
        for rule in RULES {
            assert!(collide(&shy, &ANY, rule));
        }
        let lonely = Names { collide_with: Some(&[]), ..ANY };
        assert!(!collide(&lonely, &picky, Rule::SharesOne) && !collide(&lonely, &picky, Rule::Subset));
    }
}
