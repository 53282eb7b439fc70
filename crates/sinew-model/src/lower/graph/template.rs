//! Templates: pointers with parameters in brackets, and messages with parameters in braces.

/// A part of the path of a pointer template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    /// A literal name, without escapes.
    Literal(String),
    /// `[id]`: the value of an integer input.
    Int(String),
    /// `{id}`: the value of a reference input.
    Ref(String),
}

/// Whether a string is a JSON pointer (RFC 6901).
pub(super) fn is_json_pointer(text: &str) -> bool {
    let is_escaped = |text: &str| text.split('~').skip(1).all(|behind| behind.starts_with(['0', '1']));
    (text.is_empty() || text.starts_with('/')) && is_escaped(text)
}

/// The path of a pointer template (section "JSON Pointer Template Parsing"), or what is wrong with it.
pub(super) fn parse_pointer(template: &str) -> Result<Vec<Segment>, String> {
    if !is_json_pointer(template) {
        return Err(format!("\"{template}\" is not a JSON pointer"));
    }
    let mut segments = Vec::new();
    let mut ids: Vec<String> = Vec::new();
    for text in template.split('/').skip(1) {
        let parameter = parameter(text)?;
        if let Some(Segment::Int(id) | Segment::Ref(id)) = &parameter {
            if ids.contains(id) {
                return Err(format!("the parameter \"{id}\" occurs twice"));
            }
            ids.push(id.clone());
        }
        segments.push(match parameter {
            Some(parameter) => parameter,
            None => Segment::Literal(literal(text)?),
        });
    }
    Ok(segments)
}

/// The parameter that a part of a path is; `None` for a literal.
fn parameter(text: &str) -> Result<Option<Segment>, String> {
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    let close = match (first, second) {
        (Some('['), second) if second != Some('[') => ']',
        (Some('{'), second) if second != Some('{') => '}',
        _ => return Ok(None),
    };
    let inside = text[1..].strip_suffix(close).ok_or_else(|| format!("\"{text}\" does not end with `{close}`"))?;
    if inside.is_empty() {
        return Err(format!("\"{text}\" names no parameter"));
    }
    if inside.contains(['[', ']', '{', '}']) {
        return Err(format!("\"{text}\" has a bracket inside a parameter"));
    }
    let id = unescape(inside);
    Ok(Some(if close == ']' { Segment::Int(id) } else { Segment::Ref(id) }))
}

/// A literal with single brackets for double ones.
fn literal(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        plain.push(character);
        if "[]{}".contains(character) && characters.next_if_eq(&character).is_none() {
            return Err(format!("\"{text}\" has a single `{character}`; a literal one is written twice"));
        }
    }
    Ok(unescape(&plain))
}

fn unescape(text: &str) -> String {
    text.replace("~1", "/").replace("~0", "~")
}

/// A part of a message template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MessageSegment {
    /// Text, with single braces for double ones.
    Text(String),
    /// The id of an input.
    Input(String),
}

/// The parts of a message (section "Log"); `None` for one that is not valid.
pub(super) fn parse_message(message: &str) -> Option<Vec<MessageSegment>> {
    enum State {
        Text,
        Open,
        Parameter,
        Close,
    }
    let (mut state, mut text, mut parts) = (State::Text, String::new(), Vec::new());
    for character in message.chars() {
        state = match (character, state) {
            ('{', State::Text) => State::Open,
            ('{', State::Open) => {
                text.push('{');
                State::Text
            }
            ('}', State::Text) => State::Close,
            ('}', State::Close) => {
                text.push('}');
                State::Text
            }
            ('}', State::Parameter) => {
                parts.push(MessageSegment::Input(std::mem::take(&mut text)));
                State::Text
            }
            ('{' | '}', _) | (_, State::Close) => return None,
            (other, State::Open) => {
                if !text.is_empty() {
                    parts.push(MessageSegment::Text(std::mem::take(&mut text)));
                }
                text.push(other);
                State::Parameter
            }
            (other, state) => {
                text.push(other);
                state
            }
        };
    }
    if !matches!(state, State::Text) {
        return None;
    }
    if !text.is_empty() {
        parts.push(MessageSegment::Text(text));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the text.
    #[test]
    fn templates_of_the_text_are_valid_and_invalid_as_it_says() {
        let valid = [
            "/myProperty",
            "/nodes/0/scale",
            "/nodes/[index]/scale",
            "/nodes/{index}/scale",
            "/nodes/[index]/extras/{{index}}",
            "/nodes/{index}/extras/[[index]]",
            "/nodes/{~0~0index~0~0}/rotation",
            "/nodes/[my~1index]/scale",
        ];
        for template in valid {
            assert!(parse_pointer(template).is_ok(), "{template}");
        }
        let invalid = [
            "nodes/0/scale",
            "/nodes/{index}/extras/~2",
            "/nodes/[index]/weights/[index]",
            "/nodes/{index}/weights/[index]",
            "/nodes/[/scale",
            "/nodes/{/scale",
            "/nodes/[]/scale",
            "/nodes/{}/scale",
            "/nodes/[index/scale",
            "/nodes/{index/scale",
            "/nodes/[i[ndex]/scale",
            "/nodes/[i{ndex]/scale",
            "/nodes/{i[ndex}/scale",
            "/nodes/{i{ndex}/scale",
            "/nodes/[i]ndex]/scale",
            "/nodes/[i}ndex]/scale",
            "/nodes/{i]ndex}/scale",
            "/nodes/{i}ndex}/scale",
            "/nodes/0/extras/[[i[ndex]]",
            "/nodes/0/extras/{{i{ndex}}",
            "/nodes/0/extras/[[index]",
            "/nodes/0/extras/{{index}",
        ];
        for template in invalid {
            assert!(parse_pointer(template).is_err(), "{template}");
        }
    }

    #[test]
    fn parameters_lose_their_escapes_and_literals_their_second_bracket() {
        let segments = parse_pointer("/nodes/[my~1index]/extras/{{index}}").unwrap();
        let literal = |text: &str| Segment::Literal(text.to_owned());
        let expected = [literal("nodes"), Segment::Int("my/index".to_owned()), literal("extras"), literal("{index}")];
        assert_eq!(segments, expected);
        assert_eq!(parse_pointer("/a/{~01}").unwrap()[1], Segment::Ref("~1".to_owned()));
    }

    #[test]
    fn messages_have_parameters_in_single_braces() {
        let text = |text: &str| MessageSegment::Text(text.to_owned());
        let input = |id: &str| MessageSegment::Input(id.to_owned());
        assert_eq!(parse_message("a {b} {{c}}{d}"), Some(vec![text("a "), input("b"), text(" {c}"), input("d")]));
        assert_eq!(parse_message(""), Some(Vec::new()));
        for wrong in ["{", "}", "{}", "{a", "a}", "{a{b}", "}a{"] {
            assert_eq!(parse_message(wrong), None, "{wrong}");
        }
    }
}
