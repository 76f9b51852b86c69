//! The templates of the page.

use dpcert::Mechanism;
use dpcert::mechanism::{Input, Slider, Template, catalogue};
use serde_json::json;

/// A module with all templates, in the order of the catalogue.
pub fn templates(_: &str) -> String {
    let templates: String = catalogue().flat_map(|kind| kind.templates).map(template).collect();
    format!(
        "// Made from the catalogue by `scripts/record made`: each template with the text that it writes.\n//\n\
         // A field is [name, usual value, slider]; a list has no slider. `also` are older texts of \
         a template.\n\n\
         import {{ evenly, logarithmic }} from \"./exact.js\";\n\n\
         export const KINDS = [\n{templates}];\n"
    )
}

fn template(template: &Template) -> String {
    let Template { label, text, also, inputs } = template;
    let also =
        if also.is_empty() { String::new() } else { format!("    also: {},\n", json!(also)) };
    let inputs: String = inputs.iter().map(|one| format!("      {},\n", input(one))).collect();
    format!(
        "  {{\n    label: {},\n    text: {},\n{also}    fields: [\n{inputs}    ],\n  }},\n",
        json!(label),
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
