#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| dpcert_fuzz::literal::check(data));
