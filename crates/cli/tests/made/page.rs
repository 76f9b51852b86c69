//! The templates of the page.

use dpcert::Mechanism;
use dpcert::mechanism::{Description, Input, Slider, Template, catalogue};
use serde_json::json;

/// The groups of the menu, each with its kinds. A kind that is missing here stops the making of the page.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Noise",
        &[
            "laplace",
            "gaussian",
            "staircase",
            "generalised-gaussian",
            "matrix-gaussian",
            "discrete-laplace",
            "discrete-gaussian",
            "additive",
            "mixture-of-shifts",
            "gaussian-scales",
        ],
    ),
    (
        "Selection and answers",
        &["exponential", "noisy-max", "sparse-vector", "thresholded", "private-selection"],
    ),
    (
        "Local",
        &[
            "randomized-response",
            "unary-encoding",
            "sum-of-reports",
            "subset-selection",
            "hadamard-response",
        ],
    ),
    (
        "Samples and compositions",
        &["subsample", "random-allocation", "shuffled-batches", "repeat", "compose"],
    ),
    (
        "Guarantees",
        &["approx-dp", "approx-dp-tv", "multi-dp", "gdp", "zcdp", "finite-pair", "trade-off"],
    ),
    (
        "Operators",
        &["group", "erasure", "inverse", "symmetrised", "intersection", "union", "mixture"],
    ),
];

/// A module with all templates, in the order of the catalogue.
pub fn templates(_: &str) -> String {
    let of_kind = |kind: Description| {
        let group = GROUPS.iter().find(|(_, kinds)| kinds.contains(&kind.name));
        let (group, _) =
            group.unwrap_or_else(|| panic!("{} is in no group of the menu", kind.name));
        kind.templates.iter().map(|one| template(one, group)).collect::<String>()
    };
    let templates: String = catalogue().map(of_kind).collect();
    let groups: Vec<&str> = GROUPS.iter().map(|(group, _)| *group).collect();
    format!(
        "// Made from the catalogue by `scripts/record made`: each template with the text that it writes.\n//\n\
         // A field is [name, usual value, slider]; a list has no slider. `also` are older texts of \
         a template.\n\n\
         import {{ evenly, logarithmic }} from \"./exact.js\";\n\n\
         /** The groups of the menu, in their order. */\n\
         export const GROUPS = {};\n\n\
         export const KINDS = [\n{templates}];\n",
        json!(groups).to_string().replace(',', ", ")
    )
}

fn template(template: &Template, group: &str) -> String {
    let Template { label, text, also, inputs } = template;
    let also =
        if also.is_empty() { String::new() } else { format!("    also: {},\n", json!(also)) };
    let inputs: String = inputs.iter().map(|one| format!("      {},\n", input(one))).collect();
    format!(
        "  {{\n    label: {},\n    group: {},\n    text: {},\n{also}    fields: [\n{inputs}    ],\n  }},\n",
        json!(label),
        json!(group),
        json!(text)
    )
}

fn input(Input { name, usual, slider }: &Input) -> String {
    let slider = match slider {
        Slider::None => String::new(),
        Slider::Even([least, most, step]) => {
            format!(", evenly(\"{least}\", \"{most}\", \"{step}\")")
        }
        Slider::Powers { least, has_zero } => format!(", logarithmic({least}, {has_zero})"),
        other => panic!("no slider for {other:?}"),
    };
    format!("[\"{name}\", \"{usual}\"{slider}]")
}

/// No group has a kind that does not exist, or that another one has.
#[test]
fn groups_have_each_kind_once() {
    let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, kinds)| *kinds).copied().collect();
    let mut kinds: Vec<&str> = catalogue().map(|kind| kind.name).collect();
    grouped.sort_unstable();
    kinds.sort_unstable();
    assert_eq!(grouped, kinds);
}

/// With its usual values every template is a mechanism, its older texts too.
#[test]
fn templates_are_mechanisms() {
    for Template { text, also, inputs, .. } in catalogue().flat_map(|kind| kind.templates) {
        for form in [text].into_iter().chain(*also) {
            let with = |text: String, input: &Input| {
                text.replace(&format!("{{{}}}", input.name), input.usual)
            };
            let filled = inputs.iter().fold((*form).to_owned(), with);
            assert!(Mechanism::parse(&filled).is_ok(), "{filled}");
        }
    }
}
