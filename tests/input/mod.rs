//! Input: three notations give one tree, and malformed input gives the reason, the place and the
//! way out.

mod malformed;
mod unnamed;

use crate::support::effort;
use dpcert::input::{
    Fields, FileError, InputError, Item, MAX_DEPTH, MAX_FILE_BYTES, Node, Report, from_json,
    from_notation, from_toml, nearest, raw_field, read_file,
};
use dpcert::{Mechanism, Refusal};
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
            let entry =
                |(key, node): &(dpcert::input::Key, Node)| format!("{}: {}", key.name, tree(node));
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
    assert!(
        error.message.contains(message),
        "{text:?}: message {:?} lacks {message:?}",
        error.message
    );
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
        (
            "gaussian(sigma=13/10)",
            r#"{"kind":"gaussian","sigma":"13/10"}"#,
            "kind = 'gaussian'\nsigma = '13/10'",
        ),
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

/// Fields without names, capitals, and samples by their method: each is what it says in full.
#[test]
fn short_notation() {
    let poisson =
        "subsample(method=poisson, rate=1/100, mechanism=gaussian(sigma=1), adjacency=add-remove)";
    for (short, long) in [
        ("Gaussian(sigma=1)", "gaussian(sigma=1)"),
        ("approx_dp(1, 1e-5)^3", "approx-dp(eps=1, delta=1e-5)^3"),
        ("GDP(sqrt(2)/3)", "gdp(mu=sqrt(2)/3)"),
        (
            "randomized-response(ln(3), categories=3)",
            "randomized-response(eps=ln(3), categories=3)",
        ),
        ("zcdp((1+1)/3)", "zcdp(rho=(1+1)/3)"),
        ("gdp(?)", "gdp(mu=?)"),
        ("group(2, laplace(eps=1))", "group(size=2, mechanism=laplace(eps=1))"),
        ("inverse(gdp(1) * gdp(2))", "inverse(mechanism=gdp(mu=1) * gdp(mu=2))"),
        ("poisson(1/100, gaussian(sigma=1))", poisson),
        ("Poisson(rate=1/100, gaussian(sigma=1))", poisson),
        (
            "poisson(rate=1/100, mechanism=gaussian(sigma=1), adjacency=zero-out)",
            "subsample(method=poisson, rate=1/100, mechanism=gaussian(sigma=1), adjacency=zero-out)",
        ),
        (
            "without-replacement(1/8, gdp(1))",
            "subsample(method=without-replacement, rate=1/8, mechanism=gdp(mu=1), adjacency=replace-one)",
        ),
        (
            "without_replacement(size=8, population=1000, gaussian(sigma=1)^2)^100",
            "subsample(method=without-replacement, size=8, population=1000, mechanism=gaussian(sigma=1)^2, \
             adjacency=replace-one)^100",
        ),
    ] {
        assert_eq!(
            tree(&parsed(from_notation, short)),
            tree(&parsed(from_notation, long)),
            "{short}"
        );
    }
}

#[test]
fn missing_fields_are_named_at_once() {
    for (text, message, help) in [
        (
            "approx-dp()",
            "the fields \"eps\", \"delta\" are missing",
            "add them: the fields here are eps, delta",
        ),
        (
            "finite-pair()",
            "the fields \"p\", \"q\" are missing",
            "add them: the fields here are p, q",
        ),
        (
            "approx-dp(eps=1)",
            "the field \"delta\" is missing",
            "add it: the fields here are eps, delta",
        ),
        ("approx-dp(epsilo=1)", "the field \"eps\" is missing", "did you mean \"eps\"?"),
        (
            "subsample(rate=1/8)",
            "the fields \"method\", \"adjacency\", \"mechanism\" are missing",
            "the fields here are method, rate",
        ),
        (
            "poisson(rate=1/8)",
            "the field \"mechanism\" is missing",
            "add it: the fields here are rate, size",
        ),
        (
            "subsample(method=poisson, rate=1/8, mechanism=gdp(1))",
            "the field \"adjacency\" is missing",
            "add it: adjacency = \"add-remove\"",
        ),
        (
            "subsample(rate=1/8, adjacency=add-remove, mechanism=gdp(1))",
            "the field \"method\" is missing",
            "\"poisson\" or \"without-replacement\"",
        ),
    ] {
        let Err(Refusal::Input(error)) = Mechanism::parse(text) else { panic!("{text}") };
        assert!(error.message == message && error.help.contains(help), "{text}: {error:?}");
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
        (
            from_toml,
            "\u{feff}z = 1 # first\na = true\nm = [1, '2']",
            r#"{z: 1, a: true, m: [1, "2"]}"#,
        ),
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
        (
            from_notation,
            "\n a ( x = exp( (1) ) / 2 , y_z=b )\n",
            r#"{kind: "a", x: "exp( (1) ) / 2", y_z: "b"}"#,
        ),
    ];
    for (read, text, expected) in cases {
        assert_eq!(tree(&parsed(read, text)), expected, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    // Far more calls than a stack has room for.
    let deep = if effort() > 1 { 100_000 } else { 30_000 };
    let nested = |open: &str, middle: &str, close: &str, n: usize| {
        open.repeat(n) + middle + &close.repeat(n)
    };
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
        for n in [MAX_DEPTH + 1, 100, deep] {
            let error = read(&text(n)).unwrap_err();
            assert!(error.message.contains("nested too deeply"), "{open} {n}: {error}");
            assert!(error.help.contains("64 levels"), "{}", error.help);
        }
    }
    for (read, text) in [
        (from_json as Read, "[".repeat(deep)),
        (from_toml, format!("a = {}", "[".repeat(deep))),
        (from_toml, format!("a{} = 1", ".a".repeat(deep))),
        (from_notation, format!("a(x={}", "[".repeat(deep))),
        (from_notation, format!("a(x={}", "(".repeat(deep))),
        (from_notation, "(".repeat(deep)),
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
    const FIELDS: &str = "the fields here are eps, delta";
    for case in [
        (
            r#"{"kind":"approx-dp"}"#,
            "\"eps\" is missing",
            "mechanism.eps",
            r#"{"kind":"approx-dp"}"#,
            FIELDS,
        ),
        (
            r#"{"kind":"approx-dp","epsilo":1}"#,
            "\"eps\" is missing",
            "mechanism.eps",
            "\"epsilo\"",
            "\"epsilo\" is not a field here: did you mean \"eps\"?",
        ),
        (
            r#"{"kind":"approx-dp","eps":1,"detla":0}"#,
            "unknown field \"detla\"",
            "mechanism.detla",
            "\"detla\"",
            "did you mean \"delta\"? the fields here are eps, delta",
        ),
        (
            r#"{"kind":"approx-dp","eps":1,"x y":0}"#,
            "unknown field \"x y\"",
            "mechanism.\"x y\"",
            "\"x y\"",
            FIELDS,
        ),
        (
            r#"{"kind":"approx-dp","eps":1,"detla":0,"x y":0,"k":2}"#,
            "unknown fields \"detla\", \"x y\", \"k\"",
            "mechanism",
            "\"detla\"",
            "did you mean \"delta\" for \"detla\"? the fields here are eps, delta",
        ),
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
        (
            r#"{"kind":3,"eps":1}"#,
            "a word is expected, not an integer",
            "mechanism.kind",
            "3",
            "one of approx-dp",
        ),
        (
            r#"{"kind":"approx-dp","eps":null}"#,
            "a number is expected, not null",
            "mechanism.eps",
            "null",
            "leave the field out",
        ),
        (
            r#"{"kind":"approx-dp","eps":[1]}"#,
            "a number is expected, not a list",
            "mechanism.eps",
            "[1]",
            "\"ln(2)\"",
        ),
        ("[1]", "a table is expected, not a list", "mechanism", "[1]", "named fields"),
    ] {
        let error = read_approx_dp(&parsed(from_json, case.0)).unwrap_err();
        assert_error(case.0, &error, case);
    }
    // The same errors, at their places in the other notations.
    for (read, text, message, span) in [
        (
            from_toml as Read,
            "kind = 'approx-dp'\neps = '1'\n[x]\n",
            "mechanism.x: unknown field \"x\"",
            "x",
        ),
        (
            from_toml,
            "kind = 'approx-dp'\n[eps]\nx = 1",
            "mechanism.eps: a number is expected, not a table",
            "[eps]",
        ),
        (from_toml, "kind = 'approx-dp'", "mechanism.eps: the field \"eps\" is missing", ""),
        (
            from_notation,
            "approx-dp(eps=1)*b",
            "mechanism.eps: the field \"eps\" is missing",
            "approx-dp(eps=1)*b",
        ),
        (
            from_notation,
            "approx-dp( delta=1 )",
            "mechanism.eps: the field \"eps\" is missing",
            "approx-dp( delta=1 )",
        ),
        (
            from_notation,
            "approx-dp(eps=1, detla=0)",
            "mechanism.detla: unknown field \"detla\"",
            "detla",
        ),
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
    assert_eq!(
        l.reals().unwrap().iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["1/2", "3"]
    );
    assert_eq!(
        l.list().unwrap().iter().map(|f| f.path.clone()).collect::<Vec<_>>(),
        ["l[0]", "l[1]"]
    );
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
