//! `sinew view`: shows a file in the browser, from a server on localhost.

mod browser;
mod connections;
mod export;
mod page;
mod request;
mod response;
mod served;

use std::io::Read as _;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use sinew_document::Folder;

use self::page::Page;
use self::served::Served;
use crate::failure::{Failure, explain_io};
use crate::inputs;
use crate::output::{self, Output, Outputs};
use crate::stdin::is_stdin;
use crate::terminal::Terminal;

const EXAMPLES: &str = "\
Examples:
  sinew view                           the viewer with its own demos
  sinew view robot.glb                 a file in it
  sinew view robot.glb --no-open       only print the address
  sinew view --page dist robot.glb     with a page that was built elsewhere
  sinew view robot.glb --export robot.html   one page with the viewer and the file inside

The page and the file are served to this machine alone, until Ctrl-C; of the file's folder,
only the buffers and images that the file names. The page is inside the program, or in the
folder that --page or SINEW_VIEWER names; `cargo xtask page` builds it.";

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

    /// Write one page with the viewer and the file inside, and serve nothing.
    #[arg(long, value_name = "OUT", requires = "file", conflicts_with_all = ["page", "port", "no_open"])]
    export: Option<PathBuf>,

    /// Overwrite an existing page.
    #[arg(long, short, requires = "export")]
    force: bool,
}

pub(crate) fn run(arguments: &Arguments, terminal: &Terminal) -> Result<(), Failure> {
    if let Some(file) = &arguments.file {
        if is_stdin(file) {
            return Err(Failure::usage(
                "the page reads the file repeatedly, and standard input can be read once — name a file",
            ));
        }
        readable(file)?;
        if let Some(out) = &arguments.export {
            return write_export(file, out, arguments.force, terminal);
        }
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
    connections::serve(&listener, &served, address.port());
    Ok(())
}

fn write_export(file: &Path, out: &Path, force: bool, terminal: &Terminal) -> Result<(), Failure> {
    inputs::note(file);
    output::claim(out, false, terminal)?;
    let text = export::whole(file)?;
    let written = Outputs::new(force).write(out, text.as_bytes())?;
    Output::finish(vec![written])
}

/// Fails if the file cannot be read, before a browser opens.
fn readable(file: &Path) -> Result<(), Failure> {
    let mut first = [0];
    let read = std::fs::File::open(file).and_then(|mut file| file.read(&mut first));
    read.map(drop).map_err(|error| Failure::file(file, explain_io(&error)))
}

/// The built page: the one that is named, the one inside the program, or one beside it.
fn page(named: Option<&Path>) -> Result<Page, Failure> {
    let is_page = |folder: &Path| folder.join("index.html").is_file();
    let variable = std::env::var_os("SINEW_VIEWER").map(PathBuf::from);
    if let Some(folder) = named.map(Path::to_owned).or(variable) {
        let message = "has no index.html — name the folder of a built page";
        return if is_page(&folder) {
            Ok(Page::Folder(Folder::new(folder)))
        } else {
            Err(Failure::file(&folder, message))
        };
    }
    if let Some(packed) = Page::packed() {
        return Ok(packed);
    }
    let program = std::env::current_exe().ok().and_then(|path| path.canonicalize().ok());
    let beside = program.iter().flat_map(|program| {
        program
            .ancestors()
            .skip(1)
            .flat_map(|folder| ["viewer", "share/sinew/viewer", "web/viewer/dist"].map(|place| folder.join(place)))
    });
    beside.into_iter().find(|folder| is_page(folder)).map(|folder| Page::Folder(Folder::new(folder))).ok_or_else(|| {
        Failure::usage(
            "the viewer's page has not been built — run `cargo xtask view`, or name its folder with --page or SINEW_VIEWER",
        )
    })
}
