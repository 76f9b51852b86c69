//! What the rows of verdicts of an output are, so that an accident to them is found, with its row.

use super::metadata::hex;
use sha2::{Digest as _, Sha256};

/// The digest of rows in their order, and two sums of them by which a single changed row is found.
///
/// The sums are of the first 16 bytes of the SHA-256 of each row, modulo `2^128`: plain, and
/// multiplied by the number of the row. If one row changes, the second difference is its number
/// times the first. If rows change places, only the second sum changes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Seal {
    sha256: String,
    sums: [u128; 2],
}

/// What happened to rows whose number is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// One row is another.
    Row(u64),
    /// The rows are in another order.
    Order,
    /// Several rows are others.
    Rows,
}

impl Seal {
    /// The SHA-256, and the sums, in hexadecimal.
    pub fn texts(&self) -> (&str, String) {
        let [plain, numbered] = self.sums;
        (&self.sha256, format!("{plain:032x}{numbered:032x}"))
    }

    /// From its texts.
    pub fn of_texts(sha256: &str, sums: &str) -> Option<Seal> {
        let sum = |text: Option<&str>| u128::from_str_radix(text?, 16).ok();
        let sums = [sum(sums.get(..32))?, sum(sums.get(32..))?];
        Some(Seal { sha256: sha256.to_owned(), sums })
    }

    /// How as many rows, with the seal `found`, differ from those of this one; `None` if they are
    /// the same.
    pub fn change(&self, found: &Seal, rows: u64) -> Option<Change> {
        if self == found {
            return None;
        }
        let [plain, numbered] = [0, 1].map(|sum| found.sums[sum].wrapping_sub(self.sums[sum]));
        if plain == 0 {
            return Some(if numbered == 0 { Change::Rows } else { Change::Order });
        }
        let row = (1..=rows).find(|row| plain.wrapping_mul(u128::from(*row)) == numbered);
        Some(row.map_or(Change::Rows, Change::Row))
    }
}

/// The rows of an output, accumulated in their order.
#[derive(Clone, Default)]
pub struct Sealing {
    chain: Sha256,
    rows: u64,
    sums: [u128; 2],
}

impl Sealing {
    /// Adds rows by their SHA-256.
    pub fn add(&mut self, rows: &[[u8; 32]]) {
        for row in rows {
            self.chain.update(row);
            self.rows += 1;
            let word = row.iter().take(16).fold(0, |word, byte| word << 8 | u128::from(*byte));
            self.sums[0] = self.sums[0].wrapping_add(word);
            self.sums[1] = self.sums[1].wrapping_add(word.wrapping_mul(u128::from(self.rows)));
        }
    }

    /// The seal of all of them.
    pub fn finish(self) -> Seal {
        Seal { sha256: hex(&self.chain.finalize()), sums: self.sums }
    }
}
