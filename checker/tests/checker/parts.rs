//! Rows on parts of the data: which derivations are enough, and which are about something else.

use super::{certificate, read_row, rejected, row, said, verdict};
use dpcert_checker::claim::Claim;
use dpcert_checker::fault::Class;
use dpcert_checker::json::parse;
use dpcert_checker::parts::is_of_each;
use dpcert_checker::work::Work;
use dpcert_checker::{ClaimFile, check};
use serde_json::{Value, json};

/// The quantities, of rows with a parameter from 0 to 7 of which they are functions.
const QUANTITIES: [&str; 3] = ["rho", "tv", "beta"];

/// A quantity of a row, which grows with its parameter; beta decreases.
fn value(quantity: &str, k: i64) -> String {
    let (numerator, denominator) = match quantity {
        "rho" => (k, 1),
        "tv" => (k, 8),
        _ => (16 * (8 - k) - (8 + k), 16 * (8 - k)),
    };
    let number = dpcert_checker::rational::BigRational::new(numerator.into(), denominator.into());
    dpcert_checker::number::show(&number)
}

/// A row on a part, or on all data.
fn run(quantity: &str, id: &str, k: i64, part: Option<&str>) -> Value {
    let mut row = match quantity {
        "rho" => json!({"mechanism": "zcdp", "rho": k.to_string()}),
        _ => {
            let masses = [format!("{}/16", 8 + k), format!("{}/16", 8 - k)];
            let others = [masses[1].clone(), masses[0].clone()];
            json!({"mechanism": "finite-pair", "p": masses, "q": others})
        }
    };
    row["id"] = json!(id);
    if let Some(part) = part {
        row["part"] = json!(part);
    }
    row
}

/// The quantity of a claim, as the claim has it.
fn parameters(quantity: &str) -> Value {
    if quantity == "beta" { json!({"alpha": "1/16"}) } else { json!({}) }
}

/// A derivation of one side, or of its negation, about parts whose ledger has the parameter `k`.
fn derivation(quantity: &str, parts: &[&str], k: i64, side: (&str, &str), is: bool) -> Value {
    let (relation, stated) = side;
    // The end of the bound: a side that is false is refuted from the other one.
    let is_upper = (relation == "at-most") == is;
    let (bounds, end) = if is_upper { ("upper", "at-most") } else { ("test", "at-least") };
    let (rule, arguments, mut bound) = match quantity {
        "rho" => ("rho", json!({}), json!({"rho": {"equals": value(quantity, k)}})),
        "tv" => (
            "outcomes",
            json!({"eps": "0", "bounds": bounds, "direction": "forward"}),
            json!({"delta": {"eps": "0", "direction": "forward"}}),
        ),
        _ => (
            "outcome-errors",
            json!({"alpha": "1/16", "bounds": bounds}),
            json!({"beta": {"alpha": "1/16"}}),
        ),
    };
    if quantity != "rho" {
        bound[end] = json!(value(quantity, k));
    }
    let steps = json!([
        {"id": "s", "rule": rule, "premises": [], "arguments": arguments, "conclusion": bound},
        {"id": "c", "rule": "claim", "premises": ["s"], "arguments": {},
            "conclusion": {quantity: parameters(quantity), relation: stated, "is": is}},
    ]);
    json!({"parts": parts, "relation": relation, "leaves": [], "steps": steps})
}

/// A certificate about all rows. The relation is a name with its value.
fn of(
    quantity: &str,
    rows: &[Value],
    relation: (&str, Value),
    holds: bool,
    derivations: &[Value],
) -> Value {
    let claim =
        json!({"id": "c", "over": ["*"], quantity: parameters(quantity), relation.0: relation.1});
    json!({
        "format": "dpcert-certificate/2", "scope": {"adjacency": "add-remove", "unit": "person"}, "ledger": rows,
        "claim": claim, "verdict": if holds { "holds" } else { "refuted" }, "inputs": [],
        "not-covered": ["whether no unit is in two of the parts of the data, and no output chose the part of a unit"],
        "derivations": derivations,
    })
}

/// The parts of the ledger below, with their parameters.
const PARTS: [(&str, i64); 3] = [("north", 2), ("south", 5), ("west", 3)];

fn ledger(quantity: &str) -> Vec<Value> {
    let on_part = |(part, k): (&str, i64)| run(quantity, &format!("row-{part}"), k, Some(part));
    PARTS.into_iter().map(on_part).chain([run(quantity, "all", 0, None)]).collect()
}

/// Is the worst of several parameters on this side of a value of the quantity?
fn is_on_side(quantity: &str, k: i64, relation: &str, end: i64) -> bool {
    let is_at_most = if quantity == "beta" { k >= end } else { k <= end };
    match relation {
        "at-most" => is_at_most,
        _ => k == end || !is_at_most,
    }
}

/// A certificate is accepted where its claim follows from what its derivations say of each part,
/// whatever else is true of the parts: all parameters are tried that agree with them.
#[test]
fn derivations_are_enough_where_the_claim_follows() {
    let all: Vec<[i64; 3]> = (0..512).map(|n| [n / 64, n / 8 % 8, n % 8]).collect();
    let (mut valid, mut invalid) = (0, 0);
    for quantity in QUANTITIES {
        // One end twice is an equation.
        let pairs = [(1, 1), (2, 2), (3, 3), (5, 5), (6, 6), (1, 5), (3, 6), (5, 6), (2, 3)];
        let relations = ["at-most", "at-least", "equals", "between"];
        for (relation, (low, high), holds) in relations
            .iter()
            .flat_map(|relation| pairs.map(|pair| (*relation, pair)))
            .flat_map(|(relation, pair)| [true, false].map(|holds| (relation, pair, holds)))
        {
            if (relation == "between") == (low == high) {
                continue;
            }
            // The ends in the order of their values.
            let ends = if quantity == "beta" { [high, low] } else { [low, high] };
            let sides: Vec<(&str, i64)> = match relation {
                "at-most" | "at-least" => vec![(relation, low)],
                _ => vec![("at-least", ends[0]), ("at-most", ends[1])],
            };
            let stated = match relation {
                "between" => json!(ends.map(|end| value(quantity, end))),
                _ => json!(value(quantity, low)),
            };
            // The derivations that are true, one by one.
            let facts: Vec<(usize, &str, i64)> = (0..PARTS.len())
                .flat_map(|part| sides.iter().map(move |(side, end)| (part, *side, *end)))
                .filter(|(part, side, end)| {
                    is_on_side(quantity, PARTS[*part].1, side, *end) == holds
                })
                .collect();
            for chosen in 0..1u32 << facts.len() {
                let chosen: Vec<_> = facts
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| chosen >> index & 1 == 1)
                    .map(|(_, fact)| *fact)
                    .collect();
                let is_possible = |ks: &&[i64; 3]| {
                    chosen.iter().all(|(part, side, end)| {
                        is_on_side(quantity, ks[*part], side, *end) == holds
                    })
                };
                let is_true = |ks: &[i64; 3]| {
                    let worst = *ks.iter().max().unwrap();
                    let is = |(side, end): &(&str, i64)| is_on_side(quantity, worst, side, *end);
                    sides.iter().all(is) == holds
                };
                let follows = all.iter().filter(is_possible).all(is_true);
                let derivations: Vec<Value> = chosen
                    .iter()
                    .map(|(part, side, end)| {
                        let (name, k) = PARTS[*part];
                        let end = value(quantity, *end);
                        derivation(quantity, &[name], k, (side, &end), holds)
                    })
                    .collect();
                let relation = (relation, stated.clone());
                let certificate = of(quantity, &ledger(quantity), relation, holds, &derivations);
                let (code, line) = verdict(&certificate);
                assert_eq!(code == 0, follows, "{line}: {certificate}");
                if follows {
                    valid += 1;
                } else {
                    assert!(
                        line.contains("does not follow from what is shown of the parts"),
                        "{line}"
                    );
                    invalid += 1;
                }
            }
        }
    }
    assert!(valid > 100 && invalid > 500, "{valid} are valid, {invalid} are not");
}

/// That rho is at most 5: a derivation for each part.
fn guarantee() -> Value {
    let each = PARTS.map(|(part, k)| derivation("rho", &[part], k, ("at-most", "5"), true));
    of("rho", &ledger("rho"), ("at-most", json!("5")), true, &each)
}

/// That rho is at most 4, which is false in the south.
fn refutation() -> Value {
    let south = derivation("rho", &["south"], 5, ("at-most", "4"), false);
    of("rho", &ledger("rho"), ("at-most", json!("4")), false, &[south])
}

fn changed(mut certificate: Value, change: impl FnOnce(&mut Value)) -> Value {
    change(&mut certificate);
    certificate
}

/// The first derivation, said to be about these parts.
pub(super) fn of_another_part(parts: Value) -> Value {
    changed(guarantee(), |c| c["derivations"][0]["parts"] = parts)
}

/// No derivation.
pub(super) fn of_no_part() -> Value {
    changed(guarantee(), |c| c["derivations"] = json!([]))
}

const LEFT_OUT: &str = "does not follow from what is shown of the parts";
const OTHER_RHO: &str = "the conclusion is about another value of rho";

#[test]
fn what_is_shown_of_other_parts_is_rejected() {
    assert_eq!(verdict(&guarantee()).0, 0);
    assert_eq!(check(&refutation().to_string(), None).code(), 4);
    // A part is left out, as a derivation and in its list.
    for index in 0..PARTS.len() {
        let less =
            changed(guarantee(), |c| drop(c["derivations"].as_array_mut().unwrap().remove(index)));
        rejected(&less, 1, LEFT_OUT);
        let none = changed(guarantee(), |c| c["derivations"][index]["parts"] = json!([]));
        rejected(&none, 2, &format!("derivations[{index}].parts is empty"));
    }
    rejected(&changed(guarantee(), |c| c["derivations"] = json!([])), 1, LEFT_OUT);
    rejected(&changed(refutation(), |c| c["derivations"] = json!([])), 1, LEFT_OUT);
    // The derivation of one part is used for another one, by its name or in its place.
    for (first, (own, _)) in PARTS.into_iter().enumerate() {
        for (index, (other, k)) in PARTS.into_iter().enumerate() {
            if own == other {
                continue;
            }
            let parts = |parts: Value| {
                changed(guarantee(), |c| c["derivations"][index]["parts"] = parts.clone())
            };
            // Of the derivations of one part the second one is refused, whatever it says.
            let (code, reason) = if first < index { (2, "is given twice") } else { (1, OTHER_RHO) };
            rejected(&parts(json!([own])), code, reason);
            let one = changed(guarantee(), |c| {
                let one = derivation("rho", &[own], k, ("at-most", "5"), true);
                c["derivations"] = json!([one]);
            });
            rejected(&one, 1, OTHER_RHO);
            for both in [json!([own, other]), json!([other, own])] {
                rejected(&parts(both), 1, "does not have the rows of the part");
            }
        }
    }
    // A part that refutes nothing, and all parts but the one that does.
    for (part, k) in PARTS {
        let other = changed(refutation(), |c| c["derivations"][0]["parts"] = json!([part]));
        let own = derivation("rho", &[part], k, ("at-most", "4"), false);
        let own = changed(refutation(), |c| c["derivations"] = json!([own]));
        if part != "south" {
            rejected(&other, 1, OTHER_RHO);
            rejected(&own, 1, "does not follow from the premises");
        }
    }
    // Names of parts that the ledger does not have.
    for name in ["", "North", "north ", "all"] {
        let other = changed(guarantee(), |c| c["derivations"][0]["parts"] = json!([name]));
        rejected(&other, 1, &format!("no row of the ledger is on the part \"{name}\""));
        let more = changed(guarantee(), |c| c["derivations"][0]["parts"] = json!(["north", name]));
        rejected(&more, 1, "no row of the ledger is on the part");
    }
    // The same part twice.
    let twice = changed(guarantee(), |c| c["derivations"][0]["parts"] = json!(["north", "north"]));
    rejected(&twice, 2, "\"at-most\" of the part \"north\" is given twice");
    let again = changed(guarantee(), |c| {
        let first = c["derivations"][0].clone();
        c["derivations"].as_array_mut().unwrap().push(first);
    });
    rejected(&again, 2, "\"at-most\" of the part \"north\" is given twice");
    // The other side of the claim, or one that it does not have.
    for relation in ["at-least", "equals", "between", ""] {
        let other = changed(guarantee(), |c| c["derivations"][0]["relation"] = json!(relation));
        rejected(&other, 1, "the conclusion is about another side of the claim");
    }
    // What holds of all parts refutes nothing, and the other way round.
    let turned = changed(guarantee(), |c| c["verdict"] = json!("refuted"));
    rejected(&turned, 1, "the conclusion is not the verdict of the header");
    let turned = changed(refutation(), |c| c["verdict"] = json!("holds"));
    rejected(&turned, 1, "the conclusion is not the verdict of the header");
}

/// Rows that are moved to another part, or to all data, make other ledgers of the parts.
#[test]
fn rows_on_other_parts_are_rejected() {
    let parts = [json!("north"), json!("south"), json!("west"), json!("east"), Value::Null];
    for (index, (own, _)) in PARTS.iter().enumerate() {
        for part in &parts {
            if part == own {
                continue;
            }
            let moved = changed(guarantee(), |c| match part.as_str() {
                Some(part) => c["ledger"][index]["part"] = json!(part),
                None => drop(c["ledger"][index].as_object_mut().unwrap().remove("part")),
            });
            let (code, line) = verdict(&moved);
            assert_eq!(code, 1, "{line}");
        }
    }
    // A row on all data that is on a part of its own.
    for part in ["north", "east"] {
        let moved = changed(guarantee(), |c| c["ledger"][3]["part"] = json!(part));
        let (code, line) = verdict(&moved);
        // Its rho is 0, and the part has the same rho with it.
        assert_eq!(code, u8::from(part == "east"), "{line}");
        let heavy = changed(moved, |c| c["ledger"][3]["rho"] = json!("1"));
        assert_eq!(verdict(&heavy).0, 1);
    }
    // All rows in one part, with the derivations of three.
    let one = changed(guarantee(), |c| {
        for index in 0..3 {
            c["ledger"][index]["part"] = json!("north");
        }
    });
    rejected(&one, 1, OTHER_RHO);
    // The claim file has the row on another part.
    let text = |certificate: &Value| {
        let file = json!({"format": "dpcert/1", "scope": certificate["scope"], "ledger": certificate["ledger"],
            "claim": [certificate["claim"]]});
        toml::to_string(&file).unwrap()
    };
    let asked = |text: String| {
        let file = ClaimFile { name: "claims.toml".to_owned(), text };
        let report = check(&guarantee().to_string(), Some(&file));
        (report.code(), report.line(std::path::Path::new("c")))
    };
    assert_eq!(asked(text(&guarantee())).0, 0);
    let other = changed(guarantee(), |c| c["ledger"][0]["part"] = json!("south"));
    let (code, line) = asked(text(&other));
    assert!(
        code == 1 && line.contains("has part = \"south\", and in the certificate part = \"north\""),
        "{line}"
    );
    // A row that is missing, or elsewhere, is not one whose fields differ.
    let [first, second] = [0, 1].map(|n| guarantee()["ledger"][n]["id"].clone());
    let more = changed(guarantee(), |c| {
        let rows = c["ledger"].as_array_mut().unwrap();
        let mut new = rows[0].clone();
        new["id"] = json!("new");
        rows.insert(0, new);
        c["claim"]["over"] = json!(["*"]);
    });
    let turned = changed(guarantee(), |c| c["ledger"].as_array_mut().unwrap().swap(0, 1));
    let fewer = changed(guarantee(), |c| {
        c["ledger"].as_array_mut().unwrap().remove(0);
        c["claim"]["over"] = json!(["*"]);
    });
    for (other, said) in [
        (fewer, format!("where the claim is not about a row {first}, which the certificate has;")),
        (more, "where there is a row \"new\", which the certificate does not have;".to_owned()),
        (turned, format!("where the row {second} has another place;")),
    ] {
        let (code, line) = asked(text(&other));
        assert!(code == 1 && line.contains(&said), "{first}, {second}: {line}");
    }
}

/// Parts with the same rows share a derivation: the same steps, as many times, in the same order.
#[test]
fn parts_are_alike_only_with_the_same_rows() {
    let rows = |other: &[Value]| {
        let mut rows = vec![
            run("rho", "a", 2, Some("north")),
            run("rho", "b", 3, Some("north")),
            run("rho", "all", 1, None),
        ];
        rows.extend_from_slice(other);
        rows
    };
    let on_south = |id: &str, k: i64| run("rho", id, k, Some("south"));
    let shared = |other: &[Value]| {
        let both = derivation("rho", &["north", "south"], 6, ("at-most", "6"), true);
        of("rho", &rows(other), ("at-most", json!("6")), true, &[both])
    };
    assert_eq!(verdict(&shared(&[on_south("c", 2), on_south("d", 3)])).0, 0);
    let counted = |count: &str| changed(on_south("c", 2), |row| row["count"] = json!(count));
    for other in [
        vec![on_south("c", 2)],
        vec![on_south("c", 2), on_south("d", 4)],
        vec![on_south("c", 2), on_south("d", 3), on_south("e", 0)],
        vec![counted("2"), on_south("d", 3)],
        vec![counted("0"), on_south("d", 3)],
        vec![on_south("d", 3), on_south("c", 2)],
    ] {
        rejected(
            &shared(&other),
            1,
            "the part \"south\" does not have the rows of the part \"north\"",
        );
    }
}

/// A row on a part is read where units are added, removed or zeroed out, one by one.
#[test]
fn rows_on_parts_are_read() {
    let laplace = |part: Value| json!({"mechanism": "laplace", "eps": "1", "part": part});
    for adjacency in ["add-remove", "zero-out"] {
        let read = read_row(&laplace(json!("north")), adjacency).unwrap();
        assert_eq!(read.part.as_deref(), Some("north"));
        let error = said(read_row(&laplace(json!("")), adjacency), Class::Malformed);
        assert_eq!(error, "x: row.part is empty");
        let error = said(read_row(&laplace(json!(1)), adjacency), Class::Malformed);
        assert_eq!(error, "x: row.part is not a text");
        let mut group = laplace(json!("north"));
        group["group"] = json!("2");
        let error = said(read_row(&group, adjacency), Class::Unsupported);
        assert_eq!(error, "x: no rule covers a group in a part of the data");
        group["group"] = json!("1");
        assert!(read_row(&group, adjacency).is_ok());
    }
    let error = said(read_row(&laplace(json!("north")), "replace-one"), Class::Unsupported);
    assert_eq!(error, "x: no rule covers the field part where a unit is replaced");
    assert_eq!(row(&json!({"mechanism": "laplace", "eps": "1"})).part, None);
    let replaced = changed(guarantee(), |c| c["scope"]["adjacency"] = json!("replace-one"));
    rejected(&replaced, 3, "no rule covers the field part where a unit is replaced");
    let zeroed = changed(guarantee(), |c| c["scope"]["adjacency"] = json!("zero-out"));
    assert_eq!(verdict(&zeroed).0, 0);
}

/// Each of the two formats is of its own ledgers.
#[test]
fn formats_are_not_mixed() {
    // Rows on parts, as if they were on all data: rho would be their sum, which is no less.
    let whole = changed(certificate("gaussian-rho"), |c| {
        c["ledger"][0]["part"] = json!("north");
    });
    rejected(&whole, 3, "no rule covers the field part in this format");
    let first = |c: &mut Value| {
        let one = c["derivations"][0].clone();
        (c["leaves"], c["steps"]) = (one["leaves"].clone(), one["steps"].clone());
    };
    rejected(&changed(guarantee(), first), 2, "leaves is not a known field");
    let both = changed(guarantee(), |c| {
        first(c);
        c["format"] = json!("dpcert-certificate/1");
    });
    rejected(&both, 2, "derivations is not a known field");
    // No part at all: of none of them everything is true.
    let none = |holds: bool, derivations: Value| {
        changed(guarantee(), |c| {
            c["ledger"] = json!([run("rho", "all", 9, None)]);
            c["verdict"] = json!(if holds { "holds" } else { "refuted" });
            c["derivations"] = derivations;
        })
    };
    for holds in [true, false] {
        rejected(&none(holds, json!([])), 2, "the set of parts of the data is empty");
        let one = derivation("rho", &["north"], 9, ("at-most", "5"), holds);
        rejected(&none(holds, json!([one])), 2, "the set of parts of the data is empty");
    }
    let (code, line) =
        verdict(&changed(guarantee(), |c| c["format"] = json!("dpcert-certificate/3")));
    let known = "only \"dpcert-certificate/1\" or \"dpcert-certificate/2\" is known";
    assert!(code == 3 && line.contains(known), "{line}");
    // A derivation has to end with its side of the claim.
    let early = changed(guarantee(), |c| {
        drop(c["derivations"][1]["steps"].as_array_mut().unwrap().pop());
    });
    rejected(&early, 3, "derivations[1]: the last conclusion is not the claim");
    // Steps of another derivation are no premises.
    let other = changed(guarantee(), |c| {
        c["derivations"][1]["steps"][1]["premises"] = json!(["t"]);
        c["derivations"][0]["steps"][0]["id"] = json!("t");
        c["derivations"][0]["steps"][1]["premises"] = json!(["t"]);
    });
    rejected(&other, 1, "derivations[1]: step c: the premise \"t\" has not been shown before");
    let more = changed(guarantee(), |c| c["derivations"][1]["verdict"] = json!("holds"));
    rejected(&more, 2, "derivations[1].verdict is not a known field");
}

/// That no unit is in two parts is what the file says, and no certificate shows it.
#[test]
fn what_parts_rest_on_is_said() {
    let (_, line) = verdict(&guarantee());
    assert!(line.contains("not covered: whether no unit is in two of the parts"), "{line}");
    let silent = changed(guarantee(), |c| c["not-covered"] = json!([]));
    rejected(&silent, 1, "not-covered leaves out whether no unit is in two of the parts");
    // One part rests on nothing.
    let one = derivation("rho", &["north"], 2, ("at-most", "5"), true);
    let rows = [run("rho", "a", 2, Some("north"))];
    let alone = of("rho", &rows, ("at-most", json!("5")), true, &[one]);
    let (code, line) = verdict(&changed(alone, |c| c["not-covered"] = json!([])));
    assert!(code == 0 && !line.contains("not covered"), "{line}");
}

/// The sides of a claim, and which of them is about each part.
#[test]
fn sides_of_claims() {
    let read = |quantity: &str, relation: Value| {
        let mut claim = json!({"id": "c", "over": ["*"], quantity: parameters(quantity)});
        claim.as_object_mut().unwrap().extend(relation.as_object().unwrap().clone());
        Claim::read("claim", &parse(&claim.to_string()).unwrap(), &Work::default()).unwrap()
    };
    let sides = |relation: Value| -> Vec<String> {
        let claim = read("rho", relation);
        let sides = claim.sides();
        assert!(sides.iter().all(|side| (&side.id, &side.over) == (&claim.id, &claim.over)));
        let stated = |side: &Claim| {
            let [quantity, (name, value)] = side.statement.as_slice() else { panic!() };
            assert_eq!((quantity, name.as_str()), (&claim.statement[0], side.relation.name()));
            format!("{name} {value} {:?}", side.relation)
        };
        sides.iter().map(stated).collect()
    };
    let alone = |relation: Value| sides(relation).concat();
    let ends = [alone(json!({"at-least": "1/2"})), alone(json!({"at-most": "3/4"}))];
    assert_eq!(sides(json!({"between": ["1/2", "3/4"]})), ends);
    let same = [alone(json!({"at-least": "1/2"})), alone(json!({"at-most": "1/2"}))];
    assert_eq!(sides(json!({"equals": "1/2"})), same);
    for quantity in QUANTITIES {
        for (relation, holds) in
            [("at-most", true), ("at-least", false), ("at-most", false), ("at-least", true)]
        {
            let is_guarantee = (relation == "at-most") == holds;
            let side = read(quantity, json!({relation: "1/2"}));
            assert_eq!(is_of_each(&side, holds), is_guarantee != (quantity == "beta"));
        }
    }
}

/// Many rows with many derivations are refused before they are looked at.
#[test]
fn derivations_are_few() {
    let rows: Vec<Value> =
        (0..1100).map(|n| run("rho", &format!("r{n}"), 1, Some(&format!("p{n}")))).collect();
    let each: Vec<Value> = (0..1100)
        .map(|n| derivation("rho", &[&format!("p{n}")], 1, ("at-most", "1"), true))
        .collect();
    let many = of("rho", &rows, ("at-most", json!("1")), true, &each);
    rejected(
        &many,
        3,
        "the number of rows times that of derivations about parts of the data is too large",
    );
    let names: Vec<String> = (0..1100).map(|n| format!("p{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let shared = derivation("rho", &names, 1, ("at-most", "1"), true);
    assert_eq!(verdict(&of("rho", &rows, ("at-most", json!("1")), true, &[shared])).0, 0);
}

/// What a derivation takes before it is followed is charged for each of them: all numbers of the
/// rows are looked at.
#[test]
fn many_derivations_are_not_free() {
    let masses = vec!["1/20000"; 20_000];
    let pair = json!({"id": "all", "mechanism": "finite-pair", "p": masses, "q": masses});
    let rows = [pair, run("rho", "a", 1, Some("north"))];
    let one = json!({"parts": ["north"], "relation": "at-most", "leaves": [], "steps": []});
    let many = of("rho", &rows, ("at-most", json!("1")), true, &vec![one; 60_000]);
    rejected(&many, 3, "it needs more work than a certificate may ask for");
}
