//! Exact convolution of non-negative integers by one long multiplication.

use crate::exact::engine::BigNatural;

/// Polygons around the hull of the least trade-off function of some loss pairs.
///
/// Kronecker substitution: both are evaluated at `2^s`, with `s` so large that the coefficients of
/// the product cannot overlap, and multiplied as integers. Cost: one multiplication of about
/// `s * (a.len() + b.len())` bits.
pub fn convolve<N: BigNatural>(a: &[N], b: &[N]) -> Vec<N> {
    let bits = |xs: &[N]| xs.iter().map(BigNatural::bits).max().unwrap_or(0);
    let terms = a.len().min(b.len());
    if terms == 0 {
        return Vec::new();
    }
    let needed = bits(a) + bits(b) + u64::from(terms.ilog2()) + 1;
    let slot = usize::try_from(needed.div_ceil(64)).unwrap_or(usize::MAX);
    let product = pack(a, slot).mul(&pack(b, slot)).to_limbs();
    let mut result: Vec<N> = product.chunks(slot).map(|limbs| N::from_limbs(limbs)).collect();
    result.resize(a.len() + b.len() - 1, N::from_u64(0));
    result
}

fn pack<N: BigNatural>(coefficients: &[N], slot: usize) -> N {
    let mut limbs = vec![0u64; slot * coefficients.len()];
    for (target, coefficient) in limbs.chunks_mut(slot).zip(coefficients) {
        for (place, limb) in target.iter_mut().zip(coefficient.to_limbs()) {
            *place = limb;
        }
    }
    N::from_limbs(&limbs)
}
