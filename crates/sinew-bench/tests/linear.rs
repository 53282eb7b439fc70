//! Twice the nodes, constraints, avatars or bytes take twice the instructions, not more.

use std::path::Path;

use sinew_bench::instructions::{LINEAR, WORKLOADS, count, is_available};

#[test]
fn cost_grows_with_the_work_and_not_faster() {
    if !is_available() {
        eprintln!("skipped: no callgrind (install valgrind)");
        return;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_sinew-bench"));
    for workload in WORKLOADS {
        let [once, twice] =
            [workload.size, workload.size * 2].map(|size| count(program, workload.name, size).expect("it is counted"));
        let growth = twice as f64 / once as f64;
        assert!(growth <= LINEAR, "{}: {once} and {twice} instructions, {growth:.3} times", workload.name);
    }
}
