//! What is malformed is told why, where, and the way out.

use super::*;

#[test]
fn malformed_toml() {
    assert_malformed(
        from_toml,
        &[
            ("eps = 0.1", "0.1 is a floating-point number", "eps", "0.1", "write eps = \"0.1\""),
            (
                "a = 1\nat-most = 1e-10 # x",
                "1e-10 is a floating-point",
                "at-most",
                "1e-10",
                "write at-most = \"1e-10\"",
            ),
            (
                "[[ledger]]\n[[ledger]]\nsigma = 1_0.5",
                "1_0.5 is a floating",
                "ledger[1].sigma",
                "1_0.5",
                "sigma = \"1_0.5\"",
            ),
            (
                "count = 1000.0",
                "1000.0 is a floating-point number",
                "count",
                "1000.0",
                "write count = 1000",
            ),
            (
                "count = 2.5",
                "2.5 is a floating-point number",
                "count",
                "2.5",
                "a count is a whole number",
            ),
            ("p = [2.00]", "2.00 is a floating-point number", "p[0]", "2.00", "write 2"),
            ("p = [1, 0.5]", "0.5 is a floating-point number", "p[1]", "0.5", "write \"0.5\""),
            ("x = -inf", "-inf is not a number", "x", "-inf", "finite"),
            ("x = nan", "nan is not a number", "x", "nan", "finite"),
            (
                "d = 2024-01-31",
                "2024-01-31 is a date",
                "d",
                "2024-01-31",
                "write d = \"2024-01-31\"",
            ),
            ("eps = 1/10 # bare", "1/10 is not in quotes", "eps", "1/10", "write eps = \"1/10\""),
            (
                "[a]\neps = ln(2)\n",
                "ln(2) is not in quotes",
                "eps",
                "ln(2)",
                "write eps = \"ln(2)\"",
            ),
            ("eps = .1", ".1 is not in quotes", "eps", ".1", "write eps = \".1\""),
            (
                "s = { a = \"b,c\", r = 8/1875 }",
                "8/1875 is not in quotes",
                "r",
                "8/1875",
                "write r = \"8/1875\"",
            ),
            (
                "s = { r = ln(2)/3, n = 1 }",
                "ln(2)/3 is not in quotes",
                "r",
                "ln(2)/3",
                "write r = \"ln(2)/3\"",
            ),
            (
                "s = { m = poisson, n = 1 }",
                "poisson is not in quotes",
                "m",
                "poisson",
                "write m = \"poisson\"",
            ),
            ("s = { p = [1, 1/2] }", "1/2 is not in quotes", "", "1/2", "write \"1/2\""),
            ("p = [\n  1,\n  1/2, # half\n]", "1/2 is not in quotes", "", "1/2", "write \"1/2\""),
            ("eps = 0,5", "0,5 is not a number", "eps", "0,5", "the decimal sign is a point"),
            ("eps = 5% # of it", "5% is not a number", "eps", "5%", "write 5/100 for 5%"),
            ("delta = 10**-5", "10**-5 is not a number", "delta", "10**-5", "written ^"),
            (
                "delta = 10^-5",
                "10^-5 is not in quotes",
                "delta",
                "10^-5",
                "write delta = \"10^-5\"",
            ),
            (
                "mechanism = gaussian",
                "gaussian is not in quotes",
                "mechanism",
                "gaussian",
                "\"gaussian\"",
            ),
            ("x = True", "True is not a boolean", "x", "True", "write true or false"),
            ("x = null", "TOML has no null", "x", "null", "leave the field out"),
            ("a = 1\na = 2", "\"a\" is given twice", "a", "a", "once"),
            ("[a]\nx = 1\n[a]", "\"a\" is given twice", "a", "a", "once"),
            ("x = \"1/10\ny = 2", "invalid basic string", "", "", "claim file is TOML"),
            ("[scope", "unclosed table", "", "", "claim file is TOML"),
            ("gaussian(sigma=1)", "invalid unquoted key", "", "(", "claim file is TOML"),
        ],
    );
}

#[test]
fn malformed_json() {
    const OBJECT: &str = "each line is one JSON object";
    const CUT: &str = "was the line cut off?";
    const STRINGS: &str = "numbers other than integers are strings";
    assert_malformed(
        from_json,
        &[
            ("", "the text is empty", "", "", "write an object"),
            (" \n", "the text is empty", "", " \n", "write an object"),
            (
                r#"{"a":{"b":0.1}}"#,
                "0.1 is a floating-point number",
                "a.b",
                "0.1",
                "write it as a string: \"0.1\"",
            ),
            (
                r#"{"p":[1,1E400]}"#,
                "1E400 is a floating-point number",
                "p[1]",
                "1E400",
                "\"1E400\"",
            ),
            (r#"{"a b":-1.0}"#, "-1.0 is a floating", "\"a b\"", "-1.0", "\"-1.0\""),
            ("\u{feff}{\"é\":0.5}", "0.5 is a floating", "\"é\"", "0.5", "\"0.5\""),
            (r#"{"a":1,"b":{"c":1,"c":2}}"#, "\"c\" is given twice", "b.c", "\"c\"", "once"),
            (r#"{"a":1,"\u0061":2}"#, "\"a\" is given twice", "a", r#""\u0061""#, "once"),
            (r#"{"id":1,"id":2}"#, "\"id\" is given twice", "id", "\"id\"", "once"),
            ("{", "ends inside an object", "", "", CUT),
            (r#"{"a":1"#, "ends inside an object", "", "", CUT),
            (r#"{"a":"#, "ends where a value is expected", "", "", CUT),
            (r#"{"a":"x"#, "ends inside a string", "", "", CUT),
            ("[1", "ends inside a list", "", "", CUT),
            (r#"{"a":1}{"#, "more text after the JSON value", "", "{", OBJECT),
            (r#"{"a":1,}"#, "a name in double quotes is expected", "", "}", OBJECT),
            ("{'a':1}", "a name in double quotes is expected", "", "'", "double quotes"),
            (r#"{"a" 1}"#, "\":\" is expected", "", "1", OBJECT),
            (r#"{"a":1 "b":2}"#, "\",\" or \"}\" is expected", "", "\"", OBJECT),
            (r#"{"a":1/10}"#, "\",\" or \"}\" is expected", "", "/", STRINGS),
            (r#"{"a":ln(2)}"#, "not a JSON value", "", "ln", STRINGS),
            (r#"{"a":NaN}"#, "not a JSON value", "", "NaN", STRINGS),
            (r#"{"a":nan}"#, "not a JSON value", "", "nan", STRINGS),
            (r#"{"a":.5}"#, "not a JSON value", "", ".5", STRINGS),
            (r#"{"a":01}"#, "not a JSON number", "", "01", STRINGS),
            ("{\n\"a\": 1,\n\"é\": x}", "not a JSON value", "", "x", STRINGS),
            (r#"{"a":"\ud800"}"#, "is not a character", "a", r#""\ud800""#, "two escapes"),
            (r#""\x""#, "escape is not known", "", "x", OBJECT),
            ("{\"a\":\"xy\tz\"}", "control character", "", "\t", OBJECT),
            ("gaussian(sigma=1)", "not a JSON value", "", "gaussian", STRINGS),
        ],
    );
}

#[test]
fn malformed_notation() {
    const EXAMPLE: &str = "approx-dp(eps=1/10, delta=1e-6)^1000";
    const FIELD: &str = "fields have names";
    assert_malformed(
        from_notation,
        &[
            ("", "a mechanism is expected: the text ends here", "", "", EXAMPLE),
            (" ", "a mechanism is expected: the text ends here", "", "", EXAMPLE),
            (
                "1000 * a",
                "a mechanism is expected: \"1000\"",
                "",
                "1000",
                "after the mechanism: gaussian(sigma=1)^10",
            ),
            (
                "(1, 1e-5)",
                "a mechanism is expected: \"1\"",
                "",
                "1",
                "approx-dp(eps=1, delta=1e-5)",
            ),
            (r#"{"kind":"a"}"#, "a mechanism is expected: \"{\"", "", "{", EXAMPLE),
            ("a *", "a mechanism is expected: the text ends here", "", "", EXAMPLE),
            ("a(mechanism=)", "a mechanism is expected: \")\"", "", ")", EXAMPLE),
            ("a b", "unexpected text after the mechanism: \"b\"", "", "b", "\"*\" composes"),
            (
                "a(x=1)(y=2)",
                "unexpected text after the mechanism: \"(\"",
                "",
                "(",
                "\"*\" composes",
            ),
            ("a)", "no open bracket for this: \")\"", "", ")", "remove it"),
            ("(a", "\")\" is expected: the text ends here", "", "", "composes"),
            ("gaussian(1)", "a field name is expected: \"1\"", "", "1", FIELD),
            ("gdp(mu=0,1)", "a field name is expected: \"1\"", "", "1", "mu=0.1"),
            ("gdp(1, 2)", "a field name is expected: \"2\"", "", "2", FIELD),
            ("poisson(a(x=1), b(x=1))", "\"mechanism\" is given twice", "mechanism", "", "once"),
            ("gaussian(sigma=1,)", "a field name is expected: \")\"", "", ")", FIELD),
            ("gaussian(sigma)", "\"=\" is expected after \"sigma\": \")\"", "", ")", FIELD),
            ("gaussian(sigma:1)", "\"=\" is expected after \"sigma\": \":\"", "", ":", FIELD),
            ("gaussian(sigma=)", "a value is expected: \")\"", "sigma", ")", "after \"sigma=\""),
            (
                "gaussian(sigma= ,mu=1)",
                "a value is expected: \",\"",
                "sigma",
                ",",
                "after \"sigma=\"",
            ),
            ("gaussian(sigma=1", "\",\" or \")\" is expected: the text ends", "", "", FIELD),
            ("gaussian(sigma=1]", "\",\" or \")\" is expected: \"]\"", "", "]", FIELD),
            (
                "gaussian(sigma=\"1\")",
                "written without quotes",
                "sigma",
                "\"",
                "leave the quotes out: 1",
            ),
            (
                "a(eps=1 delta=2)",
                "a comma is missing before this: \"delta\"",
                "",
                "delta",
                "separated by commas",
            ),
            ("a(x=(1", "never closed", "x", "(", "close it"),
            ("a(x=f(1,2))", "\",\" is not allowed inside a number", "x", ",", FIELD),
            ("a(p=[1,2)", "\",\" or \"]\" is expected: \")\"", "", ")", "p=[1/4, 3/4]"),
            ("a(x=1, x=2)", "\"x\" is given twice", "x", "x", "once"),
            ("a(kind=b)", "\"kind\" is given twice", "kind", "kind", "once"),
            ("a(s={y=1, y=2})", "\"y\" is given twice", "y", "y", "once"),
            ("a^", "a count is expected: the text ends here", "", "", "write digits"),
            ("a^-1", "a count is expected: \"-\"", "", "-", "write digits"),
            ("a^1.5", "unexpected text after the count: \".\"", "", ".", "write digits"),
            ("a^1e3", "unexpected text after the count: \"e3\"", "", "e3", "^(10^3)"),
            ("a^()", "a value is expected: \")\"", "count", ")", "write digits"),
            ("a^(10^3", "\")\" is expected", "", "", "write digits"),
            ("a^2^3", "two repetitions in a row", "", "^", "write parentheses"),
            ("é", "a mechanism is expected: \"é\"", "", "é", EXAMPLE),
        ],
    );
}

/// What people write at first, and what the message says to write.
#[test]
fn notation_of_a_first_user() {
    for (text, span, help) in [
        ("gaussian(sigma=\"13/10\")", "\"", "leave the quotes out: 13/10"),
        ("gaussian(sigma='2')", "'", "leave the quotes out: 2"),
        ("gaussian(sigma=“2”)", "“", "leave the quotes out: 2"),
        ("finite-pair(p=[\"1/2\", \"1/2\"])", "\"", "leave the quotes out: 1/2"),
        ("\"gaussian(sigma=2)\"", "\"", "values are written without quotes"),
        ("laplace(eps=0,5)", "5", "the decimal sign is a point: eps=0.5"),
        ("laplace(eps=1,000)", "000", "eps=1.000 or eps=1000"),
        ("approx-dp(eps=1, delta=0,)", ")", "remove the comma"),
        ("gaussian(sigma==2)", "=", "once is enough"),
        ("gaussian(σ=2)", "σ", "write sigma"),
        ("approx-dp(ε=1, δ=0)", "ε", "write eps"),
        ("approx-dp(eps=1, δ=0)", "δ", "write delta"),
        ("gdp(μ=1)", "μ", "write mu"),
        ("gaussian（sigma=2）", "（", "ASCII"),
        ("gaussian(sigma＝2)", "＝", "ASCII"),
        ("gaussian(sigma=2", "", "close it with \")\""),
        ("multi-dp(constraints=[{eps=1", "", "close it with \"}\""),
        ("gaussian[sigma=2]", "[", "round brackets"),
        ("gaussian{sigma=2}", "{", "round brackets"),
        ("gaussian sigma=2", "sigma", "round brackets"),
        ("gaussian(sigma=2)^1,000", ",", "digits alone"),
        ("gaussian(sigma=2)^1_000", "_", "digits alone"),
        ("gaussian(sigma=2)**10", "*", "a repetition is written ^"),
        ("gaussian(sigma=2)*10", "10", "after the mechanism"),
        ("10*gaussian(sigma=2)", "10", "after the mechanism"),
        ("gaussian(sigma=2) x 10", "x", "\"^\" repeats"),
        ("gaussian(sigma=2) × 10", "×", "written *"),
        ("gaussian(sigma=2) + laplace(eps=1)", "+", "\"*\" composes"),
        ("{\"kind\":\"gdp\",\"mu\":1}", "{", "JSON is for dpcert query"),
        ("min-sep(3)", "3", "fields have names: min-sep(b=2, k=3)"),
        ("noisy-max(laplace, 1/10)", ",", "fields have names: noisy-max(noise=laplace, eps=1/10)"),
        ("compose(1)", "1", "fields have names: gaussian(sigma=2)"),
    ] {
        let error = from_notation(text).expect_err(text);
        assert_eq!(at(text, &error), span, "{text}: {error}");
        assert!(error.help.contains(help), "{text}: {error}: {}", error.help);
    }
}

/// A kind that there is not is said before a field that has no name.
#[test]
fn an_unknown_kind_is_said_first() {
    for (text, word, help) in [
        ("foo(1)", "foo", "one of approx-dp"),
        // What the notation has and no kind is: samples, and the signs of composition.
        ("foo(1)", "foo", "here; a text may also be A * B, A^1000, poisson(1/100, M), without-"),
        (
            "poison(1/100, gdp(1))",
            "poison",
            "did you mean \"poisson\"? a text may be poisson(1/100, M)",
        ),
        ("gausian(1)", "gausian", "did you mean \"gaussian\"?"),
        ("gaussian(sigma=1) * lapace(1)^3", "lapace", "did you mean \"laplace\"?"),
        ("poisson(1/100, gausian(1))", "gausian", "did you mean \"gaussian\"?"),
        // Known words, with a field too many or without its name.
        ("laplace(1)", "1", "fields have names: laplace(eps=1)"),
        ("gaussian(2)", "2", "fields have names: gaussian(sigma=2)"),
        ("poisson(1/2, 3, gaussian(sigma=1))", "3", "fields have names"),
        ("group(2, 3, gaussian(sigma=1))", "3", "fields have names"),
        ("(1)", "1", ""),
    ] {
        let error = dpcert::Mechanism::parse(text).expect_err(text);
        let dpcert::Refusal::Input(error) = error else { panic!("{text}: {error}") };
        assert_eq!(at(text, &error), word, "{text}: {error}");
        assert!(error.help.contains(help), "{text}: {error}: {}", error.help);
        // It is the same where the text is in a field of JSON or TOML.
        let node = dpcert::input::text_node(text, 0..text.len());
        let field = dpcert::input::Field { node: &node, path: "mechanism".into() };
        let inside = dpcert::Mechanism::read(&field).expect_err(text);
        let dpcert::Refusal::Input(inside) = inside else { panic!("{text}: {inside}") };
        assert_eq!((&inside.message, &inside.help), (&error.message, &error.help), "{text}");
    }
}

/// What a message says to write where names are missing can be written.
#[test]
fn examples_with_names_are_valid() {
    let example = |kind: &str| {
        let error = from_notation(&format!("{kind}(word)")).unwrap_err();
        error
            .help
            .strip_prefix("fields have names: ")
            .unwrap_or_else(|| panic!("{kind}: {}", error.help))
            .to_owned()
    };
    for (kind, _) in dpcert::mechanism::kinds() {
        let example = example(kind);
        assert!(dpcert::Mechanism::parse(&example).is_ok(), "{kind}: {example}");
    }
    for (strategy, participation) in [("toeplitz", "min-sep"), ("inverse-toeplitz", "periodic")] {
        let (strategy, participation) = (example(strategy), example(participation));
        let text =
            format!("matrix-gaussian(strategy={strategy}, participation={participation}, sigma=1)");
        assert!(dpcert::Mechanism::parse(&text).is_ok(), "{text}");
    }
}

#[test]
fn literal_errors_point_into_the_source() {
    for (read, text, span) in [
        (from_json as Read, r#"{"x":"1/10 + nan"}"#, "nan"),
        (from_json, r#"{"x":"1/\u0030 + nan"}"#, r#""1/\u0030 + nan""#),
        (from_json, r#"{"x":"é"}"#, "é"),
        (from_json, r#"{"x":"1 +"}"#, ""),
        (from_json, r#"{"x":" "}"#, r#"" ""#),
        (from_toml, "x = \"1/10 + nan\"", "nan"),
        (from_toml, "x = '1/10 + nan'", "nan"),
        (from_toml, "x = \"\\x31/0\"", "\"\\x31/0\""),
        (from_toml, "x = '''1/10 + nan'''", "'''1/10 + nan'''"),
        (from_notation, "a(x= 1/10 + nan )", "nan"),
        (from_notation, "a(x=1/(2-2))", "(2-2)"),
    ] {
        let node = parsed(read, text);
        let error = node.fields("").unwrap().required("x").unwrap().real().unwrap_err();
        assert_eq!((error.field.as_str(), at(text, &error)), ("x", span), "{text}: {error}");
    }
}

#[test]
fn nearest_names() {
    let names = ["eps", "delta", "sigma", "sigma_sq", "mu", "mechanism", "at-most"];
    for (name, expected) in [
        ("esp", Some("eps")),
        ("epsilon", Some("eps")),
        ("EPS", Some("eps")),
        ("detla", Some("delta")),
        ("sigma-sq", Some("sigma_sq")),
        ("sigmas", Some("sigma")),
        ("mechanisms", Some("mechanism")),
        ("mech", Some("mechanism")),
        ("at_most", Some("at-most")),
        ("nu", None),
        ("noise", None),
        ("", None),
    ] {
        assert_eq!(nearest(name, names), expected, "{name}");
    }
    assert_eq!(nearest("sigma_sq", ["sigma"]), None, "another quantity, not another spelling");
}

/// Every text close to a well-formed one is read or refused without a panic, and what comes out
/// has its spans inside the text and can be rendered.
#[test]
fn no_text_is_too_malformed() {
    fn assert_spans(text: &str, node: &Node) {
        assert!(text.get(node.span.clone()).is_some(), "{text:?}: {node:?}");
        match &node.item {
            Item::List(nodes) => nodes.iter().for_each(|node| assert_spans(text, node)),
            Item::Table(table) => table.iter().for_each(|(key, node)| {
                assert!(text.get(key.span.clone()).is_some(), "{text:?}: {key:?}");
                assert_spans(text, node);
            }),
            _ => {}
        }
    }
    let check = |read: Read, text: &str| match read(text) {
        Ok(node) => assert_spans(text, &node),
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
            assert!(!error.message.is_empty() && !error.help.is_empty(), "{text:?}: {error:?}");
            let shown = rendered(&Report::new("x", text, error));
            assert!(shown.contains("here") && shown.contains("help:"), "{text:?}: {shown}");
        }
    };
    let seeds: [(Read, &str); 5] = [
        (from_json, "{\"k\":[\"1/2\",-1,{\"é\":true}],\n \"s\":\"\\u0041\\n\",\"n\":null}"),
        (
            from_toml,
            "# é\n[a.b]\nx = \"1/2\\u0041\"\ny = [1, 'é', {z = true}]\n[[c]]\nd.\"e\" = 0x1f\n",
        ),
        (from_toml, "x = '''\né'''\ny = 2024-01-01\r\n"),
        (from_notation, "sub(rate=1/100, mechanism=a(x=(1+2)*3, y=[1, {z=é}])^(10^3) * b()^2)"),
        (from_notation, "(a*b)^3 * c(kinds=[[1],[2]])"),
    ];
    for (read, seed) in seeds {
        check(read, seed);
        let boundaries: Vec<usize> =
            (0..=seed.len()).filter(|p| seed.is_char_boundary(*p)).collect();
        for (index, &position) in boundaries.iter().enumerate() {
            let (before, after) = seed.split_at(position);
            let next = boundaries.get(index + 1).map_or("", |next| &seed[*next..]);
            check(read, before);
            check(read, after);
            check(read, &format!("{before}{next}"));
            for inserted in [
                "\"", "'", "\\", "(", ")", "[", "]", "{", "}", ",", "=", ":", "^", "*", ".", "0",
                "-", "é", "\0", "\n", "\r", " ", "#",
            ] {
                check(read, &format!("{before}{inserted}{after}"));
                check(read, &format!("{before}{inserted}{next}"));
            }
        }
    }
}

fn rendered(report: &Report) -> String {
    let theme = miette::GraphicalTheme::unicode_nocolor();
    let mut shown = String::new();
    miette::GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .render_report(&mut shown, report)
        .unwrap();
    shown
}

#[test]
fn reports_show_the_line() {
    let text =
        "format = \"dpcert/1\"\n\n[[ledger]]\nmechanism = \"gaussian\"\nsigma = 0.1\ncount = 3\n";
    let report = Report::new("claims.toml", text, from_toml(text).unwrap_err());
    assert_eq!(report.to_string(), "ledger[0].sigma: 0.1 is a floating-point number");
    assert_eq!(report.error().field, "ledger[0].sigma");
    let expected = r#"
  × ledger[0].sigma: 0.1 is a floating-point number
   ╭─[claims.toml:5:9]
 4 │ mechanism = "gaussian"
 5 │ sigma = 0.1
   ·         ─┬─
   ·          ╰── here
 6 │ count = 3
   ╰────
  help: write sigma = "0.1"
"#;
    assert_eq!(rendered(&report), expected.trim_start_matches('\n'));

    // Hidden characters are escapes, also in names, and the place is still underlined; line and
    // column are those of the source.
    let text = "a = \"\u{202e}b\"\r\n\"\u{e0041}\" = 0.1\r\nc = 1\r\n";
    let shown = rendered(&Report::new("x\n\u{1b}.toml", text, from_toml(text).unwrap_err()));
    let expected = r#"
   ╭─[x\n\u001b.toml:2:7]
 1 │ a = "\u202eb"
 2 │ "\udb40\udc41" = 0.1
   ·                  ─┬─
   ·                   ╰── here
 3 │ c = 1
   ╰────
"#;
    assert!(shown.contains(expected), "{shown}");

    // Where the text ends too early there is something to point at.
    let text = "gaussian(sigma=1,";
    let shown = rendered(&Report::new("--mechanism", text, from_notation(text).unwrap_err()));
    assert!(shown.contains("[--mechanism:1:18]") && shown.contains("╰── here"), "{shown}");

    // A long line is cut around the place; line and column are still those of the source.
    let text = format!(
        "1\n{{\"a\":\"{}\",\"b\":0.5,\"c\":\"{}\"}}\n2",
        "é".repeat(10_000),
        "x".repeat(10_000)
    );
    let span = text.find("0.5").map(|start| start..start + 3).unwrap();
    let error = InputError {
        message: "float".to_owned(),
        field: "b".to_owned(),
        span,
        help: "h".to_owned(),
    };
    let shown = rendered(&Report::new("requests", &text, error));
    assert!(shown.contains("[requests:2:10013]"), "{shown}");
    assert!(shown.contains("éé\",\"b\":0.5,\"c\":\"xx") && shown.len() < 2_000, "{shown}");
}

#[test]
fn unreadable_files() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("input");
    std::fs::create_dir_all(&directory).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = directory.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    assert_eq!(read_file(&file("good.toml", "é = 1".as_bytes())).unwrap(), "é = 1");

    let huge = file("huge.toml", b"");
    std::fs::File::options().write(true).open(&huge).unwrap().set_len(MAX_FILE_BYTES + 1).unwrap();
    for (path, message, help) in [
        (
            directory.join("missing.toml"),
            "missing.toml: there is no such file",
            "working directory",
        ),
        (directory.clone(), "input: this is a directory", "name a file in it"),
        (file("empty.toml", b""), "empty.toml: the file is empty", "written completely"),
        (
            file("blank.toml", b"\xef\xbb\xbf \n"),
            "blank.toml: the file is empty",
            "written completely",
        ),
        (
            file("latin1.toml", b"a = 1\nb = '\xe9'\n"),
            "latin1.toml: not UTF-8 at byte 11 (line 2)",
            "UTF-8",
        ),
        (file("utf16.toml", b"\xff\xfea\0"), "utf16.toml: not UTF-8 at byte 0 (line 1)", "UTF-8"),
        (huge.clone(), "huge.toml: the file is larger than 64 MiB", "split it"),
    ] {
        let error: FileError = read_file(&path).unwrap_err();
        assert!(error.to_string().ends_with(message), "{error}");
        let shown_help =
            miette::Diagnostic::help(&error).map(|help| help.to_string()).unwrap_or_default();
        assert!(shown_help.contains(help), "{shown_help}");
    }
    std::fs::remove_file(huge).unwrap();
}
