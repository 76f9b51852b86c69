#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::claim_file::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 9] = [
    "\"approx-dp\"",
    "\"randomized-response\"",
    "\"laplace\"",
    "\"staircase\"",
    "\"gaussian\"",
    "{ eps = \"1\" }",
    "{ delta = \"1/1000\" }",
    "[\"1/2\", \"1/2\"]",
    "[{ eps = \"1\", delta = \"0\" }, { eps = \"0\", delta = \"1/3\" }]",
];
