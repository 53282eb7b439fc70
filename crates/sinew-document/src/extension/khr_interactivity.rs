//! `KHR_interactivity` (Khronos, release candidate of 2026): behaviour graphs.
//!
//! On the file as a whole: `extensions.KHR_interactivity.graphs`. Lists and maps are left unread here, so that an invalid entry is
//! reported at its own place and rejects its own graph alone.

use std::borrow::Cow;

use crate::json::Value;
use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_interactivity";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug)]
    pub struct RawInteractivity<'json> {
        /// The graphs.
        "graphs" => graphs: Value<'json>,
        /// The index of the graph that runs; 0 if absent.
        "graph" => graph: Option<Value<'json>>,
    }
}

object! {
    /// A behaviour graph.
    #[derive(Clone, Debug)]
    pub struct RawGraph<'json> {
        /// The name, for people.
        "name" => name: Option<Cow<'json, str>>,
        /// The types that indices refer to.
        "types" => types: Option<Value<'json>>,
        /// The variables.
        "variables" => variables: Option<Value<'json>>,
        /// The custom events.
        "events" => events: Option<Value<'json>>,
        /// The operations that nodes refer to.
        "declarations" => declarations: Option<Value<'json>>,
        /// The interactivity nodes.
        "nodes" => nodes: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `types`.
    #[derive(Clone, Debug)]
    pub struct RawType<'json> {
        /// Such as `float3`.
        "signature" => signature: Cow<'json, str>,
    }
}

object! {
    /// An entry of `variables`, or a value of an event.
    #[derive(Clone, Debug)]
    pub struct RawVariable<'json> {
        /// The name, for people.
        "name" => name: Option<Cow<'json, str>>,
        /// The name in files from before the release candidate.
        "id" => id: Option<Cow<'json, str>>,
        /// An index of `types`.
        "type" => value_type: Value<'json>,
        /// The value at the start; the default of the type if absent.
        "value" => value: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `events`.
    #[derive(Clone, Debug)]
    pub struct RawEvent<'json> {
        /// The name, for people.
        "name" => name: Option<Cow<'json, str>>,
        /// What an application knows it by; internal to the graph if absent.
        "id" => id: Option<Cow<'json, str>>,
        /// Its value sockets by their ids: [`RawVariable`].
        "values" => values: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `declarations`.
    #[derive(Clone, Debug)]
    pub struct RawDeclaration<'json> {
        /// The operation, such as `math/add`.
        "op" => op: Cow<'json, str>,
        /// The extension that defines the operation; `KHR_interactivity` itself if absent.
        "extension" => extension: Option<Cow<'json, str>>,
        /// The input value sockets of an operation of another extension, by their ids: [`RawSocketType`].
        "inputValueSockets" => input_value_sockets: Option<Value<'json>>,
        /// The output value sockets of an operation of another extension.
        "outputValueSockets" => output_value_sockets: Option<Value<'json>>,
    }
}

object! {
    /// A value socket of a declaration.
    #[derive(Clone, Copy, Debug)]
    pub struct RawSocketType<'json> {
        /// An index of `types`.
        "type" => value_type: Value<'json>,
    }
}

object! {
    /// An entry of `nodes`.
    #[derive(Clone, Debug)]
    pub struct RawNode<'json> {
        /// The name, for people.
        "name" => name: Option<Cow<'json, str>>,
        /// An index of `declarations`.
        "declaration" => declaration: Value<'json>,
        /// Settings of the operation by their names: [`RawSetting`].
        "configuration" => configuration: Option<Value<'json>>,
        /// The input value sockets by their ids: [`RawInput`].
        "values" => values: Option<Value<'json>>,
        /// The output flow sockets by their ids: [`RawFlow`].
        "flows" => flows: Option<Value<'json>>,
    }
}

object! {
    /// A property of a node's configuration.
    #[derive(Clone, Copy, Debug)]
    pub struct RawSetting<'json> {
        /// An array of what the operation expects.
        "value" => value: Value<'json>,
    }
}

object! {
    /// Where an input value socket takes its value from.
    #[derive(Clone, Debug)]
    pub struct RawInput<'json> {
        /// A constant.
        "value" => value: Option<Value<'json>>,
        /// An index of `types`.
        "type" => value_type: Option<Value<'json>>,
        /// The node whose output it is.
        "node" => node: Option<Value<'json>>,
        /// The output value socket of that node.
        "socket" => socket: Option<Cow<'json, str>>,
    }
}

object! {
    /// What an output flow socket activates.
    #[derive(Clone, Debug)]
    pub struct RawFlow<'json> {
        /// The node.
        "node" => node: Value<'json>,
        /// The input flow socket of that node.
        "socket" => socket: Option<Cow<'json, str>>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    #[test]
    fn a_flow_without_a_node_is_unusable_and_one_without_a_socket_is_not() {
        let read = |text: &str| {
            let json = Json::parse(text.to_owned(), 8).unwrap();
            let mut diagnostics = Diagnostics::new();
            (RawFlow::from_json(json.root(), &mut diagnostics).is_some(), diagnostics.as_slice().len())
        };
        assert_eq!([read(r#"{"node": 1}"#), read(r#"{"socket": "in"}"#)], [(true, 0), (false, 1)]);
    }
}
