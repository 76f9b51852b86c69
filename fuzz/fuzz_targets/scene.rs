#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::scene::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 9] = [
    r#"["0.5","1e-300"]"#,
    r#"["0","1"],["1","0"]"#,
    r#""kind":"region""#,
    r#""kind":"function""#,
    r#""kind":"density","centre":"0.5""#,
    r#""kind":"marks""#,
    r#""scale":"logarithmic""#,
    r#"{"x":"0.5","lower":"0.1","upper":"0.2","label":"a"}"#,
    r#""order":[1,0]"#,
];
