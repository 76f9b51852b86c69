//! `trade-off`: a piecewise-linear trade-off function, by its vertices.

use super::Dominating;
use super::domain::{DomainError, show};
use crate::exact::real::Real;
use crate::input::{Fields, InputError, Item};
use crate::pair::FinitePair;
use std::cmp::Ordering;

impl Dominating {
    /// The pair whose trade-off function has the given vertices `(alpha, beta)`, from alpha = 0 to
    /// (1, 0): convex, decreasing, at most `1 - alpha`.
    ///
    /// The function is T(Q, P), alpha the level under Q; an edge of slope -g is an atom of loss ln g.
    ///
    /// # Errors
    /// The first condition that fails, with the vertex.
    pub fn trade_off(vertices: &[(Real, Real)]) -> Result<Dominating, DomainError> {
        let fail = |message: String| {
            let help = "vertices run from alpha = 0 to (1, 0); beta falls, is convex, and is at most 1 - alpha";
            Err(DomainError::new("vertices", message, help))
        };
        let point = |i: usize, (alpha, beta): &(Real, Real)| format!("vertex {i}, ({}, {})", show(alpha), show(beta));
        let (Some(first), Some(last)) = (vertices.first(), vertices.last()) else {
            return fail("there is no vertex".into());
        };
        if first.0.sign() != Some(Ordering::Equal) {
            return fail(format!("{} is not at alpha = 0", point(0, first)));
        }
        if last.0.compare(&Real::one()) != Some(Ordering::Equal) || last.1.sign() != Some(Ordering::Equal) {
            return fail(format!("{} is not (1, 0)", point(vertices.len() - 1, last)));
        }
        for (i, vertex) in vertices.iter().enumerate() {
            let above = vertex.0.add(&vertex.1).compare(&Real::one());
            if !matches!(above, Some(Ordering::Less | Ordering::Equal)) {
                return fail(format!("{} is not known to be on or below beta = 1 - alpha", point(i, vertex)));
            }
        }
        let edges: Vec<_> = vertices
            .windows(2)
            .filter_map(|ends| match ends {
                [from, to] => Some((from.1.sub(&to.1), to.0.sub(&from.0))),
                _ => None,
            })
            .collect();
        for (i, (fall, width)) in edges.iter().enumerate() {
            if !matches!(width.sign(), Some(Ordering::Greater | Ordering::Equal)) {
                return fail(format!("alpha is not known to rise after {}", point(i, &vertices[i])));
            }
            if !matches!(fall.sign(), Some(Ordering::Greater | Ordering::Equal)) {
                return fail(format!("beta is not known to fall after {}", point(i, &vertices[i])));
            }
        }
        for (i, ends) in edges.windows(2).enumerate() {
            if let [(fall, width), (next_fall, next_width)] = ends {
                // Steeper first: fall/width >= next_fall/next_width.
                let turn = fall.mul(next_width).compare(&next_fall.mul(width));
                if !matches!(turn, Some(Ordering::Greater | Ordering::Equal)) {
                    return fail(format!(
                        "the function is not known to be convex at {}",
                        point(i + 1, &vertices[i + 1])
                    ));
                }
            }
        }
        let at_infinity = (Real::one().sub(&first.1), Real::zero(), None);
        let outcomes = edges.into_iter().map(|(fall, width)| (fall, width, None)).chain([at_infinity]);
        match FinitePair::from_outcomes(outcomes) {
            Some(pair) => Ok(Dominating::Finite(pair)),
            None => fail("cannot decide which edges have length 0".into()),
        }
    }
}

pub(super) fn read_trade_off(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
    let field = fields.required("vertices")?;
    let mut vertices = Vec::new();
    for vertex in field.list()? {
        if let Item::Table(_) = vertex.node.item {
            let mut inner = vertex.fields()?;
            let (alpha, beta) = (inner.required("alpha")?, inner.required("beta")?);
            inner.finish()?;
            vertices.push((alpha.real()?, beta.real()?));
        } else {
            match vertex.reals()?.as_slice() {
                [alpha, beta] => vertices.push((alpha.clone(), beta.clone())),
                other => {
                    let message = format!("a vertex has two coordinates, this one {}", other.len());
                    return Err(vertex.error(message, "write [\"1/4\", \"1/2\"] or {alpha, beta}"));
                }
            }
        }
    }
    Dominating::trade_off(&vertices).map_err(|e| e.at(&[&field]))
}
