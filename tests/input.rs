//! Input: three notations give one tree, and malformed input gives the reason, the place and the way out.
#![allow(clippy::unwrap_used, clippy::panic)]

use dpcert::input::{
    Fields, FileError, InputError, Item, MAX_DEPTH, MAX_FILE_BYTES, Node, Report, from_json, from_notation, from_toml,
    nearest, raw_field, read_file,
};
use std::path::PathBuf;

type Read = fn(&str) -> Result<Node, InputError>;

/// The tree without its spans. Texts are quoted, so that `"1"` and `1` differ.
fn tree(node: &Node) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match &node.item {
        Item::Text(text) => format!("{text:?}"),
        Item::Integer(digits) => digits.clone(),
        Item::Boolean(value) => value.to_string(),
        Item::Null => "null".to_owned(),
        Item::List(nodes) => format!("[{}]", join(nodes.iter().map(tree).collect())),
        Item::Table(table) => {
            let entry = |(key, node): &(dpcert::input::Key, Node)| format!("{}: {}", key.name, tree(node));
            format!("{{{}}}", join(table.iter().map(entry).collect()))
        }
    }
}

fn parsed(read: Read, text: &str) -> Node {
    read(text).unwrap_or_else(|e| panic!("{text:?}: {e}"))
}

fn at<'a>(text: &'a str, error: &InputError) -> &'a str {
    text.get(error.span.clone()).unwrap_or_else(|| panic!("{text:?}: no text at {:?}", error.span))
}

/// Input, then the expected error: part of the message, field, text at the span, part of the help.
type Malformed<'a> = (&'a str, &'a str, &'a str, &'a str, &'a str);

fn assert_error(text: &str, error: &InputError, (_, message, field, span, help): Malformed<'_>) {
    assert!(error.message.contains(message), "{text:?}: message {:?} lacks {message:?}", error.message);
    assert_eq!(error.field, field, "{text:?}: field of {error}");
    assert_eq!(at(text, error), span, "{text:?}: span of {error}");
    assert!(error.help.contains(help), "{text:?}: help {:?} lacks {help:?}", error.help);
}

fn assert_malformed(read: Read, cases: &[Malformed<'_>]) {
    for case in cases {
        match read(case.0) {
            Ok(node) => panic!("{:?} was read as {}", case.0, tree(&node)),
            Err(error) => assert_error(case.0, &error, *case),
        }
    }
}

#[test]
fn three_notations_one_tree() {
    for (notation, json, toml) in [
        ("gaussian(sigma=13/10)", r#"{"kind":"gaussian","sigma":"13/10"}"#, "kind = 'gaussian'\nsigma = '13/10'"),
        (
            "approx-dp(eps = ln(2)/2, delta = 1e-6) ^ 1000",
            r#"{"kind": "repeat", "count": "1000",
                "mechanism": {"kind": "approx-dp", "eps": "ln(2)/2", "delta": "1e-6"}}"#,
            "kind = \"repeat\"\ncount = \"1000\"\n\
             [mechanism]\nkind = \"approx-dp\"\neps = \"ln(2)/2\"\ndelta = \"1e-6\"",
        ),
        (
            "laplace(eps=1) * (a * b(x=1))^(2*3)",
            r#"{"kind":"compose","mechanisms":[{"kind":"laplace","eps":"1"},{"kind":"repeat","count":"2*3",
               "mechanism":{"kind":"compose","mechanisms":[{"kind":"a"},{"kind":"b","x":"1"}]}}]}"#,
            "kind = 'compose'\n[[mechanisms]]\nkind = 'laplace'\neps = '1'\n[[mechanisms]]\nkind = 'repeat'\n\
             count = '2*3'\nmechanism.kind = 'compose'\nmechanism.mechanisms = [{kind='a'}, {kind='b', x='1'}]",
        ),
        (
            "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1)^2)",
            r#"{"kind":"subsample","method":"poisson","rate":"1/100","adjacency":"add-remove",
               "mechanism":{"kind":"repeat","count":"2","mechanism":{"kind":"gaussian","sigma":"1"}}}"#,
            "kind = 'subsample'\nmethod = 'poisson'\nrate = '1/100'\nadjacency = 'add-remove'\n\
             [mechanism]\nkind = 'repeat'\ncount = '2'\n[mechanism.mechanism]\nkind = 'gaussian'\nsigma = '1'",
        ),
        (
            "compose(mechanisms=[a(x=(1+2)*3), (b)])",
            r#"{"kind":"compose","mechanisms":[{"kind":"a","x":"(1+2)*3"},{"kind":"b"}]}"#,
            "kind = 'compose'\nmechanisms = [{kind = 'a', x = '(1+2)*3'}, {kind = 'b'}]",
        ),
        (
            "multi-dp(constraints=[{eps=1, delta=0}, {eps=0, delta=1/5}])",
            r#"{"kind":"multi-dp","constraints":[{"eps":"1","delta":"0"},{"eps":"0","delta":"1/5"}]}"#,
            "kind = 'multi-dp'\n[[constraints]]\neps = '1'\ndelta = '0'\n[[constraints]]\neps = '0'\ndelta = '1/5'",
        ),
        (
            "finite-pair( p=[1/2, 1/2] , q=[ 1/4,3/4 ], r=[], s={} )",
            r#"{"kind":"finite-pair","p":["1/2","1/2"],"q":["1/4","3/4"],"r":[],"s":{}}"#,
            "kind = 'finite-pair'\np = ['1/2', '1/2']\nq = ['1/4', '3/4']\nr = []\ns = {}",
        ),
    ] {
        let expected = tree(&parsed(from_json, json));
        assert_eq!(tree(&parsed(from_notation, notation)), expected, "{notation}");
        assert_eq!(tree(&parsed(from_toml, toml)), expected, "{toml}");
    }
}

#[test]
fn trees() {
    let cases: [(Read, &str, &str); 14] = [
        (
            from_json,
            r#" {"b": -0, "a": [true, null, 12345678901234567890123]} "#,
            "{b: -0, a: [true, null, 12345678901234567890123]}",
        ),
        (from_json, r#"["\u0041\ud83d\ude00", {"\u0061 b": "\""}]"#, r#"["A😀", {a b: "\""}]"#),
        (from_json, "\u{feff}1", "1"),
        // An id may be anything: it is only echoed.
        (from_json, r#"{"id": {"x": 1.50}, "n": 1}"#, r#"{id: "{\"x\": 1.50}", n: 1}"#),
        (from_json, r#"{"id": "7"}"#, r#"{id: "7"}"#),
        (from_toml, "", "{}"),
        (from_toml, "\u{feff}z = 1 # first\na = true\nm = [1, '2']", r#"{z: 1, a: true, m: [1, "2"]}"#),
        (
            from_toml,
            "n = [+1_000, -7, 0xff, 0o17, 0b101, 99999999999999999999]",
            "{n: [1000, -7, 255, 15, 5, 99999999999999999999]}",
        ),
        (
            from_toml,
            "[[ledger]]\nid = 'a'\n[ledger.sampling]\nrate = '1'\n[[ledger]]\n",
            r#"{ledger: [{id: "a", sampling: {rate: "1"}}, {}]}"#,
        ),
        (from_notation, "gaussian", r#"{kind: "gaussian"}"#),
        (from_notation, "gaussian()", r#"{kind: "gaussian"}"#),
        (from_notation, "((gaussian))", r#"{kind: "gaussian"}"#),
        (
            from_notation,
            "(a^2)^3",
            r#"{kind: "repeat", count: "3", mechanism: {kind: "repeat", count: "2", mechanism: {kind: "a"}}}"#,
        ),
        (from_notation, "\n a ( x = exp( (1) ) / 2 , y_z=b )\n", r#"{kind: "a", x: "exp( (1) ) / 2", y_z: "b"}"#),
    ];
    for (read, text, expected) in cases {
        assert_eq!(tree(&parsed(read, text)), expected, "{text}");
    }
}

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
            ("p = [1, 0.5]", "0.5 is a floating-point number", "p[1]", "0.5", "write \"0.5\""),
            ("x = -inf", "-inf is not a number", "x", "-inf", "finite"),
            ("x = nan", "nan is not a number", "x", "nan", "finite"),
            ("d = 2024-01-31", "2024-01-31 is a date", "d", "2024-01-31", "write d = \"2024-01-31\""),
            ("eps = 1/10 # bare", "1/10 stands without quotes", "eps", "1/10", "write eps = \"1/10\""),
            ("[a]\neps = ln(2)\n", "ln(2) stands without quotes", "eps", "ln(2)", "write eps = \"ln(2)\""),
            ("eps = .1", ".1 stands without quotes", "eps", ".1", "write eps = \".1\""),
            ("mechanism = gaussian", "gaussian stands without quotes", "mechanism", "gaussian", "\"gaussian\""),
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
    const OBJECT: &str = "one JSON object on one line";
    const CUT: &str = "was the line cut off?";
    const STRINGS: &str = "numbers other than integers are strings";
    assert_malformed(
        from_json,
        &[
            ("", "there is no text", "", "", "write an object"),
            (" \n", "there is no text", "", " \n", "write an object"),
            (r#"{"a":{"b":0.1}}"#, "0.1 is a floating-point number", "a.b", "0.1", "write it as a string: \"0.1\""),
            (r#"{"p":[1,1E400]}"#, "1E400 is a floating-point number", "p[1]", "1E400", "\"1E400\""),
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
            (r#"{"a":1}{"#, "more text behind the JSON value", "", "{", OBJECT),
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
            (r#"{"a":"\ud800"}"#, "no character", "a", r#""\ud800""#, "two escapes"),
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
            ("1000 * a", "a mechanism is expected: \"1000\"", "", "1000", EXAMPLE),
            (r#"{"kind":"a"}"#, "a mechanism is expected: \"{\"", "", "{", EXAMPLE),
            ("a *", "a mechanism is expected: the text ends here", "", "", EXAMPLE),
            ("a(mechanism=)", "a mechanism is expected: \")\"", "", ")", EXAMPLE),
            ("a b", "the mechanism ends before this: \"b\"", "", "b", "\"*\" composes"),
            ("a(x=1)(y=2)", "the mechanism ends before this: \"(\"", "", "(", "\"*\" composes"),
            ("a)", "no open bracket for this: \")\"", "", ")", "remove it"),
            ("(a", "\")\" is expected: the text ends here", "", "", "composes"),
            ("gaussian(1)", "a field name is expected: \"1\"", "", "1", FIELD),
            ("gaussian(sigma=1,)", "a field name is expected: \")\"", "", ")", FIELD),
            ("gaussian(sigma)", "\"=\" is expected behind \"sigma\": \")\"", "", ")", FIELD),
            ("gaussian(sigma:1)", "\"=\" is expected behind \"sigma\": \":\"", "", ":", FIELD),
            ("gaussian(sigma=)", "a value is expected: \")\"", "sigma", ")", FIELD),
            ("gaussian(sigma= ,mu=1)", "a value is expected: \",\"", "sigma", ",", FIELD),
            ("gaussian(sigma=1", "\",\" or \")\" is expected: the text ends", "", "", FIELD),
            ("gaussian(sigma=1]", "\",\" or \")\" is expected: \"]\"", "", "]", FIELD),
            ("gaussian(sigma=\"1\")", "stands without quotes", "sigma", "\"", "sigma=1/2"),
            ("a(eps=1 delta=2)", "a comma is missing before this: \"delta\"", "", "delta", "separated by commas"),
            ("a(x=(1", "never closed", "x", "(", "close it"),
            ("a(x=f(1,2))", "\",\" cannot stand inside a number", "x", ",", FIELD),
            ("a(p=[1,2)", "\",\" or \"]\" is expected: \")\"", "", ")", "p=[1/4, 3/4]"),
            ("a(x=1, x=2)", "\"x\" is given twice", "x", "x", "once"),
            ("a(kind=b)", "\"kind\" is given twice", "kind", "kind", "once"),
            ("a(s={y=1, y=2})", "\"y\" is given twice", "y", "y", "once"),
            ("a^", "a count is expected: the text ends here", "", "", "write digits"),
            ("a^-1", "a count is expected: \"-\"", "", "-", "write digits"),
            ("a^1.5", "the count ends before this: \".\"", "", ".", "write digits"),
            ("a^1e3", "the count ends before this: \"e3\"", "", "e3", "^(10^3)"),
            ("a^()", "a value is expected: \")\"", "count", ")", "write digits"),
            ("a^(10^3", "\")\" is expected", "", "", "write digits"),
            ("a^2^3", "two repetitions in a row", "", "^", "write parentheses"),
            ("é", "a mechanism is expected: \"é\"", "", "é", EXAMPLE),
        ],
    );
}

#[test]
fn deep_nesting_is_refused() {
    let nested = |open: &str, middle: &str, close: &str, n: usize| open.repeat(n) + middle + &close.repeat(n);
    let cases: [(Read, &str, &str, &str, &str); 6] = [
        (from_json, "", "[", "1", "]"),
        (from_json, "", "{\"a\":", "1", "}"),
        (from_toml, "a=", "[", "1", "]"),
        (from_toml, "a=", "{a=", "1", "}"),
        (from_notation, "", "(", "a", ")"),
        (from_notation, "", "a(mechanism=", "b", ")"),
    ];
    for (read, before, open, middle, close) in cases {
        let text = |n| before.to_owned() + &nested(open, middle, close, n);
        // The table of a TOML file is a level of its own.
        parsed(read, &text(MAX_DEPTH - before.len().min(1)));
        for n in [MAX_DEPTH + 1, 100, 100_000] {
            let error = read(&text(n)).unwrap_err();
            assert!(error.message.contains("nested too deeply"), "{open} {n}: {error}");
            assert!(error.help.contains("64 levels"), "{}", error.help);
        }
    }
    for (read, text) in [
        (from_json as Read, "[".repeat(100_000)),
        (from_toml, format!("a = {}", "[".repeat(100_000))),
        (from_toml, format!("a{} = 1", ".a".repeat(100_000))),
        (from_notation, format!("a(x={}", "[".repeat(100_000))),
        (from_notation, format!("a(x={}", "(".repeat(100_000))),
        (from_notation, "(".repeat(100_000)),
    ] {
        assert!(read(&text).is_err());
    }
}

#[test]
fn raw_fields_are_echoed_as_given() {
    for (text, expected) in [
        (r#"{"id": 1.50, "x": 1}"#, Some("1.50")),
        (r#"{"x": {"id": 3}, "id" : {"a" : [ 1e5 ]} }"#, Some(r#"{"a" : [ 1e5 ]}"#)),
        (r#"{"\u0069d":"\u0041"}"#, Some(r#""\u0041""#)),
        ("\u{feff}{\"id\":null}", Some("null")),
        (r#"{"id":7,"x":{"#, Some("7")),
        // What was cut off may be cut off within the number.
        (r#"{"id":7"#, None),
        (r#"{"id":7,"#, None),
        (r#"{"id":"a"#, None),
        (r#"{"x":1}"#, None),
        ("[1]", None),
        ("", None),
    ] {
        assert_eq!(raw_field(text, "id"), expected, "{text}");
    }
}

/// Reads a mechanism as the mechanisms do.
fn read_approx_dp(node: &Node) -> Result<(), InputError> {
    let mut fields: Fields<'_> = node.fields("mechanism")?;
    fields.expect(&["kind", "eps", "delta"]);
    fields.forbid("epochs", "epochs are not steps", "give the count of steps")?;
    fields.required("kind")?.choice(&[("approx-dp", 1), ("pure-dp", 2)])?;
    fields.required("eps")?.real()?;
    if let Some(delta) = fields.optional("delta") {
        delta.real()?;
    }
    fields.finish()
}

#[test]
fn fields_are_taken_once() {
    const FIELDS: &str = "the fields here are kind, eps, delta";
    for case in [
        (r#"{"kind":"approx-dp"}"#, "\"eps\" is missing", "mechanism.eps", r#"{"kind":"approx-dp"}"#, FIELDS),
        (
            r#"{"kind":"approx-dp","epsilon":1}"#,
            "\"eps\" is missing",
            "mechanism.eps",
            "\"epsilon\"",
            "\"epsilon\" is not a field here: did you mean \"eps\"?",
        ),
        (
            r#"{"kind":"approx-dp","eps":1,"detla":0}"#,
            "unknown field \"detla\"",
            "mechanism.detla",
            "\"detla\"",
            "did you mean \"delta\"? the fields here are kind, eps, delta",
        ),
        (r#"{"kind":"approx-dp","eps":1,"x y":0}"#, "unknown field \"x y\"", "mechanism.\"x y\"", "\"x y\"", FIELDS),
        (
            r#"{"kind":"approx-dp","eps":1,"epochs":5}"#,
            "epochs are not steps",
            "mechanism.epochs",
            "\"epochs\"",
            "count of steps",
        ),
        (
            r#"{"kind":"approxdp","eps":1}"#,
            "unknown word \"approxdp\"",
            "mechanism.kind",
            "\"approxdp\"",
            "did you mean \"approx-dp\"? one of approx-dp, pure-dp",
        ),
        (
            r#"{"kind":"zzz","eps":1}"#,
            "unknown word \"zzz\"",
            "mechanism.kind",
            "\"zzz\"",
            "one of approx-dp, pure-dp is expected",
        ),
        (r#"{"kind":3,"eps":1}"#, "a word is expected, not an integer", "mechanism.kind", "3", "one of approx-dp"),
        (
            r#"{"kind":"approx-dp","eps":null}"#,
            "a number is expected, not null",
            "mechanism.eps",
            "null",
            "leave the field out",
        ),
        (r#"{"kind":"approx-dp","eps":[1]}"#, "a number is expected, not a list", "mechanism.eps", "[1]", "\"ln(2)\""),
        ("[1]", "a table is expected, not a list", "mechanism", "[1]", "named fields"),
    ] {
        let error = read_approx_dp(&parsed(from_json, case.0)).unwrap_err();
        assert_error(case.0, &error, case);
    }
    // The same errors, at their places in the other notations.
    for (read, text, message, span) in [
        (from_toml as Read, "kind = 'approx-dp'\neps = '1'\n[x]\n", "mechanism.x: unknown field \"x\"", "x"),
        (from_toml, "kind = 'approx-dp'\n[eps]\nx = 1", "mechanism.eps: a number is expected, not a table", "[eps]"),
        (from_toml, "kind = 'approx-dp'", "mechanism.eps: the field \"eps\" is missing", ""),
        (from_notation, "approx-dp(eps=1)*b", "mechanism.eps: the field \"eps\" is missing", "approx-dp(eps=1)*b"),
        (from_notation, "approx-dp( delta=1 )", "mechanism.eps: the field \"eps\" is missing", "approx-dp( delta=1 )"),
        (from_notation, "approx-dp(eps=1, detla=0)", "mechanism.detla: unknown field \"detla\"", "detla"),
    ] {
        let node = parsed(read, text);
        let error = match text.contains('*') {
            false => read_approx_dp(&node).unwrap_err(),
            true => node.fields("mechanism").unwrap().required("eps").unwrap_err(),
        };
        assert_eq!((error.to_string().as_str(), at(text, &error)), (message, span), "{text}");
    }
    let node = parsed(from_json, r#"{"b":1,"a":2,"c":3}"#);
    let mut fields = node.fields("").unwrap();
    assert_eq!((fields.path(), fields.span()), ("", 0..19));
    assert_eq!(fields.required("a").unwrap().path, "a");
    assert_eq!(fields.remaining_names().collect::<Vec<_>>(), ["b", "c"]);
    assert!(fields.optional("a").is_none(), "a field is taken once");
    assert_eq!(fields.finish().unwrap_err().help, "the fields here are a");
}

#[test]
fn values_are_read_as_what_is_wanted() {
    let text = r#"{"t":"x","n":5,"b":true,"l":["1/2",3],"o":{"k":"v"}}"#;
    let node = parsed(from_json, text);
    let mut fields = node.fields("").unwrap();
    let [t, n, b, l, o] = ["t", "n", "b", "l", "o"].map(|name| fields.required(name).unwrap());
    assert_eq!(t.text().unwrap(), "x");
    assert!(b.boolean().unwrap());
    assert_eq!(l.reals().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "3"]);
    assert_eq!(l.list().unwrap().iter().map(|f| f.path.clone()).collect::<Vec<_>>(), ["l[0]", "l[1]"]);
    assert_eq!(o.fields().unwrap().required("k").unwrap().path, "o.k");
    assert_eq!((n.real().unwrap().to_string().as_str(), n.natural().unwrap()), ("5", 5));
    for (error, expected) in [
        (n.text().unwrap_err(), "n: a text is expected, not an integer"),
        (t.boolean().unwrap_err(), "t: a boolean is expected, not a text"),
        (t.list().unwrap_err(), "t: a list is expected, not a text"),
        (b.real().unwrap_err(), "b: a number is expected, not a boolean"),
        (b.natural().unwrap_err(), "b: a number is expected, not a boolean"),
        (l.fields().map(|_| ()).unwrap_err(), "l: a table is expected, not a list"),
        (o.reals().unwrap_err(), "o: a list is expected, not a table"),
        (t.error("no", ""), "t: no"),
    ] {
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn naturals() {
    let natural = |json: &str| {
        let text = format!("{{\"count\":{json}}}");
        let node = parsed(from_json, &text);
        node.fields("").unwrap().required("count").unwrap().natural()
    };
    for (json, expected) in [
        ("1000", 1000),
        ("0", 0),
        ("-0", 0),
        ("\"10^4\"", 10_000),
        ("\"1e6\"", 1_000_000),
        ("\"6/2\"", 3),
        ("\"exp(ln(2))\"", 2),
        ("18446744073709551615", u64::MAX),
    ] {
        assert_eq!(natural(json), Ok(expected), "{json}");
    }
    for (json, message) in [
        ("-1", "count: \"-1\" is negative"),
        ("\"1/2 - 1\"", "count: \"1/2 - 1\" is negative"),
        ("\"3/2\"", "count: \"3/2\" is not a whole number but 3/2"),
        ("\"0.1\"", "count: \"0.1\" is not a whole number but 1/10"),
        ("\"2^-300\"", "count: \"2^-300\" is not a whole number but a fraction"),
        ("18446744073709551616", "count: \"18446744073709551616\" is too large"),
        ("\"10^40000\"", "count: \"10^40000\" is too large"),
        ("\"sqrt(2)\"", "count: \"sqrt(2)\" is not known to be a whole number"),
        ("\"many\"", "count: a number is expected: \"many\""),
        ("\"\"", "count: a number is missing"),
    ] {
        assert_eq!(natural(json).unwrap_err().to_string(), message, "{json}");
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
        (from_toml, "# é\n[a.b]\nx = \"1/2\\u0041\"\ny = [1, 'é', {z = true}]\n[[c]]\nd.\"e\" = 0x1f\n"),
        (from_toml, "x = '''\né'''\ny = 2024-01-01\r\n"),
        (from_notation, "sub(rate=1/100, mechanism=a(x=(1+2)*3, y=[1, {z=é}])^(10^3) * b()^2)"),
        (from_notation, "(a*b)^3 * c(kinds=[[1],[2]])"),
    ];
    for (read, seed) in seeds {
        check(read, seed);
        let boundaries: Vec<usize> = (0..=seed.len()).filter(|p| seed.is_char_boundary(*p)).collect();
        for (index, &position) in boundaries.iter().enumerate() {
            let (before, after) = seed.split_at(position);
            let next = boundaries.get(index + 1).map_or("", |next| &seed[*next..]);
            check(read, before);
            check(read, after);
            check(read, &format!("{before}{next}"));
            for inserted in [
                "\"", "'", "\\", "(", ")", "[", "]", "{", "}", ",", "=", ":", "^", "*", ".", "0", "-", "é", "\0", "\n",
                "\r", " ", "#",
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
    miette::GraphicalReportHandler::new_themed(theme).with_width(100).render_report(&mut shown, report).unwrap();
    shown
}

#[test]
fn reports_show_the_line() {
    let text = "format = \"dpcert/1\"\n\n[[ledger]]\nmechanism = \"gaussian\"\nsigma = 0.1\ncount = 3\n";
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

    // Where the text ends too early there is something to point at.
    let text = "gaussian(sigma=1,";
    let shown = rendered(&Report::new("--mechanism", text, from_notation(text).unwrap_err()));
    assert!(shown.contains("[--mechanism:1:18]") && shown.contains("╰── here"), "{shown}");

    // A long line is cut around the place; line and column are still those of the source.
    let text = format!("1\n{{\"a\":\"{}\",\"b\":0.5,\"c\":\"{}\"}}\n2", "é".repeat(10_000), "x".repeat(10_000));
    let span = text.find("0.5").map(|start| start..start + 3).unwrap();
    let error = InputError { message: "float".to_owned(), field: "b".to_owned(), span, help: "h".to_owned() };
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
        (directory.join("missing.toml"), "missing.toml: there is no such file", "working directory"),
        (directory.clone(), "input: this is a directory", "name a file in it"),
        (file("empty.toml", b""), "empty.toml: the file is empty", "written completely"),
        (file("blank.toml", b"\xef\xbb\xbf \n"), "blank.toml: the file is empty", "written completely"),
        (file("latin1.toml", b"a = 1\nb = '\xe9'\n"), "latin1.toml: not UTF-8 at byte 11 (line 2)", "UTF-8"),
        (file("utf16.toml", b"\xff\xfea\0"), "utf16.toml: not UTF-8 at byte 0 (line 1)", "UTF-8"),
        (huge.clone(), "huge.toml: the file is larger than 64 MiB", "split it"),
    ] {
        let error: FileError = read_file(&path).unwrap_err();
        assert!(error.to_string().ends_with(message), "{error}");
        let shown_help = miette::Diagnostic::help(&error).map(|help| help.to_string()).unwrap_or_default();
        assert!(shown_help.contains(help), "{shown_help}");
    }
    std::fs::remove_file(huge).unwrap();
}
