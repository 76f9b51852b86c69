//! What long commands say where there is no terminal.

use super::*;

/// One line on standard error after ten seconds, whatever the command.
#[test]
fn long_work_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    // Many minutes of arithmetic, and little memory.
    let limits = ["--max-work", "1e18", "--max-precision", "4000000"];
    let claims = "format = \"dpcert/1\"\n[scope]\nunit = \"r\"\nadjacency = \"add-remove\"\n[[ledger]]\nid = \"a\"\n\
                  mechanism = \"gaussian\"\nsigma = \"1\"\n[[claim]]\nid = \"c\"\nover = [\"*\"]\ndelta = { eps = \"1\" }\n\
                  at-most = \"1\"\n";
    std::fs::write(folder.path().join("claims.toml"), claims).unwrap();
    let commands = [
        ["delta", "gaussian(sigma=1)", "--at", "1", "--digits", "60000"].as_slice(),
        &["check", "claims.toml", "--digits", "60000"],
        &[
            "calibrate",
            "poisson(1/100, gaussian(sigma=?))^1000",
            "--eps",
            "1",
            "--delta",
            "1e-6",
            "--digits",
            "9",
        ],
        &["vectors", "--output", "vectors"],
    ];
    let running: Vec<Child> = commands
        .map(|arguments| {
            let mut command = dpcert(&[arguments, &limits].concat());
            command
                .current_dir(folder.path())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        })
        .into();
    for (mut child, arguments) in running.into_iter().zip(commands) {
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(
            line.starts_with("dpcert: computing: ") && line.ends_with('\n'),
            "{arguments:?}: {line:?}"
        );
        assert!(line.contains(" s so far") || line.contains(" left"), "{arguments:?}: {line:?}");
    }
}
