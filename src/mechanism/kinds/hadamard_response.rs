//! `hadamard-response`: an element of a set that the rows of a Hadamard matrix assign to the true
//! category.

use super::approx_dp::EPS;
use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::natural;
use crate::mechanism::reading::domain::{DomainError, require_within};
use crate::mechanism::reading::family::smaller;
use crate::mechanism::reading::kind::{Form, Kind, Names, PURE, SAMPLED_AROUND};
use crate::mechanism::reading::shown::{eps, input, row, template};
use crate::pair::ThreePoint;

impl Dominating {
    /// Hadamard response: category x has a set of outputs, and each output in it has `e^eps` times
    /// the probability of each output that is not.
    ///
    /// There are `blocks` blocks of b outputs; the set of a category is half of one block, and two
    /// sets in one block have a half of each in common. With `E = e^eps` and B blocks an output has
    /// the probability `E / (b/2 E + B b - b/2)` or the Eth part of it. For one block the loss is
    /// eps, -eps and 0 on a quarter, a quarter and a half of the outputs: the three-point pair with
    /// `alpha = 1/2`. For more the sets of two categories in different blocks are disjoint: `alpha
    /// = 2 (B-1) / (E + 2 B - 1)`, which dominates two in one block, because their sets differ in
    /// fewer outputs. The block size and the number of categories do not matter, as long as two
    /// blocks are used.
    ///
    /// # Errors
    /// eps < 0 or no block.
    ///
    /// Source: Acharya, Sun & Zhang (2019), where B is about `e^eps`; the pair is derived.
    pub fn hadamard_response(eps: Real, blocks: u64) -> Result<Dominating, DomainError> {
        require_within("eps", &eps, &Real::zero(), None)?;
        let alpha = match blocks {
            0 => {
                return Err(DomainError::new(
                    "blocks",
                    "blocks = 0 leaves no output",
                    "give at least one block",
                ));
            }
            1 => Real::one() / 2,
            _ => {
                let others = 2 * Real::from(blocks - 1);
                &others / (eps.exp() + &others + 1)
            }
        };
        Ok(Dominating::ThreePoint(ThreePoint { eps, delta: Real::zero(), alpha }))
    }
}

const NAME: &str = "hadamard-response";

pub(crate) const KIND: Kind = Kind {
    names: Names::explained(&[
        PURE,
        (
            &["k", "n", "d", "categories", "domain", "block_size"],
            "the pair depends on the number of blocks, not on how many categories there are",
        ),
        (&["b", "B", "num_blocks"], "the number of blocks is blocks"),
        SAMPLED_AROUND,
    ]),
    elsewhere: &[(
        &["hr", "hadamard", "general-hadamard-response"],
        "Hadamard response is hadamard-response(eps=1), with blocks=... where there are several",
    )],
    open: &[smaller(NAME, "eps")],
    rows: &[row(
        "hadamard-response(eps, blocks)",
        "an output from half of a block of a Hadamard matrix",
    )],
    templates: &[template(
        "Hadamard response",
        "hadamard-response(eps={eps}, blocks={blocks})",
        &[eps("ln(3)"), input("blocks", "1").even("1", "20", "1")],
    )],
    ..Kind::new(NAME, &[EPS, natural("blocks")], Form::Step(read, Members::Local))
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let eps = fields.required("eps")?;
    let blocks = fields.optional("blocks");
    let count = blocks.as_ref().map_or(Ok(1), |field| field.natural())?;
    let given: Vec<_> = [Some(&eps), blocks.as_ref()].into_iter().flatten().collect();
    Dominating::hadamard_response(eps.real()?, count).map_err(|e| e.at(&given))
}
