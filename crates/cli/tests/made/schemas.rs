//! The kinds of mechanisms in the JSON Schemas.

use dpcert::mechanism::{Case, Description, FieldValue, KindField, Rule, catalogue, other_names};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The fields of a row of a ledger, whatever its mechanism.
const OF_ROW: [&str; 18] = [
    "id",
    "count",
    "epochs",
    "group",
    "sampling",
    "actual",
    "unit",
    "adjacency",
    "part",
    "source",
    "date",
    "query",
    "rows",
    "rows_exactly",
    "keys",
    "rows_per_key",
    "lower",
    "upper",
];
/// The longest line of a value that is written in one.
const LONGEST: usize = 120;

/// The schema of a request, with the definition of its mechanisms made anew.
pub fn request(text: &str) -> String {
    with_definition(text, "kind", &mechanisms("kind", &[]))
}

/// The schema of a claim file, with the definitions of mechanisms alone and in a row.
pub fn claim_file(text: &str) -> String {
    with_definition(&request(text), "row-mechanism", &mechanisms("mechanism", &OF_ROW))
}

/// A schema in which one of its definitions is another.
fn with_definition(text: &str, name: &str, value: &Value) -> String {
    let (before, rest) = text.split_once(&format!("\n    \"{name}\": {{")).expect(name);
    let (_, after) = rest.split_once("\n    }").expect(name);
    format!("{before}\n    \"{name}\": {}{after}", written(value, 4))
}

/// A value as text: in a line where it is short.
fn written(value: &Value, indent: usize) -> String {
    let short = in_line(value);
    let (open, close, parts) = match value {
        _ if indent + short.len() <= LONGEST => return short,
        Value::Object(table) => {
            let part = |(name, value)| format!("{}: {}", json!(name), written(value, indent + 2));
            ('{', '}', table.iter().map(part).collect::<Vec<_>>())
        }
        Value::Array(list) => {
            ('[', ']', list.iter().map(|value| written(value, indent + 2)).collect())
        }
        _ => return short,
    };
    let inner = " ".repeat(indent + 2);
    format!("{open}\n{inner}{}\n{}{close}", parts.join(&format!(",\n{inner}")), " ".repeat(indent))
}

fn in_line(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Object(table) => {
            let part = |(name, value)| format!("{}: {}", json!(name), in_line(value));
            format!("{{{}}}", joined(table.iter().map(part).collect()))
        }
        Value::Array(list) => format!("[{}]", joined(list.iter().map(in_line).collect())),
        other => other.to_string(),
    }
}

/// All kinds, named by the field `key`, beside the fields `outer` of the table that they are in.
fn mechanisms(key: &str, outer: &[&str]) -> Value {
    // A row is not about another mechanism.
    let is_there = |kind: &Description| {
        outer.is_empty() || kind.fields.iter().all(|field| field.name != "mechanism")
    };
    let kinds: Vec<Description> = catalogue().filter(is_there).collect();
    let branch = |kind: &Description| {
        let mut table = Table { kind: *kind, outer }.schema();
        table["properties"][key] = json!({"const": kind.name});
        json!({"if": {"properties": {key: {"const": kind.name}}}, "then": table})
    };
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    json!({
        "type": "object",
        "required": [key],
        "properties": {key: {"enum": names}},
        "allOf": kinds.iter().map(branch).collect::<Vec<_>>(),
    })
}

/// The fields of a kind, in a table that has others too.
struct Table<'a> {
    kind: Description,
    outer: &'a [&'a str],
}

impl Table<'_> {
    fn schema(&self) -> Value {
        let mut properties: Map<String, Value> = Map::new();
        for field in self.kind.fields {
            for name in self.names(field.name) {
                properties.insert(name.to_owned(), self.value(field));
            }
        }
        properties.extend(self.outer.iter().map(|name| ((*name).to_owned(), json!(true))));
        let mut table = json!({"additionalProperties": false, "properties": properties});
        // What the words of a field say comes first: a reader that takes one alternative takes
        // these.
        let (cases, rules): (Vec<_>, Vec<_>) =
            self.kind.rules.iter().partition(|rule| matches!(rule, Rule::Cases(..)));
        let required: Vec<&str> = self
            .kind
            .fields
            .iter()
            .filter(|field| field.is_required)
            .map(|field| field.name)
            .collect();
        let parts =
            cases.into_iter().chain(rules).map(|rule| self.rule(rule)).chain(self.given(&required));
        for part in parts.collect::<Vec<_>>() {
            add(&mut table, part);
        }
        table
    }

    /// A field, with its other names.
    fn names(&self, field: &str) -> Vec<&'static str> {
        let own = self
            .kind
            .fields
            .iter()
            .map(|own| own.name)
            .find(|name| *name == field)
            .expect("a field");
        let others =
            other_names().filter(|(kind, _, named)| *kind == self.kind.name && *named == field);
        let others = others.map(|(_, other, _)| other).chain((field == "eps").then_some("epsilon"));
        std::iter::once(own).chain(others).collect()
    }

    /// The ways to name all of these fields.
    fn spellings(&self, fields: &[&str]) -> Vec<Vec<&'static str>> {
        fields.iter().fold(vec![Vec::new()], |found, field| {
            let longer = |names: &Vec<&'static str>| {
                let with = |name| names.iter().copied().chain([name]).collect();
                self.names(field).into_iter().map(with).collect::<Vec<_>>()
            };
            found.iter().flat_map(longer).collect()
        })
    }

    /// All of these fields are given: one part of a schema for each of them that has several names.
    fn given(&self, fields: &[&str]) -> Vec<Value> {
        let (several, one): (Vec<&str>, Vec<&str>) = fields.iter().partition(|field| {
            self.names(field).len() > 1
                || (**field == "sensitivity" && self.outer.contains(&"query"))
        });
        let several = several.into_iter().map(|field| match field {
            // A query in a row has the sensitivity.
            "sensitivity" => {
                json!({"anyOf": [{"required": ["sensitivity"]}, {"required": ["query"]}]})
            }
            field => one_of(self.spellings(&[field])),
        });
        (!one.is_empty()).then(|| json!({"required": one})).into_iter().chain(several).collect()
    }

    fn rule(&self, rule: &Rule) -> Value {
        match rule {
            Rule::OneOf(groups) => one_of(groups.iter().flat_map(|group| self.spellings(group))),
            Rule::Together(fields) => together(fields),
            Rule::With(field, others) => json!({"dependentRequired": {*field: others}}),
            Rule::WithOne(field, others) => with_one(field, others),
            Rule::Apart(fields) => json!({"not": {"required": fields}}),
            Rule::Beside(field, word, needed) => json!({
                "if": {"properties": {*field: {"const": word}}, "required": [field]},
                "then": {"required": [needed]},
            }),
            Rule::Cases(field, cases) => self.cases(field, cases),
            other => panic!("no schema for {other:?}"),
        }
    }

    fn cases(&self, field: &str, cases: &[Case]) -> Value {
        let is_own = |name: &&&str| !self.outer.contains(*name);
        let named = |case: &Case| [case.needs, case.takes].concat();
        let all: BTreeSet<&str> = cases.iter().flat_map(named).collect();
        let branch = |case: &Case| {
            let named = named(case);
            let refused = all.iter().filter(is_own).filter(|name| !named.contains(name));
            let refused = refused
                .flat_map(|name| self.names(name))
                .map(|name| (name.to_owned(), json!(false)));
            let mut properties: Map<String, Value> = refused.collect();
            properties.insert(
                field.to_owned(),
                case.word.map_or(json!(false), |word| json!({"const": word})),
            );
            let mut branch = json!({"properties": properties});
            let needs: Vec<&str> = case.needs.iter().filter(is_own).copied().collect();
            let needs = case.word.map(|_| field).into_iter().chain(needs).collect::<Vec<_>>();
            let parts = self
                .given(&needs)
                .into_iter()
                .chain(case.with_one.map(|(field, others)| with_one(field, others)));
            for part in parts.collect::<Vec<_>>() {
                add(&mut branch, part);
            }
            branch
        };
        json!({"oneOf": cases.iter().map(branch).collect::<Vec<_>>()})
    }

    fn value(&self, field: &KindField) -> Value {
        let number = json!({"$ref": "#/$defs/number"});
        let mut value = match field.value {
            FieldValue::Number => number,
            FieldValue::Natural => json!({"$ref": "#/$defs/natural"}),
            FieldValue::Numbers => json!({"type": "array", "items": number}),
            FieldValue::Word(words) => {
                let as_numbers = words
                    .iter()
                    .filter_map(|word| word.parse::<u64>().ok())
                    .map(|number| json!(number));
                json!({"enum": as_numbers.chain(words.iter().map(|word| json!(word))).collect::<Vec<_>>()})
            }
            FieldValue::Tables(fields) => {
                let table =
                    Table { kind: Description { fields, rules: &[], ..self.kind }, outer: &[] }
                        .schema();
                let mut items = json!({"type": "object"});
                add(&mut items, table);
                json!({"type": "array", "minItems": 1, "items": items})
            }
            FieldValue::Points(names) => {
                let properties: Map<String, Value> =
                    names.iter().map(|name| ((*name).to_owned(), number.clone())).collect();
                json!({"type": "array", "minItems": 2, "items": {"anyOf": [
                    {"type": "array", "minItems": 2, "maxItems": 2, "items": number},
                    {"type": "object", "required": names, "additionalProperties": false, "properties": properties},
                ]}})
            }
            FieldValue::Mechanism => json!({"$ref": "#/$defs/mechanism"}),
            FieldValue::Mechanisms => {
                json!({"type": "array", "items": {"$ref": "#/$defs/mechanism"}})
            }
            FieldValue::Strategy => json!({"$ref": "#/$defs/strategy"}),
            FieldValue::Participation => json!({"$ref": "#/$defs/participation"}),
            other => panic!("no schema for {other:?}"),
        };
        if !field.about.is_empty() {
            value["description"] = json!(field.about);
        }
        value
    }
}

fn one_of(groups: impl IntoIterator<Item = Vec<&'static str>>) -> Value {
    json!({"oneOf": groups.into_iter().map(|group| json!({"required": group})).collect::<Vec<_>>()})
}

/// A field that is not given without one of others.
fn with_one(field: &str, others: &[&str]) -> Value {
    let others: Vec<Value> = others.iter().map(|other| json!({"required": [other]})).collect();
    json!({"dependentSchemas": {field: {"anyOf": others}}})
}

fn together(fields: &[&str]) -> Value {
    let others = |field| fields.iter().filter(|other| *other != field).collect::<Vec<_>>();
    let pairs: Map<String, Value> =
        fields.iter().map(|field| ((*field).to_owned(), json!(others(field)))).collect();
    json!({"dependentRequired": pairs})
}

/// Adds what a table has to meet as well: beside what it has to meet already, or in `allOf`.
fn add(table: &mut Value, part: Value) {
    let (Value::Object(table), Value::Object(part)) = (table, part) else {
        panic!("a schema is a table")
    };
    let is_apart = part.keys().all(|key| !table.contains_key(key));
    match (table.get_mut("dependentRequired"), part.get("dependentRequired")) {
        (Some(Value::Object(known)), Some(Value::Object(more))) => known.extend(more.clone()),
        _ if is_apart => table.extend(part),
        _ => {
            let all = table.entry("allOf").or_insert_with(|| json!([]));
            all.as_array_mut().expect("a list").push(Value::Object(part));
        }
    }
}
