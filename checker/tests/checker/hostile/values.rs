//! Numbers by classes of size: 0, 1, small, powers of 2, the ends of integers, huge, tiny, near to
//! each other, nested, and with many digits.

use serde_json::{Value, json};

/// A sequence of choices that depends on a seed alone.
pub struct Dice {
    state: u64,
    /// The share of hostile numbers, in percent.
    share: u64,
}

const ENDS: [i64; 10] =
    [i64::MIN, -(1 << 41), -(1 << 22), -1, 0, 1, (1 << 22) - 1, 1 << 22, 1 << 41, i64::MAX];
const EXPONENTS: [u32; 8] = [1, 10, 100, 1000, 5000, 16_000, 30_000, 100_000];
const DIGITS: [usize; 5] = [20, 300, 2000, 10_000, 24_000];

impl Dice {
    pub fn new(seed: u64) -> Dice {
        let mut dice = Dice { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), share: 0 };
        dice.below(2);
        dice.share = [5, 15, 30, 60][dice.below(4)];
        dice
    }

    pub fn below(&mut self, most: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap() % most
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn is_hostile(&mut self) -> bool {
        (self.below(100) as u64) < self.share
    }

    fn digits(&mut self) -> String {
        let length = self.pick(&DIGITS);
        let first = char::from(b'1' + u8::try_from(self.below(9)).unwrap());
        std::iter::once(first)
            .chain((1..length).map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap())))
            .collect()
    }

    /// An integer of JSON.
    pub fn index(&mut self, normal: i64) -> i64 {
        if !self.is_hostile() {
            return normal;
        }
        match self.below(3) {
            0 => self.pick(&ENDS),
            1 => (1 << self.below(24)) * if self.one_in(2) { -1 } else { 1 },
            _ => normal.saturating_add(self.pick(&[-1, 1, 1000, 8190])),
        }
    }

    /// The ends of a grid, for the most part one that is not empty.
    pub fn grid(&mut self) -> (i64, i64) {
        if !self.is_hostile() {
            return (-8, 8);
        }
        match self.below(5) {
            0 => (self.index(-8), self.index(8)),
            1 => self.pick(&[(8190, 8191), (-8191, -8190), (0, 1), (1 << 40, (1 << 40) + 1)]),
            _ => (-(1 << self.below(22)), 1 << self.below(22)),
        }
    }

    /// A number of cells, for the most part.
    pub fn cells(&mut self, normal: i64) -> i64 {
        match self.is_hostile() {
            true if self.one_in(8) => self.pick(&ENDS),
            true => 1 << self.below(22),
            false => normal,
        }
    }

    /// The bits of an enclosure; the most of them are rare, because they take seconds.
    pub fn bits(&mut self) -> i64 {
        match self.is_hostile() {
            true if self.one_in(12) => self.pick(&[0, 15, 65_537, i64::MAX]),
            true if self.one_in(10) => self.pick(&[16_000, 36_000, 65_536]),
            true => self.pick(&[16, 17, 300, 1000, 4096]),
            false => self.pick(&[32, 64, 96]),
        }
    }

    /// A whole number of a claim file.
    pub fn natural(&mut self, normal: &str) -> Value {
        let classes = [
            "0", "1", "2", "3", "17", "1000", "4096", "65536", "2^20", "2^32", "2^32+1", "2^63-1",
            "2^64-1", "2^64",
        ];
        match self.is_hostile() {
            true if self.one_in(8) => json!(format!("10^{}", self.pick(&EXPONENTS))),
            true => json!(self.pick(&classes)),
            false => json!(normal),
        }
    }

    /// A number of a certificate, in its only spelling.
    pub fn number(&mut self, normal: &str) -> Value {
        if !self.is_hostile() {
            return json!(normal);
        }
        json!(match self.below(5) {
            0 => self.pick(&["0", "1", "-1", "2", "1/3", "1*2^-1"]).to_owned(),
            1 => format!(
                "1*2^{}{}",
                self.pick(&["", "-"]),
                self.pick(&[3, 20, 64, 1000, 16_000, 131_072])
            ),
            // n/(n+1) is in lowest terms, and near to those of other n.
            2 => {
                let nines = "9".repeat(self.pick(&DIGITS));
                format!("{nines}/1{}", "0".repeat(nines.len()))
            }
            3 => {
                let digits = self.digits();
                format!("1/{digits}")
            }
            _ => self.digits(),
        })
    }

    /// A number of a claim file.
    pub fn literal(&mut self, normal: &str) -> Value {
        if !self.is_hostile() {
            return json!(normal);
        }
        let (exponent, other) = (self.pick(&EXPONENTS), self.pick(&EXPONENTS));
        let size = exponent.min(16_000);
        json!(match self.below(12) {
            0 => self.pick(&["0", "1", "2", "1/3", "3/2", "1e-5", "-1"]).to_owned(),
            1 => format!("2^{}", self.pick(&[5, 20, 63, 64, 1000, 100_000])),
            2 => format!("1e-{exponent}"),
            3 => format!("1e{exponent}"),
            // Near to each other.
            4 => format!("7^{size}/5^{size}"),
            5 => format!("7^{size}/5^{size}+1/8^{other}"),
            6 => self.nested(normal),
            7 => format!("0.{}", self.digits()),
            8 => format!("ln({}^{size})", self.pick(&[2, 3])),
            9 => format!("sqrt({normal}+1/3^{size})"),
            10 => format!("1/exp({})", self.pick(&[1, 30, 1000, 60_000])),
            _ => format!("1-1/3^{size}"),
        })
    }

    /// A number of a claim file in [0, 1], for the most part.
    pub fn share(&mut self, normal: &str) -> Value {
        if !self.is_hostile() {
            return json!(normal);
        }
        let (exponent, other) = (self.pick(&EXPONENTS), self.pick(&EXPONENTS));
        let size = exponent.min(16_000);
        json!(match self.below(9) {
            0 => self.pick(&["0", "1", "1/3", "2"]).to_owned(),
            1 => format!("1e-{exponent}"),
            2 => format!("0.{}", self.digits()),
            3 => format!("1/exp({})", self.pick(&[1, 30, 1000, 60_000])),
            4 => format!("1-1/3^{size}"),
            5 => format!("5^{size}/7^{size}"),
            6 => format!("5^{size}/7^{size}+1/8^{other}"),
            7 => format!("1/(1+{})", self.nested(normal)),
            _ => format!("sqrt(1/3^{size})"),
        })
    }

    /// The number of terms of a series.
    pub fn terms(&mut self) -> i64 {
        if self.is_hostile() {
            self.pick(&[-1, 0, 1, 1000, 10_000, 65_536, 65_536, 65_537])
        } else {
            100
        }
    }

    fn nested(&mut self, inner: &str) -> String {
        let depth = self.pick(&[2, 10, 40, 90]);
        match self.below(3) {
            0 => format!("{}{inner}{}", "ln(exp(".repeat(depth), ")+1)".repeat(depth)),
            1 => format!("{}{inner}{}", "sqrt(".repeat(depth), "+1)".repeat(depth)),
            _ => format!("{}{inner}{}", "1/(1+".repeat(depth), ")".repeat(depth)),
        }
    }
}
