//! Why a question gets no answer.

use crate::input::InputError;

/// Every way in which a question is turned down; none of them is a wrong answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The input is wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The input is right and this release cannot do it.
    #[error("{what} is not supported: {missing}")]
    Unsupported {
        /// The kind, query or combination.
        what: String,
        /// What would be needed.
        missing: String,
    },
    /// It would take too long or too much memory.
    #[error("{0}")]
    TooCostly(TooCostly),
}

impl Refusal {
    pub(crate) fn too_many_steps() -> Refusal {
        Refusal::Unsupported {
            what: "this many steps".into(),
            missing: "a mechanism may be taken 2^64 - 1 times".into(),
        }
    }
}

/// A request whose estimated cost is above the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooCostly {
    /// The estimate.
    pub estimate: u128,
    /// The limit.
    pub limit: u128,
    /// What is limited: the option is named after it.
    pub resource: Resource,
}

/// What a request consumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Operations on machine words; a core makes about 10^9 a second.
    Work,
    /// Bytes of memory.
    Memory,
}

impl std::fmt::Display for TooCostly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TooCostly { estimate, limit, .. } = self;
        match self.resource {
            Resource::Work => write!(
                f,
                "this needs about {} word operations (some {} of computing); the limit is {}: raise it with --max-work {}",
                rounded(*estimate),
                duration(*estimate),
                rounded(*limit),
                rounded(*estimate)
            ),
            Resource::Memory => write!(
                f,
                "this needs about {} MiB of memory; the limit is {}: raise it with --max-memory {}",
                estimate >> 20,
                limit >> 20,
                (estimate >> 20) + 1
            ),
        }
    }
}

/// One significant digit, rounded up: `3*10^12`.
fn rounded(n: u128) -> String {
    let digits = n.max(1).ilog10();
    let leading = n.div_ceil(10u128.pow(digits));
    if digits < 4 { n.to_string() } else { format!("{leading}*10^{digits}") }
}

fn duration(work: u128) -> String {
    match work / 1_000_000_000 {
        seconds @ 0..=119 => format!("{seconds} seconds"),
        seconds @ 120..=7199 => format!("{} minutes", seconds / 60),
        seconds @ 7200..=172_799 => format!("{} hours", seconds / 3600),
        seconds => format!("{} days", rounded(seconds / 86_400)),
    }
}
