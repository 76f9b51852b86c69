//! `trade-off`: a piecewise-linear trade-off function, by its vertices.

use super::group::Members;
use crate::exact::real::Real;
use crate::input::{Fields, InputError, Item};
use crate::mechanism::Dominating;
use crate::mechanism::reading::description::{FieldValue, KindField};
use crate::mechanism::reading::domain::DomainError;
use crate::mechanism::reading::kind::{Form, Kind};
use crate::mechanism::reading::shown::{input, row, template};
use crate::tradeoff::Curve;

impl Dominating {
    /// The pair whose trade-off function has the given vertices `(alpha, beta)`, from alpha = 0 to
    /// (1, 0): convex, decreasing, at most `1 - alpha`.
    ///
    /// The function is T(Q, P), alpha the level under Q; an edge of slope -g is an atom of loss ln
    /// g.
    ///
    /// # Errors
    /// The first condition that is violated, with the vertex.
    pub fn trade_off(vertices: &[(Real, Real)]) -> Result<Dominating, DomainError> {
        let curve = Curve::from_vertices(vertices).map_err(|error| {
            let help = "vertices run from alpha = 0 to (1, 0); beta falls, is convex, and is at most 1 - alpha";
            DomainError::new("vertices", error.to_string(), help)
        })?;
        Ok(Dominating::Finite(curve.to_pair()))
    }
}
pub(crate) const KIND: Kind = Kind {
    elsewhere: &[(
        &["f-dp", "fdp", "tradeoff", "roc"],
        "a trade-off function with corners is trade-off(vertices=[[0, 1], ...])",
    )],
    rows: &[row(
        "trade-off(vertices=[[alpha, beta], ...])",
        "every mechanism with this piecewise-linear trade-off function",
    )],
    templates: &[template(
        "a trade-off function by its vertices",
        "trade-off(vertices=[{vertices}])",
        &[input("vertices", "[0, 1], [1/4, 1/4], [1, 0]")],
    )],
    ..Kind::new(
        "trade-off",
        &[KindField::of("vertices", FieldValue::Points(["alpha", "beta"])).required()],
        Form::Step(read, Members::Class),
    )
};

fn read(fields: &mut Fields<'_>) -> Result<Dominating, InputError> {
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
