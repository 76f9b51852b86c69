"""Which of a library's public mechanisms an adapter asks about.

coverage.py NAME    run by the library's own Python: the names that the installed version has, and those asked

The names are read from the library's source, not from a list: what a new version adds is "not asked" by itself, and a
mechanism that is said to be asked and is none any more is an error.
"""

import ast
import json
import sys
from importlib.metadata import distribution


def source(package, path):
    return ast.parse(distribution(package).locate_file(path).read_text())


def defined(package, path, kind, is_public):
    return [node.name for node in source(package, path).body if isinstance(node, kind) and is_public(node.name)]


def imported(package, path):
    return [
        name.asname or name.name
        for node in ast.walk(source(package, path))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    ]


def pld_constructors():
    path = "dp_accounting/pld/privacy_loss_distribution.py"
    return defined("dp-accounting", path, ast.FunctionDef, lambda name: name.startswith("from_"))


def dp_events():
    is_event = lambda name: name.endswith("DpEvent") and name != "DpEvent"
    return defined("dp-accounting", "dp_accounting/dp_event.py", ast.ClassDef, is_event)


def privacy_random_variables():
    names = imported("prv-accountant", "prv_accountant/privacy_random_variables/__init__.py")
    return [name for name in names if not name.startswith("PrivacyRandomVariable")]


def autodp_mechanisms():
    return defined("autodp", "autodp/mechanism_zoo.py", ast.ClassDef, lambda name: not name.startswith("_"))


def opendp_measurements():
    is_constructor = lambda name: name.startswith("make_")
    return defined("opendp", "opendp/measurements.py", ast.FunctionDef, is_constructor)


def riskcal_conversions():
    names = imported("riskcal", "riskcal/analysis/__init__.py")
    return [name for name in names if name.startswith("get_")]


def gdpnum_conversions():
    [converter] = [
        node for node in source("gdpnum", "gdpnum/converter.py").body
        if isinstance(node, ast.ClassDef) and node.name == "PLDConverter"
    ]
    return [node.name for node in converter.body if isinstance(node, ast.FunctionDef) and node.name.startswith("get_")]


def diffprivlib_mechanisms():
    bases = ("DPMachine", "DPMechanism", "TruncationAndFoldingMixin")
    return [name for name in imported("diffprivlib", "diffprivlib/mechanisms/__init__.py") if name not in bases]


PLD = "randomized_response laplace_mechanism gaussian_mechanism discrete_laplace_mechanism discrete_gaussian_mechanism"
PESSIMISTIC = "privacy_parameters truncated_subsampled_gaussian_mechanism"
EVENTS = "Composed SelfComposed RandomizedResponse Gaussian Laplace PoissonSampled SampledWithoutReplacement"

# What is recorded: the library's names, and those of them that its adapter asks about.
COVERED = {
    "dp-accounting-pld": (pld_constructors, [f"from_{name}" for name in f"{PLD} {PESSIMISTIC}".split()]),
    "dp-accounting-pld-optimistic": (pld_constructors, [f"from_{name}" for name in PLD.split()]),
    "dp-accounting-rdp": (dp_events, ["ZCDpEvent", *(f"{name}DpEvent" for name in EVENTS.split())]),
    "prv-accountant": (
        privacy_random_variables,
        [
            "ApproximateDPMechanism",
            "GaussianMechanism",
            "LaplaceMechanism",
            "PoissonSubsampledGaussianMechanism",
            "PureDPMechanism",
        ],
    ),
    "autodp-rdp": (
        autodp_mechanisms,
        [
            "ExactGaussianMechanism",
            "ExponentialMechanism",
            "LaplaceMechanism",
            "PureDP_Mechanism",
            "RandresponseMechanism",
            "SubsampleGaussianMechanism",
            "zCDP_Mechanism",
        ],
    ),
    "autodp-fourier": (autodp_mechanisms, ["GaussianMechanism", "LaplaceMechanism", "RandresponseMechanism"]),
    "opendp-maps": (
        opendp_measurements,
        [
            "make_gaussian",
            "make_laplace",
            "make_laplace_threshold",
            "make_noisy_max",
            "make_randomized_response",
            "make_randomized_response_bool",
            "make_user_measurement",
        ],
    ),
    "riskcal-tradeoff": (
        riskcal_conversions,
        [
            "get_advantage_from_gdp",
            "get_advantage_from_pld",
            "get_beta_from_adp",
            "get_beta_from_gdp",
            "get_beta_from_pld",
        ],
    ),
    "riskcal-zcdp": (riskcal_conversions, ["get_advantage_from_zcdp", "get_beta_from_zcdp"]),
    "gdpnum-mu": (gdpnum_conversions, ["get_advantage", "get_beta", "get_mu"]),
    "diffprivlib-budget": (diffprivlib_mechanisms, []),
}


def coverage(name):
    public, asked = COVERED[name]
    names = sorted(set(public()))
    unknown = sorted(set(asked) - set(names))
    if unknown or not names:
        raise SystemExit(f"{name}: the library has no {', '.join(unknown) or 'mechanisms where they are looked for'}")
    return {"asked": sorted(asked), "not-asked": [other for other in names if other not in asked]}


print(json.dumps(coverage(sys.argv[1]), indent=1))
