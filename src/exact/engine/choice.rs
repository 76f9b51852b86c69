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
    /// Why an engine that is not part of this build is refused.
    pub const NO_MPFR: &'static str = "this build has no MPFR: rebuild with --features mpfr";

    /// Is the engine part of this build?
    pub fn is_available(self) -> bool {
        self == EngineChoice::Malachite || cfg!(feature = "mpfr")
    }
}
