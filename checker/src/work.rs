//! A bound on the work and the memory that a certificate may ask for.
//!
//! A few bytes can ask for a grid of millions of points at thousands of bits. Each rule says what it will cost before
//! it starts, in units of about a nanosecond; what a certificate in earnest needs is far below the bounds.

use std::cell::Cell;

/// The work of a whole certificate: a minute, not days.
const UNITS: u64 = 1 << 36;
/// The memory of all that has been shown, in bits: a gigabyte.
const ROOM: u64 = 1 << 33;

/// What is left.
#[derive(Clone, Debug)]
pub struct Work {
    total: u64,
    units: Cell<u64>,
    room: Cell<u64>,
}

impl Default for Work {
    fn default() -> Work {
        Work::of(UNITS)
    }
}

impl Work {
    /// So much work, and the memory of a whole certificate.
    pub fn of(units: u64) -> Work {
        Work { total: units, units: Cell::new(units), room: Cell::new(ROOM) }
    }

    /// How much has been taken.
    pub fn spent(&self) -> u64 {
        self.total - self.units.get()
    }

    /// Whether something was asked for that was not there: then nothing is left.
    pub fn is_exhausted(&self) -> bool {
        self.units.get() == 0 || self.room.get() == 0
    }

    /// Takes some of the work.
    ///
    /// # Errors
    /// If less is left.
    pub fn spend(&self, units: u64) -> Result<(), String> {
        take(&self.units, units, "it needs more work than a certificate may ask for")
    }

    /// Takes some of the memory.
    ///
    /// # Errors
    /// If less is left.
    pub fn keep(&self, bits: u64) -> Result<(), String> {
        take(&self.room, bits, "it needs more memory than a certificate may ask for")
    }
}

fn take(left: &Cell<u64>, amount: u64, reason: &str) -> Result<(), String> {
    let rest = left.get().checked_sub(amount);
    left.set(rest.unwrap_or(0));
    rest.map_or_else(|| Err(reason.to_owned()), |_| Ok(()))
}

/// The product of sizes; the largest number where it is too large.
pub fn product(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |product: u64, size| product.saturating_mul(*size))
}
