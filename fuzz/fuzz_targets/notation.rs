#![no_main]

mod tokens;

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::notation::check(data));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    tokens::mutate(data, size, max_size, seed, &GROUPS)
});

const GROUPS: [&str; 8] = [
    "(eps=1/10, delta=1e-6)",
    "(eps=ln(3), categories=4)",
    "(sigma=2)",
    "(approx-dp(eps=1, delta=0)^2 * laplace(eps=ln(2)))",
    "(p=[1/2, 1/2], q=[1/4, 3/4])",
    "(vertices=[[0, 3/4], [1/4, 1/4], [1, 0]])",
    "{eps=1, delta=1/10}",
    "[1/3, 1/3, 1/3]",
];
