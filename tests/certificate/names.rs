//! Ledgers in other words: the checker reads them with the same meaning.

use super::*;

const CLAIMS: &str = r#"
format = "dpcert/1"
[scope]
unit = "example"
adjacency = "add-remove"

[[ledger]]
id = "noise"
mechanism = "gaussian"
noise_multiplier = "2"

[[ledger]]
id = "pure"
mechanism = "approx-dp"
epsilon = "ln(3)"
delta = "0"
count = 2

[[ledger]]
id = "training"
mechanism = "approx-dp"
eps = "ln(3)"
delta = "0"
epochs = "3/2"
sampling = { method = "poisson", batch = 2, n = 3 }

[[claim]]
id = "noise"
over = ["noise"]
rho = {}
equals = "1/8"

[[claim]]
id = "pure"
over = ["pure"]
delta = { epsilon = "0" }
equals = "1/2"

[[claim]]
id = "training"
over = ["training"]
delta = { eps = "2" }
at-most = "1/10"
"#;

#[test]
fn other_names_are_certified() {
    let folder = scratch("names");
    fs::write(folder.join("names.toml"), CLAIMS).unwrap();
    let certified = dpcert(&["certify", "names.toml", "-o", "names"], &folder);
    assert_eq!((certified.code, certified.stderr.as_str()), (Some(0), ""), "{}", certified.stdout);
    let written = files(&folder.join("names"));
    assert_eq!(written.len(), 3);
    let file = |text: &str| dpcert_checker::ClaimFile { name: "names.toml".to_owned(), text: text.to_owned() };
    for (name, text) in &written {
        assert_eq!(dpcert_checker::check(text, Some(&file(CLAIMS))).code(), 0, "{name}");
        // A certificate is about the number of steps that its epochs are.
        if name.contains("training") {
            let fewer = CLAIMS.replace("epochs = \"3/2\"", "epochs = \"1/2\"");
            assert_ne!(dpcert_checker::check(text, Some(&file(&fewer))).code(), 0);
        }
    }
    fs::remove_dir_all(folder).unwrap();
}
