//! Answers connections, so that no client can keep the others out.
//!
//! All clients have the address of this machine; what tells them apart is what they do. A connection has a deadline for its whole
//! request and one for its answer, however slowly bytes come, and when all places are taken the oldest that has not sent its request
//! gives its place up.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::request::{Refusal, Request};
use super::response::Response;
use super::served::Served;

/// The maximum number of connections at a time; a browser opens six.
const MAX_CONNECTIONS: usize = 32;

/// The time for a request to be whole, and for its answer to be taken.
const REQUEST: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(60);

/// The connections that are open: the number of each, whether its request is whole, and a handle to close it by.
#[derive(Default)]
struct Open {
    next: u64,
    entries: VecDeque<(u64, bool, TcpStream)>,
}

/// Answers requests until the program ends.
pub(super) fn serve(listener: &TcpListener, served: &Arc<Served>, port: u16) {
    let open = Arc::new(Mutex::new(Open::default()));
    for mut connection in listener.incoming().flatten() {
        let Some(number) = enter(&open, &connection) else {
            let _ = connection.set_write_timeout(Some(Duration::from_millis(100)));
            let _ = Response::refusal(Refusal::Busy).write(&mut connection);
            continue;
        };
        let (served, entered) = (served.clone(), open.clone());
        let thread = std::thread::Builder::new().spawn(move || {
            // A closed connection is not an error.
            let _ = answer(&connection, &served, port, || mark_whole(&entered, number));
            leave(&entered, number);
        });
        if thread.is_err() {
            leave(&open, number);
        }
    }
}

/// Takes a place for a connection, if need be that of the oldest whose request is not whole.
fn enter(open: &Mutex<Open>, connection: &TcpStream) -> Option<u64> {
    let handle = connection.try_clone().ok()?;
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    if open.entries.len() >= MAX_CONNECTIONS {
        let idle = open.entries.iter().position(|(_, is_whole, _)| !is_whole)?;
        let (_, _, idle) = open.entries.remove(idle)?;
        // Its thread wakes up and ends.
        let _ = idle.shutdown(Shutdown::Both);
    }
    open.next += 1;
    let number = open.next;
    open.entries.push_back((number, false, handle));
    Some(number)
}

fn mark_whole(open: &Mutex<Open>, number: u64) {
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(entry) = open.entries.iter_mut().find(|(known, ..)| *known == number) {
        entry.1 = true;
    }
}

fn leave(open: &Mutex<Open>, number: u64) {
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    open.entries.retain(|(known, ..)| *known != number);
}

fn answer(connection: &TcpStream, served: &Served, port: u16, mark_whole: impl FnOnce()) -> io::Result<()> {
    let mut reader = BufReader::new(Timed::new(connection, REQUEST));
    let response = match Request::read(&mut reader, port) {
        Ok(request) => {
            mark_whole();
            served.answer(&request)
        }
        Err(_) if reader.get_ref().is_late() => Response::refusal(Refusal::Slow),
        Err(refusal) => Response::refusal(refusal),
    };
    response.write(&mut Timed::new(connection, ANSWER))
}

/// A connection with a deadline for everything that is read or written: each call waits for what is left of it.
struct Timed<'a> {
    connection: &'a TcpStream,
    until: Instant,
}

impl<'a> Timed<'a> {
    fn new(connection: &'a TcpStream, time: Duration) -> Self {
        Self { connection, until: Instant::now() + time }
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.connection.set_read_timeout(Some(self.left()?))?;
        self.connection.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.connection.set_write_timeout(Some(self.left()?))?;
        self.connection.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.connection.flush()
    }
}
