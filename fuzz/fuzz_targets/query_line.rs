#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::query_line::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 26] = [
    r#"{"kind":"approx-dp","eps":"ln(2)","delta":"1/10"}"#,
    r#"{"kind":"approx-dp-tv","eps":"1/3","delta":"0","eta":"1/20"}"#,
    r#"{"kind":"approx-dp-tv","eps":"1/2","delta":"1e-6","alpha":"1/3"}"#,
    r#"{"kind":"multi-dp","constraints":[{"eps":"0","delta":"1/4"},{"eps":"1","delta":"1e-3"}]}"#,
    r#"{"kind":"randomized-response","eps":"ln(3)","categories":5}"#,
    r#"{"kind":"laplace","eps":"1"}"#,
    r#"{"kind":"gaussian","sigma":"2"}"#,
    r#"{"kind":"staircase","eps":"1","gamma":"1/3"}"#,
    r#"{"kind":"finite-pair","p":["1/2","1/2","0"],"q":["1/4","1/4","1/2"]}"#,
    r#"{"kind":"trade-off","vertices":[["0","9/10"],["1/3","1/3"],["1","0"]]}"#,
    r#"{"kind":"repeat","count":"7","mechanism":{"kind":"laplace","eps":"0"}}"#,
    r#"{"kind":"compose","mechanisms":[{"kind":"approx-dp","eps":"1","delta":"0"},{"kind":"laplace","eps":"0"}]}"#,
    r#"{"delta":{"eps":"1"}}"#,
    r#"{"eps":{"delta":"1e-5"}}"#,
    r#"{"deltas":{}}"#,
    r#"{"tv":{}}"#,
    r#"{"rho":{}}"#,
    r#"{"gdp":{"alpha_min":"1e-9"}}"#,
    r#"{"kl":{}}"#,
    r#"{"renyi":{"order":"3/2"}}"#,
    r#"{"chi-squared":{}}"#,
    r#"{"functionals":{}}"#,
    r#"{"bayes-error":{"prior":"1/3"}}"#,
    r#"{"beta":{"alpha":"1/10"}}"#,
    r#"{"region":{}}"#,
    r#"{"likelihood-ratios":{}}"#,
    r#"{"test":{"alpha":"1/3"}}"#,
];
