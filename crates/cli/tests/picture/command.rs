//! `dpcert plot`, as a user runs it.

use crate::check::command::{Folder, dpcert};
use serde_json::Value;
use std::fs;

#[test]
fn a_picture_is_made_in_every_form() {
    let folder = Folder::new("plot", &[("a.txt", "")]);
    for name in ["a.svg", "a.png", "a.html", "a.json", "a.csv"] {
        let (code, stdout, stderr) =
            dpcert(&folder, &["plot", "gdp(mu=1)", "laplace(eps=1)", "-o", name], "");
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

/// The picture in the README, and that of the page of pictures, is the one that the command next to
/// it makes.
#[test]
fn the_pictures_of_the_pages_are_what_their_commands_draw() {
    let folder = Folder::new("plot-readme", &[("a.txt", "")]);
    let ledger = "fixtures/ledgers/census2020-pl94-us-persons.toml";
    let path = crate::root().join(ledger);
    for (page, command, name, arguments) in [
        (
            "README.md",
            format!("dpcert plot --claims {ledger} -o census.svg\n"),
            "census.svg",
            &["--claims", path.to_str().unwrap()][..],
        ),
        (
            "docs/pictures.md",
            "dpcert plot 'gaussian(sigma=1)' 'laplace(eps=1)' -o regions.svg\n".to_owned(),
            "regions.svg",
            &["gaussian(sigma=1)", "laplace(eps=1)"],
        ),
    ] {
        let text = fs::read_to_string(crate::root().join(page)).unwrap();
        let link = format!("fixtures/pictures/{name})");
        assert!(text.contains(&command) && text.contains(&link), "{page}");
        let all: Vec<&str> =
            ["plot"].iter().chain(arguments).copied().chain(["-o", name]).collect();
        assert_eq!(dpcert(&folder, &all, "").0, 0);
        let kept = fs::read_to_string(crate::root().join("fixtures/pictures").join(name)).unwrap();
        let drawn = fs::read_to_string(folder.0.join(name)).unwrap();
        assert!(drawn == kept, "{name} is not what {command} draws: scripts/record pictures");
    }
}

#[test]
fn a_terminal_shows_signs() {
    let folder = Folder::new("plot-terminal", &[("a.txt", "")]);
    let (code, stdout, stderr) =
        dpcert(&folder, &["plot", "gdp(mu=1)", "laplace(eps=3)", "--show", "trade-offs"], "");
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    for part in [
        "Trade-off functions",
        "type II error (beta)",
        "●",
        "○ laplace(eps=3)",
        "0.2",
        "engine malachite",
    ] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    let (code, profile, _) =
        dpcert(&folder, &["plot", "gdp(mu=1)", "--show", "log-profiles", "--points", "8"], "");
    assert_eq!(code, 0);
    assert!(profile.contains("1e-8") && profile.contains("eps"), "{profile}");
}

/// A PDF has the size of the drawing, and the letters that it uses.
#[cfg(feature = "png")]
#[test]
fn a_pdf_has_the_size_of_a_column() {
    let folder = Folder::new("plot-pdf", &[("a.txt", "")]);
    let column = ["gdp(mu=1)", "--width", "3.25in", "--height", "2in", "--font", "serif"];
    let (code, stdout, stderr) =
        dpcert(&folder, &[&["plot"], &column[..], &["-o", "a.pdf"]].concat(), "");
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "a.pdf\n", ""));
    let pdf = std::fs::read(folder.0.join("a.pdf")).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
    // 72 points are an inch.
    let page = text.split("/MediaBox").nth(1).unwrap().trim_start();
    assert!(page.starts_with("[0 0 234 "), "{}", &page[..40]);
    assert!(text.contains("+DejaVuSerif"), "no letters");
    assert!(!text.contains("+DejaVuSans"), "letters that are not used");
}

/// A name, a size, and no legend or caption: also where the scene is drawn later.
#[test]
fn a_drawing_is_laid_out_as_requested() {
    let folder = Folder::new("plot-layout", &[("a.txt", "")]);
    let draw = |arguments: &[&str]| {
        let (code, _, stderr) = dpcert(&folder, &[&["plot"], arguments].concat(), "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    };
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    draw(&["training = gdp(mu=1)", "laplace(eps=1)", "-o", "named.svg"]);
    let named = read("named.svg");
    assert!(
        named.contains("\ntraining\n")
            && named.contains("\nlaplace(eps=1)\n")
            && !named.contains("gdp(mu=1)")
    );
    assert!(named.contains("viewBox=\"0 0 560 ") && named.contains("proven"));

    let narrow = ["gdp(mu=1)", "--width", "300", "--height", "150", "--no-legend", "--no-caption"];
    draw(&[&narrow[..], &["-o", "narrow.svg"]].concat());
    draw(&[&narrow[..], &["-o", "narrow.json"]].concat());
    draw(&["--scene", "narrow.json", "-o", "again.svg"]);
    let narrow = read("narrow.svg");
    assert_eq!(narrow, read("again.svg"));
    // A part of it, under another title: the numbers are those of the scene.
    draw(&[
        "--scene",
        "narrow.json",
        "--x",
        "0..0.5",
        "--y",
        "0..0.75",
        "--title",
        "Part",
        "-o",
        "part.json",
    ]);
    let whole: serde_json::Value = serde_json::from_str(&read("narrow.json")).unwrap();
    let mut part: serde_json::Value = serde_json::from_str(&read("part.json")).unwrap();
    assert_eq!((&part["x"]["to"], &part["y"]["to"]), (&"0.5".into(), &"0.75".into()));
    assert_eq!(part["title"], "Part");
    for field in ["x", "y", "title"] {
        part[field] = whole[field].clone();
    }
    assert_eq!(part["layers"], whole["layers"]);
    for (x, wanted) in
        [("2..3", "the picture spans 0 to 1"), ("2026-01-01..2026-02-01", "plot --ledger")]
    {
        let refused = ["plot", "--scene", "narrow.json", "--x", x, "-o", "part.json"];
        let (code, _, stderr) = dpcert(&folder, &refused, "");
        assert!(code == 2 && stderr.contains(wanted), "{stderr}");
    }
    assert!(
        narrow.contains("viewBox=\"0 0 300 ")
            && !narrow.contains("\ngdp(mu=1)\n")
            && !narrow.contains("proven"),
        "{narrow}"
    );
    for size in ["\"width\":199", "\"height\":99"] {
        let field = size.split(':').next().unwrap();
        let scene = read("narrow.json");
        let start = scene.find(field).unwrap();
        let end = start + scene[start..].find([',', '}']).unwrap();
        std::fs::write(
            folder.0.join("small.json"),
            [&scene[..start], size, &scene[end..]].concat(),
        )
        .unwrap();
        let (code, _, stderr) =
            dpcert(&folder, &["plot", "--scene", "small.json", "-o", "small.svg"], "");
        assert!(code == 2 && stderr.contains("the width is in [200, 4000]"), "{stderr}");
    }
}

/// A drawing says which claims have no place on its axes.
#[test]
fn claims_without_a_place_are_named_in_the_caption() {
    let claims = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"add-remove\"\n\
        [[ledger]]\nid = \"a\"\nmechanism = \"laplace(eps=1)\"\n\
        [[claim]]\nid = \"small\"\nover = [\"*\"]\neps = { delta = \"1e-6\" }\nat-most = \"1\"\n\
        [[claim]]\nid = \"pure\"\nover = [\"*\"]\neps = { delta = \"0\" }\nat-most = \"1\"\n";
    let folder = Folder::new("plot-beside", &[("a.toml", claims)]);
    let (code, _, stderr) = dpcert(&folder, &["plot", "--claims", "a.toml", "-o", "a.json"], "");
    assert_eq!(code, 0, "{stderr}");
    let scene: Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("a.json")).unwrap()).unwrap();
    let caption = scene["caption"].as_str().unwrap();
    assert!(caption.ends_with("Without a place on these axes: pure (delta = 0)."), "{caption}");
}

/// A narrow drawing has a title where --title gives one, when its scene is written or drawn.
#[test]
fn a_title_that_is_asked_for_is_drawn() {
    let folder = Folder::new("plot-title", &[("a.txt", "")]);
    let narrow = ["--width", "3.33in"];
    for (written, drawn, is_there) in [
        (&narrow[..], &[][..], false),
        (&narrow, &["--title", "Asked"], true),
        (&["--width", "3.33in", "--title", "Asked"], &[], true),
        (&["--title", "Asked"], &["--width", "3.33in", "--title", "Asked"], true),
        (&["--title", "Asked"], &[], true),
        (&["--title", "Asked"], &narrow, true),
        (&[], &narrow, false),
    ] {
        for (arguments, last) in [
            ([&["plot", "gdp(mu=1)"], written].concat(), "a.json"),
            ([&["plot", "--scene", "a.json"], drawn].concat(), "a.svg"),
        ] {
            let (code, _, said) = dpcert(&folder, &[&arguments[..], &["-o", last]].concat(), "");
            assert_eq!((code, said.as_str()), (0, ""), "{arguments:?}");
        }
        let svg = std::fs::read_to_string(folder.0.join("a.svg")).unwrap();
        assert_eq!(svg.contains("\nAsked\n"), is_there, "{written:?}, {drawn:?}");
    }
}

/// Heights decide whether the axis of points is logarithmic, unless the part that is shown begins at
/// 0, where no logarithmic one does.
#[test]
fn an_axis_of_points_is_linear_from_zero() {
    let folder = Folder::new("plot-linear", &[("a.txt", "")]);
    let over =
        ["plot", "gaussian(sigma=?)", "--eps-at=1e-5", "--over=sigma=0.5..100", "--points=8"];
    let scale = |arguments: &[&str]| {
        let (code, _, said) = dpcert(&folder, &[arguments, &["-o", "b.json"]].concat(), "");
        assert_eq!((code, said.as_str()), (0, ""), "{arguments:?}");
        let scene = std::fs::read_to_string(folder.0.join("b.json")).unwrap();
        let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
        (scene["y"]["scale"].clone(), scene["y"]["from"].clone())
    };
    let (usual, _) = scale(&over);
    assert_eq!(usual, "logarithmic");
    std::fs::copy(folder.0.join("b.json"), folder.0.join("a.json")).unwrap();
    let linear = ("linear".into(), "0".into());
    assert_eq!(scale(&[&over[..], &["--y", "0..10"]].concat()), linear);
    assert_eq!(scale(&["plot", "--scene", "a.json", "--y", "0..10"]), linear);
    assert_eq!(scale(&["plot", "--scene", "a.json", "--y", "0.1..10"]).0, "logarithmic");
    for asked in [&over[..], &["plot", "--scene", "a.json"]] {
        let asked = [asked, &["--log-y", "--y", "0..10", "-o", "b.json"]].concat();
        let (code, _, said) = dpcert(&folder, &asked, "");
        assert!(code == 2 && said.contains("a logarithmic axis does not begin at 0"), "{said}");
    }
    // A curve between certified points is one of its axis.
    let curve = ["plot", "gdp(mu=1)", "--show=log-profiles", "--y", "0..1", "-o", "b.json"];
    let (code, _, said) = dpcert(&folder, &curve, "");
    assert!(code == 2 && said.contains("a logarithmic axis does not begin at 0"), "{said}");
}

/// The line between points is cut at the edges of a part, also where no point is in it, and the table
/// has the points between which it passes.
#[test]
fn lines_between_points_are_cut_at_the_edges() {
    let folder = Folder::new("plot-cut", &[("a.txt", "")]);
    let over = ["plot", "gaussian(sigma=?)", "--eps-at=1e-5", "--over=sigma=1..10", "--points=4"];
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).unwrap();
    let draw = |asked: &[&str], name: &str| {
        let (code, _, said) = dpcert(&folder, &[asked, &["-o", name]].concat(), "");
        assert_eq!((code, said.as_str()), (0, ""), "{asked:?}");
        read(name)
    };
    draw(&over, "a.json");
    let scene: serde_json::Value = serde_json::from_str(&read("a.json")).unwrap();
    let marks = scene["layers"][0]["marks"].as_array().unwrap().clone();
    let number = |mark: &serde_json::Value, field: &str| {
        mark[field].as_str().unwrap().parse::<f64>().unwrap()
    };
    let [first, second] = [1, 2].map(|index| number(&marks[index], "x"));
    // Between the second and the third point.
    let (from, to) = (first + (second - first) / 4.0, second - (second - first) / 4.0);
    let part = format!("{from:.4}..{to:.4}");
    for asked in
        [&[&over[..], &["--x", &part]].concat()[..], &["plot", "--scene", "a.json", "--x", &part]]
    {
        let svg = draw(asked, "cut.svg");
        assert!(!svg.contains("not on these axes"), "{svg}");
        let csv = draw(asked, "cut.csv");
        let xs: Vec<f64> = csv
            .lines()
            .filter(|line| line.contains(",lower,"))
            .map(|line| line.split(',').nth(2).unwrap().parse().unwrap())
            .collect();
        assert_eq!(xs, [first, second], "{csv}");
        let cut: serde_json::Value = serde_json::from_str(&draw(asked, "cut.json")).unwrap();
        // The vertical axis is that of the line there.
        let most: f64 = cut["y"]["to"].as_str().unwrap().parse().unwrap();
        assert!(most < number(&marks[0], "upper"), "{most}");
    }
    // A whole line is one piece; one that leaves through the top begins there.
    let pieces = |svg: &str| svg.matches("class=\"line c0\"").count();
    let whole = draw(&over, "whole.svg");
    assert_eq!((pieces(&whole), whole.matches("L").count() > 0), (1, true));
    let low = draw(&[&over[..], &["--y", "0..2"]].concat(), "low.svg");
    assert_eq!(pieces(&low), 1);
    let (_, path) = low.split_once("class=\"line c0\" d=\"M").unwrap();
    let (x, _) = path.split_once(',').unwrap();
    assert!(x.parse::<f64>().unwrap() > 41.0, "{path:.60}");
}

/// A claimed value is above or below the certified one at the same parameter, or in its band.
#[test]
fn claims_over_a_parameter_are_compared_with_each_curve() {
    let folder = Folder::new("plot-claimed", &[("a.txt", "")]);
    let over = [
        "plot",
        "gaussian(sigma=?)",
        "Two = gaussian(sigma=?)^2",
        "level = laplace(eps=3)",
        "--eps-at=1e-5",
        "--over=sigma=0.5..4",
        "--points=4",
    ];
    // Of sigma = 2 the certified values are near 2.0, 2.9 and 3.
    let names = |marks: &[&str]| {
        let marks: Vec<&str> = marks.iter().flat_map(|mark| ["--mark", mark]).collect();
        let asked = [&over[..], &marks, &["-o", "a.json"]].concat();
        let (code, _, said) = dpcert(&folder, &asked, "");
        assert_eq!((code, said.as_str()), (0, ""));
        let scene = std::fs::read_to_string(folder.0.join("a.json")).unwrap();
        let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
        let layers = scene["layers"].as_array().unwrap().iter().skip(3);
        layers.map(|layer| layer["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let direct = ["eps", "gaussian(sigma=2)", "--at=1e-5", "--digits=5", "--json"];
    let (_, printed, _) = dpcert(&folder, &direct, "");
    let one: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let [lo, hi] = ["lo", "hi"].map(|end| one[end].as_str().unwrap().parse::<f64>().unwrap());
    let [near_below, near_above] = [lo - 1e-4, hi + 1e-4].map(|eps| format!("near = 2, {eps:.6}"));
    let found = names(&["low = 2, 1", "high = 2, 4", "middle = 2, 2.5", &near_below, &near_above]);
    let expected = [
        "low: below 1, 2, 3",
        "high: above 1, 2, 3",
        "middle: above 1; below 2, 3",
        "near: below 1, 2, 3",
        "near: above 1; below 2, 3",
    ];
    assert_eq!(found, expected);
    for (mark, message) in [
        ("far = 5, 1", "--mark: 5 is not in the range from 0.5 to 4"),
        ("bad = 1, -1", "-1 is not a decimal from 0 on"),
    ] {
        let (code, _, said) = dpcert(&folder, &[&over[..], &["--mark", mark]].concat(), "");
        assert!(code == 2 && said.contains(message), "{said}");
    }
    let (code, _, said) = dpcert(&folder, &["plot", "gdp(mu=1)", "--mark", "a = 1.1, 0"], "");
    assert!(code == 2 && said.contains("1.1 is above 1, which no error"), "{said}");
}

/// A claimed delta is compared with delta itself, and has a place on the axes unless these are given.
#[test]
fn claims_beside_profiles_are_compared_with_each_delta() {
    let folder = Folder::new("plot-claimed-delta", &[("a.txt", "")]);
    let layers = |more: &[&str]| {
        let curves = ["plot", "gaussian(sigma=2)", "laplace(eps=1)", "--points=8", "-o", "a.json"];
        let (code, _, said) = dpcert(&folder, &[&curves[..], more].concat(), "");
        assert_eq!((code, said.as_str()), (0, ""));
        let scene = std::fs::read_to_string(folder.0.join("a.json")).unwrap();
        let scene: serde_json::Value = serde_json::from_str(&scene).unwrap();
        let names = scene["layers"].as_array().unwrap().iter().skip(2);
        let names = names.map(|layer| layer["name"].as_str().unwrap().to_owned());
        (names.collect::<Vec<_>>(), scene["caption"].as_str().unwrap().to_owned())
    };
    let delta = ["delta", "gaussian(sigma=2)", "--at=1/2", "--digits=9", "--json"];
    let (_, printed, _) = dpcert(&folder, &delta, "");
    let one: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let [lo, hi] = ["lo", "hi"].map(|end| one[end].as_str().unwrap().parse::<f64>().unwrap());
    // Nearer than any drawing shows.
    let near = [lo * (1.0 - 1e-7), hi * (1.0 + 1e-7)].map(|delta| format!("near = 0.5, {delta:e}"));
    for show in ["profiles", "log-profiles"] {
        let [low, high, far] = ["low = 0.5, 1e-12", "high = 0, 0.99", "far = 40, 1e-15"];
        let marks = [low, high, far, &near[0], &near[1]].map(|mark| format!("--mark={mark}"));
        let show = format!("--show={show}");
        let more: Vec<&str> =
            [show.as_str()].into_iter().chain(marks.iter().map(String::as_str)).collect();
        let (names, caption) = layers(&more);
        // delta of Laplace noise is 1 - exp(-1/4), near 0.22, and from eps = 1 on 0.
        let expected = [
            "low: below 1, 2",
            "high: above 1, 2",
            "far: above 1, 2",
            "near: below 1, 2",
            "near: above 1; below 2",
        ];
        assert_eq!(names, expected, "{show}");
        assert!(
            caption.contains("one below is not") && !caption.contains("Not on these axes"),
            "{caption}"
        );
        let (_, caption) = layers(&[&more[..], &["--eps-to=1"]].concat());
        assert!(caption.contains("Not on these axes: 1 point"), "{caption}");
    }
    let bad = ["plot", "gdp(mu=1)", "--show=profiles", "--mark", "a = 2, 1.5"];
    let (code, _, said) = dpcert(&folder, &bad, "");
    assert!(code == 2 && said.contains("1.5 is above 1, which no delta is"), "{said}");
}

/// What a caption says of fewer points is said with the option that allows more, also where a figure
/// has no caption.
#[test]
fn fewer_points_are_said_with_the_option() {
    let folder = Folder::new("plot-fewer", &[("a.txt", "")]);
    let said = |work: &str, name: &str| {
        let limit = format!("--max-work={work}");
        let curve = "poisson(1/10, gaussian(sigma=1))";
        let asked = ["plot", curve, "--show=log-profiles", &limit, "-o", name];
        let (code, _, said) = dpcert(&folder, &asked, "");
        (code == 0).then_some(said)
    };
    let mut found = [false, false];
    for work in ["7e8", "8e8", "9e8", "1e10"] {
        let Some(said) = said(work, "a.svg") else { continue };
        let svg = std::fs::read_to_string(folder.0.join("a.svg")).unwrap();
        let is_sparse = svg.contains("Fewer points than wanted");
        assert_eq!(said.contains("a higher --max-work"), is_sparse, "{work}: {said}");
        assert!(is_sparse || said.is_empty(), "{work}: {said}");
        found[usize::from(is_sparse)] = true;
    }
    assert_eq!(found, [true, true]);
}

/// On a logarithmic axis the line of a curve ends where the curve leaves the axis.
#[test]
fn no_line_is_along_the_edge() {
    let folder = Folder::new("plot-edge", &[("a.txt", "")]);
    let arguments = [
        "plot",
        "gdp(mu=1)",
        "--show",
        "log-profiles",
        "--least",
        "1e-3",
        "--eps-to",
        "10",
        "-o",
        "a.svg",
    ];
    assert_eq!(dpcert(&folder, &arguments, "").0, 0);
    let svg = std::fs::read_to_string(folder.0.join("a.svg")).unwrap();
    let lines: Vec<&str> = svg.lines().filter(|line| line.contains("class=\"line c0\"")).collect();
    let bottom = 52 + 380;
    for line in &lines {
        let path = line.split("d=\"M").nth(1).unwrap().split('"').next().unwrap();
        let at_bottom =
            path.split('L').filter(|place| place.ends_with(&format!(",{bottom}"))).count();
        assert!(at_bottom <= 1, "{path}");
    }
    assert!(!lines.is_empty());
    // Powers of ten are written in one way.
    let labels: Vec<&str> = svg
        .lines()
        .filter(|line| ["1", "1e-1", "0.1", "1e-2", "0.01", "1e-3", "0.001"].contains(line))
        .collect();
    // The numbers of the curve and of the legend follow.
    assert_eq!(labels[..4], ["1", "0.1", "0.01", "0.001"]);
}

#[test]
fn bad_input_is_told_why() {
    let folder = Folder::new("plot-bad", &[("a.json", "{}")]);
    for (arguments, code, reason) in [
        (&["plot"][..], 2, "MECH"),
        (&["plot", "gaussian(sigma=x)"], 2, "sigma"),
        (
            &["plot", "gdp(mu=1)", "-o", "a.bmp"],
            2,
            "a name that ends in .svg, .pdf, .png, .html, .json or .csv is expected",
        ),
        (
            &["plot", "gdp(mu=1)", "-o", "missing/a.svg"],
            74,
            "missing/a.svg: there is no folder missing",
        ),
        (&["plot", "gdp(mu=1)", "--width", "100"], 2, "100 is not between 200 and 4000 pixels"),
        (&["plot", "gdp(mu=1)", "--height", "5000"], 2, "5000 is not between 100 and 4000 pixels"),
        (&["plot", "one = gdp(mu=x)"], 2, "mu"),
        (&["plot", "gdp(mu=1)", "--gap", "2"], 2, "2 is not between 0 and 1"),
        (&["plot", "gdp(mu=1)", "--eps-to", "0"], 2, "0 is not in (0, 1000]"),
        (
            &["plot", "gdp(mu=1)", "--show", "log-profiles", "--y", "0..1"],
            2,
            "a logarithmic axis does not begin at 0",
        ),
        (
            &["plot", "gdp(mu=1)", "--x", "1..0"],
            2,
            "the ends must be at least 1e-5 apart, the smaller one first",
        ),
        (&["plot", "gdp(mu=1)", "--x", "1"], 2, "two ends are expected: 0..0.1"),
        (
            &["plot", "gdp(mu=1)", "--front", "2"],
            2,
            "--front: the mechanisms are numbered from 1 to 1",
        ),
        (&["plot", "gdp(mu=1)", "--points", "9"], 2, "--points has no effect on this picture"),
        (
            &["plot", "gdp(mu=1)", "--show", "profiles", "--gap", "1/9"],
            2,
            "--gap has no effect on this picture",
        ),
        (
            &["plot", "gdp(mu=1)", "--x", "5..6"],
            3,
            "from 5 to 6 is not supported: the picture spans 0 to 1",
        ),
        (
            &[
                "plot",
                "--utility",
                "mean-error(k=2, d=1, n=100, eps=1/2)",
                "--over",
                "delta=0.1..0.2",
                "--conclusion",
                "nope",
            ],
            2,
            "does not conclude \"nope\"",
        ),
        (&["plot", "--convergence", "mu=x, steps=[2]"], 2, "--convergence"),
        (&["plot", "zcdp(rho=1)"], 3, "no picture of zcdp(rho=1)"),
        (&["plot", "--scene", "a.json"], 2, "a.json: this is not a scene: missing field `format`"),
        (&["plot", "--scene", "b.json"], 2, "b.json"),
        (
            &["plot", "approx-dp(eps=1/10, delta=0)^100000", "--max-work", "1000"],
            3,
            "not drawn: this would take about",
        ),
    ] {
        let (found, stdout, stderr) = dpcert(&folder, arguments, "");
        assert_eq!(found, code, "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    }
}

/// A name may have equals signs and parentheses of its own; lengths have units; narrow drawings have
/// a title only where one is asked for.
#[test]
fn figures_fit_into_a_column() {
    let folder = Folder::new("plot-column", &[("a.txt", "")]);
    let drawn = |arguments: &[&str]| {
        let written: Vec<&str> =
            ["plot"].iter().chain(arguments).copied().chain(["-o", "a.svg"]).collect();
        let (code, _, stderr) = dpcert(&folder, &written, "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
        fs::read_to_string(folder.0.join("a.svg")).unwrap()
    };
    for (name, written) in [
        ("DP-SGD (sigma=1.1)", "DP-SGD (sigma=1.1) = gdp(mu=1)"),
        ("ε=1, δ=0", "ε=1, δ=0 = gdp(mu=1)"),
        ("gdp(mu = 1)", "gdp(mu = 1)"),
        ("a", "a=gdp(mu = 1)"),
    ] {
        let svg = drawn(&[written]);
        assert!(
            svg.contains(&format!("aria-label=\"Regions of type I and type II errors: {name}\"")),
            "{svg}"
        );
    }
    let title = |svg: &str| svg.matches("Regions of type I and").count();
    // Its accessible name is there in any case.
    for (width, pixels) in [
        ("3.33in", 319),
        ("320", 320),
        ("8.5cm", 321),
        ("85mm", 321),
        ("240pt", 318),
        ("240bp", 320),
    ] {
        let svg = drawn(&["gdp(mu=1)", "--width", width, "--height", "2in", "--font", "serif"]);
        assert!(svg.contains(&format!("viewBox=\"0 0 {pixels} ")), "{width}");
        assert!(svg.contains("DejaVu Serif") && title(&svg) == 2, "{width}: {}", title(&svg));
    }
    assert_eq!(title(&drawn(&["gdp(mu=1)"])), 3);
    assert!(drawn(&["gdp(mu=1)", "--width", "320", "--title", "Mine"]).contains(">\nMine\n"));
    assert!(drawn(&["gdp(mu=1)", "--font-size", "20"]).contains("font-size=\"20\""));
    // 8 points of TeX are 10.627 pixels: 11 units of the drawing, of which 330 are less than 319.68
    // pixels.
    let svg = drawn(&["gdp(mu=1)", "--width", "3.33in", "--font-size", "8pt"]);
    assert!(svg.contains("viewBox=\"0 0 330 ") && svg.contains("width=\"318.804"), "{svg}");
    let svg = drawn(&["gdp(mu=1)", "--show", "roc", "--mark", "attack = 0.01, 0.3"]);
    assert!(svg.contains("attack: outside of 1"), "{svg}");
    for (option, value, reason) in [
        ("--width", "3.33inch", "a length is expected"),
        ("--width", "1in", "is not between 200 and 4000 pixels"),
        ("--height", "x", "a length is expected"),
        ("--font", "mono", "possible values: sans, serif"),
        ("--font-size", "50", "50 is not between 6 and 40 pixels"),
        ("--mark", "a = 0.1", "a name and a point are expected"),
        ("--mark", "a = 0.1, 1.1", "1.1 is above 1, which no error and no rate of a test is"),
    ] {
        let (code, _, stderr) = dpcert(&folder, &["plot", "gdp(mu=1)", option, value], "");
        assert_eq!(code, 2, "{option} {value}");
        assert!(stderr.contains(reason), "{option} {value}: {stderr}");
    }
}

/// Letters are almost half of a PNG.
#[test]
fn letters_of_both_fonts_are_in_the_pixels() {
    let folder = Folder::new("plot-fonts", &[("a.txt", "")]);
    let [sans, serif] = ["sans", "serif"].map(|font| {
        let (code, _, stderr) =
            dpcert(&folder, &["plot", "gdp(mu=1)", "--font", font, "-o", "a.png"], "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{font}");
        fs::metadata(folder.0.join("a.png")).unwrap().len()
    });
    assert!(sans.abs_diff(serif) < sans / 4, "{sans} and {serif} bytes");
}

/// What is in the part that is shown decides the vertical axis.
#[test]
fn parts_of_pictures_are_not_empty() {
    let folder = Folder::new("plot-part", &[("a.txt", "")]);
    for (arguments, least, most) in [
        (&["gaussian(sigma=1)", "--show", "profiles", "--x", "5..6"][..], 0.0, 1e-6),
        (&["gaussian(sigma=1)", "--show", "trade-offs", "--x", "0..0.01"], 0.9, 1.0),
        (&["gaussian(sigma=1)", "--show", "log-profiles", "--x", "5..6"], 1e-9, 1e-6),
    ] {
        let written: Vec<&str> =
            ["plot"].iter().chain(arguments).copied().chain(["-o", "a.json"]).collect();
        assert_eq!(dpcert(&folder, &written, "").0, 0);
        let scene: Value =
            serde_json::from_slice(&fs::read(folder.0.join("a.json")).unwrap()).unwrap();
        let end = |name: &str| scene["y"][name].as_str().unwrap().parse::<f64>().unwrap();
        assert!(end("from") >= least && end("to") <= most, "{arguments:?}: {}", scene["y"]);
        let ys = scene["layers"][0]["upper"].as_array().unwrap();
        let highest = ys.iter().filter(|at| {
            at[0].as_str().unwrap().parse::<f64>().unwrap() >= 5.0 || arguments[2] == "trade-offs"
        });
        let highest =
            highest.map(|at| at[1].as_str().unwrap().parse::<f64>().unwrap()).fold(0.0, f64::max);
        assert!(highest <= end("to"), "{arguments:?}: {highest}");
    }
}

/// The same picture, asked for on the command line and by the line protocol.
#[test]
fn what_is_no_mechanism_is_asked_for_in_two_ways() {
    let file = "format = \"dpcert/1\"\n[scope]\nunit = \"person\"\nadjacency = \"replace-one\"\n\
                [[ledger]]\nid = \"sum\"\nmechanism = \"laplace\"\neps = \"1\"\n\
                [[claim]]\nid = \"all\"\nover = [\"*\"]\ndelta = { eps = \"1/2\" }\nat-most = \"1/4\"\n";
    let folder = Folder::new("plot-other", &[("a.toml", file)]);
    let json = serde_json::to_string(file).unwrap();
    for (arguments, scene) in [
        (
            &["--convergence", "mu=1, alpha=1/2, steps=[2, 4]", "--points", "8"][..],
            r#""convergence":{"mu":"1","alpha":"1/2","steps":[2,"4"]}, "points":8"#.to_owned(),
        ),
        (
            &["--convergence", "mu=1, rate=1/4, steps=[2, 4]", "--points", "8"],
            r#""convergence":{"mu":"1","rate":"1/4","steps":[2,"4"]}, "points":8"#.to_owned(),
        ),
        (
            &[
                "--utility",
                "histogram-error(bins=10, n=100)",
                "--over",
                "eps=0.1..3",
                "--conclusion",
                "mse",
                "--at",
                "1",
            ],
            r#""utility":{"name":"histogram-error","bins":"10","n":"100"}, "over":{"eps":["0.1","3"]},
               "conclusions":["mse"], "at":"1""#
                .replace('\n', ""),
        ),
        (
            &["a = gaussian(sigma=?)^2", "--eps-at", "1e-5", "--over", "sigma=1..4", "--points", "4"],
            r#""families":[{"name":"a", "mechanism":"gaussian(sigma=?)^2"}], "eps-at":"1e-5", "over":{"sigma":["1","4"]},
               "points":4"#
                .replace('\n', ""),
        ),
        (
            &["a = gaussian(sigma=?)^2", "--beta-at", "1e-3", "--over", "sigma=1..4", "--points", "4"],
            r#""families":[{"name":"a", "mechanism":"gaussian(sigma=?)^2"}], "beta-at":"1e-3", "over":{"sigma":["1","4"]},
               "points":4"#
                .replace('\n', ""),
        ),
        (&["--claims", "a.toml", "--points", "8"], format!("\"claims\":{json}, \"points\":8")),
        (
            &["--density", "a = staircase(eps=1, gamma=1/3)", "--density", "laplace(scale=1, sensitivity=2)", "--shifted",
              "--x", "-1..2", "--points", "4"],
            r#""densities":[{"name":"a", "mechanism":"staircase(eps=1, gamma=1/3)"}, "laplace(scale=1, sensitivity=2)"],
               "shifted":true, "x":["-1","2"], "points":4"#
                .replace('\n', ""),
        ),
        (
            &["approx-dp(eps=1, delta=0)^2", "--show", "log-deltas", "--points", "4"],
            r#""mechanisms":["approx-dp(eps=1, delta=0)^2"], "show":"log-deltas", "points":4"#.to_owned(),
        ),
    ] {
        let written: Vec<&str> = ["plot"].iter().chain(arguments).copied().chain(["-o", "a.json"]).collect();
        let (code, _, stderr) = dpcert(&folder, &written, "");
        assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
        let by_command: Value = serde_json::from_slice(&fs::read(folder.0.join("a.json")).unwrap()).unwrap();
        let (code, answer, stderr) = dpcert(&folder, &["query"], &format!("{{\"scene\":{{{scene}}}}}\n"));
        assert_eq!((code, stderr.as_str()), (0, ""), "{answer}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["scene"], by_command, "{arguments:?}");
    }
}

#[test]
fn what_is_wrong_with_no_mechanism_is_told() {
    let folder = Folder::new("plot-other-bad", &[("a.toml", "format = \"dpcert/1\"")]);
    let theorem = "histogram-error(bins=10, n=100)";
    for (arguments, code, reason) in [
        (&["--convergence", "mu=-1, steps=[1]"][..], 2, "convergence.mu: mu = -1"),
        (&["--convergence", "mu=1, steps=[0]"], 2, "convergence.steps[0]: there are no steps"),
        (&["--convergence", "mu=1, steps=[]"], 2, "there are 0 numbers of steps"),
        (&["--convergence", "mu=1, alpha=1, steps=[2]"], 2, "convergence.alpha: alpha = 1"),
        (&["--convergence", "mu=1, rate=1, steps=[2]"], 2, "convergence.rate: rate = 1"),
        (&["--convergence", "mu=1, alpha=0, rate=1/4, steps=[2]"], 2, "have an alpha or a rate"),
        (&["--convergence", "mu=1, steps=[2]", "gdp(mu=1)"], 2, "cannot be used with"),
        (&["gaussian(sigma=?)", "--eps-at", "1e-5"], 2, "--over"),
        (
            &["gaussian(sigma=?)", "--eps-at", "1e-5", "--over", "count=1..4"],
            2,
            "? is sigma, and count is swept",
        ),
        (
            &["gaussian(sigma=1)", "--eps-at", "1e-5", "--over", "sigma=1..4"],
            2,
            "sigma is swept, and no mechanism has ? in its place",
        ),
        (
            &["gaussian(sigma=?)", "--eps-at", "1e-5", "--delta-at", "1", "--over", "sigma=1..4"],
            2,
            "cannot be used with",
        ),
        (
            &[
                "gaussian(sigma=?)",
                "--eps-at",
                "1e-5",
                "--over",
                "sigma=1..4",
                "--show",
                "profiles",
            ],
            2,
            "cannot be used with",
        ),
        (&["gaussian(sigma=1)", "--over", "sigma=1..4"], 2, "--over has no effect"),
        (
            &["gaussian(sigma=?)", "--eps-at", "2", "--over", "sigma=1..4"],
            2,
            "--eps-at = 2 is not in [0, 1]",
        ),
        (&["--utility", theorem], 2, "--over"),
        (&["--utility", theorem, "--over", "eps=3..1"], 2, "the smaller one first"),
        (&["--utility", theorem, "--over", "eps=-1..3"], 2, "numbers from 0 on"),
        (
            &["--utility", theorem, "--over", "eps=0..3", "--scale", "logarithmic"],
            2,
            "a logarithmic axis of eps has no 0",
        ),
        (
            &["--utility", theorem, "--over", "epsilon=1..3"],
            2,
            "histogram-error has no parameter \"epsilon\"",
        ),
        (
            &["--utility", "histogram-error(bins=10)", "--over", "eps=1..3"],
            2,
            "the field \"n\" is missing",
        ),
        (
            &["--utility", theorem, "--over", "eps=1..3", "--conclusion", "mae"],
            2,
            "does not conclude \"mae\"",
        ),
        (&["--claims", "a.toml"], 2, "scope"),
        (&["--claims", "b.toml"], 2, "b.toml"),
        (&["gdp(mu=1)", "--show", "deltas"], 3, "no picture of gdp(mu=1)"),
        (&["--density", "noise = gdp(mu=1)"], 3, "no picture of gdp(mu=1)"),
        (&["--density", "laplace(eps=0)"], 2, "eps = 0 is not positive"),
        (&["--density", "laplace(eps=1)", "gdp(mu=1)"], 2, "cannot be used with"),
        (&["--density", "laplace(eps=1)", "--gap", "1/9"], 2, "--gap has no effect"),
        (&["gdp(mu=1)", "--shifted"], 2, "cannot be used with"),
        (&["--claims", "a.toml", "--shifted"], 2, "cannot be used with"),
        (&["gdp(mu=1)", "--x", "-1..1"], 3, "the picture spans 0 to 1"),
        (&["--density", "a = staircase(eps=1e-9, gamma=1/2)"], 3, "no picture of a\n"),
    ] {
        let written: Vec<&str> = ["plot"].iter().chain(arguments).copied().collect();
        let (found, stdout, stderr) = dpcert(&folder, &written, "");
        assert_eq!(found, code, "{arguments:?}: {stdout}{stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    }
    for (scene, field) in [
        (r#""convergence":{"mu":"1","steps":["x"]}"#, "scene.convergence.steps[0]"),
        (r#""utility":{"name":"histogram-error","bins":"10","n":"100"}"#, "scene.over"),
        (r#""utility":{"name":"histogram-error"}, "over":{"eps":["2","1"]}"#, "scene.over.eps"),
        (r#""claims":"format = 1""#, "scene.claims"),
        (r#""convergence":{"mu":"1","steps":[1]}, "mechanisms":[]"#, "scene.mechanisms"),
    ] {
        let (code, answer, _) =
            dpcert(&folder, &["query"], &format!("{{\"scene\":{{{scene}}}}}\n"));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((code, answer["field"].as_str()), (2, Some(field)), "{answer}");
    }
}
