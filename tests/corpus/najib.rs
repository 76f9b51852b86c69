//! Second routes to what is not as printed in the thesis.

use super::Confirmation;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[];
