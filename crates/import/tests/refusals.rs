//! What is refused, and why.

use crate::{given, import};
use dpcert::mechanism::Adjacency;
use dpcert_import::{Format, Given};

fn refusal(text: &str, given: &Given) -> String {
    let errors = import(text, "a file", given).expect_err(text);
    let said = errors.iter().map(|error| format!("{error}\n    {}", error.help));
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_is_guessed() {
    let asked = given(Adjacency::AddRemove);
    let histories = Given { format: Some(Format::OpacusHistory), ..asked.clone() };
    let unknown = Given { adjacency: None, ..asked.clone() };
    let unmoved = Given { sensitivity: None, ..asked.clone() };
    let columns = |pairs: &[(&str, &str)]| Given {
        columns: pairs
            .iter()
            .map(|(what, name)| ((*what).to_owned(), (*name).to_owned()))
            .collect(),
        ..asked.clone()
    };
    let laplace = include_str!("files/opendp-0.16.0-laplace-int.json");
    let statement = include_str!("files/tensorflow_privacy-0.9.0-statement.txt");
    let cases: [(&str, &Given); 45] = [
        ("", &asked),
        ("{}", &asked),
        ("[]", &asked),
        ("[1, 2]", &asked),
        ("{\"history\": [[1.1, 0.01, 5]], \"mechanism\": \"rdp\"}", &unknown),
        ("{\"history\": [[1.1, 0.01]], \"mechanism\": \"rdp\"}", &asked),
        ("{\"history\": [], \"history\": [], \"mechanism\": \"rdp\"}", &asked),
        ("[[1.1, 0.01, 5]]", &asked),
        ("[[0.5, 1e-6]]", &asked),
        ("[[1.1, 1.01, 5]]", &histories),
        ("[[-1.1, 0.01, 5]]", &histories),
        ("[[1.1, 0.01, 5.5]]", &histories),
        ("[[NaN, 0.01, 5]]", &histories),
        ("[[Infinity, 0.01, 5]]", &histories),
        ("[(1.1, 0.01, 5)]", &histories),
        ("{'history': [(1.1, 0.01, 5)], 'mechanism': 'rdp'}", &asked),
        ("{\"noise_multiplier\": 1.1}", &asked),
        ("[\"my_events\", \"MineDpEvent\", 1.1]", &asked),
        ("[\"dp_accounting.dp_event\", \"FutureDpEvent\", 1.1]", &asked),
        ("[\"dp_accounting.dp_event\", \"GaussianDpEvent\", 1.1, 2.0]", &asked),
        ("GaussianDpEvent(noise_multiplier=1.1", &asked),
        ("GaussianDpEvent(noise_multiplier=1.1, sigma=2)", &asked),
        ("GaussianDpEvent()", &asked),
        (laplace, &unmoved),
        (statement, &given(Adjacency::ReplaceOne)),
        ("sigma,q\n1,0.1\n", &asked),
        ("sigma,q\n1,0.1\n", &columns(&[("noise", "sgima")])),
        ("sigma,q\n1,0.1\n", &columns(&[("loudness", "sigma")])),
        ("sigma,q\n1\n", &columns(&[("noise", "sigma")])),
        ("sigma,batch\n1,512\n", &columns(&[("noise", "sigma"), ("rate", "batch")])),
        ("noise_multiplier,steps,epsilon\n1,5,2\n", &asked),
        ("noise_multiplier,date\n1,1 March\n", &asked),
        ("noise_multiplier,batch_size,steps\n1,5,2\n", &asked),
        ("noise_multiplier,batch,n,sample_rate\n1,5,20,0.25\n", &asked),
        ("{\"noise_multiplier\": 1.1, \"sample_rate\": 0.01, \"steps\": 100}", &asked),
        ("mechanism,eps\nlaplcae,1/2\n", &asked),
        ("mechanism,eps\nlaplace,-1\n", &asked),
        ("mechanism,eps,sigma\nlaplace,1/2,3\n", &asked),
        ("mechanism,eps\n,1/2\n", &asked),
        ("mechanism,eps\nlaplace(eps=1),1/2\n", &asked),
        ("mechanism,noise_multiplier\nlaplace,1/2\n", &asked),
        ("id,mechanism,budget,date\na,laplace,0.25,2026-01-15\n", &asked),
        ("id,mechanism,eps\na,laplace,1\nb,laplace,1\na,laplace,1\n", &asked),
        ("id,mecanism,eps,sigma,count\nx,laplace,1/2,,10\n", &asked),
        (
            "id,Method,eps,sigma\nx,gaussian,,4\n",
            &columns(&[("mechanism", "Method"), ("eps", "eps")]),
        ),
    ];
    let all: Vec<String> = cases
        .iter()
        .map(|(text, given)| format!("{:.60}\n  {}", text.trim(), refusal(text, given)))
        .collect();
    insta::assert_snapshot!(all.join("\n\n"));
}

/// What is given and says nothing about the file is refused: a run would be judged without it.
#[test]
fn what_has_no_effect_is_refused() {
    let asked = given(Adjacency::AddRemove);
    let moved = Given { sensitivity: Some("4".to_owned()), ..asked.clone() };
    let spends = Given { format: Some(Format::Spends), ..asked.clone() };
    let columns =
        Given { columns: vec![("noise".to_owned(), "sigma".to_owned())], ..asked.clone() };
    let history = "{\"history\": [[1.1, 0.01, 5]], \"mechanism\": \"rdp\"}";
    let table = "noise_multiplier,steps\n4,1\n";
    let laplace = include_str!("files/opendp-0.16.0-laplace-int.json");
    for (text, given, message) in [
        (history, &moved, "--sensitivity is for measurements of OpenDP"),
        (table, &moved, "--sensitivity is for measurements of OpenDP"),
        (history, &columns, "--columns is for a table"),
        (table, &spends, "--as says what a file of JSON is"),
    ] {
        assert!(refusal(text, given).contains(message), "{}", refusal(text, given));
        assert!(import(text, "a file", &asked).is_ok(), "{text}");
    }
    assert!(import(laplace, "a file", &moved).is_ok());
}

/// A table has an error for each line that cannot be read, and says of the columns what was not.
#[test]
fn each_line_has_its_own() {
    let asked = given(Adjacency::AddRemove);
    let table = "id,mechanism,eps,sigma,owner\na,laplace,1,,x\nb,laplac,1,,x\nc,gaussian,,-1,x\na,laplace,1,,x\nd,laplace,2\n";
    let columns = ["id=id", "mechanism=mechanism", "eps=eps", "sigma=sigma"];
    let columns = columns.iter().filter_map(|pair| pair.split_once('='));
    let columns = columns.map(|(what, name)| (what.to_owned(), name.to_owned())).collect();
    let asked = Given { columns, ..asked };
    let errors = import(table, "a file", &asked).expect_err("four of five lines");
    let starts: String =
        errors.iter().map(|error| &table[error.span.start..=error.span.start]).collect();
    assert_eq!(starts, "bcad");
    let read = dpcert_import::import(&table[..table.find("b,").expect("b")], "a file", &asked);
    assert_eq!(read.expect("one line").unread, ["owner"]);
}
