//! Pictures, from what is asked to the drawing: coarse ones as the page asks for while a hand
//! moves, and fine ones.

use divan::{Bencher, black_box};
use dpcert::input::{Field, from_json};
use dpcert::{Options, ShowExact};
use dpcert_picture::{Request, draw};

fn main() {
    divan::main();
}

/// Times a request for a picture, and its drawing as SVG.
fn picture(bencher: Bencher, json: &str) {
    let node = from_json(json).expect("JSON");
    let options = Options { digits: 8, exact: ShowExact::Never, ..Options::default() };
    bencher.bench_local(|| -> String {
        let request = Request::read(&Field { node: black_box(&node), path: "scene".into() })
            .expect("a request");
        draw::svg(&request.scene(&options, || ()).expect("a scene"))
    });
}

/// Fifty Gaussian mechanisms, coarse.
#[divan::bench]
fn gaussian(bencher: Bencher) {
    picture(bencher, r#"{"mechanisms": ["gaussian(sigma=1)^50"], "gap": "0.01"}"#);
}

/// A thousand steps of private learning, coarse.
#[divan::bench(sample_count = 5)]
fn sampled_gaussian(bencher: Bencher) {
    let mechanism = "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))^1000";
    picture(bencher, &format!(r#"{{"mechanisms": ["{mechanism}"], "gap": "0.01"}}"#));
}

/// Ten regions, fine.
#[divan::bench(sample_count = 5)]
fn ten_regions(bencher: Bencher) {
    let mechanisms = [
        "gaussian(sigma=1)^50",
        "laplace(eps=1)^10",
        "gdp(mu=1)",
        "gdp(mu=2)",
        "gdp(mu=3)",
        "approx-dp(eps=1, delta=0)^10",
        "laplace(eps=2)",
        "laplace(eps=1)^3",
        "randomized-response(eps=1)^20",
        "staircase(eps=1, gamma=1/3)",
    ];
    let listed = mechanisms.map(|mechanism| format!("\"{mechanism}\"")).join(", ");
    picture(bencher, &format!(r#"{{"mechanisms": [{listed}]}}"#));
}
