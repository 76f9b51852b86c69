//! The options that every command has: who computes, and how much that may cost.

use super::number;
use clap::{Args, ValueEnum};
use dpcert::composition::cost::Limits;

/// Who computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Pure Rust.
    #[default]
    Malachite,
    /// GNU MPFR and GMP; needs a build with `--features mpfr`.
    Mpfr,
    /// Both, compared: they must agree.
    Both,
}

impl EngineChoice {
    /// Is the engine part of this build?
    ///
    /// # Errors
    /// A sentence that says how to get it.
    pub fn check(self) -> Result<(), &'static str> {
        match self {
            EngineChoice::Mpfr | EngineChoice::Both if !cfg!(feature = "mpfr") => {
                Err("this build has no MPFR: rebuild with --features mpfr")
            }
            _ => Ok(()),
        }
    }
}

/// The options that every command has.
#[derive(Clone, Copy, Debug, Args)]
pub struct Common {
    /// Who computes.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "ENGINE", help_heading = "Computation")]
    pub engine: EngineChoice,

    /// The largest working precision, in bits [default: 65536].
    #[arg(long, global = true, value_name = "BITS", value_parser = number::precision, help_heading = "Computation")]
    pub max_precision: Option<u64>,

    /// The most work for one answer, in word operations, about 10^9 a second [default: 1e11].
    #[arg(long, global = true, value_name = "N", value_parser = number::natural, help_heading = "Computation")]
    pub max_work: Option<u64>,

    /// The most memory for one answer, in MiB [default: 4096].
    #[arg(long, global = true, value_name = "MIB", value_parser = number::natural, help_heading = "Computation")]
    pub max_memory: Option<u64>,
}

impl Common {
    /// What an answer may cost.
    pub fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            work: self.max_work.unwrap_or(default.work),
            memory: self.max_memory.map_or(default.memory, |mib| mib.saturating_mul(1 << 20)),
            precision: self.max_precision.unwrap_or(default.precision),
        }
    }
}
