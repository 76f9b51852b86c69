//! Section VII and appendix G: local privacy.

use crate::corpus::entry::{Check, Computation, Correction, Entry, Evidence};
use crate::corpus::family::exponentials;
use crate::corpus::trial::{Stop, Trial};
use crate::corpus::verdict::Verdict;

pub(super) const ENTRIES: &[Entry] = &[Entry {
    id: "GI-44",
    locus: "Appendix G, equation (81), the last equality",
    statement: "The bound on the total variation by maximal leakage is the known one for locally private channels.",
    formula: "1 - 2 eps/(e^eps + 1) = (e^eps - 1)/(e^eps + 1)",
    domain: "eps > 0",
    check: Check::Computed(Computation {
        evidence: Evidence::Family("E = e^eps with numerators up to 9"),
        run: last_equality,
        altered: "2 E/(E + 1) - 2 in place of 2 E/(E + 1) - 1",
        correction: Some(Correction::Statement("2 E/(E + 1) - 1 = (E - 1)/(E + 1) with E = e^eps")),
    }),
    reading: Some(
        "The lost exponential is the document's: eps stands for e^eps in (79) as well, and the sign of the difference is \
         exchanged besides.",
    ),
    recorded: Verdict::Corrected,
}];

fn last_equality(trial: &mut Trial) -> Result<(), Stop> {
    for e in exponentials(9) {
        let eps = e.ln();
        trial.at("eps", &eps);
        let twice = |x| 2 * x / (&e + 1);
        let left = trial.choose(1 - twice(eps), twice(e.clone()) - 1, twice(e.clone()) - 2);
        trial.equal(("left side", left), ("right side", (&e - 1) / (&e + 1)))?;
    }
    Ok(())
}
