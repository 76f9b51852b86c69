//! What a budget is, as numbers: `cargo run --release --example budget`.

use dpcert::claim::{self, Verdict};
use dpcert::{Content, Mechanism, Options, Query, Question, ask};
use std::error::Error;

/// Two rows and a claim about both.
const CLAIMS: &str = r#"
format = "dpcert/1"
[scope]
unit = "person"
adjacency = "replace-one"
[[ledger]]
id = "counts"
mechanism = "laplace"
eps = "1/10"
count = 20
[[ledger]]
id = "model"
mechanism = "gdp"
mu = "1/2"
[[claim]]
id = "both"
over = ["*"]
eps = { delta = "1e-6" }
at-most = "4"
"#;

/// Asks, judges and prints.
///
/// # Errors
/// What is no mechanism, number or claim.
pub fn main() -> Result<(), Box<dyn Error>> {
    // The delta of a composition at eps = 1, between two binary64 numbers.
    let delta = dpcert::delta("gaussian(sigma=4) * laplace(eps=1/4)^3", 1)?;
    println!("delta(1) is between {:e} and {:e}", delta.lower_f64(), delta.upper_f64());

    // A claim, judged.
    let file = claim::parse(CLAIMS)?;
    for claim in &file.claims {
        let judgement = claim::judge(&file, claim, &Options::for_claims());
        println!("{}: {}", claim.id, judgement.verdict.name());
        assert_eq!(judgement.verdict, Verdict::Holds);
    }

    // The region of errors of randomised response, taken twice: exact rationals.
    let twice = Mechanism::parse("randomized-response(eps=ln(3))^2")?;
    let Content::Region(vertices) =
        ask(&Question::of(&twice, &Query::Region), &Options::default())?.content
    else {
        return Err("a region is a list of vertices".into());
    };
    for (alpha, beta) in &vertices {
        let [alpha, beta] =
            [alpha, beta].map(|end| end.exact().and_then(|exact| exact.as_rational()));
        println!("({}, {})", alpha.ok_or("rational")?, beta.ok_or("rational")?);
    }
    Ok(())
}
