//! Bounds of the work and the memory that a certificate may require.
//!
//! A few bytes can require a grid of millions of points at thousands of bits. Each rule charges its
//! cost before it starts, in units of about a nanosecond; genuine certificates need far less than
//! the bounds.
//!
//! Memory is estimated likewise, by each rule before it allocates: what it keeps is taken
//! ([`Work::keep`]), and what it needs until it ends has to be there ([`Work::reserve`]). An
//! allocator that counts would miss nothing, but it could only end the program in the middle of a
//! product, needs `unsafe`, and counts what other threads of a program that uses this crate
//! allocate. An estimate is the same on every machine, and so is the verdict. The test `hostile`
//! measures the memory of a process for each of many small files, and so holds the estimates.

use crate::fault::{Fault, Unsupported};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The work of a whole certificate: a minute, not days.
const UNITS: u64 = 1 << 36;
/// The memory of all conclusions, and of the step that is followed, in bits: a gigabyte. The
/// process has another one for the text of a large certificate and its values.
const ROOM: u64 = 1 << 33;

/// The progress of following a certificate, for another thread.
#[derive(Debug, Default)]
pub struct Progress {
    planned: AtomicU64,
    done: AtomicU64,
}

impl Progress {
    /// The expected work, 0 while it is unknown, and the work that is done.
    pub fn planned_and_done(&self) -> (u64, u64) {
        let done = self.done.load(Ordering::Relaxed);
        let planned = self.planned.load(Ordering::Relaxed);
        (if planned == 0 { 0 } else { planned.max(done) }, done)
    }

    /// The same in words, with the elapsed time.
    pub fn line(&self, elapsed: Duration) -> String {
        match self.planned_and_done() {
            (0, _) => "reading the certificate".to_owned(),
            (planned, done) if planned == done => "more than the expected work is done".to_owned(),
            (planned, done) => {
                let left = u128::from(planned - done);
                let nanoseconds =
                    if done == 0 { left } else { elapsed.as_nanos() * left / u128::from(done) };
                let (percent, seconds) = (
                    u128::from(done) * 100 / u128::from(planned),
                    nanoseconds.div_ceil(1_000_000_000),
                );
                format!("{percent} % of the expected work, about {seconds} s left")
            }
        }
    }
}

/// The remaining work and memory.
#[derive(Clone, Debug)]
pub struct Work {
    total: u64,
    units: Cell<u64>,
    room: Cell<u64>,
    progress: Option<Arc<Progress>>,
}

impl Default for Work {
    fn default() -> Work {
        Work::of(UNITS)
    }
}

impl Work {
    /// This much work, and the memory of a whole certificate.
    pub fn of(units: u64) -> Work {
        Work { total: units, units: Cell::new(units), room: Cell::new(ROOM), progress: None }
    }

    /// The work of a whole certificate, with its progress visible to another thread.
    pub fn watched(progress: &Arc<Progress>) -> Work {
        Work { progress: Some(Arc::clone(progress)), ..Work::default() }
    }

    /// Checks that some work is available, without taking it.
    ///
    /// # Errors
    /// If less is left, with both numbers.
    pub fn expect(&self, units: u64) -> Result<(), Fault> {
        let planned = self.spent().saturating_add(units);
        if let Some(progress) = &self.progress {
            progress.planned.store(planned, Ordering::Relaxed);
        }
        if planned <= self.total {
            return Ok(());
        }
        Err(Unsupported::TooCostly { planned, most: self.total }.into())
    }

    /// The work that was used.
    pub fn spent(&self) -> u64 {
        self.total - self.units.get()
    }

    /// Was more work requested than was left? Then nothing is left.
    pub fn is_exhausted(&self) -> bool {
        self.units.get() == 0
    }

    /// Takes some of the work.
    ///
    /// # Errors
    /// If less is left.
    pub fn spend(&self, units: u64) -> Result<(), Fault> {
        let rest = self.units.get().checked_sub(units);
        self.units.set(rest.unwrap_or(0));
        if let Some(progress) = &self.progress {
            progress.done.store(self.spent(), Ordering::Relaxed);
        }
        Ok(rest.map(|_| ()).ok_or(Unsupported::OutOfWork)?)
    }

    /// Takes some of the memory, in bits, for as long as the certificate is followed.
    ///
    /// # Errors
    /// If less is left.
    pub fn keep(&self, bits: u64) -> Result<(), Fault> {
        self.reserve(bits)?;
        self.room.set(self.room.get() - bits);
        Ok(())
    }

    /// Checks that some memory is available, in bits, without taking it.
    ///
    /// # Errors
    /// If less is left.
    pub fn reserve(&self, bits: u64) -> Result<(), Fault> {
        if bits <= self.room.get() {
            return Ok(());
        }
        let needed = (ROOM - self.room.get()).saturating_add(bits).div_ceil(8 << 20);
        Err(Unsupported::OutOfMemory { needed, most: ROOM / (8 << 20) }.into())
    }
}

/// The product of sizes; the largest number on overflow.
pub fn product(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |product: u64, size| product.saturating_mul(*size))
}
