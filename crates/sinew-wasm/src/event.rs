//! The events of the last steps, as JSON.

use serde::Serialize;
use sinew_tools::simulation::kind_name;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;
use crate::names::NamedNode;
use crate::world::RawWorld;

/// An event, as `index.d.ts` has it.
#[derive(Serialize)]
struct NamedEvent {
    time: f64,
    kind: &'static str,
    a: NamedNode,
    b: NamedNode,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<NamedContact>,
}

/// Where and how hard two colliders met.
#[derive(Serialize)]
struct NamedContact {
    point: [f32; 3],
    normal: [f32; 3],
    impulse: f32,
}

#[wasm_bindgen]
impl RawWorld {
    /// The events of the last step, or of the steps of the last advance, as JSON.
    pub fn events(&self) -> String {
        let named = self.world.events().iter().filter_map(|event| {
            let (a, b) = (self.instances.names.of(event.a)?, self.instances.names.of(event.b)?);
            let contact = event.contact.map(|contact| NamedContact {
                point: contact.point.into(),
                normal: contact.normal.into(),
                impulse: contact.impulse,
            });
            Some(NamedEvent { time: event.time, kind: kind_name(event.kind), a, b, contact })
        });
        json::write(&named.collect::<Vec<_>>())
    }

    /// The nodes of the bodies that became non-finite and were stopped, as JSON.
    pub fn stopped(&self) -> String {
        let named = self.world.stopped().iter().filter_map(|node| self.instances.names.of(*node));
        json::write(&named.collect::<Vec<_>>())
    }
}
