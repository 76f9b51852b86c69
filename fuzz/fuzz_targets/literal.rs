#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::literal::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 4] = ["(exp(1)+1)", "(ln(2)-ln(3))", "(exp(1/3)-exp(1/2))", "(2*sqrt(2))"];
