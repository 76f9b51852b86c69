//! The engine as a value.

use super::{Engine, Malachite};

/// The engine that computes.
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

/// A computation that any engine can do.
pub trait Computation {
    /// The result, of whichever engine.
    type Output;

    /// The computation by one engine.
    fn by<E: Engine>(&self) -> Self::Output;
}

/// The results of one engine or of both.
#[derive(Clone, Copy, Debug)]
pub enum Said<T> {
    /// The result of one engine.
    One(T),
    /// The results of malachite and of MPFR.
    Both(T, T),
}

impl EngineChoice {
    /// The reason why an engine that is not part of this build is refused.
    pub const NO_MPFR: &'static str = "this build has no MPFR: build with the feature mpfr, which needs a C compiler, make \
                                       and m4; for the command, in the folder of dpcert's source: cargo install --locked \
                                       --path crates/cli --features full,mpfr";

    /// All engines, by their names in options and answers.
    pub const ALL: [(&'static str, EngineChoice); 3] = [
        ("malachite", EngineChoice::Malachite),
        ("mpfr", EngineChoice::Mpfr),
        ("both", EngineChoice::Both),
    ];

    /// Its name in options and answers.
    pub fn name(self) -> &'static str {
        EngineChoice::ALL.iter().find(|(_, choice)| *choice == self).map_or("", |(name, _)| name)
    }

    /// Is the engine part of this build?
    pub fn is_available(self) -> bool {
        self == EngineChoice::Malachite || cfg!(feature = "mpfr")
    }

    /// A computation by this engine, or by both; `None` if that is not part of this build.
    pub fn compute<C: Computation>(self, computation: &C) -> Option<Said<C::Output>> {
        match self {
            EngineChoice::Malachite => Some(Said::One(computation.by::<Malachite>())),
            #[cfg(feature = "mpfr")]
            EngineChoice::Mpfr => Some(Said::One(computation.by::<super::Mpfr>())),
            #[cfg(feature = "mpfr")]
            EngineChoice::Both => {
                Some(Said::Both(computation.by::<Malachite>(), computation.by::<super::Mpfr>()))
            }
            #[cfg(not(feature = "mpfr"))]
            EngineChoice::Mpfr | EngineChoice::Both => None,
        }
    }
}
