//! Writes small files with hostile sizes into a folder: `cargo run --example hostile -- FOLDER
//! FIRST COUNT`. The programs that measure them are `checker/tests/checker/hostile` and
//! `scripts/support/hostile.py`.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../tests/checker/hostile/files.rs"]
mod files;
#[path = "../tests/checker/hostile/values.rs"]
mod values;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, first, count] = arguments.as_slice() else {
        panic!("usage: hostile FOLDER FIRST COUNT")
    };
    let (first, count): (u64, u64) = (first.parse().unwrap(), count.parse().unwrap());
    for seed in first..first + count {
        let text = files::certificate(seed);
        assert!(text.len() <= files::MAX_SIZE, "{seed}");
        std::fs::write(std::path::Path::new(folder).join(format!("{seed}.json")), text).unwrap();
    }
}
