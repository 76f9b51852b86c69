"""delta at eps = 3 of the 1000-fold composition of (1/10, 0)-DP, by dp-accounting's PLD."""

from dp_accounting.pld import common, privacy_loss_distribution

step = privacy_loss_distribution.from_privacy_parameters(common.DifferentialPrivacyParameters(0.1, 0))
print(float(step.self_compose(1000).get_delta_for_epsilon(3)))
