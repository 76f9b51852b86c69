//! How large the tests are.

/// The multiplier of the sizes of tests, `DPCERT_TEST_EFFORT`: 1 is for every change, more is for
/// the longer assurance.
pub fn effort() -> usize {
    let Some(text) = std::env::var_os("DPCERT_TEST_EFFORT") else {
        return 1;
    };
    let effort = text
        .to_str()
        .and_then(|text| text.parse().ok())
        .filter(|effort| (1..=1000).contains(effort));
    effort.unwrap_or_else(|| {
        panic!("DPCERT_TEST_EFFORT={}: a whole number from 1 to 1000 is expected", text.display())
    })
}
