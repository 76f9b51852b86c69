//! The numbers of two engines, and when they contradict each other.

use super::Styled;

/// The contradiction between two engines about a number, in words; `None` where both may be right,
/// see [`super::Bounds::agrees`].
pub fn disagreement(malachite: &Styled, mpfr: &Styled) -> Option<String> {
    let show = |x: &Styled| {
        let ends = format!("[{}, {}]", x.printed_lower(), x.printed_upper());
        x.exact().map_or(ends.clone(), |exact| format!("{ends} = {exact}"))
    };
    (!malachite.agrees(mpfr))
        .then(|| format!("malachite says {}, mpfr says {}", show(malachite), show(mpfr)))
}
