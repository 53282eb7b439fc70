//! `cargo xtask bench`: Sinew beside its peers, in one run, into `docs/benchmarks/`.
//!
//! `crates/sinew-bench/` measures and writes; here is what it needs: itself built as users build the library, and, where Node is,
//! the module for browsers and the packages that it is compared with.

use crate::step::{Step, answers, root};
use crate::{Failure, wasm, web};

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let is_without = ["--instructions", "--flames", "--without-node", "--workload"].into_iter().any(has);
    if !is_without && answers("node", &["--version"]) {
        // Before anything is measured: a build beside it would be measured too. A quick run takes whatever module is there.
        if !has("--quick") || !root().join("web/sinew/dist").is_dir() {
            wasm::run(&[])?;
        }
        web::install_if_changed()?;
    }
    Step::cargo("benchmarks", "run --release --package sinew-bench --").arguments(arguments).run()
}
