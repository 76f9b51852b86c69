//! Findings: each where it is due, and not where it is nearly due.

use crate::check::{CLAIM, HEAD, ROW, engines};
use dpcert::Options;
use dpcert::claim::{self, Judgement, Level, Verdict};

/// The judgement on the first claim of a file.
fn judge(text: &str) -> Judgement {
    let file = claim::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    claim::judge(&file, &file.claims[0], &Options { engine: engines(), ..Options::for_claims() })
}

/// `finding: message` for each finding.
fn findings(judgement: &Judgement) -> Vec<String> {
    judgement
        .remarks
        .iter()
        .map(|remark| format!("{}: {}", remark.finding.name(), remark.message))
        .collect()
}

/// The findings of one claim about one row are one that contains the text, or none at all.
fn assert_finding(row: &str, claim: &str, expected: Option<&str>) {
    let text = format!(
        "{HEAD}[[ledger]]\nid = \"row\"\n{row}\n[[claim]]\nid = \"c\"\nover = [\"row\"]\n{claim}\n"
    );
    let judgement = judge(&text);
    match (findings(&judgement).as_slice(), expected) {
        ([], None) => {}
        ([found], Some(expected)) if found.contains(expected) => {}
        (found, _) => {
            panic!("{row}\n{claim}\nexpected {expected:?}, found {found:#?} in {judgement:#?}")
        }
    }
}

/// tv = (e - 1)/(e + 1) = 0.46211715726...
const PURE: &str = "mechanism = \"approx-dp\"\neps = 1\ndelta = 0";
/// The 2020 Census persons: eps = 17.1436... at delta = 1e-10.
const RHO: &str = "mechanism = \"zcdp\"\nrho = \"293764/114921\"";
/// eps(1e-5) = 4.37717..., converted 4.72838...; delta(4) = 0.0000471224..., converted 0.0001957...
const NORMAL: &str = "mechanism = \"gaussian\"\nsigma = 1";

/// eps(1e-6) = 2.9999..., converted 8.2...
const LAPLACE: &str = "mechanism = \"laplace\"\neps = 1\ncount = 3";

#[test]
fn a_claim_is_rounded_down() {
    const CERTIFIED: &str = "claim-rounded-down: the claimed value is the certified value, between";
    const CONVERTED: &str =
        "claim-rounded-down: the claimed value is the conversion from zCDP, between";
    // Of fewer than three digits it is a guess: 21 is also 21.75, rounded down.
    const MAYBE_CERTIFIED: &str =
        "claim-rounded-down: the claimed value could be the certified value, between";
    const MAYBE_CONVERTED: &str =
        "claim-rounded-down: the claimed value could be the conversion from zCDP, between";
    let at = |start: &str, rest: &str| {
        format!("{start} {rest}, rounded down; an upper bound must be rounded up")
    };
    for (row, claim, expected) in [
        // The certified value, in any decimal spelling.
        (
            PURE,
            "tv = {}\nat-most = \"0.46\"",
            Some(at(MAYBE_CERTIFIED, "0.46211715726 and 0.46211715727")),
        ),
        (
            PURE,
            "tv = {}\nat-most = \"0.462\"",
            Some(at(CERTIFIED, "0.46211715726 and 0.46211715727")),
        ),
        (PURE, "tv = {}\nat-most = \"+46.2e-2\"", Some(CERTIFIED.to_owned())),
        (PURE, "eps = { delta = \"1/10\" }\nat-most = \".6\"", None),
        // One unit of the last place further down, or up.
        (PURE, "tv = {}\nat-most = \"0.45\"", None),
        (PURE, "tv = {}\nat-most = \"0.47\"", None),
        (PURE, "tv = {}\nat-most = 0", None),
        // A digit alone is not near: it is a rounding of many numbers, up to twice as large.
        (PURE, "tv = {}\nat-most = \"0.4\"", None),
        (NORMAL, "delta = { eps = 4 }\nat-most = \"4e-5\"", None),
        (PURE, "tv = {}\nat-least = \"0.46\"", None),
        (PURE, "tv = {}\nbetween = [\"0.4\", \"0.46\"]", None),
        (PURE, "beta = { alpha = \"1/10\" }\nat-most = \"0.7\"", None),
        // Not a decimal: no last place.
        (PURE, "tv = {}\nat-most = \"46/100\"", None),
        (PURE, "tv = {}\nat-most = \"0x1.d8p-2\"", None),
        // The conversion.
        (
            RHO,
            "eps = { delta = \"1e-10\" }\nat-most = \"17.14\"",
            Some(at(CONVERTED, "17.143 and 17.144")),
        ),
        (
            RHO,
            "eps = { delta = \"1e-10\" }\nat-most = \"17.1\"",
            Some(at(CONVERTED, "17.14 and 17.15")),
        ),
        (
            RHO,
            "eps = { delta = \"1e-10\" }\nat-most = 17",
            Some(at(MAYBE_CONVERTED, "17.1 and 17.2")),
        ),
        (RHO, "eps = { delta = \"1e-10\" }\nat-most = \"17.13\"", None),
        (RHO, "eps = { delta = \"1e-10\" }\nat-most = \"17.15\"", None),
        (RHO, "eps = { delta = 0 }\nat-most = \"17.14\"", None),
        (
            RHO,
            "delta = { eps = \"17.14\" }\nat-most = \"1e-10\"",
            Some(at(MAYBE_CONVERTED, "1.01e-10 and 1.02e-10")),
        ),
        // The least of three digits, and the largest of two.
        (
            PURE,
            "tv = {}\nat-most = \"0.4621\"",
            Some(at(CERTIFIED, "0.46211715726 and 0.46211715727")),
        ),
        (NORMAL, "eps = { delta = \"1e-5\" }\nat-most = 4", Some(MAYBE_CERTIFIED.to_owned())),
        // It explains what holds, unless the value itself does so better.
        (
            NORMAL,
            "eps = { delta = \"1e-5\" }\nat-most = \"4.72\"",
            Some(format!(
                "{CONVERTED} 4.728 and 4.729, rounded down; the claim holds because the ledger composes to less"
            )),
        ),
        (NORMAL, "eps = { delta = \"1e-5\" }\nat-most = \"4.37\"", Some(CERTIFIED.to_owned())),
        (NORMAL, "eps = { delta = \"1e-5\" }\nat-most = \"4.38\"", None),
        // A true claim of few digits is no conversion where nothing names rho: 4.728 is 4 too.
        (NORMAL, "delta = { eps = 4 }\nat-most = \"1.9e-4\"", None),
        (LAPLACE, "eps = { delta = \"1e-6\" }\nat-most = 8", None),
        (NORMAL, "delta = { eps = 4 }\nat-most = \"1e-4\"", None),
    ] {
        assert_finding(row, claim, expected.as_deref());
    }
}

#[test]
fn an_eps_is_summed_loosely() {
    const TENTHS: &str = "mechanism = \"approx-dp\"\neps = \"0.1\"\ndelta = \"1e-6\"\ncount = 100";
    const ANSWERS: &str = "mechanism = \"randomized-response\"\neps = \"ln(3)\"\ncount = 2";
    const STAIRS: &str = "mechanism = \"staircase\"\neps = 1\ngamma = \"1/4\"\ncount = 3";
    const NOISE: &str = "mechanism = \"laplace\"\neps = 1\ncount = 2";
    const COUNTS: &str =
        "mechanism = \"discrete-laplace\"\neps = \"1/2\"\nsensitivity = 3\ncount = 2";
    let sum = |steps: &str| {
        Some(format!(
            "eps-summed-loosely: the claimed eps is the sum over {steps}; the eps of their composition is at most "
        ))
    };
    for (row, claim, expected) in [
        (TENTHS, "eps = { delta = \"1e-3\" }\nat-most = 10", sum("100 steps")),
        (TENTHS, "eps = { delta = \"1e-3\" }\nat-most = \"100 * 0.1\"", sum("100 steps")),
        (TENTHS, "eps = { delta = \"1e-3\" }\nat-most = \"10.1\"", None),
        (TENTHS, "eps = { delta = \"1e-3\" }\nat-least = 1", None),
        // The deltas sum to 1e-4.
        (TENTHS, "eps = { delta = \"1e-4\" }\nat-most = 10", sum("100 steps")),
        (TENTHS, "eps = { delta = \"0.99999e-4\" }\nat-most = 10", None),
        // 2 ln 3 = 2.197...
        (ANSWERS, "eps = { delta = \"1/10\" }\nat-most = \"2*ln(3)\"", sum("2 steps")),
        (ANSWERS, "eps = { delta = \"1/10\" }\nat-most = \"2.2\"", sum("2 steps, rounded up")),
        (ANSWERS, "eps = { delta = \"1/10\" }\nat-most = \"2.3\"", None),
        (ANSWERS, "eps = { delta = \"1/10\" }\nat-most = \"2.1\"", None),
        // At delta = 0 the sum is what they compose to.
        (ANSWERS, "eps = { delta = 0 }\nat-most = \"2*ln(3)\"", None),
        (ANSWERS, "eps = { delta = 0 }\nat-most = \"2.2\"", None),
        (STAIRS, "eps = { delta = \"1/10\" }\nat-most = 3", sum("3 steps")),
        (NOISE, "eps = { delta = \"1/10\" }\nat-most = 2", sum("2 steps")),
        (COUNTS, "eps = { delta = \"1/10\" }\nat-most = 3", sum("2 steps")),
        (COUNTS, "eps = { delta = \"1/10\" }\nat-most = 1", None),
        // One step is no sum, and a Gaussian has no eps to add.
        (PURE, "eps = { delta = \"1/10\" }\nat-most = 1", None),
        (NORMAL, "eps = { delta = \"1e-5\" }\nat-most = 5", None),
    ] {
        assert_finding(row, claim, expected.as_deref());
    }
    let judgement = judge(&format!(
        "{HEAD}[[ledger]]\nid = \"row\"\n{ANSWERS}\n[[claim]]\nid = \"c\"\nover = [\"row\"]\n\
         eps = {{ delta = \"1/2\" }}\nat-most = \"2.2\"\n"
    ));
    // tv = 1/2: eps = 0 is enough.
    assert_eq!(
        findings(&judgement),
        [
            "eps-summed-loosely: the claimed eps is the sum over 2 steps, rounded up; the eps of their composition \
             is at most 0"
        ]
    );
}

#[test]
fn what_was_run_is_not_what_is_judged() {
    let head = HEAD.replace("replace-one", "add-remove");
    let row = |id: &str, rest: &str| {
        format!("[[ledger]]\nid = \"{id}\"\nmechanism = \"gaussian\"\nsigma = 1\n{rest}\n")
    };
    let sampled = |actual: &str| {
        format!("sampling = {{ method = \"poisson\", rate = \"1/100\", actual = \"{actual}\" }}")
    };
    let claim =
        |over: &str| format!("[[claim]]\nid = \"c\"\nover = [{over}]\ntv = {{}}\nat-most = 1\n");
    let ledger = [
        row("plain", ""),
        row("a", "actual = \"discrete-gaussian\""),
        row("b", "actual = \"floating-point\""),
        row("c", "actual = \"discrete-gaussian\""),
        row("d", "actual = \"discrete-gaussian\""),
        row("e", "actual = \"discrete-gaussian\""),
        row("poisson", &sampled("poisson")),
        row("shuffled", &sampled("shuffled")),
        "[[ledger]]\nid = \"same\"\nmechanism = \"discrete-gaussian\"\nsigma_sq = 1\nshifts = [1]\n\
         actual = \"discrete-gaussian\"\n"
            .to_owned(),
    ]
    .concat();
    let run = |rows: &str, actual: &str| {
        format!(
            "mechanism-idealised: the {rows} run with {actual}; the verdict is about gaussian and by itself proves \
             nothing about {actual}"
        )
    };
    let row_of = |id: &str| format!("row {id} is judged with the mechanism gaussian and was");
    let rows = |ids: &str| format!("rows {ids} are judged with the mechanism gaussian and were");
    let shuffled = "sampler-idealised: the row shuffled is judged with the sampler poisson and was run with shuffled; \
                    the verdict is about poisson and by itself proves nothing about shuffled: method = \"shuffle\" judges \
                    that, where a record is zeroed out or replaced";
    for (over, expected) in [
        ("\"plain\", \"poisson\", \"same\"", vec![]),
        ("\"a\"", vec![run(&row_of("a"), "discrete-gaussian")]),
        (
            "\"shuffled\", \"a\", \"b\", \"c\"",
            vec![
                run(&rows("a, c"), "discrete-gaussian"),
                run(&row_of("b"), "floating-point"),
                shuffled.to_owned(),
            ],
        ),
        ("\"e\", \"d\", \"c\", \"a\"", vec![run(&rows("a, c, d and 1 more"), "discrete-gaussian")]),
    ] {
        let text = format!("{head}{ledger}{}", claim(over));
        assert_eq!(findings(&judge(&text)), expected, "{over}");
    }
    // Also where there is no route to a verdict.
    let unsupported = format!(
        "{HEAD}{}{CLAIM}",
        ROW.replace("sigma = 1", &format!("sigma = 1\n{}", sampled("shuffled")))
    );
    let judgement = judge(&unsupported);
    assert_eq!((judgement.verdict, judgement.remarks.len()), (Verdict::Unsupported, 1));
}

#[test]
fn an_order_is_assumed() {
    let find = |row: &str| {
        let is_added = row.contains("adjacency = \"add-remove\"");
        let head =
            if is_added { HEAD.replace("replace-one", "add-remove") } else { HEAD.to_owned() };
        let found = findings(&judge(&format!("{head}[[ledger]]\nid = \"row\"\n{row}\n{CLAIM}")));
        found.into_iter().filter(|found| found.starts_with("order-assumed")).count()
    };
    let pair = "kind = \"finite-pair\", p = [0, 1], q = [\"1/2\", \"1/2\"]";
    let sampled = format!(
        "kind = \"subsample\", method = \"poisson\", rate = \"1/2\", adjacency = \"add-remove\", mechanism = {{ {pair} }}"
    );
    let both = format!("{{ {pair} }}, {{ kind = \"inverse\", mechanism = {{ {pair} }} }}");
    for (row, expected) in [
        ("mechanism = \"finite-pair\"\np = [0, 1]\nq = [\"1/2\", \"1/2\"]".to_owned(), 1),
        ("mechanism = \"trade-off\"\nvertices = [[0, \"1/2\"], [1, 0]]".to_owned(), 1),
        (
            format!(
                "mechanism = \"compose\"\nmechanisms = [{{ kind = \"gdp\", mu = 1 }}, {{ {pair} }}]"
            ),
            1,
        ),
        // What is about a record that is added or removed is judged in both orders, and so is all
        // beside it.
        (format!("mechanism = \"compose\"\nmechanisms = [{{ {sampled} }}]"), 0),
        (
            format!(
                "mechanism = \"compose\"\nmechanisms = [{{ {} }}]",
                sampled.replace("1/2\", adj", "1\", adj")
            ),
            0,
        ),
        (format!("mechanism = \"compose\"\nmechanisms = [{{ {sampled} }}, {{ {pair} }}]"), 0),
        (format!("mechanism = \"union\"\nmechanisms = [{both}]"), 0),
        (
            "mechanism = \"finite-pair\"\np = [\"1/4\", \"3/4\"]\nq = [\"3/4\", \"1/4\"]"
                .to_owned(),
            0,
        ),
        ("mechanism = \"gaussian\"\nsigma = 1".to_owned(), 0),
    ] {
        assert_eq!(find(&row), expected, "{row}");
    }
}

/// Every kind of local randomiser, alone and inside of others; other kinds, and replaced records,
/// assume nothing.
#[test]
fn a_local_randomiser_is_one_answer() {
    let find = |adjacency: &str, row: &str| {
        let head = HEAD.replace("replace-one", adjacency);
        let found = findings(&judge(&format!("{head}[[ledger]]\nid = \"row\"\n{row}\n{CLAIM}")));
        found.into_iter().filter(|found| found.starts_with("answer-assumed")).collect::<Vec<_>>()
    };
    let response = "mechanism = \"randomized-response\"\neps = 1";
    assert_eq!(
        find("add-remove", response),
        [
            "answer-assumed: the row row is judged as one answer about the whole data: where each record sends a report \
             by randomized-response, a record that is added or removed adds or removes a report, and what that shows \
             is not judged; adjacency = \"replace-one\" is for such reports"
        ]
    );
    let [found] = find("zero-out", response).try_into().unwrap();
    assert!(found.contains("a record that is zeroed out still has to send one"), "{found}");
    let local = [
        response.to_owned(),
        format!("{response}\ncategories = 5\ncount = 3"),
        format!("{response}\nsampling = {{ method = \"poisson\", rate = \"1/2\" }}"),
        "mechanism = \"unary-encoding(eps=1, encoding=symmetric)\"".to_owned(),
        "mechanism = \"unary-encoding(p=3/4, q=1/4)^4\"".to_owned(),
        "mechanism = \"subset-selection(eps=1, categories=4, size=2)\"".to_owned(),
        "mechanism = \"hadamard-response(eps=1)\"".to_owned(),
        "mechanism = \"compose\"\nmechanisms = [{ kind = \"gdp\", mu = 1 }, { kind = \"hadamard-response\", eps = 1 }]"
            .to_owned(),
    ];
    for row in local {
        assert_eq!(find("add-remove", &row).len(), 1, "{row}");
        if !row.contains("sampling") {
            assert!(find("replace-one", &row).is_empty(), "{row}");
        }
    }
    for other in ["approx-dp\"\neps = 1\ndelta = 0", "gaussian\"\nsigma = 1", "laplace\"\neps = 1"]
    {
        let row = format!("mechanism = \"{other}");
        assert!(find("add-remove", &row).is_empty(), "{row}");
    }
}

#[test]
fn a_sensitivity_is_not_stated() {
    let find = |adjacency: &str, row: &str| {
        let head = HEAD.replace("replace-one", adjacency);
        let found = findings(&judge(&format!("{head}[[ledger]]\nid = \"row\"\n{row}\n{CLAIM}")));
        found
            .into_iter()
            .filter(|found| found.starts_with("sensitivity-defaulted"))
            .collect::<Vec<_>>()
    };
    let counts = "mechanism = \"discrete-gaussian\"\nsigma_sq = 50";
    assert_eq!(
        find("replace-one", counts),
        [
            "sensitivity-defaulted: the row row states no sensitivity: discrete-gaussian is judged for one count that \
          each record moves by 1; a record that is replaced may move two counts of a histogram, \
          shifts = [\"1\", \"-1\"], and a sum by its whole range. Write sensitivity = \"1\" if that is right"
        ]
    );
    let [found] = find("add-remove", counts).try_into().unwrap();
    assert!(
        found.contains("a record that is added may move a sum by its largest value"),
        "{found}"
    );
    let [found] = find("zero-out", &format!("{counts}\ngroup = 3\ncount = 2")).try_into().unwrap();
    assert!(found.contains("a record that is zeroed out"), "{found}");
    for row in [
        "mechanism = \"discrete-laplace\"\neps = 1",
        "mechanism = \"compose\"\nmechanisms = [{ kind = \"gdp\", mu = 1 }, { kind = \"discrete-laplace\", eps = 1 }]",
    ] {
        let [found] = find("replace-one", row).try_into().unwrap();
        assert!(found.contains("discrete-laplace is judged for one count"), "{found}");
    }
    for stated in [
        "mechanism = \"discrete-gaussian\"\nsigma_sq = 50\nshifts = [1, -1]",
        "mechanism = \"discrete-gaussian\"\nsigma_sq = 50\nsensitivity = 1",
        "mechanism = \"discrete-laplace\"\neps = 1\nsensitivity = 1",
        "mechanism = \"laplace\"\neps = 1\nactual = \"discrete-laplace\"",
        "mechanism = \"laplace\"\nscale = 1\nsensitivity = 1",
        "mechanism = \"gaussian\"\nsigma = 1",
        "mechanism = \"gdp\"\nmu = 1",
        "mechanism = \"zcdp\"\nrho = 1",
        "mechanism = \"staircase\"\neps = 1\ngamma = \"1/2\"",
    ] {
        let found = find("replace-one", stated);
        assert!(found.is_empty(), "{found:?}");
    }
}

#[test]
fn levels() {
    let text = format!(
        "{HEAD}[[ledger]]\nid = \"row\"\nmechanism = \"approx-dp\"\neps = 1\ndelta = 0\ncount = 2\n\
         actual = \"floating-point\"\n[[claim]]\nid = \"c\"\nover = [\"row\"]\neps = {{ delta = \"1/10\" }}\nat-most = 2\n"
    );
    for (policy, expected) in [
        ("", vec![("eps-summed-loosely", Level::Warn), ("mechanism-idealised", Level::Warn)]),
        ("mechanism-idealised = \"allow\"", vec![("eps-summed-loosely", Level::Warn)]),
        (
            "eps-summed-loosely = \"warn\"\nmechanism-idealised = \"deny\"",
            vec![("eps-summed-loosely", Level::Warn), ("mechanism-idealised", Level::Deny)],
        ),
        ("eps-summed-loosely = \"allow\"\nmechanism-idealised = \"allow\"", vec![]),
    ] {
        let judgement = judge(&format!("{text}[policy]\n{policy}\n"));
        let found: Vec<_> =
            judgement.remarks.iter().map(|remark| (remark.finding.name(), remark.level)).collect();
        assert_eq!((judgement.verdict, found), (Verdict::Holds, expected), "{policy}");
    }
}
