//! The first lines of an HTTP request, as far as a page needs them.

use std::io::{BufRead, Read as _};

/// The maximum size of a request's head, bytes.
const MAX_BYTES: u64 = 16 << 10;

/// A request for a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// Percent-encoded, without the leading `/` and without the query.
    pub(super) path: String,
    /// Whether the method is HEAD.
    pub(super) is_head: bool,
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not HTTP.
    Malformed,
    /// Another method than GET and HEAD.
    Method,
    /// The host is not localhost: DNS rebinding.
    Host,
    /// Too many are being answered.
    Busy,
    /// It was not whole in time.
    Slow,
}

impl Request {
    /// Reads a request to a server on a port of this machine.
    ///
    /// # Errors
    /// It is not answered.
    pub(super) fn read(reader: &mut impl BufRead, port: u16) -> Result<Self, Refusal> {
        let mut lines = reader.take(MAX_BYTES).lines();
        let mut next = || lines.next().and_then(Result::ok).ok_or(Refusal::Malformed);
        let first = next()?;
        let mut words = first.split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(Refusal::Malformed);
        };
        let mut host = None;
        loop {
            let line = next()?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or(Refusal::Malformed)?;
            if name.eq_ignore_ascii_case("host") && host.replace(value.trim().to_owned()).is_some() {
                // Two readers could take one host each.
                return Err(Refusal::Malformed);
            }
        }
        if !version.starts_with("HTTP/1.") {
            return Err(Refusal::Malformed);
        }
        let here = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        if !host.is_some_and(|host| here.contains(&host)) {
            return Err(Refusal::Host);
        }
        if !matches!(method, "GET" | "HEAD") {
            return Err(Refusal::Method);
        }
        let path = target.strip_prefix('/').ok_or(Refusal::Malformed)?;
        let path = path.split(['?', '#']).next().unwrap_or_default();
        Ok(Self { path: path.to_owned(), is_head: method == "HEAD" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Request, Refusal> {
        Request::read(&mut text.as_bytes(), 8000)
    }

    #[test]
    fn the_path_is_read_without_its_query() {
        let request = read("GET /file/a%20b.glb?x=1 HTTP/1.1\r\nAccept: */*\r\nhost: 127.0.0.1:8000\r\n\r\n").unwrap();
        assert_eq!(request, Request { path: "file/a%20b.glb".to_owned(), is_head: false });
        assert!(read("HEAD / HTTP/1.0\nHost: localhost:8000\n\n").unwrap().is_head);
    }

    #[test]
    fn names_of_other_hosts_are_refused() {
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:80000", "localhost"] {
            assert_eq!(read(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), Err(Refusal::Host), "{host}");
        }
        assert_eq!(read("GET / HTTP/1.1\r\n\r\n"), Err(Refusal::Host));
        for second in ["localhost:8000", "evil.example"] {
            let twice = format!("GET / HTTP/1.1\r\nHost: localhost:8000\r\nHOST: {second}\r\n\r\n");
            assert_eq!(read(&twice), Err(Refusal::Malformed), "{second}");
        }
    }

    #[test]
    fn other_methods_and_what_is_no_http_are_refused() {
        assert_eq!(read("POST / HTTP/1.1\r\nHost: localhost:8000\r\n\r\n"), Err(Refusal::Method));
        for text in [
            "",
            "GET /\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost:8000\r\n",
            "GET x HTTP/1.1\r\nHost: localhost:8000\r\n\r\n",
        ] {
            assert_eq!(read(text), Err(Refusal::Malformed), "{text}");
        }
        // A head without an end is read no further than the limit.
        let long = format!("GET / HTTP/1.1\r\nx: {}", "y".repeat(1 << 20));
        assert_eq!(read(&long), Err(Refusal::Malformed));
    }
}
