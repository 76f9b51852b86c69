//! In which steps a user may participate.

use crate::input::DomainError;

/// The patterns of participation of one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participation {
    gap: usize,
    most: Option<usize>,
    is_periodic: bool,
}

/// The dimension of the vectors that a user contributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Dimension {
    /// Numbers between -1 and 1.
    One,
    /// Vectors of norm at most 1, of any dimension: the supremum over all of them.
    #[default]
    Any,
}

impl Participation {
    /// One participation, in any step.
    pub fn single() -> Participation {
        Participation { gap: 1, most: Some(1), is_periodic: false }
    }

    /// Participations exactly b steps apart, and at most k: (k, b)-participation. Without k as many
    /// as fit.
    ///
    /// # Errors
    /// b = 0 or k = 0.
    ///
    /// Source: Choquette-Choo, McMahan, Rush & Thakurta (2023), section 2.
    pub fn periodic(b: usize, k: Option<usize>) -> Result<Participation, DomainError> {
        Participation::checked(b, k, true)
    }

    /// Participations at least b steps apart, and at most k: b-min-sep-participation. Without k as
    /// many as fit.
    ///
    /// # Errors
    /// b = 0 or k = 0.
    ///
    /// Source: Choquette-Choo et al., "(Amplified) Banded Matrix Factorization: A unified approach
    /// to private training".
    pub fn min_separation(b: usize, k: Option<usize>) -> Result<Participation, DomainError> {
        Participation::checked(b, k, false)
    }

    fn checked(
        gap: usize,
        most: Option<usize>,
        is_periodic: bool,
    ) -> Result<Participation, DomainError> {
        let positive = |name: &'static str| {
            DomainError::new(name, format!("{name} = 0"), format!("{name} must be >= 1"))
        };
        match (gap, most) {
            (0, _) => Err(positive("b")),
            (_, Some(0)) => Err(positive("k")),
            _ => Ok(Participation { gap, most, is_periodic }),
        }
    }

    /// The least distance of two participations.
    pub(super) fn gap(&self) -> usize {
        self.gap
    }

    /// Is every distance of consecutive participations the least one?
    pub(super) fn is_periodic(&self) -> bool {
        self.is_periodic
    }

    /// The most participations in n > 0 steps.
    pub(super) fn most(&self, n: usize) -> usize {
        let fit = n.div_ceil(self.gap);
        self.most.map_or(fit, |most| most.min(fit))
    }

    /// May two participations of n steps have this distance?
    pub(super) fn allows(&self, distance: usize, n: usize) -> bool {
        let most = self.most(n);
        match self.is_periodic {
            true => distance.is_multiple_of(self.gap) && distance / self.gap < most,
            false => distance >= self.gap && most > 1,
        }
    }
}
