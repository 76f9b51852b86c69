//! `dpcert plot`, as a user runs it.

use crate::check::command::{Folder, dpcert};
use std::fs;

#[test]
fn a_picture_is_made_in_every_form() {
    let folder = Folder::new("plot", &[("a.txt", "")]);
    for name in ["a.svg", "a.png", "a.html", "a.json", "a.csv"] {
        let (code, stdout, stderr) = dpcert(&folder, &["plot", "gdp(mu=1)", "laplace(eps=1)", "-o", name], "");
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, format!("{name}\n").as_str(), ""));
    }
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    let png = read("a.png");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    // Thrice 560 pixels wide, and not empty.
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 1680);
    assert!(png.len() > 20_000, "{}", png.len());
    // The scene is drawn again, to the byte.
    let (code, _, stderr) = dpcert(&folder, &["plot", "--scene", "a.json", "-o", "b.svg"], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(read("a.svg"), read("b.svg"));
}

/// The picture in the README is the one that the command next to it makes.
#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let folder = Folder::new("plot-readme", &[("a.txt", "")]);
    let readme = fs::read_to_string(crate::root().join("README.md")).unwrap();
    let command = "dpcert plot 'gaussian(sigma=1)^10' 'laplace(eps=1)^10' -o regions.svg\n";
    assert!(readme.contains(command) && readme.contains("(fixtures/pictures/regions.svg)"));
    let arguments = ["plot", "gaussian(sigma=1)^10", "laplace(eps=1)^10", "-o", "regions.svg"];
    assert_eq!(dpcert(&folder, &arguments, "").0, 0);
    let kept = fs::read_to_string(crate::root().join("fixtures/pictures/regions.svg")).unwrap();
    assert_eq!(fs::read_to_string(folder.0.join("regions.svg")).unwrap(), kept);
}

#[test]
fn a_terminal_shows_signs() {
    let folder = Folder::new("plot-terminal", &[("a.txt", "")]);
    let (code, stdout, stderr) = dpcert(&folder, &["plot", "gdp(mu=1)", "laplace(eps=3)", "--show", "trade-offs"], "");
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    for part in ["Trade-off functions", "type II error (beta)", "●", "○ laplace(eps=3)", "0.2", "engine malachite"]
    {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let (code, profile, _) = dpcert(&folder, &["plot", "gdp(mu=1)", "--show", "log-profiles", "--points", "8"], "");
    assert_eq!(code, 0);
    assert!(profile.contains("1e-8") && profile.contains("eps"), "{profile}");
}

#[test]
fn bad_input_is_told_why() {
    let folder = Folder::new("plot-bad", &[("a.json", "{}")]);
    for (arguments, code, reason) in [
        (&["plot"][..], 2, "MECH"),
        (&["plot", "gaussian(sigma=x)"], 2, "sigma"),
        (&["plot", "gdp(mu=1)", "-o", "a.bmp"], 2, "a name that ends in .svg, .png, .html, .json or .csv is expected"),
        (&["plot", "gdp(mu=1)", "-o", "missing/a.svg"], 74, "missing/a.svg"),
        (&["plot", "gdp(mu=1)", "--gap", "2"], 2, "2 is not between 0 and 1"),
        (&["plot", "gdp(mu=1)", "--eps-to", "0"], 2, "0 is not in (0, 1000]"),
        (&["plot", "zcdp(rho=1)"], 3, "no picture of zcdp(rho=1)"),
        (&["plot", "--scene", "a.json"], 2, "a.json: this is no scene: missing field `format`"),
        (&["plot", "--scene", "b.json"], 2, "b.json"),
        (&["plot", "approx-dp(eps=1/10, delta=0)^100000", "--max-work", "1000"], 3, "raise it with --max-work"),
    ] {
        let (found, stdout, stderr) = dpcert(&folder, arguments, "");
        assert_eq!(found, code, "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    }
}
