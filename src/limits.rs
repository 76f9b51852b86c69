//! The limits of a computation, and what it costs.

use crate::refusal::{Refusal, Resource, TooCostly};

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
        Cost { work: self.work.saturating_add(other.work), memory: self.memory.saturating_add(other.memory) }
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// The exceeded resource, with the estimate.
    pub fn check(&self, limits: &Limits) -> Result<(), Refusal> {
        let over = |estimate, limit, resource| TooCostly { estimate, limit, resource, also: None };
        let work = over(self.work, u128::from(limits.work), Resource::Work);
        let memory = over(self.memory, u128::from(limits.memory), Resource::Memory);
        let is_short = |costly: &TooCostly| costly.estimate > costly.limit;
        match (is_short(&work), is_short(&memory)) {
            (false, false) => Ok(()),
            (true, false) => Err(Refusal::TooCostly(work)),
            (false, true) => Err(Refusal::TooCostly(memory)),
            (true, true) => Err(Refusal::TooCostly(TooCostly { also: Some(Box::new(memory)), ..work })),
        }
    }
}
