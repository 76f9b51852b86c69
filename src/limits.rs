//! The limits of a computation, and what it costs.

use crate::control::Control;
use crate::refusal::{Known, Refusal, Resource, TooCostly};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The limits of a computation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Work: operations on machine words.
    pub work: u64,
    /// Memory, in bytes.
    pub memory: u64,
    /// Working precision, in bits.
    pub precision: u64,
}

impl Default for Limits {
    /// About two minutes of one core, 4 GiB, 65536 bits.
    fn default() -> Self {
        Limits { work: 100_000_000_000, memory: 4 << 30, precision: 1 << 16 }
    }
}

/// Estimated consumption.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Work: operations on machine words.
    pub work: u128,
    /// Memory, in bytes.
    pub memory: u128,
}

impl Cost {
    /// The sum of both, for computations one after the other of which the first keeps its memory.
    pub fn plus(&self, other: &Cost) -> Cost {
        Cost {
            work: self.work.saturating_add(other.work),
            memory: self.memory.saturating_add(other.memory),
        }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The exceeded resource, with the estimate.
    pub fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        self.check_known(limits, Known::Whole)
    }

    fn check_known(&self, limits: &Limits, known: Known) -> Result<(), Refusal> {
        let over =
            |estimate, limit, resource| TooCostly { estimate, limit, resource, also: None, known };
        let work = over(self.work, u128::from(limits.work), Resource::Work);
        let memory = over(self.memory, u128::from(limits.memory), Resource::Memory);
        let is_short = |costly: &TooCostly| costly.estimate > costly.limit;
        match (is_short(&work), is_short(&memory)) {
            (false, false) => Ok(()),
            (true, false) => Err(Refusal::TooCostly(work)),
            (false, true) => Err(Refusal::TooCostly(memory)),
            (true, true) => {
                Err(Refusal::TooCostly(TooCostly { also: Some(Box::new(memory)), ..work }))
            }
        }
    }
}

/// The limits and the control of one question, and the work that its attempts have consumed.
///
/// It is made where a question is asked, by [`Options::budget`](crate::Options::budget), and handed
/// to whatever takes time: no computation makes one for itself, so that the limits and the end of a
/// question reach all of it. Clones are the same account.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    control: Control,
    spent: Arc<AtomicU64>,
}

impl Budget {
    /// A budget of which nothing is consumed.
    pub(crate) fn new(limits: &Limits, control: &Control) -> Budget {
        Budget { limits: *limits, control: control.clone(), spent: Arc::default() }
    }

    /// The work that may still be consumed.
    pub(crate) fn left(&self) -> u64 {
        self.limits.work.saturating_sub(self.spent.load(Ordering::Relaxed))
    }

    /// The same account for an attempt that may consume no more than this work, and less where less
    /// is left.
    pub(crate) fn part(&self, work: u64) -> Budget {
        let most = self.spent.load(Ordering::Relaxed).saturating_add(work).min(self.limits.work);
        Budget { limits: Limits { work: most, ..self.limits }, ..self.clone() }
    }

    /// An account of its own with one in so many parts of what is left, which others cannot
    /// consume. What it consumes counts here when it is settled.
    pub(crate) fn apart(&self, parts: u64) -> Budget {
        Budget {
            limits: Limits { work: self.left() / parts.max(1), ..self.limits },
            control: self.control.clone(),
            spent: Arc::default(),
        }
    }

    /// Counts what another account consumed as consumed of this one.
    pub(crate) fn settle(&self, other: &Budget) {
        self.spent.fetch_add(other.spent.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// The same account with a smaller working precision.
    pub(crate) fn with_precision(&self, bits: u64) -> Budget {
        let precision = bits.min(self.limits.precision);
        Budget { limits: Limits { precision, ..self.limits }, ..self.clone() }
    }

    /// The control that ends the attempts.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// The limits of all attempts together.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Charges another attempt, if it is within the limits together with those before it.
    ///
    /// # Errors
    /// The exceeded resource, with the estimate of all attempts; an interrupt.
    pub fn charge(&self, cost: &Cost) -> Result<(), Refusal> {
        self.control.check()?;
        let mut spent = self.spent.load(Ordering::Relaxed);
        loop {
            let all = Cost { work: u128::from(spent).saturating_add(cost.work), ..*cost };
            all.check_known(&self.limits, if spent > 0 { Known::SoFar } else { Known::Whole })?;
            // Within the limit, which has 64 bits.
            let work = u64::try_from(all.work).unwrap_or(u64::MAX);
            match self.spent.compare_exchange_weak(
                spent,
                work,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Ok(()),
                Err(other) => spent = other,
            }
        }
    }
}
