//! `dpcert floats`, from the shell.

use serde_json::Value;
use std::process::Command;

fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dpcert"));
    let output = command.arg("floats").args(arguments).env("NO_COLOR", "1").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), crate::said(output.stderr), output.status.code())
}

#[test]
fn a_formula_is_shown_with_its_grid() {
    let (shown, stderr, code) = run(&["gdp-log"]);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert_eq!(shown.lines().count(), 2 + 13 * 17 + 3);
    let is_kept = |line: &&str| {
        !line.starts_with("| ") || line.starts_with("| mu ") || line.starts_with("| 20 ")
    };
    insta::assert_snapshot!(shown.lines().filter(is_kept).collect::<Vec<_>>().join("\n"));
    // Another tolerance is another region.
    let strict = run(&["gdp-log", "--ulps", "0"]).0;
    assert!(
        strict.ends_with("  trusted nowhere: no point of the grid is within 0 ulps\n"),
        "{strict}"
    );
}

#[test]
fn the_lines_of_a_grid_are_exact() {
    let (lines, _, code) = run(&["gdp-literal", "--json"]);
    assert_eq!(code, Some(0));
    let points: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(points.len(), 13 * 17);
    let find = |mu: &str, eps: &str| {
        let is_it = |point: &&Value| point["inputs"]["mu"] == mu && point["inputs"]["eps"] == eps;
        points.iter().find(is_it).unwrap()
    };
    let far = find("0x1.4p+4", "0x1.5ep+9");
    assert_eq!(
        (&far["finding"], &far["direction"]),
        (&Value::from("error"), &Value::from("above"))
    );
    assert!(far["lo"].as_str().unwrap().starts_with("1.356662127752497"), "{far}");
    assert!(far["ulps"][0].as_str().unwrap().starts_with("56984"), "{far}");
    let nan = find("0x1.4p+4", "0x1.63p+9");
    assert_eq!((&nan["finding"], &nan["value"]), (&Value::from("NaN"), &Value::from("nan")));
    assert!(nan.get("ulps").is_none());
}

/// Few things differ between machines: the functions are those of libm in Rust. The columns are the
/// inputs of the lines in JSON, also where one is computed from the axes, and each has its cell.
#[test]
fn a_table_has_the_columns_of_its_lines() {
    for (formula, inputs) in [("gdp-literal", "mu,eps,value"), ("ghazi-issa-literal", "eta,value")]
    {
        let (table, _, code) = run(&[formula, "--csv"]);
        assert_eq!(code, Some(0));
        let widths: Vec<_> = table.lines().map(|line| line.split(',').count()).collect();
        assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{formula}: {widths:?}");
        assert!(table.lines().next().unwrap().contains(inputs), "{table}");
    }
}

#[test]
fn a_drawing_is_reproducible_and_well_formed() {
    let folder = std::env::temp_dir().join(format!("dpcert-floats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let draw = |name: &str, file: &str| {
        let path = folder.join(file);
        let (stdout, stderr, code) = run(&[name, "--svg", path.to_str().unwrap()]);
        let named = format!("{}\n", path.display());
        assert_eq!((stdout, stderr.as_str(), code), (named, "", Some(0)));
        std::fs::read_to_string(path).unwrap()
    };
    let drawing = draw("gdp-literal", "first.svg");
    assert_eq!(drawing, draw("gdp-literal", "second.svg"));
    assert!(
        drawing.starts_with("<svg ")
            && drawing.ends_with("</svg>\n")
            && !drawing.contains("script")
    );
    let document = roxmltree::Document::parse(&drawing).unwrap();
    let cells: Vec<_> = document.descendants().filter(|node| node.has_tag_name("title")).collect();
    assert_eq!(cells.len(), 13 * 17);
    let far = cells.iter().filter(|title| title.text().unwrap().contains("mu = 20, eps = 7"));
    let far: Vec<&str> = far.map(|title| &drawing[title.parent().unwrap().range()]).collect();
    insta::assert_snapshot!(far.join("\n"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_shown_is_bad_input() {
    let (stdout, stderr, code) = run(&["gdp"]);
    assert_eq!((stdout.as_str(), code), ("", Some(2)));
    assert!(
        stderr.contains("there is no formula `gdp`; there are kov-literal, kov-log,"),
        "{stderr}"
    );
    for (arguments, reason) in [
        (vec!["--svg", "all.svg"], "<NAME>"),
        (vec!["clt", "--svg", "clt.svg", "--json"], "cannot be used with"),
        (vec!["--ulps", "1/2"], "not a whole number"),
    ] {
        let (_, stderr, code) = run(&arguments);
        assert!(code == Some(2) && stderr.contains(reason), "{arguments:?}: {stderr}");
    }
    let (_, stderr, code) = run(&["gdp-log", "--svg", "/dev/null/drawing.svg"]);
    assert!(code == Some(74) && stderr.contains("/dev/null/drawing.svg"), "{stderr}");
}
