//! A pair beside independent ones that disclose everything, or one bit.

use super::pair::Pair;
use crate::exact::engine::Engine;
use crate::exact::interval::Interval;
use crate::exact::real::Real;
use crate::mechanism::LossPair;
use crate::mechanism::admits::Reason;
use crate::pair::tails::{Disclosure, GridPoint, Masses, Tails};
use crate::pair::{Evaluated, any_of};

/// A pair of any other form beside independent ones that have a single finite loss, with their
/// counts. It is one pair, with `delta(eps) = 1 - a + a delta_base(eps - l)` for their P-mass a at
/// finite losses, of which the sum is l.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Beside {
    /// The pair, whose finite losses are several.
    pub base: Box<LossPair>,
    /// Those with a single finite loss.
    pub disclosures: Vec<(LossPair, u64)>,
}

impl Pair for Beside {
    fn reversed(self) -> Self {
        let reversed = |(pair, count): (LossPair, u64)| (pair.reversed(), count);
        Beside {
            base: Box::new(self.base.reversed()),
            disclosures: self.disclosures.into_iter().map(reversed).collect(),
        }
    }

    fn has_infinite_loss(&self) -> Option<bool> {
        let mut all = self.disclosures.iter().map(|(pair, _)| pair).chain([self.base.as_ref()]);
        all.try_fold(false, |found, pair| Some(found | pair.has_infinite_loss()?))
    }

    fn largest_loss(&self) -> Option<Real> {
        let mut finite =
            self.disclosures.iter().map(|(pair, count)| Some((pair.largest_loss()?, *count)));
        finite.try_fold(self.base.largest_loss()?, |sum, next| {
            next.map(|(loss, count)| &sum + Real::from(count) * &loss)
        })
    }

    fn is_bounded(&self) -> bool {
        self.base.is_bounded()
    }

    fn series_work(&self) -> u64 {
        self.base.series_work()
    }

    fn outcomes(&self) -> u64 {
        let of_disclosures =
            self.disclosures.iter().map(|(pair, _)| pair.outcomes()).fold(0, u64::saturating_add);
        match self.base.outcomes() {
            0 => 0,
            listed => listed.saturating_add(of_disclosures),
        }
    }

    fn evaluate<E: Engine>(&self, precision: u64) -> Evaluated<E> {
        let disclosure = disclosure(&self.disclosures, precision);
        match self.base.evaluate(precision) {
            Evaluated::Tails(base) => {
                Evaluated::Tails(Tails::Beside { base: Box::new(base), disclosure })
            }
            Evaluated::Atoms(base) => Evaluated::Atoms(base.beside(&disclosure)),
        }
    }

    fn described(&self) -> &'static str {
        "a pair beside others of a single loss"
    }

    fn reason(&self) -> Option<Reason> {
        self.base.reason().or(Some(Reason::Enclosed))
    }
}

/// The product of pairs with a single finite loss.
fn disclosure<E: Engine>(pairs: &[(LossPair, u64)], precision: u64) -> Disclosure<E> {
    let one = Interval::<E>::one(precision);
    let (mut kept, mut loss) = (Masses { p: one.clone(), q: one }, Interval::zero(precision));
    let (mut of_p, mut of_q) = (Vec::new(), Vec::new());
    for (pair, count) in pairs {
        let Evaluated::Atoms(atoms) = pair.evaluate::<E>(precision) else {
            continue;
        };
        let Some(atom) = atoms.atoms.first() else {
            continue;
        };
        let power = |mass: &Interval<E>| mass.pow_natural(*count);
        kept = Masses { p: &kept.p * &power(&atom.masses.p), q: &kept.q * &power(&atom.masses.q) };
        loss = &loss + &(&atom.loss * &Interval::from_u64(*count, precision));
        of_p.push((atoms.infinite.p, *count));
        of_q.push((atoms.infinite.q, *count));
    }
    let infinite = Masses { p: any_of(&of_p, precision), q: any_of(&of_q, precision) };
    Disclosure { kept, loss: GridPoint { ratio: loss.exp(), loss }, infinite }
}
