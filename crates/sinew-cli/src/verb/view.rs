//! `sinew view`: shows a file in the browser, from a server on localhost.

mod browser;
mod request;
mod response;
mod served;

use std::io::{BufReader, Read as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;

use self::request::Request;
use self::response::Response;
use self::served::Served;
use crate::failure::{Failure, explain_io};
use crate::stdin::is_stdin;
use crate::terminal::Terminal;

/// The maximum number of connections at a time; a browser opens six.
const MAX_CONNECTIONS: usize = 32;

/// The timeout of a connection.
const PATIENCE: Duration = Duration::from_secs(10);

const EXAMPLES: &str = "\
Examples:
  sinew view                           the viewer with its own demos
  sinew view robot.glb                 a file in it
  sinew view robot.glb --no-open       only print the address
  sinew view --page dist robot.glb     with a page that was built elsewhere

The page and the file are served to this machine alone, until Ctrl-C; of the file's folder,
only the buffers and images that the file names. The page is found beside the program, in
the folder that SINEW_VIEWER names, or given with --page; `cargo xtask view` builds it first.";

/// Show a running file in the browser
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to show; the page's own demos if none is named.
    file: Option<PathBuf>,

    /// The folder of the built page.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    /// The port to listen on; a free one if not given.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,

    /// Print the address and open no browser.
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if let Some(file) = &arguments.file {
        if is_stdin(file) {
            return Err(Failure::usage(
                "the page reads the file repeatedly, and standard input can be read once — name a file",
            ));
        }
        readable(file)?;
    }
    let served = Arc::new(Served::new(page(arguments.page.as_deref())?, arguments.file.clone()));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, arguments.port))
        .map_err(|error| Failure::usage(format!("port {} of 127.0.0.1: {error}", arguments.port)))?;
    let address = listener.local_addr().map_err(|error| Failure::usage(error.to_string()))?;
    let url = format!("http://{address}/{}", served.query());
    terminal.print(&format!("{url}\n"))?;
    terminal.note("the viewer is served there until Ctrl-C");
    if !arguments.no_open
        && let Err(why) = browser::open(&url)
    {
        terminal.note(&format!("no browser could be opened ({why}) — open that address yourself"));
    }
    serve(&listener, &served, address.port());
    Ok(())
}

/// Fails if the file cannot be read, before a browser opens.
fn readable(file: &Path) -> Result<(), Failure> {
    let mut first = [0];
    let read = std::fs::File::open(file).and_then(|mut file| file.read(&mut first));
    read.map(drop).map_err(|error| Failure::file(file, explain_io(&error)))
}

/// The folder that holds the built page.
fn page(named: Option<&Path>) -> Result<PathBuf, Failure> {
    let is_page = |folder: &Path| folder.join("index.html").is_file();
    let variable = std::env::var_os("SINEW_VIEWER").map(PathBuf::from);
    if let Some(folder) = named.map(Path::to_owned).or(variable) {
        let message = "has no index.html — name the folder of a built page";
        return if is_page(&folder) { Ok(folder) } else { Err(Failure::file(&folder, message)) };
    }
    let program = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let beside = program.iter().flat_map(|program| {
        program
            .ancestors()
            .skip(1)
            .flat_map(|folder| ["viewer", "share/sinew/viewer", "web/viewer/dist"].map(|place| folder.join(place)))
    });
    beside.into_iter().find(|folder| is_page(folder)).ok_or_else(|| {
        Failure::usage(
            "the viewer's page has not been built — run `cargo xtask view`, or name its folder with --page or SINEW_VIEWER",
        )
    })
}

/// Answers requests until the program ends.
fn serve(listener: &TcpListener, served: &Arc<Served>, port: u16) {
    let open = Arc::new(AtomicUsize::new(0));
    for connection in listener.incoming().flatten() {
        if open.load(Ordering::Acquire) >= MAX_CONNECTIONS {
            continue;
        }
        open.fetch_add(1, Ordering::AcqRel);
        let (served, counted) = (served.clone(), open.clone());
        let thread = std::thread::Builder::new().spawn(move || {
            // A closed connection is not an error.
            let _ = answer(connection, &served, port);
            counted.fetch_sub(1, Ordering::AcqRel);
        });
        if thread.is_err() {
            open.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

fn answer(connection: TcpStream, served: &Served, port: u16) -> std::io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(connection);
    let response = match Request::read(&mut reader, port) {
        Ok(request) => served.answer(&request),
        Err(refusal) => Response::refusal(refusal),
    };
    response.write(reader.get_mut())
}
