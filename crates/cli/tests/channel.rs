//! `dpcert channel`, `dpcert theorem` and `dpcert matrix-sensitivity`, from the shell and by the
//! protocol.

use std::io::Write;
use std::process::{Command, Stdio};

fn dpcert(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dpcert"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), crate::said(output.stderr), output.status.code().unwrap())
}

#[test]
fn the_protocol_has_channels_and_theorems() {
    let lines = r#"{"id":1,"channel":{"matrix":[["3/4","1/4"],["1/4","3/4"]],"ldp":"ln(3)","inputs":[["1","0"],["0","1"]]},"digits":5}
{"id":2,"channel":{"matrix":[["1/2","1/4"],["1/4","3/4"]]}}
{"id":3,"theorem":{"name":"laplace-tv","eps":"2*ln(2)"}}
{"id":4,"theorem":{"name":"laplace-tv","eps":"-1"}}
{"id":5,"theorem":{"name":"laplace-tw","eps":"1"}}
{"id":6,"theorem":{"name":"laplace-tv","eps":"1"},"mechanism":{"kind":"laplace","eps":"1"}}
"#;
    let (output, _, code) = dpcert(&["query"], lines);
    assert_eq!(code, 2);
    let lines: Vec<&str> = output.lines().collect();
    let start = r#"{"id":1,"status":"ok","eps":{"lo":"1.09861","hi":"1.09862","exact":"ln(3)"},"tv":{"lo":"0.5","hi":"0.5","exact":"1/2"},"leakage":{"lo":"0.405465","hi":"0.405466","exact":"ln(3/2)"},"ldp":true,"quantities":[{"name":"input-tv","lo":"1","hi":"1","exact":"1"}"#;
    assert!(lines[0].starts_with(start), "{}", lines[0]);
    assert!(!lines[0].contains("\"holds\":false"), "{}", lines[0]);
    assert!(
        lines[1].contains(r#""field":"channel.matrix","reason":"the sum of row 0 is 3/4""#),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].contains(r#""theorem":"laplace-tv""#) && lines[2].contains(r#""exact":"1/2""#),
        "{}",
        lines[2]
    );
    assert!(
        lines[3].contains(r#""field":"theorem.eps","reason":"eps = -1 is outside [0, inf)""#),
        "{}",
        lines[3]
    );
    assert!(lines[4].contains(r#"did you mean \"laplace-tv\""#), "{}", lines[4]);
    assert!(lines[5].contains(r#"unknown field \"mechanism\""#), "{}", lines[5]);
}

/// What is asked of a channel beside its eps, as JSON; the numbers by hand.
#[test]
fn worst_rows_and_outputs_are_fields_of_the_answer() {
    let line = r#"{"id":1,"channel":{"matrix":[["1/2","1/4","1/4"],["1/4","1/2","1/4"],["1/4","1/4","1/2"]],"delta":"ln(3/2)","beta":"1/10","prior":["1/2","1/4","1/4"]},"digits":4}
{"id":2,"channel":{"matrix":[["1"]],"delta":"0","beta":"1/4"}}
{"id":3,"channel":{"matrix":[["1","0"],["0","1"]],"prior":["1","0"]}}
{"id":4,"channel":{"matrix":[["1"]],"beta":"5/4"}}
"#;
    let (output, _, code) = dpcert(&["query"], line);
    assert_eq!(code, 2);
    let lines: Vec<&str> = output.lines().collect();
    for (line, text) in [
        (
            0,
            r#""delta":{"lo":"0.125","hi":"0.125","exact":"1/8","rows":[0,1]},"beta":{"lo":"0.8","hi":"0.8","exact":"4/5","rows":[0,1]}"#,
        ),
        (0, r#""pointwise-leakage":{"lo":"0.47","hi":"0.47001","exact":"ln(8/5)","output":1}"#),
        (
            0,
            r#""outputs":[{"output":0,"probability":{"lo":"0.375","hi":"0.375","exact":"3/8"},"leakage":{"lo":"0.28768","hi":"0.28769","exact":"ln(4/3)"}},{"output":1,"probability":{"lo":"0.3125","hi":"0.3125","exact":"5/16"}"#,
        ),
        (
            1,
            r#""delta":{"lo":"0","hi":"0","exact":"0","rows":[]},"beta":{"lo":"0.75","hi":"0.75","exact":"3/4","rows":[]}"#,
        ),
        (
            2,
            r#""pointwise-leakage":{"lo":"0","hi":"0","exact":"0","output":0},"outputs":[{"output":0,"#,
        ),
        (3, r#""field":"channel.beta","reason":"alpha = 5/4 is not in [0, 1]""#),
    ] {
        assert!(lines[line].contains(text), "{text}\n{}", lines[line]);
    }
    assert_eq!(lines[2].matches(r#""probability""#).count(), 1, "{}", lines[2]);
}

#[test]
fn the_commands_say_where_an_argument_is_wrong() {
    let (output, _, code) =
        dpcert(&["channel", "randomized-response(eps=ln(3))^2", "--ldp", "2"], "");
    assert_eq!(code, 0);
    assert!(output.contains("exact ln(9)") && output.contains("ldp = no"), "{output}");
    let (output, _, _) = dpcert(
        &[
            "channel",
            "post-process(mechanism=binary-with-erasure(eps=ln(3)), by=[[1,0],[0,1],[1/2,1/2]])",
        ],
        "",
    );
    assert!(output.contains("tv = 0.5"), "{output}");
    let (output, _, code) = dpcert(&["channel", "randomized-response(eps=1)", "--ldp", "1"], "");
    // tanh(1/2) and ln(2e/(e+1)), by mpmath 1.3.
    for line in [
        "eps = 1\n",
        "tv in [0.462117157260009758502, 0.462117157260009758503]",
        "leakage in [0.379885493041722475368, 0.379885493041722475369]",
        "ldp = yes",
    ] {
        assert!(output.contains(line) && code == 0, "{line}: {output}");
    }
    for (arguments, message) in [
        (&["channel", "[[1/2, 1/3], [1, 0]]"][..], "the sum of row 0 is 5/6"),
        (&["channel", "[[1]]", "--ldp", "x"], "channel.ldp"),
        (&["channel", "[[1]]", "--inputs", "[1]", "[1/2]"], "the sum of P_1 is 1/2"),
        (&["channel", "randomized-response(eps=-1)"], "is less than 1"),
        (&["channel", "[[1]]", "--beta", "2"], "alpha = 2 is not in [0, 1]"),
        (&["channel", "[[1]]", "--delta", "-1"], "eps = -1 is not in [0, inf)"),
        (&["channel", "[[1]]", "--prior", "[1/2]"], "the sum of the prior is 1/2"),
        (&["channel", "[[1]]", "--prior", "[1, 0]"], "the prior has 2 entries"),
        (&["channel", "[[1]]", "--prior", "x"], "--prior"),
        (&["channel", "[[exp(-1), 1/2]]"], "the sum of row 0 is exp(-1) + 1/2"),
        (&["channel", "[[1], [1]]", "--inputs", "[exp(-1), 1 - exp(-1)]", "[1, 0]"], "rational"),
        (&["channel", "[[1]] x"], "unexpected text after the list"),
        (&["theorem", "laplace-tv", "eps=1", "gamma=2"], "unknown field \"gamma\""),
        // Not that eps is missing, which mu stands for.
        (&["theorem", "basic-composition", "mu=1"], "theorem.mu: unknown field \"mu\""),
        (&["theorem", "basic-composition", "mu=1", "n=2"], "theorem: unknown fields \"mu\", \"n\""),
        (&["theorem", "laplace"], "there is no theorem with this name"),
    ] {
        let (_, error, code) = dpcert(arguments, "");
        assert_eq!(code, 2, "{arguments:?}");
        let flat: String =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(message), "{error}");
    }
    let apart = dpcert(&["theorem", "histogram-error", "bins=10", "n=100", "eps=1"], "");
    assert_eq!(
        (apart.2, dpcert(&["theorem", "histogram-error(bins=10, n=100, eps=1)"], "")),
        (0, apart.clone())
    );
    let (list, _, code) = dpcert(&["theorem", "list"], "");
    assert!(
        code == 0 && dpcert::theorem::THEOREMS.iter().all(|theorem| list.contains(theorem.source))
    );
}

#[test]
fn sensitivities_are_asked_from_the_shell_and_by_the_protocol() {
    let toeplitz = "toeplitz(coefficients=[1, 1/2], n=6)";
    let (output, _, code) = dpcert(
        &["matrix-sensitivity", toeplitz, "min-sep(b=2, k=3)", "--digits", "6", "--json"],
        "",
    );
    let expected = r#"{"id":null,"status":"ok","squared":{"lo":"3.75","hi":"3.75","exact":"15/4"},"sensitivity":{"lo":"1.936491","hi":"1.936492","exact":"sqrt(15/4)"},"pattern":[0,2,4],"tight":true,"met":true,"method":"closed-form","engine":"malachite"}"#;
    assert_eq!((output.trim(), code), (expected, 0));
    let line = format!(
        r#"{{"id":1,"sensitivity":{{"strategy":"{toeplitz}","participation":"min-sep(b=2, k=3)"}},"digits":6}}"#
    );
    let (output, _, code) = dpcert(&["query"], &line);
    assert_eq!((output.trim(), code), (expected.replace("null", "1").as_str(), 0));
    // A long pattern is cut, and what is not decided is an interval.
    let long = "toeplitz(coefficients=[1, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 1, -1, 0, 1, 1, 0, 1, 1, -1], n=400)";
    let (output, _, code) = dpcert(&["matrix-sensitivity", long, "min-sep(b=1)"], "");
    assert_eq!(code, 0, "{output}");
    assert!(
        output.contains("squared in [")
            && output.contains("pattern 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ..., 399"),
        "{output}"
    );
    assert!(output.contains("note: the upper end is valid, but may not be tight"), "{output}");
    // A long fraction is for programs.
    let fractions =
        "[[1/1000003, 0, 0], [1/1000033, 1/1000037, 0], [1/1000039, 1/1000081, 1/1000099]]";
    let exact = |output: &str| output.matches("exact").count();
    let (output, _, _) = dpcert(&["matrix-sensitivity", fractions, "single"], "");
    assert_eq!(exact(&output), 2, "{output}");
    let (output, _, _) = dpcert(&["matrix-sensitivity", fractions, "min-sep(b=1)"], "");
    assert!(exact(&output) == 0 && output.contains("squared in ["), "{output}");
    let (output, _, _) = dpcert(&["matrix-sensitivity", fractions, "min-sep(b=1)", "--json"], "");
    assert_eq!(exact(&output), 2, "{output}");
    for (arguments, message) in [
        (["toeplitz(coefficients=[1, 2], n=1)", "single"], "2 coefficients do not fit in 1 steps"),
        (["[[1], [1, 2]]", "single"], "row 1 has 2 entries and row 0 has 1"),
        ([toeplitz, "min-sep(b=0)"], "b = 0"),
        ([toeplitz, "fixed(b=2)"], "unknown word \"fixed\""),
    ] {
        let (_, error, code) = dpcert(&["matrix-sensitivity", arguments[0], arguments[1]], "");
        assert_eq!(code, 2, "{arguments:?}");
        let flat: String =
            error.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(flat.contains(message), "{error}");
    }
}
