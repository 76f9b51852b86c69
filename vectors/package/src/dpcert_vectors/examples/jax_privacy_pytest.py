"""jax_privacy against certified answers: eps and delta must not be below the truth.

Its accountants are those of dp_accounting. What is its own is asked: how a training run becomes an event.
"""

from fractions import Fraction

import dp_accounting as dp
import dpcert_vectors as certified
from jax_privacy import accounting, batch_selection
from jax_privacy.experimental import accounting as events
from jax_privacy.experimental import execution_plan


def training(vector, config):
    """The eps of a training run, by the accountants that take its parameters."""
    call = vector.calls["jax-privacy"]
    if vector.quantity != "eps":
        raise certified.Unsupported(vector.quantity)
    of_users = call["event"] == "user-level"
    if of_users:
        if not isinstance(config, accounting.PldAccountantConfig):
            raise certified.Unsupported("users by Renyi divergences")
        # With the grid of the default an answer takes half a minute.
        config = accounting.PldAccountantConfig(value_discretization_interval=1e-2)
    sizes = {"num_samples": call.get("num_examples"), "truncated_batch_size": call.get("truncated_batch_size")}
    method = accounting.SamplingMethod.POISSON
    if call["event"] == "fixed_dpsgd_event":
        method = accounting.SamplingMethod.FIXED_BATCH_SIZE
        sizes["num_samples"], batch_size = call["dataset_size"], call["batch_size"]
    else:
        batch_size, sizes["num_samples"] = sizes_of(call["sampling_prob"], sizes["num_samples"])
    if sizes["truncated_batch_size"] is not None and not isinstance(config, accounting.PldAccountantConfig):
        raise certified.Unsupported("truncated batches by Renyi divergences")
    run = accounting.DpParams(
        noise_multipliers=call["noise_multiplier"],
        delta=vector.at,
        batch_size=batch_size,
        sampling_method=method,
        examples_per_user=call.get("examples_per_user"),
        **sizes,
    )
    make = accounting.DpsgdTrainingUserLevelAccountant if of_users else accounting.DpsgdTrainingAccountant
    return make(config).compute_epsilon(call["iterations"], run)


def sizes_of(rate, num_samples):
    """A batch size and a number of samples whose ratio, in binary64, is the rate."""
    ratio = Fraction(rate).limit_denominator(num_samples or 2**20)
    batch_size, samples = ratio.numerator, ratio.denominator
    if num_samples is not None:
        batch_size, samples = batch_size * num_samples // samples, num_samples
    if batch_size / samples != rate:
        raise certified.Unsupported("a rate that is no ratio of sizes")
    return batch_size, samples


def event(vector):
    """The event that a function of jax_privacy makes of its arguments, asked by dp_accounting."""
    call = dict(vector.calls["jax-privacy"])
    if call["event"] == "user-level":
        raise certified.Unsupported("no event for users")
    make = getattr(events, call.pop("event"))
    return asked(vector, make(**call))


def plan(vector):
    """The event of an execution plan for DP-SGD: banded matrix factorisation with one band."""
    call = vector.calls["jax-privacy"]
    if call["event"] != "dpsgd_event" or call["iterations"] == 0:
        raise certified.Unsupported("no plan for it")
    config = execution_plan.BandMFExecutionPlanConfig(
        strategy=[1.0],
        iterations=call["iterations"],
        sampling_prob=call["sampling_prob"],
        noise_multiplier=call["noise_multiplier"],
        epsilon=None,
        delta=None,
        partition_type=batch_selection.PartitionType.INDEPENDENT,
        accountant=accountant_of(vector),
    )
    return asked(vector, config.plan.dp_event)


def accountant_of(vector):
    relation = "REPLACE_ONE" if vector.relation == "replace-one" else "ADD_OR_REMOVE_ONE"
    # Renyi divergences know sampling without replacement, and privacy loss distributions do not.
    make = dp.rdp.RdpAccountant if vector.relation == "replace-one" else dp.pld.PLDAccountant
    return make(neighboring_relation=dp.NeighboringRelation[relation])


def asked(vector, composed):
    accountant = accountant_of(vector)
    if not accountant.supports(composed):
        raise certified.Unsupported(type(composed).__name__)
    accountant.compose(composed)
    return accountant.get_epsilon(vector.at) if vector.quantity == "eps" else accountant.get_delta(vector.at or 0.0)


ASKED = {
    "jax-privacy/pld": lambda vector: training(vector, accounting.PldAccountantConfig()),
    "jax-privacy/rdp": lambda vector: training(vector, accounting.RdpAccountantConfig()),
    "jax-privacy/events": event,
    "jax-privacy/plan": plan,
}


@certified.parametrize("jax-privacy/pld")
def test_pld(vector):
    vector.test(ASKED["jax-privacy/pld"])


@certified.parametrize("jax-privacy/rdp")
def test_rdp(vector):
    vector.test(ASKED["jax-privacy/rdp"])


@certified.parametrize("jax-privacy/events")
def test_events(vector):
    vector.test(event)


@certified.parametrize("jax-privacy/plan")
def test_plan(vector):
    vector.test(plan)
