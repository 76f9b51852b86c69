//! The steps of a mechanism, counted: with this every composition begins, that of a ledger too.

use super::{Dominating, Mechanism};

impl Mechanism {
    /// The distinct steps with their counts, in order of first appearance; steps with count 0 are
    /// left out. `None` for more than 2^64 - 1 steps of one kind.
    pub fn steps(&self) -> Option<Vec<(Dominating, u64)>> {
        let mut steps: Vec<(Dominating, u64)> = Vec::new();
        self.collect(1, &mut steps)?;
        Some(steps)
    }

    fn collect(&self, times: u64, steps: &mut Vec<(Dominating, u64)>) -> Option<()> {
        if times == 0 {
            return Some(());
        }
        match self {
            Mechanism::Step(step) => {
                match steps.iter_mut().find(|(known, _)| known == step) {
                    Some((_, count)) => *count = count.checked_add(times)?,
                    None => steps.push((step.clone(), times)),
                }
                Some(())
            }
            Mechanism::Repeat { count: 0, .. } => Some(()),
            Mechanism::Repeat { count, mechanism } => {
                mechanism.collect(times.checked_mul(*count)?, steps)
            }
            Mechanism::Compose(mechanisms) => {
                mechanisms.iter().try_for_each(|part| part.collect(times, steps))
            }
        }
    }
}
