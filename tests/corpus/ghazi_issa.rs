//! Second routes to what is not as printed in Ghazi and Issa's paper.

use super::Confirmation;
use dpcert::channel::Channel;
use malachite::rational::Rational;

pub(super) const CONFIRMATIONS: &[Confirmation] = &[("GI-44", leakage_of_randomized_response)];

/// Randomised response at E = 3 has total variation 1/2 and leaks ln(3/2): 2 E/(E + 1) - 1 = 1/2, and
/// 1 - 2 ln(3)/4 is less than 1/2 because ln(3) > 1.
fn leakage_of_randomized_response() {
    let channel = Channel::randomized_response(&Rational::from(3), 2).unwrap();
    assert_eq!(channel.total_variation(), Rational::from_signeds(1, 2));
    assert_eq!(channel.leakage_ratio() - Rational::from(1), Rational::from_signeds(1, 2));
}
