//! `data:` URIs (RFC 2397).

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::resources::percent_decode;

/// Exporters disagree about padding; reading takes both.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Whether a URI carries its own data.
pub(crate) fn is_data_uri(uri: &str) -> bool {
    uri.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// The bytes that a data URI carries, or what is wrong with it.
pub(crate) fn decode(uri: &str) -> Result<Vec<u8>, &'static str> {
    let (head, data) = uri.split_once(',').ok_or("the data URI has no comma")?;
    if !head.to_ascii_lowercase().ends_with(";base64") {
        return Ok(percent_decode(data).map_err(|_| "the data URI is not text")?.into_owned().into_bytes());
    }
    let data = percent_decode(data).map_err(|_| "the data URI is not base64")?;
    BASE64.decode(data.as_bytes()).map_err(|_| "the data URI is not base64")
}

/// A data URI for bytes.
pub(crate) fn encode(mime_type: &str, bytes: &[u8]) -> String {
    let mut uri = format!("data:{mime_type};base64,");
    BASE64.encode_string(bytes, &mut uri);
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_encoded_is_decoded() {
        for length in 0..10_u8 {
            let bytes: Vec<u8> = (0..length).collect();
            let uri = encode("application/octet-stream", &bytes);
            assert!(is_data_uri(&uri));
            assert_eq!(decode(&uri).unwrap(), bytes);
            assert_eq!(decode(uri.trim_end_matches('=')).unwrap(), bytes);
        }
    }

    #[test]
    fn reads_plain_data_and_says_what_is_wrong() {
        assert_eq!(decode("data:text/plain,a%20b").unwrap(), b"a b");
        assert!(decode("data:application/octet-stream;base64").is_err());
        assert!(decode("data:;base64,@@@@").is_err());
    }
}
