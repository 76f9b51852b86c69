//! The engine as a value.

/// Who computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// Pure Rust.
    #[default]
    Malachite,
    /// GNU MPFR and GMP, in a build with the feature `mpfr`.
    Mpfr,
    /// Both, compared: they must agree.
    Both,
}

impl EngineChoice {
    /// Is the engine part of this build?
    pub fn is_available(self) -> bool {
        self == EngineChoice::Malachite || cfg!(feature = "mpfr")
    }
}
