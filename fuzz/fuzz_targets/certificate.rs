#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::certificate::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 12] = [
    "\"upper\"",
    "\"test\"",
    "\"forward\"",
    "\"backward\"",
    "\"refuted\"",
    "\"claim\"",
    "\"1*2^-200\"",
    "\"-9223372036854775808\"",
    "[]",
    "{}",
    "{\"method\": \"poisson\", \"rate\": \"1/2\"}",
    "{\"id\": \"x\", \"mechanism\": \"laplace\", \"eps\": \"1\"}",
];
