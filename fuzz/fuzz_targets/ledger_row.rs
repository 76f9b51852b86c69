#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::ledger_row::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 10] = [
    "\"sqrt(-ln(2)/ln(2))\"",
    "\"0*ln(-2)\"",
    "\"exp(ln(2)) - 2\"",
    "\"1/(sqrt(2)*sqrt(3) - sqrt(6))\"",
    "\"laplace\"",
    "\"zcdp\"",
    "(sqrt(2)*sqrt(3) - sqrt(6))",
    "(exp(1)*exp(-1) - 1)",
    "{\"method\": \"poisson\", \"rate\": \"1/2\"}",
    "[\"1\", \"-2\"]",
];
