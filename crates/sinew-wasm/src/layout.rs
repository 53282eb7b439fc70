//! The layout of the numbers that JavaScript reads in bulk.
//!
//! A row is a struct with an array for each field. The order of the fields is written once: `row!` derives the writing of a row
//! from it, and the names and widths that [`layout`] exports.

use wasm_bindgen::prelude::wasm_bindgen;

/// Defines a row of numbers: `field as "name in JavaScript": width`.
macro_rules! row {
    ($(#[$doc:meta])* $row:ident of $number:ty {
        $first:ident as $first_name:literal: $first_width:literal,
        $($field:ident as $name:literal: $width:literal,)*
    }) => {
        $(#[$doc])*
        pub(crate) struct $row {
            pub(crate) $first: [$number; $first_width],
            $(pub(crate) $field: [$number; $width],)*
        }

        impl $row {
            /// The numbers of a row.
            pub(crate) const WIDTH: usize = $first_width $(+ $width)*;

            /// The names of the fields with their widths, in order: a JSON object.
            const FIELDS: &str = concat!("{\"", $first_name, "\":", $first_width, $(",\"", $name, "\":", $width,)* "}");

            /// Writes the fields one behind the other.
            pub(crate) fn write(&self, row: &mut [$number; Self::WIDTH]) {
                let (field, _rest) = row.split_at_mut($first_width);
                field.copy_from_slice(&self.$first);
                $(
                    let (field, _rest) = _rest.split_at_mut($width);
                    field.copy_from_slice(&self.$field);
                )*
            }
        }
    };
}

row! {
    /// The transform of a node, relative to its parent.
    LocalRow of f32 {
        translation as "translation": 3,
        rotation as "rotation": 4,
        scale as "scale": 3,
    }
}

row! {
    /// A matrix, column by column.
    MatrixRow of f32 {
        columns as "columns": 16,
    }
}

#[cfg(feature = "physics")]
row! {
    /// A body. Flags are 0 or 1.
    BodyRow of f32 {
        translation as "translation": 3,
        rotation as "rotation": 4,
        linear_velocity as "linearVelocity": 3,
        angular_velocity as "angularVelocity": 3,
        is_animated as "isAnimated": 1,
        is_sleeping as "isSleeping": 1,
    }
}

#[cfg(feature = "physics")]
row! {
    /// A point where two colliders touch. Instances and nodes are whole numbers, which need the width of a double.
    ContactRow of f64 {
        instance_a as "instanceA": 1,
        node_a as "nodeA": 1,
        instance_b as "instanceB": 1,
        node_b as "nodeB": 1,
        point as "point": 3,
        normal as "normal": 3,
        depth as "depth": 1,
        impulse as "impulse": 1,
    }
}

/// The layouts of all rows as JSON, by the name of the list that they are in: the names of the fields with their widths, in order.
#[wasm_bindgen]
pub fn layout() -> String {
    let lists = [
        ("locals", LocalRow::FIELDS),
        ("matrices", MatrixRow::FIELDS),
        ("virtualMatrices", MatrixRow::FIELDS),
        #[cfg(feature = "physics")]
        ("bodyValues", BodyRow::FIELDS),
        #[cfg(feature = "physics")]
        ("contacts", ContactRow::FIELDS),
    ];
    let entries = lists.map(|(list, fields)| ["\"", list, "\":", fields].concat());
    ["{", &entries.join(","), "}"].concat()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::json;

    #[test]
    fn a_row_is_written_in_the_order_of_its_fields() {
        let mut row = [0.0; LocalRow::WIDTH];
        LocalRow { translation: [1.0, 2.0, 3.0], rotation: [4.0, 5.0, 6.0, 7.0], scale: [8.0, 9.0, 10.0] }
            .write(&mut row);
        assert!(row.iter().zip(1..).all(|(number, at)| *number as i32 == at), "{row:?}");
        assert_eq!(LocalRow::FIELDS, r#"{"translation":3,"rotation":4,"scale":3}"#);
    }

    #[test]
    fn the_widths_of_the_fields_add_up_to_a_row() {
        let text = layout();
        let lists: BTreeMap<String, BTreeMap<String, usize>> = json::read(&text, "layout").unwrap();
        assert_eq!(lists["locals"].values().sum::<usize>(), LocalRow::WIDTH);
        assert_eq!(lists["matrices"].values().sum::<usize>(), MatrixRow::WIDTH);
        #[cfg(feature = "physics")]
        {
            assert_eq!(lists["bodyValues"].values().sum::<usize>(), BodyRow::WIDTH);
            assert_eq!(lists["contacts"].values().sum::<usize>(), ContactRow::WIDTH);
        }
    }
}
